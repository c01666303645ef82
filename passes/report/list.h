/*
 * Growth of M2K_REPORT_LIST in an arena, shared by the files of this layer.
 * Old blocks stay in the arena until its end.
 */
#ifndef M2K_REPORT_LIST_H
#define M2K_REPORT_LIST_H

#include "passes/base/arena.h"

#include <stdint.h>
#include <string.h>

static inline void *m2k_report_grow(m2k_arena *arena, void *block, uint32_t len,
                                    uint32_t *cap, size_t size) {
  if (len < *cap)
    return block;
  uint32_t next = *cap ? *cap * 2 : 4;
  void *grown = m2k_alloc(arena, (size_t)next * size);
  if (len)
    memcpy(grown, block, (size_t)len * size);
  *cap = next;
  return grown;
}

/* Appends one element. */
#define M2K_REPORT_PUSH(arena, list, ...)                                      \
  do {                                                                         \
    (list)->at = m2k_report_grow((arena), (list)->at, (list)->len,             \
                                 &(list)->cap, sizeof *(list)->at);            \
    (list)->at[(list)->len++] = (__VA_ARGS__);                                 \
  } while (0)

#endif
