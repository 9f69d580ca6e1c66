"""Days and boxes, and whose move it is (AVD-3.02, AVD-3.05 to AVD-3.08, AVD-G.08)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, choice, number
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.dice import average_dice, turns_label
from sandtable.rulesets.average_dice.effects import DayBegins, MoralVictory, NightRegroup, RestoreThrow, TurnBegins
from sandtable.rulesets.average_dice.vocabulary import Side

ADVISED_TURNS = 12  # AVD-3.11: fewer are not enough to take a village without a flank march


@dataclass(frozen=True, slots=True, kw_only=True)
class NewDay:
    """The Villista player throws for a day."""

    boxes_crossed: int = number(section=Section.ACTOR, lowest=0, highest=fields.MOST_BOXES, usual=0, unit="boxes")
    days_thrown: int = number(
        section=Section.ACTOR,
        lowest=1,
        highest=fields.MOST_BOXES,
        usual=1,
        unit="days",
        option=("days", "all_thrown_first"),
    )

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """There are five boxes (AVD-3.06, AVD-3.07)."""
        most = tables.number("boxes.most")
        if self.boxes_crossed >= most:
            yield Problem("boxes_crossed", Message.of("problem.no_box_left", most=most), ("score",), "AVD-3.06")
        elif self.boxes_crossed + self.thrown > most:
            free = most - self.boxes_crossed
            yield Problem("days_thrown", Message.of("problem.too_many_days", free=free), (str(free),), "AVD-3.06")

    @property
    def thrown(self) -> int:
        """Days thrown at once."""
        return self.days_thrown or 1


@dataclass(frozen=True, slots=True, kw_only=True)
class DayVerdict(Verdict):
    """The turns of a day, the boxes now crossed, and whether the Federals gain by it."""

    turns: int
    boxes: int
    moral_victory: bool
    measures: ClassVar[dict[str, Any]] = {
        "turns": lambda verdict: verdict.turns,
        "boxes": lambda verdict: verdict.boxes,
        "enough_to_take_a_village": lambda verdict: verdict.turns >= ADVISED_TURNS,
        "moral_victory": lambda verdict: verdict.moral_victory,
    }

    def outcome(self) -> Outcome:
        """So many turns."""
        severity = 0 if self.turns >= ADVISED_TURNS else 2
        return Outcome(f"turns_{self.turns}", Message.of("outcome.day", turns=self.turns), severity, self.turns)


def new_day(situation: NewDay, tables: Tables) -> Rule[DayVerdict]:
    """Five average dice for the turns; a box is crossed, and at the third the Federals have a moral victory (AVD-3.08, AVD-G.08)."""
    days = situation.thrown
    dice = tables.number("day.dice") * days
    tally = Tally((Modifier(Message.of("reason.day", days=days, dice=dice), None, "AVD-3.05"),))
    turns: int = yield average_dice("day.turns", dice, tables, tally=tally, label=turns_label)
    before, now = situation.boxes_crossed, situation.boxes_crossed + days
    gained = before < tables.number("boxes.moral_victory") <= now
    effects: list[Effect] = [DayBegins(whom=Side.VILLISTA, day=now, turns=turns)]
    if gained:
        effects += box_victory(tables)
    if before and tables.option("days") == "night_regroup":
        effects.append(NightRegroup(whom="both", inches=Fraction(tables.number("save.add.range.inches"))))
    return DayVerdict(turns=turns, boxes=now, moral_victory=gained, effects=tuple(effects))


def box_victory(tables: Tables) -> tuple[Effect, ...]:
    """The Federal moral victory of the third box and the throw it brings (AVD-3.08, AVD-3.12)."""
    points = tables.number("points.boxes.points")
    return (
        MoralVictory(whom=Side.FEDERAL, side=Side.FEDERAL, cause="boxes", points=points),
        RestoreThrow(whom=Side.FEDERAL, dice=tables.number("restore.dice")),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NextMove:
    """The move passes on."""

    side: Side | None = choice(Side, section=Section.ACTOR, optional=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextMoveVerdict(Verdict):
    """Whose move it is."""

    side: Side
    measures: ClassVar[dict[str, Any]] = {"villistas_move": lambda verdict: verdict.side is Side.VILLISTA}

    def outcome(self) -> Outcome:
        """Certain."""
        return Outcome(self.side, Message.of("outcome.next_move", side=self.side), 0, 0)


def next_move(situation: NextMove, tables: Tables) -> NextMoveVerdict:  # noqa: ARG001 - every rule is handed its tables
    """The Villistas move first, the sides alternate (AVD-3.02, AVD-3.02b)."""
    side = situation.side or Side.VILLISTA
    return NextMoveVerdict(side=side, effects=(TurnBegins(whom=side, side=side),))
