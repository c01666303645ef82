#!/usr/bin/env python3
"""Counts the results of a test runner.

usage: tally.py lit|junit FILE

Prints `PASSED FAILED SKIPPED`. A file without any test is an error: where
nothing ran, nothing passed.
"""

import json
import sys
import xml.etree.ElementTree as xml

LIT_PASSED = {"PASS", "FLAKYPASS", "XFAIL"}
LIT_SKIPPED = {"UNSUPPORTED", "SKIPPED", "EXCLUDED"}


def tally_lit(path):
    with open(path, encoding="utf-8") as file:
        codes = [test["code"] for test in json.load(file)["tests"]]
    passed = sum(code in LIT_PASSED for code in codes)
    skipped = sum(code in LIT_SKIPPED for code in codes)
    return passed, len(codes) - passed - skipped, skipped


def tally_junit(path):
    suite = xml.parse(path).getroot()
    total = int(suite.get("tests"))
    failed = int(suite.get("failures"))
    skipped = int(suite.get("skipped")) + int(suite.get("disabled"))
    return total - failed - skipped, failed, skipped


def main(arguments):
    if len(arguments) != 2 or arguments[0] not in ("lit", "junit"):
        sys.exit(__doc__)
    tally = tally_lit if arguments[0] == "lit" else tally_junit
    counts = tally(arguments[1])
    if not sum(counts):
        sys.exit(f"{arguments[1]}: no tests")
    print(*counts)


if __name__ == "__main__":
    main(sys.argv[1:])
