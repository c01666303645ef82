#!/usr/bin/env python3
"""Runs the commands that a page of the documentation shows.

usage: console.py ROOT BUILD PAGE.md...

A fenced block marked `console` holds commands behind `$ ` (a line that ends in
a backslash goes on in the next one) and what they print. In it a line `...`
stands for any number of lines, and `...` inside a line for any text. Commands
run in a scratch copy of the repository's root, in which `build` is BUILD.

A block with `title=FILE` is a file. Where the repository has it, the block must
stand in it word for word; otherwise it is written to the scratch copy.

A block marked `sh` is shown but not run: each of its lines must be in NOT_RUN.
Blocks with other marks are only looked at by readers.
"""

import difflib
import os
import re
import subprocess
import sys
import tempfile

# What installs, builds or takes long, or needs what the tests lack.
NOT_RUN = {
    "./dev setup",
    "./dev build",
    "./dev test",
    "./dev fetch",
    "cp -rL build/{libm2k.so,m2k,m2k.cfg,m2k-stubs.cfg,include,runtime-stubs} "
    "DIR",
    "cmake -DCMAKE_CUDA_COMPILER=clang++-19 "
    "-DCMAKE_CUDA_FLAGS=\"--config $M2K/m2k.cfg\" …",
}

# Commands of which only the end is run.
STAND_IN = {"./dev demo": "docs/examples/demo.sh"}

# In place of a CUDA toolkit.
TOOLKIT = ("--cuda-path=/nonexistent -nocudainc -nocudalib "
           "--cuda-feature=+ptx80 --cuda-gpu-arch=sm_90 "
           "-isystem build/runtime-stubs/cuda "
           "-include build/runtime-stubs/nvcc_compat.h "
           "--cuda-device-only -S -Qunused-arguments")

FENCE = re.compile(r"^```(\S*)(?: +title=(\S+))?$")


def blocks(page):
    """(mark, title, number of the first line, lines) of each fenced block."""
    inside, start, mark, title, lines = False, 0, "", None, []
    with open(page, encoding="utf-8") as file:
        for number, line in enumerate(file.read().split("\n"), 1):
            if not inside and line.startswith("```"):
                match = FENCE.match(line)
                if not match:
                    sys.exit(f"{page}:{number}: cannot read '{line}'")
                mark, title = match.groups()
                inside, start, lines = True, number + 1, []
            elif inside and line == "```":
                inside = False
                yield mark, title, start, lines
            elif inside:
                lines.append(line)
    if inside:
        sys.exit(f"{page}:{start}: block without an end")


def commands(lines, start):
    """(command, line, expected output) of each command of a block."""
    found = []
    continued = False
    for number, line in enumerate(lines, start):
        if continued:
            found[-1][0] += "\n" + line
        elif line.startswith("$ "):
            found.append([line[2:], number, []])
        elif found:
            found[-1][2].append(line)
        else:
            raise ValueError(f"output before a command: '{line}'")
        in_command = continued or line.startswith("$ ")
        continued = in_command and line.endswith("\\")
    return found


def line_matches(pattern, line):
    parts = [re.escape(part) for part in pattern.split("...")]
    return re.fullmatch(".*".join(parts), line) is not None


def matches(expected, actual):
    if not expected:
        return not actual
    if expected[0] == "...":
        return any(matches(expected[1:], actual[skip:])
                   for skip in range(len(actual) + 1))
    return bool(actual) and line_matches(expected[0], actual[0]) and matches(
        expected[1:], actual[1:])


def run(command, where):
    for word, instead in STAND_IN.items():
        if command == word:
            command = instead
    if "--config build/m2k.cfg" in command or "-fplugin=build/" in command:
        command += " " + TOOLKIT
    done = subprocess.run(["bash", "-c", command], cwd=where, check=False,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True)
    return [line.rstrip() for line in done.stdout.rstrip("\n").split("\n")
            if done.stdout]


def check_console(page, start, lines, where):
    bad = 0
    for command, line, expected in commands(lines, start):
        while expected and not expected[-1]:
            expected.pop()
        actual = run(command, where)
        if matches(expected, actual):
            continue
        bad += 1
        print(f"{page}:{line}: '{command}' prints something else:")
        print("\n".join(difflib.unified_diff(expected, actual, "documentation",
                                             "output", lineterm="")))
    return bad


def check_file(page, start, title, lines, root, where):
    kept = os.path.join(root, title)
    if not os.path.exists(kept):
        with open(os.path.join(where, title), "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        return 0
    with open(kept, encoding="utf-8") as file:
        whole = file.read().split("\n")
    if any(whole[at:at + len(lines)] == lines for at in range(len(whole))):
        return 0
    print(f"{page}:{start}: this does not stand in '{title}'")
    return 1


def check_page(page, root, where):
    bad = 0
    for mark, title, start, lines in blocks(page):
        if mark == "console":
            bad += check_console(page, start, lines, where)
        elif title:
            bad += check_file(page, start, title, lines, root, where)
        elif mark == "sh":
            for number, line in enumerate(lines, start):
                if line not in NOT_RUN:
                    bad += 1
                    print(f"{page}:{number}: '{line}' is neither run nor "
                          "listed in NOT_RUN")
    return bad


def main():
    root, build = (os.path.abspath(path) for path in sys.argv[1:3])
    bad = 0
    for page in sys.argv[3:]:
        with tempfile.TemporaryDirectory() as where:
            for name in os.listdir(root):
                if not name.startswith((".", "build")):
                    os.symlink(os.path.join(root, name),
                               os.path.join(where, name))
            os.symlink(build, os.path.join(where, "build"))
            bad += check_page(page, root, where)
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
