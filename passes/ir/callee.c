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

static const row *find(const char *name) {
  size_t n = sizeof rows / sizeof *rows;
  size_t i = 0;
  while (i + 1 < n && !matches(rows[i].name, name))
    i++;
  return &rows[i];
}

const char *m2k_callee_base(const char *name, size_t *len) {
  const char *at = name;
  *len = strlen(name);
  if (strncmp(at, "_Z", 2))
    return name;
  at += at[2] == 'L' ? 3 : 2;
  size_t n = 0;
  for (; *at >= '0' && *at <= '9' && n < 1000; at++)
    n = n * 10 + (size_t)(*at - '0');
  if (!n || n > strlen(at))
    return name;
  *len = n;
  return at;
}

m2k_callee m2k_callee_find(const char *name, m2k_callee_class *cls) {
  const row *found = find(name);
  char base[32];
  size_t len;
  const char *from = m2k_callee_base(name, &len);
  if (found->cls == M2K_CLASS_UNKNOWN && from != name && len < sizeof base) {
    memcpy(base, from, len);
    base[len] = '\0';
    /* Only math: a function of the user may be named like any intrinsic. */
    const row *plain = find(base);
    if (plain->cls == M2K_CLASS_FLOAT && !strchr(plain->name, '*'))
      found = plain;
  }
  if (cls)
    *cls = found->cls;
  return found->id;
}
