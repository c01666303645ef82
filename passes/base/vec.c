#include "passes/base/vec.h"
#include "passes/base/bug.h"

void *m2k_vec_grow(void *block, uint32_t *cap, uint32_t want, size_t size) {
  uint32_t next = *cap ? *cap : 8;
  while (next < want) {
    if (next > UINT32_MAX / 2)
      m2k_bug("vector too large");
    next *= 2;
  }
  if (next == *cap)
    next *= 2;
  void *grown = realloc(block, (size_t)next * size);
  if (!grown)
    m2k_bug("out of memory");
  *cap = next;
  return grown;
}
