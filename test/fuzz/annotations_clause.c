/*
 * Any bytes to the clause parser: it must not crash, and what it accepts must
 * be printed so that reading it again gives the same text (twice: on one line
 * and as the macro's argument over several lines). Evaluation comes along.
 * The first byte chooses between the two macros.
 */
#include "annotations/parse.h"
#include "annotations/print.h"
#include "passes/base/bug.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_fixed_point(const m2k_case *c, const m2k_case *again) {
  m2k_str a = {0}, b = {0};
  m2k_case_print(c, &a);
  m2k_case_print(again, &b);
  if (strcmp(m2k_str_text(&a), m2k_str_text(&b)) != 0)
    m2k_bug("'%s' is printed as '%s' when read again", m2k_str_text(&a),
            m2k_str_text(&b));
  m2k_str_free(&a);
  m2k_str_free(&b);
}

static const m2k_case *parse(m2k_arena *arena, const char *text, size_t len,
                             bool with_target) {
  m2k_clause_text source = {.text = text,
                            .len = len,
                            .file = "f",
                            .line = 1,
                            .col = 1,
                            .exact = true};
  m2k_errors errors = {0};
  const m2k_case *c =
      m2k_case_parse(arena, &source, with_target, (m2k_loc){0}, &errors);
  M2K_ASSERT((c == NULL) == (errors.count > 0));
  return c;
}

static void reread(m2k_arena *arena, const m2k_case *c, bool macro) {
  m2k_str out = {0};
  if (macro)
    m2k_case_print_macro(c, &out);
  else
    m2k_case_print(c, &out);
  const char *text = m2k_str_text(&out);
  size_t len = out.len;
  if (macro) {
    const char *open = strchr(text, '(');
    M2K_ASSERT(open && m2k_macro_argument(open + 1, strlen(open + 1), &len));
    text = open + 1;
  }
  if (len <= M2K_CLAUSE_MAX_LEN) {
    const m2k_case *again = parse(arena, text, len, c->target != NULL);
    if (!again)
      m2k_bug("'%s' is not read again", text);
    check_fixed_point(c, again);
  }
  m2k_str_free(&out);
}

static void evaluate(const m2k_case *c) {
  m2k_i128 values[4] = {1, 0, -1, (m2k_i128)1 << 100}, lo = 0, hi = 0;
  bool empty = false;
  m2k_env env = {.values = values, .count = 4, .index = &values[3]};
  for (uint32_t i = 0; i < c->nassumes; i++)
    (void)m2k_expr_eval(c->assumes[i], &env, &lo);
  for (uint32_t i = 0; i < c->ntensors; i++)
    for (uint32_t k = 0; k < c->tensors[i].rank; k++)
      (void)m2k_expr_eval(c->tensors[i].dims[k], &env, &lo);
  for (uint32_t i = 0; i < c->nsymbols; i++) {
    const m2k_set *set = &c->symbols[i].set;
    if (m2k_set_bounds(set, &env, &lo, &hi, &empty) || empty)
      continue;
    bool in_lo = false, in_hi = false;
    m2k_eval_status a = m2k_set_contains(set, &env, lo, &in_lo);
    m2k_eval_status b = m2k_set_contains(set, &env, hi, &in_hi);
    M2K_ASSERT(!a && !b && in_lo && in_hi && lo <= hi);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0)
    return 0;
  m2k_arena *arena = m2k_arena_new();
  const m2k_case *c =
      parse(arena, (const char *)data + 1, size - 1, data[0] & 1);
  if (c) {
    reread(arena, c, false);
    reread(arena, c, true);
    evaluate(c);
  }
  m2k_arena_free(arena);
  return 0;
}
