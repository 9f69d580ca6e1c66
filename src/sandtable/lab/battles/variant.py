"""A variant: a scenario under options and house rules, played by somebody at some level. Everything that a battle rests on but its seed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from typing import Any

from sandtable.ai.player import HasPlayers
from sandtable.battle.matches.match import Match, strengths_in
from sandtable.battle.matches.staff import maker_with
from sandtable.battle.registry import table
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.scenario import Scenario
from sandtable.battle.seat import Role
from sandtable.kernel import codec
from sandtable.kernel.messages import joined
from sandtable.kernel.problem import refuse
from sandtable.lab.texts import say

USUAL_PLAYER = "opponent"
PRINTED = "printed"  # what rules without a house file are called
SHORT = 12  # letters of a hash that tell one variant from another


@dataclass(frozen=True)
class Variant:
    """A match with a name for people; ``house`` is what its house rules are called."""

    match: Match
    name: str
    house: str = PRINTED

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario that is played."""
        return read_scenario(self.match.scenario, self.name, self.name)

    @cached_property
    def rules_version(self) -> str:
        """The version of the rules that it is played under."""
        return table(self.match.ruleset).rules_version

    @cached_property
    def id(self) -> str:
        """A short name of exactly this variant: another one whenever the same seed could lead elsewhere."""
        told = [codec.write(self.match), self.rules_version]
        return sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:SHORT]

    @property
    def sides(self) -> tuple[Role, Role]:
        """The labels of both sides, in the order of the scenario."""
        first, second = (side.label for side in self.scenario.sides)
        return first, second

    @property
    def players_words(self) -> str:
        """Who plays, in a few words: one level for all, or each side with its own."""
        roles = [role for role, _ in self.match.players]
        levels = {self.match.level_of(role) for role in roles}
        players = {player for _, player in self.match.players}
        if players == {USUAL_PLAYER} and len(levels) == 1 and not self.match.weights:
            return say("players.alike", level=levels.pop())
        return say(
            "players.apart", sides=joined(self._player_words(role, player) for role, player in self.match.players)
        )

    def _player_words(self, role: Role, player: str) -> str:
        how = "players.side" if player == USUAL_PLAYER else "players.side_by"
        level = self.match.level_of(role)
        file = next((name for side, name, _ in self.match.weights if side == role), "")
        how_well = say("players.weighing", level=level, file=file) if file else level
        return say(how, side=self.side_name(role), level=how_well, player=player)

    def side_name(self, role: Role) -> str:
        """What a side is called in this battle."""
        return self.scenario.side_by_label[role].name or role

    @cached_property
    def strengths(self) -> Mapping[Role, int]:
        """The bases of each side at the start."""
        found = dict.fromkeys(self.sides, 0)
        for role, bases in strengths_in(table(self.match.ruleset), self.match.scenario).values():
            found[role] += bases
        return found

    def at_level(self, level: str) -> Variant:
        """This variant with both sides played at a level."""
        return replace(self, match=replace(self.match, level=level, levels=()))

    def with_levels(self, levels: Mapping[Role, str]) -> Variant:
        """This variant with a level for each side."""
        return replace(self, match=replace(self.match, levels=tuple(levels.items())))

    def weighing(self, weights: Mapping[Role, tuple[str, str]]) -> Variant:
        """This variant with weights for some sides: what their file is called, and its text; a bad one is refused."""
        rules, players = table(self.match.ruleset), dict(self.match.players)
        for side, (name, text) in weights.items():
            if side not in self.sides:
                raise refuse("weights", "lab.no_side", self.sides, side=side)
            maker_with(rules, players[side], text, name)
        settled = {side: (name, text) for side, name, text in self.match.weights} | dict(weights)
        own = tuple((side, *settled[side]) for side in self.sides if side in settled)
        return replace(self, match=replace(self.match, weights=own))

    def under(self, house: str, called: str, options: Mapping[str, str] | None = None) -> Variant:
        """This variant under other house rules and options; what is wrong with either is refused now, not in the first battle."""
        chosen = {**dict(self.match.options), **(options or {})}
        settled = replace(self, match=replace(self.match, house=house, options=tuple(chosen.items())), house=called)
        settled.check()
        return settled

    def check(self) -> None:
        """Refuse what could not be played."""
        rules = table(self.match.ruleset)
        rules.set_up(self.match.scenario, rules.ruleset.tables(dict(self.match.options), self.match.house))


def variant(scenario: Scenario, level: str = "") -> Variant:
    """A scenario as printed, the computer against itself; at the hardest level where none is named."""
    rules = table(scenario.ruleset)
    if not isinstance(rules, HasPlayers):
        raise refuse("scenario", "lab.no_players", ruleset=scenario.ruleset)
    if level and level not in rules.levels:
        raise refuse("level", "lab.no_level", rules.levels, level=level)
    players = tuple((side.label, USUAL_PLAYER) for side in scenario.sides)
    return Variant(Match(rules.name, scenario.source, players, level or rules.levels[-1]), scenario.id)


def levels_of(one: Variant) -> tuple[str, ...]:
    """The levels that its ruleset's players have, from the easiest."""
    rules = table(one.match.ruleset)
    return rules.levels if isinstance(rules, HasPlayers) else ()


def variants_in(about: Mapping[str, Any]) -> tuple[tuple[Variant, ...], ...]:
    """The variants that the head of a journal tells of, by scenario."""
    return tuple(
        tuple(Variant(codec.read(Match, one["match"], "match"), str(one["name"]), str(one["house"])) for one in of_one)
        for of_one in about["variants"]
    )


def plain_variants(variants: Iterable[Iterable[Variant]]) -> list[list[dict[str, Any]]]:
    """Variants as the head of a journal tells of them."""
    return [
        [{"name": one.name, "house": one.house, "match": codec.write(one.match)} for one in of_one]
        for of_one in variants
    ]
