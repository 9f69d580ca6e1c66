"""An experiment that is under way: seeds are played until enough is known, and everything that is known is in the journal."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from itertools import islice
from time import monotonic

from sandtable.battle.matches.match import Failure, Record
from sandtable.lab.battles.jobs import Battles, Job, Outcome, Pair
from sandtable.lab.battles.journal import Journal, Line
from sandtable.lab.battles.runner import BattleRunner
from sandtable.lab.experiment import Experiment
from sandtable.lab.numbers.sequence import Sequence as Looked
from sandtable.lab.questions import balance, compare
from sandtable.lab.questions.balance import Balance, worth
from sandtable.lab.questions.compare import Comparison

Answer = Balance | Comparison


@dataclass(frozen=True, slots=True)
class JobAnswer:
    """The answer to a job, from the seeds that were looked at, and the one from fresh seeds where it was confirmed."""

    job: Job
    answer: Answer
    confirmed: Answer | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: how many there are, and how many there may be; the answer so far, for whoever wants to know."""

    answer: Callable[[], Answer]
    done: int
    most: int
    confirming: bool = False


Watch = Callable[[Progress], None]


def answer_of(experiment: Experiment, job: Job, outcomes: Iterator[Outcome]) -> Answer:
    """The answer that the outcomes of some seeds give, taken in this order."""
    found = list(outcomes)
    failures = tuple(one for one in found if isinstance(one, Failure))
    stop = experiment.stop
    if isinstance(job, Battles):
        records = tuple(one for one in found if isinstance(one, Record))
        return Balance(job.variant, records, failures, stop.goal, stop.planned, stop.most)
    pairs = tuple(one for one in found if isinstance(one, Pair))
    return Comparison(
        job.first, job.second, pairs, failures, stop.same, stop.planned, stop.most, stop.sprt, experiment.held
    )


def answers_in(experiment: Experiment, journal: Journal) -> tuple[JobAnswer, ...]:
    """The answers of a journal as it stands, one for each job."""
    return tuple(_answered(experiment, job, journal) for job in experiment.jobs)


def _answered(experiment: Experiment, job: Job, journal: Journal) -> JobAnswer:
    screened = _looked_at(experiment, job, journal, experiment.seeds.screen)
    confirm = experiment.seeds.confirm
    if confirm is None:
        return JobAnswer(job, screened)
    again = _looked_at(experiment, job, journal, confirm)
    there = bool(again.records if isinstance(again, Balance) else again.pairs)
    return JobAnswer(job, screened, again if there else None)


def _looked_at(experiment: Experiment, job: Job, journal: Journal, first: int) -> Answer:
    """What a journal says of a job, as far as the run looked: battles that were under way when enough was known do not count."""
    gauge, told = Gauge(experiment, job), list[Outcome]()
    for one in _prefix(job, journal, first, experiment.stop.most):
        if gauge.enough:
            break
        told.append(one)
        gauge.add(one)
    return answer_of(experiment, job, iter(told))


def _prefix(job: Job, journal: Journal, first: int, most: int) -> Iterator[Outcome]:
    """What is known of a job's seeds from the first on without a gap: what ended early must not be told before what took longer."""
    known = {told.seed: told for told in journal.outcomes(job.id)}
    for number in range(first, first + most):
        if str(number) not in known:
            return
        yield known[str(number)]


def run(
    experiment: Experiment,
    journal: Journal,
    runner: BattleRunner,
    watch: Watch | None = None,
    seconds: float | None = None,
) -> tuple[JobAnswer, ...]:
    """Play until every job is settled, or the time is up; what was found is played again on fresh seeds where that was asked for."""
    ends = None if seconds is None else monotonic() + seconds
    for job in experiment.jobs:
        screened = _play(experiment, job, journal, runner, experiment.seeds.screen, watch, ends)
        confirm = experiment.seeds.confirm
        found = isinstance(screened, Comparison) and screened.settled
        if confirm is not None and found and not _late(ends):
            _play(experiment, job, journal, runner, confirm, watch, ends, confirming=True)
    return answers_in(experiment, journal)


def _late(ends: float | None) -> bool:
    return ends is not None and monotonic() >= ends


class Gauge:
    """Whether enough is known: looks at each battle or pair once, in the order of the seeds."""

    def __init__(self, experiment: Experiment, job: Job) -> None:
        self._stop = experiment.stop
        self._side = (job.variant if isinstance(job, Battles) else job.first).sides[0]
        self._looked = Looked(balance.POSSIBLE if isinstance(job, Battles) else compare.POSSIBLE)
        self._band = self._stop.goal if isinstance(job, Battles) else self._stop.same
        self._compares = not isinstance(job, Battles)
        self.enough = False

    def add(self, outcome: Outcome) -> None:
        """Take in the outcome of one more seed."""
        if isinstance(outcome, Failure) or self._stop.rule == "planned":
            return
        if isinstance(outcome, Pair):
            value = worth(outcome.second, self._side) - worth(outcome.first, self._side)
        else:
            value = worth(outcome, self._side)
        look = self._looked.add(value)
        if self._stop.sprt is not None and self._compares:
            self.enough = self._stop.sprt.choice(self._looked.tally) != "unknown"
        elif self._compares:
            self.enough = look.low > 0 or look.high < 0 or look.against(self._band) == "inside"
        else:
            self.enough = look.against(self._band) != "unknown"


def _play(
    experiment: Experiment,
    job: Job,
    journal: Journal,
    runner: BattleRunner,
    first: int,
    watch: Watch | None,
    ends: float | None,
    *,
    confirming: bool = False,
) -> Answer:
    """Play the seeds of a job from the first on until enough is known; what is beyond is kept in the journal, and not looked at."""
    most, gauge, told = experiment.stop.most, Gauge(experiment, job), list[Outcome]()
    known = {one.seed: one for one in journal.outcomes(job.id)}

    def further() -> bool:
        """Look at what is known without a gap; say whether more is wanted."""
        while not gauge.enough and len(told) < most and (following := known.get(str(first + len(told)))) is not None:
            told.append(following)
            gauge.add(following)
        return not gauge.enough and len(told) < most and not _late(ends)

    def answer() -> Answer:
        return answer_of(experiment, job, iter(told))

    if further():
        seeds = islice(experiment.seeds.of(first), most)
        with closing(runner.submit(job, list(journal.missing(job.id, seeds)))) as results:
            for result in results:
                journal.add([Line(job.id, result)])
                known[result.seed] = result
                before = len(told)
                goes_on = further()
                if watch is not None and len(told) != before:
                    watch(Progress(answer, len(told), most, confirming))
                if not goes_on:
                    break
    return answer()
