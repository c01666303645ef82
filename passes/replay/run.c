/* Running threads, blocks and grids. */
#include "passes/base/bug.h"
#include "passes/replay/machine.h"

#include <stdarg.h>

enum { FUEL = 50000000 };

void m2k_stop(m2k_run *run, m2k_replay_status status, const char *fmt, ...) {
  va_list args;
  if (run->stopped)
    return;
  run->stopped = true;
  run->status = status;
  va_start(args, fmt);
  run->why = m2k_vprintf(run->out, fmt, args);
  va_end(args);
}

void m2k_stop_undefined(m2k_thread *t, const m2k_step *s, const char *what) {
  m2k_stop(t->run,
           t->run->mode == M2K_MODE_THREAD ? M2K_REPLAY_NEEDS_BLOCK
                                           : M2K_REPLAY_UNDEFINED,
           "instruction %u: the %s depends on a value that is not known",
           s->inst, what);
}

/* ---- control flow ---- */

/* The values that meet where a misled branch ends hang on it; returns the wrap
 * that decided it, or 0. */
static uint32_t end_misled(m2k_thread *t, uint32_t to) {
  uint32_t decider = t->misled.until == to ? t->misled.decider : 0;
  if (decider)
    t->misled = (m2k_misled){0, 0};
  return decider;
}

/* Phis read all their operands before any of them is written. */
static void enter_block(m2k_thread *t, uint32_t to) {
  m2k_run *run = t->run;
  uint32_t decider = t->misled.decider ? end_misled(t, to) : 0;
  const m2k_block *b = &run->fn->blocks[to];
  const m2k_step *s = &run->steps[b->first];
  m2k_rv *scratch = run->scratch;
  uint32_t n = 0;
  for (uint32_t i = 0; i < b->count && s[i].op == M2K_OP_PHI; i++) {
    uint32_t k = 0;
    while (k + 1 < s[i].ir->op_count && s[i].ir->imm[k] != (int64_t)t->block)
      k++;
    memcpy(&scratch[n], m2k_slot(t, &s[i], k), s[i].lanes * sizeof *scratch);
    n += s[i].lanes;
  }
  n = 0;
  t->pc = b->first;
  for (uint32_t i = 0; i < b->count && s[i].op == M2K_OP_PHI; i++) {
    memcpy(&t->frame[s[i].dst], &scratch[n], s[i].lanes * sizeof *scratch);
    for (uint32_t k = 0; decider && k < s[i].lanes; k++)
      if (!t->frame[s[i].dst + k].decider)
        t->frame[s[i].dst + k].decider = decider;
    n += s[i].lanes;
    t->pc++;
  }
  t->block = to;
}

static void exec_switch(m2k_thread *t, const m2k_step *s) {
  const m2k_rv *v = &t->frame[s->a];
  uint32_t words =
      m2k_leaves_of(t->run, m2k_value_of(t->run->fn, s->ir->ops[0])->type)->len;
  for (uint32_t w = 0; w < words; w++)
    if (m2k_rv_is_undef(&v[w])) {
      m2k_stop_undefined(t, s, "switch");
      return;
    }
  uint32_t k = 1;
  for (; k < s->ir->op_count; k++) {
    bool same = true;
    for (uint32_t w = 0; w < words; w++)
      same &= v[w].bits == m2k_slot(t, s, k)[w].bits;
    if (same)
      break;
  }
  enter_block(t, (uint32_t)s->ir->imm[k < s->ir->op_count ? k : 0]);
}

/* Keeps the first wrap that decided a branch: what follows hangs on it. */
static void note_misled(m2k_thread *t, const m2k_rv *cond) {
  if (cond->decider && !t->misled.decider)
    t->misled = (m2k_misled){cond->decider, t->run->fn->blocks[t->block].ipdom};
}

static void exec_branch(m2k_thread *t, const m2k_step *s) {
  const m2k_rv *cond = &t->frame[s->a];
  if (m2k_rv_is_undef(cond)) {
    m2k_stop_undefined(t, s, "branch");
    return;
  }
  note_misled(t, cond);
  enter_block(t, (uint32_t)s->ir->imm[cond->bits & 1 ? 0 : 1]);
}

/* One instruction that is no terminator. True: the thread stays at it. */
static bool exec_one(m2k_thread *t, const m2k_step *s) {
  switch ((m2k_op)s->op) {
  case M2K_OP_GEP:
    m2k_exec_gep(t, s);
    return false;
  case M2K_OP_BITCAST:
    m2k_exec_bitcast(t, s);
    return false;
  case M2K_OP_SELECT:
  case M2K_OP_EXTRACTVALUE:
  case M2K_OP_INSERTVALUE:
  case M2K_OP_EXTRACTELEMENT:
  case M2K_OP_INSERTELEMENT:
  case M2K_OP_SHUFFLEVECTOR:
    m2k_exec_value(t, s);
    return false;
  case M2K_OP_FREEZE:
    memmove(&t->frame[s->dst], &t->frame[s->a], s->lanes * sizeof *t->frame);
    return false;
  case M2K_OP_ALLOCA:
  case M2K_OP_LOAD:
  case M2K_OP_STORE:
    m2k_exec_memory(t, s);
    return false;
  case M2K_OP_ATOMICRMW:
  case M2K_OP_CMPXCHG:
    m2k_exec_atomic(t, s);
    return false;
  case M2K_OP_MEMCPY:
  case M2K_OP_MEMSET:
    m2k_exec_copy(t, s);
    return false;
  case M2K_OP_FENCE:
    return false;
  case M2K_OP_EVENT:
    m2k_exec_event(t, s);
    return t->state != M2K_THREAD_RUN;
  case M2K_OP_CALL:
    return m2k_exec_call(t, s);
  case M2K_OP_ASM:
    m2k_exec_asm(t, s);
    return false;
  case M2K_OP_UNKNOWN:
    m2k_stop(t->run, M2K_REPLAY_UNSUPPORTED, "instruction %u: %s", s->inst,
             s->ir->text);
    return true;
  default:
    if (s->op >= M2K_OP_FNEG && s->op <= M2K_OP_SITOFP)
      m2k_exec_float(t, s);
    else if (s->wide)
      m2k_exec_wide(t, s);
    else
      m2k_exec_int(t, s);
    return false;
  }
}

static bool spent(m2k_run *run) {
  if (run->executed >= run->fuel)
    m2k_stop(run, M2K_REPLAY_FUEL, "more than %llu instructions",
             (unsigned long long)run->fuel);
  else if (run->memory.used > M2K_MEMORY_LIMIT)
    m2k_stop(run, M2K_REPLAY_UNSUPPORTED, "more memory than a replay may take");
  return run->stopped;
}

/* Runs one thread until it waits, ends or the run stops. */
static void run_thread(m2k_thread *t) {
  m2k_run *run = t->run;
  while (t->state == M2K_THREAD_RUN && !run->stopped) {
    const m2k_step *s = &run->steps[t->pc];
    run->executed++;
    switch ((m2k_op)s->op) {
    case M2K_OP_JMP:
      enter_block(t, (uint32_t)s->ir->imm[0]);
      if (spent(run))
        return;
      break;
    case M2K_OP_BR:
      exec_branch(t, s);
      if (spent(run))
        return;
      break;
    case M2K_OP_SWITCH:
      exec_switch(t, s);
      if (spent(run))
        return;
      break;
    case M2K_OP_RET:
    case M2K_OP_UNREACHABLE:
      t->state = M2K_THREAD_DONE;
      break;
    default:
      if (!exec_one(t, s))
        t->pc++;
    }
  }
}

/* ---- threads and blocks ---- */

static void place_thread(m2k_thread *t, uint32_t linear,
                         const uint32_t *block) {
  t->linear = linear;
  t->lane = linear % M2K_WARP;
  t->tid[0] = linear % block[0];
  t->tid[1] = linear / block[0] % block[1];
  t->tid[2] = linear / block[0] / block[1];
}

static uint32_t linear_thread(const m2k_replay_input *in) {
  return in->thread_idx[0] +
         in->block[0] * (in->thread_idx[1] + in->block[1] * in->thread_idx[2]);
}

static bool make_threads(m2k_run *run, uint32_t count) {
  uint64_t locals = run->object_count - run->first_local;
  uint64_t bytes = count * (run->slots * sizeof(m2k_rv) +
                            locals * sizeof(m2k_object) + sizeof(m2k_thread));
  run->memory.used += bytes;
  if (run->memory.used > M2K_MEMORY_LIMIT) {
    spent(run);
    return false;
  }
  run->threads = M2K_NEW_N(run->arena, m2k_thread, count);
  /* Most of a large kernel is not reached: its places stay zero pages. */
  run->frames = calloc((size_t)count * run->slots + 1, sizeof *run->frames);
  if (!run->frames)
    m2k_bug("out of memory");
  run->thread_count = count;
  for (uint32_t i = 0; i < count; i++) {
    m2k_thread *t = &run->threads[i];
    t->run = run;
    t->frame = run->frames + (size_t)i * run->slots;
    t->locals = M2K_NEW_N(run->arena, m2k_object, locals);
    place_thread(t, i, run->in->block);
  }
  return true;
}

static void forget_shared(m2k_run *run) {
  for (uint32_t id = run->first_global; id < run->first_local; id++)
    if (run->objects[id].space != M2K_SPACE_CONSTANT)
      m2k_memory_reset(&run->memory, &run->objects[id]);
}

static bool any_waits(const m2k_run *run) {
  for (uint32_t i = 0; i < run->thread_count; i++)
    if (run->threads[i].state != M2K_THREAD_DONE)
      return true;
  return false;
}

/* Thread after thread, each to where it waits; then whoever may goes on. */
static void run_block(m2k_run *run) {
  forget_shared(run);
  for (uint32_t i = 0; i < run->thread_count; i++)
    m2k_setup_thread(run, &run->threads[i]);
  do {
    for (uint32_t i = 0; i < run->thread_count && !run->stopped; i++)
      run_thread(&run->threads[i]);
  } while (!run->stopped && m2k_release(run));
  if (!run->stopped && any_waits(run))
    m2k_stop(run, M2K_REPLAY_DEADLOCK,
             "threads wait at a barrier that not all of them reach");
}

static uint64_t volume(const uint32_t *dims) {
  return (uint64_t)dims[0] * dims[1] * dims[2];
}

static void run_grid(m2k_run *run) {
  const uint32_t *grid = run->in->grid;
  uint64_t blocks = volume(grid);
  for (uint64_t b = 0; b < blocks && !run->stopped; b++) {
    run->block_idx[0] = (uint32_t)(b % grid[0]);
    run->block_idx[1] = (uint32_t)(b / grid[0] % grid[1]);
    run->block_idx[2] = (uint32_t)(b / grid[0] / grid[1]);
    run_block(run);
  }
}

static void run_alone(m2k_run *run) {
  m2k_thread *t = &run->threads[0];
  place_thread(t, linear_thread(run->in), run->in->block);
  m2k_setup_thread(run, t);
  run_thread(t);
}

/* ---- results ---- */

static m2k_replay_result result_of(m2k_run *run) {
  m2k_replay_result r = {.status = run->status, .why = run->why};
  if (!run->stopped)
    r.status = M2K_REPLAY_DONE;
  r.executed = run->executed;
  r.fault_count = run->faults.len;
  r.faults = M2K_NEW_N(run->out, m2k_fault, run->faults.len);
  if (run->faults.len)
    memcpy(r.faults, run->faults.at, run->faults.len * sizeof *r.faults);
  m2k_vec_free(&run->faults);
  m2k_vec_free(&run->wraps);
  m2k_vec_free(&run->allocas);
  free(run->frames);
  return r;
}

static void prepare(m2k_run *run) {
  run->fuel = run->in->fuel ? run->in->fuel : FUEL;
  run->fault_seen = M2K_NEW_N(run->arena, uint8_t, run->fn->inst_count);
  memcpy(run->block_idx, run->in->block_idx, sizeof run->block_idx);
  m2k_setup_objects(run);
  m2k_decode(run);
  m2k_mark_written(run);
}

static m2k_replay_result replay(m2k_arena *arena, const m2k_replay_input *in,
                                m2k_mode mode) {
  uint64_t threads = volume(in->block);
  bool single = threads == 1;
  if (mode == M2K_MODE_THREAD && single)
    mode = M2K_MODE_BLOCK; /* the thread is the block */
  m2k_run run = {.out = arena, .in = in, .fn = in->fn, .mode = mode};
  run.arena = m2k_arena_new();
  run.others_shared = mode == M2K_MODE_THREAD;
  run.others_global =
      run.others_shared || (mode == M2K_MODE_BLOCK && volume(in->grid) > 1);
  prepare(&run);
  if (threads == 0 || threads > 1024)
    m2k_stop(&run, M2K_REPLAY_UNSUPPORTED, "a block of %llu threads",
             (unsigned long long)threads);
  else if (make_threads(&run,
                        mode == M2K_MODE_THREAD ? 1 : (uint32_t)threads)) {
    if (mode == M2K_MODE_THREAD)
      run_alone(&run);
    else if (mode == M2K_MODE_BLOCK)
      run_block(&run);
    else
      run_grid(&run);
  }
  m2k_replay_result r = result_of(&run);
  m2k_arena_free(run.arena);
  return r;
}

m2k_replay_result m2k_replay_thread(m2k_arena *arena,
                                    const m2k_replay_input *input) {
  return replay(arena, input, M2K_MODE_THREAD);
}

m2k_replay_result m2k_replay_block(m2k_arena *arena,
                                   const m2k_replay_input *input) {
  return replay(arena, input, M2K_MODE_BLOCK);
}

m2k_replay_result m2k_replay_grid(m2k_arena *arena,
                                  const m2k_replay_input *input) {
  return replay(arena, input, M2K_MODE_GRID);
}
