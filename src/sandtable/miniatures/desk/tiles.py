"""Orders that are given by numbers, each with a small plan: how far ahead, how far round. A ruleset says which there are and where they lead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import cos, radians, sin

from sandtable.battle.desk import Dial, Draft, NotNow, OrderChoice, OrderOffer, OrderOption, Preview
from sandtable.battle.odds import OrderOdds
from sandtable.battle.order import write_order
from sandtable.geometry.measure import DEGREE
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.miniatures import acting
from sandtable.miniatures.desk.courses import Course, Knob, Tile, Values
from sandtable.miniatures.desk.outlines import Outline, figures_drawn
from sandtable.miniatures.desk.setting import Setting, anchor_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import State
from sandtable.miniatures.orders import Act

HOW = "how"  # the choice between several ways to carry out the same
WIDE, HIGH, MARGIN = 96, 60, 7  # of a picture


@dataclass(frozen=True, slots=True)
class Settled:
    """A tile with its numbers, the order that it is then, what is wrong with it, and why it goes no further than it does."""

    how: str
    values: dict[str, Fraction]
    order: Act
    problems: tuple[Problem, ...] = ()
    limit: tuple[Problem, ...] = field(default=())


def offered(desk: Setting[State], view: State, piece: Piece) -> Iterator[OrderOffer | NotNow]:
    """The tiles of a piece: those that are legal with their numbers, the others with the reason."""
    for tile in desk.look.tiles(view, piece):
        hows = [settled for how in tile.hows if not (settled := _settled(desk, view, tile, how, {})).problems]
        title = desk.own("offer", tile.action, chosen=f".{tile.name}")
        if not hows:
            refused = _settled(desk, view, tile, tile.hows[0], {})
            yield NotNow(title, desk.objection(refused.problems[0]), _pictured(desk, view, piece, tile, refused.order))
            continue
        yield OrderOffer(
            f"{tile.action}:{tile.name}",
            title,
            detail=_detail(desk, view, hows[0].order),
            needs=() if tile.led is None else ("place",) if tile.plain else ("path",),
            choices=_choice(desk, tile, hows),
            dials=tuple(_dial(desk, knob) for knob in tile.knobs if knob.name not in tile.unshown),
            picture=_pictured(desk, view, piece, tile, hows[0].order),
        )


def drafted(
    desk: Setting[State],
    view: State,
    piece: Piece,
    draft: Draft,
    odds: Callable[[Setting[State], State, Act], OrderOdds | None],
) -> Preview | None:
    """What would come of a tile as its numbers stand, a plain one with its odds; None where the draft is of none."""
    tile = next((each for each in desk.look.tiles(view, piece) if f"{each.action}:{each.name}" == draft.offer), None)
    if tile is None:
        return None
    told = tile.led(draft.path[-1]) if draft.path and tile.led is not None else (_told(tile, draft.choices),)
    wanted = draft.choices.get(HOW, "")
    hows = (wanted,) if wanted in tile.hows else tile.hows
    tried = [_settled(desk, view, tile, how, values) for values in told for how in hows]
    found = next((each for each in tried if not each.problems), tried[0])
    verb = desk.own("offer", tile.action, chosen=f".{tile.name}")
    values = {name: f"{float(value):g}" for name, value in found.values.items()} | {HOW: found.how}
    course = desk.look.course(view, found.order)
    if found.problems:
        objections = (desk.objection(found.problems[0]),)
        return with_course(desk, Preview(verb=verb, objections=objections, values=values), course)
    limit = desk.objection(found.limit[0]) if found.limit else None
    likely = odds(desk, view, found.order) if tile.plain else None
    told_now = Preview(order=write_order(found.order), verb=verb, values=values, limit=limit, odds=likely)
    return with_course(desk, told_now, course)


def with_course(desk: Setting[State], told: Preview, course: Course | None) -> Preview:
    """A preview with where the order leads drawn in."""
    if course is None:
        return told
    return replace(
        told,
        cost=course.cost,
        budget=course.budget,
        sum=desk.words(course.sum) if course.sum is not None else "",
        path=course.way,
        ghost=figures_drawn(course.base, course.figures),
        swept=course.swept,
        grips=course.grips,
        note=desk.words(course.note) if course.note is not None else "",
    )


def _told(tile: Tile, choices: Mapping[str, str]) -> dict[str, Fraction]:
    """What somebody has set, as far as it is numbers."""
    found = {}
    for knob in tile.knobs:
        try:
            found[knob.name] = Fraction(choices[knob.name])
        except (KeyError, ValueError, ZeroDivisionError):
            continue
    return found


def _settled(desk: Setting[State], view: State, tile: Tile, how: str, told: Values) -> Settled:
    """A tile with these numbers and the usual ones; what stretches goes no further than is legal."""
    values = dict(tile.within(how, {knob.name: knob.within(told.get(knob.name, knob.usual)) for knob in tile.knobs}))
    order = tile.given(how, values)
    problems = acting.problems_of(desk.kit, view, order)
    knob = next((each for each in tile.knobs if each.name == tile.stretches), None)
    if not problems or knob is None:
        return Settled(how, values, order, problems)
    low, high = 0, int((values[knob.name] - knob.least) / knob.step)
    best: tuple[dict[str, Fraction], Act] | None = None
    while low < high:
        middle = (low + high) // 2
        tried = {**values, knob.name: knob.least + middle * knob.step}
        act = tile.given(how, tried)
        if acting.may_do(desk.kit, view, act):
            best, low = (tried, act), middle + 1
        else:
            high = middle
    if best is None:
        return Settled(how, values, order, problems)
    return Settled(how, best[0], best[1], (), problems)


def _dial(desk: Setting[State], knob: Knob) -> Dial:
    return Dial(
        knob.name,
        desk.say(f"dial.{knob.name}"),
        float(knob.least),
        float(knob.most),
        float(knob.step),
        desk.texts.say_if_any(Message(f"desk.dial_unit.{knob.name}")),
    )


def _choice(desk: Setting[State], tile: Tile, hows: Sequence[Settled]) -> tuple[OrderChoice, ...]:
    if len(hows) < 2:  # noqa: PLR2004 - nothing to choose
        return ()
    options = tuple(OrderOption(each.how, desk.own("how", tile.action, chosen=f".{each.how}")) for each in hows)
    return (OrderChoice(HOW, desk.say("manner"), options, hows[0].how),)


def _detail(desk: Setting[State], view: State, order: Act) -> str:
    course = desk.look.course(view, order)
    return desk.inches(course.cost) if course is not None and course.cost else ""


# ---- A small plan ------------------------------------------------------------------------------------------------------------------


def _pictured(desk: Setting[State], view: State, piece: Piece, tile: Tile, order: Act) -> str:
    """Old stands solid, new ones dashed, the ground between them grey; the front is up, and all of it fits. Plain ones have none."""
    if tile.plain:
        return ""
    course = desk.look.course(view, order)
    was = figures_drawn(piece.base, piece.figures)
    will = figures_drawn(course.base, course.figures) if course is not None else ()
    swept, way = (course.swept, course.way) if course is not None else ((), ())
    turn = radians(anchor_of(piece).facing / DEGREE)
    up, across = cos(turn), sin(turn)

    def turned(outline: Outline) -> list[tuple[float, float]]:
        return [(x * up - y * across, -(x * across + y * up)) for x, y in outline]

    shapes = [("swept", [turned(each) for each in swept]), ("was", [turned(each) for each in was])]
    shapes += [("will", [turned(each) for each in will]), ("way", [turned(way)] if len(way) > 1 else [])]
    spots = [spot for name, some in shapes if name != "way" for outline in some for spot in outline]
    left, right = min(x for x, _ in spots), max(x for x, _ in spots)
    top, bottom = min(y for _, y in spots), max(y for _, y in spots)
    scale = min((WIDE - 2 * MARGIN) / (right - left), (HIGH - 2 * MARGIN) / (bottom - top), 0.012)
    shift = WIDE / 2 - scale * (left + right) / 2, HIGH / 2 - scale * (top + bottom) / 2

    def path(outline: Sequence[tuple[float, float]], end: str) -> str:
        return "M" + "L".join(f"{x * scale + shift[0]:.1f} {y * scale + shift[1]:.1f}" for x, y in outline) + end

    return "".join(
        f'<path class="{name}" d="{"".join(path(each, "" if name == "way" else "Z") for each in some)}"/>'
        for name, some in shapes
        if some
    )
