"""The dispatch mode that sees every op of a traced model."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from .values import ValueMap

aten = torch.ops.aten


@dataclass
class Call:
    """One call of a watched op: (name, value) in the schema's order, defaults
    filled in. Keeps its tensors alive, so that storages stay apart."""

    op: str
    arguments: list[tuple[str, object]]
    where: str
    values: dict[str, object] = field(default_factory=dict)


class Interceptor(TorchDispatchMode):
    """Records calls of ops in the namespaces `watch`, follows the contents of
    integer tensors through all others, and names where in the model a call
    stands (`where` is set by whoever runs the model)."""

    def __init__(self, watch=()):
        super().__init__()
        self.watch = set(watch)
        self.contents = ValueMap()
        self.calls: list[Call] = []
        self.where = ""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func.namespace in self.watch:
            self._record(func, args, kwargs)
        if func is aten.baddbmm.default:
            result = _baddbmm(*args, **kwargs)
        else:
            result = func(*args, **kwargs)
        self.contents.after(func, args, kwargs, result)
        return result

    def _record(self, func, args, kwargs) -> None:
        arguments, values = [], {}
        for index, argument in enumerate(func._schema.arguments):
            if index < len(args):
                value = args[index]
            elif argument.name in kwargs:
                value = kwargs[argument.name]
            else:
                value = argument.default_value
            arguments.append((argument.name, value))
            if isinstance(value, torch.Tensor):
                known = self.contents.get(value)
                if known is not None:
                    values[argument.name] = known
        self.calls.append(Call(func._schema.name.split("::")[-1], arguments,
                               self.where, values))


def _baddbmm(bias, left, right, *, beta=1, alpha=1):
    """torch's own meta function of this op takes no symbolic sizes."""
    return beta * bias + alpha * torch.bmm(left, right)
