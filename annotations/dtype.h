/*
 * Element types that a user may name (dtype.def) and the types whose name is a
 * set (inttype.def). Tables only: no layout, no conversion.
 */
#ifndef M2K_ANNOTATIONS_DTYPE_H
#define M2K_ANNOTATIONS_DTYPE_H

#include "passes/base/int128.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum m2k_dtype {
#define M2K_DTYPE(name, size, kind) M2K_DTYPE_##name,
#include "annotations/dtype.def"
#undef M2K_DTYPE
  M2K_DTYPE_COUNT
} m2k_dtype;

typedef enum m2k_dtype_kind {
  M2K_DTYPE_KIND_ANY, /* unknown, fits every kind */
  M2K_DTYPE_KIND_FLOAT,
  M2K_DTYPE_KIND_SIGNED,
  M2K_DTYPE_KIND_UNSIGNED,
  M2K_DTYPE_KIND_BOOL
} m2k_dtype_kind;

const char *m2k_dtype_name(m2k_dtype dtype);
uint32_t m2k_dtype_size(m2k_dtype dtype); /* bytes; 0 for `any` */
m2k_dtype_kind m2k_dtype_kind_of(m2k_dtype dtype);
/* False, and *dtype untouched, when `name[0..len-1]` is no dtype. */
bool m2k_dtype_find(const char *name, size_t len, m2k_dtype *dtype);

typedef enum m2k_inttype {
#define M2K_INTTYPE(name, lo, hi) M2K_INTTYPE_##name,
#include "annotations/inttype.def"
#undef M2K_INTTYPE
  M2K_INTTYPE_COUNT
} m2k_inttype;

const char *m2k_inttype_name(m2k_inttype type);
m2k_i128 m2k_inttype_lo(m2k_inttype type);
m2k_i128 m2k_inttype_hi(m2k_inttype type);
bool m2k_inttype_find(const char *name, size_t len, m2k_inttype *type);

#endif
