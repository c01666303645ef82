/*
 * Terms as text: infix, fully parenthesised where operators mix, each operand
 * in the bank's order, so that equal terms print equally.
 */
#include "passes/smt/bank.h"

#include <inttypes.h>

static const char *const app_texts[] = {
#define APP(name, sort, text, evaluable) text,
#include "passes/smt/app.def"
#undef APP
};
static const char *const kind_texts[] = {
#define TERM(name, sort, text) text,
#include "passes/smt/term.def"
#undef TERM
};

static void number(m2k_i128 v, m2k_str *out) {
  char buf[48];
  m2k_str_add(out, m2k_i128_text(v, buf));
}

static bool is_atom(const m2k_bank *bank, m2k_term t) {
  m2k_term_kind kind = m2k_kind_of(bank, t);
  return kind != M2K_TERM_SUM && kind != M2K_TERM_AND && kind != M2K_TERM_OR &&
         kind != M2K_TERM_LE && kind != M2K_TERM_EQ && kind != M2K_TERM_MUL &&
         kind != M2K_TERM_DIV && kind != M2K_TERM_MOD;
}

static void operand(const m2k_bank *bank, m2k_term t, m2k_str *out) {
  bool atom = is_atom(bank, t);
  m2k_str_add(out, atom ? "" : "(");
  m2k_term_print(bank, t, out);
  m2k_str_add(out, atom ? "" : ")");
}

static void print_part(const m2k_bank *bank, m2k_term t, m2k_i128 coef,
                       m2k_str *out) {
  if (coef != 1) {
    number(coef, out);
    m2k_str_add(out, "*");
  }
  m2k_term_print(bank, t, out);
}

/* The summands with the sign `sign`, joined by plus; 0 when there are none. */
static void print_side(const m2k_bank *bank, m2k_term t, int sign,
                       m2k_str *out) {
  bool is_sum = m2k_kind_of(bank, t) == M2K_TERM_SUM;
  uint32_t count = is_sum ? m2k_node_at(bank, t)->count : 1, printed = 0;
  for (uint32_t i = 0; i < count; ++i) {
    m2k_i128 coef = m2k_coef(bank, t, i) * sign;
    if (coef <= 0)
      continue;
    m2k_str_add(out, printed++ ? " + " : "");
    print_part(bank, is_sum ? m2k_arg_of(bank, t, i) : t, coef, out);
  }
  m2k_i128 constant = m2k_sum_constant(bank, t) * sign;
  if (constant > 0 || !printed) {
    m2k_str_add(out, printed ? " + " : "");
    number(constant > 0 ? constant : 0, out);
  }
}

static void print_sum(const m2k_bank *bank, m2k_term t, m2k_str *out) {
  m2k_i128 constant = m2k_sum_constant(bank, t);
  for (uint32_t i = 0; i < m2k_node_at(bank, t)->count; ++i) {
    m2k_i128 coef = m2k_coef(bank, t, i);
    m2k_str_add(out, i == 0 ? (coef < 0 ? "-" : "") : coef < 0 ? " - " : " + ");
    print_part(bank, m2k_arg_of(bank, t, i), coef < 0 ? -coef : coef, out);
  }
  if (constant == 0)
    return;
  m2k_str_add(out, constant < 0 ? " - " : " + ");
  number(constant < 0 ? -constant : constant, out);
}

static void joined(const m2k_bank *bank, m2k_term t, const char *by,
                   m2k_str *out) {
  for (uint32_t i = 0; i < m2k_node_at(bank, t)->count; ++i) {
    m2k_str_add(out, i ? by : "");
    operand(bank, m2k_arg_of(bank, t, i), out);
  }
}

static void print_call(const m2k_bank *bank, m2k_term t, m2k_str *out) {
  const m2k_node *node = m2k_node_at(bank, t);
  /* Floats are nested deeply and say nothing: their number will do. */
  if (m2k_sort_of(bank, t) == M2K_SORT_OPAQUE) {
    m2k_str_addf(out, "float$%u", (unsigned)t);
    return;
  }
  m2k_str_add(out, node->kind == M2K_TERM_APP ? app_texts[node->fn]
                                              : kind_texts[node->kind]);
  if (node->kind == M2K_TERM_APP && node->value) {
    m2k_str_add(out, "#");
    number(node->value, out);
  }
  m2k_str_add(out, "(");
  for (uint32_t i = 0; i < node->count; ++i) {
    m2k_str_add(out, i ? ", " : "");
    m2k_term_print(bank, m2k_arg_of(bank, t, i), out);
  }
  m2k_str_add(out, ")");
}

static void print_relation(const m2k_bank *bank, m2k_term t, const char *text,
                           m2k_str *out) {
  m2k_term with = m2k_arg_of(bank, t, 0);
  print_side(bank, with, 1, out);
  m2k_str_add(out, text);
  print_side(bank, with, -1, out);
}

static const char *infix(m2k_term_kind kind) {
  switch (kind) {
  case M2K_TERM_MUL:
    return "*";
  case M2K_TERM_DIV:
    return "/";
  case M2K_TERM_MOD:
    return "%";
  case M2K_TERM_AND:
    return " && ";
  case M2K_TERM_OR:
    return " || ";
  default:
    return NULL;
  }
}

void m2k_term_print(const m2k_bank *bank, m2k_term t, m2k_str *out) {
  m2k_term_kind kind = m2k_kind_of(bank, t);
  if (infix(kind)) {
    joined(bank, t, infix(kind), out);
    return;
  }
  switch (kind) {
  case M2K_TERM_CONST:
    number(m2k_node_at(bank, t)->value, out);
    return;
  case M2K_TERM_SYM:
  case M2K_TERM_BSYM:
    m2k_str_add(out, m2k_sym_name(bank, t));
    return;
  case M2K_TERM_SUM:
    print_sum(bank, t, out);
    return;
  case M2K_TERM_LE:
    print_relation(bank, t, " <= ", out);
    return;
  case M2K_TERM_EQ:
    print_relation(bank, t, " == ", out);
    return;
  case M2K_TERM_NOT:
    m2k_str_add(out, "!");
    operand(bank, m2k_arg_of(bank, t, 0), out);
    return;
  case M2K_TERM_TRUE:
  case M2K_TERM_FALSE:
    m2k_str_add(out, kind_texts[kind]);
    return;
  default:
    print_call(bank, t, out);
  }
}
