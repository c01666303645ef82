/*
 * One interface case: what one `__m2k_iface` or `__m2k_iface_for` says, clause
 * by clause. Everything lives in the arena that it was parsed into, the text
 * included, and is constant from then on. A case that exists is well-formed:
 * symbols are declared once and resolved, no parameter has two clauses, ranks
 * agree. What depends on the function is checked in interface/. Reading is
 * parse.h, writing print.h; nothing about models or files grows here.
 */
#ifndef M2K_ANNOTATIONS_CLAUSE_H
#define M2K_ANNOTATIONS_CLAUSE_H

#include "annotations/expr.h"
#include "passes/base/loc.h"

/* Where a text comes from. `exact`: it is the raw text of a file, which begins
 * at line:col, so offsets are places. Otherwise it went through the
 * preprocessor, and line:col is the only place known. */
typedef struct m2k_clause_text {
  const char *text;
  size_t len;
  const char *file;
  uint32_t line, col;
  bool exact;
} m2k_clause_text;

typedef struct m2k_symbol {
  const char *name;
  bool fixed;  /* by the architecture; otherwise its user chooses */
  m2k_set set; /* may name other symbols, never itself through them */
  uint32_t offset;
} m2k_symbol;

typedef enum m2k_path_kind {
  M2K_PATH_FIELD, /* .name */
  M2K_PATH_INDEX, /* [index] */
  M2K_PATH_RANGE  /* [name in lo..hi], always the last step */
} m2k_path_kind;

typedef struct m2k_path_step {
  m2k_path_kind kind;
  const char *name;
  uint32_t index;
  const m2k_expr *lo, *hi;
  uint32_t offset;
} m2k_path_step;

/* PARAM: a parameter, or what is reached from it through fields of structs and
 * elements of lists or arrays. */
typedef struct m2k_param_ref {
  const char *name;  /* null: by position */
  uint32_t position; /* from 0 */
  const m2k_path_step *steps;
  uint32_t nsteps;
  uint32_t offset;
} m2k_param_ref;

typedef struct m2k_tensor_clause {
  m2k_param_ref param;
  bool absent; /* optional tensor not passed, or null; nothing else is set */
  m2k_dtype dtype;
  const m2k_expr *const *dims; /* rank of them; elements */
  uint32_t rank;               /* 0: exactly one element */
  /* Attributes; null or 0 where not given. */
  const m2k_expr *const *strides; /* rank of them, elements; null: contiguous */
  const m2k_expr *stride_offset;  /* `offset`: into the storage, elements */
  const m2k_set *values;
  const m2k_param_ref *alias;
  uint32_t align; /* bytes, of the first element; a power of two */
  bool unique;
  uint32_t offset;
} m2k_tensor_clause;

typedef enum m2k_clause_value_kind {
  M2K_CLAUSE_EXPR,
  M2K_CLAUSE_FLOAT, /* number and the text it was written as */
  M2K_CLAUSE_BOOL,
  M2K_CLAUSE_STRING,
  M2K_CLAUSE_SET, /* scalars only */
  M2K_CLAUSE_TYPE /* template arguments only: a type's name in `text` */
} m2k_clause_value_kind;

typedef struct m2k_clause_value {
  m2k_clause_value_kind kind;
  const m2k_expr *expr;
  const char *text; /* FLOAT, STRING (unescaped), TYPE */
  double number;
  bool truth;
  m2k_set set;
  uint32_t offset;
} m2k_clause_value;

typedef struct m2k_scalar_clause {
  m2k_param_ref param;
  m2k_clause_value value;
  uint32_t offset;
} m2k_scalar_clause;

typedef struct m2k_launch_clause {
  const m2k_expr *grid[3], *block[3]; /* null: 1; [0] is never null */
  const m2k_expr *shared;             /* dynamic, bytes; null: 0 */
  uint32_t offset;
} m2k_launch_clause;

typedef struct m2k_template_arg {
  const char *name;
  m2k_clause_value value; /* never SET; an EXPR may name symbols */
  uint32_t offset;
} m2k_template_arg;

typedef struct m2k_case {
  const char *target; /* of __m2k_iface_for; null on a declaration */
  uint32_t target_offset;
  const char *label; /* case("…"); null when not given */
  m2k_loc place;     /* of the macro's name */
  m2k_clause_text text;

  const m2k_symbol *symbols;
  const m2k_tensor_clause *tensors;
  const m2k_scalar_clause *scalars;
  const m2k_expr *const *assumes; /* all of them COND */
  const m2k_template_arg *template_args;
  uint32_t nsymbols, ntensors, nscalars, nassumes, ntemplate_args;
  const m2k_launch_clause *launch; /* null when not given */
} m2k_case;

/* The place of an offset in the case's text: exact where the text is, the
 * macro's place otherwise. */
m2k_loc m2k_case_loc(const m2k_case *c, uint32_t offset);
m2k_loc m2k_clause_text_loc(const m2k_clause_text *text, size_t offset);
/* The label or, without one, FILE:LINE; in `arena`. */
const char *m2k_case_name(const m2k_case *c, m2k_arena *arena);

/* Do two references name the same thing by the same words? Ranges that are
 * known to overlap count. `@0` and a name are never the same here. */
bool m2k_param_ref_same(const m2k_param_ref *a, const m2k_param_ref *b);

#endif
