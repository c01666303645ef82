/* Leaves out one statement after the other as long as it still disagrees. */
#include "driver.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* In a process of its own, which may crash. */
static bool still(const diff_options *o, const gen_kernel *kernel,
                  const gen_keep *keep, const char *kind) {
  fflush(stdout);
  pid_t pid = fork();
  if (pid < 0)
    return false;
  if (pid == 0) {
    fclose(stderr);
    alarm(20);
    m2k_arena *arena = m2k_arena_new();
    m2k_str text = {0};
    comparison c;
    batch b;
    char name[32];
    snprintf(name, sizeof name, "minimise-%d", (int)getpid());
    gen_print(kernel, keep, &text);
    if (!batch_load(o, name, m2k_str_text(&text), true, &b))
      _exit(0);
    compare(arena, o, kernel, &b, &c);
    bool same = strcmp(c.kind, kind) == 0 ||
                (c.outcome == OUTCOME_UNKNOWN && strcmp(c.reason, kind) == 0);
    _exit(same ? 1 : 0);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  if (WIFSIGNALED(status))
    return strcmp(kind, "crash") == 0;
  return WEXITSTATUS(status) == 1;
}

void minimise(const diff_options *o, const gen_kernel *kernel,
              const char *kind) {
  gen_keep *keep = calloc(kernel->nstmts + 1, sizeof *keep);
  bool again = keep != NULL;
  while (again) {
    again = false;
    for (uint32_t i = kernel->nstmts; i-- > 0;) {
      if (keep[i] == GEN_DROP)
        continue;
      gen_keep old = keep[i];
      keep[i] = GEN_DROP;
      m2k_str before = {0}, after = {0};
      gen_print(kernel, keep, &after);
      keep[i] = old;
      gen_print(kernel, keep, &before);
      bool shorter = strcmp(m2k_str_text(&before), m2k_str_text(&after)) != 0;
      m2k_str_free(&before);
      m2k_str_free(&after);
      keep[i] = GEN_DROP;
      if (shorter && still(o, kernel, keep, kind)) {
        again = true;
        continue;
      }
      keep[i] = shorter ? old : GEN_DROP;
      if (!shorter || old != GEN_KEEP)
        continue;
      keep[i] = GEN_UNWRAP;
      if (still(o, kernel, keep, kind))
        again = true;
      else
        keep[i] = old;
    }
  }
  m2k_str text = {0};
  gen_print(kernel, keep, &text);
  printf("  smallest (%s):\n// %s\n%s", kind, kernel->interface,
         m2k_str_text(&text));
  m2k_str_free(&text);
  free(keep);
}
