"""From a scenario file to a scenario: every problem at once, each with its line and what would be right."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any
from unicodedata import combining, normalize

from sandtable.battle.scenario import checks, limits
from sandtable.battle.scenario.ground import Ground, read_ground
from sandtable.battle.scenario.keys import keys_of
from sandtable.battle.scenario.lines import numbered_lines
from sandtable.battle.scenario.rules import ScenarioRules, scenario_rules
from sandtable.battle.scenario.scenario import (
    Arrival,
    Column,
    Handicap,
    Hint,
    History,
    Leader,
    Lettering,
    Mark,
    Objective,
    Place,
    Scenario,
    Side,
    Unit,
    Victory,
    Zone,
)
from sandtable.battle.scenario.values import Findings, ValueReader
from sandtable.geometry.footprint import Footprint, figure
from sandtable.geometry.measure import Point, Pose
from sandtable.kernel.options import read_options
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.kernel.tables import Tables

_HOUSE_HEADER = re.compile(r"^\s*\[\s*house\s*(?:\.|\])")
_ANY_HEADER = re.compile(r"^\s*\[")
_PLACES = ("at", "bases_at", "on", "zone", "aboard")


@dataclass
class Names:
    """Ids given so far, and where in the file each stands."""

    findings: Findings
    paths: dict[str, str] = field(default_factory=dict)

    def give(self, values: Mapping[str, Any], name: str) -> str:
        """The id of a table: as given, else made from its name, and numbered where that is taken."""
        given, path = values.get("id"), values[""]
        if given in self.paths:
            self.findings.add(f"{path}.id", "scenario.twice", id=given)
        wanted = given or next(one for one in _numbered(slug(name)) if one not in self.paths)
        self.paths.setdefault(wanted, path)
        return wanted


def slug(name: str) -> str:
    """A name as an id: small letters without accents, joined by hyphens."""
    letters = "".join(sign for sign in normalize("NFD", name.lower()) if not combining(sign))
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-") or "x"


def _numbered(name: str) -> Iterator[str]:
    yield name
    yield from (f"{name}-{number}" for number in count(2))


def read_scenario(source: str, file_name: str = "scenario", name: str = "") -> Scenario:
    """The scenario of a file's text; a faulty one is refused with everything that is wrong."""
    scenario, problems = examine(source, file_name, name)
    if problems or scenario is None:
        raise Refusal(problems)
    return scenario


def examine(source: str, file_name: str = "scenario", name: str = "") -> tuple[Scenario | None, list[Problem]]:
    """The scenario, as far as it can be made out, and its problems from the top of the file down."""
    tree = _tree(source, file_name)
    findings = Findings(file_name, numbered_lines(source))
    rules = _rules(tree, findings)
    values = ValueReader(findings).table(tree, keys_of(rules))
    if not findings.problems:
        limits.check_amounts(values, findings)
    if findings.problems:
        return None, findings.in_order()
    reading = _Reading(rules, findings, Names(findings), values, source)
    ground = read_ground(values, rules, reading.names.give)
    limits.check_ground(ground.terrain, findings, reading.names.paths)
    if findings.problems:
        return None, findings.in_order()
    for known in ground.shapeless:
        findings.add(reading.names.paths[known], "scenario.no_outline", id=known)
    scenario = reading.scenario(name or slug(values["title"]), ground)
    if not findings.problems:
        checks.check(scenario, rules, reading.tables, findings, reading.names.paths)
    return scenario, findings.in_order()


def _tree(source: str, file_name: str) -> dict[str, Any]:
    try:
        return tomllib.loads(source)
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"line (\d+)", str(error))
        place = f"{file_name}, line {line.group(1)}" if line else file_name
        reason = re.sub(r"\s*\(at .*\)$", "", str(error))
        raise refuse(place, "scenario.not_toml", error=reason) from None
    except (ValueError, RecursionError) as error:  # numbers too long, lists too deep
        raise refuse(file_name, "scenario.not_toml", error=str(error)) from None


def _rules(tree: Mapping[str, Any], findings: Findings) -> ScenarioRules:
    name = tree.get("ruleset")
    if not isinstance(name, str):
        raise refuse(findings.place("ruleset"), "scenario.missing", key="ruleset", about="The ruleset it is for.")
    try:
        return scenario_rules(name)
    except Refusal as refusal:
        raise Refusal(replace(one, field=findings.place("ruleset")) for one in refusal.problems) from None


@dataclass
class _Reading:
    """One file on its way to a scenario; its values are read, its references not yet."""

    rules: ScenarioRules
    findings: Findings
    names: Names
    values: Mapping[str, Any]
    source: str

    def scenario(self, name: str, ground: Ground) -> Scenario:
        values = self.values
        zones = tuple(self._zone(one) for one in values.get("zone", ()))
        columns, units, leaders = self._armies()
        arrivals = tuple(self._arrival(one, columns) for one in values.get("arrival", ()))
        units, leaders = self._arriving(units, leaders, arrivals)
        scenario = Scenario(
            id=name,
            ruleset=self.rules.ruleset.id,
            title=values["title"],
            terrain=ground.terrain,
            sides=tuple(_side(one) for one in values["side"]),
            columns=tuple(columns),
            units=tuple(units),
            leaders=tuple(leaders),
            date=values.get("date", ""),
            place=values.get("place", ""),
            north=values["table"].get("north", 0),
            history=_history(values.get("history", {})),
            zones=zones,
            arrivals=arrivals,
            marks=tuple(self._mark(one) for one in values.get("mark", ())),
            objectives=tuple(self._objective(one) for one in values.get("objective", ())),
            victory=Victory(**values.get("victory", {})),
            options=self._options(),
            house=house_text(self.source),
            hints=tuple(Hint(**{key: value for key, value in one.items() if key}) for one in values.get("hint", ())),
            handicaps=tuple(
                Handicap(**{key: value for key, value in one.items() if key}) for one in values.get("handicap", ())
            ),
            lettering=(*ground.lettering, *(_lettering(one) for one in values.get("name", ()))),
            source=self.source,
        )
        self.tables = self._tables(scenario)
        return self._standing(scenario)

    def _options(self) -> dict[str, Any]:
        chosen = _flat(self.values.get("options", {}))
        settled, problems = read_options(self.rules.ruleset.options, chosen)
        for problem in problems:
            path = f"options.{problem.field.removeprefix('option ')}"
            self.findings.problems.append(replace(problem, field=self.findings.place(path)))
        return {name: settled[name] for name in settled if settled[name] != self.rules.ruleset.options[name].default}

    def _tables(self, scenario: Scenario) -> Tables:
        """The tables in force; house rules keep their lines, since their text does."""
        ruleset = self.rules.ruleset
        try:
            return ruleset.tables(scenario.options, scenario.house, self.findings.file_name)
        except Refusal as refusal:
            self.findings.problems += refusal.problems
            return ruleset.default_tables

    def _zone(self, values: Mapping[str, Any]) -> Zone:
        name = values.get("name", "")
        return Zone(self.names.give(values, name or f"zone {values['side']}"), values["side"], values["outline"], name)

    def _armies(self) -> tuple[list[Column], list[Unit], list[Leader]]:
        columns: list[Column] = []
        units: list[Unit] = []
        leaders: list[Leader] = []
        for values in self.values["column"]:
            column = self.names.give(values, f"{values['name']} column")
            mine = [self._unit(one, values, column) for one in values["unit"]]
            led = (
                self._leader(values["leader"] | {"": f"{values['']}.leader"}, values, column)
                if "leader" in values
                else None
            )
            units += mine
            leaders += [led] if led else []
            columns.append(
                Column(column, values["name"], values["side"], led.id if led else "", tuple(unit.id for unit in mine))
            )
        leaders += [self._leader(one, one, "") for one in self.values.get("leader", ())]
        return columns, units, leaders

    def _unit(self, values: Mapping[str, Any], column: Mapping[str, Any], column_id: str) -> Unit:
        own = {name: values[name] for name in self.rules.unit_fields if name in values}
        kind = self.rules.unit_kinds[values["type"]]
        if not kind.least <= values["bases"] <= kind.most:
            self.findings.add(
                f"{values['']}.bases",
                "scenario.bases" if kind.least < kind.most else "scenario.bases_exactly",
                name=values["name"],
                value=values["bases"],
                type=self.rules.words("type", values["type"]),
                least=kind.least,
                most=kind.most,
            )
        self._fitting(own, values)
        return Unit(
            id=self.names.give(values, values["name"]),
            name=values["name"],
            type=values["type"],
            side=column["side"],
            column=column_id,
            bases=values["bases"],
            formation=values.get("formation") or self.rules.usual_formation(values["type"]),
            place=self._place(values, column.get("zone", "")),
            hidden=values.get("hidden", False),
            fields=own,
        )

    def _fitting(self, own: Mapping[str, Any], values: Mapping[str, Any]) -> None:
        """Whether a unit of this type may have the fields that it has."""
        for name in own:
            types = self.rules.unit_fields[name].types
            if types and values["type"] not in types:
                self.findings.add(
                    f"{values['']}.{name}", "scenario.not_of_this_type", types, key=name, type=values["type"]
                )

    def _leader(self, values: Mapping[str, Any], around: Mapping[str, Any], column: str) -> Leader:
        place = self._place(values, around.get("zone", ""))
        return Leader(
            self.names.give(values, values["name"]),
            values["name"],
            around["side"],
            column,
            place,
            values.get("chief", False),
        )

    def _place(self, values: Mapping[str, Any], zone: str) -> Place:
        given = [key for key in _PLACES if key in values]
        if len(given) > 1:
            self.findings.add(values[""], "scenario.two_places", name=values["name"], keys=tuple(given))
        if ("along" in values or "backwards" in values) and "on" not in values:
            self.findings.add(values[""], "scenario.along_nothing", name=values["name"])
        at = values.get("at")
        return Place(
            pose=Pose(*at) if at else None,
            bases=values.get("bases_at", ()),
            road=values.get("on", ""),
            along=values.get("along", 0),
            backwards=values.get("backwards", False),
            zone=values.get("zone", "" if given else zone),
            aboard=values.get("aboard", ""),
        )

    def _arrival(self, values: Mapping[str, Any], columns: list[Column]) -> Arrival:
        units, leaders = list(values.get("units", ())), list(values.get("leaders", ()))
        known = {column.id: column for column in columns} | {column.name: column for column in columns}
        for name in values.get("columns", ()):
            if (column := known.get(name)) is None:
                choices = tuple(one.id for one in columns)
                self.findings.add(f"{values['']}.columns", "scenario.no_such", choices, what="column", id=name)
            else:
                units += column.units
                leaders += [column.leader] if column.leader else []
        return Arrival(
            id=self.names.give(values, f"arrival on turn {values['turn']}"),
            turn=values["turn"],
            at=values["at"].point,
            facing=values["at"].facing,
            units=tuple(units),
            leaders=tuple(leaders),
            road=values.get("road", ""),
            to=values.get("to"),
            fields={name: values[name] for name in self.rules.arrival_fields if name in values},
        )

    def _arriving(
        self, units: list[Unit], leaders: list[Leader], arrivals: tuple[Arrival, ...]
    ) -> tuple[list[Unit], list[Leader]]:
        """Those who come later know when. A zone that was only their column's gives way."""
        by_member = {member: one.id for one in arrivals for member in (*one.units, *one.leaders)}
        return (
            [_coming(unit, by_member) for unit in units],
            [_coming(leader, by_member) for leader in leaders],
        )

    def _mark(self, values: Mapping[str, Any]) -> Mark:
        own = {name: values[name] for name in self.rules.mark_fields if name in values}
        name = values.get("name", "")
        return Mark(
            self.names.give(values, name or f"{values['kind']} {values[''].rpartition('.')[2]}"),
            values["kind"],
            values["side"],
            values["at"],
            name,
            values.get("hidden", False),
            own,
        )

    def _objective(self, values: Mapping[str, Any]) -> Objective:
        given = {key: value for key, value in values.items() if key not in {"", "id"}}
        return Objective(id=self.names.give(values, values["name"]), **given)

    def _standing(self, scenario: Scenario) -> Scenario:
        """The scenario with the ground that everything covers at the start."""
        found: dict[str, Footprint] = {}
        roads = {road.id for road in scenario.terrain.roads}
        for unit in scenario.units:
            if unit.place.road and unit.place.road not in roads:
                path = self.names.paths[unit.id]
                self.findings.add(f"{path}.on", "scenario.no_such", sorted(roads), what="road", id=unit.place.road)
            elif unit.place.bases and len(unit.place.bases) != unit.bases:
                path = f"{self.names.paths[unit.id]}.bases_at"
                places = len(unit.place.bases)
                self.findings.add(path, "scenario.bases_at", name=unit.name, places=places, bases=unit.bases)
            elif (footprint := self.rules.footprint(unit, scenario.terrain, self.tables)) is not None:
                found[unit.id] = footprint
        for leader in scenario.leaders:
            if (pose := leader.place.pose) is not None:
                found[leader.id] = figure(Point(pose.x, pose.y), self.rules.leader_radius)
        return replace(scenario, footprints=found)


def _coming(who: Any, arrivals: Mapping[str, str]) -> Any:
    arrival = arrivals.get(who.id)
    return replace(who, place=replace(who.place, arrival=arrival, zone="")) if arrival else who


def _side(values: Mapping[str, Any]) -> Side:
    return Side(**{key: value for key, value in values.items() if key})


def _history(values: Mapping[str, Any]) -> History:
    return History(
        values.get("note", ""),
        values.get("fitted", ""),
        tuple(values.get("sources", ())),
        dict(values.get("lost", {})),
        values.get("favours", ""),
    )


def _lettering(values: Mapping[str, Any]) -> Lettering:
    at = values["at"]
    return Lettering(
        values["text"], values.get("style", "place"), at.point, at.facing, values.get("size", "middle"), settled=True
    )


def _flat(options: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Options as ``fire.battery``, whether the name is quoted or its parts are tables."""
    found: dict[str, Any] = {}
    for name, value in options.items():
        if isinstance(value, Mapping):
            found |= _flat(value, f"{prefix}{name}.")
        else:
            found[f"{prefix}{name}"] = value
    return found


def house_text(source: str) -> str:
    """The house rules of a scenario as a house-rules file of their own, each on the line where it stands in the scenario."""
    kept: list[str] = []
    inside = False
    for line in source.splitlines():
        if _ANY_HEADER.match(line):
            inside = bool(_HOUSE_HEADER.match(line))
            header = re.sub(r"\[\s*house\s*\.\s*", "[", line, count=1) if inside else ""
            kept.append("" if re.match(r"^\s*\[\s*house\s*\]", line) else header)
        else:
            kept.append(line if inside else "")
    text = "\n".join(kept)
    return text if text.strip() else ""
