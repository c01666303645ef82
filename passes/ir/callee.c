#include "passes/ir/ir.h"

#include <string.h>

typedef struct row {
  m2k_callee id;
  m2k_callee_class cls;
  const char *name;
} row;

static const row rows[] = {
#define CALLEE(id, cls, name) {M2K_CALL_##id, M2K_CLASS_##cls, name},
#include "passes/ir/callee.def"
#undef CALLEE
};

static bool matches(const char *pattern, const char *name) {
  size_t len = strlen(pattern);
  if (len && pattern[len - 1] == '*')
    return !strncmp(pattern, name, len - 1);
  return !strcmp(pattern, name);
}

m2k_callee m2k_callee_find(const char *name, m2k_callee_class *cls) {
  size_t n = sizeof rows / sizeof *rows;
  size_t i = 0;
  while (i + 1 < n && !matches(rows[i].name, name))
    i++;
  if (cls)
    *cls = rows[i].cls;
  return rows[i].id;
}
