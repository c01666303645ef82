#!/usr/bin/env python3
"""Holds the documentation to the tables in the source, and its links to files.

usage: tables.py ROOT
"""

import json
import os
import re
import sys

bad = []


def read(*path):
    with open(os.path.join(*path), encoding="utf-8") as file:
        return file.read()


def same(page, what, shown, real):
    for word in sorted(set(real) - set(shown)):
        bad.append(f"{page}: {what} '{word}' is missing")
    for word in sorted(set(shown) - set(real)):
        bad.append(f"{page}: there is no {what} '{word}'")


def options(root):
    # The first block that shows output is the help.
    text = read(root, "docs", "options.md").split("```")[1]
    table = read(root, "passes", "base", "options.def")
    names = re.findall(r'^M2K_OPTION\(\w+, \w+, "([\w-]+)"', table, re.M)
    same("options.md", "option",
         [name for name in re.findall(r"^  -fplugin-arg-m2k-([\w-]+)", text,
                                      re.M) if name != "W"], names)
    if "\n...\n" in text:
        bad.append("options.md: the help must be shown whole")


def checks(root):
    text = read(root, "docs", "diagnostics.md")
    table = read(root, "passes", "report", "check.def")
    rows = re.findall(r'^M2K_CHECK\(\w+, "([\w-]+)", (\d)', table, re.M)
    same("diagnostics.md", "group (flag, default)",
         re.findall(r"^\| `-Wm2k-([\w-]+)` \| (\w+) ", text, re.M),
         [(flag, "on" if on == "1" else "off") for flag, on in rows])


def built(root):
    """A check that has a file in passes/check, and no other, is said to be."""
    text = read(root, "docs", "diagnostics.md")
    shown = re.findall(r"^\| `-Wm2k-([\w-]+)` \| \w+ \| yes ", text, re.M)
    real = re.findall(r"kind = M2K_CHECK_(\w+)", "".join(
        read(root, "passes", "check", name)
        for name in os.listdir(os.path.join(root, "passes", "check"))
        if name.endswith(".c")))
    same("diagnostics.md", "built check", shown,
         [name.lower().replace("_", "-") for name in real])


def verdicts(root):
    # The first table, above the first example.
    text = read(root, "docs", "verdicts.md").split("```")[0]
    table = read(root, "passes", "report", "verdict.def")
    same("verdicts.md", "verdict", re.findall(r"^\| `(\w+)` \|", text, re.M),
         re.findall(r'^M2K_VERDICT\(\w+, "(\w+)"', table, re.M))


def fields(root):
    text = read(root, "docs", "diagnostics.md")
    schema = json.loads(read(root, "interface", "schema",
                             "report.schema.json"))
    kinds = schema["$defs"]
    for where in [schema] + [kinds[name] for name in
                             ("finding", "witness", "kernel", "case",
                              "reason")]:
        for name in where["properties"]:
            if f"`{name}`" not in text:
                bad.append(f"diagnostics.md: field '{name}' is missing")


def pages(root):
    yield os.path.join(root, "README.md")
    for folder, _, names in os.walk(os.path.join(root, "docs")):
        for name in names:
            if name.endswith(".md"):
                yield os.path.join(folder, name)


def links(root):
    for page in pages(root):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", read(page)):
            if not os.path.exists(os.path.join(os.path.dirname(page), target)):
                bad.append(f"{page}: '{target}' does not exist")


def words(root):
    """Files that architecture.md names exist."""
    text = read(root, "docs", "architecture.md")
    for name in re.findall(r"`((?:annotations|interface|passes|plugin|test|"
                           r"runtime-stubs|cmake|docs)/[\w./-]+)`", text):
        if not os.path.exists(os.path.join(root, name)):
            bad.append(f"architecture.md: '{name}' does not exist")


def main():
    for check in (options, checks, built, verdicts, fields, links, words):
        check(sys.argv[1])
    print("\n".join(bad), end="\n" if bad else "")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
