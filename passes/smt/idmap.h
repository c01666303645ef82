/*
 * A small open-addressing map from term ids to 32-bit values, for walks over
 * terms: its size follows the walk and not the bank. Inside this layer only.
 */
#ifndef M2K_SMT_IDMAP_H
#define M2K_SMT_IDMAP_H

#include "passes/base/bug.h"
#include "passes/smt/term.h"

#include <stdlib.h>
#include <string.h>

typedef struct m2k_idmap_slot {
  uint32_t key; /* id + 1; 0 is free */
  uint32_t value;
} m2k_idmap_slot;

/* {0} is empty. */
typedef struct m2k_idmap {
  m2k_idmap_slot *slots;
  uint32_t mask, len;
} m2k_idmap;

static inline uint32_t m2k_idmap_place(const m2k_idmap *map, m2k_term t) {
  uint32_t i = (t * 0x9E3779B1u) >> 7 & map->mask;
  while (map->slots[i].key && map->slots[i].key != t + 1)
    i = (i + 1) & map->mask;
  return i;
}

static inline bool m2k_idmap_get(const m2k_idmap *map, m2k_term t,
                                 uint32_t *value) {
  if (!map->len)
    return false;
  const m2k_idmap_slot *slot = &map->slots[m2k_idmap_place(map, t)];
  if (!slot->key)
    return false;
  *value = slot->value;
  return true;
}

static inline void m2k_idmap_grow(m2k_idmap *map) {
  m2k_idmap old = *map;
  uint32_t size = old.slots ? (old.mask + 1) * 2 : 64;
  map->slots = calloc(size, sizeof *map->slots);
  if (!map->slots)
    m2k_bug("out of memory");
  map->mask = size - 1;
  for (uint32_t i = 0; old.slots && i <= old.mask; ++i)
    if (old.slots[i].key)
      map->slots[m2k_idmap_place(map, old.slots[i].key - 1)] = old.slots[i];
  free(old.slots);
}

/* Sets the value; true when the key is new. */
static inline bool m2k_idmap_put(m2k_idmap *map, m2k_term t, uint32_t value) {
  if (!map->slots || map->len * 3 >= map->mask * 2)
    m2k_idmap_grow(map);
  m2k_idmap_slot *slot = &map->slots[m2k_idmap_place(map, t)];
  bool fresh = !slot->key;
  map->len += fresh;
  *slot = (m2k_idmap_slot){t + 1, value};
  return fresh;
}

static inline void m2k_idmap_clear(m2k_idmap *map) {
  if (map->len)
    memset(map->slots, 0, (map->mask + 1) * sizeof *map->slots);
  map->len = 0;
}

static inline void m2k_idmap_free(m2k_idmap *map) {
  free(map->slots);
  *map = (m2k_idmap){0};
}

#endif
