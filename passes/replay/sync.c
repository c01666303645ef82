/*
 * Barriers and warp primitives. A thread that meets one waits; when no thread
 * can run, m2k_release completes those whose participants have all come. In
 * thread mode nobody waits: barriers are passed, and what other lanes would
 * contribute is undefined.
 */
#include "passes/replay/machine.h"

enum { CLUSTER_BARRIER = 1 << 20 };

static bool is_warp_op(const m2k_inst *ir) {
  return ir->cls != M2K_CLASS_BARRIER || ir->sub == M2K_CALL_WARP_SYNC;
}

static uint32_t mask_operand(const m2k_inst *ir) {
  return ir->sub == M2K_CALL_REDUX ? 1 : 0;
}

static bool has_mask(const m2k_inst *ir) {
  return ir->sub != M2K_CALL_ACTIVEMASK && ir->op_count &&
         !(ir->sub == M2K_CALL_VOTE_BALLOT && ir->op_count == 1);
}

static void forget_others(m2k_run *run) {
  for (uint32_t id = 1; id < run->first_local; id++) {
    m2k_object *o = &run->objects[id];
    bool shared = o->space == M2K_SPACE_SHARED || o->space == M2K_SPACE_DYNAMIC;
    if (shared ? run->others_shared : run->others_global && o->written)
      m2k_memory_reset(&run->memory, o);
  }
}

/* Thread mode: other threads may have written since; what they say at a warp
 * primitive is not known. */
static void pass(m2k_thread *t, const m2k_step *s) {
  if (s->ir->cls == M2K_CLASS_BARRIER)
    forget_others(t->run);
  m2k_undefine(t, s);
  if (s->ir->cls == M2K_CLASS_SHUFFLE)
    m2k_shuffle_alone(t, s);
}

static bool barrier_operand(m2k_thread *t, const m2k_step *s, uint32_t operand,
                            uint32_t *to) {
  const m2k_rv *v = m2k_slot(t, s, operand);
  if (m2k_rv_is_undef(v)) {
    m2k_stop_undefined(t, s, "barrier");
    return false;
  }
  *to = (uint32_t)v->bits;
  return true;
}

static bool wait_at_barrier(m2k_thread *t, const m2k_step *s) {
  t->barrier_id = t->barrier_count = 0;
  if (s->ir->sub == M2K_CALL_BARRIER_CLUSTER)
    t->barrier_id = CLUSTER_BARRIER;
  if (s->ir->sub == M2K_CALL_BARRIER_N &&
      ((s->ir->op_count > 0 && !barrier_operand(t, s, 0, &t->barrier_id)) ||
       (s->ir->op_count > 1 && !barrier_operand(t, s, 1, &t->barrier_count))))
    return true;
  t->state = M2K_THREAD_BARRIER;
  return true;
}

bool m2k_exec_sync(m2k_thread *t, const m2k_step *s) {
  t->warp_mask = ~0u;
  if (is_warp_op(s->ir) && has_mask(s->ir) &&
      !barrier_operand(t, s, mask_operand(s->ir), &t->warp_mask))
    return true;
  if (t->run->mode == M2K_MODE_THREAD) {
    pass(t, s);
    return false;
  }
  if (!is_warp_op(s->ir))
    return wait_at_barrier(t, s);
  t->state = M2K_THREAD_WARP;
  return true;
}

/* ---- letting go on ---- */

/* The threads of a warp that wait at the same primitive as `t` with the same
 * mask; false while some member of the mask is still to come. */
static bool warp_group(m2k_run *run, const m2k_thread *t, m2k_thread **group) {
  uint32_t first = t->linear - t->lane;
  bool all = true, by_mask = has_mask(&run->fn->insts[t->pc]);
  for (uint32_t i = 0; i < M2K_WARP; i++) {
    group[i] = NULL;
    if (first + i >= run->thread_count)
      continue;
    m2k_thread *o = &run->threads[first + i];
    bool here = o->state == M2K_THREAD_WARP && o->pc == t->pc &&
                o->warp_mask == t->warp_mask;
    bool member = o == t || !by_mask || (t->warp_mask >> i & 1);
    if (here && member)
      group[i] = o;
    else if (by_mask && member && o->state != M2K_THREAD_DONE)
      all = false;
  }
  return all;
}

static bool release_warps(m2k_run *run) {
  bool any = false;
  for (uint32_t i = 0; i < run->thread_count; i++) {
    m2k_thread *group[M2K_WARP];
    m2k_thread *t = &run->threads[i];
    if (t->state != M2K_THREAD_WARP || !warp_group(run, t, group))
      continue;
    m2k_finish_group(group, &run->steps[t->pc]);
    any = true;
  }
  return any;
}

/* barrier.red: the number of predicates that hold, or whether all or any do. */
static void finish_reduction(m2k_run *run, const m2k_thread *like) {
  uint64_t ones = 0, members = 0;
  bool undef = false;
  const m2k_step *s = &run->steps[like->pc];
  for (uint32_t i = 0; i < run->thread_count; i++) {
    m2k_thread *t = &run->threads[i];
    if (t->state != M2K_THREAD_BARRIER || t->pc != like->pc)
      continue;
    const m2k_rv *v = &t->frame[s->a];
    members++;
    ones += v->bits != 0;
    undef |= m2k_rv_is_undef(v);
  }
  uint64_t r = s->ir->sub == M2K_CALL_BARRIER0_POPC  ? ones
               : s->ir->sub == M2K_CALL_BARRIER0_AND ? ones == members
                                                     : ones != 0;
  for (uint32_t i = 0; i < run->thread_count; i++) {
    m2k_thread *t = &run->threads[i];
    if (t->state == M2K_THREAD_BARRIER && t->pc == like->pc)
      t->frame[s->dst] = undef ? m2k_rv_undef() : m2k_rv_fresh(r, s->bits);
  }
}

static bool is_reduction(const m2k_inst *ir) {
  return ir->result != M2K_NONE && ir->op_count &&
         (ir->sub == M2K_CALL_BARRIER0_POPC ||
          ir->sub == M2K_CALL_BARRIER0_AND || ir->sub == M2K_CALL_BARRIER0_OR);
}

/* The first of the threads that wait at this very instruction. */
static bool is_first(const m2k_run *run, uint32_t thread) {
  for (uint32_t i = 0; i < thread; i++)
    if (run->threads[i].state == M2K_THREAD_BARRIER &&
        run->threads[i].pc == run->threads[thread].pc)
      return false;
  return true;
}

/* Threads that have exited count as arrived. */
static bool barrier_complete(const m2k_run *run, const m2k_thread *like) {
  uint32_t come = 0;
  for (uint32_t i = 0; i < run->thread_count; i++) {
    const m2k_thread *t = &run->threads[i];
    come += t->state == M2K_THREAD_DONE || (t->state == M2K_THREAD_BARRIER &&
                                            t->barrier_id == like->barrier_id);
  }
  uint32_t want = like->barrier_count;
  return come >= (want && want < run->thread_count ? want : run->thread_count);
}

static bool release_barrier(m2k_run *run, const m2k_thread *like) {
  if (!barrier_complete(run, like))
    return false;
  uint32_t id = like->barrier_id;
  for (uint32_t i = 0; i < run->thread_count; i++) {
    m2k_thread *t = &run->threads[i];
    if (t->state != M2K_THREAD_BARRIER || t->barrier_id != id)
      continue;
    if (is_reduction(run->steps[t->pc].ir) && is_first(run, i))
      finish_reduction(run, t);
  }
  for (uint32_t i = 0; i < run->thread_count; i++) {
    m2k_thread *t = &run->threads[i];
    if (t->state == M2K_THREAD_BARRIER && t->barrier_id == id) {
      t->state = M2K_THREAD_RUN;
      t->pc++;
    }
  }
  return true;
}

bool m2k_release(m2k_run *run) {
  if (release_warps(run))
    return true;
  for (uint32_t i = 0; i < run->thread_count; i++)
    if (run->threads[i].state == M2K_THREAD_BARRIER &&
        release_barrier(run, &run->threads[i]))
      return true;
  return false;
}
