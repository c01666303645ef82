"""What a layer's ops need to know, taken from a module and its inputs.

A fact is a name and a number, an expression in b and s, or a word. Rows of the
table name facts; the ones here exist for every layer, for every attention, or
are asked for by a row (`attr:…`, `config:…`).
"""

from __future__ import annotations

import functools
import sys

import torch
from torch.utils._python_dispatch import _disable_current_modes

from ..iface import Text, dims_text, finite
from ..trace.describe import dtype_text
from ..trace.symbols import Untranslatable
from .config import longest


def base(model_config, quants) -> dict:
    """Facts that hold all over a model."""
    facts = {"longest": longest(model_config)}
    for name in ("hidden_size", "vocab_size", "kv_lora_rank"):
        value = getattr(model_config, name, None)
        if isinstance(value, int):
            facts[name] = value
    for quant in quants:
        facts[f"quant_{quant}"] = True
    return facts


def first_tensor(args, kwargs):
    """The first floating-point tensor that a layer is given."""
    for value in [*args, *kwargs.values()]:
        if isinstance(value, torch.Tensor) and value.is_floating_point():
            return value
    return None


def token_dims(session, tensor, b, s) -> list:
    """Sizes with batch and sequence made one dimension, as engines have it:
    [b, s, n, d] and [b, n, s, d] are [s*b, n, d]."""
    sizes = [size.node.expr if isinstance(size, torch.SymInt) else size
             for size in tensor.shape]
    wanted = [size.node.expr if isinstance(size, torch.SymInt) else size
              for size in (b, s)]
    rest = list(sizes)
    if all(size in rest[:-1] for size in wanted):
        for size in wanted:
            rest.remove(size)
        return [session.expr(wanted[0] * wanted[1]),
                *(session.expr(size) for size in rest)]
    return [session.expr(size) for size in sizes]


def of_tensor(session, tensor, b, s) -> dict:
    """rows, width and all dimensions of a layer's input."""
    try:
        dims = token_dims(session, tensor, b, s)
    except Untranslatable:
        return {}
    return {"rows": dims[0], "width": dims[-1], "rank": len(dims),
            "inner": dims[1:-1], "dtype": Text(dtype_text(tensor.dtype))}


def lookup(module, config, source):
    """A fact that a row of the table asks for; None where there is none."""
    if not isinstance(source, str) or ":" not in source:
        return source
    kind, _, paths = source.partition(":")
    roots = {"attr": module, "config": config}
    if kind not in roots:
        return source
    for path in paths.split("|"):
        value = _walk(roots[kind], path)
        if isinstance(value, torch.Tensor) and value.dim() == 0:
            value = None
        if isinstance(value, (list, tuple)):
            value = value[0] if value else None
        if value is not None:
            return value if isinstance(value, (bool, int, float, str)) else True
    return None


def _walk(root, path):
    """`a.b` by attributes; `a.shape[1]` by index."""
    for word in path.replace("]", "").replace("[", ".").split("."):
        if root is None:
            return None
        if word.lstrip("-").isdigit():
            try:
                root = root[int(word)]
            except (IndexError, TypeError):
                return None
        else:
            root = getattr(root, word, None)
    return root


@functools.lru_cache(maxsize=None)
def rotates_halves(module_name: str) -> bool | None:
    """Whether a modelling file rotates halves (GPT-NeoX) or pairs (GPT-J):
    asked from its own `rotate_half`, on four numbers."""
    module = sys.modules.get(module_name)
    rotate = getattr(module, "rotate_half", None)
    if rotate is None:
        return False if hasattr(module, "rotate_every_two") else None
    try:
        with _disable_current_modes():
            turned = rotate(torch.arange(1.0, 5.0)[None])[0].tolist()
    except Exception:  # of another signature: nothing is claimed
        return None
    return turned == [-3.0, -4.0, 1.0, 2.0]


def of_rotary(session, module, args, kwargs, contents) -> dict:
    """Of a module that makes cosines and sines: how many of a head's elements
    are rotated, and which positions there are."""
    frequencies = getattr(module, "inv_freq", None)
    if not isinstance(frequencies, torch.Tensor):
        return {}
    facts = {"rot_dim": 2 * frequencies.shape[-1]}
    for value in [*args, *kwargs.values()]:
        if isinstance(value, torch.Tensor) and value.dtype == torch.int64:
            known = contents.get(value)
            if known is not None:
                try:
                    facts["position_low"] = session.expr(known.low)
                    facts["position_high"] = session.expr(known.high)
                except Untranslatable:
                    pass
    return facts


def of_attention(session, query, key, value, scale) -> dict:
    """query [b, heads, s, head_size], key and value alike."""
    try:
        facts = {"heads": session.expr(query.shape[1]),
                 "kv_heads": session.expr(key.shape[1]),
                 "head_size": session.expr(query.shape[-1]),
                 "v_head_size": session.expr(value.shape[-1]),
                 "dtype": Text(dtype_text(query.dtype))}
    except Untranslatable:
        return {}
    if isinstance(scale, (int, float)) and finite(scale):
        facts["scale"] = float(scale)
    return facts


def finish(facts: dict) -> dict:
    """Adds what follows from other facts, after those are final."""
    facts = dict(facts)
    if facts.get("position_low") is not None:
        facts["positions"] = Text(
            f", values in {facts['position_low']}..{facts['position_high']}")
    else:
        facts["positions"] = Text("")
    if "rows" in facts and "width" in facts:
        facts["dims"] = Text(dims_text(
            [facts["rows"], *facts.get("inner", ()), facts["width"]]))
    if isinstance(facts.get("width"), int):
        facts["width2"] = 2 * facts["width"]
    heads, kv = facts.get("heads"), facts.get("kv_heads")
    size = facts.get("head_size")
    if all(isinstance(value, int) for value in (heads, kv, size)):
        facts["q_width"], facts["k_width"] = heads * size, kv * size
        facts["qkv_width"] = (heads + 2 * kv) * size
        facts["k_offset"] = heads * size
        facts["v_offset"] = (heads + kv) * size
        facts.setdefault("scale", size ** -0.5)
        facts["kernel_x"] = 8 if str(facts.get("dtype")) != "f32" else 4
        facts["paged"] = size % facts["kernel_x"] == 0
        facts["same_v"] = facts.get("v_head_size", size) == size
    if facts.get("experts") and facts.get("top_k"):
        facts["moe"] = True
    return facts
