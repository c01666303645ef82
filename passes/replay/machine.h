/*
 * Inside of passes/replay: the state of a run, shared by its files. Nothing
 * outside this directory includes it.
 *
 * Lifetime: everything here lives in the run's own arena and ends with the
 * run; faults and texts go to the caller's arena.
 */
#ifndef M2K_REPLAY_MACHINE_H
#define M2K_REPLAY_MACHINE_H

#include "passes/base/vec.h"
#include "passes/replay/memory.h"
#include "passes/replay/replay.h"
#include "passes/replay/value.h"

enum { M2K_WARP = 32 };

typedef enum m2k_mode {
  M2K_MODE_THREAD,
  M2K_MODE_BLOCK,
  M2K_MODE_GRID
} m2k_mode;

/* One scalar of a type. */
typedef struct m2k_leaf {
  uint64_t offset;    /* bytes from the start of the type */
  uint32_t bits;      /* 1..64 */
  m2k_type_kind kind; /* INT, a float, PTR, or OTHER: not executable */
} m2k_leaf;

typedef struct m2k_leaves {
  const m2k_leaf *at;
  uint32_t len; /* M2K_NONE: not computed yet */
} m2k_leaves;

/* An instruction with its operands' places resolved; numbered as in fn. */
typedef struct m2k_step {
  const m2k_inst *ir;
  uint16_t op;
  uint8_t bits;     /* of a result leaf, if all are alike, else 0 */
  uint8_t from;     /* the same for operand 0 */
  bool wide;        /* some operand or result is an integer over 64 bits */
  bool packed;      /* a load whose bits the function takes apart */
  const void *math; /* calls of float functions: exec_math's row, or null */
  uint32_t lanes;   /* result leaves */
  uint32_t dst;     /* first slot of the result */
  uint32_t a, b, c; /* first slots of the first three operands */
  uint32_t inst;
} m2k_step;

/* A branch that a wrapped value decided: until control is where it would have
 * come to anyway, all that happens hangs on it. */
typedef struct m2k_misled {
  uint32_t decider; /* a wrap, or 0: no such branch */
  uint32_t until;   /* block, or M2K_NONE: the thread's end */
} m2k_misled;

typedef enum m2k_thread_state {
  M2K_THREAD_RUN,
  M2K_THREAD_BARRIER, /* waits at a block barrier */
  M2K_THREAD_WARP,    /* waits at a warp primitive */
  M2K_THREAD_DONE
} m2k_thread_state;

typedef struct m2k_thread {
  struct m2k_run *run;
  m2k_rv *frame;
  m2k_object *locals; /* params, then allocas */
  uint32_t pc;        /* instruction */
  uint32_t block;     /* of the IR */
  m2k_thread_state state;
  uint32_t tid[3], linear, lane;
  uint32_t barrier_id, barrier_count; /* 0: all */
  uint32_t warp_mask;
  m2k_misled misled; /* the first that still counts */
} m2k_thread;

typedef struct m2k_run {
  m2k_arena *arena, *out;
  const m2k_replay_input *in;
  const m2k_fn *fn;
  m2k_mode mode;
  bool others_global; /* threads that do not run may write global memory */
  bool others_shared;
  m2k_step *steps;
  m2k_leaves *leaves; /* by type */
  uint32_t *slot_of;  /* by value */
  uint32_t *def_of;   /* by value: defining instruction, or none */
  uint32_t slots, const_slots;
  m2k_rv *consts;  /* the first const_slots of a frame; arguments are empty */
  m2k_rv *frames;  /* of all threads */
  m2k_rv *scratch; /* for phis */
  m2k_memory memory;
  m2k_object *objects; /* by id, 1..shared_count: common to all threads */
  uint32_t first_global, dynamic, first_local, object_count;
  uint32_t *alloca_id; /* by instruction */
  m2k_vec_u32 allocas; /* their instructions, by id */
  m2k_thread *threads;
  uint32_t thread_count;
  uint32_t block_idx[3];
  M2K_VEC(m2k_wrapped) wraps; /* index 0 is unused */
  uint32_t *wrap_of;          /* by instruction, once there are too many */
  M2K_VEC(m2k_fault) faults;
  uint8_t *fault_seen; /* by instruction: bits kind and operand */
  uint64_t fuel, executed;
  bool stopped;
  m2k_replay_status status;
  const char *why;
} m2k_run;

/* run.c: ends the run with a status; the first reason stays. */
void m2k_stop(m2k_run *run, m2k_replay_status status, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
/* ... because of an undefined value at `what` ("address", "branch"). */
void m2k_stop_undefined(m2k_thread *t, const m2k_step *s, const char *what);

/* decode.c */
void m2k_decode(m2k_run *run);
const m2k_leaves *m2k_leaves_of(m2k_run *run, m2k_type type);

/* setup.c: objects and arguments */
void m2k_setup_objects(m2k_run *run);
void m2k_setup_thread(m2k_run *run, m2k_thread *t);
m2k_object *m2k_object_of(m2k_thread *t, uint32_t id);
m2k_rv m2k_address(const m2k_object *object, uint32_t id, int64_t offset);
/* effects.c: marks the objects that the kernel writes. */
void m2k_mark_written(m2k_run *run);

static inline m2k_rv *m2k_slot(m2k_thread *t, const m2k_step *s,
                               uint32_t operand) {
  return &t->frame[t->run->slot_of[s->ir->ops[operand]]];
}
static inline const m2k_type_info *
m2k_operand_type(const m2k_run *run, const m2k_step *s, uint32_t operand) {
  return m2k_type_of(run->fn, m2k_value_of(run->fn, s->ir->ops[operand])->type);
}

/* exec_int.c */
void m2k_exec_int(m2k_thread *t, const m2k_step *s);
void m2k_exec_gep(m2k_thread *t, const m2k_step *s);
bool m2k_compare(m2k_pred pred, uint64_t a, uint64_t b, unsigned width);
/* A result with these machine bits and this exact value. */
m2k_rv m2k_rv_make(uint64_t bits, unsigned width, m2k_i128 exact, bool huge);

/* wrap.c */
/* The wrap to blame when the value is read signed or unsigned at `width`, made
 * at `def` if it has none of its own; 0 when it reads as its exact value. */
uint32_t m2k_read_signed(m2k_run *run, const m2k_rv *v, unsigned width,
                         uint32_t def);
uint32_t m2k_read_unsigned(m2k_run *run, const m2k_rv *v, unsigned width,
                           uint32_t def);
/* A wrap at instruction `inst`. */
uint32_t m2k_wrap_new(m2k_run *run, uint32_t inst, m2k_i128 machine,
                      m2k_i128 exact, bool huge, unsigned bits);
/* History of a ring operation's result: the operands' first wraps, then its
 * own. */
void m2k_wrap_history(m2k_run *run, const m2k_step *s, const m2k_rv *a,
                      const m2k_rv *b, m2k_rv *r);
/* The wrap that decided a comparison of `a` with `b`; 0 when their exact values
 * compare as the machine's did, with `result`. */
uint32_t m2k_wrap_decides(m2k_run *run, const m2k_step *s, const m2k_rv *a,
                          const m2k_rv *b, bool result);
static inline m2k_i128 m2k_read_as(uint64_t bits, unsigned width,
                                   bool is_signed) {
  return is_signed ? (m2k_i128)m2k_signed(bits, width) : (m2k_i128)bits;
}

/* exec_wide.c */
void m2k_exec_wide(m2k_thread *t, const m2k_step *s);
void m2k_exec_bitcast(m2k_thread *t, const m2k_step *s);

/* exec_float.c */
void m2k_exec_float(m2k_thread *t, const m2k_step *s);
double m2k_float_value(uint64_t bits, m2k_type_kind kind);
uint64_t m2k_float_bits(double value, m2k_type_kind kind);
bool m2k_is_float(m2k_type_kind kind);

/* exec_math.c: math functions by name */
void m2k_exec_math(m2k_thread *t, const m2k_step *s);
/* What a float function of this name computes; null when not known. */
const void *m2k_math_find(const char *name);

/* exec_value.c: aggregates, vectors, select */
void m2k_exec_value(m2k_thread *t, const m2k_step *s);

/* exec_mem.c */
void m2k_exec_memory(m2k_thread *t, const m2k_step *s);
void m2k_exec_event(m2k_thread *t, const m2k_step *s);

/* access.c: where an address points, and faults */
typedef struct m2k_access {
  m2k_object *object; /* null: stop, or a fault */
  uint64_t offset;
  bool shared_with_others; /* threads that do not run may write there */
} m2k_access;
/* False when the access must not be made: a fault, or the run has stopped. */
bool m2k_access_check(m2k_thread *t, const m2k_step *s, uint32_t operand,
                      const m2k_rv *address, uint64_t size, bool is_write,
                      m2k_access *out);
void m2k_fault_add(m2k_thread *t, const m2k_fault *fault);

/* exec_copy.c */
void m2k_exec_copy(m2k_thread *t, const m2k_step *s);
/* exec_atomic.c */
void m2k_exec_atomic(m2k_thread *t, const m2k_step *s);

/* exec_call.c; true: the thread waits, or has ended, at this instruction */
bool m2k_exec_call(m2k_thread *t, const m2k_step *s);
void m2k_exec_asm(m2k_thread *t, const m2k_step *s);
/* exec_intcall.c */
void m2k_exec_intcall(m2k_thread *t, const m2k_step *s);

/* exec_warp.c */
/* Completes a warp primitive for the lanes of `group` that are not null. */
void m2k_finish_group(m2k_thread *const *group, const m2k_step *s);
/* A shuffle where only the own lane is known. */
void m2k_shuffle_alone(m2k_thread *t, const m2k_step *s);

/* sync.c; true: the thread waits */
bool m2k_exec_sync(m2k_thread *t, const m2k_step *s);
/* Lets go on whoever can, when no thread runs. False: nobody. */
bool m2k_release(m2k_run *run);

/* Sets all result leaves undefined. */
static inline void m2k_undefine(m2k_thread *t, const m2k_step *s) {
  for (uint32_t i = 0; i < s->lanes; i++)
    t->frame[s->dst + i] = m2k_rv_undef();
}

#endif
