"""Hands headers and kernels to the checker: `m2k check`, or where a build has
no such command yet, Clang with the plugin, file by file."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path

from . import progress


class CheckError(Exception):
    """No checker, or one that does not run."""


@dataclass(frozen=True)
class Checker:
    """`command` with its fixed arguments; `plugin`: it is a compiler."""

    command: tuple[str, ...]
    plugin: bool = False

    def lines(self, files, headers) -> list[list[str]]:
        """What to run, one command after another."""
        if self.plugin:
            flags = [f"-fplugin-arg-m2k-iface={header}" for header in headers]
            return [[*self.command, "-fsyntax-only", *flags, file]
                    for file in files]
        flags = [word for header in headers for word in ("--iface", header)]
        return [[*self.command, "check", *flags, *files]]


def find(given: str | None) -> Checker:
    """What was given, the project's build, or PATH."""
    if given:
        return Checker(tuple(shlex.split(given)))
    for parent in Path(__file__).resolve().parents:
        built = parent / "build" / "m2k"
        if built.is_file():
            return Checker((str(built),))
        config = parent / "build" / "m2k-stubs.cfg"
        clang = shutil.which("clang++-19")
        if config.is_file() and clang:
            return Checker((clang, "--config", str(config)), plugin=True)
    found = shutil.which("m2k")
    if found:
        return Checker((found,))
    raise CheckError("no 'm2k' in a build of the project or in PATH; "
                     "say where it is with --m2k")


def run(checker: Checker, files, headers) -> int:
    """1 where a file is not as it should be; the checker's output goes where
    ours does. A compiler's warnings are findings, and so count."""
    lines, worst = checker.lines(files, headers), 0
    shown = progress.Progress(len(lines))
    for line in lines:
        try:
            done = subprocess.run(line, check=False, text=True,
                                  stderr=subprocess.PIPE)
        except OSError as error:
            raise CheckError(f"'{line[0]}' does not run: "
                             f"{error.strerror}") from error
        print(done.stderr, end="", flush=True)
        found = done.returncode != 0 or (checker.plugin and
                                         "[-Wm2k-" in done.stderr)
        worst = max(worst, int(found))
        shown.step(f"checked {line[-1]}: " +
                   ("findings" if found else "no finding"))
    return worst
