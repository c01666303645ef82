"""Cases, and their text in the interface language.

The language is defined in the project's docs/interface.md; this module is the
only one that writes it. Expressions are text in that language (`s*b`) or plain
integers, so that nothing here needs sympy.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

Expr = int | str

# What a case may name besides its symbols: words of the language itself.
_WORD = re.compile(r"[A-Za-z_]\w*")
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_LINE = 80


@dataclass(frozen=True)
class Symbol:
    """A number that is no constant: `kind` is `user` or `fixed`, and `values`
    a SET, for example `1..1024`."""

    name: str
    values: str
    kind: str = "user"


@dataclass(frozen=True)
class Case:
    """One call of one op. `notes` become comments above it: what was fitted,
    what is assumed and where the call stands in the model."""

    function: str
    label: str
    clauses: tuple[str, ...]
    symbols: tuple[Symbol, ...] = ()
    assumes: tuple[str, ...] = ()
    notes: tuple[str, ...] = field(default=(), compare=False)

    def key(self) -> tuple:
        """Equal for cases that say the same under different labels."""
        return (self.function, self.clauses, self.symbols, self.assumes)


def names_in(text: str) -> set[str]:
    """The words of `text` outside strings."""
    return set(_WORD.findall(_STRING.sub("", text)))


def dims_text(dims) -> str:
    return "[" + ", ".join(str(dim) for dim in dims) + "]"


def tensor(param: str, dtype: str, dims, *, strides=None, offset: Expr = 0,
           values: str | None = None, unique: bool = False,
           align: int | None = None, alias: str | None = None) -> str:
    """A `tensor` clause. `strides` and `offset` are in elements; None and 0
    are the defaults of the language (row-major contiguous, no offset)."""
    words = [dims_text(dims)]
    if strides is not None:
        words.append("strides " + dims_text(strides))
    if str(offset) != "0":
        words.append(f"offset {offset}")
    if values is not None:
        words.append(f"values in {values}")
    if unique:
        words.append("unique")
    if align is not None:
        words.append(f"align {align}")
    if alias is not None:
        words.append(f"alias {alias}")
    return f"tensor({param}, {dtype}, {', '.join(words)})"


def absent(param: str) -> str:
    return f"tensor({param}, absent)"


def scalar(param: str, value) -> str:
    """A `scalar` clause. A Python bool, int, float or str is written as the
    language's literal; an expression is passed as `Text`."""
    return f"scalar({param} = {literal(value)})"


class Text(str):
    """An expression of the language, as opposed to a string value."""


def literal(value) -> str:
    if isinstance(value, Text):
        return str(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, float):
        return float_text(value)
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    raise TypeError(f"no literal for {type(value).__name__}")


def float_text(value: float) -> str:
    """With a point or an exponent, as the language asks for."""
    if value != value or value in (float("inf"), float("-inf")):
        raise ValueError("not a finite number")
    text = repr(float(value))
    return text if "." in text or "e" in text else text + ".0"


def finite(value: float) -> bool:
    return value == value and abs(value) != float("inf")


def used_symbols(texts, symbols) -> list[Symbol]:
    """Those of `symbols` that `texts` name, and those that the ranges of the
    used ones name, in the order given."""
    by_name = {symbol.name: symbol for symbol in symbols}
    wanted: set[str] = set()
    todo = list(texts)
    while todo:
        for name in names_in(todo.pop()) & by_name.keys():
            if name not in wanted:
                wanted.add(name)
                todo.append(by_name[name].values)
    return [symbol for symbol in symbols if symbol.name in wanted]


def make_case(function: str, label: str, clauses, symbols, assumes=(),
              notes=()) -> Case:
    """A case with only those symbols and relations that concern it: a
    relation does when it names nothing but symbols that the clauses name."""
    used = used_symbols(clauses, symbols)
    names = {symbol.name for symbol in used}
    known = {symbol.name for symbol in symbols}
    kept = tuple(sorted({
        text for text in assumes if names_in(text) & known <= names}))
    return Case(function, label, tuple(clauses), tuple(used), kept,
                tuple(notes))


def merge(cases) -> list[Case]:
    """Cases that say the same become one; its label is the first one's, and a
    note counts the others."""
    first: dict[tuple, Case] = {}
    count: dict[tuple, int] = {}
    for case in cases:
        first.setdefault(case.key(), case)
        count[case.key()] = count.get(case.key(), 0) + 1
    merged = []
    for key, case in first.items():
        notes = case.notes
        if count[key] > 1:
            notes = (f"{count[key]} calls like this one", *notes)
        merged.append(Case(case.function, case.label, case.clauses,
                           case.symbols, case.assumes, notes))
    return merged


def case_text(case: Case) -> str:
    """The `__m2k_iface_for` line, broken so that it stays readable."""
    parts = []
    for kind in ("user", "fixed"):
        named = [f"{symbol.name} in {symbol.values}"
                 for symbol in case.symbols if symbol.kind == kind]
        if named:
            parts.append(f"{kind}({', '.join(named)})")
    parts += [f"assume({text})" for text in case.assumes]
    parts += case.clauses
    comments = "".join(f"// {note}\n" for note in case.notes)
    head = (f"__m2k_iface_for({literal(case.function)}, "
            f"case({literal(case.label)})")
    if not parts:
        return f"{comments}{head})\n"
    lines, line = [head + ","], "   "
    for index, part in enumerate(parts):
        part += ")" if index == len(parts) - 1 else ","
        if line.strip() and len(line) + 1 + len(part) > _LINE:
            lines.append(line)
            line = "   "
        line += " " + part
    lines.append(line)
    return comments + "\n".join(lines) + "\n"


def header_text(title: str, cases, comments=()) -> str:
    """A whole `*.m2k.h`: comments, guard, include and the cases."""
    guard = re.sub(r"\W+", "_", title).upper().strip("_") + "_M2K_H"
    if guard[0].isdigit():
        guard = "M2K_" + guard
    lines = [f"// {line}\n" if line else "//\n" for line in comments]
    body = "\n".join(case_text(case) for case in cases)
    return (f"{''.join(lines)}#ifndef {guard}\n#define {guard}\n"
            f"#include <m2k.h>\n\n{body}\n#endif\n")
