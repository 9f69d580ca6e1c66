"""Where a battle of the table was won, what if, and battles of the lab at the table: as a server answers."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from sandtable.kernel.problem import Refusal
from sandtable.lab.won.running import FEWEST_BATTLES, Inquiry, Progress
from sandtable.server.lab.jobs import LabJobs
from sandtable.server.lab.won_process import LOG_FILE, VIEW_FILE, Standing, read_view
from sandtable.server.table.branches import keep_for_watching
from sandtable.server.table.service import Service
from sandtable.server.workers import Workers
from tests.lab.making import OTHER, OWN
from tests.lab.test_won import finished, job, looked_into
from tests.support.loop import run

HERE = "192.0.2.7"


def with_service(tmp_path: Path, jobs: LabJobs, scene: Callable[[Service, str], Awaitable[None]]) -> None:
    """A service with a battle that is over, and the token of a seat that sees all of it."""

    async def whole() -> None:
        service = await Service.start(f"sqlite:///{tmp_path / 'battles.db'}", Workers(), jobs)
        try:
            await scene(service, await keep_for_watching(service.rooms, json.loads(finished()), "3"))
        finally:
            await jobs.close()
            await service.close()

    run(whole())


def looked_at(folder: Path, state: str) -> None:
    """What a process would have written down about the battle, with made-up branches."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / LOG_FILE).write_text(finished(), encoding="utf-8")
    asked = Inquiry(job(), FEWEST_BATTLES)
    standing = Standing(asked, looked_into(asked), folder / VIEW_FILE)
    standing.watch(Progress(500, 1000))
    standing.write("done" if state == "done" else "running")


def test_a_server_without_a_lab_says_so(tmp_path: Path):
    async def scene(service: Service, token: str) -> None:
        told = await service.won({"token": token, "begin": True}, HERE)
        assert told.state == "none"
        assert "sandtable lab whatif" in told.words
        assert told.answer is None

    with_service(tmp_path, LabJobs(None), scene)


def test_what_was_found_is_told_to_a_seat(tmp_path: Path):
    jobs = LabJobs(tmp_path / "lab")

    async def scene(service: Service, token: str) -> None:
        assert (await service.won({"token": token}, HERE)).state == "none"
        room, _ = await service._seated({"token": token}, HERE)
        looked_at(jobs.won_folder(room.id), "running")
        stopped = await service.won({"token": token}, HERE)
        assert (stopped.state, stopped.left) == ("stopped", None)
        looked_at(jobs.won_folder(room.id), "done")
        told = await service.won({"token": token}, HERE)
        assert told.state == "done"
        assert told.answer is not None
        assert told.answer.wide.startswith("<svg")
        assert told.answer.narrow.startswith("<svg")
        assert 'data-number="' in told.answer.wide
        assert told.answer.orders
        assert all(0 < one.number <= job().played.battle.log.number for one in told.answer.orders)

    with_service(tmp_path, jobs, scene)


def test_both_sides_are_written_down(tmp_path: Path):
    looked_at(tmp_path / "one", "done")
    view = read_view(tmp_path / "one")
    assert view is not None
    assert set(view.sides) == {OWN, OTHER}
    assert view.state == "done"
    assert read_view(tmp_path / "nothing") is None


def test_a_battle_goes_on_from_any_entry_against_the_computer(tmp_path: Path):
    async def scene(service: Service, token: str) -> None:
        opened = await service.branch({"token": token, "at": 20}, HERE)
        assert opened.title.endswith("what if, from action 20")
        (own,) = (link for link in opened.links if link.who == "me")
        room, seat = await service._seated({"token": own.token}, HERE)
        assert room.battle.log.number >= 20
        assert room.battle.log.entries[:20] == job().played.battle.log.entries[:20]
        assert room.battle.log.seed is None
        assert room.battle.log.origins[-1].last == 20
        assert room.computers == {OWN, OTHER} - {seat}
        for wrong in (-1, job().played.battle.log.number, 10_000):
            with pytest.raises(Refusal) as refused:
                await service.branch({"token": token, "at": wrong}, HERE)
            assert refused.value.problems[0].message.id == "table.no_entry"
        with pytest.raises(Refusal) as refused:
            await service.branch({"token": own.token, "at": 1}, HERE)
        assert refused.value.problems[0].message.id == "table.not_over"
        with pytest.raises(Refusal):
            await service.won({"token": own.token}, HERE)

    with_service(tmp_path, LabJobs(None), scene)


def test_a_battle_of_the_lab_is_watched_at_the_table(tmp_path: Path):
    from sandtable.server.lab.views import LabBattle  # noqa: PLC0415 - for this test alone

    asked: list[Any] = []

    class Played(LabJobs):
        async def battle(self, body: Any) -> LabBattle:
            asked.append(body)
            return LabBattle(names=("printed",), logs=(json.loads(finished()),), words="", parts=None)

    async def scene(service: Service, _: str) -> None:
        found = await service.watch({"run": "0" * 12, "seed": "3"}, HERE)
        again = await service.watch({"run": "0" * 12, "seed": "3"}, HERE)
        assert found == again
        assert len(asked) == 1
        (battle,) = found.battles
        bill = await service.bill({"token": battle.token}, HERE)
        assert bill.outcome == "over"
        assert "battle 3 of the lab" in bill.title

    with_service(tmp_path, Played(tmp_path / "lab"), scene)
