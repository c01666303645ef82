#!/usr/bin/env python3
"""Fails on every #include that cmake/layers.txt does not allow.

usage: include_lint.py [ROOT]

Prints `FILE:LINE: error: ...` per violation and a summary; exits 1 when there
is one, 2 when the table is wrong.
"""

import os
import re
import sys

SUFFIXES = (".c", ".h", ".cpp", ".def", ".cu", ".cuh", ".in")
INCLUDE = re.compile(r'^\s*#\s*include(?:_next)?\s*([<"])([^>"]+)[>"]')
# What comes with the compiler, the C library or the C++ library.
LIBC = set("""
assert complex ctype errno fcntl fenv float getopt inttypes limits locale math
poll pthread setjmp sched signal spawn stdalign stdarg stdatomic stdbool stddef
stdint stdio stdlib stdnoreturn string strings time unistd wchar wctype dirent
dlfcn libgen glob
""".split())
LIBC_DIRECTORIES = ("sys/", "linux/", "bits/")


class Layer:
    def __init__(self, name, uses, outside):
        self.name, self.outside = name, outside
        self.files = {use for use in uses if "." in os.path.basename(use)}
        self.layers = {use for use in uses if use not in self.files} | {name}


def read_table(path):
    layers = {}
    with open(path, encoding="utf-8") as table:
        for number, line in enumerate(table, 1):
            if not line.strip() or line.startswith("#"):
                continue
            columns = [column.split() for column in line.split("|")]
            if len(columns) != 3 or len(columns[0]) != 1:
                sys.exit(f"{path}:{number}: error: expected three columns")
            name = columns[0][0]
            uses = list(layers) if columns[1] == ["all"] else columns[1]
            layer = Layer(name, uses, columns[2])
            for use in layer.layers - {name}:
                if use not in layers:
                    sys.exit(f"{path}:{number}: error: '{use}' is no layer "
                             "of an earlier line")
            layers[name] = layer
    return layers


def layer_of(layers, path):
    """The layer that a path from the root lies in, the deepest one."""
    hits = [name for name in layers if path.startswith(name + "/")]
    return max(hits, key=len, default=None)


def is_libc(name):
    stem, dot, suffix = name.partition(".")
    if not dot and "/" not in name:
        return True  # the C++ library, which only plugin/ compiles with
    return (suffix == "h" and stem in LIBC) or name.startswith(LIBC_DIRECTORIES)


def resolve(root, layers, directory, quoted, name):
    """The included file as a path from the root, or None: from outside."""
    if quoted:
        beside = os.path.normpath(os.path.join(directory, name))
        if os.path.exists(os.path.join(root, beside)):
            return beside
    if layer_of(layers, name):
        return name
    return None


def problem_with(root, layers, layer, directory, quoted, name):
    target = resolve(root, layers, directory, quoted, name)
    if target is None:
        if "*" in layer.outside or (not quoted and is_libc(name)):
            return None
        if any(name == ok or (ok.endswith("/") and name.startswith(ok))
               for ok in layer.outside):
            return None
        return f"'{name}' is no header that '{layer.name}' may include"
    owner = layer_of(layers, target)
    if owner is None:
        return f"'{name}' lies in no layer"
    if owner in layer.layers or target in layer.files:
        return None
    return f"'{layer.name}' may not include '{target}' of '{owner}'"


def check_file(root, layers, path):
    layer = layers[layer_of(layers, path)]
    errors = []
    with open(os.path.join(root, path), encoding="utf-8") as source:
        for number, line in enumerate(source, 1):
            include = INCLUDE.match(line)
            if not include:
                continue
            problem = problem_with(root, layers, layer, os.path.dirname(path),
                                   include[1] == '"', include[2])
            if problem:
                errors.append(f"{path}:{number}: error: {problem}")
    return errors


def sources(root, layers):
    for name in layers:
        for directory, folders, files in os.walk(os.path.join(root, name)):
            folders.sort()
            for file in sorted(files):
                path = os.path.relpath(os.path.join(directory, file), root)
                if file.endswith(SUFFIXES) and layer_of(layers, path) == name:
                    yield path


def main(arguments):
    here = os.path.dirname(os.path.abspath(__file__))
    root = arguments[0] if arguments else os.path.join(here, "..", "..")
    layers = read_table(os.path.join(root, "cmake", "layers.txt"))
    paths = list(sources(root, layers))
    errors = [error for path in paths
              for error in check_file(root, layers, path)]
    print("\n".join(errors + [f"{len(paths)} files, {len(errors)} errors"]))
    return 1 if errors or not paths else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
