#include "passes/base/stats.h"

#include <inttypes.h>
#include <time.h>

static const char *const stat_words[] = {
#define M2K_STAT(name, word, help) word,
#include "passes/base/stats.def"
};

static const char *const timer_words[] = {
#define M2K_TIMER(name, word, help) word,
#include "passes/base/stats.def"
};

uint64_t m2k_clock_ns(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
}

void m2k_stats_time(m2k_stats *stats, m2k_timer timer, uint64_t start) {
  if (stats)
    stats->ns[timer] += m2k_clock_ns() - start;
}

void m2k_stats_merge(m2k_stats *into, const m2k_stats *from) {
  for (unsigned i = 0; i < M2K_STATS; i++)
    into->count[i] += from->count[i];
  for (unsigned i = 0; i < M2K_TIMERS; i++)
    into->ns[i] += from->ns[i];
}

void m2k_stats_print(const m2k_stats *stats, m2k_str *out) {
  for (unsigned i = 0; i < M2K_STATS; i++)
    if (stats->count[i])
      m2k_str_addf(out, "m2k: %s: %" PRIu64 "\n", stat_words[i],
                   stats->count[i]);
}

void m2k_stats_print_time(const m2k_stats *stats, m2k_str *out) {
  for (unsigned i = 0; i < M2K_TIMERS; i++)
    if (stats->ns[i])
      m2k_str_addf(out, "m2k: time %s: %" PRIu64 ".%03" PRIu64 " ms\n",
                   timer_words[i], stats->ns[i] / 1000000,
                   stats->ns[i] / 1000 % 1000);
}
