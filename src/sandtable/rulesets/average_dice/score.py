"""Moral victories, points and the winner (chapter 13, AVD-3.04, AVD-G.32, AVD-G.33, AVD-G.42)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, cell, number, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Verdict
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.effects import Scored, Wins
from sandtable.rulesets.average_dice.vocabulary import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The game is over."""

    boxes_crossed: int = number(section=Section.ALL, lowest=0, highest=fields.MOST_BOXES, usual=1, unit="boxes")
    villages_held: int = number(
        section=Section.ALL, lowest=0, highest=cell("villages.number", times=5), usual=0, unit="villages"
    )
    federal_general_killed: bool = yes_no(section=Section.ALL, usual=False)
    villista_general_killed: bool = yes_no(section=Section.ALL, usual=False)
    villista_units: int = number(section=Section.ALL, lowest=0, highest=fields.MOST_UNITS, usual=10, unit="units")
    federal_units: int = number(section=Section.ALL, lowest=0, highest=fields.MOST_UNITS, usual=10, unit="units")

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """There are two villages and five boxes."""
        villages, boxes = tables.number("villages.number"), tables.number("boxes.most")
        if self.villages_held > villages:
            yield Problem("villages_held", Message.of("problem.villages", most=villages), (), "AVD-1.08")
        if self.boxes_crossed > boxes:
            yield Problem("boxes_crossed", Message.of("problem.boxes", most=boxes), (), "AVD-3.06")


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreVerdict(Verdict):
    """Points of both sides and the winner."""

    villista: int
    federal: int
    winner: Side
    how: str
    measures: ClassVar[dict[str, Any]] = {
        "villista_points": lambda verdict: verdict.villista,
        "federal_points": lambda verdict: verdict.federal,
        "villistas_win": lambda verdict: verdict.winner is Side.VILLISTA,
    }

    def outcome(self) -> Outcome:
        """Certain."""
        label = Message.of("outcome.score", villista=self.villista, federal=self.federal, side=self.winner)
        return Outcome("score", label, 0, 0)

    def headline(self) -> Message:
        """The winner."""
        return Message.of(f"headline.score.{self.how}", side=self.winner)


def score(situation: Score, tables: Tables) -> ScoreVerdict:
    """Add up the moral victories of both sides (AVD-13.02 to AVD-13.05) and name the winner (AVD-G.33)."""
    villista = tuple(points(Side.VILLISTA, situation, tables))
    federal = tuple(points(Side.FEDERAL, situation, tables))
    ours, theirs = _sum(villista), _sum(federal)
    winner, how = winner_of(ours, theirs, situation.villages_held, tables)
    effects: tuple[Effect, ...] = (
        Scored(whom=Side.VILLISTA, side=Side.VILLISTA, points=ours),
        Scored(whom=Side.FEDERAL, side=Side.FEDERAL, points=theirs),
        Wins(whom=winner, side=winner, how=how),
    )
    return ScoreVerdict(
        villista=ours, federal=theirs, winner=winner, how=how, effects=effects, reasons=tuple(_told(villista, federal))
    )


def _told(*sides: tuple[Modifier, ...]) -> Iterator[Tally]:
    """The points of each side by themselves: their sum over both would mean nothing."""
    for side, entries in zip(Side, sides, strict=True):
        if entries:
            yield Tally(entries, side.message)


def points(side: Side, situation: Score, tables: Tables) -> Iterator[Modifier]:
    """The moral victories of a side with their points."""
    killed = situation.federal_general_killed if side is Side.VILLISTA else situation.villista_general_killed
    own, theirs = situation.villista_units, situation.federal_units
    if side is Side.FEDERAL:
        own, theirs = theirs, own
    if side is Side.VILLISTA and situation.villages_held:
        yield _points("village", side, situation.villages_held, tables)
    if killed:
        yield _points("general", side, 1, tables)
    if side is Side.FEDERAL and situation.boxes_crossed >= tables.number("boxes.moral_victory"):
        yield _points("boxes", side, 1, tables)
    if own > theirs:
        yield _points("extra_unit", side, own - theirs, tables)


def _points(cause: str, side: Side, times: int, tables: Tables) -> Modifier:
    path = f"points.{cause}.points"
    reason = Message.of(f"reason.points.{cause}", side=side, times=times)
    return Modifier(reason, times * tables.number(path), tables.rule(path), tables.is_house(path))


def _sum(entries: tuple[Modifier, ...]) -> int:
    return sum(int(entry.value or 0) for entry in entries)


def winner_of(villista: int, federal: int, villages: int, tables: Tables) -> tuple[Side, str]:
    """The Villistas win with a village and at least as many points; by option points alone decide (AVD-3.04, AVD-G.33)."""
    if tables.option("victory") == "points_only":
        if villista == federal:
            return Side.FEDERAL, "tie"
        return (Side.VILLISTA if villista > federal else Side.FEDERAL), "points"
    if villages and villista >= federal:
        return Side.VILLISTA, "village"
    if not villages and villista > federal:
        return Side.FEDERAL, "attack_failed"
    return Side.FEDERAL, "held"


@dataclass(frozen=True, slots=True, kw_only=True)
class Village:
    """Who is in the houses of a village (AVD-G.32)."""

    houses_usable: int = number(
        section=Section.ALL, lowest=0, highest=cell("villages.houses", times=3), usual=3, unit="houses"
    )
    houses_held: int = number(
        section=Section.ALL, lowest=0, highest=cell("villages.houses", times=3), usual=0, unit="houses"
    )
    only_villistas_near: bool = yes_no(section=Section.ALL, usual=False)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Nobody holds a house that is not usable, and a village has three."""
        houses = tables.number("villages.houses")
        if self.houses_usable > houses:
            yield Problem("houses_usable", Message.of("problem.houses", most=houses), (), "AVD-1.08")
        if self.houses_held > self.houses_usable:
            yield Problem("houses_held", Message.of("problem.houses", most=self.houses_usable), (), "AVD-G.32")


@dataclass(frozen=True, slots=True, kw_only=True)
class VillageVerdict(Verdict):
    """Captured or not."""

    captured: bool
    points: int
    measures: ClassVar[dict[str, Any]] = {
        "captured": lambda verdict: verdict.captured,
        "points": lambda verdict: verdict.points,
    }

    def outcome(self) -> Outcome:
        """Certain."""
        name = "captured" if self.captured else "not_captured"
        return Outcome(name, Message(f"outcome.village.{name}"), 3 if self.captured else 0, 0)


def village(situation: Village, tables: Tables) -> VillageVerdict:
    """Captured with 2 of the usable houses, all if fewer remain, the ground if none does (AVD-13.02, AVD-G.32)."""
    needed = min(int(tables.option("village_houses")), situation.houses_usable)
    captured = situation.houses_held >= needed if needed else situation.only_villistas_near
    worth = tables.number("points.village.points") if captured else 0
    reason = Message.of("reason.village", needed=needed, held=situation.houses_held)
    return VillageVerdict(
        captured=captured,
        points=worth,
        effects=(Scored(whom=Side.VILLISTA, side=Side.VILLISTA, points=worth),) if captured else (),
        reasons=(Modifier(reason, None, "AVD-G.32"),),
    )
