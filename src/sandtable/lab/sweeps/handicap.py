"""A handicap that works: what evens a battle, and a ladder of steps for either side, each measured on the same battles."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sandtable.battle.matches.shares import Interval
from sandtable.battle.scenario.scenario import Handicap
from sandtable.battle.seat import Role
from sandtable.kernel.problem import Refusal, refuse
from sandtable.lab.battles.jobs import Pair
from sandtable.lab.battles.variant import Variant
from sandtable.lab.experiment import Experiment, Seeds, Stop
from sandtable.lab.questions.balance import HALF, Balance
from sandtable.lab.questions.compare import Comparison
from sandtable.lab.running import JobAnswer
from sandtable.lab.sweeps.dial import Dial, Value, all_words, dial_called, set_to
from sandtable.lab.texts import number, percent, points, say

STEPS = 3
MOST_STEPS = 6
BY = ("bases", "turns", "quality")
IN_FILE = ("unit", "side", "victory", "arrival")  # kinds of dials that stand in a scenario's file


@dataclass(frozen=True)
class Rung:
    """One setting of a dial that is not the present one."""

    dial: Dial
    value: Value
    variant: Variant


def rungs_of(base: Variant, by: str, steps: int = STEPS) -> tuple[Rung, ...]:
    """The settings to be measured: so many either way of a dial, or as many bases more for the largest units of each side."""
    if by == "bases":
        found = [rung for side in base.sides for rung in _more_bases(base, side, steps)]
    elif by == "quality":
        sides = [side.label for side in base.scenario.sides if side.quality]
        if not sides:
            raise refuse("--by", "lab.handicap.no_quality", BY)
        found = [rung for side in sides for rung in _either_way(base, dial_called(base, f"side:{side}.quality"), steps)]
    else:
        found = list(_either_way(base, dial_called(base, "victory.turns" if by == "turns" else by), steps))
    if not found:
        raise refuse("--by", "lab.handicap.no_step", BY, by=by)
    return tuple(found)


def _more_bases(base: Variant, side: Role, steps: int) -> list[Rung]:
    """The largest unit of a side with more and more bases; where it can have no more, the next largest, until there are steps enough."""
    found: list[Rung] = []
    for unit in sorted((unit for unit in base.scenario.units if unit.side == side), key=lambda unit: -unit.bases):
        dial = dial_called(base, f"unit:{unit.id}.bases")
        found += _allowed(base, dial, [unit.bases + step for step in range(1, steps + 1 - len(found))])
        if len(found) >= steps:
            break
    return found


def _either_way(base: Variant, dial: Dial, steps: int) -> list[Rung]:
    words = all_words(base, dial)
    if words:
        here = words.index(str(dial.now)) if dial.now in words else 0
        wanted: list[Value] = [word for place, word in enumerate(words) if 0 < abs(place - here) <= steps]
    elif isinstance(dial.now, int):
        wanted = [dial.now + step for step in range(-steps, steps + 1) if step]
    else:
        wanted = []
    return _allowed(base, dial, wanted)


def _allowed(base: Variant, dial: Dial, values: Sequence[Value]) -> list[Rung]:
    """Those settings that the rules and the scenario allow."""
    found: list[Rung] = []
    for value in values:
        try:
            found.append(Rung(dial, value, set_to(base, dial, value)))
        except Refusal:
            continue
    return found


def handicap(base: Variant, rungs: Sequence[Rung], battles: int, seed: int = 0) -> Experiment:
    """The experiment: the battle as it is, and each setting, with the same seeds."""
    question = say("question.handicap", titles=base.scenario.title)
    variants = ((base,), *((rung.variant,) for rung in rungs))
    return Experiment(question, variants, Stop("planned", battles), Seeds(seed))


@dataclass(frozen=True)
class Step:
    """What a setting is worth: whom it helps, by how many points of wins, beside the battle as it is."""

    rung: Rung
    side: Role  # whom it helps
    gain: float
    interval: Interval
    share: float  # of the first side's wins under it

    @property
    def sure(self) -> bool:
        """Whether its gain is certain: the interval does not hold nought."""
        return self.interval[0] > 0


@dataclass(frozen=True)
class Ladder:
    """What was measured: the battle as it is, and steps for either side, the smallest first."""

    base: Variant
    rungs: tuple[Rung, ...]
    now: Balance
    counted: tuple[Balance, ...]
    most: int = STEPS

    @classmethod
    def of(cls, base: Variant, rungs: Sequence[Rung], answers: Sequence[JobAnswer], most: int = STEPS) -> Ladder:
        """The ladder of what was played."""
        now, *others = (one.answer for one in answers if isinstance(one.answer, Balance))
        return cls(base, tuple(rungs), now, tuple(others), most)

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """Every setting, as a step for the side that it helps."""
        return tuple(self._step(rung, told) for rung, told in zip(self.rungs, self.counted, strict=False))

    def _step(self, rung: Rung, balance: Balance) -> Step:
        before = {record.seed: record for record in self.now.records}
        pairs = tuple(Pair(one.seed, before[one.seed], one, None) for one in balance.records if one.seed in before)
        found = Comparison(self.base, rung.variant, pairs, planned=len(pairs), most=len(pairs), parted=False)
        low, high = found.interval
        own, other = self.base.sides
        if found.difference >= 0:
            return Step(rung, own, found.difference, (low, high), balance.score.part)
        return Step(rung, other, -found.difference, (-high, -low), balance.score.part)

    def ladder(self, side: Role) -> tuple[Step, ...]:
        """The steps for a side, each larger than the one before it."""
        mine = sorted((step for step in self.steps if step.side == side and step.gain > 0), key=lambda step: step.gain)
        return tuple(mine[: self.most])

    @property
    def written(self) -> tuple[Handicap, ...]:
        """The steps as a scenario's file holds them: those that are sure, in whole points, each worth more than the one before it."""
        found: dict[tuple[Role, int], Handicap] = {}
        for side in self.base.sides:
            for step in self.ladder(side):
                low, high = (round(100 * end) for end in step.interval)
                worth, battles = round(100 * step.gain), len(self.now.records)
                if step.sure:
                    told = Handicap(side, step.rung.dial.name, step.rung.value, worth, (low, high), battles)
                    found.setdefault((side, worth), told)
        return tuple(found.values())

    @property
    def evens(self) -> Step | None:
        """The setting that comes nearest to even; none where the battle as it is comes nearer."""
        nearest = min(self.steps, key=lambda step: abs(step.share - HALF), default=None)
        if nearest is None or abs(nearest.share - HALF) >= abs(self.now.score.part - HALF):
            return None
        return nearest

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        if not self.now.records or not self.steps:
            return say("balance.nothing")
        own = self.base.side_name(self.base.sides[0])
        as_it_is = say(
            "handicap.now",
            side=own,
            share=percent(self.now.score.part),
            low=percent(self.now.interval[0]),
            high=percent(self.now.interval[1]),
        )
        even = self.evens
        if even is None:
            return f"{as_it_is} {say('handicap.none_evens')}"
        told = say(
            "handicap.evens", dial=even.rung.dial.label, value=even.rung.value, side=own, share=percent(even.share)
        )
        return f"{as_it_is} {told}"

    def lines(self) -> list[str]:
        """The ladder of each side, a step a line."""
        return [
            say(
                "handicap.step" if step.sure else "handicap.unsure",
                side=self.base.side_name(side),
                step=place,
                dial=step.rung.dial.label,
                value=step.rung.value,
                points=points(step.gain, 1),
                low=points(step.interval[0], 1),
                high=points(step.interval[1], 1),
            )
            for side in self.base.sides
            for place, step in enumerate(self.ladder(side), start=1)
        ]

    @property
    def rests_on(self) -> str:
        """What the answer rests on, in one line."""
        battles = number(len(self.now.records))
        return say(
            "handicap.rests_on", battles=battles, title=self.base.scenario.title, players=self.base.players_words
        )

    def plain(self) -> dict[str, Any]:
        """The whole answer as plain data."""
        return {
            "kind": "handicap",
            "scenario": self.base.name,
            "sentence": self.sentence,
            "rests_on": self.rests_on,
            "share": self.now.score.part,
            "interval": list(self.now.interval),
            "evens": None if self.evens is None else _plain_step(self.evens),
            "ladders": {side: [_plain_step(step) for step in self.ladder(side)] for side in self.base.sides},
        }


def _plain_step(step: Step) -> dict[str, Any]:
    return {
        "dial": step.rung.dial.name,
        "value": step.rung.value,
        "side": step.side,
        "points": 100 * step.gain,
        "interval": [100 * end for end in step.interval],
        "share": step.share,
        "sure": step.sure,
    }
