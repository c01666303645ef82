/*
 * Growable arrays. `M2K_VEC(T) v = {0};` is an empty one; elements are
 * v.at[0 .. v.len-1]; memory is malloc's and released with m2k_vec_free.
 * Pointers into a vector die with the next push.
 */
#ifndef M2K_BASE_VEC_H
#define M2K_BASE_VEC_H

#include <stddef.h>
#include <stdint.h>

#define M2K_VEC(type)                                                          \
  struct {                                                                     \
    type *at;                                                                  \
    uint32_t len, cap;                                                         \
  }

/* Named vector types for struct members and parameters. */
typedef M2K_VEC(uint32_t) m2k_vec_u32;

/* Grows the block to hold `want` elements of `size` bytes; m2k_bug on
 * exhaustion. */
void *m2k_vec_grow(void *block, uint32_t *cap, uint32_t want, size_t size);

#define m2k_vec_push(vec, ...)                                                 \
  do {                                                                         \
    if ((vec)->len == (vec)->cap)                                              \
      (vec)->at = m2k_vec_grow((vec)->at, &(vec)->cap, (vec)->len + 1,         \
                               sizeof *(vec)->at);                             \
    (vec)->at[(vec)->len++] = (__VA_ARGS__);                                   \
  } while (0)
#define m2k_vec_pop(vec) ((vec)->at[--(vec)->len])
#define m2k_vec_last(vec) ((vec)->at[(vec)->len - 1])
/* Makes the vector exactly `n` long; new elements are zero. */
#define m2k_vec_resize(vec, n)                                                 \
  do {                                                                         \
    uint32_t m2k_n_ = (uint32_t)(n);                                           \
    if (m2k_n_ > (vec)->cap)                                                   \
      (vec)->at =                                                              \
          m2k_vec_grow((vec)->at, &(vec)->cap, m2k_n_, sizeof *(vec)->at);     \
    if (m2k_n_ > (vec)->len)                                                   \
      memset((vec)->at + (vec)->len, 0,                                        \
             (m2k_n_ - (vec)->len) * sizeof *(vec)->at);                       \
    (vec)->len = m2k_n_;                                                       \
  } while (0)
#define m2k_vec_clear(vec) ((vec)->len = 0)
#define m2k_vec_free(vec)                                                      \
  do {                                                                         \
    free((vec)->at);                                                           \
    (vec)->at = NULL;                                                          \
    (vec)->len = (vec)->cap = 0;                                               \
  } while (0)

#include <stdlib.h>
#include <string.h>

#endif
