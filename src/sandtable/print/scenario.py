"""A scenario on paper: the map, what everybody may know, and for each side on pages of its own its briefing and a card for every unit."""

from __future__ import annotations

from typing import Any

from sandtable.battle.maps.map import MapDrawing
from sandtable.battle.scenario.rules import ScenarioRules
from sandtable.battle.scenario.scenario import Arrival, Column, Leader, Objective, Scenario, Side, Unit
from sandtable.geometry.measure import CIRCLE, DEGREE, Facing, Length, inches
from sandtable.kernel.messages import Message, Style
from sandtable.kernel.texts import texts_of

LARGE = inches(48)  # a table so wide has a page to itself
_WINDS = ("north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west")


def _say(message_id: str, **said: Any) -> str:
    return texts_of("sandtable.print", "messages/scenario_en.toml").say(Message.of(f"sheet.{message_id}", **said))


def scenario_sheets(scenario: Scenario, rules: ScenarioRules) -> dict[str, Any]:
    """What the template needs; hidden things are on the pages of their owner only."""
    sheets = _Sheets(scenario, rules)
    return {
        "title": scenario.title,
        "under": ", ".join(part for part in (scenario.place, scenario.date) if part),
        "ruleset": rules.ruleset.catalogue.say(Message("ruleset.title")),
        "version": rules.ruleset.rules_version,
        "map": MapDrawing(scenario, rules).plain(),
        "large": scenario.terrain.width >= LARGE,
        "statuses": list(rules.statuses),
        "history": {
            "note": scenario.history.note,
            "fitted": scenario.history.fitted,
            "sources": list(scenario.history.sources),
        },
        "ending": sheets.ending(),
        "special": sheets.special(),
        "sides": [sheets.side(side) for side in scenario.sides],
    }


class _Sheets:
    """Puts a scenario into words."""

    def __init__(self, scenario: Scenario, rules: ScenarioRules) -> None:
        self.scenario, self.rules = scenario, rules
        self.inks = {side.id: side.ink for side in rules.ruleset.sides}

    def ending(self) -> list[str]:
        """How it ends, a sentence a line."""
        victory = self.scenario.victory
        told = [victory.note] if victory.note else [_say("morale" if victory.morale else "no_morale")]
        told += [_say("turns", turns=victory.turns)] if victory.turns else []
        told += [self._objective(one) for one in self.scenario.objectives]
        return told + ([_say("otherwise", side=self._name(victory.otherwise))] if victory.otherwise else [])

    def special(self) -> list[str]:
        """Options and house rules that are not as printed."""
        catalogue = self.rules.ruleset.catalogue
        told = []
        for name, value in self.scenario.options.items():
            label = catalogue.say(Message(f"option.{name}.label"), Style())
            told.append(label if value is True else f"{label}: {value}")
        if self.scenario.house:
            tables = self.rules.ruleset.tables(self.scenario.options, self.scenario.house)
            told += [_say("house", path=path, old=old, new=new) for path, (old, new) in tables.overridden.items()]
        return told

    def side(self, side: Side) -> dict[str, Any]:
        """Everything one side is told."""
        mine = [column for column in self.scenario.columns if column.side == side.label]
        comes = [self._arrival(one) for one in self.scenario.arrivals if self._comes(one, side.label)]
        hidden = [one for one in self._units(side.label) if one.hidden]
        secret = comes or hidden or any(mark.hidden for mark in self.scenario.marks if mark.side == side.label)
        facts = [_say("quality", quality=self.rules.words("quality", side.quality))] if side.quality else []
        facts += [_say("edge", edge=side.edge)] if side.edge else []
        return {
            "name": side.name,
            "label": self.rules.words("side", side.label),
            "ink": self.inks[side.label],
            "briefing": side.briefing,
            "facts": facts,
            "arrivals": comes,
            "map": MapDrawing(self.scenario, self.rules, side.label).plain() if secret else "",
            "columns": [self._column(column) for column in mine],
            "leaders": [
                self._leader(one) for one in self.scenario.leaders if one.side == side.label and not one.column
            ],
        }

    def _units(self, label: str) -> list[Unit]:
        return [unit for unit in self.scenario.units if unit.side == label]

    def _name(self, label: str) -> str:
        return self.scenario.side_by_label[label].name

    def _objective(self, one: Objective) -> str:
        told = _say(one.kind, name=one.name, points=one.points, within=_inches(one.within), edge=one.edge)
        return _say("only", side=self._name(one.side), text=told) if one.side else told

    def _comes(self, arrival: Arrival, label: str) -> bool:
        return any(self.scenario.unit_by_id[unit].side == label for unit in arrival.units)

    def _arrival(self, one: Arrival) -> str:
        names = [self.scenario.unit_by_id[unit].name for unit in one.units]
        names += [self.scenario.leader_by_id[leader].name for leader in one.leaders]
        return _say("arrives", turn=one.turn, names=tuple(names), x=_inches(one.at.x), y=_inches(one.at.y))

    def _column(self, column: Column) -> dict[str, Any]:
        leader = self.scenario.leader_by_id.get(column.leader)
        return {
            "name": column.name,
            "leader": self._leader(leader) if leader else None,
            "units": [self._card(self.scenario.unit_by_id[unit]) for unit in column.units],
        }

    def _leader(self, leader: Leader) -> dict[str, Any]:
        return {"name": leader.name, "chief": leader.chief, "where": self._where(leader)}

    def _card(self, unit: Unit) -> dict[str, Any]:
        kind = self.rules.unit_kinds[unit.type]
        return {
            "name": unit.name,
            "type": self.rules.words("type", unit.type),
            "grade": kind.grade,
            "bases": unit.bases,
            "formation": self.rules.words("formation", unit.formation),
            "where": self._where(unit),
            "notes": [self.rules.unit_fields[name].about for name, value in unit.fields.items() if value is True]
            + ([_say("hidden")] if unit.hidden else []),
        }

    def _where(self, who: Unit | Leader) -> str:
        place = who.place
        if place.arrival:
            turn = next(one.turn for one in self.scenario.arrivals if one.id == place.arrival)
            return _say("later", turn=turn)
        if place.aboard:
            return _say("aboard", unit=self.scenario.unit_by_id[place.aboard].name)
        if place.zone:
            zone = next(zone for zone in self.scenario.zones if zone.id == place.zone)
            return _say("zone", zone=zone.name or zone.id)
        if place.road:
            return _say("on_track", along=_inches(place.along), road=place.road)
        if who.id not in self.scenario.footprints:
            return _say("off")
        anchor = self.scenario.footprints[who.id].anchor
        if isinstance(who, Leader):
            return _say("stands", x=_inches(anchor.x), y=_inches(anchor.y))
        return _say("at", x=_inches(anchor.x), y=_inches(anchor.y), facing=wind(anchor.facing))


def wind(facing: Facing) -> str:
    """A facing as a point of the compass where it is one, else in degrees; up the table is north."""
    step = CIRCLE // len(_WINDS)
    return _WINDS[facing // step] if facing % step == 0 else f"{facing / DEGREE:g}°"


def _inches(length: Length) -> str:
    return f"{length / 1000:.1f}".removesuffix(".0")
