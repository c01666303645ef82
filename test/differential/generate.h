/*
 * Random kernels with one interface case each. A kernel is a tree of
 * statements, so that the driver can leave some out when it looks for the
 * smallest kernel that still shows a disagreement. Everything follows from the
 * seed and the kernel's number; memory comes from the caller's arena.
 *
 * What must not grow here: knowledge of whether a kernel is faulty. The
 * generator keeps rough bounds of its values, which decide how large arrays
 * become and which loops surely end, and nothing else.
 */
#ifndef M2K_TEST_DIFFERENTIAL_GENERATE_H
#define M2K_TEST_DIFFERENTIAL_GENERATE_H

#include "passes/base/arena.h"
#include "passes/base/int128.h"
#include "passes/base/str.h"

#include <stdbool.h>
#include <stdint.h>

enum { GEN_PARAMS = 16 };

typedef enum gen_type {
  GEN_I8,
  GEN_U8,
  GEN_I16,
  GEN_U16,
  GEN_I32,
  GEN_U32,
  GEN_I64,
  GEN_U64,
  GEN_F32,
  GEN_TYPES
} gen_type;

const char *gen_type_c(gen_type type);     /* "signed char" */
const char *gen_type_dtype(gen_type type); /* "i8" */
unsigned gen_type_size(gen_type type);     /* bytes */
bool gen_type_signed(gen_type type);

typedef struct gen_param {
  const char *name;
  gen_type type; /* of the number, or of what is pointed to */
  bool pointer;
} gen_param;

/* A line of the kernel's body, or a block with lines of its own. */
typedef struct gen_stmt gen_stmt;
struct gen_stmt {
  uint32_t id;
  const char *open;    /* "x = y;" or "if (c) {" */
  const char *close;   /* "}", null for a line */
  const char *dropped; /* a line: what stands here when it is left out; null:
                          it has to stay */
  bool plain;          /* its lines make sense without it */
  gen_stmt *first, *last, *next;
};

/* For each statement: keep it, leave it out, or leave out only its head. */
typedef enum gen_keep { GEN_KEEP, GEN_DROP, GEN_UNWRAP } gen_keep;

typedef struct gen_kernel {
  uint64_t number;
  const char *name; /* "k17" */
  gen_param params[GEN_PARAMS];
  uint32_t nparams;
  const char *header;    /* up to the opening brace */
  const char *interface; /* the text between the macro's parentheses */
  gen_stmt *body;        /* its first statement */
  uint32_t nstmts;       /* ids are below this */
  bool data;             /* memory contents decide about addresses */
} gen_kernel;

gen_kernel *gen_new(m2k_arena *arena, uint64_t seed, uint64_t number);

/* Appends the kernel as CUDA C. `keep` has one entry per statement, or is null:
 * all are kept. */
void gen_print(const gen_kernel *kernel, const gen_keep *keep, m2k_str *out);

#endif
