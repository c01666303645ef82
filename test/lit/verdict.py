#!/usr/bin/env python3
"""Checks a JSON report of M2K in a test's RUN line.

usage: verdict.py REPORT.json CHECK...

Each CHECK must hold; all that do not are printed.

  safe                     every kernel and case is safe, and there is at
                           least one access and no finding
  safe KERNEL              the same for kernels whose name contains KERNEL
  unknown [KERNEL]         every such kernel is unknown, and none is a bug
  bug                      some finding is a confirmed bug
  bug CHECK                ... of this check (index-overflow)
  bug CHECK FILE:LINE      ... at this place (FILE by its last part)
  no-bug                   no finding has the verdict bug
  finding CHECK [FILE:LINE]  a finding of any verdict
  verdict KERNEL VERDICT   the verdict of kernels whose name contains KERNEL
  case LABEL VERDICT       the verdict of all cases with this label
  reason CODE              some case has a reason with this code
  kernels N                so many kernel instances were read
  accesses                 every kernel's accesses and memory instructions agree

A kernel is never safe in a report that is not complete. FILE:LINE may be
`:LINE`, in any file. Several checks stand in one argument list, separated by
a comma of its own: `%verdict r.json bug null :12 , kernels 2`.
"""

import json
import os
import sys


class Failed(Exception):
    pass


def need(condition, text):
    if not condition:
        raise Failed(text)


def kernels_like(report, name):
    found = [kernel for kernel in report["kernels"] if name in kernel["kernel"]]
    need(found, f"no kernel like '{name}'")
    return found


def need_verdict(report, name, verdict):
    need(report["outcome"] == "complete",
         f"the analysis is {report['outcome']}")
    for kernel in kernels_like(report, name):
        need(kernel["verdict"] == verdict,
             f"'{kernel['kernel']}' is {kernel['verdict']}: "
             + "; ".join(f"{reason['verdict']}: {reason['text']}"
                         for case in kernel["cases"]
                         for reason in case["reasons"]))


def check_safe(report, name=""):
    need_verdict(report, name, "safe")
    kernels = kernels_like(report, name)
    for kernel in kernels:
        need(kernel["cases"], f"'{kernel['kernel']}' has no case")
        need(all(case["verdict"] == "safe" for case in kernel["cases"]),
             f"a case of '{kernel['kernel']}' is not safe")
    need(any(kernel["accesses"] for kernel in kernels), "no access at all")
    findings = [finding for finding in report["findings"]
                if name in finding.get("kernel", "")]
    need(not findings, f"there are findings: {describe(findings)}")


def check_unknown(report, name=""):
    need_verdict(report, name, "unknown")
    for kernel in kernels_like(report, name):
        need(any(case["reasons"] for case in kernel["cases"]),
             f"'{kernel['kernel']}' is unknown without a reason")


def describe(findings):
    return "; ".join(
        f"{finding['check']} ({finding['verdict']}, {finding['status']}) at "
        f"{place_text(finding.get('place', {}))}: "
        f"{finding.get('expression', '')} {finding['problem']}"
        for finding in findings) or "none"


def place_text(place):
    return (f"{os.path.basename(place.get('file', '?'))}:"
            f"{place.get('line', 0)}:{place.get('column', 0)}")


def is_at(finding, where):
    """`where` is FILE:LINE; the finding's own place or that of its access."""
    file, _, line = where.rpartition(":")
    for key in ("place", "access_place"):
        place = finding.get(key, {})
        if (place.get("line") == int(line) and
                (not file or os.path.basename(place.get("file", "")) ==
                 os.path.basename(file))):
            return True
    return False


def matching(report, check=None, where=None):
    return [finding for finding in report["findings"]
            if (check is None or finding["check"] == check)
            and (where is None or is_at(finding, where))]


def check_bug(report, check=None, where=None):
    found = [finding for finding in matching(report, check, where)
             if finding["verdict"] == "bug"]
    need(found, f"no bug of '{check or 'any check'}' at {where or 'any place'};"
         f" there are: {describe(report['findings'])}")
    need(all(finding["status"] == "confirmed" and "witness" in finding
             for finding in found), f"not confirmed: {describe(found)}")


def check_no_bug(report):
    bugs = [finding for finding in report["findings"]
            if finding["verdict"] == "bug"]
    need(not bugs, f"there are bugs: {describe(bugs)}")
    need(all(kernel["verdict"] != "bug" for kernel in report["kernels"]),
         "a kernel has the verdict bug")


def check_finding(report, check, where=None):
    need(matching(report, check, where),
         f"no finding of '{check}' at {where or 'any place'}; there are: "
         f"{describe(report['findings'])}")


def check_case(report, label, verdict):
    cases = [case for kernel in report["kernels"] for case in kernel["cases"]
             if case["case"] == label]
    need(cases, f"no case '{label}'")
    for case in cases:
        need(case["verdict"] == verdict, f"'{label}' is {case['verdict']}")


def check_reason(report, code):
    codes = sorted({reason["code"] for kernel in report["kernels"]
                    for case in kernel["cases"] for reason in case["reasons"]})
    need(code in codes, f"no reason '{code}', there are {codes}")


def check_kernels(report, number):
    names = [kernel["kernel"] for kernel in report["kernels"]]
    need(len(names) == int(number), f"{len(names)} kernels: {names}")


def check_accesses(report):
    need(report["kernels"], "no kernels")
    for kernel in report["kernels"]:
        need(kernel["accesses"] == kernel["memory_instructions"],
             f"'{kernel['kernel']}': {kernel['accesses']} accesses from "
             f"{kernel['memory_instructions']} memory instructions")
        for case in kernel["cases"]:
            total = sum(case["accesses"].values())
            need(total == kernel["accesses"],
                 f"'{kernel['kernel']}', case '{case['case']}': verdicts of "
                 f"{total} accesses, {kernel['accesses']} in the summary")


CHECKS = {
    "safe": check_safe, "unknown": check_unknown, "bug": check_bug,
    "no-bug": check_no_bug, "finding": check_finding,
    "verdict": need_verdict, "case": check_case, "reason": check_reason,
    "kernels": check_kernels, "accesses": check_accesses,
}


def split_checks(words):
    checks = [[]]
    for word in words:
        if word == ",":
            checks.append([])
        else:
            checks[-1].append(word)
    return checks


def main(arguments):
    if len(arguments) < 2:
        sys.exit(__doc__)
    with open(arguments[0], encoding="utf-8") as file:
        report = json.load(file)
    status = 0
    for words in split_checks(arguments[1:]):
        if not words or words[0] not in CHECKS:
            sys.exit(f"unknown check {words}\n{__doc__}")
        try:
            CHECKS[words[0]](report, *words[1:])
        except TypeError:
            sys.exit(f"wrong number of words in {words}\n{__doc__}")
        except Failed as failed:
            print(f"{' '.join(words)}: {failed}")
            status = 1
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
