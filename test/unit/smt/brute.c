/*
 * Random small questions against enumeration: three symbols over a few values,
 * comparisons of random terms, facts and disjunctions. The query may give up,
 * rarely, but it may never disagree.
 */
#include "passes/base/vec.h"
#include "passes/smt/query.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

enum { SYMS = 3, ROUNDS = 4000 };

typedef struct game {
  uint64_t seed;
  m2k_bank *bank;
  m2k_term sym[SYMS], flag;
  m2k_i128 lo[SYMS], hi[SYMS], now[SYMS], flag_now;
} game;

static uint64_t next(game *g, uint64_t below) {
  g->seed ^= g->seed << 13;
  g->seed ^= g->seed >> 7;
  g->seed ^= g->seed << 17;
  return (g->seed * 0x2545F4914F6CDD1Du >> 20) % below;
}

static bool leaf(void *data, m2k_term t, m2k_i128 *out) {
  game *g = data;
  for (uint32_t i = 0; i < SYMS; ++i)
    if (g->sym[i] == t) {
      *out = g->now[i];
      return true;
    }
  *out = g->flag_now;
  return t == g->flag;
}

static m2k_term integer(game *g, unsigned depth);

static m2k_term truth(game *g, unsigned depth) {
  m2k_term a, b;
  switch (depth ? next(g, 6) : 5) {
  case 0:
    return m2k_or(g->bank, truth(g, depth - 1), truth(g, depth - 1));
  case 1:
    return m2k_and(g->bank, truth(g, depth - 1), truth(g, depth - 1));
  case 2:
    return m2k_not(g->bank, truth(g, depth - 1));
  case 3:
    a = integer(g, depth);
    b = integer(g, depth - 1);
    return m2k_eq(g->bank, a, b);
  case 4:
    return g->flag;
  default:
    a = integer(g, depth);
    b = integer(g, depth ? depth - 1 : 0);
    return m2k_le(g->bank, a, b);
  }
}

static m2k_term positive(game *g, unsigned depth) {
  return m2k_max(g->bank, integer(g, depth), m2k_const(g->bank, 1));
}

static m2k_term integer(game *g, unsigned depth) {
  m2k_bank *bank = g->bank;
  if (depth == 0)
    return next(g, 4) ? g->sym[next(g, SYMS)]
                      : m2k_const(bank, (m2k_i128)next(g, 12) - 4);
  m2k_term a = integer(g, depth - 1), b = integer(g, depth - 1);
  m2k_term k = m2k_const(bank, (m2k_i128)next(g, 6) + 2);
  switch (next(g, 15)) {
  case 0:
  case 1:
    return m2k_add(bank, a, b);
  case 2:
    return m2k_sub(bank, a, b);
  case 3:
  case 4:
    return m2k_mul(bank, a, b);
  case 5:
    return m2k_div(bank, a, k);
  case 6:
    return m2k_mod(bank, a, k);
  case 7:
    return m2k_div(bank, a, positive(g, depth - 1));
  case 8:
    return m2k_mod(bank, a, positive(g, depth - 1));
  case 9:
    return m2k_min(bank, a, b);
  case 10:
    return m2k_ite(bank, truth(g, depth - 1), a, b);
  case 11:
    return m2k_uwrap(bank, a, 3);
  case 12:
    return m2k_swrap(bank, a, 4);
  case 13:
    return m2k_bitand(bank, m2k_uwrap(bank, a, 4), m2k_uwrap(bank, b, 4), 4);
  default:
    return m2k_bitxor(bank, m2k_uwrap(bank, a, 4), m2k_uwrap(bank, b, 4), 4);
  }
}

static bool possible(game *g, const m2k_term *terms, uint32_t count) {
  m2k_i128 v;
  for (g->now[0] = g->lo[0]; g->now[0] <= g->hi[0]; ++g->now[0])
    for (g->now[1] = g->lo[1]; g->now[1] <= g->hi[1]; ++g->now[1])
      for (g->now[2] = g->lo[2]; g->now[2] <= g->hi[2]; ++g->now[2])
        for (g->flag_now = 0; g->flag_now < 2; ++g->flag_now) {
          bool all = true;
          for (uint32_t i = 0; all && i < count; ++i)
            all = m2k_term_eval(g->bank, terms[i], leaf, g, &v) && v;
          if (all)
            return true;
        }
  return false;
}

static void show(game *g, const m2k_term *terms, uint32_t count, bool expected,
                 m2k_answer answer) {
  m2k_str s = {0};
  for (uint32_t i = 0; i < count; ++i) {
    m2k_str_add(&s, i ? "\n   " : "   ");
    m2k_term_print(g->bank, terms[i], &s);
  }
  fail_msg("%s, but answered %d:\n%s", expected ? "possible" : "impossible",
           (int)answer, m2k_str_text(&s));
}

static void start(game *g) {
  static const char *const names[SYMS] = {"x", "y", "z"};
  for (uint32_t i = 0; i < SYMS; ++i) {
    g->lo[i] = (m2k_i128)next(g, 6) - 2;
    g->hi[i] = g->lo[i] + (m2k_i128)next(g, 9);
    g->sym[i] = m2k_sym(g->bank, names[i], g->lo[i], g->hi[i], i);
  }
  g->flag = m2k_bool_sym(g->bank, "p", 0);
}

static void check_model(game *g, const m2k_term *terms, uint32_t count,
                        m2k_model *model) {
  m2k_i128 v;
  for (uint32_t i = 0; i < SYMS; ++i)
    g->now[i] = m2k_model_value(model, g->sym[i]);
  g->flag_now = m2k_model_value(model, g->flag);
  for (uint32_t i = 0; i < count; ++i)
    assert_true(m2k_term_eval(g->bank, terms[i], leaf, g, &v) && v);
}

/* The smallest value that the first symbol can have. */
static void check_smallest(game *g, m2k_query *query, const m2k_term *terms,
                           uint32_t count, m2k_model **model) {
  m2k_term all[8];
  memcpy(all, terms, count * sizeof *all);
  m2k_query_minimize(query, terms, count, &g->sym[0], 1, model);
  check_model(g, terms, count, *model);
  m2k_i128 best = m2k_model_value(*model, g->sym[0]);
  all[count] = m2k_lt(g->bank, g->sym[0], m2k_const(g->bank, best));
  if (m2k_query_ask(query, all, count + 1, NULL) == M2K_UNSAT)
    assert_false(possible(g, all, count + 1));
}

static unsigned round_of(game *g, m2k_query *query) {
  m2k_term terms[7];
  uint32_t count = 2 + (uint32_t)next(g, 4);
  start(g);
  for (uint32_t i = 0; i < count; ++i)
    terms[i] = truth(g, 1 + (unsigned)next(g, 2));
  if (next(g, 3) == 0) { /* a fact, which the enumeration takes as a term */
    m2k_term guard = truth(g, 1), fact = truth(g, 1);
    m2k_fact_add(g->bank, g->sym[0], guard, fact);
    terms[count] = m2k_or(g->bank, m2k_not(g->bank, guard), fact);
    ++count;
  }
  m2k_model *model = NULL;
  bool expected = possible(g, terms, count);
  m2k_answer answer = m2k_query_ask(query, terms, count, &model);
  if (answer != M2K_UNDECIDED && (answer == M2K_SAT) != expected)
    show(g, terms, count, expected, answer);
  if (model) {
    check_model(g, terms, count, model);
    if (next(g, 8) == 0)
      check_smallest(g, query, terms, count, &model);
  }
  m2k_model_free(model);
  return answer == M2K_UNDECIDED;
}

/* Seed and number of rounds may be given on the command line. */
static uint64_t seed = 0x9E3779B97F4A7C15u;
static uint32_t rounds = ROUNDS;

static void agrees_with_enumeration(void **state) {
  (void)state;
  game g = {.seed = seed};
  unsigned undecided = 0;
  g.bank = m2k_bank_new();
  m2k_query *query = m2k_query_new(g.bank, 0);
  for (uint32_t round = 0; round < rounds; ++round) {
    m2k_bank_mark mark = m2k_bank_get_mark(g.bank);
    undecided += round_of(&g, query);
    m2k_bank_rewind(g.bank, mark);
  }
  m2k_query_stats stats = m2k_query_get_stats(query);
  printf("asked %llu, by bounds %llu, rules %llu, solver %llu; undecided %u\n",
         (unsigned long long)stats.asked, (unsigned long long)stats.by_bounds,
         (unsigned long long)stats.by_rules,
         (unsigned long long)stats.by_solver, undecided);
  assert_true(undecided * 500 <= rounds);
  m2k_query_free(query);
  m2k_bank_free(g.bank);
}

int main(int argc, char **argv) {
  if (argc > 1)
    seed = strtoull(argv[1], NULL, 10);
  if (argc > 2)
    rounds = (uint32_t)strtoul(argv[2], NULL, 10);
  const struct CMUnitTest tests[] = {cmocka_unit_test(agrees_with_enumeration)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
