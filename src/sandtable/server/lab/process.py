"""A run in a process of its own: it plays what a journal asks for, lets everybody else go first, and writes down how it stands.

It is stopped by ending it: the journal holds whatever was played. It ends by itself when whoever started it is gone.
"""

from __future__ import annotations

import json
import logging
import os
import sys
from pathlib import Path
from threading import Thread
from time import monotonic

from sandtable.battle.matches.collector import spare_the_collector
from sandtable.kernel import codec
from sandtable.kernel.codec import Json
from sandtable.lab.battles.journal import Journal
from sandtable.lab.battles.runner import Inline
from sandtable.lab.experiment import Experiment, experiment_of_journal
from sandtable.lab.running import JobAnswer, Progress, answers_in, run
from sandtable.server.lab.asking import answer_view
from sandtable.server.lab.views import LabRun, LabState

PRIORITY = 15  # everybody else goes first
EVERY = 1.0  # seconds between two looks
VIEW = ".view.json"
LOG = logging.getLogger("sandtable.server")


class Standing:
    """Writes down how a run stands, as one file that is whole whenever it is read."""

    def __init__(self, experiment: Experiment, place: Path) -> None:
        self._experiment = experiment
        self._place = place
        self._began, self._first = monotonic(), -1
        self._last = 0.0

    def watch(self, now: Progress) -> None:
        """Called after every battle; once a second it is written down."""
        if self._first < 0:
            self._first = now.done
        if monotonic() - self._last < EVERY:
            return
        found = JobAnswer(self._experiment.jobs[0], now.answer())
        self.write("running", found, now.done, confirming=now.confirming)
        self._last = monotonic()

    def write(self, state: LabState, answer: JobAnswer | None, done: int, *, confirming: bool = False) -> None:
        """Write down how the run stands."""
        most = self._experiment.stop.most
        pace = (monotonic() - self._began) / (done - self._first) if done > self._first >= 0 else None
        view = LabRun(
            run=self._experiment.hash,
            question=self._experiment.question,
            state=state,
            done=done,
            most=most,
            confirming=confirming,
            left=None if pace is None else round(pace * (most - done)),
            answer=None if answer is None else answer_view(answer),
        )
        write_whole(self._place, codec.write(view))


def write_whole(place: Path, plain: Json) -> None:
    """Write a file that is whole whenever somebody reads it."""
    half = place.with_suffix(".half")
    half.write_text(json.dumps(plain, ensure_ascii=False), encoding="utf-8")
    half.replace(place)


def play(place: Path) -> None:
    """Play what a journal asks for."""
    experiment = experiment_of_journal(Journal.read(place).head.about)
    standing = Standing(experiment, place.with_suffix(VIEW))
    with Journal.open(place, experiment.head) as journal:
        if not journal.lines:  # whoever looks before the first battle is over sees what was asked
            standing.write("running", None, 0)
        try:
            run(experiment, journal, Inline(), standing.watch)
        except Exception:
            LOG.exception("A run of the lab failed")
            standing.write("failed", None, len(journal.lines))
            return
        (found, *_) = answers_in(experiment, journal)
        standing.write("done", found, len(journal.lines))


def _end_with_whoever_started_it() -> None:
    """The other end of the pipe is closed when that process ends, however it does."""
    sys.stdin.buffer.read()
    os._exit(0)


def settle_in() -> None:
    """Make this process one that lets everybody else go first, and ends with whoever started it."""
    os.nice(PRIORITY)
    Thread(target=_end_with_whoever_started_it, daemon=True).start()
    spare_the_collector()


def main() -> None:
    """Run as ``python -m sandtable.server.lab.process JOURNAL``."""
    settle_in()
    play(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
