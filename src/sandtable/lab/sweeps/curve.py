"""Where is it even? The first side's share of wins at each value of a dial, all with the same seeds, and where the curve crosses one half."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from sandtable.battle.matches.shares import Interval
from sandtable.lab.battles.variant import Variant
from sandtable.lab.experiment import Experiment, Seeds, Stop
from sandtable.lab.numbers.pairs import BOOTSTRAPS, HIGH, LOW
from sandtable.lab.questions.balance import HALF, Balance, worth
from sandtable.lab.running import JobAnswer
from sandtable.lab.sweeps.dial import Dial, Value, set_to
from sandtable.lab.texts import number, percent, say

BATTLES = 200
SURE = 0.9  # of the curves that luck could have drawn must cross, for the crossing to be told


def sweep(base: Variant, dial: Dial, values: Sequence[Value], battles: int = BATTLES, seed: int = 0) -> Experiment:
    """The experiment: so many battles at each value, with the same seeds; what cannot be is refused before the first."""
    variants = tuple((set_to(base, dial, value),) for value in values)
    question = say("question.sweep", dial=dial.label, titles=base.scenario.title)
    return Experiment(question, variants, Stop("planned", battles), Seeds(seed))


@dataclass(frozen=True)
class Crossing:
    """Where the curve crosses one half, with its interval; luck draws the curve again and again from the same battles."""

    at: float
    interval: Interval


@dataclass(frozen=True)
class Curve:
    """What a sweep says: the dial, its values, and what was counted at each."""

    base: Variant
    dial: Dial
    values: tuple[Value, ...]
    counted: tuple[Balance, ...]

    @classmethod
    def of(cls, base: Variant, dial: Dial, values: Sequence[Value], answers: Sequence[JobAnswer]) -> Curve:
        """The curve of what a sweep came to."""
        counted = tuple(one.answer for one in answers if isinstance(one.answer, Balance))
        return cls(base, dial, tuple(values), counted)

    @property
    def shares(self) -> tuple[float, ...]:
        """The first side's share of wins at each value, draws counted half."""
        return tuple(one.score.part for one in self.counted)

    @property
    def intervals(self) -> tuple[Interval, ...]:
        """The band: where the truth lies at each value."""
        return tuple(one.interval for one in self.counted)

    @cached_property
    def places(self) -> tuple[float, ...]:
        """The values on an axis: numbers where they are, words one after the other."""
        whole = all(isinstance(value, int) for value in self.values)
        return tuple(float(value) if whole else float(place) for place, value in enumerate(self.values))

    @cached_property
    def _worths(self) -> npt.NDArray[np.float64]:
        """What each battle was worth at each value: a row a seed that was played at all of them."""
        side = self.base.sides[0]
        found = [{record.seed: worth(record, side) for record in one.records} for one in self.counted]
        seeds = sorted(set.intersection(*(set(one) for one in found))) if found else []
        return np.array([[one[seed] for one in found] for seed in seeds], dtype=float)

    @cached_property
    def crossing(self) -> Crossing | None:
        """Where it is even; none where the curve does not cross, or luck alone could have kept it from crossing."""
        at = crossing_of(self.places, self.shares)
        if at is None or not len(self._worths) or not all(isinstance(value, int) for value in self.values):
            return None
        luck = np.random.default_rng(0)
        picks = luck.integers(0, len(self._worths), (BOOTSTRAPS, len(self._worths)))
        drawn = [crossing_of(self.places, tuple(self._worths[pick].mean(axis=0))) for pick in picks]
        crossed = [one for one in drawn if one is not None]
        if len(crossed) < SURE * len(drawn):
            return None
        low, high = np.percentile(crossed, [LOW, HIGH])
        return Crossing(at, (float(low), float(high)))

    @property
    def nearest(self) -> int:
        """The place of the value whose share is nearest to one half."""
        return min(range(len(self.values)), key=lambda place: abs(self.shares[place] - HALF))

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        if not self.counted or not all(one.records for one in self.counted):
            return say("balance.nothing")
        side = self.base.side_name(self.base.sides[0])
        near = self.nearest
        low, high = self.intervals[near]
        told = {"side": side, "share": percent(self.shares[near]), "low": percent(low), "high": percent(high)}
        best = say("sweep.nearest", value=self.values[near], **told)
        if self.crossing is not None:
            ends = self.crossing.interval
            even = say(
                "sweep.crosses",
                dial=self.dial.label,
                at=_round(self.crossing.at),
                low=_round(ends[0]),
                high=_round(ends[1]),
            )
            return f"{even} {best}"
        return f"{say('sweep.no_crossing', dial=self.dial.label)} {best}"

    @property
    def rests_on(self) -> str:
        """What the answer rests on, in one line."""
        battles = max((len(one.records) for one in self.counted), default=0)
        failed = sum(len(one.failures) for one in self.counted)
        told = say(
            "sweep.rests_on",
            battles=number(battles),
            title=self.base.scenario.title,
            players=self.base.players_words,
            now=self.dial.now,
        )
        return f"{told} {say('failed', failed=failed)}" if failed else told

    def lines(self) -> list[str]:
        """Each value in a line."""
        return [
            say("sweep.line", value=value, share=percent(share), low=percent(low), high=percent(high))
            for value, share, (low, high) in zip(self.values, self.shares, self.intervals, strict=True)
        ]

    def plain(self) -> dict[str, Any]:
        """The whole answer as plain data."""
        crossing = self.crossing
        return {
            "kind": "sweep",
            "scenario": self.base.name,
            "dial": self.dial.name,
            "label": self.dial.label,
            "now": self.dial.now,
            "sentence": self.sentence,
            "rests_on": self.rests_on,
            "side": self.base.sides[0],
            "points": [
                {"value": value, "share": share, "interval": list(band), "battles": len(one.records)}
                for value, share, band, one in zip(self.values, self.shares, self.intervals, self.counted, strict=True)
            ],
            "crossing": None if crossing is None else {"at": crossing.at, "interval": list(crossing.interval)},
        }


def crossing_of(places: Sequence[float], shares: Sequence[float]) -> float | None:
    """Where a line through the points first crosses one half, between two neighbours; none where it never does."""
    points = sorted(zip(places, shares, strict=True))
    for (left, low), (right, high) in pairwise(points):
        if (low - HALF) * (high - HALF) <= 0 and low != high:
            return left + (HALF - low) / (high - low) * (right - left)
    return None


def _round(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")
