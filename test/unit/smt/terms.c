/*
 * Builders against naive evaluation: random operations over a few symbols, each
 * computed directly under many assignments and by m2k_term_eval of the built
 * term; every value must lie in the term's range.
 */
#include "passes/base/vec.h"
#include "passes/smt/term.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { WORLDS = 12, SYMS = 6, BOOLS = 2, NODES = 60, ROUNDS = 1500 };

typedef struct value {
  m2k_i128 v;
  bool ok;
} value;

typedef struct entry {
  m2k_term t;
  bool is_bool;
  value at[WORLDS];
} entry;

typedef struct world {
  uint64_t seed;
  m2k_bank *bank;
  entry pool[NODES + SYMS + BOOLS + 8];
  uint32_t len;
  m2k_term leaf[SYMS + BOOLS];
  uint32_t leaves;
  uint32_t now;
} world;

static uint64_t next(uint64_t *seed) {
  *seed ^= *seed << 13;
  *seed ^= *seed >> 7;
  *seed ^= *seed << 17;
  return *seed * 0x2545F4914F6CDD1Du >> 11;
}

static m2k_i128 between(uint64_t *seed, m2k_i128 lo, m2k_i128 hi) {
  return lo + (m2k_i128)(next(seed) % (uint64_t)(hi - lo + 1));
}

static void add_leaves(world *w) {
  static const int64_t spans[][2] = {{0, 7},       {-5, 9},    {0, 4000000000},
                                     {1, 1 << 20}, {-100, -1}, {0, 64}};
  static const uint32_t mods[] = {1, 1, 1, 8, 1, 16};
  for (uint32_t i = 0; i < SYMS; ++i) {
    entry *e = &w->pool[w->len++];
    m2k_range r = {spans[i][0], spans[i][1], mods[i],
                   i == 3 ? next(&w->seed) % 2 * 4 : 0};
    e->t = m2k_sym_range(w->bank, "s", r, i);
    r = m2k_range_of(w->bank, e->t);
    e->is_bool = false;
    for (uint32_t k = 0; k < WORLDS; ++k) {
      m2k_i128 v = between(&w->seed, 0, (r.hi - r.lo) / (m2k_i128)r.mod);
      if (next(&w->seed) % 4 == 0)
        v = 0;
      e->at[k] = (value){r.lo + v * (m2k_i128)r.mod, true};
    }
    w->leaf[w->leaves++] = e->t;
  }
  for (uint32_t i = 0; i < BOOLS; ++i) {
    entry *e = &w->pool[w->len++];
    e->t = m2k_bool_sym(w->bank, "p", i);
    e->is_bool = true;
    for (uint32_t k = 0; k < WORLDS; ++k)
      e->at[k] = (value){(m2k_i128)(next(&w->seed) % 2), true};
    w->leaf[w->leaves++] = e->t;
  }
}

static bool leaf_value(void *data, m2k_term leaf, m2k_i128 *out) {
  world *w = data;
  for (uint32_t i = 0; i < w->leaves; ++i)
    if (w->leaf[i] == leaf) {
      *out = w->pool[i].at[w->now].v;
      return true;
    }
  return false;
}

static const entry *pick(world *w, bool is_bool) {
  for (;;) {
    const entry *e = &w->pool[next(&w->seed) % w->len];
    if (e->is_bool == is_bool)
      return e;
  }
}

static m2k_i128 fdiv(m2k_i128 a, m2k_i128 b) {
  m2k_i128 q = a / b, r = a % b;
  return r != 0 && (r < 0) != (b < 0) ? q - 1 : q;
}

static m2k_i128 wrap(m2k_i128 v, uint32_t width, bool is_signed) {
  m2k_u128 m = (m2k_u128)v & (((m2k_u128)1 << width) - 1);
  if (is_signed && m >> (width - 1))
    return (m2k_i128)m - ((m2k_i128)1 << width);
  return (m2k_i128)m;
}

enum {
  OP_ADD,
  OP_SUB,
  OP_MUL,
  OP_SCALE,
  OP_OFFSET,
  OP_DIV,
  OP_MOD,
  OP_DIVC,
  OP_MODC,
  OP_TDIV,
  OP_TREM,
  OP_MIN,
  OP_MAX,
  OP_ITE,
  OP_SWRAP,
  OP_UWRAP,
  OP_AND,
  OP_OR,
  OP_XOR,
  OP_MASK,
  OP_ORC,
  OP_XORC,
  OP_POPC,
  OP_CLZ,
  OP_CTZ,
  OP_POW2,
  OP_LE,
  OP_EQ,
  OP_EQB,
  OP_NOT,
  OP_LAND,
  OP_LOR,
  OP_BITE,
  OP_COUNT
};

typedef struct job {
  int op;
  const entry *a, *b, *c;
  m2k_i128 k;
  uint32_t width;
} job;

static bool gives_bool(int op) { return op >= OP_LE; }

static job choose(world *w) {
  static const m2k_i128 constants[] = {0, 1, -1, 2, 3, 4, 8, 32, 100, -4, 4096};
  static const uint32_t widths[] = {1, 5, 8, 16, 31, 32, 64};
  job j = {.op = (int)(next(&w->seed) % OP_COUNT)};
  j.width = widths[next(&w->seed) % 7];
  j.k = constants[next(&w->seed) % 11];
  bool bool_args = j.op == OP_EQB || j.op >= OP_NOT;
  j.a = pick(w, bool_args);
  j.b = pick(w, bool_args);
  j.c = pick(w, true);
  return j;
}

static m2k_term masked(m2k_bank *bank, m2k_term t, uint32_t width) {
  return m2k_uwrap(bank, t, width);
}

static m2k_term build_bits(m2k_bank *bank, const job *j) {
  m2k_term a = masked(bank, j->a->t, j->width);
  m2k_term b = masked(bank, j->b->t, j->width);
  m2k_term k = m2k_const(bank, wrap(j->k, j->width, false));
  switch (j->op) {
  case OP_AND:
    return m2k_bitand(bank, a, b, j->width);
  case OP_OR:
    return m2k_bitor(bank, a, b, j->width);
  case OP_XOR:
    return m2k_bitxor(bank, a, b, j->width);
  case OP_MASK:
    return m2k_bitand(bank, a, k, j->width);
  case OP_ORC:
    return m2k_bitor(bank, k, a, j->width);
  case OP_XORC:
    return m2k_bitxor(bank, a, k, j->width);
  case OP_POPC:
    return m2k_apply(bank, M2K_APP_POPC, 64, &a, 1, 0, 64);
  case OP_CLZ:
    return m2k_apply(bank, M2K_APP_CLZ, j->width, &a, 1, 0, 64);
  case OP_CTZ:
    return m2k_apply(bank, M2K_APP_CTZ, j->width, &a, 1, 0, 64);
  default:
    a = j->a->t;
    return m2k_apply(bank, M2K_APP_POW2, j->width, &a, 1, 0, M2K_INF);
  }
}

static m2k_term build(m2k_bank *bank, const job *j) {
  m2k_term a = j->a->t, b = j->b->t, c = j->c->t;
  m2k_term k = m2k_const(bank, j->k);
  switch (j->op) {
  case OP_ADD:
    return m2k_add(bank, a, b);
  case OP_SUB:
    return m2k_sub(bank, a, b);
  case OP_MUL:
    return m2k_mul(bank, a, b);
  case OP_SCALE:
    return m2k_scale(bank, a, j->k);
  case OP_OFFSET:
    return m2k_offset(bank, a, j->k);
  case OP_DIV:
    return m2k_div(bank, a, b);
  case OP_MOD:
    return m2k_mod(bank, a, b);
  case OP_DIVC:
    return m2k_div(bank, a, k);
  case OP_MODC:
    return m2k_mod(bank, a, k);
  case OP_TDIV:
    return m2k_tdiv(bank, a, b);
  case OP_TREM:
    return m2k_trem(bank, a, b);
  case OP_MIN:
    return m2k_min(bank, a, b);
  case OP_MAX:
    return m2k_max(bank, a, b);
  case OP_ITE:
  case OP_BITE:
    return m2k_ite(bank, c, a, b);
  case OP_SWRAP:
    return m2k_swrap(bank, a, j->width);
  case OP_UWRAP:
    return m2k_uwrap(bank, a, j->width);
  case OP_LE:
    return m2k_le(bank, a, b);
  case OP_EQ:
  case OP_EQB:
    return m2k_eq(bank, a, b);
  case OP_NOT:
    return m2k_not(bank, a);
  case OP_LAND:
    return m2k_and(bank, a, b);
  case OP_LOR:
    return m2k_or(bank, a, b);
  default:
    return build_bits(bank, j);
  }
}

static value naive_bits(const job *j, m2k_i128 x, m2k_i128 y) {
  uint64_t a = (uint64_t)wrap(x, j->width, false);
  uint64_t b = (uint64_t)wrap(y, j->width, false);
  uint64_t k = (uint64_t)wrap(j->k, j->width, false);
  int64_t high = a ? 63 - __builtin_clzll(a) : -1;
  switch (j->op) {
  case OP_AND:
    return (value){a & b, true};
  case OP_OR:
    return (value){a | b, true};
  case OP_XOR:
    return (value){a ^ b, true};
  case OP_MASK:
    return (value){a & k, true};
  case OP_ORC:
    return (value){a | k, true};
  case OP_XORC:
    return (value){a ^ k, true};
  case OP_POPC:
    return (value){__builtin_popcountll(a), true};
  case OP_CLZ:
    return (value){(m2k_i128)j->width - 1 - high, true};
  case OP_CTZ:
    return (value){a ? __builtin_ctzll(a) : (int)j->width, true};
  default:
    return (value){x >= 0 && x < j->width ? (m2k_i128)1 << x : 0, true};
  }
}

static value naive(const job *j, uint32_t i) {
  m2k_i128 a = j->a->at[i].v, b = j->b->at[i].v, c = j->c->at[i].v, k = j->k;
  switch (j->op) {
  case OP_ADD:
    return (value){a + b, true};
  case OP_SUB:
    return (value){a - b, true};
  case OP_MUL:
    return (value){a * b, true};
  case OP_SCALE:
    return (value){a * k, true};
  case OP_OFFSET:
    return (value){a + k, true};
  case OP_DIV:
    return (value){b ? fdiv(a, b) : 0, b != 0};
  case OP_MOD:
    return (value){b ? a - b * fdiv(a, b) : 0, b != 0};
  case OP_DIVC:
    return (value){k ? fdiv(a, k) : 0, k != 0};
  case OP_MODC:
    return (value){k ? a - k * fdiv(a, k) : 0, k != 0};
  case OP_TDIV:
    return (value){b ? a / b : 0, b != 0};
  case OP_TREM:
    return (value){b ? a % b : 0, b != 0};
  case OP_MIN:
    return (value){a < b ? a : b, true};
  case OP_MAX:
    return (value){a > b ? a : b, true};
  case OP_ITE:
  case OP_BITE:
    return (value){c ? a : b, true};
  case OP_SWRAP:
    return (value){wrap(a, j->width, true), true};
  case OP_UWRAP:
    return (value){wrap(a, j->width, false), true};
  case OP_LE:
    return (value){a <= b, true};
  case OP_EQ:
  case OP_EQB:
    return (value){a == b, true};
  case OP_NOT:
    return (value){!a, true};
  case OP_LAND:
    return (value){a && b, true};
  case OP_LOR:
    return (value){a || b, true};
  default:
    return naive_bits(j, a, b);
  }
}

static bool is_small(m2k_i128 v) {
  return v < ((m2k_i128)1 << 50) && v > -((m2k_i128)1 << 50);
}

static void complain(world *w, const job *j, m2k_term t, m2k_i128 want,
                     m2k_i128 got) {
  m2k_str s = {0};
  char x[48], y[48];
  m2k_term_print(w->bank, j->a->t, &s);
  m2k_str_add(&s, "  ,  ");
  m2k_term_print(w->bank, j->b->t, &s);
  m2k_str_add(&s, "  =>  ");
  m2k_term_print(w->bank, t, &s);
  fail_msg("op %d width %u: %s: want %s, got %s", j->op, j->width,
           m2k_str_text(&s), m2k_i128_text(want, x), m2k_i128_text(got, y));
}

/* Numbers beyond 128 bits: the builder gave up, and nothing is claimed. */
static bool gave_up(const world *w, m2k_term t) {
  m2k_str s = {0};
  m2k_term_print(w->bank, t, &s);
  bool up = s.at && strstr(s.at, "overflown");
  m2k_str_free(&s);
  return up;
}

static void check(world *w, const job *j, m2k_term t, const value *want) {
  m2k_i128 got;
  for (w->now = 0; w->now < WORLDS; ++w->now) {
    if (!want[w->now].ok)
      continue;
    m2k_i128 v = want[w->now].v;
    bool ok = m2k_term_eval(w->bank, t, leaf_value, w, &got);
    if ((!ok || got != v) && !gave_up(w, t))
      complain(w, j, t, v, got);
    m2k_range r = m2k_range_of(w->bank, t);
    if (m2k_sort_of(w->bank, t) == M2K_SORT_INT &&
        (v < r.lo || v > r.hi ||
         (v - (m2k_i128)r.rem) % (m2k_i128)r.mod != 0)) {
      printf("range %lld..%lld mod %llu rem %llu\n", (long long)r.lo,
             (long long)r.hi, (unsigned long long)r.mod,
             (unsigned long long)r.rem);
      complain(w, j, t, v, got);
    }
  }
}

/* Division by zero in one world spoils it for what is built on top. */
static bool step(world *w) {
  job j = choose(w);
  value want[WORLDS];
  bool usable = true;
  for (uint32_t i = 0; i < WORLDS; ++i) {
    want[i] = naive(&j, i);
    usable = usable && want[i].ok && is_small(want[i].v);
  }
  m2k_term t = build(w->bank, &j);
  check(w, &j, t, want);
  if (!usable)
    return false;
  entry *e = &w->pool[w->len++];
  e->t = t;
  e->is_bool = gives_bool(j.op);
  memcpy(e->at, want, sizeof want);
  return true;
}

static void random_operations(void **state) {
  (void)state;
  world *w = calloc(1, sizeof *w);
  w->bank = m2k_bank_new();
  w->seed = 0x123456789ABCDEFu;
  for (uint32_t round = 0; round < ROUNDS; ++round) {
    m2k_bank_mark mark = m2k_bank_get_mark(w->bank);
    w->len = w->leaves = 0;
    add_leaves(w);
    for (uint32_t i = 0; i < NODES; ++i)
      step(w);
    if (round % 3)
      m2k_bank_rewind(w->bank, mark);
  }
  m2k_bank_free(w->bank);
  free(w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(random_operations)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
