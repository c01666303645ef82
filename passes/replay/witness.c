/*
 * Concrete inputs from models.
 */
#include "passes/replay/witness.h"

#include "passes/base/map.h"

#include <string.h>

typedef struct collector {
  const m2k_binding *b;
  m2k_map *seen;
  m2k_vec_u32 todo;
  m2k_vec_u32 leaves;
} collector;

static bool collect(void *data, m2k_term t) {
  collector *c = data;
  m2k_bank *bank = c->b->sum->bank;
  uint64_t hit;
  if (m2k_map_get(c->seen, t, &hit))
    return true;
  m2k_map_put(c->seen, t, 1);
  m2k_term_kind kind = m2k_kind(bank, t);
  if (kind == M2K_TERM_SYM ||
      (kind == M2K_TERM_APP && m2k_app_of(bank, t) == M2K_APP_LOAD))
    m2k_vec_push(&c->leaves, t);
  for (uint32_t i = 0; i < m2k_fact_count(bank, t); i++) {
    m2k_term guard, fact;
    m2k_fact_get(bank, t, i, &guard, &fact);
    m2k_vec_push(&c->todo, guard);
    m2k_vec_push(&c->todo, fact);
  }
  return true;
}

const m2k_term *m2k_witness_leaves(m2k_arena *arena, const m2k_binding *b,
                                   const m2k_term *terms, uint32_t count,
                                   uint32_t *leaf_count) {
  collector c = {.b = b, .seen = m2k_map_new()};
  for (uint32_t i = 0; i < count; i++)
    m2k_vec_push(&c.todo, terms[i]);
  while (c.todo.len) {
    m2k_term t = m2k_vec_pop(&c.todo);
    m2k_visit(b->sum->bank, t, collect, &c);
  }
  m2k_term *out = M2K_NEW_N(arena, m2k_term, c.leaves.len + 1);
  for (uint32_t i = 0; i < c.leaves.len; i++)
    out[i] = c.leaves.at[i];
  *leaf_count = c.leaves.len;
  m2k_vec_free(&c.todo);
  m2k_vec_free(&c.leaves);
  m2k_map_free(c.seen);
  return out;
}

typedef struct builder {
  m2k_arena *arena;
  const m2k_binding *b;
  const m2k_model *model;
  const m2k_term *leaves;
  uint32_t nleaves;
} builder;

static uint64_t value(const builder *w, m2k_term t) {
  m2k_i128 v = m2k_model_value(w->model, t);
  return (uint64_t)v;
}

/* What the question loads from region r, as bytes of its initial contents. */
static m2k_replay_word *words_of(const builder *w, uint32_t r,
                                 uint32_t *count) {
  m2k_bank *bank = w->b->sum->bank;
  m2k_replay_word *words = M2K_NEW_N(w->arena, m2k_replay_word, w->nleaves + 1);
  *count = 0;
  for (uint32_t i = 0; i < w->nleaves; i++) {
    m2k_term t = w->leaves[i];
    if (m2k_bind_load(w->b, t) != r)
      continue;
    m2k_i128 at = m2k_model_value(w->model, m2k_arg(bank, t, 0));
    uint32_t bytes = m2k_load_bytes(m2k_app_param(bank, t));
    if (at < 0 || (bytes & (bytes - 1)) || bytes > 8)
      continue;
    words[(*count)++] = (m2k_replay_word){(uint64_t)at, bytes, value(w, t)};
  }
  return words;
}

static m2k_replay_region tensor(const builder *w, uint32_t r) {
  const m2k_bound_region *bound = &w->b->regions[r];
  m2k_i128 base = m2k_model_value(w->model, bound->base);
  uint64_t align = base > 0 ? (uint64_t)(base & -base) : 256;
  m2k_replay_region out = {.name = m2k_bind_region_name(w->b, r),
                           .size = value(w, bound->bytes),
                           .align = align > 256 ? 256 : align,
                           .elem_size = bound->elem_size ? bound->elem_size : 1,
                           .fill = bound->has_values ? value(w, bound->lo) : 0,
                           .distinct = bound->clause && bound->clause->unique,
                           .null = bound->absent};
  out.words = words_of(w, r, &out.word_count);
  return out;
}

/* A struct passed by value: its numbers are LOAD terms of its region, its
 * pointers are regions of their own. */
static m2k_replay_arg by_value(const builder *w, uint32_t p,
                               const uint32_t *tensors) {
  const m2k_summary *s = w->b->sum;
  uint32_t nwords;
  m2k_replay_word *words = words_of(w, s->param_regions[p], &nwords);
  m2k_replay_field *fields =
      M2K_NEW_N(w->arena, m2k_replay_field,
                nwords + w->b->fields.len + s->regions.len + 1);
  uint32_t n = 0;
  for (uint32_t i = 0; i < w->b->fields.len; i++) {
    const m2k_bound_field *f = &w->b->fields.at[i];
    if (f->param != p)
      continue;
    m2k_replay_arg *arg = M2K_NEW(w->arena, m2k_replay_arg);
    *arg = (m2k_replay_arg){.kind = M2K_REPLAY_ARG_BITS,
                            .bits = value(w, f->value)};
    fields[n++] = (m2k_replay_field){f->offset, f->size, arg};
  }
  for (uint32_t i = 0; i < nwords; i++) {
    m2k_replay_arg *arg = M2K_NEW(w->arena, m2k_replay_arg);
    *arg =
        (m2k_replay_arg){.kind = M2K_REPLAY_ARG_BITS, .bits = words[i].value};
    fields[n++] = (m2k_replay_field){words[i].offset, words[i].size, arg};
  }
  for (uint32_t r = 0; r < s->regions.len; r++) {
    const m2k_region *region = &s->regions.at[r];
    if (region->space != M2K_REGION_GLOBAL || region->index != p ||
        !region->path)
      continue;
    m2k_replay_arg *arg = M2K_NEW(w->arena, m2k_replay_arg);
    *arg =
        (m2k_replay_arg){.kind = M2K_REPLAY_ARG_POINTER, .region = tensors[r]};
    fields[n++] = (m2k_replay_field){region->path - 1, 8, arg};
  }
  return (m2k_replay_arg){
      .kind = M2K_REPLAY_ARG_BYVAL, .fields = fields, .field_count = n};
}

static m2k_replay_arg argument(const builder *w, uint32_t p,
                               const uint32_t *tensors) {
  const m2k_summary *s = w->b->sum;
  uint32_t r = s->param_regions[p];
  if (w->b->params[p] != M2K_NO_TERM)
    return (m2k_replay_arg){.kind = M2K_REPLAY_ARG_BITS,
                            .bits = value(w, w->b->params[p])};
  if (r == M2K_NONE)
    return (m2k_replay_arg){.kind = M2K_REPLAY_ARG_BITS};
  if (s->regions.at[r].space == M2K_REGION_PARAM)
    return by_value(w, p, tensors);
  return (m2k_replay_arg){.kind = M2K_REPLAY_ARG_POINTER, .region = tensors[r]};
}

m2k_replay_input m2k_witness_input(m2k_arena *arena, const m2k_binding *b,
                                   const m2k_model *model,
                                   const m2k_term *terms, uint32_t count) {
  builder w = {.arena = arena, .b = b, .model = model};
  w.leaves = m2k_witness_leaves(arena, b, terms, count, &w.nleaves);
  const m2k_summary *s = b->sum;
  m2k_replay_region *regions =
      M2K_NEW_N(arena, m2k_replay_region, s->regions.len + 1);
  uint32_t *tensors = M2K_NEW_N(arena, uint32_t, s->regions.len + 1);
  uint32_t n = 0;
  for (uint32_t r = 0; r < s->regions.len; r++) {
    tensors[r] = n;
    if (s->regions.at[r].space == M2K_REGION_GLOBAL)
      regions[n++] = tensor(&w, r);
  }
  m2k_replay_arg *args =
      M2K_NEW_N(arena, m2k_replay_arg, s->fn->param_count + 1);
  for (uint32_t p = 0; p < s->fn->param_count; p++)
    args[p] = argument(&w, p, tensors);
  m2k_replay_input in = {.fn = s->fn,
                         .regions = regions,
                         .region_count = n,
                         .args = args,
                         .dynamic_shared = value(&w, b->shared)};
  for (uint32_t d = 0; d < 3; d++) {
    in.block[d] = (uint32_t)value(&w, b->launch[d]);
    in.grid[d] = (uint32_t)value(&w, b->launch[3 + d]);
    in.thread_idx[d] = (uint32_t)value(&w, b->thread[d]);
    in.block_idx[d] = (uint32_t)value(&w, b->block_idx[d]);
  }
  return in;
}

m2k_i128 m2k_witness_element(const m2k_replay_word *word, m2k_dtype dtype) {
  uint32_t unused = 64 - 8 * word->size;
  uint64_t bits = word->value << unused;
  if (m2k_dtype_kind_of(dtype) == M2K_DTYPE_KIND_SIGNED)
    return (int64_t)bits >> unused;
  return (m2k_i128)(bits >> unused);
}

/* 1 or another small power of two as bits of a float type. */
static uint64_t float_bits(m2k_dtype dtype, uint32_t size, double value) {
  uint64_t sign = value < 0 ? 1 : 0;
  float single = (float)value;
  uint32_t bits32;
  uint64_t bits64;
  memcpy(&bits32, &single, sizeof bits32);
  memcpy(&bits64, &value, sizeof bits64);
  switch (size) {
  case 8:
    return bits64;
  case 4:
    return bits32;
  case 2: /* of an unknown kind: 0x3c00 is positive in both */
    return dtype == M2K_DTYPE_bf16 ? bits32 >> 16 : sign << 15 | 0x3c00;
  default:
    return sign << 7 | 0x38;
  }
}

void m2k_witness_fill_floats(const m2k_binding *b, m2k_replay_input *in,
                             double value) {
  const m2k_summary *s = b->sum;
  m2k_replay_region *regions = (m2k_replay_region *)(uintptr_t)in->regions;
  m2k_replay_arg *args = (m2k_replay_arg *)(uintptr_t)in->args;
  uint32_t nth = 0;
  for (uint32_t r = 0; r < s->regions.len; r++) {
    if (s->regions.at[r].space != M2K_REGION_GLOBAL)
      continue;
    m2k_replay_region *region = &regions[nth++];
    const m2k_tensor_clause *t = b->regions[r].clause;
    m2k_dtype_kind kind = t ? m2k_dtype_kind_of(t->dtype) : M2K_DTYPE_KIND_ANY;
    if (!t || kind != M2K_DTYPE_KIND_FLOAT)
      continue;
    region->fill = float_bits(t->dtype, region->elem_size, value);
    region->word_count = 0; /* bits that the solver chose mean nothing */
  }
  for (uint32_t p = 0; p < s->fn->param_count; p++) {
    const m2k_type_info *ti = m2k_type_of(s->fn, s->fn->params[p].type);
    if (ti->kind == M2K_TY_FLOAT || ti->kind == M2K_TY_DOUBLE)
      args[p].bits = float_bits(M2K_DTYPE_any, (uint32_t)ti->size, value);
  }
}
