"""Text laid out in columns on a terminal, where a Japanese letter takes two columns."""

import unicodedata
from collections.abc import Iterable, Sequence

WIDTH = 80
BLOCKS = " ▏▎▍▌▋▊▉█"


def width(text: str) -> int:
    """Return how many columns ``text`` takes: two for a full-width character, none for a combining mark."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in ("W", "F") else 1 for c in text
    )


def pad(text: str, columns: int, right: bool = False) -> str:
    """Return ``text`` filled up with spaces to ``columns``, at its left where it is to end on the ``right``."""
    space = " " * (columns - width(text))
    return space + text if right else text + space


def table(rows: Sequence[Sequence[str]], right: Iterable[int] = (), indent: int = 2) -> list[str]:
    """Return the rows as lines, columns aligned, those in ``right`` (from 0) at their right edge."""
    flush, spread = set(right), [max(map(width, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(pad(cell, spread[i], i in flush) for i, cell in enumerate(row)) for row in rows)
    return [(" " * indent + line).rstrip() for line in lines]


def bar(share: float, columns: int = 20) -> str:
    """Return a bar for ``share`` (0 to 1) of ``columns``, to an eighth of a column; something for anything above 0."""
    eighths = max(round(share * columns * 8), 1 if share > 0 else 0)
    return "█" * (eighths // 8) + BLOCKS[eighths % 8].strip()


def wrap(phrases: Sequence[str], comma: str, columns: int) -> list[str]:
    """Return phrases joined by ``comma`` in as many lines of ``columns`` as they need, broken between phrases."""
    lines = [""]
    for index, phrase in enumerate(phrases):
        text = phrase + (comma if index < len(phrases) - 1 else "")
        if lines[-1] and width(lines[-1]) + width(text.rstrip()) > columns:
            lines.append("")
        lines[-1] += text
    return [line.rstrip() for line in lines]
