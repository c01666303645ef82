"""The command `m2k-probe`."""

from __future__ import annotations

import argparse
import importlib.util
import json
import os
import re
import sys
from pathlib import Path

from . import VERSION, cache, check, pool, progress, table

QUANTS = ("fp8", "int8", "awq", "gptq", "marlin")
ENGINES = ("hf", "vllm")
_EPILOG = """\
MODEL is a config.json, a folder with one, a name that --list prints, or a
model_type of transformers (then with that class's default sizes). Neither
weights nor a network nor a GPU is used. Exit status: 0, 1 if a model could not
be traced or a check has findings, 2 if the command line is wrong.
"""


class UsageError(Exception):
    """What is wrong with the command line."""


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser(
        prog="m2k-probe", epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Trace models into interface headers for m2k.")
    made.add_argument("models", nargs="*", metavar="MODEL")
    made.add_argument("--version", action="version",
                      version=f"m2k-probe {VERSION}")
    made.add_argument("--list", action="store_true",
                      help="print the models whose sizes are known")
    made.add_argument("--all", action="store_true",
                      help="trace all of those")
    made.add_argument("-o", "--output", metavar="DIR",
                      default="m2k-interfaces",
                      help="where headers go (default: %(default)s)")
    _engine_options(made.add_argument_group("what is traced"))
    _run_options(made.add_argument_group("how it is run"))
    group = made.add_argument_group("checking")
    group.add_argument("--check", nargs="+", metavar="FILE.cu", default=[],
                       help="trace, then check these files with the headers")
    group.add_argument("--m2k", metavar="COMMAND",
                       help="the checker (default: m2k beside the project's "
                       "build, or from PATH)")
    return made


def _engine_options(group) -> None:
    group.add_argument("--engine", choices=ENGINES, default="hf",
                       help="whose model code: transformers (default) or vllm")
    group.add_argument("--source", metavar="DIR",
                       help="sources of vllm, for --engine vllm")
    group.add_argument("--table", action="append", default=[], metavar="FILE",
                       help="more rows for the table of layers and ops")
    group.add_argument("--quant", action="append", default=[],
                       choices=QUANTS, help="a quantised variant; repeatable")
    group.add_argument("--tp", default="1", metavar="N,…",
                       help="tensor-parallel sizes (vllm; default: 1)")
    group.add_argument("--phase", default="prefill,decode", metavar="P,…",
                       help="phases (vllm; default: %(default)s)")
    group.add_argument("--ops", default="", metavar="OP,…",
                       help="only these ops (default: all)")
    group.add_argument("--dtype", choices=("float16", "bfloat16"),
                       help="instead of the published type")
    group.add_argument("--layers", type=int, metavar="N",
                       help="only the first N layers")
    group.add_argument("--max-batch", type=int, default=1024, metavar="N",
                       help="upper end of b (default: %(default)s)")


def _run_options(group) -> None:
    group.add_argument("--jobs", type=int, metavar="N",
                       default=len(os.sched_getaffinity(0)),
                       help="processes (default: the number of cores)")
    group.add_argument("--timeout", type=float, default=600.0, metavar="S",
                       help="seconds per model (default: %(default)g)")
    group.add_argument("--cache", metavar="DIR",
                       help="results of earlier runs (default: %s)" %
                       "~/.cache/m2k-probe")
    group.add_argument("--no-cache", action="store_true",
                       help="trace again, and keep nothing")
    group.add_argument("--summary", metavar="FILE.json",
                       help="also write the summary as JSON")


def missing(engine: str) -> str | None:
    """Why nothing can be traced here, or None."""
    for name in ("torch", "transformers"):
        if importlib.util.find_spec(name) is None:
            return (f"'{name}' is not installed; "
                    "install m2k-probe[trace] to trace models")
    return None


def jobs_of(options) -> list[dict]:
    """One job per model, and for vLLM per tensor-parallel size and quant."""
    from .hf import config
    names = list(options.models)
    if options.all:
        names += sorted(config.zoo())
    if not names:
        raise UsageError("no model is given")
    for path in options.table:
        table.load([], [path])
    jobs = []
    for name in dict.fromkeys(names):
        try:
            short, settings = config.find(name)
        except config.ConfigError as error:
            raise UsageError(str(error)) from error
        jobs += _jobs_of(options, short, settings)
    return jobs


def _jobs_of(options, name, settings) -> list[dict]:
    job = {"engine": options.engine, "name": name, "settings": settings,
           "tables": ["vllm-0.9.0"],
           "extra": [str(Path(path).resolve()) for path in options.table],
           "extra_text": [Path(path).read_text(encoding="utf-8")
                          for path in options.table],
           "quants": sorted(set(options.quant)), "layers": options.layers,
           "max_batch": options.max_batch, "dtype": options.dtype,
           "ops": [op for op in options.ops.split(",") if op]}
    if options.engine == "hf":
        return [job]
    if not options.source:
        raise UsageError("--engine vllm needs --source DIR")
    jobs = []
    for quant in [None, *job["quants"]]:
        for size in _numbers(options.tp, "--tp"):
            words = [name, *([quant] if quant else []), f"tp{size}"]
            jobs.append({**job, "name": "-".join(words), "tp": size,
                         "quants": [quant] if quant else [],
                         "phases": options.phase.split(","),
                         "source": str(Path(options.source).resolve())})
    return jobs


def _numbers(text: str, option: str) -> list[int]:
    try:
        return [int(word) for word in text.split(",")]
    except ValueError:
        raise UsageError(f"{option}: '{text}' is no list of numbers") from None


def trace_all(jobs, options) -> list[dict]:
    """Results in the order of the jobs; headers are written as they come."""
    folder = None if options.no_cache else Path(
        options.cache or cache.default_folder())
    kept = cache.Cache(folder)
    shown = progress.Progress(len(jobs))
    results: list = [None] * len(jobs)
    output = Path(options.output)
    output.mkdir(parents=True, exist_ok=True)

    def done(index, outcome, cached=False):
        name = jobs[index]["name"]
        results[index] = {"name": name, **outcome}
        if outcome["header"] is not None:
            path = output / (re.sub(r"[^\w.-]", "_", name) + ".m2k.h")
            path.write_text(outcome["header"], encoding="utf-8")
            results[index]["file"] = str(path)
            if not cached:
                kept.put(kept.key(jobs[index]), outcome)
        shown.step(f"{name}: {outcome['how']}, {len(outcome['ops'])} ops, " +
                   ("from the cache" if cached
                    else f"{outcome['seconds']:.1f} s"))

    todo = []
    for index, job in enumerate(jobs):
        found = kept.get(kept.key(job))
        if found is not None:
            done(index, found, cached=True)
        else:
            todo.append((index, job))
    if todo:
        pool.run_all(todo, min(options.jobs, len(todo)), options.timeout, done)
    return results


def summary(results) -> str:
    rows = [[one["name"], one["how"], sum(one["ops"].values()),
             len(one["ops"]), f"{one['seconds']:.1f}", one["why"][:70]]
            for one in results]
    text = progress.table(rows, ("model", "sizes", "cases", "ops", "seconds",
                                 "why"))
    counts: dict[str, int] = {}
    for one in results:
        counts[one["how"]] = counts.get(one["how"], 0) + 1
    total = ", ".join(f"{count} {how}" for how, count in counts.items())
    return f"{text}\n{len(results)} models: {total}\n"


def main(argv=None) -> int:
    options = parser().parse_args(argv)
    try:
        return _main(options)
    except (UsageError, table.TableError, check.CheckError) as error:
        print(f"m2k-probe: error: {error}", file=sys.stderr)
        return 2


def _main(options) -> int:
    if options.list:
        from .hf import config
        for name, settings in sorted(config.zoo().items()):
            print(f"{name:28} {settings['model_type']}")
        return 0
    jobs = jobs_of(options)
    why = missing(options.engine)
    if why:
        raise UsageError(why)
    checker = check.find(options.m2k) if options.check else None
    results = trace_all(jobs, options)
    print(summary(results), end="")
    if options.summary:
        Path(options.summary).write_text(json.dumps(
            [{key: value for key, value in one.items() if key != "header"}
             for one in results], indent=1) + "\n", encoding="utf-8")
    failed = any(one["how"] == "failed" for one in results)
    if checker:
        headers = [one["file"] for one in results if "file" in one]
        if not headers:
            raise UsageError("no model could be traced, nothing is checked")
        sys.stdout.flush()
        status = check.run(checker, options.check, headers)
        return max(status, int(failed))
    return int(failed)
