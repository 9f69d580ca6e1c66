"""Scenario files of a kit's table: what they may say comes from a page of the ruleset, and the figures of a file's units from how they are drawn up."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic

from sandtable.battle.scenario.rules import FieldKind, UnitKind
from sandtable.battle.scenario.scenario import Scenario, Unit
from sandtable.geometry.cover import area_at
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Pose, inches
from sandtable.geometry.terrain import Area, Terrain
from sandtable.kernel.messages import Catalogue, Message, Vocabulary
from sandtable.kernel.problem import Problem
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.spelling import folded
from sandtable.kernel.tables import Tables
from sandtable.kernel.texts import texts_of
from sandtable.miniatures.drawing_up import FORMATIONS, USUAL, behind, inside
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit, State
from sandtable.miniatures.pages import field_kinds, mark_kinds

WORDS = "messages/scenario_en.toml"


@dataclass(frozen=True, slots=True)
class KitGround:
    """A kind of ground as maps and checks know it; what it means is the umpire's affair."""

    symbol: str
    round: bool = False
    tall: bool = False
    enterable: bool = True


@dataclass(frozen=True, slots=True)
class KitFeature:
    """A kind of linear feature as maps know it."""

    symbol: str
    round: bool = False
    segment: Length = 0


@dataclass(frozen=True, slots=True)
class KitWay:
    """A kind of road as maps know it."""

    symbol: str
    width: Length


class KitScenarios(Generic[State]):
    """The scenario rules of a kit's table.

    ``page`` is the ruleset's own page of words: grounds, lines, ways, unit types with the entry of its tables that says how many figures
    they have at most, fields, marks. ``terms`` are its vocabularies, ``checks`` what else it finds wrong, ``chance`` makes a file;
    ``decisions`` are the moments that a hint may wait for, ``hint_facts`` what else.
    """

    formations = tuple(FORMATIONS)
    qualities: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()
    arrival_fields: Mapping[str, FieldKind] = {}

    def __init__(
        self,
        kit: Kit[State],
        page: Mapping[str, Any],
        terms: Mapping[str, type[Vocabulary]],
        checks: Callable[[Scenario], Iterable[Problem]],
        chance: Callable[[int], str],
        decisions: tuple[str, ...] = ("act",),
        hint_facts: tuple[str, ...] = (),
    ) -> None:
        self.decisions, self.hint_facts = decisions, hint_facts
        self.kit, self.page, self.terms = kit, page, terms
        self._checks, self._chance = checks, chance
        self.grounds = {name: KitGround(**row) for name, row in page["ground"].items()}
        self.features = {name: KitFeature(**row) for name, row in page["line"].items()}
        self.ways = {name: KitWay(row["symbol"], inches(row["width"])) for name, row in page["way"].items()}
        self.unit_fields = field_kinds(page.get("field", {}))
        self.mark_fields = field_kinds(page.get("mark_field", {}))
        self.mark_kinds = mark_kinds(page["mark"])
        self.yards_per_inch: int = page["scale"]["yards_per_inch"]
        self.leader_radius: Length = inches(page["scale"]["leader_radius"])

    @property
    def ruleset(self) -> Ruleset:
        return self.kit.ruleset

    @cached_property
    def texts(self) -> Catalogue:
        own = texts_of(f"{self.ruleset.package}.table", WORDS)
        return Catalogue({**texts_of(__package__, WORDS).texts, **own.texts})

    @cached_property
    def unit_kinds(self) -> Mapping[str, UnitKind]:
        tables = self.ruleset.default_tables
        return {
            name: UnitKind(row["arm"], row.get("grade", ""), 1, tables.number(row["most"]) if "most" in row else 1)
            for name, row in self.page["unit"].items()
        }

    def words(self, what: str, value: str) -> str:
        if what == "formation":
            return self.texts.say(Message(f"scenario.formation.{value}"))
        return self.ruleset.catalogue.say(self.terms[what](value).message)

    def usual_formation(self, type_: str) -> str:  # noqa: ARG002 - all draw up alike
        return USUAL

    def footprint(self, unit: Unit, terrain: Terrain, tables: Tables) -> Footprint | None:
        """The ground under its figures; None of those inside a house, who take no room on the table."""
        piece = piece_of(self.kit, unit, terrain, tables)
        if not piece.figures or housed(self.kit, unit, terrain) is not None:
            return None
        return Footprint(piece.figures, len(piece.figures), piece.base.width, piece.base.behind, piece.base.radius)

    def problems(self, scenario: Scenario) -> Iterable[Problem]:
        yield from _named_twice(scenario)
        yield from self._checks(scenario)

    def made_by_chance(self, seed: int) -> str:
        return self._chance(seed)


def _named_twice(scenario: Scenario) -> Iterator[Problem]:
    """Books know units by their names, whatever the capitals."""
    first: dict[str, str] = {}
    for unit in scenario.units:
        if first.setdefault(folded(unit.name), unit.id) != unit.id:
            yield Problem(unit.id, Message.of("scenario.name_twice", name=unit.name))


def housed(kit: Kit[Any], unit: Unit, terrain: Terrain) -> Area | None:
    """The house that a unit of a file begins in: the one that its place lies in."""
    area = area_at(terrain, unit.place.pose.point) if unit.place.pose is not None else None
    return area if area is not None and area.kind in kit.houses else None


def piece_of(kit: Kit[Any], unit: Unit, terrain: Terrain, tables: Tables) -> Piece:
    """A unit of a file as it stands on the table: inside a house all in its middle, with a gun behind it, else drawn up."""
    known = kit.enters(unit, tables)
    base, at, house = kit.base(known, tables), unit.place.pose, housed(kit, unit, terrain)
    marker: Pose | None = None
    figures = unit.place.bases
    served = None if at is None else kit.served(known, at, tables)
    if at is not None and served is not None:
        marker, figures = at, behind(base, at, served.depth, unit.bases)
    elif at is not None and house is not None:
        figures = inside(house.outline, unit.bases, at.facing)
    elif at is not None:
        figures = kit.draws_up(unit, base, at)
    return Piece(unit.name, unit.side, base, tuple(figures), marker, unit.hidden)
