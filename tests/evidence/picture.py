"""Reliability drawn: a panel for each way to choose, across what was stated, upwards the share that came true."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol
from xml.sax.saxutils import escape

SIDE, LEFT, TOP, GAP, BOTTOM = 220, 56, 58, 44, 44  # pixels: side of a panel, and the room around and between
COLOURS = ("#1769aa", "#c2410c")
STYLE = (
    "text{font:12px sans-serif;fill:#222}.page{fill:#fff}.frame{fill:none;stroke:#999}"
    ".ideal{stroke:#999;stroke-dasharray:4 3}.middle{text-anchor:middle}.end{text-anchor:end}"
)


class Point(Protocol):
    """What is drawn of a bin; shares from 0 to 1."""

    @property
    def stated(self) -> float: ...
    @property
    def true(self) -> float: ...
    @property
    def low(self) -> float: ...
    @property
    def high(self) -> float: ...


def draw(panels: Mapping[str, Mapping[str, Sequence[Point]]]) -> str:
    """Return the picture as SVG: panel -> series -> points, every panel with the same series."""
    width = LEFT + len(panels) * (SIDE + GAP)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {TOP + SIDE + BOTTOM}" role="img">',
        "<title>Stated probability and share that came true</title>",
        f"<style>{STYLE}</style>",
        f'<rect class="page" width="{width}" height="{TOP + SIDE + BOTTOM}"/>',
        *legend(list(next(iter(panels.values())))),
    ]
    for number, (name, series) in enumerate(panels.items()):
        lines.append(f'<g transform="translate({LEFT + number * (SIDE + GAP)} {TOP})">')
        lines += panel(name, series, first=number == 0)
        lines.append("</g>")
    return "\n".join([*lines, "</svg>", ""])


def legend(names: Sequence[str]) -> Iterator[str]:
    """Yield which colour is which series."""
    for number, name in enumerate(names):
        x = LEFT + number * 110
        yield f'<circle cx="{x + 5}" cy="15" r="4" fill="{COLOURS[number]}"/>'
        yield f'<text x="{x + 14}" y="19">{escape(name)}</text>'


def panel(name: str, series: Mapping[str, Sequence[Point]], first: bool) -> Iterator[str]:
    """Yield a frame with the line on which every statement would come true just as often as stated, and the points."""
    yield f'<text class="middle" x="{SIDE / 2:g}" y="-8">{escape(name)}</text>'
    yield f'<rect class="frame" width="{SIDE}" height="{SIDE}"/>'
    yield f'<line class="ideal" x1="0" y1="{SIDE}" x2="{SIDE}" y2="0"/>'
    for percent in (0, 50, 100):
        across = percent * SIDE / 100
        yield f'<text class="middle" x="{across:g}" y="{SIDE + 16}">{percent}%</text>'
        if first:
            yield f'<text class="end" x="-6" y="{SIDE - across + 4:g}">{percent}%</text>'
    yield f'<text class="middle" x="{SIDE / 2:g}" y="{SIDE + 34}">stated</text>'
    if first:
        yield f'<text class="middle" transform="translate(-42 {SIDE / 2:g}) rotate(-90)">came true</text>'
    for colour, points in zip(COLOURS, series.values(), strict=True):
        for point in points:
            x, y, top, bottom = (
                SIDE * share for share in (point.stated, 1 - point.true, 1 - point.high, 1 - point.low)
            )
            yield f'<line x1="{x:.1f}" y1="{top:.1f}" x2="{x:.1f}" y2="{bottom:.1f}" stroke="{colour}"/>'
            yield f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>'
