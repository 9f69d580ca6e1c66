"""Which numbers matter? What battles say in which one number or another was turned by a step: those that move the wins, those that are dead, those never read."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from sandtable.battle.matches.match import Failure
from sandtable.battle.matches.shares import Interval
from sandtable.battle.seat import Role
from sandtable.lab.battles.batches import Brief
from sandtable.lab.battles.variant import Variant
from sandtable.lab.knobs.knob import Knob, KnobWords
from sandtable.lab.numbers.holm import holm
from sandtable.lab.numbers.pairs import Pairs
from sandtable.lab.numbers.sequence import interval as any_time
from sandtable.lab.numbers.shares import ALPHA
from sandtable.lab.numbers.tallies import Tally
from sandtable.lab.questions.balance import WORTH
from sandtable.lab.questions.compare import POSSIBLE
from sandtable.lab.texts import number, points, say

STANDS_OUT = 0.1  # how likely the battles that changed hands may be parted so unevenly by chance, to be looked at again
MOST_CONFIRMED = 12  # numbers that are looked at again
TOLD = 10  # lines of a list
Fate = Literal["unread", "dead", "moves"]


def worth(brief: Brief, side: Role) -> float:
    """What a battle is worth to a side."""
    return WORTH[None if brief.winner is None else brief.winner == side]


@dataclass(frozen=True)
class Steps:
    """Pairs of battles of one scenario: by how much the number was turned, the battle as it is, and with the number turned."""

    side: Role
    pairs: tuple[tuple[int, Brief, Brief], ...]
    touched: int  # battles that read the number

    @property
    def ordered(self) -> list[tuple[Brief, Brief]]:
        """Each pair with the smaller number first."""
        return [(first, second) if by > 0 else (second, first) for by, first, second in self.pairs]


@dataclass(frozen=True)
class Effect:
    """What one step up of a number does, over all scenarios."""

    knob: Knob
    label: str
    steps: tuple[Steps, ...]

    @property
    def battles(self) -> int:
        """How many pairs there are."""
        return sum(len(one.pairs) for one in self.steps)

    @property
    def touched(self) -> int:
        """In how many the number was read."""
        return sum(one.touched for one in self.steps)

    @cached_property
    def same(self) -> int:
        """How many pairs are the same battle, in every turn and to the last base."""
        return sum(first.mark == second.mark for one in self.steps for _, first, second in one.pairs)

    @property
    def fate(self) -> Fate:
        """Whether the number is never read, is read and changes nothing, or changes something."""
        if not self.touched:
            return "unread"
        return "dead" if self.same == self.battles else "moves"

    @cached_property
    def counts(self) -> Pairs:
        """Who won what for the first side: with either number, with the smaller one, with the larger one, with neither."""
        won = Counter(
            (first.winner == one.side, second.winner == one.side) for one in self.steps for first, second in one.ordered
        )
        return Pairs(won[True, True], won[True, False], won[False, True], won[False, False])

    @cached_property
    def differences(self) -> tuple[float, ...]:
        """What each pair is worth to the first side: with the larger number less with the smaller, draws counted half."""
        return tuple(
            worth(second, one.side) - worth(first, one.side) for one in self.steps for first, second in one.ordered
        )

    @property
    def difference(self) -> float:
        """What one step up moves the first side's share of wins by."""
        return sum(self.differences) / len(self.differences) if self.differences else 0.0

    @property
    def margin(self) -> float:
        """What one step up moves the margin of losses by, in points of percent."""
        moved = [second.margin - first.margin for one in self.steps for first, second in one.ordered]
        return sum(moved) / len(moved) if moved else 0.0

    @cached_property
    def interval(self) -> Interval:
        """Newcombe's for pairs; where battles are drawn the wider one that holds for any values."""
        drawn = any(battle.winner is None for one in self.steps for _, *both in one.pairs for battle in both)
        return any_time(Tally.of(self.differences, POSSIBLE)) if drawn else self.counts.interval

    @property
    def chance(self) -> float:
        """How likely battles change hands at least as unevenly if the number does nothing (McNemar's exact test)."""
        return self.counts.chance

    @property
    def hands(self) -> int:
        """Battles that changed hands."""
        return sum(first.winner != second.winner for one in self.steps for _, first, second in one.pairs)


@dataclass(frozen=True)
class Confirmed:
    """What a number that stood out does on fresh battles; ``chance`` is corrected for how many were looked at."""

    screened: Effect
    fresh: Effect
    chance: float

    @property
    def holds(self) -> bool:
        """Whether it moves the wins on fresh battles too."""
        return self.chance <= ALPHA


@dataclass(frozen=True)
class Sensitivity:
    """The answer of a screen."""

    bases: tuple[Variant, ...]
    knobs: tuple[Knob, ...]
    steps: Mapping[str, Sequence[Steps]]
    fresh: Mapping[str, Sequence[Steps]]
    step: int
    screen: int
    confirm: int
    failures: tuple[Failure, ...] = ()
    most: int = MOST_CONFIRMED

    @property
    def side(self) -> Role:
        """The side whose wins are told: the scenario's first."""
        return self.bases[0].sides[0]

    @property
    def side_name(self) -> str:
        """What it is called; with several scenarios by its label, since it has other names in each."""
        return self.bases[0].side_name(self.side) if len(self.bases) == 1 else self.side

    @cached_property
    def effects(self) -> tuple[Effect, ...]:
        """Every number with what it does, in the order of the tables."""
        words = KnobWords(self.bases[0])
        return tuple(Effect(knob, words.label(knob), tuple(self.steps[knob.name])) for knob in self.knobs)

    def of(self, fate: Fate) -> tuple[Effect, ...]:
        """The numbers of a fate. That one does nothing is said only where all its battles were looked at, those that failed left out."""
        return tuple(
            one for one in self.effects if one.fate == fate and one.battles and (fate == "moves" or self.is_whole(one))
        )

    def is_whole(self, one: Effect) -> bool:
        """Whether a screen was not stopped before it had come to the last battle of a number."""
        return one.battles + len(self.failures) >= self.screen * len(self.bases)

    @cached_property
    def ranking(self) -> tuple[Effect, ...]:
        """Those that change something, by how far they move the wins, then by how few of their battles stay the same."""
        moving = self.of("moves")
        return tuple(sorted(moving, key=lambda one: (-abs(one.difference), one.same - one.battles, one.knob.name)))

    @cached_property
    def standing_out(self) -> tuple[Effect, ...]:
        """Those that are worth fresh battles: they change hands more to one side than chance would do once in ten."""
        found = [one for one in self.ranking if one.chance <= STANDS_OUT]
        return tuple(sorted(found, key=lambda one: (one.chance, -abs(one.difference)))[: self.most])

    @cached_property
    def confirmed(self) -> tuple[Confirmed, ...]:
        """What stood out, on fresh battles, corrected after Holm; the largest first."""
        again = [(one, Effect(one.knob, one.label, tuple(self.fresh[one.knob.name]))) for one in self.standing_out]
        there = [(one, fresh) for one, fresh in again if fresh.battles]
        chances = holm([fresh.chance for _, fresh in there])
        found = [Confirmed(one, fresh, chance) for (one, fresh), chance in zip(there, chances, strict=True)]
        return tuple(sorted(found, key=lambda one: (not one.holds, -abs(one.fresh.difference))))

    @cached_property
    def best(self) -> Mapping[str, Effect]:
        """What is best known of each number: on fresh battles where there are some."""
        known = {one.knob.name: one for one in self.effects}
        return known | {one.fresh.knob.name: one.fresh for one in self.confirmed}

    @property
    def refuted(self) -> frozenset[str]:
        """Numbers that stood out, and did not on fresh battles."""
        return frozenset(one.fresh.knob.name for one in self.confirmed if not one.holds)

    # ---- In words ----------------------------------------------------------------------------------------------------------------------

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        if not any(one.battles for one in self.effects):
            return say("knobs.nothing")
        holding = [one for one in self.confirmed if one.holds]
        counted = {fate: len(self.of(fate)) for fate in ("unread", "dead", "moves")}
        told = say("knobs.counted", numbers=number(len(self.knobs)), **counted)
        left = len(self.knobs) - sum(counted.values())
        if left > 0:  # it was stopped before it came to them
            told = f"{told} {say('knobs.not_looked', n=left)}"
        if holding:
            return say("knobs.confirmed", first=self._first(holding[0].fresh), holding=len(holding), counted=told)
        if self.confirmed:
            return say("knobs.refuted", looked=len(self.confirmed), counted=told)
        if not self.standing_out:
            return say("knobs.none_stands_out", counted=told)
        return say("knobs.screened", first=self._first(self.standing_out[0]), counted=told)

    def _first(self, one: Effect) -> str:
        low, high = one.interval
        return say(
            "knobs.effect",
            label=one.label,
            points=points(one.difference, 1),
            side=self.side_name,
            low=points(low, 1),
            high=points(high, 1),
        )

    @property
    def rests_on(self) -> str:
        """What the answer rests on, in one line."""
        titles = "; ".join(one.scenario.title for one in self.bases)
        told = [say("knobs.rests_on", screen=self.screen, step=self.step, titles=titles, players=self._players)]
        if self.confirm and self.confirmed:
            told.append(say("knobs.fresh", confirm=number(self.confirm), looked=len(self.confirmed)))
        else:
            told.append(say("knobs.a_screen", points=points(1 / max(1, self.screen), 1).lstrip("+")))
        if self.failures:
            told.append(say("failed", failed=len(self.failures)))
        return " ".join(told)

    @property
    def _players(self) -> str:
        return self.bases[0].players_words

    def line(self, one: Effect) -> str:
        """What a number does, in a sentence."""
        name = one.knob.name
        if one.fate == "unread":
            return say("knobs.unread", label=one.label, battles=number(one.battles))
        if one.fate == "dead":
            return say("knobs.dead", label=one.label, same=number(one.same), battles=number(one.battles))
        told = self._first(one)
        confirmed = next((each for each in self.confirmed if each.fresh.knob.name == name), None)
        if confirmed is not None and one is confirmed.fresh:
            how = "knobs.holds" if confirmed.holds else "knobs.holds_not"
            return say(how, effect=told, battles=number(one.battles), chance=f"{confirmed.chance:.3f}")
        return say("knobs.moves", effect=told, hands=one.hands, battles=number(one.battles), same=one.same)

    def lines(self) -> list[str]:
        """The ranking: what was confirmed, then what else was seen to move most."""
        looked = [one.fresh for one in self.confirmed]
        names = {one.knob.name for one in looked}
        others = [one for one in self.ranking if one.knob.name not in names]
        return [self.line(one) for one in [*looked, *others][:TOLD]]
