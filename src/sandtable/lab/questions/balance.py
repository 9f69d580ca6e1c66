"""Is it fair? Battles of one scenario, and what they say: who wins, how long it takes, who has something to do."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from sandtable.battle.matches.course import Course
from sandtable.battle.matches.match import Failure, Record
from sandtable.battle.matches.shares import Interval
from sandtable.battle.seat import Role
from sandtable.lab.battles.variant import Variant
from sandtable.lab.numbers.sequence import Look, battles_needed
from sandtable.lab.numbers.sequence import Sequence as Looked
from sandtable.lab.numbers.shares import Share, median_of
from sandtable.lab.texts import number, percent, say

GOAL: Interval = (0.45, 0.55)
WORTH = {True: 1.0, False: 0.0, None: 0.5}  # a battle to a side: won, lost, drawn
HALF = 0.5
POSSIBLE = (0.0, 1.0)
Finding = Literal["even", "not_even", "unknown"]


def worth(record: Record, side: Role) -> float:
    """What a battle is worth to a side."""
    return WORTH[None if record.winner is None else record.winner == side]


@dataclass(frozen=True, slots=True)
class Idle:
    """A column that has the least to do: in how much of the turns it could have fought it did."""

    column: str
    side: Role
    share: float


@dataclass(frozen=True)
class Balance:
    """What battles of a variant say. ``planned`` is the number that was settled beforehand; none: until it is known, ``most`` at most."""

    variant: Variant
    records: tuple[Record, ...]  # in the order of their seeds
    failures: tuple[Failure, ...] = ()
    goal: Interval = GOAL
    planned: int | None = None
    most: int = 0

    @property
    def side(self) -> Role:
        """The side whose wins are told: the scenario's first."""
        return self.variant.sides[0]

    @cached_property
    def sequence(self) -> Looked:
        """What was known after each battle."""
        looked = Looked(POSSIBLE)
        looked.add_all(worth(record, self.side) for record in self.records)
        return looked

    @property
    def look(self) -> Look:
        """What is known now, for whoever looks again and again."""
        return self.sequence.now

    @cached_property
    def interval(self) -> Interval:
        """That of a share where the number was settled beforehand and is reached; else the one that may be looked at any time."""
        if self.planned is not None and len(self.records) >= self.planned:
            return self.score.interval
        return self.look.low, self.look.high

    @cached_property
    def score(self) -> Share:
        """Wins, draws counted half."""
        return Share(sum(worth(record, self.side) for record in self.records), len(self.records))

    def wins(self, role: Role | None) -> Share:
        """Battles that a side won; nobody's are drawn."""
        return Share(sum(record.winner == role for record in self.records), len(self.records))

    @property
    def finding(self) -> Finding:
        """Whether it is even: the interval lies in the goal, out of it, or nobody knows yet."""
        low, high = self.interval
        if not self.records:
            return "unknown"
        if self.goal[0] <= low and high <= self.goal[1]:
            return "even"
        return "not_even" if high < self.goal[0] or low > self.goal[1] else "unknown"

    @property
    def decided(self) -> bool:
        """Whether a run that goes on until it is known may stop."""
        verdict = self.look.against(self.goal)
        return verdict != "unknown"

    # ---- How long, how alive ---------------------------------------------------------------------------------------------------------

    @cached_property
    def courses(self) -> tuple[tuple[Record, Course], ...]:
        """Battles whose course is known."""
        return tuple((record, record.course) for record in self.records if record.course is not None)

    @cached_property
    def decisions(self) -> tuple[int, ...]:
        """The turn in which each battle was decided; draws are left out."""
        found = (course.decided(record.winner) for record, course in self.courses)
        return tuple(turn for turn in found if turn is not None)

    @property
    def decision_turn(self) -> int:
        """The turn by which half of the battles are decided."""
        return median_of(list(self.decisions))

    def decided_by(self, turn: int) -> float:
        """The share of battles that were decided by the end of a turn."""
        return sum(one <= turn for one in self.decisions) / len(self.decisions) if self.decisions else 0.0

    @cached_property
    def turns(self) -> Counter[int]:
        """How many battles ended in each turn."""
        return Counter(record.turns for record in self.records)

    @property
    def last_turn(self) -> int:
        """The scenario's last turn, or the longest battle's where it sets none."""
        return self.variant.scenario.victory.turns or max(self.turns, default=0)

    @property
    def orders(self) -> int:
        """Orders of a battle, both sides, the middle one."""
        return median_of([record.orders for record in self.records])

    @cached_property
    def reasons(self) -> Counter[str]:
        """How battles ended."""
        return Counter(record.reason for record in self.records)

    @cached_property
    def contacts(self) -> Counter[int]:
        """The turn of the first shot."""
        return Counter(course.contact for _, course in self.courses)

    def activity(self, column: int) -> tuple[float | None, ...]:
        """Turn by turn, of the battles that still went on, the share in which a column fought; nothing where none did go on."""
        longest = max((course.turns for _, course in self.courses), default=0)
        told: list[float | None] = []
        for turn in range(longest):
            there = [course.active[turn] >> column & 1 for _, course in self.courses if course.turns > turn]
            told.append(sum(there) / len(there) if there else None)
        return tuple(told)

    @cached_property
    def idlest(self) -> Idle | None:
        """The column that is in action least, of all turns that were played."""
        columns, total = self.variant.scenario.columns, sum(course.turns for _, course in self.courses)
        if not total or not columns:
            return None
        shares = [
            sum(bits >> place & 1 for _, course in self.courses for bits in course.active) / total
            for place in range(len(columns))
        ]
        place = shares.index(min(shares))
        return Idle(columns[place].name, columns[place].side, shares[place])

    def lost(self, record: Record, role: Role) -> float:
        """What a side lost in a battle, of what it had."""
        return record.lost.get(role, 0) / max(1, self.variant.strengths[role])

    # ---- In words --------------------------------------------------------------------------------------------------------------------

    @property
    def sentence(self) -> str:
        """The answer: verdict before number, number before interval."""
        if not self.records:
            return say("balance.nothing")
        low, high = self.interval
        told = {
            "side": self.variant.side_name(self.side),
            "share": percent(self.score.part),
            "low": percent(low),
            "high": percent(high),
            "battles": number(len(self.records)),
            "count": len(self.records),
            "goal_low": percent(self.goal[0]),
            "goal_high": percent(self.goal[1]),
        }
        first = say(f"balance.{self.finding}", **told)
        return " ".join([first, *self._lengths()])

    def _lengths(self) -> list[str]:
        if self.decisions:
            return [say("balance.decided_by", turn=self.decision_turn)]
        return [say("balance.median_turns", turns=median_of([record.turns for record in self.records]))]

    @property
    def rests_on(self) -> str:
        """What the answer rests on, in one line."""
        told = [
            say(
                "balance.rests_on",
                battles=len(self.records),
                title=self.variant.scenario.title,
                players=self.variant.players_words,
                house=self.variant.house,
            )
        ]
        if self.planned is None:
            told.append(say("balance.any_time", needed=number(round(battles_needed(self.goal), -2))))
        elif len(self.records) < self.planned:
            told.append(say("balance.not_all", planned=number(self.planned)))
        if self.failures:
            told.append(say("failed", failed=len(self.failures)))
        favours = self.variant.scenario.history.favours
        if favours:
            told.append(say("balance.favours", side=self.variant.side_name(favours)))
        return " ".join(told)

    def convention(self) -> Iterable[tuple[str, str]]:
        """What a game master wants to know before a convention: a figure, and what it is."""
        total = len(self.records)
        if not total:
            return
        last = self.last_turn
        yield f"{percent(self.turns[last] / total)}%", say("balance.last_turn", turn=last)
        if self.decisions:
            by = min(self.last_turn, self.decision_turn + 2)
            yield str(self.decision_turn), say("balance.decision", share=percent(self.decided_by(by)), turn=by)
        yield str(self.orders), say("balance.orders")
        if self.contacts:
            turn, often = self.contacts.most_common(1)[0]
            yield str(turn), say("balance.first_shot", share=percent(often / total))
        reason, often = self.reasons.most_common(1)[0]
        yield f"{percent(often / total)}%", say("balance.reason", reason=reason_words(reason))
        if self.idlest is not None:
            told = "idle" if self.idlest.share < HALF else "busy"
            yield f"{percent(self.idlest.share)}%", say(f"balance.{told}", column=self.idlest.column)


def reason_words(reason: str) -> str:
    """How battles ended, in words; one that a ruleset has alone is told as it calls it."""
    if reason in ("morale", "destroyed", "turns"):
        return say(f"reason.{reason}")
    return say("reason.other", reason=reason.replace("_", " "))


def in_order(records: Iterable[Record]) -> tuple[Record, ...]:
    """Records by their seeds, so that nothing depends on which battle was over first."""
    return tuple(sorted(records, key=lambda record: (len(record.seed), record.seed)))


def mean(values: Sequence[float]) -> float:
    """The mean; nought of none."""
    return sum(values) / len(values) if values else 0.0
