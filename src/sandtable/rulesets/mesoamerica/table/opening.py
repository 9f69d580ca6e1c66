"""A scenario file becomes a table: its units enter the books, its sides have their edges (PRE-2.01, PRE-3.07b, PRE-3.08)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sandtable.battle.scenario.scenario import Scenario, Unit
from sandtable.kernel.tables import Tables
from sandtable.miniatures.field import Piece
from sandtable.rulesets.mesoamerica.army import own_weapon
from sandtable.rulesets.mesoamerica.ledger import KnownUnit, MesoamericaLedger
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.table.state import EDGES, MesoamericaOpening
from sandtable.rulesets.mesoamerica.vocabulary import Side, UnitType, Weapon

USUAL_STRENGTH = 3
KINDS = {kind.value: kind for kind in UnitType if kind is not UnitType.COMBAT}


def enters(unit: Unit, tables: Tables) -> KnownUnit:
    """A unit of a file as it enters the books: its type says what it is, or what its men carry."""
    kind = KINDS.get(unit.type, UnitType.COMBAT)
    weapon = own_weapon(kind, Weapon(unit.type) if kind is UnitType.COMBAT else Weapon.SWORD)
    men = unit.fields.get("men", tables.number("army.unit.men"))
    return KnownUnit(
        name=unit.name,
        side=Side(unit.side),
        kind=kind,
        strength=_strength(unit, kind, tables),
        elite=unit.fields.get("elite", False) or kind is not UnitType.COMBAT,
        weapon=weapon,
        armoured=unit.fields.get("armoured", False),
        men=Men(men),
        started=men,
        division=unit.fields.get("division", 0),
        hidden=unit.hidden,
    )


def _strength(unit: Unit, kind: UnitType, tables: Tables) -> int:
    """As the file says; priests have 1, Spanish cavalry 6 (PRE-3.12b, PRE-G.46)."""
    if kind is UnitType.PRIEST:
        return tables.number("army.priest.strength")
    if kind is UnitType.SPANISH:
        return tables.number("army.spanish.strength")
    strength: int = unit.fields.get("strength", USUAL_STRENGTH)
    return strength


def opened(
    scenario: Scenario, pieces: tuple[Piece, ...], _inside: Mapping[str, str], tables: Tables
) -> MesoamericaOpening:
    """The table of a scenario file."""
    units = {unit.name: enters(unit, tables) for unit in scenario.units}
    edges = {side.label: side.edge or EDGES[side.label] for side in scenario.sides}
    names = {unit.id: unit.name for unit in scenario.units}
    hints = tuple(
        replace(hint, unit=names.get(hint.unit, ""), enemy=names.get(hint.enemy, "")) for hint in scenario.hints
    )
    return MesoamericaOpening(scenario.terrain, MesoamericaLedger(units=units), pieces, edges, hints)
