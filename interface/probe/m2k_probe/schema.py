"""Op schemas and C++ signatures, read from a source tree without building it.

Extensions register their ops as `ops.def("name(Tensor! out, …) -> ()")` inside
`TORCH_LIBRARY…(namespace, ops) { … }`. The strings are all that torch.library
needs to declare the op. The C++ function behind an op comes from
`ops.impl("name", …, &function)`, and its parameter names from its definition:
a case names parameters of that function, not of the schema.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

_LIBRARY = re.compile(
    r"\b\w*TORCH_LIBRARY(?:_FRAGMENT|_IMPL|_EXPAND|_IMPL_EXPAND)?\s*\(")
_CALL = re.compile(r"\b(\w+)\.(def|impl)\s*\(")
_LITERAL = re.compile(r'"((?:[^"\\]|\\.)*)"')
_SUFFIXES = (".cpp", ".cc", ".cu", ".cuh", ".h", ".hpp")
# What TORCH_EXTENSION_NAME stands for is said by the build, not the source:
# a folder's name to the extension that vLLM's build makes of it.
EXTENSIONS = {"": "_C", "moe": "_moe_C", "rocm": "_rocm_C"}
# Folders whose ops are of other hardware and would shadow the same names.
OTHER_HARDWARE = ("cpu", "rocm", "xpu", "ascend")


@dataclass(frozen=True)
class Op:
    namespace: str
    schema: str
    file: str

    @property
    def name(self) -> str:
        return re.split(r"[\s(.]", self.schema, maxsplit=1)[0]


def symbolic(text: str) -> str:
    """A schema whose integers may be symbolic sizes: torch turns a size that
    is passed for an `int` into the number of the one run."""
    head, arrow, results = text.rpartition("->")
    return re.sub(r"\bint\b(?=[\[\]?\d]*\s+\w)", "SymInt",
                  head) + arrow + results


def strip_comments(text: str) -> str:
    """C++ text with comments blanked; strings stay, and so do offsets."""
    out, i = [], 0
    while i < len(text):
        two = text[i:i + 2]
        if text[i] in "\"'" and not (
                text[i] == "'" and i and text[i - 1].isdigit()):
            end = _quoted_end(text, i)
            out.append(text[i:end])
        elif two == "//":
            end = text.find("\n", i)
            end = len(text) if end < 0 else end
            out.append(" " * (end - i))
        elif two == "/*":
            end = text.find("*/", i)
            end = len(text) if end < 0 else end + 2
            out.append(re.sub(r"[^\n]", " ", text[i:end]))
        else:
            end = i + 1
            out.append(text[i])
        i = end
    return "".join(out)


def _quoted_end(text: str, start: int) -> int:
    quote, i = text[start], start + 1
    while i < len(text) and text[i] != quote and text[i] != "\n":
        i += 2 if text[i] == "\\" else 1
    return min(i + 1, len(text))


def closing(text: str, start: int) -> int:
    """The offset behind the bracket that closes the one at `start`."""
    pairs = {"(": ")", "{": "}", "[": "]"}
    depth, i = 0, start
    while i < len(text):
        if text[i] == '"':
            i = _quoted_end(text, i)
            continue
        if text[i] in pairs:
            depth += 1
        elif text[i] in pairs.values():
            depth -= 1
            if depth == 0:
                return i + 1
        i += 1
    return len(text)


def split_commas(text: str) -> list[str]:
    """`text` at its commas outside brackets of all four kinds."""
    parts, depth, start = [], 0, 0
    for i, char in enumerate(text):
        if char in "([{<":
            depth += 1
        elif char in ")]}>":
            depth -= 1
        elif char == "," and depth == 0:
            parts.append(text[start:i])
            start = i + 1
    parts.append(text[start:])
    return [part.strip() for part in parts if part.strip()]


def namespace_of(word: str, folder: str) -> str:
    """A registration's namespace; `CONCAT(TORCH_EXTENSION_NAME, _x)` and the
    bare macro depend on the folder that the build makes an extension of."""
    extension = EXTENSIONS.get(folder, EXTENSIONS[""])
    joined = re.fullmatch(r"CONCAT\(\s*TORCH_EXTENSION_NAME\s*,\s*(\w+)\s*\)",
                          word)
    if joined:
        return extension + joined[1]
    return extension if word == "TORCH_EXTENSION_NAME" else word


def _registrations(text: str, folder: str):
    """(namespace, def or impl, its arguments) in the order of the file."""
    text = strip_comments(text)
    blocks = []
    for match in _LIBRARY.finditer(text):
        end = closing(text, match.end() - 1)
        words = split_commas(text[match.end():end - 1])
        brace = text.find("{", end)
        if len(words) < 2 or brace < 0 or text[end:brace].strip():
            continue
        blocks.append((brace, closing(text, brace),
                       namespace_of(words[0], folder)))
    for match in _CALL.finditer(text):
        inside = next((space for start, end, space in blocks
                       if start < match.start() < end), None)
        if inside is None:
            continue
        end = closing(text, match.end() - 1)
        yield inside, match[2], text[match.end():end - 1]


def _string(arguments: str) -> str | None:
    """The leading string literals of a call's arguments, joined."""
    pos, parts = 0, []
    while True:
        match = _LITERAL.match(arguments, pos + len(arguments[pos:]) -
                               len(arguments[pos:].lstrip()))
        if not match:
            break
        parts.append(match[1])
        pos = match.end()
    if not parts:
        return None
    return " ".join("".join(parts).replace('\\"', '"').split())


def _sources(root: Path):
    for path in sorted(root.rglob("*")):
        parts = path.relative_to(root).parts
        if path.suffix in _SUFFIXES and path.is_file() and not (
                set(parts[:-1]) & set(OTHER_HARDWARE)):
            yield path, parts[0] if len(parts) > 1 else ""


def read_ops(root) -> tuple[list[Op], dict[str, str]]:
    """All ops registered below `root`, and op name to C++ function name.
    A name that stands twice, in one namespace, keeps its first schema."""
    root = Path(root)
    ops: dict[tuple, Op] = {}
    functions: dict[str, str] = {}
    for path, folder in _sources(root):
        text = path.read_text(encoding="utf-8", errors="replace")
        if "TORCH_LIBRARY" not in text:
            continue
        for space, kind, arguments in _registrations(text, folder):
            string = _string(arguments)
            if string is None:
                continue
            if kind == "def" and "(" in string:
                op = Op(space, string, str(path.relative_to(root)))
                ops.setdefault((space, op.name), op)
            target = re.search(r"&\s*([\w:]+)", arguments)
            if target:
                name = re.split(r"[\s(.]", string, maxsplit=1)[0]
                functions.setdefault(name, target[1].split("::")[-1])
    return list(ops.values()), functions


def parameter_names(text: str, function: str) -> list[str] | None:
    """The parameter names of the first definition of `function` in C++ text
    without comments, or None."""
    for match in re.finditer(rf"\b{re.escape(function)}\s*\(", text):
        before = text[:match.start()].rstrip()
        if not re.search(r"[\w>&*]$", before) or re.search(
                r"\b(return|else|new)$", before):
            continue
        end = closing(text, match.end() - 1)
        if not text[end:].lstrip().startswith("{"):
            continue
        names = []
        for part in split_commas(text[match.end():end - 1]):
            word = re.search(r"(\w+)\s*(?:\[\s*\])?$",
                             part.split("=", 1)[0].strip())
            if not word:
                return None
            names.append(word[1])
        return names
    return None


def read_parameters(root, functions) -> dict[str, list[str]]:
    """Parameter names of those `functions` that are defined below `root`."""
    root, wanted, found = Path(root), set(functions), {}
    for path, _ in _sources(root):
        if path.suffix not in (".cu", ".cpp", ".cc"):
            continue
        text = path.read_text(encoding="utf-8", errors="replace")
        here = [name for name in wanted if re.search(rf"\b{name}\s*\(", text)]
        if not here:
            continue
        text = strip_comments(text)
        for name in here:
            names = parameter_names(text, name)
            if names is not None:
                found[name] = names
                wanted.discard(name)
    return found
