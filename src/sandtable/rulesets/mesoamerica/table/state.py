"""The state of the table: places of units, the umpire's books for the rest, and who may see what of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import lru_cache
from typing import Any

from sandtable.battle.scenario.scenario import Hint
from sandtable.battle.seat import EVERYBODY, OWNER, Audience, Role
from sandtable.battle.view import showing, shown
from sandtable.geometry.measure import Length, Pose, inches
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.field import Opening, Piece
from sandtable.miniatures.kit import Doing
from sandtable.miniatures.planned import PlannedField
from sandtable.rulesets.mesoamerica.ledger import KnownUnit, Marker, MesoamericaLedger, Toll
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.vocabulary import OTHER_SIDE, Side, UnitType

PUBLIC = (
    "turn", "side", "phase", "units", "tolls", "access", "nobody_had_access", "season", "weather", "weather_until", "heartened",
    "orders_shown", "closed", "names_next", "passed", "fights_named", "fights", "markers",
)  # fmt: skip
EDGES: Mapping[Role, str] = {Side.WEST.value: "south", Side.EAST.value: "north"}  # where a scenario says nothing


@dataclass(frozen=True)
class MesoamericaField(PlannedField[MesoamericaLedger]):
    """A table of Mesoamerica under way.

    ``edges`` are those that sides entered by; ``lying`` are the places of men left behind, by their unit, ``trodden`` the enemies who went over
    them (PRE-G.21); ``away`` is where escorts left the field (PRE-G.38); ``rolls_in`` is against which of several attackers a unit rolls (PRE-G.36);
    ``final`` is the score at the end.
    """

    edges: Mapping[Role, str] = shown(default_factory=lambda: dict(EDGES))
    lying: Mapping[str, Pose] = shown(default_factory=dict)
    trodden: Mapping[str, tuple[str, ...]] = shown(default_factory=dict)
    away: Mapping[str, Pose] = shown(default_factory=dict)
    rolls_in: Mapping[str, str] = shown(default_factory=dict)
    final: Mapping[str, Any] = shown(whole=True, default_factory=dict)
    hints: tuple[Hint, ...] = shown(default=())

    def unit(self, piece: Piece | str) -> KnownUnit:
        """A unit in the books."""
        return self.books.units[piece if isinstance(piece, str) else piece.id]

    def seen(self) -> tuple[Piece, ...]:
        """The pieces that are not hidden."""
        return self.placed.seen

    def foes(self, piece: Piece) -> tuple[Piece, ...]:
        """The enemies of a piece that are not hidden."""
        return tuple(each for each in self.placed.seen if each.owner != piece.owner)


@dataclass(frozen=True)
class MesoamericaOpening(Opening[MesoamericaLedger]):
    """A table of Mesoamerica before its first order."""

    edges: Mapping[Role, str] = field(default_factory=lambda: dict(EDGES))
    hints: tuple[Hint, ...] = ()


Deciding = Doing[MesoamericaField]


def enemy_of(role: Role) -> Role:
    """The other side."""
    return OTHER_SIDE[Side(role)].value


def strength(unit: KnownUnit) -> int | None:
    """A unit is one figure (PRE-2.01), and none when it is gone or off the field."""
    return None if unit.off_field else 1


def base_of(unit: KnownUnit, tables: Tables) -> Base:
    """What it stands on (PRE-2.04, PRE-2.04b)."""
    return _base("base.spanish" if unit.kind is UnitType.SPANISH else "base", tables)


@lru_cache(maxsize=64)
def _base(entry: str, tables: Tables) -> Base:
    return Base(width=inches(tables.exact(entry, "wide")), behind=inches(tables.exact(entry, "deep")))


@lru_cache(maxsize=256)
def measure(tables: Tables, entry: str) -> Length:
    """A length of the tables."""
    return inches(tables.exact(entry))


def _of_unit(unit: KnownUnit) -> Audience:
    """Only its owner knows of a unit that is hidden (PRE-3.27b)."""
    return OWNER if unit.hidden else EVERYBODY


showing(MesoamericaLedger, dict.fromkeys(PUBLIC, EVERYBODY))
showing(KnownUnit, {each.name: EVERYBODY for each in fields(KnownUnit)}, owner="side", known_to=_of_unit)
for _plain in (Toll, Marker, Men):
    showing(_plain, {each.name: EVERYBODY for each in fields(_plain)})
