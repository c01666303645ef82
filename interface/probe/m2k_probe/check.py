"""Hands headers and kernels to the checker, `m2k check`."""

from __future__ import annotations

import shlex
import shutil
import subprocess
from pathlib import Path


class CheckError(Exception):
    """No checker, or one that does not run."""


def find(given: str | None) -> list[str]:
    """The command: what was given, the project's build, or PATH."""
    if given:
        return shlex.split(given)
    for parent in Path(__file__).resolve().parents:
        built = parent / "build" / "m2k"
        if built.is_file():
            return [str(built)]
    found = shutil.which("m2k")
    if found:
        return [found]
    raise CheckError("no 'm2k' in a build of the project or in PATH; "
                     "say where it is with --m2k")


def arguments(command, files, headers) -> list[str]:
    line = [*command, "check"]
    for header in headers:
        line += ["--iface", header]
    return [*line, *files]


def run(command, files, headers) -> int:
    """The checker's exit status; its output goes where ours does."""
    try:
        return subprocess.run(arguments(command, files, headers),
                              check=False).returncode
    except OSError as error:
        raise CheckError(f"'{command[0]}' does not run: "
                         f"{error.strerror}") from error
