/*
 * Region allocation. Three arenas with three lifetimes live in a run
 * (session, kernel, query) and are always passed explicitly; memory is
 * released only with its arena. Strings and arrays in arenas are borrowed by
 * everybody and freed by nobody. Nothing but allocation belongs here.
 */
#ifndef M2K_BASE_ARENA_H
#define M2K_BASE_ARENA_H

#include <stdarg.h>
#include <stddef.h>

typedef struct m2k_arena m2k_arena;

/* A new empty arena; never null (running out of memory is m2k_bug). */
m2k_arena *m2k_arena_new(void);
/* Releases everything that was allocated from `arena`; null is allowed. */
void m2k_arena_free(m2k_arena *arena);
/* Makes the arena empty but keeps its memory for reuse. */
void m2k_arena_reset(m2k_arena *arena);
/* Bytes handed out since creation or the last reset. */
size_t m2k_arena_used(const m2k_arena *arena);

/* `size` zeroed bytes, aligned to 16. Size 0 gives a valid pointer. */
void *m2k_alloc(m2k_arena *arena, size_t size);
char *m2k_strdup(m2k_arena *arena, const char *text);
char *m2k_strndup(m2k_arena *arena, const char *text, size_t len);
char *m2k_printf(m2k_arena *arena, const char *fmt, ...)
    __attribute__((format(printf, 2, 3)));
char *m2k_vprintf(m2k_arena *arena, const char *fmt, va_list args)
    __attribute__((format(printf, 2, 0)));

#define M2K_NEW(arena, type) ((type *)m2k_alloc((arena), sizeof(type)))
#define M2K_NEW_N(arena, type, n)                                              \
  ((type *)m2k_alloc((arena), sizeof(type) * (size_t)(n)))

#endif
