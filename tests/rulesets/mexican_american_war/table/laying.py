"""Tables of the Mexican-American War laid out by hand for the tests, and orders carried out with dice that are told."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sandtable.battle.engine.battle import Battle
from sandtable.battle.event import Event, Story
from sandtable.battle.request import Addressed
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Length, Point, Pose, inches
from sandtable.geometry.terrain import Area, Hill, Line, Road, Terrain
from sandtable.kernel import codec
from sandtable.miniatures.acting import disagreements, filled_in
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.command import KnownLeader
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.roster import RosterEntry
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.table.leaders.riding import alone
from sandtable.rulesets.mexican_american_war.table.rules import KIT, TABLE
from sandtable.rulesets.mexican_american_war.table.shapes import drawn_as, stands_of
from sandtable.rulesets.mexican_american_war.table.state import (
    Drawn,
    Key,
    Mark,
    MawField,
    MawOpening,
    Setting,
    base_of,
    state_of,
)
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Arm,
    CheckEffect,
    Commander,
    Experience,
    Formation,
    LeaderRating,
    Light,
    MoraleClass,
    Phase,
    Side,
    Weapon,
)

Laid = tuple[KnownUnit | KnownLeader, Piece, Drawn]
US, MEX = Side.US, Side.MEX
SEATS = (Seat("zachary", ("US",)), Seat("mariano", ("MEX",)))
TABLES = RULESET.default_tables
UP, DOWN, RIGHT, LEFT = 0, 180, 90, 270


def pose(x: float, y: float, facing: float = 0) -> Pose:
    """A place in inches, a facing in degrees."""
    return Pose(inches(x), inches(y), round(facing * 10))


def unit(
    name: str,
    side: Side,
    at: Pose,
    stands: int = 8,
    *,
    arm: Arm = Arm.INFANTRY,
    formation: Formation = Formation.LINE,
    experience: Experience = Experience.VETERAN,
    morale: MoraleClass | None = MoraleClass.RELIABLE,
    weapon: Weapon | None = None,
    gap: float | None = None,
    **more: Any,
) -> Laid:
    """A unit in the books and on the table, the middle of its front at a place."""
    told = {name_: more.pop(name_) for name_ in ("carriage", "unit_class", "light_troops", "lances") if name_ in more}
    entry = RosterEntry(
        name=name,
        stands=more.pop("started", stands),
        side=side,
        arm=arm,
        experience=experience,
        morale_class=None if arm is Arm.GUNS else morale,
        weapon=weapon,
        **told,
    )
    known = replace(entry.unit(), stands=stands, formation=formation, **more)
    drawn = drawn_as(state_of(known), at, stands, TABLES, None if gap is None else inches(gap))
    figures = stands_of(drawn, stands, base_of(known, TABLES), TABLES)
    return known, Piece(name, side.value, base_of(known, TABLES), figures), drawn


def horse(name: str, side: Side, at: Pose, stands: int = 6, **more: Any) -> Laid:
    """Cavalry in the saddle: Mexican lancers, or US dragoons with carbines."""
    weapon = Weapon.C if side is US else Weapon.NONE
    return unit(name, side, at, stands, arm=Arm.CAVALRY, **{"weapon": weapon, **more})


def guns(name: str, side: Side, at: Pose, stands: int = 2, weapon: Weapon = Weapon.LG, **more: Any) -> Laid:
    """Guns, unlimbered unless something else is said."""
    return unit(name, side, at, stands, arm=Arm.GUNS, weapon=weapon, **more)


def leader(name: str, side: Side, at: Pose, *command: str, **more: Any) -> Laid:
    """An Able brigade leader, unless something else is said."""
    told = {"rank": Commander.BRIGADE, "rating": LeaderRating.ABLE, "command": command, **more}
    known = KnownLeader(name=name, side=side, **told)
    return known, Piece(name, side.value, base_of(known, TABLES), (at,)), alone(at)


def outline(*corners: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(inches(x), inches(y)) for x, y in corners)


def box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    return outline((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def area(kind: str, x: float, y: float, width: float, height: float) -> Area:
    return Area(f"{kind} {x} {y}", kind, box(x, y, width, height))


def hill(x: float, y: float, width: float, height: float, level: int = 1) -> Hill:
    return Hill(f"hill {x} {y}", level, box(x, y, width, height))


def wall(kind: str, *points: tuple[float, float]) -> Line:
    return Line(f"{kind} {points[0]}", kind, outline(*points))


def road(kind: str, *points: tuple[float, float]) -> Road:
    return Road(f"{kind} road {points[0]}", kind, outline(*points), inches(1))


def key(name: str, x: float, y: float, within: float = 4, points: int = 3, side: str = "") -> Key:
    return Key(name, name, Point(inches(x), inches(y)), inches(within), points, side)


Ground = Area | Hill | Line | Road


def opening(
    *units: Laid,
    ground: Sequence[Ground] = (),
    side: Side = US,
    first: Side | None = None,
    phase: Phase = Phase.MANEUVER,
    turn: int = 1,
    light: Light = Light.DAY,
    turns: int = 12,
    keys: Sequence[Key] = (),
    lights: Sequence[tuple[int, Light]] = (),
    marks: Mapping[str, Mark] | None = None,
    inside: Mapping[str, str] | None = None,
    edges: Mapping[str, str] | None = None,
) -> str:
    """A table before its first order, in the Maneuver phase of the US unless something else is said, as the text of its scenario."""
    terrain = Terrain(
        inches(96),
        inches(60),
        tuple(each for each in ground if isinstance(each, Area)),
        tuple(each for each in ground if isinstance(each, Hill)),
        tuple(each for each in ground if isinstance(each, Line)),
        tuple(each for each in ground if isinstance(each, Road)),
    )
    books = MexicanAmericanWarLedger(light=light).with_units(
        *(each for each, _, _ in units if isinstance(each, KnownUnit))
    )
    books = books.with_leaders(*(each for each, _, _ in units if isinstance(each, KnownLeader)))
    books = books.phase_begins(Phase.LEADERS, side, turn, TABLES)
    books = replace(books.phase_begins(phase, side, turn, TABLES), first_side=first or side)
    setting = Setting(turns, edges or {"US": "south", "MEX": "north"}, tuple(keys), tuple(lights), marks or {})
    told = MawOpening(
        terrain,
        books,
        tuple(piece for _, piece, _ in units),
        setting,
        {piece.id: drawn for _, piece, drawn in units},
        inside or {},
    )
    return json.dumps(codec.write(told))


def laid(*units: Laid, options: Mapping[str, Any] | None = None, **about: Any) -> MawField:
    """A table as it is set up from its text; the army has been judged in this turn."""
    return replace(TABLE.set_up(opening(*units, **about), RULESET.tables(options or {})), judged=True)


def begun(*units: Laid, seed: str = "tests", **about: Any) -> Battle[MawField]:
    """A battle on such a table."""
    return Battle.begin(TABLE, opening(*units, **about), SEATS, seed)


# ---- Orders ------------------------------------------------------------------------------------------------------------------------


def act(action: str, side: Side | str = US, **about: Any) -> Act:
    return Act(by=str(getattr(side, "value", side)), action=action, **about)


def check(piece: str, *helpers: str, side: Side = US) -> Act:
    return act("maneuver_check", side, piece=piece, helpers=helpers)


def maneuver(piece: str, what: str = "full move", *steps: tuple[Any, ...], side: Side = US, **chosen: Any) -> Act:
    """A maneuver with its steps: ``("advance", 5)``, ``("wheel", 45)``, ``("oblique", 4, 30)``."""
    told = {"maneuver": what, **chosen}
    if steps:
        told["steps"] = [_step(*each) for each in steps]
    return act("maneuver", side, piece=piece, chosen=told)


def _step(kind: str, *numbers: Any) -> dict[str, Any]:
    if kind in ("wheel", "wheel back", "turn"):
        return {"step": kind, "degrees": numbers[0]}
    told = {"step": kind, "inches": str(numbers[0])}
    return told | ({"degrees": numbers[1]} if len(numbers) > 1 else {})


def charge(piece: str, target: str, side: Side = US, **chosen: Any) -> Act:
    return act("declare_charge", side, piece=piece, target=target, chosen=chosen)


def reply(piece: str, how: str, side: Side = MEX) -> Act:
    return act("hasty_maneuver", side, piece=piece, chosen={"hasty_maneuver": how})


def fire(piece: str, target: str, *helpers: str, side: Side = US, **chosen: Any) -> Act:
    return act("fire", side, piece=piece, target=target, helpers=helpers, chosen=chosen)


def fight(piece: str, side: Side = US) -> Act:
    return act("charge_combat", side, piece=piece)


def refused(field: MawField, order: Act) -> list[str]:
    """By which rules an order is refused."""
    return [problem.rule or "" for problem in TABLE.problems(field, order)]


def form(field: MawField, order: Act) -> Mapping[str, Any]:
    """What is filled into the umpire's form for an order."""
    assert TABLE.problems(field, order) == (), TABLE.problems(field, order)
    return filled_in(KIT, field, order)[1].fields


def done(field: MawField, order: Act, **answers: Any) -> MawField:
    """The table after an order with these dice and choices; keys have an underscore for their dot."""
    return carried(field, order, answers)[0]


def come_to(field: MawField, phase: Phase) -> MawField:
    """The table when a phase begins, with whoever is asked before it letting things be."""
    while field.books.phase is not phase:
        (role,) = KIT.open(field)
        field = done(field, act("next_phase", role))
    return field


def carried(field: MawField, order: Act, answers: Mapping[str, Any]) -> tuple[MawField, list[Event]]:
    """The table after an order, and what happened."""
    assert TABLE.problems(field, order) == (), TABLE.problems(field, order)
    story = Story(TABLE.after, field)
    told = {each: list(value) if isinstance(value, list) else [value] for each, value in answers.items()}
    run = TABLE.carry_out(story, order)
    try:
        asked = next(run)
        while True:
            request = asked.request if isinstance(asked, Addressed) else asked
            name = request.key.replace(".", "_")
            assert told.get(name), f"{name} is asked"
            asked = run.send(request.reading(request.normal(told[name].pop(0))))
    except StopIteration:
        pass
    assert list(disagreements(KIT, story.state)) == []
    assert sound(story.state) == []
    assert not any(told.values()), f"dice that nobody asked for: {told}"
    return story.state, story.events


def sound(field: MawField) -> list[str]:
    """What is wrong with a table between two orders: shapes that do not fit; who still has to go back stands as he stood."""
    waiting = {task.unit for task in field.tasks}
    odd = [name for name in field.pieces if name not in field.shapes]
    odd += [name for name in field.shapes if name not in field.pieces]
    odd += [
        f"{name}: {field.shapes[name].state}"
        for name, piece in field.pieces.items()
        if name in field.books.units
        and name not in waiting
        and field.shapes[name].state != state_of(field.books.units[name])
        and piece.figures
    ]
    return odd


def with_unit(field: MawField, name: str, **changes: Any) -> MawField:
    """The table with something of a unit changed in the books."""
    return replace(field, books=field.books.with_units(replace(field.books.units[name], **changes)))


def checked(field: MawField, *names: str, effect: CheckEffect = CheckEffect.WELL_HANDLED) -> MawField:
    """The table after a check that has brought these units an effect."""
    from sandtable.rulesets.mexican_american_war.table.state import Stage  # noqa: PLC0415

    for name in names:
        field = with_unit(field, name, checked=effect, mates=frozenset(names) - {name})
    return replace(field, group=names, stage=Stage.MOVE)


def phase(field: MawField, to: Phase, side: Side | None = None) -> MawField:
    """The table in another phase."""
    return replace(field, books=replace(field.books, phase=to, side=side or field.books.side), group=(), fired={})


def front(field: MawField, name: str) -> tuple[float, float, float]:
    """Where the middle of a unit's front is, in inches and degrees."""
    from sandtable.rulesets.mexican_american_war.table.shapes import front_of  # noqa: PLC0415

    x, y, facing = front_of(field, field.pieces[name])
    return x / 1000, y / 1000, facing / 10


def near(one: Sequence[float], two: Sequence[float], slack: float = 0.003) -> bool:
    """Whether two places are the same to the thousandth."""
    return all(abs(a - b) <= slack for a, b in zip(one, two, strict=True))


def far(length: Length) -> float:
    return length / 1000
