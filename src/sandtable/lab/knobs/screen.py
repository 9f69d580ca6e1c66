"""A screen: every number of the tables one step up and one step down, and what stands out again on fresh battles. All settled beforehand."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256
from time import monotonic
from typing import Any

from sandtable.kernel import codec
from sandtable.kernel.problem import refuse
from sandtable.lab.battles.batches import Batch, Brief
from sandtable.lab.battles.journal import Head, Journal, Line
from sandtable.lab.battles.runner import Runner
from sandtable.lab.battles.variant import SHORT, Variant, plain_variants, variants_in
from sandtable.lab.experiment import CONFIRM, Seeds
from sandtable.lab.knobs.errands import AS_IT_IS, NOTED, Errand, Turning, in_batches
from sandtable.lab.knobs.knob import Knob, knobs_of, turned_by
from sandtable.lab.knobs.sensitivity import MOST_CONFIRMED, Sensitivity, Steps

SCREENED, CONFIRMED = 40, 400  # battles for each number
NOTED_TOGETHER, CONFIRMED_TOGETHER = 5, 50  # battles of one errand
KIND = "sensitivity"


@dataclass(frozen=True)
class Screen:
    """What is screened: scenarios of one ruleset, the numbers, the step, battles for each number, seeds. ``confirm`` nought: nothing is confirmed."""

    bases: tuple[Variant, ...]
    knobs: tuple[Knob, ...]
    question: str
    step: int = 1
    screen: int = SCREENED
    confirm: int = CONFIRMED
    seeds: Seeds = Seeds(0, CONFIRM)

    def __post_init__(self) -> None:
        """Refuse what cannot be compared: scenarios of several rulesets, seeds that would be looked at twice."""
        if len({one.match.ruleset for one in self.bases}) > 1:
            raise refuse("SCENARIO", "lab.knobs.rulesets")
        fresh = self.seeds.confirm
        if fresh is not None and abs(fresh - self.seeds.screen) < max(self.screen, self.confirm):
            raise refuse(
                "seeds",
                "lab.experiment.overlap",
                most=max(self.screen, self.confirm),
                first=self.seeds.screen,
                confirm=fresh,
            )

    @cached_property
    def about(self) -> dict[str, Any]:
        """Everything that was settled beforehand, as plain data."""
        return {
            "kind": KIND,
            "question": self.question,
            "variants": plain_variants((one,) for one in self.bases),
            "rules_versions": {one.match.ruleset: one.rules_version for one in self.bases},
            "knobs": [knob.name for knob in self.knobs],
            "step": self.step,
            "screen": self.screen,
            "confirm": self.confirm,
            "seeds": codec.write(self.seeds),
        }

    @cached_property
    def hash(self) -> str:
        """A short name of exactly this screen."""
        return sha256(json.dumps(self.about, sort_keys=True).encode()).hexdigest()[:SHORT]

    @property
    def head(self) -> Head:
        """The first line of its journal."""
        return Head(self.hash, self.about)

    @property
    def jobs(self) -> tuple[Turning, ...]:
        """A job for each scenario."""
        return tuple(Turning(one) for one in self.bases)

    @cached_property
    def directions(self) -> Mapping[str, tuple[int, ...]]:
        """The steps that each number may take."""
        base = self.bases[0]
        return {
            knob.name: tuple(by for by in (self.step, -self.step) if turned_by(base, knob, by) is not None)
            for knob in self.knobs
        }

    def seeds_of(self, knob: Knob, first: int, number: int) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Each direction of a number with its seeds: they take turns, so that every battle is played once with the number turned."""
        ways = self.directions[knob.name]
        for place, by in enumerate(ways):
            yield by, tuple(range(first + place, first + number, len(ways)))


def screen_of_journal(about: Mapping[str, Any]) -> Screen:
    """The screen that a journal is of."""
    try:
        bases = tuple(one for (one,) in variants_in(about))
        wanted = set(map(str, about["knobs"]))
        knobs = tuple(knob for knob in knobs_of(bases[0]) if knob.name in wanted)
        seeds = codec.read(Seeds, about["seeds"], "seeds")
        step, screen, confirm = (int(about[name]) for name in ("step", "screen", "confirm"))
        return Screen(bases, knobs, str(about["question"]), step, screen, confirm, seeds)
    except (KeyError, TypeError, IndexError, ValueError):
        raise refuse("journal", "lab.journal.none") from None


# ---- Playing it ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ScreenProgress:
    """How far a screen has come: in which part of it, battles done, and battles in all as far as is known."""

    part: str  # noted, screen or confirm
    done: int
    most: int


Watch = Callable[[ScreenProgress], None]


def run(
    screen: Screen, journal: Journal, runner: Runner, watch: Watch | None = None, seconds: float | None = None
) -> Sensitivity:
    """Play what is missing: first the battles as they are, then each number turned, then what stands out on fresh seeds."""
    ends = None if seconds is None else monotonic() + seconds
    for part, errands in (("noted", _noted), ("screen", _screened), ("confirm", _confirmed)):
        for job in screen.jobs:
            wanted = list(errands(screen, job, journal))
            if not _played(part, job, wanted, journal, runner, watch, ends):
                return sensitivity_in(screen, journal)
    return sensitivity_in(screen, journal)


def _played(
    part: str,
    job: Turning,
    wanted: Sequence[Errand],
    journal: Journal,
    runner: Runner,
    watch: Watch | None,
    ends: float | None,
) -> bool:
    """Play those errands that the journal does not have yet; returns whether there was time for all."""
    sizes = {one.name: len(one.seeds) for one in wanted}
    missing = list(journal.missing(job.id, sizes))
    done, most = sum(sizes.values()) - sum(sizes[name] for name in missing), sum(sizes.values())
    if not missing:
        return True
    with closing(runner.submit(job, missing)) as results:
        for batch in results:
            journal.add([Line(job.id, batch)])
            done += sizes[batch.seed]
            if watch is not None:
                watch(ScreenProgress(part, done, most))
            if ends is not None and monotonic() >= ends:
                return done == most
    return True


def _noted(screen: Screen, job: Turning, journal: Journal) -> Iterator[Errand]:  # noqa: ARG001 - these need nothing before them
    first = screen.seeds.screen
    yield from in_batches(Errand(NOTED, 0, tuple(range(first, first + screen.screen))), NOTED_TOGETHER)


def _screened(screen: Screen, job: Turning, journal: Journal) -> Iterator[Errand]:
    """Each number turned, in those battles alone that read it: one that never reads it is the same battle."""
    read = reads(journal, job)
    for knob in screen.knobs:
        for by, seeds in screen.seeds_of(knob, screen.seeds.screen, screen.screen):
            touched = tuple(seed for seed in seeds if knob.path in read.get(str(seed), ()))
            if touched:
                yield Errand(knob.name, by, touched)


def _confirmed(screen: Screen, job: Turning, journal: Journal) -> Iterator[Errand]:  # noqa: ARG001 - alike for each scenario
    """What stood out on the battles that were looked at, on fresh ones."""
    first = screen.seeds.confirm
    if first is None or not screen.confirm:
        return
    standing = [one.knob for one in sensitivity_in(screen, journal).standing_out]
    if standing:
        yield from in_batches(Errand(AS_IT_IS, 0, tuple(range(first, first + screen.confirm))), CONFIRMED_TOGETHER)
    for knob in standing:
        for by, seeds in screen.seeds_of(knob, first, screen.confirm):
            yield from in_batches(Errand(knob.name, by, seeds), CONFIRMED_TOGETHER)


# ---- What it came to -------------------------------------------------------------------------------------------------------------------


def reads(journal: Journal, job: Turning) -> dict[str, frozenset[str]]:
    """What each battle read that was noted."""
    found: dict[str, frozenset[str]] = {}
    for batch in journal.batches(job.id):
        if batch.seed.startswith(NOTED):
            found.update(batch.reads)
    return found


def sensitivity_in(screen: Screen, journal: Journal) -> Sensitivity:
    """The answer of a journal as it stands."""
    steps: dict[str, list[Steps]] = {knob.name: [] for knob in screen.knobs}
    fresh: dict[str, list[Steps]] = {knob.name: [] for knob in screen.knobs}
    first, confirm = screen.seeds.screen, screen.seeds.confirm
    for job in screen.jobs:
        played = _by_errand(journal.batches(job.id))
        read = reads(journal, job)
        base = played.get((NOTED, 0), {})
        again = played.get((AS_IT_IS, 0), {})
        for knob in screen.knobs:
            one = _steps(screen, job, knob, base, played, first, screen.screen, read)
            steps[knob.name].append(one)
            if confirm is not None:
                fresh[knob.name].append(_steps(screen, job, knob, again, played, confirm, screen.confirm, None))
    failures = tuple(one for _, one in journal.failures)
    return Sensitivity(
        screen.bases, screen.knobs, steps, fresh, screen.step, screen.screen, screen.confirm, failures, MOST_CONFIRMED
    )


Played = dict[tuple[str, int], dict[str, Brief]]  # by number and step, then by seed


def _by_errand(batches: Iterator[Batch]) -> Played:
    played: Played = {}
    for batch in batches:
        errand = Errand.read(batch.seed)
        played.setdefault((errand.knob, errand.by), {}).update({one.seed: one for one in batch.battles})
    return played


def _steps(
    screen: Screen,
    job: Turning,
    knob: Knob,
    base: Mapping[str, Brief],
    played: Played,
    first: int,
    number: int,
    read: Mapping[str, frozenset[str]] | None,
) -> Steps:
    """The pairs of a number in one scenario: the battle as it is, and with the number turned, which is the same one where it is never read."""
    pairs: list[tuple[int, Brief, Brief]] = []
    touched = 0
    for by, seeds in screen.seeds_of(knob, first, number):
        there = played.get((knob.name, by), {})
        for seed in map(str, seeds):
            if seed not in base:
                continue
            reads_it = read is None or knob.path in read.get(seed, ())
            touched += reads_it
            if not reads_it:
                pairs.append((by, base[seed], base[seed]))
            elif seed in there:
                pairs.append((by, base[seed], there[seed]))
    return Steps(job.base.sides[0], tuple(pairs), touched)
