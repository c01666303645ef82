/*
 * Inside the generator: values with rough bounds, objects, and the state of
 * one kernel while it grows.
 */
#ifndef M2K_TEST_DIFFERENTIAL_INTERNAL_H
#define M2K_TEST_DIFFERENTIAL_INTERNAL_H

#include "generate.h"
#include "random.h"

enum { GEN_VARS = 48, GEN_OBJECTS = 8, GEN_EXTENTS = 8 };
#define GEN_NO_EXTENT UINT32_MAX

/* A number that launches of the case differ in: a size, a dimension. */
typedef struct gen_extent {
  const char *in_code, *in_case;
  int64_t lo, hi;
} gen_extent;

/* Bounds of the machine value, and of the exact one; `below`: known to be at
 * least 0 and less than this extent. */
typedef struct gen_value {
  const char *text;
  gen_type type;
  m2k_i128 lo, hi, exact_lo, exact_hi;
  uint32_t below;
  bool uniform; /* the same in all threads of a block */
} gen_value;

typedef enum gen_space {
  GEN_TENSOR,
  GEN_SHARED,
  GEN_DYNAMIC,
  GEN_LOCAL
} gen_space;

/* Something to index. Without dims its size is chosen at the end, from the
 * indices that were used. */
typedef struct gen_object {
  const char *name;
  gen_space space;
  gen_type type;
  bool readonly, has_values; /* an index table */
  int64_t value_lo, value_hi;
  uint32_t value_below; /* its contents are below this extent */
  uint32_t dims[2], ndims;
  m2k_i128 hi, exact_hi; /* largest index so far; -1 */
  bool initialised;
} gen_object;

typedef struct gen {
  m2k_arena *arena;
  random_state random;
  gen_kernel *kernel;
  gen_extent extents[GEN_EXTENTS];
  uint32_t nextents;
  gen_value vars[GEN_VARS];
  uint32_t nvars;
  gen_object objects[GEN_OBJECTS];
  uint32_t nobjects;
  m2k_str symbols;   /* user(...) and the like */
  uint32_t launches; /* how many value combinations so far */
  gen_stmt *block;   /* where statements go: the open block */
  uint32_t names;
  uint32_t depth; /* open loops and guards */
  uint32_t loops; /* open loops */
  uint32_t work;  /* product of their trips */
  bool divergent; /* not all threads come here */
  bool limits;    /* this kernel plays near the limits of its types */
  uint32_t n, m, block_x, grid_x; /* extents */
  bool returned;                  /* a thread may have returned already */
  bool rows;                      /* blocks have two rows of threads */
} gen;

/* ---- expr.c ---- */

void gen_type_range(gen_type type, m2k_i128 *lo, m2k_i128 *hi);
gen_value gen_constant(gen *g, int64_t value, gen_type type);
gen_value gen_cast(gen *g, gen_value v, gen_type type);
gen_value gen_binary(gen *g, char op, gen_value a, gen_value b);
gen_value gen_choose(gen *g, const char *op, gen_value a, gen_value b);
gen_value gen_expr(gen *g, uint32_t depth);
/* A variable, or null where none satisfies the bounds. */
const gen_value *gen_some_var(gen *g, m2k_i128 lo, m2k_i128 hi);
void gen_add_var(gen *g, const char *name, gen_value v);
const char *gen_fresh(gen *g, const char *stem);

/* ---- stmt.c ---- */

gen_stmt *gen_line(gen *g, const char *text, const char *dropped);
gen_stmt *gen_open(gen *g, const char *head, bool plain);
void gen_close(gen *g, gen_stmt *block, gen_stmt *outer);
/* A condition, and what it says about variables when it holds. Restore with
 * the saved count and values. */
const char *gen_condition(gen *g, bool *uniform);
void gen_statements(gen *g, uint32_t count);
/* Declares a variable with this value; returns its place. */
gen_value gen_declare(gen *g, gen_value v, gen_type type);

/* ---- access.c ---- */

void gen_access(gen *g);
void gen_access_object(gen *g, gen_object *o, bool write, gen_value index);
void gen_walk(gen *g); /* a pointer that moves */
void gen_shared_exchange(gen *g);
void gen_reduction(gen *g);

/* ---- loop.c ---- */

void gen_loop(gen *g);

#endif
