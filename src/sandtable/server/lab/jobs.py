"""The runs of a server: one at a time, each a journal in a folder and a process while it goes on."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
import shutil
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandtable.kernel import codec
from sandtable.kernel.problem import refuse
from sandtable.server.lab.views import LabBattle, LabChoices, LabReport, LabRun, LabState

if TYPE_CHECKING:
    from sandtable.lab.experiment import Experiment

RUN = re.compile(r"[0-9a-f]{12}")
MOST_KEPT = 50  # runs; the oldest is forgotten
MOST_WON = 500  # battles that were looked into; as above
CHILD, WON_CHILD = "sandtable.server.lab.process", "sandtable.server.lab.won_process"
WON = "won"  # the folder of battles that were looked into


def _asking() -> Any:
    from sandtable.server.lab import asking  # noqa: PLC0415 - geometry takes a second to import

    return asking


class LabJobs:
    """Starts, stops and looks. ``folder`` is none on a server that wants no lab."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._process: Process | None = None
        self._run = ""
        self._turn = asyncio.Lock()
        self._playing = asyncio.Lock()

    # ---- Calls -------------------------------------------------------------------------------------------------------------------------

    async def choices(self, _: Mapping[str, Any]) -> LabChoices:
        """What can be asked."""
        if self._folder is None:
            return LabChoices(scenarios=(), closed=_words("closed"), run="")
        found = await asyncio.to_thread(lambda: _asking().scenarios())
        return LabChoices(
            scenarios=found, closed="", run=self._run if self._goes_on and RUN.fullmatch(self._run) else ""
        )

    async def start(self, body: Mapping[str, Any]) -> LabRun:
        """Begin a run, or go on with the same one."""
        folder = self._open_folder()
        experiment = await asyncio.to_thread(lambda: _asking().experiment_of(body))
        async with self._turn:
            self._check_free(experiment.hash)
            place = folder / f"{experiment.hash}.jsonl"
            if not place.exists():
                await asyncio.to_thread(_begun, place, experiment)
            await self._set_going(experiment.hash, place)
        return await self._looked_at(experiment.hash, figures=False)

    async def look(self, body: Mapping[str, Any]) -> LabRun:
        """How far a run has come, and its answer so far."""
        return await self._looked_at(self._known(body), figures=body.get("figures") is True)

    async def stop(self, body: Mapping[str, Any]) -> LabRun:
        """Stop a run; everything is kept."""
        run = self._known(body)
        async with self._turn:
            if self._run == run:
                await self._end()
        return await self._looked_at(run, figures=True)

    async def go_on(self, body: Mapping[str, Any]) -> LabRun:
        """Go on with a run."""
        run = self._known(body)
        async with self._turn:
            self._check_free(run)
            await self._set_going(run, self._open_folder() / f"{run}.jsonl")
        return await self._looked_at(run, figures=False)

    async def battle(self, body: Mapping[str, Any]) -> LabBattle:
        """A battle again; one at a time."""
        place, seed = self._open_folder() / f"{self._known(body)}.jsonl", str(body.get("seed", ""))
        async with self._playing:
            found: LabBattle = await asyncio.to_thread(lambda: _asking().battle_of(place, seed))
        return found

    async def report(self, body: Mapping[str, Any]) -> LabReport:
        """The report of a run; one at a time."""
        place = self._open_folder() / f"{self._known(body)}.jsonl"
        async with self._playing:
            found: LabReport = await asyncio.to_thread(lambda: _asking().report_of(place))
        return found

    # ---- Battles of the table that are looked into -------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether this server plays battles for the lab at all."""
        return self._folder is not None

    def goes_on_with(self, battle: str) -> bool:
        """Whether a battle of the table is being looked into now."""
        return self._goes_on and self._run == f"{WON}-{battle}"

    def won_folder(self, battle: str) -> Path:
        """Where everything about a battle of the table is kept."""
        return self._open_folder() / WON / battle

    async def look_into(self, battle: str, log: Callable[[], str]) -> None:
        """Begin to look into a battle of the table, or go on with it, one at a time."""
        folder = self.won_folder(battle)
        async with self._turn:
            self._check_free(f"{WON}-{battle}")
            await asyncio.to_thread(_prepared, folder, log)
            await self._set_going(f"{WON}-{battle}", folder, WON_CHILD)

    async def leave(self, battle: str) -> None:
        """Stop looking into a battle of the table; everything is kept."""
        async with self._turn:
            if self.goes_on_with(battle):
                await self._end()

    async def close(self) -> None:
        """End what goes on."""
        await self._end()

    # ---- Runs --------------------------------------------------------------------------------------------------------------------------

    @property
    def _goes_on(self) -> bool:
        return self._process is not None and self._process.returncode is None

    def _open_folder(self) -> Path:
        if self._folder is None:
            raise refuse("", "lab.closed")
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        return self._folder

    def _check_free(self, run: str) -> None:
        if self._goes_on and self._run != run:
            raise refuse("run", "lab.busy")

    def _known(self, body: Mapping[str, Any]) -> str:
        """The name of a run that there is."""
        run = body.get("run")
        if not isinstance(run, str) or not RUN.fullmatch(run) or not (self._open_folder() / f"{run}.jsonl").exists():
            raise refuse("run", "lab.no_run")
        return run

    async def _set_going(self, run: str, place: Path, child: str = CHILD) -> None:
        if self._goes_on:
            return
        self._run = run
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", child, str(place), stdin=PIPE, stdout=DEVNULL
        )

    async def _end(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            await self._process.wait()
            self._process = None

    async def _looked_at(self, run: str, *, figures: bool) -> LabRun:
        """What the run's own process has written down, and whether it still goes on."""
        found = await asyncio.to_thread(_read, self._open_folder() / f"{run}.view.json", run)
        going = self._goes_on and self._run == run
        state: LabState = "running" if going else found.state if found.state in ("done", "failed") else "stopped"
        answer = found.answer if found.answer is None or figures else replace(found.answer, figures=())
        return replace(found, state=state, answer=answer, left=found.left if going else None)


def _prepared(folder: Path, log: Callable[[], str]) -> None:
    """Make a folder with the log of a battle in it; where there are very many, the oldest are deleted."""
    from sandtable.server.lab.won_process import LOG_FILE  # noqa: PLC0415 - as above

    if not (folder / LOG_FILE).exists():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        half = folder / f"{LOG_FILE}.half"
        half.write_text(log(), encoding="utf-8")
        half.replace(folder / LOG_FILE)
    kept = sorted(folder.parent.iterdir(), key=lambda one: one.stat().st_mtime)
    for old in kept[:-MOST_WON]:
        shutil.rmtree(old, ignore_errors=True)


def _words(message_id: str) -> str:
    from sandtable.lab.texts import say  # noqa: PLC0415 - as above

    return say(message_id)


def _begun(place: Path, experiment: Experiment) -> None:
    """Begin a journal with its first line; where there are very many, the oldest are deleted."""
    from sandtable.lab.battles.journal import Journal  # noqa: PLC0415 - as above

    with Journal.open(place, experiment.head):
        pass
    kept = sorted(place.parent.glob("*.jsonl"), key=lambda one: one.stat().st_mtime)
    for old in kept[:-MOST_KEPT]:
        old.unlink(missing_ok=True)
        old.with_suffix(".view.json").unlink(missing_ok=True)


def _read(place: Path, run: str) -> LabRun:
    if not place.exists():
        return LabRun(run=run, question="", state="stopped", done=0, most=0, confirming=False, left=None, answer=None)
    return codec.read(LabRun, json.loads(place.read_text(encoding="utf-8")), "view")
