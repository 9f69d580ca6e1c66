"""A scenario file becomes a table: its units enter the books figure by figure, some wait behind friendly lines, some are hidden (R48-11.04, R48-11.11, R48-G.57)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from sandtable.battle.scenario.scenario import Scenario, Unit
from sandtable.geometry.cover import contains
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Point, Pose
from sandtable.kernel.tables import Tables
from sandtable.miniatures.drawing_up import drawn_up
from sandtable.miniatures.field import Piece
from sandtable.rulesets.uprising1848.books import CACHE, STRONGPOINT, KnownPlace
from sandtable.rulesets.uprising1848.ledger import UprisingLedger
from sandtable.rulesets.uprising1848.party import Party
from sandtable.rulesets.uprising1848.table.encounters.arriving import led, lined_up
from sandtable.rulesets.uprising1848.table.figures import Man, base_of, bases_of, men_of
from sandtable.rulesets.uprising1848.table.ground import FRIENDLY, STRUCTURES
from sandtable.rulesets.uprising1848.table.movement.moving import gun_at
from sandtable.rulesets.uprising1848.table.state import PLAYER, Goal, Site, UprisingField, UprisingOpening
from sandtable.rulesets.uprising1848.units import KnownUnit, known
from sandtable.rulesets.uprising1848.vocabulary import (
    Cache,
    Firearm,
    Garrison,
    GunClass,
    Kind,
    Melee,
    Quality,
    Side,
)
from sandtable.rulesets.uprising1848.vocabulary import Scenario as Story

USUAL = {
    Kind.REVOLUTIONARIES: (Quality.VETERAN, Firearm.MUSKET, Melee.LETHAL),
    Kind.MOB: (Quality.CIVILIAN, Firearm.NONE, Melee.IMPROVISED),
    Kind.CIVILIANS: (Quality.CIVILIAN, Firearm.NONE, Melee.IMPROVISED),
    Kind.ARISTOCRATS: (Quality.CIVILIAN, Firearm.NONE, Melee.IMPROVISED),
    Kind.CONVOY: (Quality.CIVILIAN, Firearm.NONE, Melee.IMPROVISED),
    Kind.CAVALRY: (Quality.AVERAGE, Firearm.CARBINE, Melee.LETHAL),
    Kind.ARTILLERY: (Quality.AVERAGE, Firearm.MUSKET, Melee.IMPROVISED),
}


ARMS = (
    "nothing",
    "improvised",
    "pistol",
    "musket",
    "flintlock rifle",
    "percussion rifle",
    "scythe",
)  # that single figures may have


def arms_in(text: str) -> tuple[tuple[str, int | None], ...]:
    """How many carry what: ``pistol 2, musket 3``; None where there is no number."""
    found: list[tuple[str, int | None]] = []
    for part in filter(None, (each.strip() for each in text.split(","))):
        name, _, count = part.rpartition(" ")
        numbered = count.isascii() and count.isdigit() and name.strip()
        found.append((name.strip(), int(count)) if numbered else (part, None))
    return tuple(found)


def party_of(unit: Unit) -> Party:
    """A unit of a file as a party."""
    told, kind = unit.fields, Kind(unit.type)
    quality, firearm, melee = USUAL.get(kind, (Quality.AVERAGE, Firearm.MUSKET, Melee.LETHAL))
    ncos = told.get("ncos", 0 if kind in (Kind.MOB, Kind.CIVILIANS, Kind.ARISTOCRATS, Kind.CONVOY) else 1)
    return Party(
        kind=kind,
        side=Side(unit.side),
        quality=Quality(told.get("quality", quality.value)),
        figures=unit.bases,
        firearm=Firearm(told.get("firearm", firearm.value)),
        melee=Melee(told.get("melee", melee.value)),
        mounted=told.get("mounted", kind is Kind.CAVALRY),
        nco=ncos > 0,
        further_ncos=max(0, ncos - 1),
        officers=told.get("officers", 1 if kind is Kind.ENEMY_OFFICER else 0),
        leader=told.get("leader", False),
        wagons=unit.bases if kind is Kind.CONVOY else 0,
        gun=GunClass(told.get("gun", "light")) if kind is Kind.ARTILLERY else None,
        howitzer=told.get("howitzer", False),
        arms=tuple(
            (name, count) for name, count in arms_in(told.get("arms", "")) if name in ARMS and count is not None
        ),
    )


def enters(unit: Unit, _: Tables) -> KnownUnit:
    """A unit of a file as it enters the books."""
    party = party_of(unit)
    entered = known(unit.name, party, secret=unit.hidden)
    return replace(entered, limbered=unit.fields.get("limbered", False)) if party.gun is not None else entered


def players_in(scenario: Scenario, side: str) -> tuple[tuple[str, str], ...]:
    """Who may each have a player of his own on the Players' side: its columns, or the units of the only one, by id and name (R48-4.04)."""
    if side != PLAYER:
        return ()
    columns = tuple((column.id, column.name) for column in scenario.columns if column.side == side)
    return columns if len(columns) > 1 else tuple((unit.id, unit.name) for unit in scenario.units if unit.side == side)


def _owned(scenario: Scenario, unit: Unit, entered: KnownUnit) -> KnownUnit:
    """A unit of the books with the player whose it is."""
    players = {player for player, _ in players_in(scenario, unit.side)}
    return replace(entered, player=next((each for each in (unit.column, unit.id) if each in players), ""))


def served(unit: KnownUnit, pose: Pose, tables: Tables) -> Footprint | None:
    """The ground under a gun; others serve none."""
    return gun_at(tables, pose) if unit.party.gun is not None else None


def opened(
    scenario: Scenario,
    pieces: tuple[Piece, ...],
    inside: Mapping[str, str],  # noqa: ARG001 - figures inside a house stand where they stand
    tables: Tables,
) -> UprisingOpening:
    """The table of a file."""
    units = {unit.name: _owned(scenario, unit, enters(unit, tables)) for unit in scenario.units}
    books = UprisingLedger(turn=1).with_units(*units.values())
    books = replace(books, starting_value=books.value(Side.PLAYER, tables))
    friendly = friendly_in(scenario)
    men = {name: _men(scenario, name, led(unit, men_of(unit.party, tables))) for name, unit in units.items()}
    waiting = frozenset(unit.name for unit in scenario.units if unit.place.arrival)
    field = UprisingField(tables=tables, terrain=scenario.terrain, books=books, friendly=friendly)
    placed, behind = [], 0
    for unit, piece in zip(scenario.units, pieces, strict=True):
        figures = piece.figures
        if unit.name in waiting:
            figures = lined_up(field, unit.bases, behind)
            behind += unit.bases + 12 - unit.bases % 12
        elif unit.place.pose is not None and piece.marker is None:
            base = max((base_of(man, tables) for man in men[unit.name]), key=lambda each: each.behind + each.width)
            figures = drawn_up(base, unit.place.pose, unit.bases, unit.formation)
        placed.append(replace(piece, figures=figures, bases=bases_of(men[unit.name], tables)))
    sites = {site.id: site for site in _sites(scenario)}
    books = replace(books, places={**books.places, **{place.name: place for place in _places(scenario)}})
    guarding = {unit.name: unit.fields["guards"] for unit in scenario.units if unit.fields.get("guards")}
    return UprisingOpening(
        terrain=scenario.terrain,
        books=books,
        pieces=tuple(placed),
        men=men,
        waiting=waiting,
        sites=sites,
        guarding=guarding,
        friendly=friendly,
        goal=_goal(scenario),
        hints=scenario.hints,
    )


def _men(scenario: Scenario, name: str, men: tuple[Man, ...]) -> tuple[Man, ...]:
    """The figures of a unit; its leader may ride where the others walk (R48-3.04), and some are marksmen."""
    told = next(unit.fields for unit in scenario.units if unit.name == name)
    rides, marksmen = told.get("leader_mounted", False), told.get("marksmen", 0)
    plain = [number for number, man in enumerate(men) if man.plain][:marksmen]
    found = []
    for number, man in enumerate(men):
        mounted = rides and number == 0 and not man.plain
        found.append(replace(man, mounted=man.mounted or mounted, horse=man.horse or mounted, marksman=number in plain))
    return tuple(found)


def friendly_in(scenario: Scenario) -> tuple[Point, ...]:
    """The outline of friendly lines: a modelled area, else the Players' zone at the edge (R48-11.04)."""
    area = next((each.outline for each in scenario.terrain.areas if each.kind == FRIENDLY), ())
    zone = next((each.outline for each in scenario.zones if each.side == PLAYER), ())
    return area or zone


def _goal(scenario: Scenario) -> Goal:
    hero = next((unit.name for unit in scenario.units if unit.fields.get("hero")), "")
    lord = next((unit.name for unit in scenario.units if unit.fields.get("lord")), "")
    story = Story.KOSSUTH if hero else Story.MANOR if lord else Story.GENERIC
    estate = next(
        (
            area.id
            for mark in scenario.marks
            if mark.kind == "estate"
            for area in scenario.terrain.areas
            if area.kind in STRUCTURES and contains(area.outline, mark.at)
        ),
        "",
    )
    return Goal(story, scenario.victory.turns or 0, hero, lord, estate)


def _sites(scenario: Scenario) -> Iterator[Site]:
    """Strongpoints that stand there from the start, and finds in structures."""
    for mark in scenario.marks:
        if mark.kind not in (STRONGPOINT, CACHE):
            continue
        area = next(
            (
                each
                for each in scenario.terrain.areas[::-1]
                if each.kind in STRUCTURES and contains(each.outline, mark.at)
            ),
            None,
        )
        yield Site(mark.name or mark.id, mark.at, structure=area.id if area is not None else "")


def _places(scenario: Scenario) -> Iterator[KnownPlace]:
    for mark in scenario.marks:
        name, cache = mark.name or mark.id, mark.fields.get("contents")
        kind = Cache(cache) if cache else Cache.NOTHING
        if mark.kind == STRONGPOINT:
            yield KnownPlace(name, STRONGPOINT, Garrison.ABANDONED, contents=kind, garrison_shown=True)
        elif mark.kind == CACHE:
            yield KnownPlace(name, CACHE, cache=kind, contents_shown=not mark.hidden)
