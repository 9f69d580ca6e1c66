"""A page that is drawn on: type, rules, areas; and where every piece of type stands, so that nothing can lie over anything else unseen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape

from sandtable.paper.faces import STYLES
from sandtable.paper.heat import Ground
from sandtable.paper.runs import Ink, Line, Run

INKS: dict[Ink, str] = {"ink": "#1a1613", "soft": "#4c453e", "hair": "#b9b2a4", "red": "#a8141c", "paper": "#ffffff"}
_SETTING = "font-kerning:none;font-variant-numeric:normal;letter-spacing:normal"  # as it was measured, whatever the page around it does
_PAINTS: dict[str, str] = {"none": "none"} | {str(name): ink for name, ink in INKS.items()}
ASCENT, DESCENT = 0.74, 0.2  # of the size: what a line of type covers
_HATCHES = (
    '<defs><pattern id="{name}-open" width="4.6" height="4.6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="1.1" height="4.6" fill="#1a1613"/></pattern>'
    '<pattern id="{name}-close" width="3.2" height="3.2" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
    '<rect width="1.6" height="3.2" fill="#1a1613"/></pattern>{foot}</defs>'
)


_HATCHED_FOOT = (
    '<pattern id="{name}-foot" width="1.7" height="1.7" patternUnits="userSpaceOnUse" patternTransform="rotate(35)">'
    '<rect width="0.6" height="1.7" fill="#1a1613"/></pattern>'
)
FRAME, FOOT = "#857c70", 2.0  # of a ground: the ink of its frame, how high its foot is


@dataclass(frozen=True, slots=True)
class Box:
    """Where a piece of type stands."""

    left: float
    top: float
    right: float
    bottom: float
    text: str

    def overlaps(self, other: Box, slack: float = 0.3) -> bool:
        """Whether two pieces cover the same place."""
        return (
            self.left < other.right - slack
            and other.left < self.right - slack
            and self.top < other.bottom - slack
            and other.top < self.bottom - slack
        )


@dataclass
class Canvas:
    """A page in points."""

    width: float
    height: float
    title: str = ""
    name: str = "page"  # tells the hatches of one page from those of another
    grounds: Mapping[str, Ground] = field(default_factory=dict)  # what lies under numbers, by their names
    boxes: list[Box] = field(default_factory=list)
    _drawn: list[str] = field(default_factory=list)

    def line(self, line: Line, x: float, baseline: float, *, grounded: bool = False) -> None:
        """Set a line of type; ``grounded`` says that what lies under its numbers is there already."""
        for placed in line.placed:
            run, left = placed.run, x + placed.x
            if run.source and not grounded:
                self.ground(run.source, left - 1.2, baseline - 0.86 * run.size, run.width + 2.4, 1.12 * run.size)
            self._run(run, left, baseline)

    def ground(self, source: str, x: float, y: float, width: float, height: float) -> bool:
        """Lay under a number what says something of it; whether there is such a thing."""
        found = self.grounds.get(source)
        if found is None:
            return False
        edge = f' stroke="{FRAME}" stroke-width="0.8"' if found.frame else ""
        place = f'x="{_n(x)}" y="{_n(y)}" width="{_n(width)}"'
        self._drawn.append(f'<rect {place} height="{_n(height)}" fill="{found.fill}"{edge}/>')
        if found.hatched:
            self.area(x, y + height - FOOT, width, FOOT, "foot")
        return True

    def rule(self, x: float, y: float, length: float, weight: float, ink: Ink = "ink") -> None:
        """A rule across."""
        self.area(x, y - weight / 2, length, weight, ink)

    def upright(self, x: float, y: float, length: float, weight: float, ink: Ink = "ink") -> None:
        """A rule down."""
        self.area(x - weight / 2, y, weight, length, ink)

    def area(self, x: float, y: float, width: float, height: float, fill: str, edge: float = 0.0) -> None:
        """A rectangle filled with an ink or a hatch (``open``, ``close``), with an edge of so much weight."""
        paint = _PAINTS.get(fill, f"url(#{self.name}-{fill})")
        stroke = f' stroke="{INKS["ink"]}" stroke-width="{_n(edge)}"' if edge else ""
        self._drawn.append(
            f'<rect x="{_n(x)}" y="{_n(y)}" width="{_n(width)}" height="{_n(height)}" fill="{paint}"{stroke}/>'
        )

    def shape(self, points: Sequence[tuple[float, float]], fill: Ink) -> None:
        """A filled shape."""
        corners = " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
        self._drawn.append(f'<polygon points="{corners}" fill="{INKS[fill]}"/>')

    def svg(self) -> str:
        """The page as a drawing."""
        size = f'width="{_n(self.width)}pt" height="{_n(self.height)}pt" viewBox="0 0 {_n(self.width)} {_n(self.height)}" style="{_SETTING}"'
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-label="{escape(self.title, {chr(34): "&quot;"})}">'
            f"{self._hatches()}{''.join(self._drawn)}</svg>"
        )

    def _hatches(self) -> str:
        return _HATCHES.format(name=self.name, foot=_HATCHED_FOOT.format(name=self.name) if self.grounds else "")

    def _run(self, run: Run, x: float, baseline: float) -> None:
        if run.mark == "dagger":
            self._dagger(run, x, baseline)
            return
        if run.mark == "die":
            self._die(run, x, baseline)
            return
        baseline -= run.rise * run.size
        self._type(run, x, baseline)
        wide, size = run.width, run.size
        if run.mark == "struck":
            self.rule(x, baseline - 0.27 * size, wide, 0.6)
        elif run.mark == "twice":
            self.rule(x, baseline + 0.13 * size, wide, 0.5)
            self.rule(x, baseline + 0.25 * size, wide, 0.5)

    def _type(self, run: Run, x: float, baseline: float, anchor: str = "") -> None:
        style = STYLES[run.face]
        ground = self.grounds.get(run.source)
        ink = ground.ink if ground is not None and ground.ink else INKS[run.ink]
        looks = f'font-family="{style.family}" font-size="{_n(run.size)}" fill="{ink}"'
        if style.weight != STYLES["wood"].weight:
            looks += f' font-weight="{style.weight}"'
        if style.slant != "normal":
            looks += f' font-style="{style.slant}"'
        if style.tracking:
            looks += f' letter-spacing="{_n(style.tracking * run.size)}"'
        if len(run.text) > 1:  # every program sets it as wide as it was measured
            looks += f' textLength="{_n(run.width - style.tracking * run.size)}"'
        self._drawn.append(
            f'<text x="{_n(x)}" y="{_n(baseline)}" {looks}{anchor} xml:space="preserve">{escape(run.text)}</text>'
        )
        left = x - run.width / 2 if anchor else x
        self.boxes.append(
            Box(left, baseline - ASCENT * run.size, left + run.width, baseline + DESCENT * run.size, run.text)
        )

    def _dagger(self, run: Run, x: float, baseline: float) -> None:
        size, middle = run.size, x + run.width / 2
        self.upright(middle, baseline - 0.72 * size, 0.72 * size, 0.12 * size, "red")
        self.rule(middle - 0.19 * size, baseline - 0.5 * size, 0.38 * size, 0.11 * size, "red")

    def _die(self, run: Run, x: float, baseline: float) -> None:
        """A die by its shape: square for six sides, a kite for ten, a hexagon for twenty, a triangle for four."""
        side, face = run.size * 1.2, run.width
        top = baseline - 0.36 * run.size - side / 2
        inner: Ink = "ink" if run.ink == "paper" else "paper"
        square = ((0.05, 0.05), (0.95, 0.05), (0.95, 0.95), (0.05, 0.95))
        shapes = {
            "A": square,
            "4": ((0.5, -0.06), (1, 0.94), (0, 0.94)),
            "6": square,
            "20": ((0.5, 0), (0.95, 0.25), (0.95, 0.75), (0.5, 1), (0.05, 0.75), (0.05, 0.25)),
        }
        kite = ((0.5, 0), (1, 0.42), (1, 0.58), (0.5, 1), (0, 0.58), (0, 0.42))
        corners = shapes.get(run.text, kite)
        self.shape([(x + across * face, top + down * side) for across, down in corners], run.ink)
        number = Run(run.text, "display", run.size * 0.64, inner)
        self._type(number, x + face / 2, baseline - 0.13 * run.size, ' text-anchor="middle"')


def _n(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".")
