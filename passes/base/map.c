#include "passes/base/map.h"
#include "passes/base/bug.h"

#include <stdlib.h>
#include <string.h>

#define uthash_fatal(message) m2k_bug("hash table: %s", message)
#include <uthash.h>

typedef struct entry {
  UT_hash_handle hh;
  uint64_t value;
  char key[]; /* the key's bytes */
} entry;

struct m2k_map {
  entry *head;
};

m2k_map *m2k_map_new(void) {
  m2k_map *map = calloc(1, sizeof *map);
  if (!map)
    m2k_bug("out of memory");
  return map;
}

void m2k_map_clear(m2k_map *map) {
  entry *at, *next;
  HASH_ITER(hh, map->head, at, next) {
    HASH_DEL(map->head, at);
    free(at);
  }
}

void m2k_map_free(m2k_map *map) {
  if (!map)
    return;
  m2k_map_clear(map);
  free(map);
}

uint32_t m2k_map_len(const m2k_map *map) { return HASH_COUNT(map->head); }

static entry *find(const m2k_map *map, const void *key, size_t len) {
  entry *hit;
  key = key ? key : ""; /* of length 0: memcmp wants an address all the same */
  HASH_FIND(hh, map->head, key, len, hit);
  return hit;
}

void m2k_map_put_bytes(m2k_map *map, const void *key, size_t len,
                       uint64_t value) {
  entry *hit = find(map, key, len);
  if (!hit) {
    hit = calloc(1, sizeof *hit + len + 1);
    if (!hit)
      m2k_bug("out of memory");
    if (len) /* an empty key may have no address */
      memcpy(hit->key, key, len);
    HASH_ADD_KEYPTR(hh, map->head, hit->key, len, hit);
  }
  hit->value = value;
}

bool m2k_map_get_bytes(const m2k_map *map, const void *key, size_t len,
                       uint64_t *value) {
  entry *hit = find(map, key, len);
  if (hit)
    *value = hit->value;
  return hit != NULL;
}

void m2k_map_put(m2k_map *map, uint64_t key, uint64_t value) {
  m2k_map_put_bytes(map, &key, sizeof key, value);
}

bool m2k_map_get(const m2k_map *map, uint64_t key, uint64_t *value) {
  return m2k_map_get_bytes(map, &key, sizeof key, value);
}

void m2k_map_put_str(m2k_map *map, const char *key, uint64_t value) {
  m2k_map_put_bytes(map, key, strlen(key), value);
}

bool m2k_map_get_str(const m2k_map *map, const char *key, uint64_t *value) {
  return m2k_map_get_bytes(map, key, strlen(key), value);
}
