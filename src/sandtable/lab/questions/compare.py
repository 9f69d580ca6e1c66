"""What does this rule do? Each battle is played under two rule texts: the difference, and the battles that changed hands."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from math import isfinite
from typing import Literal

from sandtable.battle.matches.match import Failure, Record
from sandtable.battle.matches.shares import Interval
from sandtable.battle.registry import table
from sandtable.battle.seat import Role
from sandtable.kernel.messages import Message, minus
from sandtable.kernel.table_names import Names
from sandtable.kernel.tables import Tables
from sandtable.lab.battles.jobs import Pair
from sandtable.lab.battles.variant import Variant
from sandtable.lab.numbers.pairs import Pairs, bootstrap_mean, saving
from sandtable.lab.numbers.sequence import Sequence as Looked
from sandtable.lab.numbers.sprt import Choice, Sprt
from sandtable.lab.numbers.tallies import Tally
from sandtable.lab.questions.balance import worth
from sandtable.lab.texts import number, points, say

SAME: Interval = (-0.02, 0.02)  # what counts as no difference
POSSIBLE = (-1.0, 0.0, 1.0)
Finding = Literal["different", "same", "unknown"]


@dataclass(frozen=True, slots=True)
class RuleChange:
    """One number, or one option, that differs between two rule texts, in players' words."""

    label: str
    rule: str
    first: str
    second: str


@dataclass(frozen=True)
class Comparison:
    """What pairs of battles say. ``planned`` is the number that was settled beforehand; none: until it is known, ``most`` at most."""

    first: Variant
    second: Variant
    pairs: tuple[Pair, ...]  # in the order of their seeds
    failures: tuple[Failure, ...] = ()
    same: Interval = SAME
    planned: int | None = None
    most: int = 0
    sprt: Sprt | None = None
    held: bool = False
    parted: bool = True  # whether it is known where pairs part

    @property
    def side(self) -> Role:
        """The side whose wins are told: the scenario's first."""
        return self.first.sides[0]

    @cached_property
    def counts(self) -> Pairs:
        """Who won what for the side: under both texts, under one of them, under neither."""
        won = Counter((pair.first.winner == self.side, pair.second.winner == self.side) for pair in self.pairs)
        return Pairs(won[True, True], won[True, False], won[False, True], won[False, False])

    @cached_property
    def differences(self) -> tuple[float, ...]:
        """What each pair is worth to the side: the second battle less the first, draws counted half."""
        return tuple(worth(pair.second, self.side) - worth(pair.first, self.side) for pair in self.pairs)

    @property
    def difference(self) -> float:
        """The difference of both shares."""
        return sum(self.differences) / len(self.differences) if self.differences else 0.0

    @property
    def shares(self) -> tuple[float, float]:
        """The side's share of wins under each text, draws counted half."""
        total = max(1, len(self.pairs))
        first, second = (sum(worth(one, self.side) for one in side) for side in self._both())
        return first / total, second / total

    def _both(self) -> tuple[list[Record], list[Record]]:
        return [pair.first for pair in self.pairs], [pair.second for pair in self.pairs]

    @cached_property
    def saving(self) -> float | None:
        """How many times more battles it would take that are not the same; none where no battle differs."""
        first, second = ([worth(one, self.side) for one in side] for side in self._both())
        ratio = saving(first, second)[0] if first else float("inf")
        return ratio if isfinite(ratio) else None

    @cached_property
    def sequence(self) -> Looked:
        """What was known after each pair."""
        looked = Looked(POSSIBLE)
        looked.add_all(self.differences)
        return looked

    @cached_property
    def interval(self) -> Interval:
        """Newcombe's for pairs where the number was settled beforehand and is reached; else the one that may be looked at any time."""
        drawn = any(one.winner is None for pair in self.pairs for one in (pair.first, pair.second))
        if self.planned is not None and len(self.pairs) >= self.planned and not drawn:
            return self.counts.interval
        return self.sequence.now.low, self.sequence.now.high

    @property
    def unpaired(self) -> Interval:
        """The interval that as many independent battles would give."""
        return self.counts.unpaired

    @property
    def finding(self) -> Finding:
        """Whether there is a difference: the interval holds none, or lies in what counts as none."""
        low, high = self.interval
        if not self.pairs:
            return "unknown"
        if low > 0 or high < 0:
            return "different"
        return "same" if self.same[0] <= low and high <= self.same[1] else "unknown"

    @property
    def choice(self) -> Choice:
        """Which of two differences a test by choice has settled on."""
        if self.sprt is None:
            return "unknown"
        return self.sprt.choice(Tally.of(self.differences, POSSIBLE))

    @property
    def decided(self) -> bool:
        """Whether a run that goes on until it is known may stop."""
        if self.sprt is not None:
            return self.choice != "unknown"
        now = self.sequence.now
        return now.low > 0 or now.high < 0 or (self.same[0] <= now.low and now.high <= self.same[1])

    @property
    def settled(self) -> bool:
        """Whether something was found that is worth confirming."""
        return self.finding == "different" or self.choice != "unknown"

    # ---- Which battles -----------------------------------------------------------------------------------------------------------------

    @cached_property
    def changed_pairs(self) -> tuple[Pair, ...]:
        """Pairs that changed hands; those first that part at a throw, since they show the rule itself at work."""
        moved = [pair for pair in self.pairs if pair.first.winner != pair.second.winner]
        return tuple(sorted(moved, key=lambda pair: pair.parting is None or pair.parting.kind != "throw"))

    def to(self, role: Role | None) -> tuple[Pair, ...]:
        """Pairs that changed to a side; draws count to neither."""
        return tuple(pair for pair in self.changed_pairs if pair.second.winner == role)

    @cached_property
    def partings(self) -> Counter[str]:
        """How many are the same to the last die, part at a throw, part at an order."""
        return Counter("same" if pair.parting is None else pair.parting.kind for pair in self.pairs)

    @cached_property
    def margins(self) -> tuple[float, ...]:
        """What each pair's margin of losses moved by, in percent of the bases: the enemy's loss less one's own."""
        return tuple(self._margin(pair.second) - self._margin(pair.first) for pair in self.pairs)

    def _margin(self, record: Record) -> float:
        own, other = self.first.sides
        there = self.first.strengths
        return 100 * (record.lost.get(other, 0) / max(1, there[other]) - record.lost.get(own, 0) / max(1, there[own]))

    @property
    def margin(self) -> tuple[float, Interval]:
        """By how much the margin of losses moved on average, with its interval."""
        return sum(self.margins) / len(self.margins) if self.margins else 0.0, bootstrap_mean(self.margins)

    # ---- In words ----------------------------------------------------------------------------------------------------------------------

    @cached_property
    def rules_changed(self) -> tuple[RuleChange, ...]:
        """What differs between the two texts."""
        return changes(self.first, self.second)

    @property
    def rule_words(self) -> str:
        """The change in a few words: the first number that differs, else what the texts are called."""
        told = self.rules_changed
        if len(told) == 1:
            return say("compare.one_rule", rule=told[0].label, value=told[0].second)
        return say("compare.texts", first=self.first.house, second=self.second.house)

    @property
    def sentence(self) -> str:
        """The answer: verdict before number, number before interval."""
        if not self.pairs:
            return say("compare.nothing")
        low, high = self.interval
        name = self.first.side_name(self.side)
        gained, lost = len(self.to(self.side)), len(self.changed_pairs) - len(self.to(self.side))
        told = {
            "rule": self.rule_words,
            "side": name,
            "points": points(self.difference, 1),
            "low": points(low, 1),
            "high": points(high, 1),
        }
        finding = f"chosen_{self.choice}" if self.choice != "unknown" else self.finding
        if self.sprt is not None:
            told |= {"same": points(self.sprt.second), "worse": points(self.sprt.first)}
        first = say(f"compare.{finding}", **told)
        hands = say(
            "compare.hands", changed=len(self.changed_pairs), pairs=number(len(self.pairs)), gained=gained, lost=lost
        )
        return f"{first} {hands}"

    @property
    def rests_on(self) -> str:
        """What the answer rests on, in one line."""
        if not self.parted:
            return say("compare.same_seeds", pairs=number(len(self.pairs)))
        told = [
            say(
                "compare.parts",
                same=self.partings["same"],
                pairs=number(len(self.pairs)),
                throw=self.partings["throw"],
                order=self.partings["order"],
            )
        ]
        if self.held:
            told.append(say("compare.held"))
        elif self.partings["order"]:
            told.append(say("compare.decides"))
        if self.planned is None:
            told.append(say("compare.any_time"))
        if self.failures:
            told.append(say("failed", failed=len(self.failures)))
        return " ".join(told)


def changes(first: Variant, second: Variant) -> tuple[RuleChange, ...]:
    """Every number and every option in which two variants differ."""
    rules = table(first.match.ruleset)
    one, other = _tables(first), _tables(second)
    names = Names(rules.ruleset)
    found = [
        RuleChange(_entry(names, one, path), str(one.rule(path) or ""), _value(one, path), _value(other, path))
        for path in sorted({*one.overridden, *other.overridden})
        if one.value(path) != other.value(path)
    ]
    say_it = rules.ruleset.catalogue.say
    for name, spec in rules.ruleset.options.items():
        if one.option(name) != other.option(name):
            label = say_it(Message(f"option.{name}.label"))
            found.append(RuleChange(label, spec.rule or "", str(one.option(name)), str(other.option(name))))
    return tuple(found)


def _entry(names: Names, tables: Tables, path: str) -> str:
    """A number by its row alone where that says enough, else by its table and row."""
    return names.entry(tables, path).rpartition(", ")[2] or path


def _value(tables: Tables, path: str) -> str:
    value = tables.value(path)
    return minus(str(value)) if isinstance(value, int) else str(value)


def _tables(one: Variant) -> Tables:
    rules = table(one.match.ruleset)
    return rules.ruleset.tables(dict(one.match.options), one.match.house)
