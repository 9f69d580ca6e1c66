"""A board game whose odds are known from a paper, as a ruleset: armies over a border, three dice against two."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from sandtable.kernel import roster
from sandtable.kernel.actions import action, actions_of
from sandtable.kernel.dice import D6
from sandtable.kernel.effects import OnUnit, effect
from sandtable.kernel.form import Section, choice, number, text, yes_no
from sandtable.kernel.messages import Message, Vocabulary
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Of, Roll
from sandtable.kernel.roster import BookUnit, RosterLedger, filled, roster_entry
from sandtable.kernel.ruleset import Ruleset, Side
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Rule, Ruling


class Colour(Vocabulary):
    RED = "red"
    BLUE = "blue"


@dataclass(frozen=True, slots=True, kw_only=True)
class Army(BookUnit):
    side: Colour = filled(actor="side")
    armies: int = filled(actor="actor_armies", target="target_armies")
    started: int
    dug_in: bool = filled(False, actor="dug_in")

    def left(self) -> tuple[int, int]:
        return self.armies, self.started

    def described(self) -> Message:
        return Message.of("roster.label", armies=self.armies)

    def condition(self) -> Message:
        return Message("roster.here")


@dataclass(frozen=True, kw_only=True)
class Books(RosterLedger[Army]):
    counted: ClassVar[str] = "armies"


@effect(has_words=False)
class Lost(OnUnit):
    count: int

    def on(self, unit: Army) -> Army:
        return replace(unit, armies=unit.armies - self.count)


@effect(has_words=False)
class DugIn(OnUnit):
    def on(self, unit: Army) -> Army:
        return replace(unit, dug_in=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    actor_name: str | None = text(section=Section.ACTOR, optional=True)
    target_name: str | None = text(section=Section.TARGET, optional=True)
    actor_armies: int = number(section=Section.ACTOR, lowest=1, highest=99)
    target_armies: int = number(section=Section.TARGET, lowest=1, highest=99)
    hills: int = number(section=Section.TARGET, lowest=0, highest=5, usual=0)


@action("war", "RSK-1", measures="lost won")
def attack(situation: Attack, tables: Tables) -> Rule[Ruling]:
    """The highest dice are compared, the second highest as well where both have one; the defender wins ties."""
    attackers = min(tables.number("attack.attackers"), situation.actor_armies)
    defenders = min(tables.number("attack.defenders"), situation.target_armies)

    def beaten(*faces: int) -> tuple[int, int]:
        own, theirs = sorted(faces[:attackers], reverse=True), sorted(faces[attackers:], reverse=True)
        pairs = list(zip(own, theirs, strict=False))
        won = sum(mine > other + situation.hills for mine, other in pairs)
        return len(pairs) - won, won

    lost, won = yield Roll("attack.dice", (D6,) * (attackers + defenders), beaten, of=Of.FACES)
    effects = [Lost(whom=whom, count=count) for whom, count in (("actor", lost), ("target", won)) if count]
    return Ruling.of("attacked", *effects, lost=lost, won=won)


@dataclass(frozen=True, slots=True, kw_only=True)
class DigIn:
    actor_name: str | None = text(section=Section.ACTOR, optional=True)
    dug_in: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every form is handed the tables
        if self.dug_in:
            yield Problem("dug_in", Message("outcome.dug_in"), (), "RSK-1")


@action("war", "RSK-1")
def dig_in(_: DigIn) -> Ruling:
    """A spade for everybody."""
    return Ruling.of("dug_in", DugIn(whom="actor"))


@dataclass(frozen=True, slots=True, kw_only=True)
class RosterEntry:
    name: str = text(section=Section.ACTOR)
    side: Colour = choice(Colour, section=Section.ACTOR)
    armies: int = number(section=Section.ACTOR, lowest=1, highest=99, unit="armies")

    def unit(self, _: Tables) -> Army:
        return Army(name=self.name, side=self.side, armies=self.armies, started=self.armies)


read_roster = roster_entry(RosterEntry, "war", "RSK-1", columns=("side", "name", "armies"), effect=roster.UnitEntered)
RULESET = Ruleset(
    id="risk",
    prefix="RSK",
    rules_version="1",
    package="tests.umpire.risk",
    actions=actions_of(*(__import__("sys").modules[__name__],)),
    groups=("war",),
    sides=(Side("red", "red"), Side("blue", "blue")),
    fresh=("attack", {}),
    ledger=Books,
    read_roster=read_roster,
)
