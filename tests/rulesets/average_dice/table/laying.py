"""Tables of Average Dice laid out by hand for the tests, and orders carried out with dice that are told."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sandtable.battle.engine.battle import Battle
from sandtable.battle.event import Event, Story
from sandtable.battle.request import Addressed
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point, Pose, inches
from sandtable.geometry.terrain import Area, Hill, Line, Terrain
from sandtable.kernel import codec
from sandtable.miniatures.acting import disagreements, filled_in
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act, Way
from sandtable.rulesets.average_dice.ledger import AverageDiceLedger, KnownStructure, KnownUnit
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table.rules import KIT, TABLE
from sandtable.rulesets.average_dice.table.state import AverageDiceField, AverageDiceOpening, Edge
from sandtable.rulesets.average_dice.vocabulary import Arm, Side, StructureKind, Weapon

Laid = tuple[KnownUnit, Piece]
VILLISTA, FEDERAL = Side.VILLISTA, Side.FEDERAL
ON_FOOT, MOUNTED = Base(radius=inches(0.5)), Base(radius=inches(0.5), behind=inches(1))  # as printed
SEATS = (Seat("pancho", ("villista",)), Seat("felipe", ("federal",)))


def pose(x: float, y: float, facing: float = 0) -> Pose:
    """A place in inches, a facing in degrees."""
    return Pose(inches(x), inches(y), round(facing * 10))


def at(*places: tuple[float, float]) -> tuple[Pose, ...]:
    """Figures at places."""
    return tuple(pose(*place) for place in places)


def row(x: float, y: float, figures: int, apart: float = 1.5) -> tuple[Pose, ...]:
    """Figures side by side, the first at a place, the others to its right."""
    return at(*((x + apart * number, y) for number in range(figures)))


def unit(
    name: str, side: Side, figures: Sequence[Pose], arm: Arm = Arm.INFANTRY, weapon: Weapon = Weapon.MAUSER, **more: Any
) -> Laid:
    """A unit in the books and on the table; cavalry are mounted unless something else is said."""
    mounted = more.pop("mounted", arm is Arm.CAVALRY)
    known = KnownUnit(
        name=name,
        side=side,
        arm=arm,
        weapon=weapon,
        figures=len(figures),
        started=len(figures),
        mounted=mounted,
        **more,
    )
    piece = Piece(name, side.value, MOUNTED if mounted else ON_FOOT, tuple(figures))
    return known, piece


def gun(name: str, side: Side, arm: Arm, at_: Pose, crew: int, **more: Any) -> Laid:
    """A gun that points up the table unless its pose says otherwise, its crew in a row behind it; a field gun is unlimbered."""
    weapon = Weapon.MACHINE_GUN if arm is Arm.MACHINE_GUN else Weapon.FIELD_GUN
    deep = 1.5 if arm is Arm.MACHINE_GUN else 5 if more.get("limbered") else 3
    places = tuple(Pose(at_.x + inches(1.1 * number - 1), at_.y - inches(deep)) for number in range(crew))
    limbered = {"limbered": False} if arm is Arm.FIELD_GUN else {}
    known, piece = unit(name, side, places, arm, weapon, **{**limbered, **more})
    return known, replace(piece, marker=at_)


def outline(*corners: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(inches(x), inches(y)) for x, y in corners)


def box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    return outline((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def area(kind: str, x: float, y: float, width: float, height: float) -> Area:
    return Area(f"{kind} {x} {y}", kind, box(x, y, width, height))


def hill(x: float, y: float, width: float, height: float) -> Hill:
    return Hill(f"hill {x} {y}", 1, box(x, y, width, height))


def wall(kind: str, *points: tuple[float, float]) -> Line:
    return Line(f"{kind} {points[0]}", kind, outline(*points))


def _house(house: Area, units: Sequence[Laid]) -> KnownStructure:
    """A wooden house of 20 with everybody in it whose first figure is."""
    (left, low), _, (right, high), _ = house.outline
    inside = (
        each.name
        for each, piece in units
        if piece.figures and left <= piece.figures[0].x <= right and low <= piece.figures[0].y <= high
    )
    return KnownStructure(house.id, StructureKind.WOODEN_BUILDING, 20, 20, inside=tuple(inside))


def opening(
    *units: Laid,
    ground: Sequence[Area | Hill | Line] = (),
    side: Side | None = VILLISTA,
    villages: tuple[tuple[str, ...], ...] = (),
    edge: Edge | None = None,
    **books: Any,
) -> str:
    """A table before its first order, in the first turn of a day of 12, as the text of its scenario."""
    terrain = Terrain(
        inches(48),
        inches(72),
        tuple(each for each in ground if isinstance(each, Area)),
        tuple(each for each in ground if isinstance(each, Hill)),
        tuple(each for each in ground if isinstance(each, Line)),
    )
    known = {each.name: each for each, _ in units}
    houses = {each.id: _house(each, units) for each in ground if isinstance(each, Area) and each.kind == "building"}
    told = AverageDiceLedger(
        **{"day": 1, "boxes": 1, "turns": 12, "turn": 1, "side": side, "units": known, "structures": houses, **books}
    )
    pieces = tuple(piece for each, piece in units if not each.off_table)
    return json.dumps(codec.write(AverageDiceOpening(terrain, told, pieces, villages, edge)))


def laid(*units: Laid, options: Mapping[str, Any] | None = None, **about: Any) -> AverageDiceField:
    """A table as it is set up from its text."""
    return TABLE.set_up(opening(*units, **about), RULESET.tables(options or {}))


def begun(*units: Laid, seed: str = "tests", **about: Any) -> Battle[AverageDiceField]:
    """A battle on such a table."""
    return Battle.begin(TABLE, opening(*units, **about), SEATS, seed)


def fire(by: Side, piece: str, target: str, **chosen: Any) -> Act:
    return Act(by=by.value, action="fire", piece=piece, target=target, chosen=chosen)


def move(field: AverageDiceField, piece: str, x: float, y: float, **chosen: Any) -> Act:
    """All figures of a unit go straight, as far to the right and up the table as is told."""
    own = field.pieces[piece]
    dx, dy = inches(x), inches(y)
    ways: tuple[Way, ...] = tuple((Pose(each.x + dx, each.y + dy, each.facing),) for each in own.figures)
    return Act(by=own.owner, action="move", piece=piece, ways=ways, chosen=chosen)


def refused(field: AverageDiceField, order: Act) -> list[str]:
    """By which rules an order is refused."""
    return [problem.rule or "" for problem in TABLE.problems(field, order)]


def form(field: AverageDiceField, order: Act) -> Mapping[str, Any]:
    """What is filled into the umpire's form for an order."""
    assert TABLE.problems(field, order) == ()
    return filled_in(KIT, field, order)[1].fields


def done(field: AverageDiceField, order: Act, **answers: Any) -> AverageDiceField:
    """The table after an order with these dice; keys have an underscore for their dot."""
    return carried(field, order, answers)[0]


def carried(field: AverageDiceField, order: Act, answers: Mapping[str, Any]) -> tuple[AverageDiceField, list[Event]]:
    """The table after an order, and what happened."""
    assert TABLE.problems(field, order) == ()
    story = Story(TABLE.after, field)
    told = {key: list(value) if isinstance(value, list) else [value] for key, value in answers.items()}
    run = TABLE.carry_out(story, order)
    try:
        asked = next(run)
        while True:
            request = asked.request if isinstance(asked, Addressed) else asked
            key = request.key.replace(".", "_")
            value = told[key].pop(0)
            asked = run.send(request.reading(request.normal(value)))
    except StopIteration:
        pass
    assert list(disagreements(KIT, story.state)) == []
    assert not any(told.values()), "dice that nobody asked for"
    return story.state, story.events


def with_unit(field: AverageDiceField, name: str, **changes: Any) -> AverageDiceField:
    """The table with something of a unit changed in the books."""
    known = replace(field.books.units[name], **changes)
    return replace(field, books=field.books.with_units(known))
