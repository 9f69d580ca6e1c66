"""How long it takes to turn every number of ours in the tutorial: a sample of them is played, and the rest reckoned from it."""

from __future__ import annotations

from dataclasses import dataclass
from time import process_time

from sandtable.battle.scenario.library import load
from sandtable.lab.battles.batches import batch_with_reads
from sandtable.lab.battles.variant import variant
from sandtable.lab.experiment import CONFIRM, Seeds
from sandtable.lab.knobs.errands import Errand, Turning
from sandtable.lab.knobs.knob import knobs_of
from sandtable.lab.knobs.screen import SCREENED, Screen

SAMPLE = 8  # numbers that are turned
NOTED = 8  # battles whose reads are noted
CORES = 2
TARGET = 10.0  # minutes


@dataclass(frozen=True, slots=True)
class ScreenTime:
    """A screen of all numbers: how many there are, how many are read, battles that are left to play, and minutes on two cores."""

    numbers: int
    read: int
    battles: int
    minutes: float


def screen_time() -> ScreenTime:
    """Measure a sample in processor time, and reckon what all of it takes on two cores that do nothing else."""
    base = variant(load("tutorial"))
    knobs = knobs_of(base, ours=True)
    screen = Screen((base,), knobs, "", 1, SCREENED, 0, Seeds(0, CONFIRM))
    job = Turning(base)
    began = process_time()
    batch = batch_with_reads("", base.match, map(str, range(NOTED)), base.sides, base.strengths)
    noting = (process_time() - began) / NOTED * SCREENED
    shares = {knob.name: sum(knob.path in read for read in batch.reads.values()) / NOTED for knob in knobs}
    touched = [knob for knob in knobs if shares[knob.name]]
    task, played, began = job.task(), 0, process_time()
    for knob in touched[:: max(1, len(touched) // SAMPLE)]:
        for by, seeds in screen.seeds_of(knob, 0, SCREENED // 2):
            task(Errand(knob.name, by, seeds).name)
            played += len(seeds)
    each = (process_time() - began) / played
    battles = round(sum(shares.values()) * SCREENED)
    return ScreenTime(len(knobs), len(touched), battles, (noting + battles * each) / CORES / 60)
