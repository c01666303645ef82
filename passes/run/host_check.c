/*
 * Faults of host code: a case that the op always refuses.
 */
#include "passes/run/host_check.h"

static m2k_loc place_of(const m2k_host_case *r, const m2k_host_check *check) {
  return check && check->loc ? *check->loc : r->op->loc;
}

/* Only ever refused, and nothing that was lost has a part in it. */
static bool always_fails(const m2k_host_result *result) {
  return !result->failure && result->paths && !result->dropped &&
         result->failed == result->paths && !result->ops.len;
}

/* The check that fails for these values; null: none does. */
static const m2k_host_check *failing(m2k_pipeline *p, const m2k_host_case *r,
                                     m2k_i128 *values) {
  m2k_bank *bank = r->bank;
  for (uint32_t i = 0; i < r->result->checks.len; i++) {
    const m2k_host_check *check = &r->result->checks.at[i];
    m2k_term t = m2k_and(bank, check->path, check->fails);
    m2k_model *model = NULL;
    if (m2k_query_ask(r->query, &t, 1, &model) != M2K_SAT)
      continue;
    m2k_term small[32];
    uint32_t n = 0;
    for (uint32_t k = 0; k < r->call->terms.chosen.len; k++)
      if (n < 32 && m2k_kind(bank, r->call->terms.chosen.at[k]) == M2K_TERM_SYM)
        small[n++] = r->call->terms.chosen.at[k];
    m2k_query_minimize(r->query, &t, 1, small, n, &model);
    for (uint32_t k = 0; k < r->call->terms.chosen.len; k++)
      values[k] = m2k_model_value(model, r->call->terms.chosen.at[k]);
    m2k_model_free(model);
    static const m2k_host_op nowhere = {0};
    m2k_host_case *again = m2k_host_again(p, r, &nowhere, values);
    bool fails = again->result->failed && again->result->checks.len;
    m2k_host_case_free(again);
    if (fails)
      return check;
  }
  return NULL;
}

static const m2k_witness *witness(const m2k_host_case *r,
                                  const m2k_i128 *values) {
  const m2k_case *c = r->call->terms.c;
  m2k_witness *w = M2K_NEW(r->arena, m2k_witness);
  m2k_witness_symbol *symbols =
      M2K_NEW_N(r->arena, m2k_witness_symbol, c->nsymbols + 1);
  for (uint32_t i = 0; i < c->nsymbols; i++)
    symbols[i] = (m2k_witness_symbol){
        .name = c->symbols[i].name,
        .value = values[i],
        .who = c->symbols[i].fixed ? M2K_WHO_MODEL : M2K_WHO_USER};
  w->symbols = symbols;
  w->symbol_count = c->nsymbols;
  w->case_label = m2k_case_name(c, r->arena);
  w->case_loc = c->place;
  return w;
}

static void refused(m2k_pipeline *p, const m2k_host_case *r) {
  m2k_i128 *values =
      M2K_NEW_N(r->arena, m2k_i128, r->call->terms.chosen.len + 1);
  const m2k_host_check *check =
      r->result->ledger.len ? NULL : failing(p, r, values);
  if (!check) {
    m2k_case_reason(p->report, r->of_case, M2K_VERDICT_UNKNOWN, "host-check",
                    "every way through the op that was followed ends in a "
                    "failed check",
                    r->op->loc);
    return;
  }
  m2k_finding f = {.check = M2K_CHECK_INTERFACE,
                   .verdict = M2K_VERDICT_BUG,
                   .status = M2K_STATUS_CONFIRMED,
                   .op = r->op->display,
                   .loc = place_of(r, check),
                   .problem = m2k_printf(
                       r->arena, "'%s' refuses what the case hands over%s%s",
                       r->op->display, check->text ? ": " : "",
                       check->text ? check->text : ""),
                   .witness = witness(r, values)};
  m2k_report_finding(p->report, NULL, r->of_case, &f);
  m2k_case_reason(p->report, r->of_case, f.verdict, m2k_check_flag(f.check),
                  f.problem, f.loc);
}

void m2k_check_host(m2k_pipeline *p, const m2k_host_case *r) {
  if (r->call->terms.c && always_fails(r->result))
    refused(p, r);
}
