"""Tables of Mesoamerica laid out by hand for the tests, and orders carried out with dice and choices that are told."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sandtable.battle.engine.battle import Battle
from sandtable.battle.event import Event, Story
from sandtable.battle.order import Order
from sandtable.battle.request import Addressed
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point, Pose, inches
from sandtable.geometry.terrain import Area, Hill, Terrain
from sandtable.kernel import codec
from sandtable.kernel.requests import Observe
from sandtable.miniatures.acting import disagreements
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.events import Ruled, read
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act, Plan
from sandtable.miniatures.shapes import middle_of, pose_about
from sandtable.rulesets.mesoamerica.ledger import KnownUnit, MesoamericaLedger
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.rulesets.mesoamerica.table.rules import KIT, TABLE
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField, MesoamericaOpening
from sandtable.rulesets.mesoamerica.vocabulary import Side, UnitType, Weapon

Laid = tuple[KnownUnit, Piece]
WEST, EAST = Side.WEST, Side.EAST
NORTH, EASTWARD, SOUTH, WESTWARD = 0, 90, 180, 270
BASE = Base(width=inches(0.59), behind=inches(0.59))  # as printed
RIDERS = Base(width=inches(0.59), behind=inches(1.38))
SEATS = (Seat("ahuitzotl", ("West",)), Seat("tangaxoan", ("East",)))
FACING = {WEST: NORTH, EAST: SOUTH}
USUAL = {"fight_order_dice": [6, 1]}  # West names first unless something else is said


def unit(name: str, side: Side, x: float, y: float, weapon: Any = Weapon.CLUB, **more: Any) -> Laid:
    """A unit with the middle of its base at a place; it faces the enemy's edge unless something else is said."""
    facing = round(more.pop("facing", FACING[side]) * 10)
    men = Men(more.pop("men", 20), more.pop("unarmed", 0), more.pop("unconscious", 0))
    kind = more.pop("kind", UnitType.COMBAT)
    base = RIDERS if kind is UnitType.SPANISH else BASE
    hidden = more.get("hidden", False)
    known = KnownUnit(
        name=name,
        side=side,
        kind=kind,
        strength=more.pop("strength", 3),
        elite=more.pop("elite", kind is not UnitType.COMBAT),
        weapon=weapon,
        armoured=more.pop("armoured", False),
        men=men,
        started=more.pop("started", 20),
        **more,
    )
    pose = pose_about(base, inches(x), inches(y), facing)
    return known, Piece(name, side.value, base, (pose,), None, hidden)


def leader(name: str, side: Side, x: float, y: float, **more: Any) -> Laid:
    return unit(name, side, x, y, Weapon.WAR_CLUB, kind=UnitType.LEADER, **{"strength": 5, **more})


def priest(name: str, side: Side, x: float, y: float, **more: Any) -> Laid:
    return unit(name, side, x, y, Weapon.SWORD, kind=UnitType.PRIEST, **{"strength": 1, **more})


def box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    corners = ((x, y), (x + width, y), (x + width, y + height), (x, y + height))
    return tuple(Point(inches(a), inches(b)) for a, b in corners)


def area(kind: str, x: float, y: float, width: float, height: float) -> Area:
    return Area(f"{kind} {x} {y}", kind, box(x, y, width, height))


def hill(x: float, y: float, width: float, height: float, level: int = 1) -> Hill:
    return Hill(f"hill {x} {y} {level}", level, box(x, y, width, height))


FAR = (  # so that neither side has lost a quarter of its men, nor anybody of these anything to do
    *(unit(f"W far {n}", WEST, 1 + n, 1) for n in range(4)),
    *(unit(f"E far {n}", EAST, 1 + n, 35) for n in range(4)),
)


def opening(
    *units: Laid, ground: Sequence[Area | Hill] = (), edges: Mapping[str, str] | None = None, **books: Any
) -> str:
    """A table in the first turn, when orders are to be given, as the text of its scenario."""
    terrain = Terrain(
        inches(48),
        inches(36),
        tuple(each for each in ground if isinstance(each, Area)),
        tuple(each for each in ground if isinstance(each, Hill)),
    )
    known = {each.name: each for each, _ in units}
    told = MesoamericaLedger(**{"turn": 1, "phase": "orders", "units": known, "weather_until": 15, **books})
    pieces = tuple(piece for each, piece in units if not each.off_field)
    own = MesoamericaOpening(terrain, told, pieces, edges or {"West": "south", "East": "north"})
    return json.dumps(codec.write(own))


def laid(*units: Laid, options: Mapping[str, Any] | None = None, house: str = "", **about: Any) -> MesoamericaField:
    """A table as it is set up from its text."""
    return TABLE.set_up(opening(*units, **about), RULESET.tables(options or {}, house))


def begun(
    *units: Laid, seed: str = "tests", options: Mapping[str, Any] | None = None, **about: Any
) -> Battle[MesoamericaField]:
    """A battle on such a table."""
    return Battle.begin(TABLE, opening(*units, **about), SEATS, seed, options=options)


# ---- Orders ----------------------------------------------------------------------------------------------------------------------------


def way(field: MesoamericaField, name: str, *places: tuple[float, float]) -> tuple[tuple[Pose, ...], ...]:
    """The way of a unit whose middle goes to some places, one after the other."""
    piece = field.pieces[name]
    pose, middle = piece.figures[0], middle_of(piece.base, piece.figures[0])
    return (tuple(Pose(pose.x + inches(x) - middle.x, pose.y + inches(y) - middle.y, pose.facing) for x, y in places),)


def move(field: MesoamericaField, name: str, *places: tuple[float, float], order: str = "move", **chosen: Any) -> Act:
    """A unit goes to some places."""
    by = field.pieces[name].owner
    return Act(by=by, action=f"{order}_order", piece=name, ways=way(field, name, *places), chosen=chosen)


def charge(field: MesoamericaField, name: str, target: str) -> Act:
    return Act(by=field.pieces[name].owner, action="charge_order", piece=name, target=target)


def fire(field: MesoamericaField, name: str, target: str, *others: str) -> Act:
    return Act(by=field.pieces[name].owner, action="fire_order", piece=name, target=target, targets=others)


def hold(field: MesoamericaField, name: str, **chosen: Any) -> Act:
    return Act(by=field.pieces[name].owner, action="hold_order", piece=name, chosen=chosen)


def refused(field: MesoamericaField, order: Order) -> list[str]:
    """By which rules an order is refused; an act is looked at as a plan of its own while plans are made."""
    if isinstance(order, Act) and order.by in TABLE.kit.plans(field):
        order = Plan(by=order.by, acts=(order,))
    seen = TABLE.view(field, Seat("somebody", (order.by,)))
    return [problem.rule or "" for problem in TABLE.problems(seen, order)]


# ---- Carrying out ----------------------------------------------------------------------------------------------------------------------


def carried(field: MesoamericaField, order: Order, **answers: Any) -> tuple[MesoamericaField, list[Event]]:
    """The table after an order with these dice and choices, and what happened; keys have an underscore for their dot, several answers are a list."""
    assert refused(field, order) == [], TABLE.problems(field, order)
    story = Story(TABLE.after, field)
    return _run(story, TABLE.carry_out(story, order), answers)


def gone_on(field: MesoamericaField, **answers: Any) -> MesoamericaField:
    """The table after whatever happens by itself."""
    story = Story(TABLE.after, field)
    return _run(story, TABLE.follows(story), answers)[0]


def _run(story: Story[MesoamericaField], run: Any, answers: Mapping[str, Any]) -> tuple[MesoamericaField, list[Event]]:
    told = {key: list(value) if isinstance(value, list) else [value] for key, value in answers.items()}
    try:
        asked = next(run)
        while True:
            request = asked.request if isinstance(asked, Addressed) else asked
            key = request.key.replace(".", "_")
            usual = request.usual if isinstance(request, Observe) else USUAL.get(key)
            value = told[key].pop(0) if key in told else usual
            assert value is not None, f"nobody says what {key} is"
            asked = run.send(request.reading(request.normal(value)))
    except StopIteration:
        pass
    assert list(disagreements(KIT, story.state)) == []
    assert not any(told.values()), f"nobody asked for {told}"
    return story.state, story.events


def done(field: MesoamericaField, order: Order, **answers: Any) -> MesoamericaField:
    return carried(field, order, **answers)[0]


def planned(field: MesoamericaField, *acts: Act, **answers: Any) -> MesoamericaField:
    """Both sides seal a plan of their acts: the table after it, up to where somebody has to decide again."""
    return told(field, *acts, **answers)[0]


def told(field: MesoamericaField, *acts: Act, **answers: Any) -> tuple[MesoamericaField, list[Event]]:
    """The same, and what happened."""
    happened: list[Event] = []
    roles = list(TABLE.kit.plans(field))
    for number, role in enumerate(roles):
        own = tuple(act for act in acts if act.by == role)
        last = answers if number == len(roles) - 1 else {}
        field, events = carried(field, Plan(by=role, acts=own), **last)
        happened += events
    return field, happened


def kept(field: MesoamericaField, **answers: Any) -> MesoamericaField:
    """Nobody changes anything, as long as orders may be changed."""
    while field.books.phase == "move" and not field.ended:
        field = planned(field, **answers) if TABLE.kit.plans(field) else gone_on(field, **answers)
    return field


def moved(field: MesoamericaField, *acts: Act, **answers: Any) -> MesoamericaField:
    """A turn's orders carried out up to the fights, nobody changing any."""
    return kept(planned(field, *acts, **answers))


def effects(events: Sequence[Event], kind: str) -> list[Any]:
    """Effects of a kind among what happened."""
    found = [read(one, RULESET.package) for event in events if isinstance(event, Ruled) for one in event.effects]
    return [one for one in found if one.kind == kind]


def with_unit(field: MesoamericaField, name: str, **changes: Any) -> MesoamericaField:
    """The table with something of a unit changed in the books."""
    return replace(field, books=field.books.with_units(replace(field.books.units[name], **changes)))


def middle(field: MesoamericaField, name: str) -> tuple[float, float]:
    """Where the middle of a unit is, in inches."""
    piece = field.pieces[name]
    x, y = middle_of(piece.base, piece.figures[0])
    return x / 1000, y / 1000
