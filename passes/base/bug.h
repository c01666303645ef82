/*
 * Our own faults. m2k_bug says what is wrong and aborts; the plugin runs the
 * analysis in a forked child, so a fault costs one remark and never the build.
 */
#ifndef M2K_BASE_BUG_H
#define M2K_BASE_BUG_H

_Noreturn void m2k_bug_at(const char *file, int line, const char *fmt, ...)
    __attribute__((format(printf, 3, 4)));
#define m2k_bug(...) m2k_bug_at(__FILE__, __LINE__, __VA_ARGS__)

/* Always checked, also in release builds. */
#define M2K_ASSERT(cond)                                                       \
  ((cond) ? (void)0 : m2k_bug("assertion failed: %s", #cond))

#endif
