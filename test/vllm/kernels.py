#!/usr/bin/env python3
"""Prints which kernel instances a JSON report has, and their verdicts.

usage: kernels.py REPORT.json [NAME]

A line per kernel instance whose name contains NAME, in the report's order, and
below it one per interface case, with the reasons of those that are unknown:

    vllm::rms_norm_kernel<c10::Half>: bug
      rms_norm: bug
"""

import json
import sys


def lines(report, name):
    yield f"outcome: {report['outcome']}"
    for kernel in report["kernels"]:
        if name not in kernel["kernel"]:
            continue
        yield f"{kernel['kernel']}: {kernel['verdict']}"
        for case in kernel["cases"]:
            yield f"  {case['case'] or 'no case'}: {case['verdict']}"
            for reason in case["reasons"]:
                if case["verdict"] == reason["verdict"] == "unknown":
                    yield f"    {reason['text']}"


def main(arguments):
    if len(arguments) not in (1, 2):
        sys.exit(__doc__)
    with open(arguments[0], encoding="utf-8") as file:
        report = json.load(file)
    print("\n".join(lines(report, (arguments[1:] or [""])[0])))


if __name__ == "__main__":
    main(sys.argv[1:])
