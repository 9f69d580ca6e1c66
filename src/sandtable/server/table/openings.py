"""Opening a battle: which scenario, who plays which side, and the links that open the seats."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from functools import cache
from typing import Any

from sandtable.ai.player import HasPlayers
from sandtable.battle import registry
from sandtable.battle.desk import HasDesk
from sandtable.battle.parts import HasParts
from sandtable.battle.rules import Tempered
from sandtable.battle.scenario.counts import counts_of
from sandtable.battle.scenario.library import shipped, source_of
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.rules import rulesets_with_tables, scenario_rules
from sandtable.battle.scenario.scenario import Scenario
from sandtable.battle.seat import Seat
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.server.table.rooms import Rooms
from sandtable.server.table.texts import server_texts
from sandtable.server.table.views import TableLink, TableOpenBody, TableOpened, TablePart, TableScenario, TableSide

BY_CHANCE = "random:"  # and the ruleset's name
CHANCES = 32  # bits of a scenario's number


async def open_battle(rooms: Rooms, opening: TableOpenBody, address: str = "") -> TableOpened:
    """Begin a battle for somebody at an address; everything that is wrong with what was asked for is refused at once."""

    def read() -> tuple[str, Scenario]:
        text, file_name = (opening.text, "scenario") if opening.text else _named(opening.scenario)
        return text, read_scenario(text, file_name)

    text, scenario = await rooms.thinking.arrivals.do(address, read)  # a long one takes a while, and others play
    rules = registry.table(scenario.ruleset)
    if not isinstance(rules, HasDesk):
        raise refuse("scenario", "table.no_desk", name=rules.name)
    labels = [side.label for side in scenario.sides]
    _check(opening, labels)
    people = [Seat(label, (label,)) for label in labels]
    seats = [*people, Seat("referee", referee=True), Seat("spectator")]
    computers = {label: {"level": _level(opening, rules)} for label in labels if opening.who[label] == "computer"}
    battle, tokens = await rooms.begin(
        rules,
        text,
        scenario.title,
        seats,
        _options(scenario, rules, computers),
        {"computers": computers, "who": dict(opening.who)},
        address,
    )
    names = {side.label: side.name for side in scenario.sides}
    links = tuple(
        TableLink(
            seat=seat.id,
            side=seat.side or "",
            who=opening.who.get(seat.id, seat.id),
            token=token,
            name=names.get(seat.id, ""),
        )
        for seat, token in zip(seats, tokens, strict=True)
        if opening.who.get(seat.id) != "computer" and not seat.referee
    )
    return TableOpened(battle=battle, title=scenario.title, links=links)


@cache
def on_offer() -> tuple[TableScenario, ...]:
    """The scenarios that can be opened by name, those that are made anew each time last."""
    made = {f"{BY_CHANCE}{name}": scenario_rules(name).made_by_chance(0) for name in rulesets_with_tables()}
    kept = {name: source_of(name)[0] for name in shipped()}
    return tuple(_described(name, text) for name, text in (kept | made).items())


def _described(name: str, text: str) -> TableScenario:
    """A scenario as it is offered; of one that chance makes little is known beforehand."""
    scenario: Scenario = read_scenario(text, name)
    rules = registry.table(scenario.ruleset)
    by_chance = name.startswith(BY_CHANCE)
    counted = None if by_chance else counts_of(name, text)
    inks = {side.id: side.ink for side in rules.ruleset.sides}

    def known(words: str) -> str:
        return "" if by_chance else words.strip()

    return TableScenario(
        name=name,
        ruleset=scenario.ruleset,
        title=server_texts().say(Message("table.by_chance")) if by_chance else scenario.title,
        date=known(scenario.date),
        place=known(scenario.place),
        note=known(scenario.history.note),
        goal=known(scenario.victory.note),
        sides=tuple(
            TableSide(
                label=side.label,
                name=side.label if by_chance else side.name,
                briefing=known(side.briefing),
                parts=parts_of(scenario, side.label) if isinstance(rules, HasParts) and not by_chance else (),
                ink=inks.get(side.label, "red"),
                units=0 if by_chance else sum(unit.side == side.label for unit in scenario.units),
                difficulty=counted.difficulty(side.label) if counted else 0,
                wins=counted.wins(side.label) if counted else 0,
            )
            for side in scenario.sides
        ),
        units=0 if by_chance else len(scenario.units),
        levels=tuple(rules.levels) if isinstance(rules, HasPlayers) else (),
        turns=0 if by_chance else scenario.victory.turns or 0,
        teaches=not by_chance and bool(scenario.hints),
        minutes=counted.minutes if counted else 0,
        battles=counted.battles if counted else 0,
    )


def parts_of(scenario: Scenario, side: str) -> tuple[TablePart, ...]:
    """The parts of a side, its columns, each of which may have a seat of its own."""
    return tuple(TablePart(id=column.id, name=column.name) for column in scenario.columns if column.side == side)


def text_of(name: str) -> str:
    """The text of a scenario that has one before it is opened; of others there is nothing to be drawn."""
    if name.startswith(BY_CHANCE):
        raise refuse("scenario", "table.no_picture")
    return _named(name)[0]


def _named(name: str) -> tuple[str, str]:
    """A scenario by its name; a path on the server is nobody's business."""
    known = [each.name for each in on_offer()]
    if not name:
        raise refuse("scenario", "table.no_scenario", tuple(known))
    if name not in known:
        raise refuse("scenario", "table.no_such_scenario", tuple(known), name=name[:40])
    if name.startswith(BY_CHANCE):
        return scenario_rules(name.removeprefix(BY_CHANCE)).made_by_chance(secrets.randbits(CHANCES)), name
    return source_of(name)


def _check(opening: TableOpenBody, labels: list[str]) -> None:
    problems = [
        Problem("who", Message.of("table.no_player", name=label), ("me", "friend", "computer"))
        for label in labels
        if label not in opening.who
    ]
    problems += [
        Problem("who", Message.of("table.no_side", name=name), tuple(labels))
        for name in opening.who
        if name not in labels
    ]
    if problems:
        raise Refusal(problems)


def _options(scenario: Scenario, rules: Any, computers: Mapping[str, Mapping[str, str]]) -> dict[str, Any]:
    """The scenario's options, and those that go with the levels of the computer."""
    levels = {side: how["level"] for side, how in computers.items()}
    return {**scenario.options, **(rules.tempered(levels) if isinstance(rules, Tempered) else {})}


def _level(opening: TableOpenBody, rules: Any) -> str:
    levels: tuple[str, ...] = rules.levels if isinstance(rules, HasPlayers) else ()
    if not opening.level and levels:
        return levels[len(levels) // 2]
    if opening.level not in levels:
        raise refuse("level", "table.no_level", levels)
    return opening.level
