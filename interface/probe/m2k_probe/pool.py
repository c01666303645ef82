"""Worker processes, one job at a time each; a lost worker is a failed job."""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from pathlib import Path


class Worker:
    """One process; started on the first job, and again after a loss."""

    def __init__(self, environment: dict[str, str]):
        self.process = None
        self.environment = {**os.environ, **environment}
        root = str(Path(__file__).resolve().parent.parent)
        self.environment["PYTHONPATH"] = os.pathsep.join(
            [root, self.environment.get("PYTHONPATH", "")]).rstrip(os.pathsep)

    def run(self, job: dict, timeout: float) -> dict:
        if self.process is None:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "m2k_probe.worker"], text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, env=self.environment)
        timer = threading.Timer(timeout, self.process.kill)
        timer.start()
        try:
            self.process.stdin.write(json.dumps(job) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
            if line:
                return json.loads(line)
        except (BrokenPipeError, ValueError):
            pass
        finally:
            expired = not timer.is_alive()
            timer.cancel()
        status = self.stop()
        why = (f"no result after {timeout:.0f} s" if expired else
               f"the process ended with status {status}")
        return {"how": "failed", "why": why, "ops": {}, "unmapped": [],
                "header": None, "seconds": timeout if expired else 0.0}

    def stop(self) -> int | None:
        if self.process is None:
            return None
        self.process.stdin.close()
        try:
            status = self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            status = self.process.wait()
        self.process.stdout.close()
        self.process = None
        return status


def run_all(jobs, count: int, timeout: float, done,
            environment: dict[str, str] | None = None) -> None:
    """Runs all jobs on `count` workers; calls `done(index, result)` from one
    thread at a time, in the order of completion."""
    todo: queue.SimpleQueue = queue.SimpleQueue()
    for item in jobs:
        todo.put(item)
    lock = threading.Lock()

    def serve():
        worker = Worker(environment or {})
        while True:
            try:
                index, job = todo.get_nowait()
            except queue.Empty:
                break
            outcome = worker.run(job, timeout)
            with lock:
                done(index, outcome)
        worker.stop()

    threads = [threading.Thread(target=serve, daemon=True)
               for _ in range(max(1, count))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
