/* Models with small numbers: the lowest bound first, then steps that double,
 * then bisection; each step is a question of its own. */
#include "passes/base/vec.h"
#include "passes/smt/query.h"
#include "passes/smt/range.h"

enum {
  MOST_QUESTIONS = 48, /* for one term */
  MOST_UNDECIDED = 3   /* for all terms: each is slow */
};

typedef struct descent {
  m2k_query *query;
  m2k_bank *bank;
  m2k_vec_u32 terms; /* the question; the last one is the bound */
  m2k_term small;
  m2k_model **best;
  uint32_t left;
  uint32_t undecided;
} descent;

/* Whether `small` can be at most `limit`; then *best is such a model. */
static bool try_limit(descent *d, m2k_i128 limit) {
  m2k_model *model = NULL;
  if (d->left == 0)
    return false;
  --d->left;
  m2k_vec_last(&d->terms) =
      m2k_le(d->bank, d->small, m2k_const(d->bank, limit));
  m2k_answer answer =
      m2k_query_ask(d->query, d->terms.at, d->terms.len, &model);
  if (answer == M2K_UNDECIDED && ++d->undecided >= MOST_UNDECIDED)
    d->left = 0;
  if (answer != M2K_SAT)
    return false;
  m2k_model_free(*d->best);
  *d->best = model;
  return true;
}

static void descend(descent *d, m2k_i128 low) {
  m2k_i128 high = m2k_model_value(*d->best, d->small), step = 1;
  /* Invariant: nothing up to low - 1 is possible, high is. */
  for (m2k_i128 limit = low; low < high && limit < high; step *= 2) {
    if (try_limit(d, limit)) {
      high = m2k_model_value(*d->best, d->small);
      break;
    }
    low = limit + 1;
    limit = low + step;
    if (d->left == 0)
      return;
  }
  while (low < high && d->left) {
    m2k_i128 mid = low + (high - low) / 2;
    if (try_limit(d, mid))
      high = m2k_model_value(*d->best, d->small);
    else
      low = mid + 1;
  }
}

void m2k_query_minimize(m2k_query *query, const m2k_term *terms, uint32_t count,
                        const m2k_term *small, uint32_t small_count,
                        m2k_model **model) {
  descent d = {.query = query, .bank = m2k_query_bank(query), .best = model};
  for (uint32_t i = 0; i < count; ++i)
    m2k_vec_push(&d.terms, terms[i]);
  for (uint32_t i = 0; i < small_count && *model; ++i) {
    m2k_term all = m2k_and_n(d.bank, d.terms.at, d.terms.len);
    m2k_range range = m2k_query_range(query, all, small[i]);
    d.small = small[i];
    d.left = d.undecided < MOST_UNDECIDED ? MOST_QUESTIONS : 0;
    m2k_vec_push(&d.terms, m2k_true(d.bank));
    if (range.lo > -M2K_INF)
      descend(&d, range.lo);
    /* What has been reached holds for the terms that follow. */
    m2k_i128 value = m2k_model_value(*model, small[i]);
    m2k_vec_last(&d.terms) = m2k_le(d.bank, small[i], m2k_const(d.bank, value));
  }
  m2k_vec_free(&d.terms);
}
