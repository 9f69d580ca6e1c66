"""The lab in Python: a scenario is played, results show themselves, and two of them are subtracted.

Everything is immutable and says what it rests on. Nothing is played twice in one process: battles are kept by what they rest on and their seed.
"""

from __future__ import annotations

import builtins
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping
from concurrent.futures import Executor
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from time import monotonic
from typing import Any, ClassVar, Generic, TypeVar

from sandtable.battle.matches.match import Failure, Record
from sandtable.battle.matches.shares import Interval
from sandtable.battle.scenario.library import load
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.seat import Role
from sandtable.kernel.problem import refuse
from sandtable.lab.battles.jobs import Battles, Job, Pair, PairsOf
from sandtable.lab.battles.journal import Head, Journal, Line
from sandtable.lab.battles.runner import Elsewhere, Runner, runner_for
from sandtable.lab.battles.variant import PRINTED, SHORT, Variant, levels_of, variant
from sandtable.lab.experiment import CONFIRM, MOST, Experiment, Seeds, Stop
from sandtable.lab.figures import balance as fair_figures
from sandtable.lab.figures import compare as rule_figures
from sandtable.lab.knobs.knob import knobs_of
from sandtable.lab.knobs.screen import SCREENED, Screen
from sandtable.lab.knobs.screen import run as run_screen
from sandtable.lab.numbers.shares import Share
from sandtable.lab.questions.balance import GOAL, Balance
from sandtable.lab.questions.compare import Comparison
from sandtable.lab.replays import Replay, logs_of
from sandtable.lab.report.content import table_of
from sandtable.lab.report.files import SUFFIXES
from sandtable.lab.report.page import answer_html, html_report
from sandtable.lab.report.paper import pdf_report
from sandtable.lab.running import JobAnswer, Progress, Watch, run
from sandtable.lab.steps import Handicap, Knobs, Picture, Sweep
from sandtable.lab.sweeps.curve import Curve
from sandtable.lab.sweeps.curve import sweep as sweep_of
from sandtable.lab.sweeps.dial import dial_called, values_of
from sandtable.lab.sweeps.handicap import Ladder, rungs_of
from sandtable.lab.sweeps.handicap import handicap as handicap_of
from sandtable.lab.texts import say

FRAMES = ("pandas", "polars")  # whichever is installed, in this order
Figures = Mapping[str, Callable[[Any], str]]
Said = TypeVar("Said", Balance, Comparison)
_KEPT: dict[str, dict[str, Line]] = {}  # what this process has played, by job and seed


# ---- What is played --------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trial:
    """A scenario as it is to be played: under which rules, by whom."""

    variant: Variant

    def house(self, file: str | Path) -> Trial:
        """This trial under the house rules of a file."""
        return replace(self, variant=self.variant.under(Path(file).read_text(encoding="utf-8"), Path(file).name))

    def option(self, name: str, value: object) -> Trial:
        """This trial with an option set."""
        told = str(value).lower() if isinstance(value, bool) else str(value)
        one = self.variant
        return replace(self, variant=one.under(one.match.house, one.house, {name: told}))

    def level(self, level: str, side: Role | None = None) -> Trial:
        """This trial with both sides, or one of them, played at a level of difficulty."""
        if level not in levels_of(self.variant):
            raise refuse("level", "lab.no_level", levels_of(self.variant), level=level)
        if side is None:
            return replace(self, variant=self.variant.at_level(level))
        if side not in self.variant.sides:
            raise refuse("side", "lab.no_side", self.variant.sides, side=side)
        return replace(self, variant=self.variant.with_levels({**dict(self.variant.match.levels), side: level}))

    def weights(self, file: str | Path, side: Role | None = None) -> Trial:
        """This trial with both sides, or one of them, weighing things by a file."""
        told = (Path(file).name, Path(file).read_text(encoding="utf-8"))
        return replace(self, variant=self.variant.weighing(dict.fromkeys([side] if side else self.variant.sides, told)))

    def play(
        self,
        battles: int,
        *,
        seed: int = 0,
        jobs: int | None = 1,
        executor: Executor | None = None,
        journal: str | Path | None = None,
    ) -> Result:
        """Play so many battles, a number that is settled beforehand."""
        return self._result(Stop("planned", battles), seed, jobs, executor, journal)

    def until_decided(
        self,
        goal: Interval = GOAL,
        *,
        most: int = MOST,
        seed: int = 0,
        jobs: int | None = 1,
        executor: Executor | None = None,
        journal: str | Path | None = None,
    ) -> Result:
        """Play battles until it is known whether the scenario is fair."""
        return self._result(Stop("decided", most, goal), seed, jobs, executor, journal)

    def _result(
        self, stop: Stop, seed: int, jobs: int | None, executor: Executor | None, journal: str | Path | None
    ) -> Result:
        question = say("question.balance", titles=self.variant.scenario.title)
        experiment = Experiment(question, ((self.variant,),), stop, Seeds(seed))
        return Result(experiment, _carried_out(experiment, _runner(jobs, executor), journal))

    def compare(
        self,
        other: Trial,
        *,
        battles: int | None = None,
        most: int = MOST,
        held: bool = False,
        seed: int = 0,
        confirm: int | None = None,
        jobs: int | None = 1,
        executor: Executor | None = None,
        journal: str | Path | None = None,
    ) -> Difference:
        """Play each battle under these rules and under those of another trial, until the difference is known; also tells where each pair parts."""
        stop = Stop("decided", most) if battles is None else Stop("planned", battles)
        titles = self.variant.scenario.title
        question = say("question.compare", first=self.variant.house, second=other.variant.house, titles=titles)
        experiment = Experiment(question, ((self.variant, other.variant),), stop, Seeds(seed, confirm), held)
        return Difference(experiment, _carried_out(experiment, _runner(jobs, executor), journal))

    def sensitivity(
        self,
        *paths: str,
        ours: bool = False,
        step: int = 1,
        screen: int = SCREENED,
        confirm: int = 0,
        seed: int = 0,
        jobs: int | None = 1,
        executor: Executor | None = None,
        journal: str | Path | None = None,
    ) -> Knobs:
        """Which numbers of the tables matter: each a step up and down; what stands out again on so many fresh battles."""
        question = say("question.sensitivity", titles=self.variant.scenario.title)
        knobs = knobs_of(self.variant, paths, ours=ours)
        asked = Screen((self.variant,), knobs, question, step, screen, confirm, Seeds(seed, seed + CONFIRM))
        with _journal_of(asked.head, journal) as kept:
            return Knobs(asked, run_screen(asked, kept, _runner(jobs, executor)))

    def sweep(
        self,
        what: str,
        values: Iterable[int | str] = (),
        *,
        battles: int = 200,
        seed: int = 0,
        jobs: int | None = 1,
        executor: Executor | None = None,
        journal: str | Path | None = None,
    ) -> Sweep:
        """Play the battles of one set of seeds at several values of one thing, and find where it is even; no values means all words that it may be."""
        dial = dial_called(self.variant, what)
        chosen = tuple(values) or values_of(self.variant, dial, "")
        experiment = sweep_of(self.variant, dial, chosen, battles, seed)
        return Sweep(Curve.of(self.variant, dial, chosen, _all(experiment, _runner(jobs, executor), journal)))

    def handicap(
        self,
        by: str = "bases",
        *,
        steps: int = 3,
        battles: int = 200,
        seed: int = 0,
        jobs: int | None = 1,
        executor: Executor | None = None,
        journal: str | Path | None = None,
    ) -> Handicap:
        """Measure what evens the battle, and a ladder of steps for either side."""
        rungs = rungs_of(self.variant, by, steps)
        experiment = handicap_of(self.variant, rungs, battles, seed)
        return Handicap(Ladder.of(self.variant, rungs, _all(experiment, _runner(jobs, executor), journal), steps))

    def __repr__(self) -> str:
        one = self.variant
        return f"{one.scenario.title} ({one.house}, {one.players_words})"


def scenario(name: str | Path, level: str = "") -> Trial:
    """A scenario by its name or its file, as printed, the computer against itself."""
    place = Path(name)
    if place.suffix == ".toml" and place.exists():
        found = read_scenario(place.read_text(encoding="utf-8"), str(place), place.stem)
        return Trial(variant(found, level))
    return Trial(variant(load(str(name)), level))


def _runner(jobs: int | None, executor: Executor | None) -> Runner:
    return Elsewhere(executor) if executor is not None else runner_for(jobs)


def _carried_out(experiment: Experiment, runner: Runner, place: str | Path | None) -> JobAnswer:
    """Play what has not been played yet of an experiment with one job."""
    (found,) = _all(experiment, runner, place)
    return found


def _all(experiment: Experiment, runner: Runner, place: str | Path | None) -> tuple[JobAnswer, ...]:
    """Play what has not been played yet."""
    with _journal_of(experiment.head, place) as journal:
        for job in experiment.jobs:
            journal.add(_KEPT.get(job.id, {}).values())
        with _live() as watch:
            found = run(experiment, journal, runner, watch)
        for line in journal.lines:
            _KEPT.setdefault(line.job, {})[line.outcome.seed] = line
    return found


def _journal_of(head: Head, place: str | Path | None) -> Journal:
    return Journal.in_memory(head) if place is None else Journal.open(Path(place), head)


class _live:  # noqa: N801 - used as a function
    """Shows the answer so far in a notebook, once a second, and takes it away at the end."""

    def __init__(self) -> None:
        self._handle: Any = None
        self._shown = monotonic()

    def __enter__(self) -> Watch | None:
        return self._watch if hasattr(builtins, "__IPYTHON__") else None

    def _watch(self, now: Progress) -> None:
        if monotonic() - self._shown < 1:
            return
        self._shown = monotonic()
        told = say("live", done=now.done, most=now.most, sentence=now.answer().sentence)
        display = import_module("IPython.display")
        shown = display.Markdown(told)
        if self._handle is None:
            self._handle = display.display(shown, display_id=True)
        else:
            self._handle.update(shown)

    def __exit__(self, *_: object) -> None:
        if self._handle is not None:
            self._handle.update(import_module("IPython.display").Markdown(""))


# ---- What came of it -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Basis:
    """What a result rests on: hashes of the scenario and of the house rules, the version of the rules, who played, which seeds."""

    scenario: str
    house: str
    rules_version: str
    players: str
    options: Mapping[str, str]
    first_seed: int
    battles: int


def _short(text: str) -> str:
    return sha256(text.encode()).hexdigest()[:SHORT]


class _Answered(ABC, Generic[Said]):
    """What battles have answered: in a sentence, as figures, in rows, as a report. In a notebook it shows itself."""

    experiment: Experiment
    job_answer: JobAnswer
    figures: ClassVar[Figures]

    @property
    @abstractmethod
    def _said(self) -> Said:
        """The answer with everything that can be asked of it."""

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        return self._said.sentence

    @property
    def interval(self) -> Interval:
        """Where the truth lies, in 95 of 100 runs, as shares."""
        return self._said.interval

    def figure(self, name: str) -> Picture:
        """One of the figures, by its name in ``figures``."""
        if name not in self.figures:
            raise refuse("figure", "lab.no_figure", tuple(self.figures), name=name)
        return Picture(self.figures[name](self._said))

    def frame(self) -> Any:
        """A row a battle, or a pair of them, in pandas or polars."""
        return _frame(table_of(self._said))

    def report(self, place: str | Path) -> Path:
        """Write the report: .html or .pdf."""
        return _report(self.experiment, self.job_answer, Path(place))

    def __repr__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        return answer_html(self.job_answer)


@dataclass(frozen=True, repr=False)
class Result(_Answered[Balance]):
    """Battles of one trial, and what they say. Subtract another one with the same seeds to see what differs."""

    experiment: Experiment
    job_answer: JobAnswer
    figures: ClassVar[Figures] = {
        "verdict": fair_figures.verdict,
        "battles": fair_figures.battles,
        "fan": fair_figures.fan,
        "decision": fair_figures.decision,
        "losses": fair_figures.losses,
        "activity": fair_figures.activity,
        "ground": fair_figures.ground,
    }

    @property
    def balance(self) -> Balance:
        """The answer with everything that can be asked of it."""
        assert isinstance(self.job_answer.answer, Balance)  # noqa: S101 - that is what was asked
        return self.job_answer.answer

    @property
    def _said(self) -> Balance:
        return self.balance

    @property
    def variant(self) -> Variant:
        """The variant that was played."""
        return self.balance.variant

    @property
    def basis(self) -> Basis:
        """What the result rests on."""
        match = self.variant.match
        return Basis(
            _short(match.scenario),
            _short(match.house) if match.house else PRINTED,
            self.variant.rules_version,
            self.variant.players_words,
            dict(match.options),
            self.experiment.seeds.screen,
            len(self.records),
        )

    @property
    def records(self) -> tuple[Record, ...]:
        """The battles, in the order of their seeds."""
        return self.balance.records

    @property
    def failures(self) -> tuple[Failure, ...]:
        """Battles that could not be played to their end."""
        return self.balance.failures

    @property
    def share(self) -> float:
        """The first side's share of wins, draws counted half."""
        return self.balance.score.part

    def wins(self, side: Role | None) -> Share:
        """Battles that a side won; nobody's are drawn."""
        return self.balance.wins(side)

    def __sub__(self, other: Result) -> Difference:
        """This less another: the battles that both have, pair by pair."""
        if self.variant.match.scenario != other.variant.match.scenario:
            raise refuse("other", "lab.pairs.scenario")
        before = {record.seed: record for record in other.records}
        pairs = tuple(Pair(one.seed, before[one.seed], one, None) for one in self.records if one.seed in before)
        if not pairs:
            raise refuse("other", "lab.pairs.seeds")
        planned = len(pairs) if self.balance.planned and other.balance.planned else None
        told = Comparison(other.variant, self.variant, pairs, planned=planned, most=len(pairs), parted=False)
        question = say(
            "question.compare",
            first=other.variant.house,
            second=self.variant.house,
            titles=self.variant.scenario.title,
        )
        stop = Stop("planned", len(pairs))
        experiment = Experiment(question, ((other.variant, self.variant),), stop, self.experiment.seeds)
        return Difference(experiment, JobAnswer(experiment.jobs[0], told))

    def replay(self, seed: str | int) -> Replay:
        """One of the battles again, with its log."""
        return logs_of(Battles(self.variant), str(seed))


@dataclass(frozen=True)
class ChangedBattle:
    """A battle that ended otherwise under the second text."""

    job: PairsOf
    pair: Pair

    @property
    def seed(self) -> str:
        """The seed of the battle."""
        return self.pair.seed

    def replay(self) -> Replay:
        """Both side by side, from the order or the throw at which they part."""
        return logs_of(self.job, self.seed)

    def __repr__(self) -> str:
        return say("pairs.changed", seed=self.seed, first=_won(self.pair.first), second=_won(self.pair.second))


def _won(record: Record) -> str:
    return record.winner or say("drawn")


@dataclass(frozen=True, repr=False)
class Difference(_Answered[Comparison]):
    """What another rule text does: points of wins with their interval, and the battles that changed hands."""

    experiment: Experiment
    job_answer: JobAnswer
    figures: ClassVar[Figures] = {"difference": rule_figures.difference, "hands": rule_figures.hands}

    @property
    def comparison(self) -> Comparison:
        """The answer with everything that can be asked of it."""
        assert isinstance(self.job_answer.answer, Comparison)  # noqa: S101 - that is what was asked
        return self.job_answer.answer

    @property
    def _said(self) -> Comparison:
        return self.comparison

    @property
    def points(self) -> float:
        """The difference of both shares of wins, in points."""
        return 100 * self.comparison.difference

    @cached_property
    def changed_battles(self) -> tuple[ChangedBattle, ...]:
        """Battles that changed hands; where it is known, those first that part at a throw."""
        job: Job = self.job_answer.job
        assert isinstance(job, PairsOf)  # noqa: S101 - a difference is of pairs
        return tuple(ChangedBattle(job, pair) for pair in self.comparison.changed_pairs)


def _frame(rows: list[list[str | int]]) -> Any:
    """Rows under a row of names as whatever is installed."""
    library = next((name for name in FRAMES if find_spec(name) is not None), None)
    if library is None:
        raise refuse("frame", "lab.no_frames")
    head, *told = rows
    columns = {str(name): [row[place] for row in told] for place, name in enumerate(head)}
    return import_module(library).DataFrame(columns)


def _report(experiment: Experiment, answer: JobAnswer, place: Path) -> Path:
    if place.suffix not in SUFFIXES:
        raise refuse(str(place), "lab.no_report", SUFFIXES)
    made = pdf_report(experiment, (answer,)) if place.suffix == ".pdf" else html_report(experiment, (answer,)).encode()
    place.write_bytes(made)
    return place
