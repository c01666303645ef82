"""What the elements of integer tensors can be, followed through the model.

`Values` is an interval with symbolic ends, and whether elements differ from
each other. A rule exists for what models compute positions, slots and ids
with; through any other op a tensor's contents are not known, and nothing is
claimed about it.
"""

from __future__ import annotations

import weakref
from dataclasses import dataclass, replace

import torch

aten = torch.ops.aten


@dataclass(frozen=True)
class Values:
    """low..high, both included; `unique`: no two elements are equal."""

    low: object
    high: object
    unique: bool = False


# Ops that hand on elements as they are, each at most once.
_ONCE = {
    aten.view.default, aten.reshape.default, aten._unsafe_view.default,
    aten.unsqueeze.default, aten.squeeze.dim, aten.squeeze.default,
    aten.slice.Tensor, aten.select.int, aten.clone.default, aten.t.default,
    aten.transpose.int, aten.permute.default, aten.detach.default,
    aten.alias.default, aten.contiguous.default, aten.lift_fresh.default,
    aten.squeeze.dims, aten.split.Tensor, aten.unbind.int,
}
# The same, but an element may come out more than once.
_COPIES = {
    aten.expand.default, aten.repeat.default, aten.index.Tensor,
    aten.gather.default, aten.index_select.default, aten.masked_select.default,
    aten.repeat_interleave.self_int, aten.repeat_interleave.Tensor,
}
_TO = {aten._to_copy.default, aten.to.dtype}
_WIDTH = {torch.int64: 63, torch.int32: 31, torch.int16: 15, torch.int8: 7,
          torch.uint8: 8}


def _is_integer(tensor) -> bool:
    return isinstance(tensor, torch.Tensor) and tensor.dtype in _WIDTH


def _number(value) -> bool:
    return isinstance(value, (int, torch.SymInt)) and not isinstance(
        value, bool)


class ValueMap:
    """Values by tensor. Views of one storage that is written to lose theirs,
    as the element that was written may show through any of them."""

    def __init__(self):
        self._known: dict[int, tuple] = {}

    def set(self, tensor, values: Values) -> None:
        if _is_integer(tensor):
            self._known[id(tensor)] = (weakref.ref(tensor), values)

    def get(self, tensor) -> Values | None:
        found = self._known.get(id(tensor))
        if found is None or found[0]() is not tensor:
            return None
        return found[1]

    def forget_storage(self, tensor) -> None:
        storage = tensor.untyped_storage()._cdata
        for key, (ref, _) in list(self._known.items()):
            other = ref()
            if other is None or other.untyped_storage()._cdata == storage:
                del self._known[key]

    def after(self, func, args, kwargs, result) -> None:
        """Records what is known of `result` of one op."""
        if func._schema.is_mutable:
            self._mutated(func, args, kwargs)
            return
        values = self._derive(func, args, kwargs)
        if values is None:
            return
        for tensor in result if isinstance(result, (tuple, list)) else (
                result,):
            self.set(tensor, values)

    def _mutated(self, func, args, kwargs) -> None:
        named = dict(zip((arg.name for arg in func._schema.arguments), args))
        named.update(kwargs)
        for argument in func._schema.arguments:
            target = named.get(argument.name)
            if (argument.alias_info is not None and
                    argument.alias_info.is_write and
                    isinstance(target, torch.Tensor)):
                filled = func in (aten.fill_.Scalar, aten.zero_.default)
                self.forget_storage(target)
                if filled:
                    value = 0 if func is aten.zero_.default else args[1]
                    if _number(value):
                        self.set(target, Values(value, value))

    def _derive(self, func, args, kwargs) -> Values | None:
        made = _made(func, args, kwargs)
        if made is not None:
            return made
        if not args:
            return None
        if func in (aten.cat.default, aten.stack.default):
            return self._hull(args[0])
        here = self.get(args[0]) if isinstance(args[0], torch.Tensor) else None
        if func in (aten.argmax.default, aten.argmin.default):
            return _last_index(args)
        if here is None:
            return None
        if func in _ONCE:
            return here
        if func in _COPIES:
            return replace(here, unique=False)
        if func in _TO:
            return self._converted(here, args, kwargs)
        return self._arithmetic(func, args, here)

    def _hull(self, tensors) -> Values | None:
        known = [self.get(tensor) for tensor in tensors]
        if not known or any(values is None for values in known):
            return None
        low, high = known[0].low, known[0].high
        for values in known[1:]:
            low = torch.sym_min(low, values.low)
            high = torch.sym_max(high, values.high)
        return Values(low, high, len(known) == 1 and known[0].unique)

    def _converted(self, here, args, kwargs):
        """To a type that holds every value that a size can be."""
        dtype = kwargs.get("dtype", args[1] if len(args) > 1 else None)
        return here if dtype in (None, torch.int64, torch.int32) else None

    def _arithmetic(self, func, args, here) -> Values | None:
        other = args[1] if len(args) > 1 else None
        if isinstance(other, torch.Tensor):
            other = self.get(other)
            if other is None:
                return None
            low, high, once = other.low, other.high, False
        elif _number(other):
            low = high = other
            once = here.unique
        else:
            return None
        if func in (aten.add.Tensor, aten.add.Scalar):
            return Values(here.low + low, here.high + high, once)
        if func in (aten.sub.Tensor, aten.sub.Scalar):
            return Values(here.low - high, here.high - low, once)
        if func in (aten.mul.Tensor, aten.mul.Scalar) and isinstance(
                other, int) and other > 0:
            return Values(here.low * other, here.high * other, once)
        if func in (aten.remainder.Scalar, aten.remainder.Tensor) and (
                isinstance(other, int) and other > 0):
            return Values(0, other - 1)
        return None


def _made(func, args, kwargs) -> Values | None:
    """Tensors made from numbers."""
    if func is aten.arange.default:
        return Values(0, args[0] - 1, True) if _number(args[0]) else None
    if func in (aten.arange.start, aten.arange.start_step):
        step = args[2] if len(args) > 2 else 1
        if _number(args[0]) and _number(args[1]) and step == 1:
            return Values(args[0], args[1] - 1, True)
        return None
    if func in (aten.zeros.default, aten.zeros_like.default,
                aten.new_zeros.default):
        return Values(0, 0)
    if func in (aten.ones.default, aten.ones_like.default,
                aten.new_ones.default):
        return Values(1, 1)
    if func in (aten.full.default, aten.full_like.default) and _number(
            args[1]):
        return Values(args[1], args[1])
    return None


def _last_index(args) -> Values | None:
    dim = args[1] if len(args) > 1 else None
    if dim is None:
        return None
    return Values(0, args[0].shape[dim] - 1)
