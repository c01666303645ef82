"""From SymPy expressions of a ShapeEnv to text of the interface language."""

from __future__ import annotations

import sympy
from torch.utils._sympy import functions as torch_functions


class Untranslatable(Exception):
    """An expression that the interface language cannot say."""


_SUM, _PRODUCT, _ATOM = 1, 2, 3


def _named(*names):
    """Those of torch's SymPy functions that this version has."""
    return tuple(getattr(torch_functions, name) for name in names
                 if hasattr(torch_functions, name))


_FLOOR = _named("FloorDiv", "CleanDiv")
_MOD = (sympy.Mod, *_named("Mod", "PythonMod"))
_MAX = (sympy.Max, *_named("Max"))
_MIN = (sympy.Min, *_named("Min"))
_CEIL = _named("CeilDiv")
_INDEXING = _named("ModularIndexing")


class Printer:
    """Prints expressions; `names` maps SymPy symbols to the language's."""

    def __init__(self, names):
        self.names = names

    def text(self, expr) -> str | int:
        """An int for a constant, otherwise text."""
        expr = sympy.sympify(expr)
        if expr.is_Integer:
            return int(expr)
        return self._print(expr)[0]

    def _print(self, expr) -> tuple[str, int]:
        if expr.is_Integer:
            return str(int(expr)), _ATOM if expr >= 0 else _SUM
        if expr.is_Symbol:
            if expr not in self.names:
                raise Untranslatable(f"'{expr}' has no name")
            return self.names[expr], _ATOM
        if expr.is_Add:
            return self._add(expr)
        if expr.is_Mul:
            return self._mul(expr)
        if expr.is_Pow and expr.exp.is_Integer and 1 < expr.exp <= 8:
            base = self._at(expr.base, _ATOM)
            return "*".join([base] * int(expr.exp)), _PRODUCT
        if isinstance(expr, _FLOOR):
            return self._binary("/", expr)
        if isinstance(expr, _MOD):
            return self._binary("%", expr)
        if isinstance(expr, _INDEXING):
            base, divisor, modulus = expr.args
            return (f"{self._at(base, _ATOM)}/{self._at(divisor, _ATOM)} % "
                    f"{self._at(modulus, _ATOM)}", _PRODUCT)
        for kinds, word in ((_MAX, "max"), (_MIN, "min"), (_CEIL, "ceildiv")):
            if isinstance(expr, kinds):
                return self._call(word, expr.args), _ATOM
        if isinstance(expr, sympy.Abs):
            return self._call("max", (expr.args[0], -expr.args[0])), _ATOM
        raise Untranslatable(f"'{expr}' is no expression of the language")

    def _at(self, expr, level) -> str:
        text, found = self._print(expr)
        return text if found >= level else f"({text})"

    def _binary(self, sign, expr):
        left, right = expr.args
        return (f"{self._at(left, _ATOM)}{sign}{self._at(right, _ATOM)}",
                _PRODUCT)

    def _call(self, word, arguments) -> str:
        texts = [self._print(argument)[0] for argument in arguments]
        text = texts[0]
        for other in texts[1:]:
            text = f"{word}({text}, {other})"
        return text

    def _add(self, expr):
        terms = sorted(expr.args, key=lambda term: (
            term.is_Integer, str(term)))
        terms.sort(key=lambda term: term.is_Integer or _negative(term))
        text = self._at(terms[0], _PRODUCT)
        for term in terms[1:]:
            if _negative(term):
                text += " - " + self._at(-term, _PRODUCT)
            else:
                text += " + " + self._at(term, _PRODUCT)
        return text, _SUM

    def _mul(self, expr):
        rounded = _rounded_up(expr)
        if rounded is not None:
            return self._call("ceildiv", rounded), _ATOM
        factor, rest = expr.as_coeff_Mul()
        if not factor.is_Integer:
            if factor.is_Rational and factor.p and rest != 1:
                top = self._at(sympy.Integer(factor.p) * rest, _ATOM)
                return f"{top}/{factor.q}", _PRODUCT
            raise Untranslatable(f"'{expr}' is no integer")
        factors = rest.args if rest.is_Mul else (rest,)
        words = [self._at(part, _ATOM) for part in factors]
        plain = sorted((word for word in words if word.isidentifier()),
                       reverse=True)
        words = plain + [word for word in words if not word.isidentifier()]
        if factor == -1:
            return "-" + "*".join(words), _SUM
        if factor != 1:
            words.insert(0, str(int(factor)))
        text = "*".join(words)
        return text, _PRODUCT if factor > 0 else _SUM


def _rounded_up(expr):
    """(a, n) of -(a // -n), which is how Python code rounds up."""
    factor, rest = expr.as_coeff_Mul()
    if factor == -1 and isinstance(rest, _FLOOR):
        top, bottom = rest.args
        if bottom.is_Integer and bottom < 0:
            return top, -bottom
    return None


def _negative(term) -> bool:
    return term.as_coeff_Mul()[0].is_negative is True


_RELATIONS = {
    sympy.Eq: "==", sympy.Ne: "!=", sympy.Lt: "<", sympy.Le: "<=",
    sympy.Gt: ">", sympy.Ge: ">=",
}


def relation_text(expr, printer: Printer) -> str:
    """A guard as a COND of the language."""
    for kind, sign in _RELATIONS.items():
        if isinstance(expr, kind):
            return f"{printer.text(expr.lhs)} {sign} {printer.text(expr.rhs)}"
    if isinstance(expr, sympy.Not):
        return f"!({relation_text(expr.args[0], printer)})"
    for kind, sign in ((sympy.And, " && "), (sympy.Or, " || ")):
        if isinstance(expr, kind):
            return sign.join(f"({relation_text(part, printer)})"
                             for part in expr.args)
    raise Untranslatable(f"'{expr}' is no condition of the language")
