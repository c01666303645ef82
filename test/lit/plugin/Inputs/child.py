"""usage: child.py COMPILER ARGUMENT...: compiles under odd circumstances."""
import os
import signal
import subprocess
import sys
import time

command = sys.argv[1:]


def start(*more, **how):
    return subprocess.Popen(command + list(more), stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True, **how)


def need(condition, text):
    if not condition:
        sys.exit(text)


def has_finding(process):
    text = process.communicate()[0]
    need(process.returncode == 0, f"exit status {process.returncode}: {text}")
    need("[-Wm2k-out-of-bounds]" in text and "remark" not in text, text)
    return text


def ignore_sigchld():
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)


def running(mark):
    """Processes whose command line holds `mark`, zombies too."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if mark.encode() in file.read():
                    found.append(int(pid))
        except OSError:
            pass
    return found


plain = has_finding(start())
need(has_finding(start(preexec_fn=ignore_sigchld)) == plain,
     "other output with SIGCHLD ignored")
crashed = start("-fplugin-arg-m2k-fault=crash", preexec_fn=ignore_sigchld)
need("the analysis crashed" in crashed.communicate()[0]
     and crashed.returncode == 0, "a crash with SIGCHLD ignored")

for process in [start() for _ in range(12)]:
    need(has_finding(process) == plain, "other output when many run at once")

# A compiler that is killed takes its hanging child with it.
mark = f"-DM2K_TEST_{os.getpid()}"
hanging = start(mark, "-fplugin-arg-m2k-fault=hang",
                "-fplugin-arg-m2k-budget-ms=0")
until = time.monotonic() + 30
while len(running(mark)) < 2 and time.monotonic() < until:
    time.sleep(0.05)
need(len(running(mark)) >= 2, "no child was started")
for pid in running(mark):
    if pid == hanging.pid:
        os.kill(pid, signal.SIGKILL)
hanging.wait()
while running(mark) and time.monotonic() < until:
    time.sleep(0.05)
need(not running(mark), "a child outlived its compiler")
