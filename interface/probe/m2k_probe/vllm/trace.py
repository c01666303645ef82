"""Runs vLLM's own model on fake tensors and records its ops.

One process traces one vLLM source tree. Sizes are symbolic; there is no fitting here, as vLLM's code is
written for symbolic sizes itself.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import torch

from .. import iface
from ..hf import config as configs
from ..hf.trace import TraceError, _quiet, _reason
from ..trace.calls import cases_of
from ..trace.intercept import Interceptor
from ..trace.session import Session
from . import engine, inputs, shim

# (b, s) that decide where branches on sizes go. Where there are such branches
# (tile sizes by the number of tokens), each pair gives cases of its own, with
# relations that say which sizes they are for.
HINTS = ((7, 53), (2, 3), (17, 5), (97, 11), (211, 127))

# Ops that stay closed: collectives, and the attention kernels of libraries
# that are no part of vLLM's sources.
CLOSED = ("all_reduce", "reduce_scatter", "all_gather",
          "unified_attention_with_output", "unified_mla_attention_with_output",
          "patched_fused_scaled_matmul_reduce_scatter")


@dataclass
class Traced:
    cases: list = field(default_factory=list)
    how: str = "symbolic"
    why: str = ""
    unmapped: list = field(default_factory=list)
    comments: list = field(default_factory=list)


class _Source:
    """vLLM, imported once in this process."""

    path: str | None = None
    ops: list = []
    functions: dict = {}
    parameters: dict = {}


def _prepare(source: str) -> None:
    if _Source.path is None:
        (_Source.ops, _Source.functions,
         _Source.parameters) = shim.install(source)
        _Source.path = source
    if _Source.path != source:
        raise TraceError("one process traces one version of vllm")


def trace(job: dict) -> Traced:
    """All phases of one model. Raises TraceError, ConfigError."""
    with _quiet():
        _prepare(job["source"])
        done = Traced()
        calls: list = []
        with tempfile.TemporaryDirectory() as folder:
            for phase in job["phases"]:
                try:
                    calls += _all_branches(job, phase, Path(folder), done)
                except (TraceError, configs.ConfigError):
                    raise
                except Exception as error:  # vLLM's own code: anything
                    if os.environ.get("M2K_PROBE_DEBUG"):
                        raise
                    raise TraceError(f"{phase}: {_reason(error)}") from error
    done.cases = iface.merge(calls)
    import vllm
    done.comments = [f"vllm {getattr(vllm, '__version__', '?')}, "
                     f"tensor-parallel size {job['tp']}, sizes symbolic"]
    done.comments += [f"not seen: {text}" for text in done.unmapped]
    return done


def _all_branches(job, phase, folder, done) -> list:
    cases = _phase(job, phase, folder, done, HINTS[0])
    for hint in HINTS[1:]:
        if not any(case.assumes for case in cases):
            break
        try:
            cases += _phase(job, phase, folder, done, hint)
        except TraceError as error:  # this branch is left out, and named
            done.unmapped.append(f"{phase} from b = {hint[0]}, s = {hint[1]}: "
                                 f"{error}")
    return cases


def _phase(job, phase: str, folder: Path, done: Traced, hint) -> list:
    from vllm.config import set_current_vllm_config
    quant = job["quants"][0] if job["quants"] else None
    engine.write_config(folder, job["settings"], quant, job["layers"])
    config = engine.engine_config(folder, job["tp"], quant)
    session = Session(hints=dict(zip(("b", "s"), hint)))
    with set_current_vllm_config(config), _kernels(config):
        engine.start_distributed(job["tp"])
        b = session.size("b", 1, job["max_batch"])
        s = session.size("s", 1, config.model_config.max_model_len)
        blocks = session.size("num_blocks", 1, inputs.MAX_BLOCKS)
        with session.mode:
            model = engine.build_model(config)
            interceptor = Interceptor(_namespaces(), _python_ops(),
                                      inputs.WRITES)
            _run(model, config, phase, (b, s, blocks), interceptor)
    forced = session.specialised()
    if forced:
        raise TraceError("symbolic sizes did not last: " + ", ".join(forced))
    optional = {op.name: re.findall(r"Tensor(?:\([^)]*\)|!)?\?\s+(\w+)",
                                    op.schema) for op in _Source.ops}
    cases, unsaid = cases_of(
        session, interceptor.calls, f"{job['name']}/{phase}",
        _Source.functions,
        _Source.parameters, optional, session.symbols, session.assumes(),
        _place)
    stopped = [f"{name}: {why}" for name, why in interceptor.stopped.items()]
    done.unmapped = sorted({*done.unmapped, *unsaid, *stopped})
    return cases


@contextlib.contextmanager
def _kernels(config):
    """The order in which a worker prefers implementations, with each called
    itself and not as an op that torch would see."""
    import vllm.kernels  # noqa: F401  registers the compiled ones
    from vllm.ir.op import enable_torch_wrap
    config.kernel_config.ir_op_priority.set_default()
    with enable_torch_wrap(False):
        yield


def _namespaces() -> set[str]:
    return {op.namespace for op in _Source.ops}


def _python_ops() -> dict:
    return {name: function for name, function in shim.python_ops.items()
            if name not in CLOSED}


def _run(model, config, phase, sizes, interceptor) -> None:
    from vllm.forward_context import set_forward_context
    b, s, blocks = sizes
    rows = inputs.tokens(phase, b, s)
    with torch.no_grad(), interceptor, _places(model, interceptor), \
            engine.default_dtype(config.model_config.dtype):
        slots = inputs.bind_caches(config, blocks, rows, phase,
                                   interceptor.contents)
        ids = inputs.token_ids(rows, config, interceptor.contents)
        places = inputs.positions(phase, b, s, interceptor.contents)
        with set_forward_context(None, config, num_tokens=rows,
                                 slot_mapping=slots):
            hidden = model(ids, places)
            interceptor.where = "lm_head"
            model.compute_logits(hidden[:b])


@contextlib.contextmanager
def _places(model, interceptor):
    """Keeps the path of the running module in the interceptor."""
    paths = {id(module): path for path, module in model.named_modules()}
    stack: list[str] = []

    def before(module, args):
        stack.append(interceptor.where)
        interceptor.where = paths.get(id(module), interceptor.where)

    def after(module, args, result):
        interceptor.where = stack.pop()

    from torch.nn.modules import module as modules
    handles = [modules.register_module_forward_pre_hook(before),
               modules.register_module_forward_hook(after)]
    try:
        yield
    finally:
        for handle in handles:
            handle.remove()


def _place(path: str) -> str:
    return re.sub(r"(^|\.)\d+(?=\.|$)", r"\1*", path).removeprefix("model.")
