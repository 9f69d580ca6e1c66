"""The state of the table: figures and places beside the umpire's books, what is under way, and who may see what (R48-11.45a, R48-3.53d)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from sandtable.battle.scenario.scenario import Hint
from sandtable.battle.seat import EVERYBODY, Audience
from sandtable.battle.view import showing, shown
from sandtable.geometry.facts import fact, once
from sandtable.geometry.measure import Facing, Length, Point, Pose, inches
from sandtable.geometry.terrain import Area, Line, Terrain
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.field import Field, Opening, Piece
from sandtable.miniatures.kit import Doing
from sandtable.rulesets.uprising1848.books import KnownPlace, Owed, ScoreLine, Talks
from sandtable.rulesets.uprising1848.ledger import UprisingLedger
from sandtable.rulesets.uprising1848.party import Party
from sandtable.rulesets.uprising1848.table.figures import Man, on_foot
from sandtable.rulesets.uprising1848.units import KnownUnit
from sandtable.rulesets.uprising1848.vocabulary import Ammunition, Kind, Scenario, Side, Status

PLAYER, GOVERNMENT, REFEREE = Side.PLAYER.value, Side.NON_PLAYER.value, "Referee"
KEPT: Audience = (GOVERNMENT,)  # who knows what is kept from the players


@dataclass(frozen=True, slots=True)
class Moving:
    """A group that has thrown for its move and is to go (R48-7.01)."""

    piece: str
    figures: tuple[int, ...]
    far: Length


@dataclass(frozen=True, slots=True)
class Charging:
    """A charge that has reached those whom it was aimed at: who, whom, how far they were off, and what is left of the move (R48-9.05)."""

    piece: str
    figures: tuple[int, ...]
    target: str
    marks: tuple[int, ...]
    start: Length
    left: Length


@dataclass(frozen=True, slots=True)
class Shot:
    """A shot whose victims test next: from where, which way or at what, with what (R48-4.14)."""

    piece: str
    muzzle: Pose
    ammunition: Ammunition
    burst: Point | None = None


@dataclass(frozen=True, slots=True)
class Site:
    """A strongpoint, or what was found: its ground, or the structure that it lies in; who guards it (R48-G.09, R48-G.10)."""

    id: str
    at: Point
    area: Area | None = None
    structure: str = ""
    guards: str = ""


@dataclass(frozen=True, slots=True)
class Wagon:
    """A wagon that nobody drives, and whose it is (R48-G.18)."""

    id: str
    at: Pose
    side: str = ""


@dataclass(frozen=True, slots=True)
class Body:
    """A fallen officer, until he is searched or the next turn ends (R48-G.52(c))."""

    id: str
    at: Point
    turn: int


@dataclass(frozen=True, slots=True)
class Armoury:
    """Arms that a unit may take beside a wagon or at a place (R48-3.50, R48-G.45c(b))."""

    unit: str
    at: str


class Sighting(NamedTuple):
    """Where a government unit has last seen revolutionaries, and when (R48-A.01). No member of the table: whose it is is no secret."""

    turn: int
    at: Point | None = None


@dataclass(frozen=True, slots=True)
class Goal:
    """What a scenario is about: whose exit wins it, who is hunted, what is to be taken (R48-11.14, R48-11.22)."""

    scenario: Scenario = Scenario.GENERIC
    turns: int = 0  # the last one; nought: no limit
    hero: str = ""  # the unit whose leader has to leave by the far edge
    lord: str = ""
    estate: str = ""


@dataclass(frozen=True)
class UprisingField(Field[UprisingLedger]):
    """A rising under way. ``acting`` are the units that have the initiative, the last one now; of the ``bound`` one must take it."""

    men: Mapping[str, tuple[Man, ...]] = shown(whole=True, default_factory=dict)
    waiting: frozenset[str] = shown(default=frozenset())  # behind friendly lines, not on the table yet (R48-G.57)
    acting: tuple[str, ...] = shown(default=())
    bound: tuple[str, ...] = shown(default=())
    moving: Moving | None = shown(whole=True, default=None)
    charge: Charging | None = shown(whole=True, default=None)
    shot: Shot | None = shown(whole=True, default=None)
    sites: Mapping[str, Site] = shown(whole=True, default_factory=dict)
    works: tuple[Line, ...] = shown(whole=True, default=())  # barricades
    broken: frozenset[str] = shown(default=frozenset())
    wagons: Mapping[str, Wagon] = shown(whole=True, default_factory=dict)
    bodies: Mapping[str, Body] = shown(whole=True, default_factory=dict)
    armouries: tuple[Armoury, ...] = shown(whole=True, default=())
    submitted: frozenset[str] = shown(default=frozenset())  # aristocrats who run no more (R48-A.15)
    guarding: Mapping[str, str] = shown(default_factory=dict)  # guards, and what they guard
    bound_for: Mapping[str, Point] = shown(default_factory=dict)  # where officers and convoys mean to leave (R48-G.48)
    came_at: Mapping[str, Point] = shown(KEPT, default_factory=dict)
    sightings: Mapping[str, Sighting] = shown(KEPT, whole=True, default_factory=dict)
    fights: tuple[tuple[int, Point], ...] = shown(default=())  # turns and places of fighting (R48-A.17)
    toll: frozenset[str] = shown(default=frozenset())  # units that have lost figures in this ruling
    friendly: tuple[Point, ...] = shown(default=())
    facing: Facing | None = shown(default=None)  # of the Player force, where it was declared (R48-G.13(b))
    goal: Goal = shown(whole=True, default=Goal())
    redraw: bool = shown(default=False)  # the referee has another event drawn (R48-11.48a)
    left: frozenset[str] = shown(default=frozenset())  # heroes who have left by the far edge
    hints: tuple[Hint, ...] = shown(default=())

    @once
    def ground(self) -> Terrain:
        """The ground with what was placed, built and broken on it."""
        areas = tuple(site.area for site in self.sites.values() if site.area is not None)
        return _ground(self.terrain, areas, self.works, self.broken)

    def unit(self, name: str) -> KnownUnit:
        """A unit of the books."""
        return self.books.units[name]

    @fact
    def there(self, side: str = "") -> tuple[Piece, ...]:
        """The pieces that stand on the table for all to see, of a side where one is named."""
        return tuple(
            piece
            for piece in self.pieces.values()
            if piece.figures and not piece.hidden and piece.id not in self.waiting and side in ("", piece.owner)
        )

    def solid(self, name: str) -> bool:
        """Whether a unit is on the table and does not waver."""
        unit = self.books.units.get(name)
        return unit is not None and not unit.gone and unit.status is Status.SOLID

    def fights_on(self, name: str) -> bool:
        """Whether somebody may be touched by a charge alone: he is Solid and no bystander (R48-7.10, R48-G.52(a))."""
        return self.solid(name) and not self.unit(name).never_fights and self.unit(name).party.kind is not Kind.CONVOY


@lru_cache(maxsize=256)
def _ground(terrain: Terrain, areas: tuple[Area, ...], works: tuple[Line, ...], broken: frozenset[str]) -> Terrain:
    if not areas and not works and not broken:
        return terrain
    kept = tuple(line for line in terrain.lines if line.id not in broken)
    return Terrain(
        terrain.width,
        terrain.height,
        (*terrain.areas, *areas),
        terrain.hills,
        (*kept, *works),
        terrain.roads,
    )


@dataclass(frozen=True)
class UprisingOpening(Opening[UprisingLedger]):
    """A rising before its first order."""

    men: Mapping[str, tuple[Man, ...]] = field(default_factory=dict)
    waiting: frozenset[str] = frozenset()
    sites: Mapping[str, Site] = field(default_factory=dict)
    guarding: Mapping[str, str] = field(default_factory=dict)
    friendly: tuple[Point, ...] = ()
    goal: Goal = Goal()
    hints: tuple[Hint, ...] = ()


Deciding = Doing[UprisingField]


def length(number: Fraction | int) -> Length:
    """Inches of the rules in thousandths."""
    return inches(number)


def strength(unit: KnownUnit) -> int | None:
    """The figures of a unit, None where it is gone; a gun stays without its crew (R48-10.12a, R48-G.18)."""
    if unit.gone or not unit.figures:
        return 0 if unit.party.gun is not None and not unit.figures else None
    return unit.figures


def base_of_unit(_: KnownUnit, tables: Tables) -> Base:
    """What figures stand on of whom nothing else is said."""
    return on_foot(tables)


# ---- Who may see what --------------------------------------------------------------------------------------------------------------

PUBLIC = (
    "turn", "side", "phase", "units", "entered", "owes", "lines", "places", "captured", "once", "talks", "headquarters_seen", "convoys_seen",
    "strongpoints_seen", "ignored_events", "starting_value", "weak_draws", "game_over",
)  # fmt: skip


def _of_unit(unit: KnownUnit) -> Audience:
    """The referee's own are the government's secret (R48-11.11)."""
    return KEPT if unit.secret else EVERYBODY


def _of_garrison(place: KnownPlace) -> Audience:
    return EVERYBODY if place.garrison_shown else KEPT


def _of_contents(place: KnownPlace) -> Audience:
    return EVERYBODY if place.contents_shown else KEPT


def _all(part: type) -> dict[str, Audience]:
    return {each.name: EVERYBODY for each in fields(part)}


showing(UprisingLedger, {**dict.fromkeys(PUBLIC, EVERYBODY), "last_arrivals": KEPT})
showing(KnownUnit, _all(KnownUnit), owner="side", known_to=_of_unit)
for _plain in (Party, Owed, ScoreLine, Talks):
    showing(_plain, _all(_plain))
showing(
    KnownPlace,
    {
        **_all(KnownPlace),
        "garrison": _of_garrison,
        "holders": _of_garrison,
        "contents": _of_contents,
        "cache": _of_contents,
    },
)


def within(name: str) -> str:
    """A name inside a sentence: ``The volunteers`` are ``the volunteers`` there, and ``house-2``, which no file gives a name, ``the house``."""
    if name[:1].islower():
        return f"the {name.rstrip('0123456789').rstrip('-').replace('-', ' ')}"
    return f"t{name[1:]}" if name.startswith("The ") else name
