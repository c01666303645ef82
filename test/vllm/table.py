#!/usr/bin/env python3
"""Reads all kernel files of vLLM releases and prints what became of each.

usage: table.py [--parse] [-j N] [--only TEXT] [--reports DIR] [--timeout S]
                [--extra FLAGS] VERSION...

The sources are those that ./dev fetch has put into .cache; the build directory
is $M2K_BUILD, or build. With --parse the files are only parsed, without the
plugin: a line for each that does not, and one with the count. Otherwise a line
per file:

    kernels  that the front end emits, and how many have a verdict other than
             unknown
    out      functions left out because they contain errors
    accesses of all kernels, and how many are unknown

then the reasons of unknown verdicts, most frequent first. Exit status: 1 where
a file does not parse or there is none, otherwise 0.
"""

import argparse
import collections
import concurrent.futures
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import tempfile
import time

import sources

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(
    os.path.abspath(__file__))))
LEFT_OUT = re.compile(r"m2k: (\d+) functions? not analysed because of errors")


def llvm_major():
    with open(os.path.join(ROOT, "cmake", "llvm.cmake"),
              encoding="utf-8") as file:
        return re.search(r"^set\(M2K_LLVM_MAJOR (\d+)\)$", file.read(), re.M)[1]


class Row:
    """A file and what clang made of it."""

    def __init__(self, name):
        self.name = name
        self.errors = []      # the lines with errors, in order
        self.timed_out = False
        self.seconds = 0.0
        self.left_out = 0
        self.report = None    # None: no report was written


def plain_flags(build):
    """The configuration without the plugin."""
    with open(os.path.join(build, "m2k-stubs.cfg"), encoding="utf-8") as file:
        lines = [line.strip().replace("<CFGDIR>", build) for line in file]
    return [word for line in lines
            if line and line[0] != "#" and not line.startswith("-fplugin=")
            for word in shlex.split(line)]


def run(command, timeout):
    """The error output, or None where the time ran out."""
    with subprocess.Popen(command, stdout=subprocess.DEVNULL,
                          stderr=subprocess.PIPE, text=True,
                          errors="replace", start_new_session=True) as process:
        try:
            return process.communicate(timeout=timeout)[1]
        except subprocess.TimeoutExpired:
            # The analysis runs in a child of clang's.
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
            return None


def read(path, csrc, version, options, build, reports):
    row = Row(os.path.relpath(path, csrc))
    report = os.path.join(reports, row.name.replace("/", "__") + ".json")
    command = [f"/usr/lib/llvm-{llvm_major()}/bin/clang++"]
    if options.parse:
        command += plain_flags(build)
    else:
        command += ["--config", os.path.join(build, "m2k-stubs.cfg"),
                    f"-fplugin-arg-m2k-report={report}"]
    command += ["-fsyntax-only", "-w", "-ferror-limit=0",
                *sources.flags(version, csrc), *shlex.split(options.extra),
                path]
    began = time.monotonic()
    output = run(command, options.timeout)
    row.seconds = time.monotonic() - began
    row.timed_out = output is None
    for line in (output or "").splitlines():
        if " error: " in line:
            row.errors.append(line)
        if match := LEFT_OUT.search(line):
            row.left_out = int(match[1])
    if os.path.exists(report):
        with open(report, encoding="utf-8") as file:
            row.report = json.load(file)
    return row


def unknown_reasons(kernel):
    """The reasons of a kernel's unknown accesses, with their counts."""
    for case in kernel["cases"]:
        for reason in case["reasons"]:
            if reason["verdict"] == "unknown":
                text = " ".join(reason["text"].split())  # inline assembly
                yield f"{reason['code']}: {text}", reason["count"]


def print_parsed(version, rows):
    for row in rows:
        if row.errors:
            print(f"{version} {row.name}: {len(row.errors)} errors, first: "
                  f"{row.errors[0]}")
        elif row.timed_out:
            print(f"{version} {row.name}: out of time")
    good = sum(not row.errors and not row.timed_out for row in rows)
    print(f"{version}: {good} of {len(rows)} files parse")


def print_table(version, rows):
    total = collections.Counter()
    reasons = collections.Counter()
    print(f"{'file':60} kernels decided out accesses unknown seconds")
    for row in rows:
        count = collections.Counter()
        for kernel in row.report["kernels"] if row.report else []:
            count["kernels"] += 1
            count["decided"] += kernel["verdict"] != "unknown"
            count[kernel["verdict"]] += 1
            count["accesses"] += kernel["accesses"]
            count["unknown accesses"] += sum(
                case["accesses"]["unknown"] for case in kernel["cases"])
            for reason, times in unknown_reasons(kernel):
                reasons[reason] += times
        count["left out"] = row.left_out
        if row.errors:
            count["files with errors"] = 1
        total.update(count)
        state = ("out of time" if row.timed_out
                 else "no report" if row.report is None
                 else row.report["outcome"])
        print(f"{row.name[-60:]:60} {count['kernels']:7} {count['decided']:7} "
              f"{row.left_out:3} {count['accesses']:8} "
              f"{count['unknown accesses']:7} {row.seconds:7.1f}"
              + ("" if state == "complete" else f"  {state}"))
    print(f"{version}: {len(rows)} files, {total['files with errors']} with "
          f"errors; {total['kernels']} kernels, {total['decided']} decided "
          f"({total['safe']} safe, {total['conditional']} conditional, "
          f"{total['bug']} bug), {total['left out']} functions left out; "
          f"{total['accesses']} accesses, {total['unknown accesses']} unknown")
    for reason, times in reasons.most_common(12):
        print(f"  {times:6}  {reason}")


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--parse", action="store_true")
    parser.add_argument("-j", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="")
    parser.add_argument("--reports")
    parser.add_argument("--timeout", type=float, default=300)
    parser.add_argument("--extra", default="")
    parser.add_argument("version", nargs="+")
    options = parser.parse_args()
    build = os.path.join(ROOT, os.environ.get("M2K_BUILD", "build"))
    bad = False
    for version in options.version:
        csrc = os.path.join(ROOT, ".cache", f"vllm-{version}", "csrc")
        paths = [path for path in sources.kernel_files(csrc)
                 if options.only in os.path.relpath(path, csrc)]
        with tempfile.TemporaryDirectory() as scratch, \
                concurrent.futures.ThreadPoolExecutor(options.j) as pool:
            reports = options.reports or scratch
            os.makedirs(reports, exist_ok=True)
            rows = list(pool.map(
                lambda path: read(path, csrc, version, options, build, reports),
                paths))
        (print_parsed if options.parse else print_table)(version, rows)
        bad |= not rows or any(row.errors or row.timed_out for row in rows)
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
