"""Runs one model of transformers and turns what its layers did into cases.

First with symbolic sizes. Where the model's code depends on them in a way that
cannot stay symbolic, several concrete runs are fitted instead (fit.py), and
each fitted fact is named in a comment of the header.
"""

from __future__ import annotations

import contextlib
import io
import re
import warnings
from dataclasses import dataclass, field

import torch

from .. import fit, iface
from ..table import Table, fill
from ..trace.intercept import Interceptor
from ..trace.session import Session
from ..trace.symbols import Untranslatable
from . import config as configs
from . import facts as fact
from .observe import ATTENTION, LayerCall, Observer

MAX_BATCH = 1024


class TraceError(Exception):
    """A model that could not be run; the text says why."""


@dataclass
class Traced:
    """The cases of a model; `how` is `symbolic` or `fitted`; `why` says why
    it is not symbolic."""

    cases: list = field(default_factory=list)
    how: str = "symbolic"
    why: str = ""
    layers: int = 0
    unmapped: list = field(default_factory=list)


def trace(name: str, settings: dict, table: Table, *, quants=(),
          layers: int | None = None, max_batch: int = MAX_BATCH,
          dtype: str | None = None) -> Traced:
    """Raises TraceError, ConfigError."""
    settings = dict(settings)
    if layers is not None:
        settings["num_hidden_layers"] = layers
    why = ""
    try:
        calls, symbols, assumes = _symbolic(settings, table, quants,
                                            max_batch, dtype)
        how = "symbolic"
    except (Untranslatable, TraceError) as error:
        why, how = str(error), "fitted"
        calls, symbols, assumes = _fitted(settings, table, quants, max_batch,
                                          dtype, why)
    cases, unmapped = _cases(name, calls, table, symbols, assumes)
    return Traced(cases, how, why, len(calls), unmapped)


def _symbolic(settings, table, quants, max_batch, dtype):
    session = Session()
    calls = _run(session, settings, table, quants, max_batch, dtype)
    forced = session.specialised()
    if forced:
        raise TraceError("symbolic sizes did not last: " + ", ".join(forced))
    return calls, session.symbols, session.assumes()


def _run(session, settings, table, quants, max_batch, dtype):
    """One run of the model; errors of its code become TraceErrors."""
    failure = None
    for attention in (ATTENTION, "eager"):
        try:
            with _quiet():
                return _run_with(session, settings, table, quants, max_batch,
                                 dtype, attention)
        except (configs.ConfigError, Untranslatable, MemoryError):
            raise
        except Exception as error:  # the model's own code: anything
            failure = failure or _reason(error)
            session.__init__(session.concrete)
    raise TraceError(failure)


def _run_with(session, settings, table, quants, max_batch, dtype, attention):
    config = configs.build(settings)
    config._attn_implementation = attention
    kind = getattr(torch, dtype or configs.dtype_name(config))
    observer = Observer(session, table, config, kind, quants)
    _register(observer)
    b = session.size("b", 1, max_batch)
    s = session.size("s", 1, configs.longest(config))
    observer.sizes = (b, s)
    previous = torch.get_default_dtype()
    try:
        torch.set_default_dtype(torch.bfloat16)
        with session.mode:
            model = _construct(config, attention)
            observer.watch(model)
            with Interceptor() as interceptor, torch.no_grad():
                observer.contents = interceptor.contents
                ids = torch.zeros((b, s), dtype=torch.int64)
                model(input_ids=ids, use_cache=False)
    finally:
        torch.set_default_dtype(previous)
    return observer.finished()


def _construct(config, attention):
    from transformers import AutoModelForCausalLM
    model = AutoModelForCausalLM.from_config(
        config, attn_implementation=attention, dtype=torch.bfloat16)
    return model.eval()


def _register(observer) -> None:
    """Makes this observer the attention of transformers; its mask is none, as
    kernels build their own."""
    from transformers import AttentionInterface
    from transformers.masking_utils import AttentionMaskInterface
    AttentionInterface.register(ATTENTION, observer.attention)
    AttentionMaskInterface.register(ATTENTION, _no_mask)


def _no_mask(*args, **kwargs):
    return None


def _reason(error: Exception) -> str:
    text = " ".join(str(error).split())
    first = text.split(". ")[0][:160] if text else ""
    return f"{type(error).__name__}: {first}" if first else (
        type(error).__name__)


@contextlib.contextmanager
def _quiet():
    """Without what transformers and torch print about models without GPU."""
    import logging
    previous = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    try:
        with warnings.catch_warnings(), contextlib.redirect_stderr(
                io.StringIO()):
            warnings.simplefilter("ignore")
            yield
    finally:
        logging.disable(previous)


def _fitted(settings, table, quants, max_batch, dtype, why):
    runs, symbols = [], []
    for b, s in fit.RUNS:
        session = Session({"b": b, "s": s})
        runs.append(_run(session, settings, table, quants, max_batch, dtype))
        symbols = session.symbols
    places = [[(call.role, call.path) for call in run] for run in runs]
    if any(other != places[0] for other in places[1:]):
        raise TraceError(f"{why}; and the layers that run depend on the sizes")
    calls, assumes = [], set()
    for same in zip(*runs):
        facts, relations = _fit_facts([call.facts for call in same])
        assumes |= relations
        calls.append(LayerCall(same[0].role, same[0].path, facts))
    return calls, symbols, sorted(assumes)


def _fit_facts(runs):
    """One set of facts for all runs; what does not fit is left out, so that
    rows that need it are left out too."""
    facts, relations, fitted = {}, set(), []
    for name in runs[0]:
        values = [run.get(name) for run in runs]
        if all(value == values[0] for value in values):
            facts[name] = values[0]
        elif all(type(value) is int for value in values):
            text = fit.fit(values)
            if text is not None:
                facts[name] = text
                fitted.append(f"{name} = {text}")
                relation = fit.divisibility(text)
                if relation:
                    relations.add(relation)
    if fitted:
        facts["fitted"] = fitted
    return facts, relations


def _cases(name, calls, table, symbols, assumes):
    """The ops of all calls. A row whose facts the layer lacks is counted as
    not mapped, with the fact's name, and is no case."""
    cases, unmapped = [], set()
    symbols = [*symbols, *table.symbols]
    for call in calls:
        facts = fact.finish(call.facts)
        for row in table.ops_for(call.role, facts):
            try:
                clauses = [fill(text, facts) for text in row.clauses]
                relations = [fill(text, facts) for text in row.assume]
            except KeyError as error:
                unmapped.add(f"{row.name}: {error.args[0]} is not known")
                continue
            notes = [f"fitted from {len(fit.RUNS)} runs: {text}"
                     for text in call.facts.get("fitted", ())]
            label = f"{name}/{_place(call.path)}"
            cases.append(iface.make_case(row.name, label, clauses, symbols,
                                         [*assumes, *relations], notes))
    return iface.merge(cases), sorted(unmapped)


def _place(path: str) -> str:
    """A layer's path without its number: all layers of a kind are alike."""
    return re.sub(r"(^|\.)\d+(?=\.|$)", r"\1*", path).removeprefix("model.")
