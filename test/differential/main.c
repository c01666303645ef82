/*
 * usage: differential [--count N] [--seed S] [--only N] [--first N] [--jobs J]
 *                     [--batch B] [--print] [--verbose] [--no-minimise]
 *                     [--until-caught] [--explain]
 */
#include "driver.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
  SLOTS = 16,
  REASONS = 64,
  REASON_LEN = 100,
  MINIMISED = 4,
  MOST_DISAGREEMENTS = 100 /* then it stops */
};

typedef struct tally {
  uint64_t outcomes[OUTCOMES], undecided, faulty, overflows;
  uint64_t disagreements, incomplete;
  uint64_t ns_analysis, ns_concrete;
  struct {
    char text[REASON_LEN];
    uint64_t count;
  } reasons[REASONS];
} tally;

/* Shared with the workers; each writes its own slot only. */
typedef struct slot {
  tally t;
  pid_t pid;
  uint64_t at, end; /* kernels */
} slot;

static void count_reason(tally *t, const char *text, uint64_t n) {
  for (uint32_t i = 0; i < REASONS; i++) {
    if (!t->reasons[i].count)
      snprintf(t->reasons[i].text, REASON_LEN, "%s", text);
    if (strncmp(t->reasons[i].text, text, REASON_LEN - 1) == 0) {
      t->reasons[i].count += n;
      return;
    }
  }
}

static void print_kernel(const gen_kernel *k, const char *head) {
  m2k_str text = {0};
  gen_print(k, NULL, &text);
  printf("%s// %s\n%s", head, k->interface, m2k_str_text(&text));
  m2k_str_free(&text);
}

static uint64_t total_disagreements(const slot *slots) {
  uint64_t n = 0;
  for (uint32_t i = 0; i < SLOTS; i++)
    n += slots[i].t.disagreements;
  return n;
}

static void one_kernel(const diff_options *o, slot *all, slot *s,
                       const gen_kernel *k, const batch *b) {
  m2k_arena *arena = m2k_arena_new();
  comparison c;
  alarm(60);
  compare(arena, o, k, b, &c);
  alarm(0);
  s->t.ns_analysis += c.ns_analysis;
  s->t.ns_concrete += c.ns_concrete;
  s->t.outcomes[c.outcome]++;
  s->t.undecided += c.undecided;
  s->t.faulty += c.faulty;
  s->t.overflows += c.overflows;
  s->t.incomplete += c.incomplete > 0;
  if (c.outcome == OUTCOME_UNKNOWN)
    count_reason(&s->t, c.reason, 1);
  static const char *const words[] = {"safe", "bug", "unknown"};
  if (o->verbose)
    printf("%s: %s%s%s%s, %.1f ms + %.1f ms\n", k->name, words[c.outcome],
           c.faulty ? " (faulty)" : "", *c.reason ? ", " : "", c.reason,
           (double)c.ns_analysis / 1e6, (double)c.ns_concrete / 1e6);
  if (c.kind[0]) {
    s->t.disagreements++;
    printf("DISAGREEMENT in %s (--seed %llu --only %llu)\n%s", k->name,
           (unsigned long long)o->seed, (unsigned long long)k->number, c.text);
    print_kernel(k, "");
    if (o->minimise && total_disagreements(all) <= MINIMISED)
      minimise(o, k, c.kind);
    fflush(stdout);
  }
  if (o->explain && c.outcome == OUTCOME_UNKNOWN) {
    const char *reason = m2k_strdup(arena, c.reason);
    printf("%s is unknown (%s)\n", k->name, reason);
    minimise(o, k, reason);
    fflush(stdout);
  }
  m2k_arena_free(arena);
}

static void work(const diff_options *o, slot *all, slot *s) {
  m2k_arena *arena = m2k_arena_new();
  m2k_str text = {0};
  uint64_t first = s->at, n = s->end - first;
  const gen_kernel **kernels = calloc((size_t)n, sizeof *kernels);
  for (uint64_t i = 0; i < n; i++) {
    kernels[i] = gen_new(arena, o->seed, first + i);
    gen_print(kernels[i], NULL, &text);
    if (o->print)
      print_kernel(kernels[i], "");
  }
  fflush(stdout);
  batch b;
  char name[32];
  snprintf(name, sizeof name, "batch-%llu", (unsigned long long)first);
  if (!batch_load(o, name, m2k_str_text(&text), false, &b))
    _exit(3);
  m2k_str_free(&text);
  for (uint64_t i = 0; i < n; i++) {
    s->at = first + i;
    one_kernel(o, all, s, kernels[i], &b);
    if (o->until_caught && total_disagreements(all))
      break;
  }
  s->at = s->end;
  batch_free(&b);
  m2k_arena_free(arena);
  free(kernels);
  fflush(stdout);
  _exit(0);
}

/* ---- workers ---- */

typedef struct pool {
  const diff_options *o;
  slot *slots;
  uint64_t next, end;
  bool broken; /* the generator's text does not compile */
} pool;

static void start(pool *p, slot *s) {
  fflush(stdout);
  pid_t pid = fork(); /* the child must not write the shared s->pid */
  if (pid == 0)
    work(p->o, p->slots, s);
  s->pid = pid;
  if (pid < 0) {
    perror("differential: fork");
    exit(2);
  }
}

/* The analysis died or hung at kernel s->at: that is a disagreement, too. */
static void crashed(pool *p, slot *s, int status) {
  s->t.disagreements++;
  m2k_arena *arena = m2k_arena_new();
  const gen_kernel *k = gen_new(arena, p->o->seed, s->at);
  printf("DISAGREEMENT in %s (--seed %llu --only %llu)\n  crash: %s\n", k->name,
         (unsigned long long)p->o->seed, (unsigned long long)k->number,
         WIFSIGNALED(status) ? strsignal(WTERMSIG(status)) : "it exited");
  print_kernel(k, "");
  if (p->o->minimise && total_disagreements(p->slots) <= MINIMISED)
    minimise(p->o, k, "crash");
  m2k_arena_free(arena);
  s->at++;
}

static void ended(pool *p, slot *s, int status) {
  s->pid = 0;
  if (WIFEXITED(status) && WEXITSTATUS(status) == 3) {
    p->broken = true;
    return;
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
    crashed(p, s, status);
  if (s->at < s->end && total_disagreements(p->slots) < MOST_DISAGREEMENTS)
    start(p, s);
}

static void progress(const pool *p, uint64_t *said) {
  uint64_t done = 0;
  for (uint32_t i = 0; i < SLOTS; i++)
    for (uint32_t k = 0; k < OUTCOMES; k++)
      done += p->slots[i].t.outcomes[k];
  if (done - *said < 1000)
    return;
  *said = done - done % 1000;
  printf("  %llu kernels, %llu disagreements\n", (unsigned long long)*said,
         (unsigned long long)total_disagreements(p->slots));
  fflush(stdout);
}

static void run_pool(pool *p) {
  uint64_t said = 0;
  for (;;) {
    uint32_t running = 0;
    uint64_t most = p->o->until_caught ? 1 : MOST_DISAGREEMENTS;
    bool stop = p->broken || total_disagreements(p->slots) >= most;
    for (uint32_t i = 0; i < p->o->jobs; i++) {
      slot *s = &p->slots[i];
      if (!s->pid && p->next < p->end && !stop) {
        s->at = p->next;
        s->end =
            p->next + p->o->batch < p->end ? p->next + p->o->batch : p->end;
        p->next = s->end;
        start(p, s);
      }
      running += s->pid != 0;
    }
    if (!running)
      return;
    int status;
    pid_t pid = wait(&status);
    for (uint32_t i = 0; i < p->o->jobs; i++)
      if (p->slots[i].pid == pid)
        ended(p, &p->slots[i], status);
    progress(p, &said);
  }
}

/* ---- totals ---- */

static void sum(const slot *slots, tally *t) {
  for (uint32_t i = 0; i < SLOTS; i++) {
    const tally *s = &slots[i].t;
    for (uint32_t k = 0; k < OUTCOMES; k++)
      t->outcomes[k] += s->outcomes[k];
    t->undecided += s->undecided;
    t->faulty += s->faulty;
    t->overflows += s->overflows;
    t->disagreements += s->disagreements;
    t->incomplete += s->incomplete;
    t->ns_analysis += s->ns_analysis;
    t->ns_concrete += s->ns_concrete;
    for (uint32_t k = 0; k < REASONS && s->reasons[k].count; k++)
      count_reason(t, s->reasons[k].text, s->reasons[k].count);
  }
}

static int finish(const diff_options *o, const slot *slots) {
  tally t = {0};
  sum(slots, &t);
  uint64_t n = t.outcomes[0] + t.outcomes[1] + t.outcomes[2];
  double percent =
      n ? 100.0 * (double)t.outcomes[OUTCOME_UNKNOWN] / (double)n : 0;
  for (uint32_t i = 0; i < REASONS && t.reasons[i].count; i++)
    printf("  unknown %5llu: %s\n", (unsigned long long)t.reasons[i].count,
           t.reasons[i].text);
  printf("  %llu kernels are faulty, %llu of them overflow, %llu have an "
         "undecided access, %llu have launches that replay could not finish\n",
         (unsigned long long)t.faulty, (unsigned long long)t.overflows,
         (unsigned long long)t.undecided, (unsigned long long)t.incomplete);
  printf("  per kernel: %.2f ms of analysis, %.2f ms of launches\n",
         n ? (double)t.ns_analysis / 1e6 / (double)n : 0,
         n ? (double)t.ns_concrete / 1e6 / (double)n : 0);
  printf("%llu kernels: %llu safe, %llu bug, %llu unknown (%.1f %%), %llu "
         "disagreements\n",
         (unsigned long long)n, (unsigned long long)t.outcomes[OUTCOME_SAFE],
         (unsigned long long)t.outcomes[OUTCOME_BUG],
         (unsigned long long)t.outcomes[OUTCOME_UNKNOWN], percent,
         (unsigned long long)t.disagreements);
  if (o->until_caught)
    return t.disagreements ? 0 : 1;
  if (t.disagreements)
    return 1;
  if (n >= 1000 && percent > 5) {
    printf("too many are unknown: at most 5 %% may be\n");
    return 1;
  }
  return 0;
}

/* ---- options ---- */

static bool number_option(int argc, char **argv, int *i, const char *name,
                          uint64_t *out) {
  if (strcmp(argv[*i], name) != 0)
    return false;
  char *end = NULL;
  if (*i + 1 < argc)
    *out = strtoull(argv[++*i], &end, 0);
  if (!end || *end || end == argv[*i]) {
    fprintf(stderr, "differential: '%s' needs a number\n", name);
    exit(64);
  }
  return true;
}

static void read_options(int argc, char **argv, diff_options *o) {
  uint64_t only = 0, jobs = 0;
  for (int i = 1; i < argc; i++) {
    if (number_option(argc, argv, &i, "--count", &o->count) ||
        number_option(argc, argv, &i, "--seed", &o->seed) ||
        number_option(argc, argv, &i, "--first", &o->first) ||
        number_option(argc, argv, &i, "--batch", &o->batch))
      continue;
    if (number_option(argc, argv, &i, "--jobs", &jobs)) {
      o->jobs = jobs < 1 ? 1 : jobs > SLOTS ? SLOTS : (uint32_t)jobs;
    } else if (number_option(argc, argv, &i, "--only", &only)) {
      o->only = (int64_t)only;
    } else if (strcmp(argv[i], "--print") == 0) {
      o->print = true;
    } else if (strcmp(argv[i], "--explain") == 0) {
      o->explain = true;
    } else if (strcmp(argv[i], "--verbose") == 0) {
      o->verbose = true;
    } else if (strcmp(argv[i], "--no-minimise") == 0) {
      o->minimise = false;
    } else if (strcmp(argv[i], "--until-caught") == 0) {
      o->until_caught = true;
      o->minimise = false;
    } else {
      fprintf(stderr, "differential: unknown option '%s'\n", argv[i]);
      exit(64);
    }
  }
}

int main(int argc, char **argv) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  diff_options o = {.count = 10000,
                    .seed = 1,
                    .batch = 200,
                    .only = -1,
                    .minimise = true,
                    .jobs = cores < 1       ? 1
                            : cores > SLOTS ? SLOTS
                                            : (uint32_t)cores};
  read_options(argc, argv, &o);
  char scratch[] = "/tmp/m2k-differential-XXXXXX";
  if (!mkdtemp(scratch)) {
    perror("differential: mkdtemp");
    return 2;
  }
  o.scratch = scratch;
  slot *slots = mmap(NULL, sizeof(slot) * SLOTS, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (slots == MAP_FAILED)
    return 2;
  pool p = {.o = &o, .slots = slots, .next = o.first, .end = o.first + o.count};
  if (o.only >= 0) {
    p.next = (uint64_t)o.only;
    p.end = p.next + 1;
  }
  printf("seed %llu, kernels %llu to %llu\n", (unsigned long long)o.seed,
         (unsigned long long)p.next, (unsigned long long)(p.end - 1));
  run_pool(&p);
  char command[64];
  snprintf(command, sizeof command, "rm -r %s", scratch);
  if (system(command) != 0)
    fprintf(stderr, "differential: cannot remove '%s'\n", scratch);
  return p.broken ? 2 : finish(&o, slots);
}
