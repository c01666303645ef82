"""Expressions from samples, for what symbolic sizes could not follow.

A dimension was seen as a number in several concrete runs. It is written as a
rational combination of 1, s, b and s*b, or as one with a rounded-up quotient
of s, *only* if it agrees with every run, and there are more runs than unknown
coefficients; otherwise nothing is claimed but the range that was seen.
"""

from __future__ import annotations

from fractions import Fraction
from math import lcm

# (b, s) of the runs. Odd numbers among powers of two, so that products,
# quotients and roundings are told apart; all above 1, which models treat apart.
RUNS = ((2, 16), (3, 16), (2, 37), (5, 64), (3, 83), (7, 19), (4, 61), (5, 7),
        (6, 33))

_TERMS = (
    ("s*b", lambda b, s: s * b),
    ("s", lambda b, s: s),
    ("b", lambda b, s: b),
    ("", lambda b, s: 1),
)
# Block sizes that models and kernels round sequences up to.
_BLOCKS = (8, 16, 32, 64, 128, 256)


def solve(rows, right):
    """The unique solution of an overdetermined rational system, or None."""
    width = len(rows[0])
    table = [[Fraction(value) for value in row] + [Fraction(value)]
             for row, value in zip(rows, right)]
    for column in range(width):
        pivot = next((row for row in range(column, len(table))
                      if table[row][column]), None)
        if pivot is None:
            return None
        table[column], table[pivot] = table[pivot], table[column]
        head = table[column][column]
        table[column] = [value / head for value in table[column]]
        for row, values in enumerate(table):
            if row != column and values[column]:
                factor = values[column]
                table[row] = [a - factor * b
                              for a, b in zip(values, table[column])]
    if any(row[width] for row in table[width:]):
        return None
    return [table[row][width] for row in range(width)]


def combination(coefficients, names) -> str:
    """Text of a rational combination, over one common denominator."""
    bottom = lcm(*(value.denominator for value in coefficients))
    text = ""
    for value, name in zip(coefficients, names):
        top = int(value * bottom)
        if not top:
            continue
        sign = "-" if top < 0 else "+"
        size = abs(top)
        word = name if name and size == 1 else (
            f"{size}*{name}" if name else str(size))
        if text:
            text += f" {sign} {word}"
        else:
            text = f"-{word}" if sign == "-" else word
    text = text or "0"
    if bottom == 1:
        return text
    return f"({text})/{bottom}" if " " in text else f"{text}/{bottom}"


def fit(values, runs=RUNS) -> str | None:
    """The expression that gives `values` in `runs`, or None."""
    if len(set(values)) == 1:
        return str(values[0])
    terms = list(_TERMS)
    found = _try(values, runs, terms)
    for block in _BLOCKS:
        if found is not None:
            break
        found = _try(values, runs, [
            (f"ceildiv(s, {block})*b",
             lambda b, s, block=block: -(-s // block) * b),
            (f"ceildiv(s, {block})",
             lambda b, s, block=block: -(-s // block)), *terms])
    return found


def _try(values, runs, terms) -> str | None:
    if len(runs) <= len(terms):
        return None
    rows = [[term(b, s) for _, term in terms] for b, s in runs]
    solved = solve(rows, values)
    if solved is None:
        return None
    return combination(solved, [name for name, _ in terms])


def divisibility(text: str) -> str | None:
    """The relation that makes a fitted quotient exact: `(s + 4)/8` needs
    `(s + 4) % 8 == 0`."""
    if "ceildiv" in text or "/" not in text:
        return None
    top, bottom = text.rsplit("/", 1)
    return f"{top} % {bottom} == 0"
