/*
 * Does a case fit the function that it names? The compiler edge describes a
 * function, or one instance of a template, as an m2k_signature; nothing here
 * knows clang. check is about the words of the case and holds for a function
 * once; fits is about one instance and no error.
 */
#ifndef M2K_INTERFACE_SIGNATURE_H
#define M2K_INTERFACE_SIGNATURE_H

#include "annotations/clause.h"
#include "passes/base/error.h"

typedef enum m2k_param_kind {
  M2K_PARAM_OTHER,   /* not understood: every clause is accepted */
  M2K_PARAM_TENSOR,  /* a framework's tensor, optional ones too */
  M2K_PARAM_LIST,    /* of tensors */
  M2K_PARAM_POINTER, /* elem: what it points to */
  M2K_PARAM_INT,
  M2K_PARAM_FLOAT,
  M2K_PARAM_BOOL,
  M2K_PARAM_STRING,
  M2K_PARAM_STRUCT, /* by value or reference; fields */
  M2K_PARAM_ARRAY   /* count elements, described by fields[0] */
} m2k_param_kind;

typedef struct m2k_sig_param m2k_sig_param;
struct m2k_sig_param {
  const char *name; /* null: unnamed */
  m2k_param_kind kind;
  m2k_dtype_kind elem_kind; /* POINTER; ANY when unknown */
  uint32_t elem_size;       /* POINTER, bytes; 0 when unknown (void) */
  const char *elem_name;    /* POINTER: a dtype's word; null when unknown */
  bool is_unsigned;         /* INT */
  uint32_t bits;            /* INT; 0 when unknown */
  uint32_t offset;          /* in the struct around it, bytes */
  uint32_t size;            /* bytes; 0: no layout known (bit-fields) */
  uint32_t count;           /* ARRAY */
  bool optional;    /* std::optional around what the rest describes; `size` is
                       that of the whole */
  uint32_t engaged; /* optional: byte offset of the flag that says whether there
                       is a value (the value is at 0) */
  bool by_reference; /* a parameter that is a reference (or pointer-like owner)
                        to what the rest describes */
  const char *type;  /* as the source has it, for messages; may be null */
  const m2k_sig_param *fields; /* STRUCT, ARRAY, LIST; null when unknown */
  uint32_t nfields;
};

/* A template argument of an instance: an integer (bool too) or a type. */
typedef struct m2k_template_value {
  const char *name;
  const char *type; /* null for an integer; canonical spelling otherwise */
  m2k_dtype dtype;  /* of the type if it is an element type, else `any` */
  m2k_i128 value;
} m2k_template_value;

typedef struct m2k_signature {
  const char *function; /* for messages */
  const m2k_sig_param *params;
  uint32_t nparams;
  const m2k_template_value *args;
  uint32_t nargs;
  bool kernel;
  uint32_t max_threads; /* __launch_bounds__: of a block; 0: none */
} m2k_signature;

/* Reports what the case says and the function lacks or contradicts:
 * parameters, fields, list elements, kinds, template parameters, launch on a
 * host function, one parameter named in two ways. Negative after an error. */
int m2k_case_check(const m2k_case *c, const m2k_signature *sig,
                   m2k_errors *errors);

/* Whether a checked case applies to this instance: element sizes and template
 * arguments agree. If not, *why says what does not, in `arena`; `why` may be
 * null. A template argument that names symbols fits; who binds the case adds
 * the equation. */
bool m2k_case_fits(const m2k_case *c, const m2k_signature *sig,
                   m2k_arena *arena, const char **why);

/* The parameter that a reference begins with, -1 when there is none; and what
 * it leads to, null when there is no such thing or nothing is known. */
int64_t m2k_signature_param(const m2k_signature *sig, const m2k_param_ref *ref);
const m2k_sig_param *m2k_signature_resolve(const m2k_signature *sig,
                                           const m2k_param_ref *ref);

/* Where in its by-value parameter a path leads, in bytes. False, when that is
 * not known or the path ends in a range. */
bool m2k_signature_place(const m2k_signature *sig, const m2k_param_ref *ref,
                         uint64_t *offset);
/* What lies at byte `offset` of a by-value parameter: no struct or array.
 * *start is where it begins, *name its path in the source, in `arena`. Null
 * when there is nothing, or nothing is known. */
const m2k_sig_param *m2k_signature_leaf(const m2k_signature *sig,
                                        uint32_t param, uint64_t offset,
                                        m2k_arena *arena, uint64_t *start,
                                        const char **name);

#endif
