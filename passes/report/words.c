#include "passes/report/report.h"

#include <string.h>

typedef struct check_row {
  const char *flag, *property;
  bool on;
} check_row;

static const char *const verdict_words[] = {
#define M2K_VERDICT(name, word, meaning) word,
#include "passes/report/verdict.def"
#undef M2K_VERDICT
};

static const check_row check_rows[] = {
#define M2K_CHECK(name, flag, on, property) {flag, property, (on) != 0},
#include "passes/report/check.def"
#undef M2K_CHECK
};

const char *m2k_verdict_word(m2k_verdict verdict) {
  return verdict_words[verdict];
}

m2k_verdict m2k_verdict_join(m2k_verdict a, m2k_verdict b) {
  return a > b ? a : b;
}

const char *m2k_check_flag(m2k_check_kind check) {
  return check_rows[check].flag;
}

const char *m2k_check_property(m2k_check_kind check) {
  return check_rows[check].property;
}

bool m2k_check_default_on(m2k_check_kind check) { return check_rows[check].on; }

bool m2k_check_from_flag(const char *flag, m2k_check_kind *check) {
  for (unsigned i = 0; i < M2K_CHECKS; i++)
    if (strcmp(check_rows[i].flag, flag) == 0) {
      *check = (m2k_check_kind)i;
      return true;
    }
  return false;
}

const char *m2k_access_word(m2k_access_kind access) {
  static const char *const words[M2K_ACCESS_KINDS] = {"none", "read", "write",
                                                      "atomic"};
  return words[access];
}

const char *m2k_who_word(m2k_who who) {
  static const char *const words[M2K_WHO_KINDS] = {"user", "model", "free"};
  return words[who];
}

const char *m2k_status_word(m2k_status status) {
  static const char *const words[M2K_STATUSES] = {"confirmed", "refuted",
                                                  "not-replayed"};
  return words[status];
}

const char *m2k_outcome_word(m2k_outcome outcome) {
  static const char *const words[M2K_OUTCOMES] = {
      "complete", "crashed", "out-of-time", "out-of-memory"};
  return words[outcome];
}
