#include "passes/base/arena.h"
#include "passes/base/bug.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK_MIN = 64 * 1024, ALIGN = 16 };

typedef struct chunk chunk;
struct chunk {
  chunk *next;
  size_t cap, used;
};

struct m2k_arena {
  chunk *full; /* newest first */
  chunk *spare;
  size_t used;
};

static size_t header_size(void) {
  return (sizeof(chunk) + ALIGN - 1) / ALIGN * ALIGN;
}

m2k_arena *m2k_arena_new(void) {
  m2k_arena *arena = calloc(1, sizeof *arena);
  if (!arena)
    m2k_bug("out of memory");
  return arena;
}

static void free_list(chunk *list) {
  while (list) {
    chunk *next = list->next;
    free(list);
    list = next;
  }
}

void m2k_arena_free(m2k_arena *arena) {
  if (!arena)
    return;
  free_list(arena->full);
  free_list(arena->spare);
  free(arena);
}

void m2k_arena_reset(m2k_arena *arena) {
  while (arena->full) {
    chunk *c = arena->full;
    arena->full = c->next;
    c->used = 0;
    c->next = arena->spare;
    arena->spare = c;
  }
  arena->used = 0;
}

size_t m2k_arena_used(const m2k_arena *arena) { return arena->used; }

static chunk *take_chunk(m2k_arena *arena, size_t size) {
  for (chunk **at = &arena->spare; *at; at = &(*at)->next)
    if ((*at)->cap >= size) {
      chunk *c = *at;
      *at = c->next;
      return c;
    }
  size_t cap = size > CHUNK_MIN ? size : CHUNK_MIN;
  chunk *c = malloc(header_size() + cap);
  if (!c)
    m2k_bug("out of memory");
  c->cap = cap;
  c->used = 0;
  return c;
}

void *m2k_alloc(m2k_arena *arena, size_t size) {
  if (size > SIZE_MAX / 2)
    m2k_bug("allocation of %zu bytes", size);
  size = (size + ALIGN - 1) / ALIGN * ALIGN;
  chunk *c = arena->full;
  if (!c || c->cap - c->used < size) {
    c = take_chunk(arena, size);
    c->next = arena->full;
    arena->full = c;
  }
  void *at = (char *)c + header_size() + c->used;
  c->used += size;
  arena->used += size;
  return memset(at, 0, size);
}

char *m2k_strndup(m2k_arena *arena, const char *text, size_t len) {
  char *copy = m2k_alloc(arena, len + 1);
  if (len)
    memcpy(copy, text, len);
  return copy;
}

char *m2k_strdup(m2k_arena *arena, const char *text) {
  return m2k_strndup(arena, text, strlen(text));
}

char *m2k_vprintf(m2k_arena *arena, const char *fmt, va_list args) {
  va_list again;
  va_copy(again, args);
  int len = vsnprintf(NULL, 0, fmt, args);
  if (len < 0)
    m2k_bug("bad format '%s'", fmt);
  char *text = m2k_alloc(arena, (size_t)len + 1);
  vsnprintf(text, (size_t)len + 1, fmt, again);
  va_end(again);
  return text;
}

char *m2k_printf(m2k_arena *arena, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  char *text = m2k_vprintf(arena, fmt, args);
  va_end(args);
  return text;
}
