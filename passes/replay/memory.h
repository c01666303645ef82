/*
 * Memory of a run. Each region (tensor, variable, array, parameter) is one
 * object with an address range of its own and sparse pages, made when written;
 * until then bytes come from the object's initial contents.
 *
 * Tracked objects (shared, local, parameters) also keep the shadow of 4- and
 * 8-byte values, found again by a load of the same place and size. Narrower
 * values need none: truncation below 32 bits restarts.
 * What must not grow here: bounds checks, which need to know the access.
 */
#ifndef M2K_REPLAY_MEMORY_H
#define M2K_REPLAY_MEMORY_H

#include "passes/base/arena.h"
#include "passes/replay/replay.h"
#include "passes/replay/value.h"

enum { M2K_PAGE = 256, M2K_ADDRESS_SHIFT = 44 };

typedef struct m2k_page {
  uint64_t number;
  struct m2k_page *next; /* of the free list */
  m2k_rv *shadow;        /* one per 4 bytes, or null */
  uint8_t bytes[M2K_PAGE];
  uint8_t state[M2K_PAGE];    /* m2k_byte_state */
  uint8_t cell[M2K_PAGE / 4]; /* size of the shadowed value here, or 0 */
} m2k_page;

typedef enum m2k_byte_state {
  M2K_BYTE_INITIAL,
  M2K_BYTE_DEFINED,
  M2K_BYTE_UNDEFINED
} m2k_byte_state;

typedef struct m2k_object {
  uint64_t base, size;
  m2k_region_space space;
  uint32_t index; /* as in m2k_fault.region */
  bool null;
  bool tracked;
  bool written;                    /* by some store of the kernel */
  bool undefined;                  /* its initial contents */
  const m2k_replay_region *region; /* initial contents: of a tensor */
  const m2k_replay_word *words;    /* its words by offset */
  const uint8_t *init;             /* or bytes; null: zeros */
  m2k_page **pages;                /* hash table */
  uint32_t page_count, page_cap;
  m2k_page *last;
} m2k_object;

typedef struct m2k_memory {
  m2k_arena *arena;
  m2k_page *free;
  uint64_t used; /* bytes, against the limit */
} m2k_memory;

/* Bytes that a run may take in all. */
#define M2K_MEMORY_LIMIT (UINT64_C(512) << 20)

/* Loads `width` bits (1..64) at a place inside the object. `others`: bytes
 * that were not written here are undefined. */
m2k_rv m2k_memory_load(m2k_object *object, uint64_t offset, unsigned width,
                       bool others);
void m2k_memory_store(m2k_memory *memory, m2k_object *object, uint64_t offset,
                      unsigned width, const m2k_rv *value);
/* Size of the shadowed value that starts at this place, or 0. */
unsigned m2k_memory_cell(m2k_object *object, uint64_t offset);
/* Forgets what was written; pages are used again. */
void m2k_memory_reset(m2k_memory *memory, m2k_object *object);
/* Puts a region's words in order, for loads. */
const m2k_replay_word *m2k_memory_words(m2k_memory *memory,
                                        const m2k_replay_region *region);

#endif
