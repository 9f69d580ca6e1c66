"""Battles at hand: kept while somebody looks on or a computer plays, let go when nobody needs them, and taken up again as they were."""

from __future__ import annotations

from contextlib import ExitStack
from time import monotonic

import pytest

from sandtable.battle import registry
from sandtable.battle.engine.battle import Accepted
from sandtable.battle.seat import Seat
from sandtable.kernel.problem import Refusal
from sandtable.server.table import rooms as limits
from sandtable.server.table.rooms import Rooms
from sandtable.storage.store import Store
from tests.battle.skirmish.game import SKIRMISH, LayPlot, Posture
from tests.battle.skirmish.playing import SCENARIO, SEATS
from tests.support.loop import run

LATER = 10_000.0  # seconds


@pytest.fixture(autouse=True, scope="module")
def skirmish_is_registered():
    registry.add("skirmish", "tests.battle.skirmish.game:SKIRMISH")
    yield
    registry._ADDED.pop("skirmish")
    registry.table.cache_clear()
    registry.has_table.cache_clear()


async def begun(rooms: Rooms) -> tuple[str, str]:
    """A battle of its own; its id, and a token."""
    battle, tokens = await rooms.begin(SKIRMISH, SCENARIO, "Skirmish", list(SEATS), {}, {})
    return battle, tokens[0]


def test_a_battle_that_nobody_looks_at_is_let_go_and_taken_up_as_it_was(tmp_path):
    async def scene() -> None:
        rooms = Rooms(await Store.open(f"sqlite:///{tmp_path / 'battles.db'}"))
        _, token = await begun(rooms)
        found = await rooms.seat(token)
        assert found is not None
        room, seat = found
        role = room.battle.decisions()[0].by
        by = next(each.id for each in SEATS if role in each.roles)
        done = await room.act(lambda battle: battle.submit(by, LayPlot(by=role, posture=Posture.BOLD)))
        assert isinstance(done, Accepted)
        with room.line(seat, lambda: None):
            rooms.let_go_of_idle(monotonic() + LATER)
            assert (await rooms.seat(token)) == (room, seat), "somebody looks on"
        rooms.let_go_of_idle(monotonic() + 1)
        assert (await rooms.seat(token)) == (room, seat), "he may come back"
        rooms.let_go_of_idle(monotonic() + LATER)
        again = await rooms.seat(token)
        assert again is not None
        assert again[0] is not room
        assert again[0].battle.log == room.battle.log
        await rooms.close()

    run(scene())


def test_battles_at_hand_are_bounded_in_number_and_those_go_first_that_nobody_looks_at(tmp_path, monkeypatch):
    monkeypatch.setattr(limits, "MOST_AT_HAND", 3)
    monkeypatch.setattr(limits, "MOST_LOOKED_AT", 4)

    async def scene() -> None:
        rooms = Rooms(await Store.open(f"sqlite:///{tmp_path / 'battles.db'}"))
        battles = [await begun(rooms) for _ in range(6)]
        first = await rooms.room(battles[0][0])
        assert first is not None
        with first.line(SEATS[0].id, lambda: None):
            for battle, _ in battles[1:]:
                assert await rooms.room(battle) is not None
            assert len(rooms._rooms) == 3
            assert await rooms.room(battles[0][0]) is first
        others = [battle for battle, _ in battles if battle not in rooms._rooms]
        with ExitStack() as lines:
            for room in rooms._rooms.values():
                lines.enter_context(room.line(SEATS[0].id, lambda: None))
            fourth = await rooms.room(others[0])
            assert fourth is not None
            lines.enter_context(fourth.line(SEATS[0].id, lambda: None))
            with pytest.raises(Refusal) as refused:
                await rooms.room(others[1])
        assert refused.value.problems[0].message.id == "table.full"
        await rooms.close()

    run(scene())


def test_what_goes_wrong_with_one_who_is_told_is_that_ones_own(tmp_path, caplog):
    async def scene() -> list[str]:
        rooms = Rooms(await Store.open(f"sqlite:///{tmp_path / 'battles.db'}"))
        battle, _ = await begun(rooms)
        room = await rooms.room(battle)
        assert room is not None
        told: list[str] = []

        def fails() -> None:
            raise RuntimeError("nobody listens")

        room.listen(fails)
        room.listen(lambda: told.append("told"))
        done = await room.act(lambda now: now.sit(Seat("late", ())))
        assert isinstance(done, Accepted)
        await rooms.close()
        return told

    assert run(scene()) == ["told"]
    assert "could not be told" in caplog.text
