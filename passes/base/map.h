/*
 * Hash maps over uthash. Keys are 64-bit integers or byte strings (copied);
 * values are 64-bit integers. Iteration is in order of insertion, so that
 * output never depends on addresses.
 */
#ifndef M2K_BASE_MAP_H
#define M2K_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct m2k_map m2k_map;

m2k_map *m2k_map_new(void);
void m2k_map_free(m2k_map *map); /* null is allowed */
void m2k_map_clear(m2k_map *map);
uint32_t m2k_map_len(const m2k_map *map);

/* Integer keys. get: false, and *value untouched, when the key is absent. */
void m2k_map_put(m2k_map *map, uint64_t key, uint64_t value);
bool m2k_map_get(const m2k_map *map, uint64_t key, uint64_t *value);

/* Byte-string keys. One map holds one sort of key only. */
void m2k_map_put_bytes(m2k_map *map, const void *key, size_t len,
                       uint64_t value);
bool m2k_map_get_bytes(const m2k_map *map, const void *key, size_t len,
                       uint64_t *value);
void m2k_map_put_str(m2k_map *map, const char *key, uint64_t value);
bool m2k_map_get_str(const m2k_map *map, const char *key, uint64_t *value);

#endif
