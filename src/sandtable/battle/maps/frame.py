"""What stands around a map: rulers in inches, the title, a scale bar, the compass."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape

from sandtable.battle.maps.pen import UNIT, number, text
from sandtable.geometry.measure import DEGREE, INCH, Facing
from sandtable.kernel.messages import in_letters

MARGIN = 34.0  # for the rulers
HEAD = 58.0
FOOT = 64.0
RULED = 6  # inches between the figures of a ruler
BAR = 6  # inches of the scale bar


def rulers(width: float, height: float) -> Iterator[str]:
    """Marks at every inch, figures at every sixth, on all four edges."""
    yield f'<rect class="neat thin" x="-4.500" y="-4.500" width="{number(width + 9)}" height="{number(height + 9)}"/>'
    yield f'<rect class="neat" x="-1.500" y="-1.500" width="{number(width + 3)}" height="{number(height + 3)}"/>'
    across, up = int(width / UNIT), int(height / UNIT)
    marks = [
        f"M{number(n * UNIT)}-5v-{_long(n)}M{number(n * UNIT)} {number(height + 5)}v{_long(n)}"
        for n in range(across + 1)
    ]
    marks += [
        f"M-5 {number(height - n * UNIT)}h-{_long(n)}M{number(width + 5)} {number(height - n * UNIT)}h{_long(n)}"
        for n in range(up + 1)
    ]
    yield f'<path class="tickmark" d="{"".join(marks)}"/>'
    for inch in range(RULED, across + 1, RULED):
        for y in (-17, height + 26):
            yield text("ruler", (inch * UNIT, y), str(inch))
    for inch in range(RULED, up + 1, RULED):
        for x in (-22, width + 22):
            yield text("ruler", (x, height - inch * UNIT + 4), str(inch))


def _long(inch: int) -> int:
    return 8 if inch % RULED == 0 else 4


def head(title: str, under: str, width: float) -> Iterator[str]:
    """The title over the map, when and where at the right."""
    yield f'<text class="title" x="0" y="{number(-MARGIN - 16)}">{escape(title)}</text>'
    if under:
        yield f'<text class="under" x="{number(width)}" y="{number(-MARGIN - 16)}" text-anchor="end">{escape(under)}</text>'


def foot(width: float, height: float, north: Facing, yards: int, note: str) -> Iterator[str]:
    """Compass, scale bar and a note under the map."""
    y = height + MARGIN + 30
    yield (
        f'<g transform="translate(14 {number(y)}) rotate({number(north / DEGREE)})"><path class="needle" d="M0-20 7 8 0 3-7 8Z"/></g>'
    )
    yield text("wood-type", (30, y + 6), "N", size=20)
    left = 64
    for part in range(BAR):
        kind = "bar" if part % 2 == 0 else "bar open"
        yield f'<rect class="{kind}" x="{left + part * UNIT}" y="{number(y - 3)}" width="{UNIT}" height="7"/>'
    for inch in (0, BAR // 2, BAR):
        yield text("ruler", (left + inch * UNIT, y - 9), str(inch))
    words = f"{in_letters(BAR)} inches" + (f", {BAR * yards} yards" if yards else "")
    yield text("under", (left + BAR * UNIT + 20, y + 5), words)
    if note:
        yield f'<text class="small" x="{number(width)}" y="{number(y + 4)}" text-anchor="end">{escape(note)}</text>'


def view_box(width: float, height: float) -> tuple[float, float, float, float]:
    """The whole sheet: left, top, width, height."""
    return -MARGIN - 8, -MARGIN - HEAD, width + 2 * MARGIN + 16, height + 2 * MARGIN + HEAD + FOOT


def in_units(length: int) -> float:
    """A length of the table on the map."""
    return length * UNIT / INCH
