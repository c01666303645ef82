"""The table that maps a model's layers to the ops of an engine.

Three kinds of rows, in TOML, read from data/ and from files of the user's:

    [[layer]]   which modules are layers with kernels, and their role
    [[op]]      what is called for a role, as clauses of the interface language
    [[symbol]]  symbols besides b and s that clauses may name

A `layer` matches by its class name (`class`, a regular expression for all of
it), its path (`path`), its children (`children`: any of several lists) and its
parent's children (`siblings`). `facts` names what its ops need: the value is
`attr:a.b|c` (attributes, the first there is), `config:a|b` or a plain value.
`opaque = true` says that the module's forward is not to be run: its result has
the shape of its input.

An `op` row writes clauses with `$fact`. It is used where all facts of `when`
are true and none of `unless` is. Rows of later files come first, so a user's
row for a class takes the place of ours.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from string import Template

from .iface import Symbol, literal, Text

try:
    import tomllib
except ImportError:  # Python 3.10
    import tomli as tomllib

DATA = Path(__file__).parent / "data"


class TableError(Exception):
    """A table that does not say what it should; the text names the row."""


@dataclass(frozen=True)
class Layer:
    role: str
    class_: str = ""
    path: str = ""
    children: tuple = ()
    siblings: tuple = ()
    facts: dict = field(default_factory=dict)
    opaque: bool = False

    def matches(self, class_name: str, path: str, children, siblings) -> bool:
        if self.class_ and not re.fullmatch(self.class_, class_name):
            return False
        if self.path and not re.fullmatch(self.path, path):
            return False
        return (_any_of(self.children, children) and
                _any_of(self.siblings, siblings))


@dataclass(frozen=True)
class OpRow:
    role: str
    name: str
    clauses: tuple[str, ...]
    when: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()
    assume: tuple[str, ...] = ()

    def applies(self, facts) -> bool:
        return (all(facts.get(name) for name in self.when) and
                not any(facts.get(name) for name in self.unless))


@dataclass
class Table:
    layers: list[Layer] = field(default_factory=list)
    ops: list[OpRow] = field(default_factory=list)
    symbols: list[Symbol] = field(default_factory=list)

    def layer_for(self, class_name, path, children, siblings):
        """The first row that matches, or None."""
        return next((row for row in self.layers if row.matches(
            class_name, path, children, siblings)), None)

    def ops_for(self, role: str, facts) -> list[OpRow]:
        return [row for row in self.ops
                if row.role == role and row.applies(facts)]


def _any_of(lists, names) -> bool:
    return not lists or any(set(wanted) <= set(names) for wanted in lists)


_KEYS = {
    "layer": {"role", "class", "path", "children", "siblings", "facts",
              "opaque"},
    "op": {"role", "name", "clauses", "when", "unless", "assume"},
    "symbol": {"name", "values", "kind"},
}
_NEEDED = {"layer": {"role"}, "op": {"role", "name", "clauses"},
           "symbol": {"name", "values"}}


def _check(kind: str, number: int, row: dict, where: str) -> None:
    unknown = sorted(row.keys() - _KEYS[kind])
    missing = sorted(_NEEDED[kind] - row.keys())
    if unknown or missing:
        what = f"unknown '{unknown[0]}'" if unknown else (
            f"'{missing[0]}' is missing")
        raise TableError(f"{where}: [[{kind}]] {number}: {what}")


def parse(text: str, where: str) -> Table:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TableError(f"{where}: {error}") from error
    table = Table()
    for kind in data:
        if kind not in _KEYS:
            raise TableError(f"{where}: unknown '[[{kind}]]'")
        for number, row in enumerate(data[kind], 1):
            _check(kind, number, row, where)
            _add(table, kind, row)
    return table


def _add(table: Table, kind: str, row: dict) -> None:
    if kind == "layer":
        table.layers.append(Layer(
            row["role"], row.get("class", ""), row.get("path", ""),
            tuple(row.get("children", ())), tuple(row.get("siblings", ())),
            row.get("facts", {}), row.get("opaque", False)))
    elif kind == "op":
        table.ops.append(OpRow(
            row["role"], row["name"], tuple(row["clauses"]),
            tuple(row.get("when", ())), tuple(row.get("unless", ())),
            tuple(row.get("assume", ()))))
    else:
        table.symbols.append(Symbol(row["name"], str(row["values"]),
                                    row.get("kind", "user")))


def load(names, extra=()) -> Table:
    """The tables `names` of data/ and the files `extra` of a user's."""
    table = Table()
    paths = [DATA / f"{name}.toml" for name in names]
    for path in [*map(Path, reversed(list(extra))), *paths]:
        try:
            text = path.read_text(encoding="utf-8")
        except OSError as error:
            raise TableError(f"{path}: {error.strerror}") from error
        part = parse(text, str(path))
        table.layers += part.layers
        table.ops += part.ops
        known = {symbol.name for symbol in table.symbols}
        table.symbols += [symbol for symbol in part.symbols
                          if symbol.name not in known]
    return table


def fact_text(value) -> str:
    """A fact inside a clause: sums and quotients in parentheses, so that they
    stay whole in products."""
    if isinstance(value, Text):
        return value
    if isinstance(value, str):
        return f"({value})" if re.search(r"[-+/%]", value) else value
    return literal(value)


def fill(template: str, facts) -> str:
    """A clause with its facts; KeyError names one that the layer lacks."""
    texts = {name: fact_text(value) for name, value in facts.items()
             if value is not None and not isinstance(value, list)}
    return Template(template).substitute(texts)
