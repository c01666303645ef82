#include "annotations/dtype.h"

#include "passes/base/bug.h"

#include <string.h>

typedef struct dtype_row {
  const char *name;
  uint32_t size;
  m2k_dtype_kind kind;
} dtype_row;

static const dtype_row dtype_rows[] = {
#define M2K_DTYPE(name, size, kind) {#name, size, M2K_DTYPE_KIND_##kind},
#include "annotations/dtype.def"
#undef M2K_DTYPE
};

typedef struct inttype_row {
  const char *name;
  m2k_i128 lo, hi;
} inttype_row;

static const inttype_row inttype_rows[] = {
#define M2K_INTTYPE(name, lo, hi) {#name, lo, hi},
#include "annotations/inttype.def"
#undef M2K_INTTYPE
};

static const dtype_row *dtype_at(m2k_dtype dtype) {
  M2K_ASSERT((unsigned)dtype < M2K_DTYPE_COUNT);
  return &dtype_rows[dtype];
}

static const inttype_row *inttype_at(m2k_inttype type) {
  M2K_ASSERT((unsigned)type < M2K_INTTYPE_COUNT);
  return &inttype_rows[type];
}

static bool is_word(const char *row, const char *name, size_t len) {
  return strlen(row) == len && memcmp(row, name, len) == 0;
}

const char *m2k_dtype_name(m2k_dtype dtype) { return dtype_at(dtype)->name; }

uint32_t m2k_dtype_size(m2k_dtype dtype) { return dtype_at(dtype)->size; }

m2k_dtype_kind m2k_dtype_kind_of(m2k_dtype dtype) {
  return dtype_at(dtype)->kind;
}

bool m2k_dtype_find(const char *name, size_t len, m2k_dtype *dtype) {
  for (unsigned i = 0; i < M2K_DTYPE_COUNT; i++)
    if (is_word(dtype_rows[i].name, name, len)) {
      *dtype = (m2k_dtype)i;
      return true;
    }
  return false;
}

const char *m2k_inttype_name(m2k_inttype type) {
  return inttype_at(type)->name;
}

m2k_i128 m2k_inttype_lo(m2k_inttype type) { return inttype_at(type)->lo; }

m2k_i128 m2k_inttype_hi(m2k_inttype type) { return inttype_at(type)->hi; }

bool m2k_inttype_find(const char *name, size_t len, m2k_inttype *type) {
  for (unsigned i = 0; i < M2K_INTTYPE_COUNT; i++)
    if (is_word(inttype_rows[i].name, name, len)) {
      *type = (m2k_inttype)i;
      return true;
    }
  return false;
}
