"""The fever chart: the chance to win order by order, with its intervals, what moved it most, and under it every throw that counts."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from itertools import pairwise

from sandtable.battle.reckoning.luck import Stroke
from sandtable.lab.figures.pen import SCREEN, Axis, Ink, Inks, Pen, Spot, n, p
from sandtable.lab.texts import say
from sandtable.lab.won.fever import Fever, Point
from sandtable.lab.won.telling import ToldStep, listed_steps

WIDE, NARROW = 632, 358  # units across: for a column of a page, and for a phone
HALF = 0.5
MARK = 11.0  # half the size of a mark
TINT = 0.24
CHART, DICE = 300, 68  # units down
LEFT, RIGHT = 38.0, 12.0
LEAST_TURN = 16  # units that the figure of a turn takes
NAMED_TURN = 50  # and one with its word


def fever_chart(fever: Fever, strokes: Sequence[Stroke] = (), width: float = WIDE, inks: Inks = SCREEN) -> str:
    """The chart of a battle for one side; every moment and every mark leads to its order (``data-number``)."""
    height = CHART + (DICE if strokes else 0)
    pen = Pen(width, height, say("figure.fever", side=fever.played.side_name(fever.side)), inks)
    across = Axis(0, max(1, len(fever.moments) - 1), LEFT, width - RIGHT)
    up = Axis(0, 1, CHART - 30, 12)
    _grid(pen, fever, across, up, width)
    _areas(pen, fever, across, up)
    for point in fever.points:
        if point.battles:
            x = across.at(point.place)
            pen.line((x, up.at(point.low)), (x, up.at(point.high)), "soft", 0.7)
    pen.lines(_stairs(fever.points, across, up), "ink", 2.6)
    if strokes:
        _dice(pen, fever, strokes, across, width)
    _reaches(pen, fever, across, height)
    _marks(pen, fever, across, up)
    return pen.svg()


def inks_of(fever: Fever) -> dict[str, Ink]:
    """The ink that each side is printed in; red and blue where they have none of their own, or the same."""
    first, second = fever.played.sides
    told: dict[str, Ink] = {side.id: side.ink for side in fever.played.rules.ruleset.sides}
    found: dict[str, Ink] = {first: told.get(first, "red"), second: told.get(second, "blue")}
    return found if found[first] != found[second] else {first: "red", second: "blue"}


def _grid(pen: Pen, fever: Fever, across: Axis, up: Axis, width: float) -> None:
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        pen.line((LEFT, up.at(share)), (width - RIGHT, up.at(share)), "ink" if share == HALF else "hair")
        pen.text((LEFT - 6, up.at(share) + 4), f"{share * 100:.0f}", "soft", "end")
    begun = [(turn, across.at(place)) for turn, place in turns(fever)]
    free = 0.0
    for at, (turn, x) in enumerate(begun):
        pen.line((x, up.at(1)), (x, up.at(0) + 5))
        room = (begun[at + 1][1] if at + 1 < len(begun) else width) - x
        if x >= free:
            words = say("figure.turn_of", turn=turn) if room >= NAMED_TURN else str(turn)
            pen.text((x + 3, up.at(0) + 17), words, "ink", bold=True)
            free = x + (NAMED_TURN if room >= NAMED_TURN else LEAST_TURN)


def turns(fever: Fever) -> list[tuple[int, int]]:
    """Every turn, and the place that it begins at."""
    found: dict[int, int] = {}
    for place, moment in enumerate(fever.moments[1:]):
        if moment.turn:
            found.setdefault(moment.turn, place)
    return list(found.items())


def _stairs(points: Sequence[Point], across: Axis, up: Axis) -> list[Spot]:
    """A chance holds until the next one that is known."""
    spots: list[Spot] = []
    for point in points:
        if spots:
            spots.append((across.at(point.place), spots[-1][1]))
        spots.append((across.at(point.place), up.at(point.chance)))
    return spots


def _areas(pen: Pen, fever: Fever, across: Axis, up: Axis) -> None:
    """Between the line and the middle, in the ink of whoever is ahead."""
    inks = inks_of(fever)
    other = next(role for role in fever.played.sides if role != fever.side)
    for here, following in pairwise(fever.points):
        role = fever.side if here.chance > HALF else other
        left, right, edge = across.at(here.place), across.at(following.place), up.at(here.chance)
        pen.area([(left, up.at(HALF)), (left, edge), (right, edge), (right, up.at(HALF))], inks[role], TINT)
    for role, y in ((fever.side, up.at(1) + 15), (other, up.at(0) - 7)):
        words = say("figure.ahead_wins", side=fever.played.side_name(role))
        pen.text((LEFT + 6, y), words, inks[role], bold=True, halo=True)


def _dice(pen: Pen, fever: Fever, strokes: Sequence[Stroke], across: Axis, width: float) -> None:
    """Every throw that counts: as far above the line as it made more than it promised, in the ink of whoever threw it."""
    inks, middle, reach = inks_of(fever), CHART + 40.0, 26.0
    pen.text((LEFT, CHART + 6), say("figure.every_throw"), "soft", size=11.5)
    pen.line((LEFT, middle), (width - RIGHT, middle), "ink")
    places = {moment.number: place for place, moment in enumerate(fever.moments)}
    most = max((abs(float(one.made - one.promised)) for one in strokes), default=1.0) or 1.0
    size = max(2.0, min(6.0, (width - LEFT - RIGHT) / len(fever.moments) - 1))
    for one in strokes:
        tall = float(one.made - one.promised) / most * reach
        x = across.at(places.get(one.number, 0)) - size / 2
        pen.rect((x, middle - max(tall, 0)), (size, max(abs(tall), 1.0)), inks.get(one.side, "ink"))


def _reaches(pen: Pen, fever: Fever, across: Axis, height: float) -> None:
    """What a finger on the chart finds: the moment that is nearest."""
    places = [across.at(point.place) for point in fever.points]
    for at, point in enumerate(fever.points):
        left = across.start if at == 0 else (places[at - 1] + places[at]) / 2
        right = across.end if at == len(places) - 1 else (places[at] + places[at + 1]) / 2
        number = fever.moments[point.place].number
        pen.drawn.append(
            f'<rect x="{n(left)}" y="0" width="{n(right - left)}" height="{n(height)}" fill="transparent" data-number="{number}"/>'
        )


def _marks(pen: Pen, fever: Fever, across: Axis, up: Axis) -> None:
    """The orders as numbered rounds, the throws as kites with the face; solid ones stand out, hollow ones may be chance."""
    inks = inks_of(fever)
    taken: list[Spot] = []
    for kind in ("order", "throw"):
        for number, told in enumerate(listed_steps(fever, "order" if kind == "order" else "throw"), start=1):
            x, y = _beside((across.at(told.place), up.at(_level_at(fever, told.place))), taken, up)
            taken.append((x, y))
            ink: Ink = "ink" if kind == "order" else inks.get(told.role, "ink")
            words = str(number) if kind == "order" else face(told)
            pen.drawn.append(
                f'<a data-number="{told.number}" data-mark="{kind}-{number}">{_mark(pen, (x, y), ink, words, told)}</a>'
            )


def _level_at(fever: Fever, place: int) -> float:
    """Half way up the step at a place."""
    before = [one.chance for one in fever.points if one.place < place]
    after = [one.chance for one in fever.points if one.place <= place]
    return ((before or after or [HALF])[-1] + (after or [HALF])[-1]) / 2


def _beside(at: Spot, taken: Sequence[Spot], up: Axis) -> Spot:
    """A place for a mark that covers no other: up or down from where it belongs."""
    x, y = at
    for away in range(12):
        for aside in (y - away * 2 * MARK, y + away * 2 * MARK):
            free = all(abs(x - one) >= 2 * MARK or abs(aside - other) >= 2 * MARK for one, other in taken)
            if free and up.end + MARK <= aside <= up.start - MARK:
                return x, aside
    return at


def _mark(pen: Pen, at: Spot, ink: Ink, words: str, step: ToldStep) -> str:
    """One mark."""
    colour, paper = pen.inks.colours[ink], pen.inks.colours["sheet"]
    look = f'fill="{colour if step.solid else paper}" stroke="{colour if not step.solid else paper}" stroke-width="2"'
    x, y = at
    if step.faces:
        corners = ((x, y - 12.5), (x + 12, y - 3), (x + 12, y + 3), (x, y + 12.5), (x - 12, y + 3), (x - 12, y - 3))
        shape = f'<path d="M{"L".join(p(one) for one in corners)}Z" {look}/>'
    else:
        shape = f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(MARK)}" {look}/>'
    type_ = f'font-family="{escape(pen.inks.display)}" font-weight="800" font-size="12.5" text-anchor="middle"'
    return f'{shape}<text x="{n(x)}" y="{n(y + 4.5)}" {type_} fill="{paper if step.solid else colour}">{escape(words)}</text>'


def face(step: ToldStep) -> str:
    """The face of a throw; of several dice the highest, with a sign that there were more."""
    return str(max(step.faces)) + ("+" if len(step.faces) > 1 else "") if step.faces else ""
