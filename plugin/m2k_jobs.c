#include "plugin/m2k_jobs.h"

#include "passes/base/bug.h"
#include "passes/base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { POLL_MS = 200 /* how late a job may notice that its time is up */ };

typedef struct running {
  uint32_t job;
  pid_t pid;
  int out;
  double since;
} running;

typedef struct pool {
  m2k_job *jobs;
  double timeout;
  m2k_job_done *done;
  void *data;
  sigset_t mask; /* of the signals before ours were blocked */
  M2K_VEC(running) at;
  M2K_VEC(struct pollfd) polls;
} pool;

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool spawn(const pool *p, char *const *argv, int out, pid_t *pid) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY,
                                   0);
  posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, out, STDERR_FILENO);
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &p->mask);
  posix_spawnattr_setflags(&attributes,
                           POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
  extern char **environ;
  int error = posix_spawn(pid, argv[0], &files, &attributes, argv, environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return error == 0;
}

static void start(pool *p, uint32_t number) {
  m2k_job *job = &p->jobs[number];
  int ends[2];
  running r = {.job = number, .since = now()};
  if (pipe2(ends, O_CLOEXEC) != 0)
    m2k_bug("cannot make a pipe");
  job->started = spawn(p, job->argv, ends[1], &r.pid);
  close(ends[1]);
  r.out = ends[0];
  if (job->started) {
    m2k_vec_push(&p->at, r);
    return;
  }
  close(ends[0]);
  p->done(p->data, number);
}

static void finish(pool *p, uint32_t i) {
  running r = p->at.at[i];
  m2k_job *job = &p->jobs[r.job];
  close(r.out);
  while (waitpid(r.pid, &job->status, 0) < 0 && errno == EINTR)
    ;
  job->seconds = now() - r.since;
  p->at.at[i] = m2k_vec_pop(&p->at);
  p->done(p->data, r.job);
}

/* False at the end of what the job writes. */
static bool collect(pool *p, const running *r) {
  char buf[16 * 1024];
  ssize_t n = read(r->out, buf, sizeof buf);
  if (n > 0)
    m2k_str_add_n(&p->jobs[r->job].output, buf, (size_t)n);
  return n > 0 || (n < 0 && errno == EINTR);
}

static void end_late(pool *p) {
  for (uint32_t i = 0; i < p->at.len; i++) {
    const running *r = &p->at.at[i];
    m2k_job *job = &p->jobs[r->job];
    if (p->timeout > 0 && !job->timed_out && now() - r->since > p->timeout) {
      job->timed_out = true;
      kill(-r->pid, SIGKILL);
    }
  }
}

/* Waits for something to happen; the number of a signal, or 0. */
static int wait_for_any(pool *p, int signals) {
  m2k_vec_clear(&p->polls);
  m2k_vec_push(&p->polls, (struct pollfd){.fd = signals, .events = POLLIN});
  for (uint32_t i = 0; i < p->at.len; i++)
    m2k_vec_push(&p->polls,
                 (struct pollfd){.fd = p->at.at[i].out, .events = POLLIN});
  if (poll(p->polls.at, p->polls.len, POLL_MS) > 0) {
    struct signalfd_siginfo info;
    if (p->polls.at[0].revents &&
        read(signals, &info, sizeof info) == (ssize_t)sizeof info)
      return (int)info.ssi_signo;
    /* From the last on, since a finished one is replaced by the last. */
    for (uint32_t i = p->polls.len - 1; i-- > 0;)
      if (p->polls.at[i + 1].revents && !collect(p, &p->at.at[i]))
        finish(p, i);
  }
  end_late(p);
  return 0;
}

static void end_all(pool *p) {
  for (uint32_t i = 0; i < p->at.len; i++)
    kill(-p->at.at[i].pid, SIGKILL);
  for (uint32_t i = 0; i < p->at.len; i++) {
    close(p->at.at[i].out);
    while (waitpid(p->at.at[i].pid, NULL, 0) < 0 && errno == EINTR)
      ;
  }
}

int m2k_jobs_run(m2k_job *jobs, uint32_t njobs, uint32_t parallel,
                 double timeout, m2k_job_done *done, void *data) {
  pool p = {.jobs = jobs, .timeout = timeout, .done = done, .data = data};
  sigset_t ending;
  sigemptyset(&ending);
  sigaddset(&ending, SIGINT);
  sigaddset(&ending, SIGTERM);
  sigaddset(&ending, SIGHUP);
  sigprocmask(SIG_BLOCK, &ending, &p.mask);
  int signals = signalfd(-1, &ending, SFD_CLOEXEC);
  if (signals < 0)
    m2k_bug("cannot wait for signals");
  int got = 0;
  uint32_t next = 0;
  while (got == 0 && (next < njobs || p.at.len)) {
    while (next < njobs && p.at.len < parallel)
      start(&p, next++);
    if (p.at.len)
      got = wait_for_any(&p, signals);
  }
  end_all(&p);
  close(signals);
  sigprocmask(SIG_SETMASK, &p.mask, NULL);
  m2k_vec_free(&p.at);
  m2k_vec_free(&p.polls);
  return got;
}
