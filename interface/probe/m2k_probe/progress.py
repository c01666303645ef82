"""A bar on a terminal, a line per model elsewhere; and the table at the end."""

from __future__ import annotations

import sys

_WIDTH = 24


class Progress:
    def __init__(self, total: int, stream=sys.stderr):
        self.total, self.stream, self.done = total, stream, 0
        self.bar = stream.isatty()

    def step(self, text: str) -> None:
        self.done += 1
        filled = _WIDTH * self.done // max(self.total, 1)
        count = f"{self.done:{len(str(self.total))}}/{self.total}"
        if self.bar:
            bar = "#" * filled + "-" * (_WIDTH - filled)
            end = "\n" if self.done == self.total else ""
            self.stream.write(f"\r\x1b[K[{bar}] {count} {text[:50]}{end}")
        else:
            self.stream.write(f"[{count}] {text}\n")
        self.stream.flush()


def table(rows, heads) -> str:
    """Columns as wide as their widest entry; numbers to the right."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(head), *(len(row[i]) for row in texts)) if texts
              else len(head) for i, head in enumerate(heads)]
    right = [bool(texts) and all(
        row[i].replace(".", "", 1).isdigit() for row in texts)
        for i in range(len(heads))]
    lines = []
    for row in [list(heads), *texts]:
        cells = [cell.rjust(width) if flag else cell.ljust(width)
                 for cell, width, flag in zip(row, widths, right)]
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines) + "\n"
