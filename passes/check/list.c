/* The list of checks, and what several of them need. */
#include "passes/check/check.h"

#define CHECK(name) extern const m2k_check m2k_check_##name;
#include "passes/check/check_list.def"
#undef CHECK

const m2k_check *const m2k_checks[] = {
#define CHECK(name) &m2k_check_##name,
#include "passes/check/check_list.def"
#undef CHECK
    NULL};

static m2k_term inside(m2k_bank *bank, const m2k_subject *s, m2k_term offset) {
  return m2k_and(bank, m2k_le(bank, m2k_const(bank, 0), offset),
                 m2k_le(bank, m2k_add(bank, offset, s->size), s->bytes));
}

m2k_term m2k_machine_inside(m2k_bank *bank, const m2k_subject *s) {
  return inside(bank, s, s->machine);
}

m2k_term m2k_exact_inside(m2k_bank *bank, const m2k_subject *s) {
  return inside(bank, s, s->exact);
}
