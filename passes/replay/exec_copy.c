/* Block copies and fills. Values keep their shadow where they are whole. */
#include "passes/replay/machine.h"

enum { COPY_MAX = 1 << 24 }; /* bytes; more would not end within fuel */

/* Bytes to copy at once: a shadowed value whole, else what alignment allows. */
static unsigned chunk(m2k_object *from, uint64_t at, uint64_t left) {
  unsigned cell = m2k_memory_cell(from, at);
  if (cell && cell <= left)
    return cell;
  if (left >= 4 && at % 4 == 0)
    return 4;
  return 1;
}

static void copy(m2k_run *run, const m2k_access *to, const m2k_access *from,
                 uint64_t size) {
  M2K_VEC(m2k_rv) values = {0};
  m2k_vec_u32 sizes = {0};
  for (uint64_t at = 0; at < size;) {
    unsigned n = chunk(from->object, from->offset + at, size - at);
    m2k_vec_push(&sizes, n);
    m2k_vec_push(&values, m2k_memory_load(from->object, from->offset + at,
                                          8 * n, from->shared_with_others));
    at += n;
  }
  uint64_t at = 0;
  for (uint32_t i = 0; i < sizes.len; at += sizes.at[i++])
    m2k_memory_store(&run->memory, to->object, to->offset + at, 8 * sizes.at[i],
                     &values.at[i]);
  m2k_vec_free(&values);
  m2k_vec_free(&sizes);
}

static void fill(m2k_run *run, const m2k_access *to, const m2k_rv *byte,
                 uint64_t size) {
  for (uint64_t at = 0; at < size; at++)
    m2k_memory_store(&run->memory, to->object, to->offset + at, 8, byte);
}

void m2k_exec_copy(m2k_thread *t, const m2k_step *s) {
  m2k_run *run = t->run;
  bool is_copy = s->op == M2K_OP_MEMCPY;
  const m2k_rv *size = &t->frame[s->c];
  m2k_access to = {0}, from = {0};
  if (m2k_rv_is_undef(size)) {
    m2k_stop_undefined(t, s, "size of a copy");
    return;
  }
  if (!size->bits)
    return;
  bool ok = m2k_access_check(t, s, 0, &t->frame[s->a], size->bits, true, &to);
  if (is_copy && !run->stopped)
    ok &= m2k_access_check(t, s, 1, &t->frame[s->b], size->bits, false, &from);
  if (!ok || run->stopped)
    return;
  run->executed += size->bits / 8;
  if (size->bits > COPY_MAX)
    m2k_stop(run, M2K_REPLAY_UNSUPPORTED, "a copy of over %d bytes", COPY_MAX);
  else if (is_copy)
    copy(run, &to, &from, size->bits);
  else
    fill(run, &to, &t->frame[s->b], size->bits);
}
