"""The report of many battles: a few are played, and stand for all the others under seeds of their own."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from sandtable.battle.matches.match import Record, try_battle
from sandtable.battle.scenario.library import load
from sandtable.lab.battles.journal import Journal, Line
from sandtable.lab.battles.variant import variant
from sandtable.lab.experiment import Experiment, Stop
from sandtable.lab.report.page import html_report
from sandtable.lab.running import answers_in

BATTLES, PLAYED = 10_000, 40
TARGET, LARGEST = 2.0, 500.0  # seconds, kilobytes
KILO = 1000


@dataclass(frozen=True, slots=True)
class ReportTime:
    """Seconds of processor time from the journal to the page, and how large it is in kilobytes."""

    battles: int
    seconds: float
    kilobytes: float


def report_time() -> ReportTime:
    """Measure it."""
    plain = variant(load("tutorial"))
    base = replace(plain, match=replace(plain.match, players=tuple((side, "nearest") for side in plain.sides)))
    experiment = Experiment("Is it fair?", ((base,),), Stop("planned", BATTLES))
    played = [one for seed in range(PLAYED) if isinstance(one := try_battle(base.match, str(seed)), Record)]
    job = experiment.jobs[0].id
    lines = [Line(job, replace(played[seed % len(played)], seed=str(seed))) for seed in range(BATTLES)]
    with TemporaryDirectory() as folder:
        place = Path(folder) / "many.jsonl"
        with Journal.open(place, experiment.head) as journal:
            journal.add(lines)
        before = process_time()
        journal = Journal.read(place)
        page = html_report(experiment, answers_in(experiment, journal))
        took = process_time() - before
    return ReportTime(BATTLES, took, len(page.encode()) / KILO)
