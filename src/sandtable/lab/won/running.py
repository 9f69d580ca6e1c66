"""A battle that is looked into: branches are played round by round, and everything that is known is in the journal."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from sandtable.battle.matches.match import Failure, Record
from sandtable.battle.seat import Role
from sandtable.lab.battles.journal import Head, Journal, Line
from sandtable.lab.battles.runner import Runner
from sandtable.lab.battles.variant import SHORT
from sandtable.lab.questions.balance import worth
from sandtable.lab.texts import say
from sandtable.lab.won.branches import BranchJob, Spot, read_branch
from sandtable.lab.won.fever import Fever
from sandtable.lab.won.plan import CANDIDATES, FRESH, MOST_SPOTS, ROUNDS, Plan, Round

BATTLES = 200  # played on from each place that turns out to matter
FEWEST_BATTLES = 60  # with fewer nearly all of what stands out is chance


@dataclass(frozen=True)
class Inquiry:
    """What is to be looked into: a battle, with so many branches where it turns; with ``at`` one order alone, by its number."""

    job: BranchJob
    battles: int = BATTLES
    at: int | None = None

    @property
    def plan(self) -> Plan:
        """Which branches are to be played."""
        played = self.job.played
        return Plan(played.moments, self.battles, over=played.result is not None)

    @property
    def about(self) -> dict[str, Any]:
        """What the journal says of it; the log itself stands elsewhere."""
        return {"log": self.job.id, "battles": self.battles, "at": self.at, "level": self.job.level}

    @property
    def head(self) -> Head:
        """The first line of its journal."""
        told = json.dumps([self.about, self.job.played.rules.rules_version], sort_keys=True)
        question = say("won.question", title=self.job.played.scenario.title)
        return Head(sha256(told.encode()).hexdigest()[:SHORT], {"question": question, **self.about})


@dataclass(frozen=True, slots=True)
class Progress:
    """How far it is: branches played, of about so many in all as far as is known now."""

    done: int
    most: int


Watch = Callable[[Progress], None]


def run(inquiry: Inquiry, journal: Journal, runner: Runner, watch: Watch | None = None) -> None:
    """Play all rounds; what the journal has is not played again."""
    known: dict[str, Record | Failure] = dict(_outcomes_in(journal, inquiry.job))
    done = 0
    for one in rounds(inquiry, known):
        missing = [name for name in one.branches() if name not in known]
        done += one.size - len(missing)
        left, rest = len(missing), _expected(inquiry, one)
        with closing(runner.submit(inquiry.job, missing)) as results:
            for result in results:
                assert isinstance(result, Record | Failure)  # noqa: S101 - what its task gives back
                journal.add([Line(inquiry.job.id, result)])
                known[result.seed] = result
                done, left = done + 1, left - 1
                if watch is not None:
                    watch(Progress(done, done + left + rest))


def _expected(inquiry: Inquiry, one: Round) -> int:
    """About how many branches follow a round: those that measure are the last."""
    if inquiry.at is not None or one.first:
        return 0
    return CANDIDATES * 2 * inquiry.battles + (MOST_SPOTS - len(one.spots)) * one.battles // 2


def rounds(inquiry: Inquiry, known: Mapping[str, Record | Failure]) -> Iterator[Round]:
    """The rounds one after the other; ``known`` is looked at before each, and has to have all branches of those before."""
    plan, played = inquiry.plan, inquiry.job.played
    if inquiry.at is not None:
        yield plan.of_place(place_of(inquiry.job, inquiry.at))
        return
    first = plan.first_round()
    yield first
    looked = set(first.spots)
    for _ in range(ROUNDS):
        closer = plan.closer_round(_values(played.sides[0], known, looked))
        if closer is None:
            break
        yield closer
        looked |= set(closer.spots)
    measured = plan.measuring_round(_values(played.sides[0], known, looked))
    if measured is not None:
        yield measured


def place_of(job: BranchJob, number: int) -> int:
    """The place of the order with this number in the log, or of the last that stands before it."""
    return max(place for place, moment in enumerate(job.played.moments) if moment.number <= number)


def _values(side: Role, known: Mapping[str, Record | Failure], spots: Iterable[Spot]) -> dict[Spot, list[float]]:
    """What the branches of these spots were worth to a side; fresh ones are for measuring and are not looked at."""
    found: dict[Spot, list[float]] = {spot: [] for spot in spots}
    for name, told in known.items():
        spot, seed = read_branch(name)
        if isinstance(told, Record) and spot in found and int(seed) < FRESH:
            found[spot].append(worth(told, side))
    return found


def _outcomes_in(journal: Journal, job: BranchJob) -> Iterator[tuple[str, Record | Failure]]:
    for told in journal.outcomes(job.id):
        if isinstance(told, Record | Failure):
            yield told.seed, told


def fever_of(inquiry: Inquiry, journal: Journal, side: Role | None = None) -> Fever:
    """What a journal says so far, for a side; for the scenario's first where none is named."""
    told = [one for _, one in _outcomes_in(journal, inquiry.job)]
    records = tuple(one for one in told if isinstance(one, Record))
    failures = tuple(one for one in told if isinstance(one, Failure))
    return Fever(inquiry.job.played, side or inquiry.job.played.sides[0], records, failures)
