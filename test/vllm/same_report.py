#!/usr/bin/env python3
"""Compares the findings and verdicts of two JSON reports.

usage: same_report.py A.json B.json PREFIX

Only kernels whose name begins with PREFIX count: headers bring their own. Not
compared: how many accesses there are, and where in a header they lie. Prints
what differs, as `- A` and `+ B`, and fails; or says how much is the same.
"""

import json
import os
import sys


def place_of(place):
    if not place:
        return ""
    name = os.path.basename(place.get("file", ""))
    return f"{name}:{place['line']}:{place['column']}"


def finding_line(finding):
    witness = finding.get("witness", {})
    symbols = " ".join(f"{symbol['name']}={symbol['value']}"
                       for symbol in witness.get("symbols", []))
    shape = " ".join(f"{name}={witness.get(name)}" for name in
                     ("grid", "block", "blockIdx", "threadIdx",
                      "device_bytes"))
    return (f"finding {finding['check']} {finding['verdict']} "
            f"{finding['status']} {place_of(finding.get('place'))} "
            f"'{finding.get('expression', '')}' {finding['problem']}; "
            f"{finding['access']} {finding.get('region', '')} at "
            f"{place_of(finding.get('access_place'))}; {symbols} {shape}; "
            f"{finding['cases']} of {finding['cases_total']} cases, "
            f"{finding['instances']} instances")


def kernel_lines(report, prefix):
    for kernel in report["kernels"]:
        if not kernel["kernel"].startswith(prefix):
            continue
        yield f"kernel {kernel['kernel']} {kernel['verdict']}"
        for case in kernel["cases"]:
            yield (f"case {kernel['kernel']} '{case['case']}' "
                   f"{case['verdict']}")


def read(path, prefix):
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    findings = [finding_line(finding) for finding in report["findings"]
                if finding["kernel"].startswith(prefix)]
    return ([f"outcome {report['outcome']}"]
            + list(kernel_lines(report, prefix)) + findings)


def main(arguments):
    if len(arguments) != 3:
        sys.exit(__doc__)
    a, b = (read(path, arguments[2]) for path in arguments[:2])
    kernels = sum(line.startswith("kernel ") for line in a)
    findings = sum(line.startswith("finding ") for line in a)
    if a != b or not kernels:
        print("\n".join([f"- {line}" for line in a if line not in b]
                        + [f"+ {line}" for line in b if line not in a])
              or f"no kernel of '{arguments[2]}', or another order")
        return 1
    print(f"{kernels} kernels, {findings} findings: the same")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
