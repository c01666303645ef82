"""One trace: a fake mode, the symbols b and s, and how to read sizes."""

from __future__ import annotations

import torch
from torch._subclasses.fake_tensor import FakeTensorMode
from torch.fx.experimental.symbolic_shapes import (
    DimDynamic, ShapeEnv, StatelessSymbolicContext)

from ..iface import Expr, Symbol
from .symbols import Printer, Untranslatable, relation_text

# What the symbols are in the one run that decides where branches go. Primes
# that no model has as a size, so that nothing is equal by accident.
HINTS = {"b": 7, "s": 53}


class Session:
    """Sizes are symbolic (`concrete` is None) or the numbers of one run.

    With symbolic sizes a branch of the model that depends on them leaves a
    guard: what was traced holds where the guards do, so `assumes` gives them
    as relations. `Untranslatable` is raised for what the language cannot say.
    """

    def __init__(self, concrete: dict[str, int] | None = None,
                 hints: dict[str, int] | None = None):
        self.concrete = concrete
        self.hints = {**HINTS, **(hints or {})}
        self.shape_env = ShapeEnv() if concrete is None else None
        self.mode = FakeTensorMode(shape_env=self.shape_env,
                                   allow_non_fake_inputs=True)
        self.names: dict = {}
        self.symbols: list[Symbol] = []
        self.printer = Printer(self.names)

    def declare(self, name: str, values: str, kind: str = "user") -> None:
        if all(symbol.name != name for symbol in self.symbols):
            self.symbols.append(Symbol(name, values, kind))

    def size(self, name: str, low: int, high: int):
        """A symbolic size, or this run's number for it. torch takes sizes 0
        and 1 apart, so it is told 2 and above; the interface says `low`."""
        self.declare(name, f"{low}..{high}")
        if self.concrete is not None:
            return self.concrete[name]
        made = torch.empty(self.hints.get(name, 11), dtype=torch.int8)
        context = StatelessSymbolicContext(dynamic_sizes=[DimDynamic.DYNAMIC])
        if not hasattr(context, "specialize_on"):
            context.specialize_on = [[]]
        size = self.mode.from_tensor(made, static_shapes=False,
                                     symbolic_context=context).shape[0]
        symbol = size.node.expr
        self.names[symbol] = name
        self._bound(symbol, high)
        return size

    def _bound(self, symbol, high: int) -> None:
        """Comparisons that hold up to `high` then leave no guard."""
        ranges = self.shape_env.var_to_range
        ranges[symbol] = type(ranges[symbol])(2, max(high, 2))

    def fake(self, sizes, dtype) -> torch.Tensor:
        with self.mode:
            return torch.empty(sizes, dtype=dtype)

    def expr(self, size) -> Expr:
        """A size, stride or offset as an expression of the language."""
        if isinstance(size, torch.SymInt):
            size = size.node.expr
        if isinstance(size, int):
            return size
        return self.printer.text(size)

    def guards(self) -> list:
        """SymPy conditions under which the trace is the model's."""
        if self.shape_env is None:
            return []
        return [guard.expr for guard in self.shape_env.guards]

    def specialised(self) -> list[str]:
        """Symbols that the model has forced to one number."""
        found = []
        if self.shape_env is None:
            return found
        for symbol, name in self.names.items():
            now = self.shape_env.replace(symbol)
            if now.is_Integer:
                found.append(f"{name} became {now}")
            elif now != symbol:
                found.append(f"{name} became {now}")
        return found

    def assumes(self) -> list[str]:
        """The guards as relations, without those that always hold; raises
        Untranslatable."""
        texts = []
        for guard in self.guards():
            if guard in (True, False):
                continue
            if not guard.free_symbols <= self.names.keys():
                raise Untranslatable(f"'{guard}' has other symbols")
            text = relation_text(guard, self.printer)
            if text not in texts:
                texts.append(text)
        return texts
