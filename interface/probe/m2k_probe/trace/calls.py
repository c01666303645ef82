"""Recorded op calls as cases."""

from __future__ import annotations

import torch

from .. import iface
from .describe import tensor_clause
from .intercept import Call
from .session import Session
from .symbols import Untranslatable


def _alias(tensor, earlier) -> str | None:
    """An earlier argument that starts where this one does, in one storage."""
    for name, other in earlier:
        if (other.untyped_storage()._cdata == tensor.untyped_storage()._cdata
                and _same(other.storage_offset(), tensor.storage_offset())):
            return name
    return None


def _same(left, right) -> bool:
    """Equal as expressions; leaves no guard."""
    left = left.node.expr if isinstance(left, torch.SymInt) else left
    right = right.node.expr if isinstance(right, torch.SymInt) else right
    return left == right


class _Clauses:
    """The clauses of one call, in the order of its parameters."""

    def __init__(self, session: Session, call: Call):
        self.session, self.call = session, call
        self.clauses: list[str] = []
        self.tensors: list[tuple[str, torch.Tensor]] = []

    def add(self, param: str, argument: str, value) -> None:
        if isinstance(value, torch.Tensor):
            self._tensor(param, value, self.call.values.get(argument))
        elif isinstance(value, (list, tuple)) and value and all(
                isinstance(item, torch.Tensor) for item in value):
            for index, item in enumerate(value):
                self._tensor(f"{param}[i{index} in {index}..{index}]", item,
                             None)
        elif isinstance(value, torch.SymInt):
            self.clauses.append(iface.scalar(
                param, iface.Text(self.session.expr(value))))
        elif isinstance(value, (bool, int, str)) or (
                isinstance(value, float) and iface.finite(value)):
            self.clauses.append(iface.scalar(param, value))

    def _tensor(self, param, tensor, values) -> None:
        self.clauses.append(tensor_clause(
            self.session, param, tensor, values,
            _alias(tensor, self.tensors)))
        self.tensors.append((param, tensor))


def case_of(session: Session, call: Call, function: str, names, label: str,
            symbols, assumes, optional=()) -> iface.Case:
    """`names` are the C++ function's parameters, None where they are not
    known (then positions); `optional` the schema's optional tensors, which
    are absent when None. What the language has no word for (an optional
    number that is not given) is left unsaid. Raises Untranslatable."""
    made = _Clauses(session, call)
    known = names is not None and len(names) == len(call.arguments)
    for index, (argument, value) in enumerate(call.arguments):
        param = names[index] if known else f"@{index}"
        if value is None:
            if argument in optional:
                made.clauses.append(iface.absent(param))
            continue
        made.add(param, argument, value)
    return iface.make_case(function, label, made.clauses, symbols, assumes)


def cases_of(session, calls, prefix, functions, parameters, optional,
             symbols, assumes, place):
    """(cases, what could not be said)."""
    cases, unsaid = [], set()
    for call in calls:
        function = functions.get(call.op, call.op)
        label = f"{prefix}/{place(call.where)}"
        try:
            cases.append(case_of(
                session, call, function, parameters.get(call.op), label,
                symbols, assumes, optional.get(call.op, ())))
        except Untranslatable as error:
            unsaid.add(f"{call.op}: {error}")
    return cases, sorted(unsaid)
