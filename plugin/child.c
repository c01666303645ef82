#include "plugin/child.h"

#include "passes/base/bug.h"
#include "passes/base/options.h"
#include "passes/base/stats.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* One message: this header, then `len` bytes. */
typedef struct header {
  uint32_t magic, kind;
  uint64_t len;
} header;

enum {
  MAGIC = 0x6d326b01,
  END_KIND = 1000,       /* the work returned; no payload */
  POLL_MS = 100,         /* how often a silent child is looked at */
  LOG_MAX = 64 << 20,    /* bytes; more is dropped */
  MESSAGE_MAX = 1 << 30, /* bytes; more is no message of ours */
  /* Under a limit of address space an allocation fails before the limit is
   * reached: a crash within this distance, in parts of the budget, is one for
   * lack of memory. */
  NEARLY_FULL = 4
};

/* Written by the child when it dies, read by the parent. */
typedef struct shared_page {
  volatile uint64_t bytes_at_crash;
} shared_page;

/* ---- the child ---- */

static void write_all(int fd, const void *data, size_t len) {
  const char *at = data;
  while (len) {
    ssize_t n = write(fd, at, len);
    if (n < 0 && errno == EINTR)
      continue;
    if (n <= 0)
      _exit(1); /* nobody listens */
    at += n;
    len -= (size_t)n;
  }
}

void m2k_child_send(int out, m2k_child_text kind, const char *text,
                    size_t len) {
  header h = {MAGIC, kind, len};
  write_all(out, &h, sizeof h);
  write_all(out, text, len);
}

/* Size of the address space. Safe in a signal handler. */
static uint64_t address_space(void) {
  char text[64];
  int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  ssize_t n = fd < 0 ? -1 : read(fd, text, sizeof text - 1);
  if (fd >= 0)
    close(fd);
  uint64_t pages = 0;
  for (ssize_t i = 0; i < n && text[i] >= '0' && text[i] <= '9'; i++)
    pages = pages * 10 + (uint64_t)(text[i] - '0');
  return pages * (uint64_t)sysconf(_SC_PAGESIZE);
}

/* The only file-scope state: a signal handler has no other way to reach it, it
 * is set in the child alone, and the child has one thread. */
static shared_page *crash_page;

static void on_crash(int signal_number) {
  crash_page->bytes_at_crash = address_space();
  raise(signal_number); /* SA_RESETHAND: this time it is the default */
}

/* The compiler's handlers would print a backtrace and ask for a bug report. */
static void set_signals(void) {
  static const int fatal[] = {SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE};
  static const int plain[] = {SIGINT,  SIGTERM, SIGHUP,  SIGPIPE, SIGUSR1,
                              SIGUSR2, SIGALRM, SIGCHLD, SIGXCPU, SIGQUIT};
  for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
    signal(plain[i], SIG_DFL);
  struct sigaction action = {0};
  action.sa_handler = on_crash;
  action.sa_flags = (int)(SA_RESETHAND | SA_ONSTACK | SA_NODEFER);
  for (size_t i = 0; i < sizeof fatal / sizeof *fatal; i++)
    sigaction(fatal[i], &action, NULL);
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
}

static void set_limits(uint64_t mb) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
  if (!mb)
    return;
  rlim_t most = (rlim_t)(address_space() + (mb << 20));
  struct rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) != 0)
    return;
  if (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur > most)
    limit.rlim_cur = most;
  setrlimit(RLIMIT_AS, &limit);
}

static _Noreturn void child(const m2k_child_job *job, int out, int log,
                            shared_page *page, pid_t parent) {
  crash_page = page;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1); /* it died before the line above */
  set_signals();
  /* Nothing of ours may end up in the compiler's output. */
  dup2(log, STDOUT_FILENO);
  dup2(log, STDERR_FILENO);
  set_limits(job->budget_mb);
  job->work(job->data, out);
  header end = {MAGIC, END_KIND, 0};
  write_all(out, &end, sizeof end);
  _exit(0); /* no atexit, no flushing of the compiler's streams */
}

/* Each round is one more frame, which the optimiser may not remove. */
static void eat_memory(void) {
  enum { BITE = 16 << 20 };
  for (;;) {
    char *bite = malloc(BITE);
    if (!bite)
      m2k_bug("out of memory");
    memset(bite, 1, BITE);
    __asm__ volatile("" : : "r"(bite) : "memory");
  }
}

void m2k_child_inject(uint32_t faults) {
  if (faults & M2K_FAULT_CRASH)
    m2k_bug("a fault was asked for");
  if (faults & M2K_FAULT_OOM)
    eat_memory();
  while (faults & M2K_FAULT_HANG)
    pause();
}

/* ---- the parent ---- */

typedef struct stream {
  int out, log;  /* -1: at its end */
  m2k_str bytes; /* of `out`, not yet taken apart */
  bool ended;    /* END_KIND came */
  bool broken;   /* something that is no message came */
} stream;

/* False at the end of the pipe. */
static bool read_some(int fd, m2k_str *into) {
  char buffer[1 << 16];
  for (;;) {
    ssize_t n = read(fd, buffer, sizeof buffer);
    if (n > 0)
      m2k_str_add_n(into, buffer, (size_t)n);
    else if (n == 0)
      return false;
    else if (errno == EAGAIN || errno == EWOULDBLOCK)
      return true;
    else if (errno != EINTR)
      return false;
  }
}

static void take_messages(stream *s, m2k_child_result *result) {
  size_t at = 0;
  while (s->bytes.len - at >= sizeof(header)) {
    header h;
    memcpy(&h, s->bytes.at + at, sizeof h);
    if (h.magic != MAGIC || h.len > MESSAGE_MAX ||
        (h.kind >= M2K_CHILD_TEXTS && h.kind != END_KIND)) {
      s->broken = true;
      break;
    }
    if (s->bytes.len - at - sizeof h < h.len)
      break;
    at += sizeof h;
    if (h.kind == END_KIND) {
      s->ended = true;
      break;
    }
    m2k_str_clear(&result->text[h.kind]);
    m2k_str_add_n(&result->text[h.kind], s->bytes.at + at, (size_t)h.len);
    at += (size_t)h.len;
  }
  if (!at)
    return;
  memmove(s->bytes.at, s->bytes.at + at, s->bytes.len - at);
  s->bytes.len -= at;
}

static void read_log(stream *s, m2k_child_result *result) {
  if (s->log < 0)
    return;
  m2k_str rest = {0};
  bool more = read_some(s->log, &rest);
  if (result->log.len + rest.len <= LOG_MAX && rest.len)
    m2k_str_add_n(&result->log, rest.at, rest.len);
  m2k_str_free(&rest);
  if (more)
    return;
  close(s->log);
  s->log = -1;
}

static void read_both(stream *s, m2k_child_result *result) {
  if (s->out >= 0) {
    bool more = read_some(s->out, &s->bytes);
    take_messages(s, result);
    if (!more) {
      close(s->out);
      s->out = -1;
    }
  }
  read_log(s, result);
}

/* The child's own end is the truth: other forks may hold the pipes open. With
 * SIGCHLD ignored, waitpid knows no status and fails when the child is gone. */
static bool gone(pid_t pid, int *status, int flags) {
  pid_t got;
  do
    got = waitpid(pid, status, flags);
  while (got < 0 && errno == EINTR);
  if (got < 0)
    *status = -1;
  return got != 0;
}

/* The budget is the child's processor time, so that a loaded machine changes
 * nothing; one that sleeps or gets no processor has WALL times as long. */
static bool out_of_time(pid_t pid, uint64_t start, uint64_t budget_ms) {
  enum { WALL = 10 };
  uint64_t budget = budget_ms * 1000000;
  clockid_t clock;
  struct timespec used;
  if (!budget)
    return false;
  if (m2k_clock_ns() - start >= WALL * budget)
    return true;
  return clock_getcpuclockid(pid, &clock) == 0 &&
         clock_gettime(clock, &used) == 0 &&
         (uint64_t)used.tv_sec * 1000000000 + (uint64_t)used.tv_nsec >= budget;
}

/* Until the work has returned, the child is gone, or time is up (false). */
static bool collect(stream *s, pid_t pid, uint64_t budget_ms, bool *reaped,
                    int *status, m2k_child_result *result) {
  uint64_t start = m2k_clock_ns();
  while (!s->ended && !s->broken) {
    int wait = POLL_MS;
    if (out_of_time(pid, start, budget_ms))
      return false;
    struct pollfd fds[2] = {{s->out, POLLIN, 0}, {s->log, POLLIN, 0}};
    int ready = poll(fds, 2, wait);
    bool dead = (ready == 0 || (s->out < 0 && s->log < 0)) &&
                gone(pid, status, WNOHANG);
    read_both(s, result);
    if (dead) {
      *reaped = true;
      return true;
    }
  }
  return true;
}

static void say(m2k_child_result *result, m2k_child_end end, const char *fmt,
                ...) __attribute__((format(printf, 3, 4)));

static void say(m2k_child_result *result, m2k_child_end end, const char *fmt,
                ...) {
  va_list args;
  va_start(args, fmt);
  vsnprintf(result->why, sizeof result->why, fmt, args);
  va_end(args);
  result->end = end;
}

static bool lacked_memory(const m2k_child_job *job, const shared_page *page,
                          uint64_t before, const m2k_child_result *result) {
  const char *log = m2k_str_text(&result->log);
  if (!job->budget_mb)
    return false;
  if (strstr(log, "out of memory") || strstr(log, "bad_alloc"))
    return true;
  uint64_t budget = job->budget_mb << 20;
  return page->bytes_at_crash + budget / NEARLY_FULL >= before + budget;
}

static void judge(const m2k_child_job *job, const stream *s, int status,
                  bool in_time, const shared_page *page, uint64_t before,
                  m2k_child_result *result) {
  if (!in_time)
    say(result, M2K_CHILD_OUT_OF_TIME, "out of time after %llu ms",
        (unsigned long long)job->budget_ms);
  else if (s->broken)
    say(result, M2K_CHILD_CRASHED, "the analysis answered nonsense");
  else if (s->ended)
    result->end = M2K_CHILD_DONE;
  else if (lacked_memory(job, page, before, result))
    say(result, M2K_CHILD_OUT_OF_MEMORY,
        "out of memory, the budget is %llu MiB",
        (unsigned long long)job->budget_mb);
  else if (status != -1 && WIFSIGNALED(status))
    say(result, M2K_CHILD_CRASHED, "the analysis crashed (%s)",
        strsignal(WTERMSIG(status)));
  else
    say(result, M2K_CHILD_CRASHED, "the analysis crashed");
}

static void parent(const m2k_child_job *job, stream *s, pid_t pid,
                   const shared_page *page, uint64_t before,
                   m2k_child_result *result) {
  bool reaped = false;
  int status = -1;
  bool in_time = collect(s, pid, job->budget_ms, &reaped, &status, result);
  if (!reaped) {
    if (!s->ended)
      kill(pid, SIGKILL);
    gone(pid, &status, 0);
  }
  read_both(s, result); /* what it wrote before its end */
  judge(job, s, status, in_time, page, before, result);
}

static bool open_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) != 0)
    return false;
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return true;
}

static void close_pipe(const int ends[2]) {
  for (int i = 0; i < 2; i++)
    if (ends[i] >= 0)
      close(ends[i]);
}

void m2k_child_run(const m2k_child_job *job, m2k_child_result *result) {
  *result = (m2k_child_result){.end = M2K_CHILD_NOT_STARTED};
  int out[2] = {-1, -1}, log[2] = {-1, -1};
  shared_page *page = mmap(NULL, sizeof *page, PROT_READ | PROT_WRITE,
                           MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  pid_t self = getpid(), pid = -1;
  uint64_t before = address_space();
  if (page != MAP_FAILED && open_pipe(out) && open_pipe(log))
    pid = fork();
  if (pid == 0)
    child(job, out[1], log[1], page, self);
  if (pid < 0) {
    say(result, M2K_CHILD_NOT_STARTED, "no process could be started: %s",
        strerror(errno));
    close_pipe(out);
    close_pipe(log);
  } else {
    close(out[1]);
    close(log[1]);
    stream s = {.out = out[0], .log = log[0]};
    parent(job, &s, pid, page, before, result);
    if (s.out >= 0)
      close(s.out);
    if (s.log >= 0)
      close(s.log);
    m2k_str_free(&s.bytes);
  }
  if (page != MAP_FAILED)
    munmap(page, sizeof *page);
}

void m2k_child_result_free(m2k_child_result *result) {
  for (int i = 0; i < M2K_CHILD_TEXTS; i++)
    m2k_str_free(&result->text[i]);
  m2k_str_free(&result->log);
}
