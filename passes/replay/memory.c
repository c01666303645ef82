#include "passes/replay/memory.h"

#include <stdlib.h>
#include <string.h>

static uint32_t slot_of(const m2k_object *o, uint64_t number) {
  uint32_t at = (uint32_t)((number * UINT64_C(0x9E3779B97F4A7C15)) >> 40);
  at &= o->page_cap - 1;
  while (o->pages[at] && o->pages[at]->number != number)
    at = (at + 1) & (o->page_cap - 1);
  return at;
}

static m2k_page *find_page(m2k_object *o, uint64_t number) {
  if (o->last && o->last->number == number)
    return o->last;
  if (!o->page_count)
    return NULL;
  m2k_page *page = o->pages[slot_of(o, number)];
  if (page)
    o->last = page;
  return page;
}

static void *take(m2k_memory *m, size_t size) {
  m->used += size;
  return m2k_alloc(m->arena, size);
}

static void grow(m2k_memory *m, m2k_object *o) {
  m2k_page **old = o->pages;
  uint32_t old_cap = o->page_cap;
  o->page_cap = old_cap ? old_cap * 2 : 4;
  o->pages = take(m, o->page_cap * sizeof *o->pages);
  for (uint32_t i = 0; i < old_cap; i++)
    if (old[i])
      o->pages[slot_of(o, old[i]->number)] = old[i];
}

static m2k_page *need_page(m2k_memory *m, m2k_object *o, uint64_t number) {
  m2k_page *page = find_page(o, number);
  if (page)
    return page;
  if (o->page_count >= o->page_cap / 2)
    grow(m, o);
  page = m->free;
  if (page) {
    m->free = page->next;
    memset(page->state, 0, sizeof page->state);
    memset(page->cell, 0, sizeof page->cell);
  } else {
    page = take(m, sizeof *page);
  }
  page->number = number;
  o->pages[slot_of(o, number)] = page;
  o->page_count++;
  o->last = page;
  return page;
}

void m2k_memory_reset(m2k_memory *m, m2k_object *o) {
  if (!o->page_count)
    return;
  for (uint32_t i = 0; i < o->page_cap; i++) {
    if (!o->pages[i])
      continue;
    o->pages[i]->next = m->free;
    m->free = o->pages[i];
    o->pages[i] = NULL;
  }
  o->page_count = 0;
  o->last = NULL;
}

static int by_offset(const void *a, const void *b) {
  const m2k_replay_word *x = a, *y = b;
  return x->offset < y->offset ? -1 : x->offset > y->offset;
}

const m2k_replay_word *m2k_memory_words(m2k_memory *m,
                                        const m2k_replay_region *region) {
  uint32_t n = region->word_count, i = 1;
  while (i < n && region->words[i - 1].offset <= region->words[i].offset)
    i++;
  if (i >= n)
    return region->words;
  m2k_replay_word *sorted = take(m, n * sizeof *sorted);
  memcpy(sorted, region->words, n * sizeof *sorted);
  qsort(sorted, n, sizeof *sorted, by_offset);
  return sorted;
}

/* The last word that starts at or before `offset`, or null. */
static const m2k_replay_word *find_word(const m2k_object *o, uint64_t offset) {
  uint32_t lo = 0, hi = o->region->word_count;
  while (lo < hi) {
    uint32_t mid = lo + (hi - lo) / 2;
    if (o->words[mid].offset <= offset)
      lo = mid + 1;
    else
      hi = mid;
  }
  return lo ? &o->words[lo - 1] : NULL;
}

static uint64_t element(const m2k_replay_region *r, uint64_t index) {
  return (r->fill + (r->distinct ? index : 0)) & m2k_mask(r->elem_size * 8);
}

static uint8_t initial_byte(const m2k_object *o, uint64_t offset) {
  if (!o->region)
    return o->init ? o->init[offset] : 0;
  const m2k_replay_word *w =
      o->region->word_count ? find_word(o, offset) : NULL;
  if (w && offset - w->offset < w->size)
    return (uint8_t)(w->value >> (8 * (offset - w->offset)));
  uint64_t size = o->region->elem_size;
  if (!size || size > 8)
    return 0;
  return (uint8_t)(element(o->region, offset / size) >> (8 * (offset % size)));
}

static uint64_t initial(const m2k_object *o, uint64_t offset, unsigned n) {
  const m2k_replay_region *r = o->region;
  if (r && !r->word_count && r->elem_size == n && offset % n == 0)
    return element(r, offset / n);
  uint64_t bits = 0;
  for (unsigned i = 0; i < n; i++)
    bits |= (uint64_t)initial_byte(o, offset + i) << (8 * i);
  return bits;
}

static m2k_rv load_bytes(m2k_object *o, uint64_t offset, unsigned n,
                         unsigned width, bool others) {
  uint64_t bits = 0;
  for (unsigned i = 0; i < n; i++) {
    uint64_t at = offset + i;
    const m2k_page *page = find_page(o, at / M2K_PAGE);
    uint8_t state = page ? page->state[at % M2K_PAGE] : M2K_BYTE_INITIAL;
    if (state == M2K_BYTE_UNDEFINED ||
        (state == M2K_BYTE_INITIAL && (o->undefined || others)))
      return m2k_rv_undef();
    uint8_t byte = state == M2K_BYTE_DEFINED ? page->bytes[at % M2K_PAGE]
                                             : initial_byte(o, at);
    bits |= (uint64_t)byte << (8 * i);
  }
  return m2k_rv_fresh(bits, width);
}

static bool all_are(const uint8_t *state, unsigned n, m2k_byte_state want) {
  for (unsigned i = 0; i < n; i++)
    if (state[i] != want)
      return false;
  return true;
}

m2k_rv m2k_memory_load(m2k_object *o, uint64_t offset, unsigned width,
                       bool others) {
  unsigned n = (width + 7) / 8;
  uint64_t in = offset % M2K_PAGE;
  const m2k_page *page = find_page(o, offset / M2K_PAGE);
  if (!page && in + n <= M2K_PAGE) {
    if (o->undefined || others)
      return m2k_rv_undef();
    return m2k_rv_fresh(initial(o, offset, n), width);
  }
  if (!page || in + n > M2K_PAGE ||
      !all_are(page->state + in, n, M2K_BYTE_DEFINED))
    return load_bytes(o, offset, n, width, others);
  if (page->cell[in / 4] == n && in % 4 == 0 && width == 8 * n)
    return page->shadow[in / 4];
  uint64_t bits = 0;
  memcpy(&bits, page->bytes + in, n);
  return m2k_rv_fresh(bits, width);
}

unsigned m2k_memory_cell(m2k_object *o, uint64_t offset) {
  const m2k_page *page = find_page(o, offset / M2K_PAGE);
  return page && offset % 4 == 0 ? page->cell[offset % M2K_PAGE / 4] : 0;
}

/* Drops the shadows that a store of n bytes at `in` touches. */
static void clear_cells(m2k_page *page, uint64_t in, unsigned n) {
  uint64_t first = in / 4, last = (in + n - 1) / 4;
  if (first && page->cell[first - 1] == 8)
    page->cell[first - 1] = 0;
  for (uint64_t i = first; i <= last; i++)
    page->cell[i] = 0;
}

static void store_in_page(m2k_memory *m, m2k_object *o, uint64_t offset,
                          unsigned n, uint64_t bits, bool undef) {
  m2k_page *page = need_page(m, o, offset / M2K_PAGE);
  uint64_t in = offset % M2K_PAGE;
  memcpy(page->bytes + in, &bits, n);
  memset(page->state + in, undef ? M2K_BYTE_UNDEFINED : M2K_BYTE_DEFINED, n);
  if (page->shadow)
    clear_cells(page, in, n);
}

void m2k_memory_store(m2k_memory *m, m2k_object *o, uint64_t offset,
                      unsigned width, const m2k_rv *value) {
  unsigned n = (width + 7) / 8;
  uint64_t in = offset % M2K_PAGE;
  bool undef = m2k_rv_is_undef(value);
  uint64_t first = M2K_PAGE - in;
  if (first < n) {
    store_in_page(m, o, offset, (unsigned)first, value->bits, undef);
    store_in_page(m, o, offset + first, n - (unsigned)first,
                  value->bits >> (8 * first), undef);
    return;
  }
  store_in_page(m, o, offset, n, value->bits, undef);
  if (undef || !o->tracked || in % 4 || (n != 4 && n != 8) || width != 8 * n ||
      m2k_rv_is_plain(value, width))
    return;
  m2k_page *page = o->last;
  if (!page->shadow)
    page->shadow = take(m, M2K_PAGE / 4 * sizeof *page->shadow);
  page->cell[in / 4] = (uint8_t)n;
  page->shadow[in / 4] = *value;
}
