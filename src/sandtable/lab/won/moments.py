"""The moments of a battle: the table at its start and after every order that stands, with what was done."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from sandtable.battle.desk import HasDesk
from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.fold import states
from sandtable.battle.engine.log import Entry, Log, read_log
from sandtable.battle.engine.retelling import asked_in, throws_of
from sandtable.battle.maps.replay_frames import ALL_SEEING
from sandtable.battle.registry import table
from sandtable.battle.rules import Result, TableRules
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.scenario import Scenario
from sandtable.battle.seat import Role, Seat
from sandtable.battle.texts import catalogue
from sandtable.kernel.problem import Refusal, refuse

AT_HAND = 2  # battles that a process holds ready at once


@dataclass(frozen=True, slots=True)
class Moment:
    """The table after an order: the order's number in the log, whose it was, in which turn it was given, what it did, and whether dice fell.

    The first moment of a battle is its start, with no order.
    """

    number: int
    role: Role
    turn: int
    words: str
    dice: bool


@dataclass(frozen=True)
class Played:
    """A battle as it was played, moment by moment. ``seat`` looks at it from there alone; nobody: as it truly was."""

    battle: Battle[Any]
    seat: Seat | None = None

    @property
    def rules(self) -> TableRules[Any]:
        """The rules it was played by."""
        return self.battle.rules

    @property
    def result(self) -> Result | None:
        """How it ended, if it has."""
        return self.battle.result

    @cached_property
    def scenario(self) -> Scenario:
        """The scenario that was played."""
        return read_scenario(self.battle.log.scenario, "scenario")

    @property
    def sides(self) -> tuple[Role, ...]:
        """Both sides, in the order of the scenario."""
        return tuple(side.label for side in self.scenario.sides)

    def side_name(self, role: Role) -> str:
        """What a side is called in this battle."""
        return self.scenario.side_by_label[role].name or role

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The orders that stand."""
        return self.battle.log.live()

    @cached_property
    def states(self) -> tuple[Any, ...]:
        """The table at the start and after each order that stands, as it is looked at."""
        found = states(self.rules, self.battle.start, self.entries)
        return tuple(found if self.seat is None else (self.rules.view(state, self.seat) for state in found))

    @cached_property
    def moments(self) -> tuple[Moment, ...]:
        """Its start, and a moment for every order that stands."""
        desk = self.rules.desk  # type: ignore[attr-defined]  # whoever takes a log up has seen to it
        seat, turn = self.seat or ALL_SEEING, desk.scene(self.states[0], self.seat or ALL_SEEING).clock.turn
        found = [Moment(0, "", turn, "", dice=False)]
        for entry, state in zip(self.entries, self.states[1:], strict=True):
            lines = desk.lines(state, entry.for_seat(seat, (), entry.number))
            words = " ".join(line.words for line in lines)
            found.append(
                Moment(entry.number, entry.role, turn, words, any(one.about == "dice" for one in entry.answers))
            )
            turn = desk.scene(state, seat).clock.turn
        return tuple(found)

    def faces(self, place: int) -> tuple[int, ...]:
        """The faces of the least likely throw of an order."""
        asked = asked_in(self.rules, self.states[place - 1], self.entries[place - 1], self.seat or ALL_SEEING)
        throws = throws_of(asked, catalogue(self.rules))
        least = min(throws, key=lambda one: one.chance[0] / one.chance[1], default=None)
        return () if least is None else least.faces


def played_from_log(log: Log, side: Role | None = None, *, under_way: bool = False) -> Played:
    """A played battle from its log; one that these rules do not run any more is refused.

    One that is not over has to be seen from a side, unless whoever asks looks at nothing that lies ahead (``under_way``).
    """
    rules = table(log.ruleset)
    if not isinstance(rules, HasDesk):
        raise refuse("ruleset", "battle.table.unknown", name=rules.name)
    if log.rules_version != rules.rules_version:
        raise refuse("log", "lab.won.other_rules", version=log.rules_version, now=rules.rules_version)
    battle = Battle.watch(rules, log) if log.seed is None else Battle.resume(rules, log, log.seed)
    if log.seed is not None and battle.halted:
        raise Refusal(battle.halted)
    if battle.result is None and side is None and not under_way:
        raise refuse("log", "lab.won.not_over", sides_of(log))
    # Before the end nothing hidden is looked at; afterwards nothing is hidden.
    return Played(battle, None if battle.result is not None or side is None else Seat(side, (side,)))


def sides_of(log: Log) -> tuple[Role, ...]:
    """Both sides of a battle, in the order of its scenario."""
    return tuple(one.label for one in read_scenario(log.scenario, "scenario").sides)


def side_called(log: Log, name: str) -> Role:
    """The side of a battle that is called so, whatever its capitals."""
    found = {side.lower(): side for side in sides_of(log)}
    if name.strip().lower() not in found:
        raise refuse("seat", "lab.won.no_side", tuple(found.values()), side=name)
    return found[name.strip().lower()]


@lru_cache(maxsize=AT_HAND)
def played_from_text(text: str, side: Role | None) -> Played:
    """A played battle from the text of its log."""
    return played_from_log(read_log(text), side)
