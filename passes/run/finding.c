/*
 * Findings in words.
 */
#include "passes/run/finding.h"

#include "passes/replay/witness.h"

#include <string.h>

static m2k_loc place(const m2k_case_run *run, uint32_t inst) {
  const m2k_loc *loc = run->binding->sum->fn->insts[inst].loc;
  return loc ? *loc : run->binding->sum->fn->loc;
}

static const char *number(const m2k_case_run *run, m2k_i128 v) {
  char buf[48];
  return m2k_strdup(run->arena, m2k_i128_text(v, buf));
}

static const char *verb(const m2k_fault *f) {
  return f->is_atomic ? "updates" : f->is_write ? "writes" : "reads";
}

static bool plural(m2k_i128 n) { return n != 1; }

/* Names the bytes at `offset` as elements where they are some. */
static const char *element(const m2k_case_run *run, const m2k_fault *f,
                           m2k_i128 offset, uint32_t elem) {
  m2k_i128 size = (m2k_i128)f->size;
  if (elem == 0 || offset % elem || size % elem)
    return size == 1
               ? m2k_printf(run->arena, "byte %s", number(run, offset))
               : m2k_printf(run->arena, "bytes %s to %s", number(run, offset),
                            number(run, offset + size - 1));
  if (size == elem)
    return m2k_printf(run->arena, "element %s", number(run, offset / elem));
  return m2k_printf(run->arena, "elements %s to %s", number(run, offset / elem),
                    number(run, (offset + size) / elem - 1));
}

/* The same by its first element, for addresses that are compared. */
static const char *first_element(const m2k_case_run *run, m2k_i128 offset,
                                 uint32_t elem) {
  bool whole = elem && offset % elem == 0;
  return m2k_printf(run->arena, "%s %s", whole ? "element" : "byte",
                    number(run, whole ? offset / elem : offset));
}

static const char *wrap_text(const m2k_case_run *run, const m2k_wrapped *w) {
  const m2k_inst *in = &run->binding->sum->fn->insts[w->inst];
  return m2k_printf(run->arena, "%s %u bits: %s becomes %s",
                    in->op == M2K_OP_TRUNC ? "is cut to" : "overflows", w->bits,
                    number(run, w->exact), number(run, w->machine));
}

static const char *named(const m2k_case_run *run, const m2k_finding *out) {
  if (out->region_shape)
    return m2k_printf(run->arena, "'%s', %s,", out->region, out->region_shape);
  return m2k_printf(run->arena, "'%s'", out->region);
}

static void push_note(const m2k_case_run *run, m2k_finding *out,
                      m2k_note note) {
  m2k_note *notes = M2K_NEW_N(run->arena, m2k_note, out->note_count + 1);
  if (out->note_count)
    memcpy(notes, out->notes, sizeof *notes * out->note_count);
  notes[out->note_count] = note;
  out->notes = notes;
  out->note_count++;
}

static void add_note(const m2k_case_run *run, m2k_finding *out, m2k_loc loc,
                     const char *text) {
  push_note(run, out, (m2k_note){loc, text, NULL});
}

/* A wrap that is no finding of its own. */
static void note_wrap(const m2k_case_run *run, m2k_finding *out,
                      const m2k_wrapped *w, const char *lead) {
  push_note(run, out, (m2k_note){place(run, w->inst), wrap_text(run, w), lead});
}

static void say_overflow(const m2k_case_run *run, const m2k_fault *f,
                         m2k_finding *out, uint32_t elem) {
  bool inside =
      f->machine_offset >= 0 &&
      f->machine_offset + (m2k_i128)f->size <= (m2k_i128)f->region_size;
  out->loc = f->wrapped.inst == M2K_NONE ? out->access_loc
                                         : place(run, f->wrapped.inst);
  out->problem =
      f->wrapped.inst == M2K_NONE ? "wraps" : wrap_text(run, &f->wrapped);
  out->has_numbers = f->wrapped.inst != M2K_NONE;
  out->got = f->wrapped.machine;
  out->expected = f->wrapped.exact;
  const char *got = first_element(run, f->machine_offset, elem);
  const char *want = first_element(run, f->exact_offset, elem);
  const char *space = strchr(want, ' ');
  add_note(run, out, out->access_loc,
           m2k_printf(run->arena, "the access to %s %s %s%s instead of %s",
                      named(run, out), verb(f), got,
                      inside ? "" : ", which is outside,",
                      space && strncmp(got, want, (size_t)(space - want)) == 0
                          ? space + 1
                          : want));
}

static void say_bounds(const m2k_case_run *run, const m2k_decision *d,
                       m2k_finding *out, uint32_t elem, bool absent) {
  const m2k_fault *f = d->fault;
  out->loc = out->access_loc;
  out->has_numbers = true;
  out->got = f->machine_offset;
  out->expected = (m2k_i128)f->region_size;
  const char *what = element(run, f, f->machine_offset, elem);
  bool whole = elem && f->region_size % elem == 0;
  m2k_i128 n = (m2k_i128)(whole ? f->region_size / elem : f->region_size);
  if (d->check == M2K_CHECK_NULL_ACCESS)
    out->problem = m2k_printf(run->arena, "%s %s of '%s', which is %s", verb(f),
                              what, out->region, absent ? "absent" : "null");
  else if (f->region_size == 0)
    out->problem = m2k_printf(run->arena, "%s %s of '%s', which is empty",
                              verb(f), what, out->region);
  else
    out->problem = m2k_printf(run->arena, "%s %s of '%s', which has %s %s%s",
                              verb(f), what, out->region, number(run, n),
                              whole ? "element" : "byte", plural(n) ? "s" : "");
  if (f->wrapped.inst != M2K_NONE)
    note_wrap(run, out, &f->wrapped, "on the way to this address,");
  if (f->decider.inst != M2K_NONE && f->decider.inst != f->wrapped.inst)
    note_wrap(run, out, &f->decider,
              "in a condition on the way to this access,");
}

static const m2k_witness *witness_of(const m2k_case_run *run,
                                     const m2k_decision *d) {
  const m2k_binding *b = run->binding;
  const m2k_case *c = b->c;
  m2k_witness *w = M2K_NEW(run->arena, m2k_witness);
  uint32_t n = c ? c->nsymbols : 0;
  m2k_witness_symbol *symbols =
      M2K_NEW_N(run->arena, m2k_witness_symbol, n + 1);
  for (uint32_t i = 0; i < n; i++)
    symbols[i] = (m2k_witness_symbol){
        .name = c->symbols[i].name,
        .value = d->symbols[i],
        .who = c->symbols[i].fixed ? M2K_WHO_MODEL : M2K_WHO_USER};
  w->symbols = symbols;
  w->symbol_count = n;
  memcpy(w->grid, d->input->grid, sizeof w->grid);
  memcpy(w->block, d->input->block, sizeof w->block);
  memcpy(w->block_idx, d->fault->block_idx, sizeof w->block_idx);
  memcpy(w->thread_idx, d->fault->thread_idx, sizeof w->thread_idx);
  w->shared_bytes = d->input->dynamic_shared;
  w->device_bytes = (uint64_t)d->device_bytes;
  if (c) {
    w->case_label = m2k_case_name(c, run->arena);
    w->case_loc = c->place;
  }
  return w;
}

/* What integer tensors held where the run looked: without it nobody could
 * replay the witness. */
static void say_contents(const m2k_case_run *run, const m2k_replay_input *in,
                         m2k_finding *out) {
  enum { MOST = 4 };
  const m2k_summary *s = run->binding->sum;
  m2k_str text = {0};
  uint32_t nth = 0, said = 0;
  for (uint32_t r = 0; r < s->regions.len; r++) {
    if (s->regions.at[r].space != M2K_REGION_GLOBAL)
      continue;
    const m2k_replay_region *held = &in->regions[nth++];
    const m2k_tensor_clause *t = run->binding->regions[r].clause;
    m2k_dtype_kind kind = t ? m2k_dtype_kind_of(t->dtype) : M2K_DTYPE_KIND_ANY;
    for (uint32_t i = 0; i < held->word_count && said < MOST; i++) {
      const m2k_replay_word *w = &held->words[i];
      if ((kind != M2K_DTYPE_KIND_SIGNED && kind != M2K_DTYPE_KIND_UNSIGNED) ||
          w->size != held->elem_size || w->offset + w->size > held->size)
        continue;
      m2k_i128 v = m2k_witness_element(w, t->dtype);
      m2k_str_addf(&text, "%s'%s' holds %s at element %llu",
                   said++ ? ", " : "where ",
                   m2k_bind_region_name(run->binding, r), number(run, v),
                   (unsigned long long)(w->offset / w->size));
    }
  }
  if (said)
    add_note(run, out, out->access_loc,
             m2k_strdup(run->arena, m2k_str_text(&text)));
  m2k_str_free(&text);
}

m2k_finding m2k_finding_of(const m2k_case_run *run,
                           const m2k_run_kernel *kernel,
                           const m2k_decision *d) {
  const m2k_fault *f = d->fault;
  const m2k_summary *s = run->binding->sum;
  uint32_t r = m2k_fault_region(run->binding, f);
  m2k_finding out = {.check = d->check,
                     .verdict = M2K_VERDICT_BUG,
                     .status = M2K_STATUS_CONFIRMED,
                     .kernel = kernel->display,
                     .mangled = kernel->mangled,
                     .access = f->is_atomic  ? M2K_ACCESS_ATOMIC
                               : f->is_write ? M2K_ACCESS_WRITE
                                             : M2K_ACCESS_READ,
                     .access_bytes = (uint32_t)f->size,
                     .access_loc = place(run, f->inst)};
  uint32_t elem = 0;
  const m2k_inst *in = &s->fn->insts[f->inst];
  out.region =
      in->op == M2K_OP_EVENT && in->text && in->text[0] ? in->text : "memory";
  if (r != M2K_NONE) {
    out.region = m2k_bind_region_name(run->binding, r);
    out.region_shape = run->binding->regions[r].shape;
    elem = run->binding->regions[r].elem_size;
  }
  /* Arrays of the kernel itself: elements as wide as the access. */
  if (!elem && f->size <= 16 && f->region_size % f->size == 0)
    elem = (uint32_t)f->size;
  if (d->check == M2K_CHECK_INDEX_OVERFLOW)
    say_overflow(run, f, &out, elem);
  else
    say_bounds(run, d, &out, elem,
               r != M2K_NONE && run->binding->regions[r].absent);
  say_contents(run, d->input, &out);
  out.witness = witness_of(run, d);
  return out;
}
