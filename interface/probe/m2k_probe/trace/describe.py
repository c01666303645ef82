"""A fake tensor in words of the interface language."""

from __future__ import annotations

import torch

from .. import iface
from .session import Session
from .symbols import Untranslatable
from .values import Values

_DTYPES = {
    "float64": "f64", "float32": "f32", "float16": "f16", "bfloat16": "bf16",
    "float8_e4m3fn": "f8e4m3", "float8_e5m2": "f8e5m2", "int64": "i64",
    "int32": "i32", "int16": "i16", "int8": "i8", "uint64": "u64",
    "uint32": "u32", "uint16": "u16", "uint8": "u8", "bool": "bool",
}


def dtype_text(dtype: torch.dtype) -> str:
    """`any` for a type that the language has no word for."""
    return _DTYPES.get(str(dtype).removeprefix("torch."), "any")


def values_text(session: Session, values: Values | None) -> str | None:
    """`0..s - 1`, or None where nothing can be said."""
    if values is None:
        return None
    try:
        return f"{session.expr(values.low)}..{session.expr(values.high)}"
    except Untranslatable:
        return None


def contiguous_strides(sizes) -> list:
    strides, step = [], 1
    for size in reversed(sizes):
        strides.append(step)
        step = step * size
    return strides[::-1]


def tensor_clause(session: Session, param: str, tensor: torch.Tensor,
                  values: Values | None = None,
                  alias: str | None = None) -> str:
    """The whole clause: sizes, strides where they are not row-major, offset,
    contents. Raises Untranslatable."""
    sizes = [session.expr(size) for size in tensor.shape]
    strides = [session.expr(step) for step in tensor.stride()]
    plain = [session.expr(step) for step in contiguous_strides(tensor.shape)]
    return iface.tensor(
        param, dtype_text(tensor.dtype), sizes,
        strides=None if strides == plain else strides,
        offset=session.expr(tensor.storage_offset()),
        values=values_text(session, values),
        unique=bool(values and values.unique), alias=alias)
