#!/usr/bin/env python3
"""Prints the verdicts in a report of M2K: verdicts.py REPORT.json

The report is written by -fplugin-arg-m2k-report=REPORT.json.
"""

import json
import sys


def row(kernel, case):
    counts = [f"{count} {verdict}"
              for verdict, count in case["accesses"].items() if count]
    why = [reason["text"] for reason in case["reasons"]
           if reason["verdict"] in ("unknown", "conditional")]
    return (kernel["kernel"], case["case"] or "-", case["verdict"],
            "; ".join([", ".join(counts)] * bool(counts) + why[:1]))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__.strip())
    try:
        with open(sys.argv[1], encoding="utf-8") as file:
            report = json.load(file)
    except (OSError, ValueError) as error:
        sys.exit(f"verdicts.py: error: {sys.argv[1]}: {error}")
    if report["outcome"] != "complete":
        print(f"not analysed to the end: {report['outcome']}")
    rows = [("kernel", "case", "verdict", "accesses")]
    rows += [row(kernel, case)
             for kernel in report["kernels"] for case in kernel["cases"]]
    widths = [max(len(words[column]) for words in rows) for column in range(4)]
    for words in rows:
        print("  ".join(word.ljust(width)
                        for word, width in zip(words, widths)).rstrip())


if __name__ == "__main__":
    main()
