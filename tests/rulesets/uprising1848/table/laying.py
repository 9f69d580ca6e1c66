"""Tables of 1848! laid out by hand for the tests, and orders carried out with dice that are told."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from sandtable.battle.engine.battle import Accepted, Battle
from sandtable.battle.event import Event, Story
from sandtable.battle.request import Addressed
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point, Pose, ahead, inches
from sandtable.geometry.terrain import Area, Hill, Line, Road, Terrain
from sandtable.kernel import codec
from sandtable.kernel.requests import Choose, Observe
from sandtable.miniatures.acting import disagreements, filled_in
from sandtable.miniatures.events import Ruled, read
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act, Way
from sandtable.rulesets.uprising1848.ledger import UprisingLedger
from sandtable.rulesets.uprising1848.party import Party
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.figures import Man, bases_of, men_of, on_foot
from sandtable.rulesets.uprising1848.table.fold import synced
from sandtable.rulesets.uprising1848.table.rules import KIT, TABLE
from sandtable.rulesets.uprising1848.table.state import (
    GOVERNMENT,
    PLAYER,
    Goal,
    Site,
    UprisingField,
    UprisingOpening,
)
from sandtable.rulesets.uprising1848.units import KnownUnit, known
from sandtable.rulesets.uprising1848.vocabulary import (
    Firearm,
    GunClass,
    Kind,
    Melee,
    Quality,
    Side,
)

Laid = tuple[KnownUnit, Piece, tuple[Man, ...]]
VETERAN, AVERAGE, CONSCRIPT, CIVILIAN = (
    Quality.VETERAN,
    Quality.AVERAGE,
    Quality.CONSCRIPT,
    Quality.CIVILIAN,
)
TABLES = RULESET.default_tables
SEATS = (Seat("friedrich", (PLAYER,)), Seat("metternich", (GOVERNMENT,)))
LONG = Goal(turns=30)
HOME = ((0, 0), (48, 0), (48, 2), (0, 2))  # friendly lines along the lower edge


def pose(x: float, y: float, facing: float = 0) -> Pose:
    """A place in inches, a facing in degrees."""
    return Pose(inches(x), inches(y), round(facing * 10))


def at(*places: tuple[float, float]) -> tuple[Pose, ...]:
    """Figures at places."""
    return tuple(pose(*place) for place in places)


def row(x: float, y: float, figures: int, apart: float = 1.6) -> tuple[Pose, ...]:
    """Figures side by side, the first at a place, the others to its right."""
    return at(*((x + apart * number, y) for number in range(figures)))


def party(side: str, figures: int, **about: Any) -> Party:
    """A party: the Players' with muskets and bayonets and without rank, unless something else is said."""
    usual: dict[str, Any] = {
        "kind": Kind.REVOLUTIONARIES if side == PLAYER else Kind.INFANTRY,
        "side": Side(side),
        "quality": VETERAN if side == PLAYER else AVERAGE,
        "figures": figures,
        "firearm": Firearm.MUSKET,
        "melee": Melee.LETHAL,
    }
    return Party(**{**usual, **about})


def unit(
    name: str, side: str, figures: Sequence[Pose], *, men: Sequence[Man] | None = None, books: Any = None, **about: Any
) -> Laid:
    """A unit in the books and on the table, led by an NCO unless something else is said."""
    about.setdefault("nco", True)
    told = party(side, len(figures), **about)
    some = tuple(men) if men is not None else men_of(told, TABLES)
    entered = replace(known(name, told), **(books or {}))
    return entered, Piece(name, side, on_foot(TABLES), tuple(figures), bases=bases_of(some, TABLES)), some


def rebels(name: str, figures: Sequence[Pose], **about: Any) -> Laid:
    return unit(name, PLAYER, figures, **about)


def troops(name: str, figures: Sequence[Pose], **about: Any) -> Laid:
    return unit(name, GOVERNMENT, figures, **about)


def plain(count: int, quality: Quality = VETERAN, **about: Any) -> tuple[Man, ...]:
    """Figures all alike, without any rank."""
    usual: dict[str, Any] = {"firearm": Firearm.MUSKET, "melee": Melee.LETHAL}
    return tuple(Man(quality, **{**usual, **about}) for _ in range(count))


def gun(name: str, side: str, muzzle: Pose, crew: int = 4, *, gun: GunClass = GunClass.LIGHT, **about: Any) -> Laid:
    """A gun with its crew in a row behind it."""
    books = about.pop("books", None)
    about.setdefault("quality", AVERAGE)
    about.setdefault("kind", Kind.ARTILLERY)
    places = tuple(_behind(muzzle, -3.8, 1.2 * (number - (crew - 1) / 2)) for number in range(crew))
    entered, piece, men = unit(name, side, places, gun=gun, melee=Melee.IMPROVISED, books=books, **about)
    return entered, replace(piece, marker=muzzle), men


def _behind(front: Pose, forward: float, right: float) -> Pose:
    return Pose(*ahead(front, inches(forward), inches(right)), front.facing)


def outline(*corners: tuple[float, float]) -> tuple[Point, ...]:
    return tuple(Point(inches(x), inches(y)) for x, y in corners)


def box(x: float, y: float, width: float, height: float) -> tuple[Point, ...]:
    return outline((x, y), (x + width, y), (x + width, y + height), (x, y + height))


def area(kind: str, x: float, y: float, width: float, height: float, name: str = "") -> Area:
    return Area(name or f"{kind} {x} {y}", kind, box(x, y, width, height))


def hill(x: float, y: float, width: float, height: float, level: int = 1) -> Hill:
    return Hill(f"hill {x} {y}", level, box(x, y, width, height))


def wall(kind: str, *points: tuple[float, float], name: str = "") -> Line:
    return Line(name or f"{kind} {points[0]}", kind, outline(*points))


def road(*points: tuple[float, float], width: float = 2) -> Road:
    return Road(f"road {points[0]}", "road", outline(*points), inches(width))


def opening(
    *units: Laid,
    ground: Sequence[Area | Hill | Line | Road] = (),
    size: tuple[float, float] = (48, 72),
    side: str | None = PLAYER,
    waiting: Sequence[str] = (),
    sites: Sequence[Site] = (),
    guarding: Mapping[str, str] | None = None,
    goal: Goal = LONG,
    friendly: Sequence[tuple[float, float]] = HOME,
    **books: Any,
) -> str:
    """A table before its first order, as the text of its scenario; a side has the initiative."""
    terrain = Terrain(
        inches(size[0]),
        inches(size[1]),
        tuple(each for each in ground if isinstance(each, Area)),
        tuple(each for each in ground if isinstance(each, Hill)),
        tuple(each for each in ground if isinstance(each, Line)),
        tuple(each for each in ground if isinstance(each, Road)),
    )
    entered = {each.name: each for each, _, _ in units}
    told = UprisingLedger(**{"turn": 1, "side": Side(side) if side else None, "units": entered, **books})
    told = replace(told, starting_value=told.value(Side.PLAYER, TABLES))
    opened = UprisingOpening(
        terrain,
        told,
        tuple(piece for _, piece, _ in units),
        men={each.name: men for each, _, men in units},
        waiting=frozenset(waiting),
        sites={site.id: site for site in sites},
        guarding=dict(guarding or {}),
        friendly=outline(*friendly),
        goal=goal,
    )
    return json.dumps(codec.write(opened))


def laid(*units: Laid, options: Mapping[str, Any] | None = None, house: str = "", **about: Any) -> UprisingField:
    """A table as it is set up from its text."""
    return TABLE.set_up(opening(*units, **about), RULESET.tables(options or {}, house))


def begun(
    *units: Laid, seed: str = "tests", options: Mapping[str, Any] | None = None, **about: Any
) -> Battle[UprisingField]:
    """A battle on such a table."""
    return Battle.begin(TABLE, opening(*units, **about), SEATS, seed, options=options)


def act(action: str, piece: str = "", target: str = "", by: str = PLAYER, **about: Any) -> Act:
    return Act(by=by, action=action, piece=piece, target=target, **about)


def gov(action: str, piece: str = "", target: str = "", **about: Any) -> Act:
    return act(action, piece, target, by=GOVERNMENT, **about)


def go(field: UprisingField, piece: str, x: float, y: float, members: Sequence[int] | None = None, **about: Any) -> Act:
    """The figures that have thrown go straight, as far to the right and up the table as is told."""
    own = field.pieces[piece]
    group = members if members is not None else (field.moving.figures if field.moving else ())
    ways: tuple[Way, ...] = tuple(
        (Pose(each.x + inches(x), each.y + inches(y), each.facing),) if number in group else ()
        for number, each in enumerate(own.figures)
    )
    return Act(by=own.owner, action="go", piece=piece, ways=ways, **about)


def refused(field: UprisingField, order: Act) -> list[str]:
    """By which rules an order is refused."""
    return [problem.rule or "" for problem in TABLE.problems(field, order)]


def form(field: UprisingField, order: Act) -> Mapping[str, Any]:
    """What is filled into the umpire's form for an order."""
    assert TABLE.problems(field, order) == (), TABLE.problems(field, order)
    return filled_in(KIT, field, order)[1].fields


def done(field: UprisingField, order: Act, **answers: Any) -> UprisingField:
    """The table after an order with these dice and choices; keys have an underscore for their dot."""
    return carried(field, order, answers)[0]


def carried(field: UprisingField, order: Act, answers: Mapping[str, Any]) -> tuple[UprisingField, list[Event]]:
    """The table after an order, and what happened."""
    assert TABLE.problems(field, order) == (), TABLE.problems(field, order)
    story = Story(TABLE.after, field)
    told = {key: list(value) if isinstance(value, list) else [value] for key, value in answers.items()}
    run = TABLE.carry_out(story, order)
    try:
        asked = next(run)
        while True:
            request = asked.request if isinstance(asked, Addressed) else asked
            key = request.key.replace(".", "_")
            if isinstance(request, Observe) and key not in told:
                asked = run.send(request.usual)
                continue
            if isinstance(request, Choose) and key not in told:
                asked = run.send(request.usual)
                continue
            assert told.get(key), f"{key} is asked for: {request}"
            value = told[key].pop(0)
            asked = run.send(request.reading(request.normal(value)))
    except StopIteration:
        pass
    in_step(story.state)
    assert not any(told.values()), f"dice that nobody asked for: {told}"
    return story.state, story.events


def in_step(field: UprisingField) -> None:
    """Books and table agree, down to every figure."""
    assert list(disagreements(KIT, field)) == []
    for name, piece in field.pieces.items():
        men = field.men[name]
        assert len(men) == len(piece.figures), name
        assert len(piece.bases) in (0, len(men)), name
        if men:
            assert field.unit(name).acted == sum(man.acted for man in men), name
    assert field.men.keys() == field.pieces.keys()


def effects(events: Sequence[Event]) -> list[Any]:
    """Every effect that was told."""
    ruled = [event for event in events if isinstance(event, Ruled)]
    return [read(raw, RULESET.package) for event in ruled for raw in event.effects]


def submitted(battle: Battle[UprisingField], seat: str, order: Act) -> Battle[UprisingField]:
    outcome = battle.submit(seat, order)
    assert isinstance(outcome, Accepted), outcome
    return outcome.battle


def with_unit(field: UprisingField, name: str, **changes: Any) -> UprisingField:
    """The table with something of a unit changed in the books."""
    return replace(field, books=field.books.with_units(replace(field.books.units[name], **changes)))


def with_men(field: UprisingField, name: str, **changes: Any) -> UprisingField:
    """The table with something of all figures of a unit changed."""
    men = tuple(replace(man, **changes) for man in field.men[name])
    return synced(replace(field, men={**field.men, name: men}), name)


def hits(number: int) -> dict[str, list[int]]:
    """A pool of dice counted: so many in the first band."""
    return {"counts": [number]}
