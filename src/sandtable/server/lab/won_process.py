"""A battle that is looked into, in a process of its own: it plays on from its moments, and writes down how it stands.

It is stopped by ending it: the journal holds whatever was played. It ends by itself when whoever started it is gone.
"""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import Any

from sandtable.battle.reckoning.luck import Stroke
from sandtable.kernel import codec
from sandtable.kernel.problem import Refusal
from sandtable.lab.battles.journal import Journal
from sandtable.lab.battles.runner import Inline
from sandtable.lab.figures.fever import NARROW, WIDE, face, fever_chart
from sandtable.lab.luck import luck_in
from sandtable.lab.texts import say
from sandtable.lab.won.branches import branch_job
from sandtable.lab.won.fever import Fever
from sandtable.lab.won.running import FEWEST_BATTLES, Inquiry, Progress, fever_of, run
from sandtable.lab.won.telling import ToldStep, listed_steps, rests_on, sentence, words_in_turn
from sandtable.server.lab.process import settle_in, write_whole
from sandtable.server.lab.won_views import TableWonStep, TableWonTold, WonState

LOG = logging.getLogger("sandtable.server")
EVERY = 3.0  # seconds between two looks
LOG_FILE, JOURNAL_FILE, VIEW_FILE = "log.json", "journal.jsonl", "view.json"


@dataclass(frozen=True, slots=True)
class WonView:
    """What is written down: how far it is, and what each side is told."""

    state: WonState
    done: int
    most: int
    left: int | None
    sides: Mapping[str, TableWonTold]


class Standing:
    """Writes down how it stands, as one file that is whole whenever it is read."""

    def __init__(self, inquiry: Inquiry, journal: Journal, place: Path) -> None:
        self._asked, self._journal, self._place = inquiry, journal, place
        self._strokes = _strokes(inquiry)
        self._began, self._first, self._last = monotonic(), -1, 0.0
        self._now = Progress(len(journal.lines), 0)

    def watch(self, now: Progress) -> None:
        """Called after every branch; now and then it is written down."""
        if self._first < 0:
            self._first = now.done - 1
        self._now = now
        if monotonic() - self._last >= EVERY:
            self.write("running")
            self._last = monotonic()

    def write(self, state: WonState) -> None:
        """Write down how it stands."""
        now, played = self._now, self._asked.job.played
        pace = (monotonic() - self._began) / (now.done - self._first) if now.done > self._first >= 0 else None
        left = None if pace is None else round(pace * max(0, now.most - now.done))
        fevers = {side: fever_of(self._asked, self._journal, side) for side in played.sides}
        sides = {
            side: side_view(fever, self._strokes, self._asked.job.level)
            for side, fever in fevers.items()
            if fever.records
        }
        write_whole(self._place, codec.write(WonView(state, now.done, now.most, left, sides)))


def _strokes(inquiry: Inquiry) -> tuple[Stroke, ...]:
    played = inquiry.job.played
    try:
        return luck_in(played.battle, {side: played.side_name(side) for side in played.sides}).strokes
    except Refusal:  # a game that counts no throws
        return ()


def side_view(fever: Fever, strokes: tuple[Stroke, ...], level: str) -> TableWonTold:
    """Where the battle was won, as one side is told."""
    return TableWonTold(
        sentence=sentence(fever),
        rests_on=rests_on(fever, level),
        about=say("won.chart_about", side=fever.played.side_name(fever.side)),
        wide=fever_chart(fever, strokes, WIDE),
        narrow=fever_chart(fever, strokes, NARROW),
        orders=tuple(_step(fever, one, number) for number, one in enumerate(listed_steps(fever, "order"), start=1)),
        throws=tuple(_step(fever, one, number) for number, one in enumerate(listed_steps(fever, "throw"), start=1)),
        stands_out=fever.stands_out,
    )


def _step(fever: Fever, one: ToldStep, number: int) -> TableWonStep:
    other = next(role for role in fever.played.sides if role != fever.side)
    return TableWonStep(
        number=one.number,
        turn=one.turn,
        words=words_in_turn(one),
        side=one.role,
        points=one.points,
        good_for=fever.side if one.moved > 0 else other,
        mark=face(one) or str(number),
        solid=one.solid,
    )


def play(folder: Path) -> None:
    """Look into the battle whose log lies in a folder."""
    asked = Inquiry(branch_job((folder / LOG_FILE).read_text(encoding="utf-8")), FEWEST_BATTLES)
    with Journal.open(folder / JOURNAL_FILE, asked.head) as journal:
        standing = Standing(asked, journal, folder / VIEW_FILE)
        try:
            run(asked, journal, Inline(), standing.watch)
        except Exception:
            LOG.exception("A battle could not be looked into")
            standing.write("failed")
            return
        standing.write("done")


def read_view(folder: Path) -> WonView | None:
    """What was written down last; nothing where nothing was."""
    try:
        raw: Any = json.loads((folder / VIEW_FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    return codec.read(WonView, raw, "view")


def main() -> None:
    """Run as ``python -m sandtable.server.lab.won_process FOLDER``."""
    settle_in()
    play(Path(sys.argv[1]))


if __name__ == "__main__":
    main()
