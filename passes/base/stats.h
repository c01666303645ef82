/*
 * Counters and timers of one run, by the table in stats.def. Plain numbers in a
 * struct that is passed along; functions that may run without one take null.
 */
#ifndef M2K_BASE_STATS_H
#define M2K_BASE_STATS_H

#include "passes/base/str.h"

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum m2k_stat {
#define M2K_STAT(name, word, help) M2K_STAT_##name,
#include "passes/base/stats.def"
  M2K_STATS
} m2k_stat;

typedef enum m2k_timer {
#define M2K_TIMER(name, word, help) M2K_TIMER_##name,
#include "passes/base/stats.def"
  M2K_TIMERS
} m2k_timer;

typedef struct m2k_stats {
  uint64_t count[M2K_STATS];
  uint64_t ns[M2K_TIMERS];
} m2k_stats;

static inline void m2k_stats_add(m2k_stats *stats, m2k_stat stat, uint64_t n) {
  if (stats)
    stats->count[stat] += n;
}

/* Monotonic nanoseconds; the start value for m2k_stats_time. */
uint64_t m2k_clock_ns(void);

/* Adds the time since `start` to a timer. */
void m2k_stats_time(m2k_stats *stats, m2k_timer timer, uint64_t start);

/* Adds `from` into `into`: a child's numbers into its parent's. */
void m2k_stats_merge(m2k_stats *into, const m2k_stats *from);

/* One line "m2k: NAME: value" per counter that is not zero. */
void m2k_stats_print(const m2k_stats *stats, m2k_str *out);
/* One line "m2k: time NAME: 1.234 ms" per timer that is not zero. */
void m2k_stats_print_time(const m2k_stats *stats, m2k_str *out);

#ifdef __cplusplus
}
#endif
#endif
