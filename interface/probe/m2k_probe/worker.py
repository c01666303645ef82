"""One process that traces models: a job per line of standard input, a result
per line of standard output, both JSON.

A process of its own, since a model may exhaust memory, hang, or bring the
interpreter down, and neither must end the run.
"""

from __future__ import annotations

import json
import os
import sys
import time

from . import VERSION, iface, table


def title(job: dict) -> list[str]:
    """The first comment of a header."""
    import torch
    return [f"{job['name']}, traced with m2k-probe {VERSION} "
            f"(torch {torch.__version__.split('+')[0]})"]


def run_hf(job: dict) -> dict:
    import transformers

    from .hf import trace
    rows = table.load(job["tables"], job["extra"])
    traced = trace.trace(
        job["name"], job["settings"], rows, quants=job["quants"],
        layers=job["layers"], max_batch=job["max_batch"], dtype=job["dtype"])
    cases = [case for case in traced.cases
             if not job["ops"] or case.function in job["ops"]]
    comments = title(job)
    comments.append(f"transformers {transformers.__version__}, sizes "
                    f"{traced.how}" + (f": {traced.why}" if traced.why
                                       else ""))
    comments += [f"not mapped: {text}" for text in traced.unmapped]
    return result(job, traced.how, traced.why, cases, comments,
                  traced.unmapped)


def run_vllm(job: dict) -> dict:
    from .vllm import trace
    traced = trace.trace(job)
    cases = [case for case in traced.cases
             if not job["ops"] or case.function in job["ops"]]
    comments = [*title(job), *traced.comments]
    return result(job, traced.how, traced.why, cases, comments,
                  traced.unmapped)


def result(job, how, why, cases, comments, unmapped) -> dict:
    ops: dict[str, int] = {}
    for case in cases:
        ops[case.function] = ops.get(case.function, 0) + 1
    return {"how": how, "why": why, "ops": ops, "unmapped": unmapped,
            "header": iface.header_text(job["name"], cases, comments)}


_ENGINES = {"hf": run_hf, "vllm": run_vllm}


def run(job: dict) -> dict:
    """A result in any case: `how` is `failed` where there is no header."""
    start = time.monotonic()
    try:
        done = _ENGINES[job["engine"]](job)
    except Exception as error:  # a model's own code may raise anything
        text = " ".join(str(error).split())[:400]
        kind = type(error).__name__
        shown = text if kind in ("TraceError", "ConfigError",
                                 "TableError") else f"{kind}: {text}"
        done = {"how": "failed", "why": shown, "ops": {}, "unmapped": [],
                "header": None}
    done["seconds"] = round(time.monotonic() - start, 2)
    return done


def main() -> None:
    """Models print; what they print goes to standard error, since standard
    output carries the results."""
    out = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        job = json.loads(line)
        out.write(json.dumps(run(job)) + "\n")
        out.flush()


if __name__ == "__main__":
    main()
