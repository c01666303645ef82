/*
 * A map from the addresses of LLVM objects to 32-bit ids, in an arena. Unlike
 * base/map.h it needs no release, because it dies with its arena as everything
 * that is read does, and no allocation per entry: every operand of every
 * instruction is looked up here. Never iterated over, so that no output
 * depends on addresses.
 */
#ifndef M2K_IR_PTR_MAP_H
#define M2K_IR_PTR_MAP_H

#include "passes/base/arena.h"

#include <stdbool.h>
#include <stdint.h>

typedef struct m2k_ptr_slot {
  const void *key; /* null: free */
  uint32_t id;
} m2k_ptr_slot;

typedef struct m2k_ptr_map {
  m2k_arena *arena;
  m2k_ptr_slot *slots;
  uint32_t len, cap; /* cap is a power of two, or 0 */
} m2k_ptr_map;

/* An empty map with room for about `expect` keys. */
void m2k_ptr_map_init(m2k_ptr_map *map, m2k_arena *arena, uint32_t expect);
/* Adds or replaces. `key` is not null. */
void m2k_ptr_map_put(m2k_ptr_map *map, const void *key, uint32_t id);
/* False, and *id untouched, when the key is absent. */
bool m2k_ptr_map_get(const m2k_ptr_map *map, const void *key, uint32_t *id);

#endif
