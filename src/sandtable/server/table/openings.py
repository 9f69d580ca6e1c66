"""Opening a battle: which scenario, who plays which side, and the links that open the seats."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping
from functools import cache, partial
from typing import Any

from sandtable.ai.player import HasPlayers
from sandtable.battle import registry
from sandtable.battle.desk import HasDesk
from sandtable.battle.parts import HasParts, NamesParts
from sandtable.battle.rules import ChangesHands, HasLevelOptions
from sandtable.battle.scenario.counts import counts_of
from sandtable.battle.scenario.library import shipped, source_of
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.rules import rulesets_with_tables, scenario_rules
from sandtable.battle.scenario.scenario import Handicap, Scenario
from sandtable.battle.scenario.settings import value_now, with_setting
from sandtable.battle.seat import Seat
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal, refuse
from sandtable.server.table.rooms import Rooms
from sandtable.server.table.texts import server_texts
from sandtable.server.table.views import (
    TableHandicap,
    TableLink,
    TableOpenBody,
    TableOpened,
    TablePart,
    TableScenario,
    TableSide,
)

BY_CHANCE = "random:"  # and the ruleset's name
CHANCES = 32  # bits of a scenario's number


async def open_battle(rooms: Rooms, opening: TableOpenBody, address: str = "") -> TableOpened:
    """Begin a battle for somebody at an address; everything that is wrong with what was asked for is refused at once."""
    # A long scenario takes a while, and others play.
    text, scenario = await rooms.thinking.arrivals.do(address, partial(_scenario_of, opening))
    rules = registry.table(scenario.ruleset)
    if not isinstance(rules, HasDesk):
        raise refuse("scenario", "table.no_desk", name=rules.name)
    labels = [side.label for side in scenario.sides]
    _check(opening, labels)
    refereed = [label for label in labels if opening.who[label] == "referee"]
    seats = [Seat(label, (label,)) for label in labels]
    seats += [Seat("referee", referee=True), Seat("spectator"), *(referee_of(rules, label) for label in refereed)]
    computers = {label: {"level": _level(opening, rules)} for label in labels if opening.who[label] == "computer"}
    advised = {label: {"level": _level(opening, rules)} for label in refereed}
    battle, tokens = await rooms.begin(
        rules,
        text,
        scenario.title,
        seats,
        _options(scenario, rules, computers | advised),
        {"computers": computers, "advised": advised, "who": dict(opening.who)},
        address,
    )
    links = tuple(_links(opening, scenario, dict(zip(tokens, seats, strict=True))))
    return TableOpened(battle=battle, title=scenario.title, links=links)


def _scenario_of(opening: TableOpenBody) -> tuple[str, Scenario]:
    """The scenario that was asked for, as text and read, with the handicap that was chosen."""
    text, file_name = (opening.text, "scenario") if opening.text else _named(opening.scenario)
    scenario = read_scenario(text, file_name)
    if not opening.handicap:
        return text, scenario
    helped = _with_handicap(scenario, opening.handicap)
    return helped, read_scenario(helped, file_name)


def _links(opening: TableOpenBody, scenario: Scenario, seats: Mapping[str, Seat]) -> Iterator[TableLink]:
    """A link for each seat, by its token, that people sit down at."""
    names = {side.label: side.name for side in scenario.sides}
    for token, seat in seats.items():
        if opening.who.get(seat.id) not in ("computer", "referee") and (seat.roles or not seat.referee):
            who = "referee" if seat.referee else opening.who.get(seat.id, seat.id)
            side = seat.side or ""
            yield TableLink(seat=seat.id, side=side, who=who, token=token, name=names.get(side, ""))


def referee_of(rules: object, side: str) -> Seat:
    """The seat of a referee who plays a side himself; where the rules have none for it, it is refused."""
    roles = rules.referee_roles.get(side, ()) if isinstance(rules, ChangesHands) else ()
    if not roles:
        raise refuse("who", "table.no_referee_there", name=side[:40])
    return Seat(f"{side}-referee", roles, referee=True)


@cache
def offered_scenarios() -> tuple[TableScenario, ...]:
    """The scenarios that can be opened by name, those that are made anew each time last."""
    made = {name: scenario_rules(name.removeprefix(BY_CHANCE)).made_by_chance(0) for name in _by_chance()}
    kept = {name: file.read_text(encoding="utf-8") for name, file in shipped().items()}
    return tuple(_described(name, text) for name, text in (kept | made).items())


def _with_handicap(scenario: Scenario, number: int) -> str:
    """A scenario's text with a step of its handicap, by its number from 1."""
    if not 1 <= number <= len(scenario.handicaps):
        raise refuse("handicap", "table.no_handicap", most=len(scenario.handicaps))
    step = scenario.handicaps[number - 1]
    text = with_setting(scenario, step.what, step.to)
    if text is None:
        raise refuse("handicap", "table.no_handicap", most=len(scenario.handicaps))
    return text


def _handicaps(scenario: Scenario) -> Iterator[TableHandicap]:
    """The steps that a scenario offers, counted for each side."""
    steps = dict.fromkeys(scenario.side_by_label, 0)
    for number, one in enumerate(scenario.handicaps, start=1):
        steps[one.side] += 1
        low, high = one.within
        yield TableHandicap(
            number=number,
            side=one.side,
            step=steps[one.side],
            words=_handicap_words(scenario, one),
            points=one.points,
            low=low,
            high=high,
            battles=one.battles,
        )


def _handicap_words(scenario: Scenario, step: Handicap) -> str:
    kind, _, rest = step.what.partition(":")
    of = rest.rpartition(".")[0]
    names = {
        "unit": lambda: scenario.unit_by_id[of].name,
        "side": lambda: scenario.side_by_label[of].name or of,
        "arrival": lambda: of,
    }
    name = names[kind]() if kind in names else ""
    message = Message.of(
        f"table.handicap.{kind.partition('.')[0]}", name=name, to=step.to, now=value_now(scenario, step.what)
    )
    return server_texts(scenario.ruleset).say(message)


def _by_chance() -> list[str]:
    return [f"{BY_CHANCE}{name}" for name in rulesets_with_tables()]


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
                called=_called(scenario.ruleset, side.label, side.label if by_chance else side.name),
                refereed=isinstance(rules, ChangesHands) and side.label in rules.referee_roles,
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
        handicaps=() if by_chance else tuple(_handicaps(scenario)),
    )


def _called(ruleset: str, label: str, name: str) -> str:
    """What a side is called where a battle is opened: by its ruleset's word, which may be the name that the scenario gives it."""
    return server_texts(ruleset).say_if_any(Message.of(f"table.side.{label}", name=name)) or label


def parts_of(scenario: Scenario, side: str) -> tuple[TablePart, ...]:
    """The parts of a side, such as its columns, each of which may have a seat of its own."""
    rules = registry.table(scenario.ruleset)
    columns = tuple((column.id, column.name) for column in scenario.columns if column.side == side)
    found = rules.parts_in(scenario, side) if isinstance(rules, NamesParts) else columns
    return tuple(TablePart(id=part, name=name) for part, name in found)


def scenario_text(name: str) -> str:
    """The text of a scenario by its name, to draw its map; one that chance makes anew each time has none and is refused."""
    if name.startswith(BY_CHANCE):
        raise refuse("scenario", "table.no_picture")
    return _named(name)[0]


def _named(name: str) -> tuple[str, str]:
    """A scenario by its name; a path on the server is nobody's business."""
    known = (*shipped(), *_by_chance())
    if not name:
        raise refuse("scenario", "table.no_scenario", known)
    if name not in known:
        raise refuse("scenario", "table.no_such_scenario", known, name=name[:40])
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
    return {**scenario.options, **(rules.level_options(levels) if isinstance(rules, HasLevelOptions) else {})}


def _level(opening: TableOpenBody, rules: Any) -> str:
    levels: tuple[str, ...] = rules.levels if isinstance(rules, HasPlayers) else ()
    if not opening.level and levels:
        return levels[len(levels) // 2]
    if opening.level not in levels:
        raise refuse("level", "table.no_level", levels)
    return opening.level
