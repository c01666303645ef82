#include "passes/ir/ptr_map.h"

static uint32_t slot_of(const m2k_ptr_map *map, const void *key) {
  uint64_t h = (uint64_t)(uintptr_t)key * UINT64_C(0x9E3779B97F4A7C15);
  uint32_t at = (uint32_t)(h >> 32) & (map->cap - 1);
  while (map->slots[at].key && map->slots[at].key != key)
    at = (at + 1) & (map->cap - 1);
  return at;
}

static void rehash(m2k_ptr_map *map, uint32_t cap) {
  m2k_ptr_slot *old = map->slots;
  uint32_t old_cap = map->cap;
  map->slots = M2K_NEW_N(map->arena, m2k_ptr_slot, cap);
  map->cap = cap;
  for (uint32_t i = 0; i < old_cap; i++)
    if (old[i].key)
      map->slots[slot_of(map, old[i].key)] = old[i];
}

void m2k_ptr_map_init(m2k_ptr_map *map, m2k_arena *arena, uint32_t expect) {
  *map = (m2k_ptr_map){.arena = arena};
  uint32_t cap = 16;
  while (cap / 2 < expect && cap < UINT32_C(1) << 30)
    cap *= 2;
  rehash(map, cap);
}

void m2k_ptr_map_put(m2k_ptr_map *map, const void *key, uint32_t id) {
  if (map->len >= map->cap / 2)
    rehash(map, map->cap * 2);
  m2k_ptr_slot *slot = &map->slots[slot_of(map, key)];
  if (!slot->key)
    map->len++;
  *slot = (m2k_ptr_slot){key, id};
}

bool m2k_ptr_map_get(const m2k_ptr_map *map, const void *key, uint32_t *id) {
  const m2k_ptr_slot *slot = &map->slots[slot_of(map, key)];
  if (!slot->key)
    return false;
  *id = slot->id;
  return true;
}
