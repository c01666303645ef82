/*
 * Random numbers: splitmix64 (Steele, Lea, Flood: Fast splittable pseudorandom
 * number generators, 2014), so that a seed means the same kernels everywhere.
 */
#ifndef M2K_TEST_DIFFERENTIAL_RANDOM_H
#define M2K_TEST_DIFFERENTIAL_RANDOM_H

#include <stdbool.h>
#include <stdint.h>

typedef struct random_state {
  uint64_t at;
} random_state;

static inline uint64_t random_bits(random_state *r) {
  uint64_t z = r->at += UINT64_C(0x9e3779b97f4a7c15);
  z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
  z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
  return z ^ z >> 31;
}

/* lo..hi, both included. */
static inline int64_t random_in(random_state *r, int64_t lo, int64_t hi) {
  return lo + (int64_t)(random_bits(r) % (uint64_t)(hi - lo + 1));
}

static inline uint32_t random_below(random_state *r, uint32_t n) {
  return (uint32_t)(random_bits(r) % n);
}

static inline bool random_percent(random_state *r, uint32_t percent) {
  return random_below(r, 100) < percent;
}

#endif
