#include "passes/smt/bank.h"
#include "passes/smt/fold.h"
#include "passes/smt/range.h"

static const m2k_sort sorts[] = {
#define APP(name, sort, text, evaluable) M2K_SORT_##sort,
#include "passes/smt/app.def"
#undef APP
};
static const bool evaluables[] = {
#define APP(name, sort, text, evaluable) evaluable,
#include "passes/smt/app.def"
#undef APP
};

bool m2k_app_is_evaluable(m2k_app fn) { return evaluables[fn]; }

static bool in_width(m2k_i128 v, uint64_t width) {
  return v >= 0 && (width >= 127 || v >> width == 0);
}

static unsigned ones(m2k_i128 v) {
  return (unsigned)__builtin_popcountll((unsigned long long)v) +
         (unsigned)__builtin_popcountll((unsigned long long)(v >> 64));
}

/* A single operand. */
static bool fold_one(m2k_app fn, uint64_t param, m2k_i128 a, m2k_i128 *out) {
  if (fn == M2K_APP_POW2) {
    *out = a >= 0 && a < (m2k_i128)param && a < 120 ? (m2k_i128)1 << a : 0;
    return a < 120 || a >= (m2k_i128)param;
  }
  if (a < 0)
    return false;
  if (fn == M2K_APP_POPC) {
    *out = ones(a);
    return true;
  }
  if (!in_width(a, param))
    return false;
  if (fn == M2K_APP_CLZ)
    *out = (m2k_i128)param - m2k_bit_length(a);
  else if (fn == M2K_APP_CTZ)
    *out = a == 0 ? (m2k_i128)param : m2k_bit_length(a & -a) - 1;
  else
    return false;
  return true;
}

bool m2k_app_fold(m2k_app fn, uint64_t param, const m2k_i128 *args,
                  uint32_t count, m2k_i128 *out) {
  if (!evaluables[fn])
    return false;
  if (count == 1)
    return fold_one(fn, param, args[0], out);
  if (count != 2 || !in_width(args[0], param) || !in_width(args[1], param))
    return false;
  switch (fn) {
  case M2K_APP_BITAND:
    *out = args[0] & args[1];
    return true;
  case M2K_APP_BITOR:
    *out = args[0] | args[1];
    return true;
  case M2K_APP_BITXOR:
    *out = args[0] ^ args[1];
    return true;
  default:
    return false;
  }
}

/* What the meaning of the function says about its value. */
static m2k_range meaning(const m2k_bank *bank, m2k_app fn, uint64_t param,
                         const m2k_term *args) {
  m2k_i128 most = (m2k_i128)(param < 1000 ? param : 1000);
  m2k_range all = m2k_range_all();
  if (fn == M2K_APP_CLZ || fn == M2K_APP_CTZ)
    return m2k_range_make(0, most, 1, 0);
  if (fn == M2K_APP_POPC) {
    const m2k_range *a = m2k_range_at(bank, args[0]);
    return m2k_range_make(
        0, a->lo >= 0 && a->hi < M2K_INF ? m2k_bit_length(a->hi) : 128, 1, 0);
  }
  if (fn == M2K_APP_POW2) {
    const m2k_range *a = m2k_range_at(bank, args[0]);
    m2k_i128 high = a->hi < most - 1 ? a->hi : most - 1;
    if (high >= 120)
      return m2k_range_make(0, M2K_INF, 1, 0);
    bool positive = a->lo >= 0 && a->hi < most;
    return m2k_range_make(positive ? (m2k_i128)1 << a->lo : 0,
                          high < 0 ? 0 : (m2k_i128)1 << high, 1, 0);
  }
  return all;
}

m2k_term m2k_apply(m2k_bank *bank, m2k_app fn, uint64_t param,
                   const m2k_term *args, uint32_t count, m2k_i128 lo,
                   m2k_i128 hi) {
  m2k_i128 values[2], folded;
  uint32_t known = 0;
  if (evaluables[fn]) {
    M2K_ASSERT(count == 1 || count == 2);
    while (known < count && m2k_is_const(bank, args[known], &values[known]))
      ++known;
    if (known == count && m2k_app_fold(fn, param, values, count, &folded))
      return m2k_const(bank, folded);
  }
  m2k_node_key key = {.kind = M2K_TERM_APP,
                      .sort = sorts[fn],
                      .fn = fn,
                      .value = (m2k_i128)param,
                      .args = args,
                      .count = count};
  bool fresh;
  m2k_term t = m2k_bank_intern(bank, &key, &fresh);
  if (sorts[fn] != M2K_SORT_INT)
    return t;
  if (fresh)
    bank->ranges.at[t] = meaning(bank, fn, param, args);
  m2k_bank_refine(bank, t, m2k_range_make(lo, hi, 1, 0));
  return t;
}
