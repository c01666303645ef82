"""The dispatch mode that sees every op of a traced model."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch.utils._python_dispatch import TorchDispatchMode

from .values import ValueMap

aten = torch.ops.aten
# Where vLLM registers the ops that it writes in Python.
PYTHON_NAMESPACE = "vllm"


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
    stands (`where` is set by whoever runs the model).

    A watched op without results is not run: nothing of it would show. Ops
    that a library registers in Python are run as their own code (`python_ops`,
    by name), so that the ops inside are seen (`writes` says what watched ops
    are known to write: by op, a function of its named arguments that gives
    (argument, Values)); where that code cannot run on
    fake tensors, its shape function is used, and `stopped` says why."""

    def __init__(self, watch=(), python_ops=None, writes=None):
        super().__init__()
        self.watch = set(watch)
        self.writes = writes or {}
        self.python_ops = python_ops or {}
        self.contents = ValueMap()
        self.calls: list[Call] = []
        self.stopped: dict[str, str] = {}
        self.where = ""

    def __torch_dispatch__(self, func, types, args=(), kwargs=None):
        kwargs = kwargs or {}
        if func.namespace in self.watch:
            self._record(func, args, kwargs)
            if not func._schema.returns:
                self.contents.after(func, args, kwargs, None)
                self._written(self.calls[-1])
                return None
        name = func._schema.name.split("::")[-1]
        if func.namespace == PYTHON_NAMESPACE and name in self.python_ops:
            return self._run_python(name, func, args, kwargs)
        if func is aten.baddbmm.default:
            result = _baddbmm(*args, **kwargs)
        else:
            result = func(*args, **kwargs)
        self.contents.after(func, args, kwargs, result)
        return result

    def _written(self, call) -> None:
        rule = self.writes.get(call.op)
        if rule is not None:
            named = dict(call.arguments)
            for argument, values in rule(named):
                self.contents.set(named[argument], values)

    def _run_python(self, name, func, args, kwargs):
        seen = len(self.calls)
        try:
            with self:
                return self.python_ops[name](*args, **kwargs)
        except Exception as error:  # a library's own code: anything
            del self.calls[seen:]
            self.stopped[name] = f"{type(error).__name__}: {error}"[:160]
            return func(*args, **kwargs)

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
