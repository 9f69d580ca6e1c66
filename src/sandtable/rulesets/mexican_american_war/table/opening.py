"""A scenario file becomes a table: its units and leaders enter the books, its objectives are key positions (MAW-G.18b, MAW-G.27, MAW-G.30)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sandtable.battle.scenario.scenario import Mark as FileMark
from sandtable.battle.scenario.scenario import Scenario, Unit
from sandtable.geometry.measure import Pose
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.field import Piece
from sandtable.rulesets.mexican_american_war.command import KnownLeader
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.roster import RosterEntry
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.table import ground
from sandtable.rulesets.mexican_american_war.table.leaders.riding import alone
from sandtable.rulesets.mexican_american_war.table.shapes import drawn_as, stands_of
from sandtable.rulesets.mexican_american_war.table.state import Drawn, Key, Kind, Mark, MawOpening, Setting, state_of
from sandtable.rulesets.mexican_american_war.vocabulary import (
    TWILIGHTS,
    Arm,
    Carriage,
    Commander,
    Experience,
    Formation,
    LeaderRating,
    LeaderWith,
    Light,
    MoraleClass,
    Phase,
    Side,
    UnitClass,
    Weapon,
)

LEADER = "leader"
TURNS = 12
VOCABULARIES: Mapping[str, Any] = {
    "experience": Experience,
    "morale_class": MoraleClass,
    "weapon": Weapon,
    "carriage": Carriage,
    "unit_class": UnitClass,
}


def enters(unit: Unit, tables: Tables) -> KnownUnit | KnownLeader:  # noqa: ARG001 - the kit hands them to all
    """A unit or leader of a file as he enters the books."""
    if unit.type == LEADER:
        return KnownLeader(
            name=unit.name,
            side=Side(unit.side),
            rank=Commander(unit.fields.get("rank", Commander.BRIGADE)),
            rating=LeaderRating(unit.fields.get("rating", LeaderRating.ABLE)),
        )
    told: dict[str, Any] = {
        name: terms(unit.fields[name]) for name, terms in VOCABULARIES.items() if name in unit.fields
    }
    told |= {name: unit.fields[name] for name in ("light_troops", "lances") if name in unit.fields}
    like = unit.fields.get("like")
    entry = RosterEntry(
        name=unit.name,
        stands=unit.bases,
        side=Side(unit.side),
        arm=Arm(unit.type),
        ratings_like=like,
        leader_with_unit=LeaderWith.COLONEL if unit.fields.get("colonel") else LeaderWith.NONE,
        **told,
    )
    known = entry.unit()
    formation = Formation(unit.formation or Formation.LINE)
    changes: dict[str, Any] = (
        {"formation": formation} if known.arm is not Arm.GUNS else {"limbered": unit.fields.get("limbered", False)}
    )
    if known.arm is Arm.CAVALRY:
        changes["mounted"] = unit.fields.get("mounted", True)
        changes["formation"] = formation if changes["mounted"] else Formation.OPEN_THIN
    return replace(known, **changes)


def drawn_for(known: Any, at: Pose, count: int, tables: Tables) -> Drawn:
    """How a unit of a file is drawn up about its place."""
    return alone(at) if isinstance(known, KnownLeader) else drawn_as(state_of(known), at, count, tables)


def draws_up(unit: Unit, base: Base, at: Pose) -> tuple[Pose, ...]:
    """Where the stands of a unit are."""
    tables = RULESET.default_tables
    known = enters(unit, tables)
    return stands_of(drawn_for(known, at, unit.bases, tables), unit.bases, base, tables)


def opened(scenario: Scenario, pieces: tuple[Piece, ...], inside: Mapping[str, str], tables: Tables) -> MawOpening:
    """The table of a file, in the first phase of its first turn; ``inside`` are the structures that units begin in."""
    known = {unit.name: enters(unit, tables) for unit in scenario.units}
    columns = {column.id: column for column in scenario.columns}
    names = {unit.id: unit.name for unit in scenario.units}
    books = MexicanAmericanWarLedger().with_units(*(each for each in known.values() if isinstance(each, KnownUnit)))
    leaders = []
    for unit in scenario.units:
        leader = known[unit.name]
        if isinstance(leader, KnownLeader):
            column = columns.get(unit.column)
            own = [names[each] for each in column.units] if column is not None else []
            command = tuple(name for name in own if isinstance(known[name], KnownUnit))
            leaders.append(replace(leader, command=command))
    first = next((side.label for side in scenario.sides if side.quality == FIRST), Side.US.value)
    heavy = {Side(side): number for side, number in losses_of(scenario, "heavy").items()}
    books = replace(books.with_leaders(*leaders), heavy_numbers=heavy)
    books = books.phase_begins(Phase.LEADERS, Side(first), 1, tables)
    shapes = {
        unit.name: drawn_for(known[unit.name], unit.place.pose or piece.figures[0], len(piece.figures), tables)
        for unit, piece in zip(scenario.units, pieces, strict=True)
    }
    shapes |= {name: replace(shapes[name], kind=Kind.HOUSE) for name in inside}
    hints = tuple(
        replace(each, unit=names.get(each.unit, ""), enemy=names.get(each.enemy, "")) for each in scenario.hints
    )
    return MawOpening(scenario.terrain, books, pieces, setting_of(scenario, tables), shapes, dict(inside), hints)


FIRST = "attacker"  # the quality of the side that moves first (MAW-G.27)


def setting_of(scenario: Scenario, tables: Tables) -> Setting:
    """What a file settles for the whole battle."""
    keys = tuple(
        Key(each.id, each.name, each.at, each.within, each.points, each.side)
        for each in scenario.objectives
        if each.kind == "hold" and each.at is not None
    )
    marks = {
        unit.name: Mark(
            bool(unit.fields.get("fixed")),
            bool(unit.fields.get("open_only")),
            Side(unit.fields["built_by"]) if "built_by" in unit.fields else None,
        )
        for unit in scenario.units
        if {"fixed", "open_only", "built_by"} & unit.fields.keys()
    }
    lights = [light for mark in scenario.marks if mark.kind == "light" for light in lights_of(mark, tables)]
    begins = next((minutes(str(mark.fields.get("begins"))) for mark in scenario.marks if mark.kind == "clock"), None)
    edges = {side.label: side.edge for side in scenario.sides if side.edge}
    withdraws = losses_of(scenario, "withdraws")
    return Setting(scenario.victory.turns or TURNS, edges, keys, tuple(sorted(lights)), marks, begins, withdraws)


def losses_of(scenario: Scenario, which: str) -> dict[str, int]:
    """What the marks of a file say of the losses of each side (MAW-G.18, MAW-G.27c)."""
    return {mark.side: int(mark.fields[which]) for mark in scenario.marks if which in mark.fields}


def lights_of(mark: FileMark, tables: Tables) -> Iterator[tuple[int, Light]]:
    """The light from a turn on, an evening's and a morning's turns one after the other (MAW-12.03, MAW-G.63)."""
    first, word = int(mark.fields.get("turn", 1)), str(mark.fields.get("light", Light.DAY))
    if word not in (EVENING, MORNING):
        yield first, Light(word)
        return
    kind = "nautical" if tables.option("nauticalTwilight") else "civil"
    turns = [light for light in TWILIGHTS if light.startswith(word) and tables.has("range_cap", kind, light)]
    yield from ((first + number, light) for number, light in enumerate(turns))


def minutes(clock: str) -> int | None:
    """A time of day such as 14:30 in minutes after midnight; None where it is none."""
    hour, _, minute = clock.partition(":")
    if not (hour.isdecimal() and minute.isdecimal() and int(hour) < HOURS and int(minute) < MINUTES):
        return None
    return int(hour) * MINUTES + int(minute)


EVENING, MORNING = "evening", "morning"
HOURS, MINUTES = 24, 60


HOUSES = ground.STRUCTURES
