"""One suite for both databases: what is stored, who is told, and what two writers do to each other."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys

import pytest
from sqlalchemy import text

from sandtable.storage.migrations import NEWEST, NewerDatabase
from sandtable.storage.store import Stale, StorageProblem, Store

pytestmark = pytest.mark.xdist_group("storage")

HEAD = {"scenario": "Celaya", "name": "Álvaro Obregón ✓"}
SEATS = [{"side": "government"}, {"side": "revolutionary"}]


def run(scene):
    return asyncio.run(asyncio.wait_for(scene, timeout=60))


async def a_battle(store: Store) -> str:
    battle, _ = await store.begin("revolucion", "Celaya", HEAD, "seed", SEATS)
    return battle


def test_a_battle_comes_back_as_it_was_kept(address):
    async def scene():
        store = await Store.open(address)
        battle, tokens = await store.begin("revolucion", "Celaya", HEAD, "seed", SEATS)
        await store.append(battle, 1, {"order": "march"})
        await store.append(battle, 2, {"order": "fire", "dice": [7]})
        await store.close()
        again = await Store.open(address)
        kept = await again.battle(battle)
        assert kept is not None
        assert (kept.ruleset, kept.title, kept.head, kept.secret) == ("revolucion", "Celaya", HEAD, "seed")
        assert await again.records(battle) == [{"order": "march"}, {"order": "fire", "dice": [7]}]
        assert await again.records(battle, after=1) == [{"order": "fire", "dice": [7]}]
        assert await again.count(battle) == 2
        seats = [await again.seat(token) for token in tokens]
        assert [seat.seat for seat in seats if seat] == SEATS
        assert {seat.battle for seat in seats if seat} == {battle}
        await again.close()

    run(scene())


def test_what_is_not_there_is_none(address):
    async def scene():
        store = await Store.open(address)
        battle, tokens = await store.begin("revolucion", "Celaya", HEAD, "seed", SEATS)
        assert await store.battle("nobody") is None
        assert await store.seat("guess") is None
        assert await store.seat(tokens[0][:-1]) is None
        assert await store.records("nobody") == []
        assert await store.count(battle) == 0
        await store.close()

    run(scene())


def test_of_two_writers_of_one_number_exactly_one_succeeds(address):
    async def scene():
        one, other = await Store.open(address), await Store.open(address)
        battle = await a_battle(one)
        for number in range(1, 21):
            tries = [store.append(battle, number, {"by": name}) for store, name in ((one, "one"), (other, "other"))]
            tries.append(one.append(battle, number, {"by": "one again"}))
            outcomes = await asyncio.gather(*tries, return_exceptions=True)
            assert sorted(type(outcome).__name__ for outcome in outcomes) == ["NoneType", "Stale", "Stale"]
        winners = [record["by"] for record in await other.records(battle)]
        assert len(winners) == 20
        assert set(winners) <= {"one", "other"}
        await one.close()
        await other.close()

    run(scene())


def test_many_battles_at_once_are_all_kept(address):
    async def scene():
        store = await Store.open(address)
        battles = [await a_battle(store) for _ in range(30)]
        await asyncio.gather(*(store.append(battle, n, {"n": n}) for battle in battles for n in range(1, 21)))
        for battle in battles:
            assert [record["n"] for record in await store.records(battle)] == list(range(1, 21))
        await store.close()

    run(scene())


def test_whoever_watches_is_told_of_every_battle(address):
    async def scene():
        store = await Store.open(address)
        battle, heard = await a_battle(store), asyncio.Event()
        notices = []

        def told(notice):
            notices.append((notice.battle, notice.number))
            if notice.number == 3:
                heard.set()

        stop = store.watch(told)
        for number in (1, 2, 3):
            await store.append(battle, number, {})
        await heard.wait()
        assert notices == [(battle, 1), (battle, 2), (battle, 3)]
        stop()
        await store.append(battle, 4, {})
        await asyncio.sleep(0.1)
        assert len(notices) == 3
        await store.close()

    run(scene())


def test_another_process_is_told_through_postgresql(postgres):
    async def scene():
        address = postgres.new_database()
        writer, reader = await Store.open(address), await Store.open(address)
        battle, heard = await a_battle(writer), asyncio.Event()
        reader.watch(lambda notice: heard.set() if (notice.battle, notice.number) == (battle, 1) else None)
        await writer.append(battle, 1, {"order": "march"})
        await heard.wait()
        assert await reader.records(battle) == [{"order": "march"}]
        await writer.close()
        await reader.close()

    run(scene())


def test_after_a_restart_of_postgresql_the_listener_listens_again(postgres):
    async def scene():
        address = postgres.new_database()
        store = await Store.open(address)
        battle, caught_up, heard = await a_battle(store), asyncio.Event(), asyncio.Event()
        store.watch(lambda notice: (caught_up if notice.battle is None else heard).set())
        await asyncio.to_thread(postgres.restart)
        await caught_up.wait()  # told to look at everything again
        for _ in range(50):
            try:
                await store.append(battle, 1, {})
                break
            except StorageProblem:  # a connection of the pool that died with the server
                await asyncio.sleep(0.1)
        await heard.wait()
        assert await store.count(battle) == 1
        await store.close()

    run(scene())


def test_battles_that_nobody_touches_can_be_forgotten(address):
    async def scene():
        store = await Store.open(address)
        battle = await a_battle(store)
        kept = await store.battle(battle)
        assert kept is not None
        assert await store.forget(untouched_since=kept.touched) == 0
        await store.append(battle, 1, {})
        assert await store.forget(untouched_since=kept.touched + 10_000) == 1
        assert await store.battle(battle) is None
        assert await store.records(battle) == []
        await store.close()

    run(scene())


def test_a_database_of_the_first_format_is_carried_forward(address):
    async def scene():
        store = await Store.open(address)
        battle = await a_battle(store)
        await store.append(battle, 1, {"order": "march"})
        async with store._engine.begin() as connection:  # as format 1 had it
            await connection.execute(text("DROP INDEX battles_by_touch"))
            await connection.execute(text("ALTER TABLE battles DROP COLUMN touched"))
            await connection.execute(text("UPDATE format SET version = 1"))
        await store.close()
        again = await Store.open(address)
        kept = await again.battle(battle)
        assert kept is not None
        assert kept.touched == kept.begun
        assert await again.records(battle) == [{"order": "march"}]
        async with again._engine.connect() as connection:
            assert (await connection.execute(text("SELECT version FROM format"))).scalar_one() == NEWEST
        await again.close()

    run(scene())


def test_a_newer_database_is_refused_in_a_sentence(address):
    async def scene():
        store = await Store.open(address)
        async with store._engine.begin() as connection:
            await connection.execute(text("UPDATE format SET version = 99"))
        await store.close()
        with pytest.raises(NewerDatabase, match="format 99"):
            await Store.open(address)

    run(scene())


@pytest.mark.parametrize(
    ("address", "told"),
    (
        ("nonsense", "not the address of a database"),
        ("mysql://somewhere/db", "kind 'mysql'"),
        ("sqlite:////no/such/folder/battles.db", "cannot be opened"),
        ("postgresql://sandtable:secret@127.0.0.1:1/none", "cannot be opened"),
    ),
)
def test_a_database_that_cannot_be_used_is_refused_in_a_sentence(address, told):
    with pytest.raises(StorageProblem, match=told) as refusal:
        run(Store.open(address))
    assert "secret" not in str(refusal.value)


def test_a_hole_in_the_records_is_never_read_over(address):
    async def scene():
        store = await Store.open(address)
        battle = await a_battle(store)
        for number in (1, 2, 3):
            await store.append(battle, number, {})
        async with store._engine.begin() as connection:
            await connection.execute(text("DELETE FROM records WHERE number = 2"))
        with pytest.raises(StorageProblem, match="Record 2"):
            await store.records(battle)
        await store.close()

    run(scene())


def test_a_token_is_not_in_the_database(tmp_path):
    async def scene():
        store = await Store.open(f"sqlite:///{tmp_path / 'battles.db'}")
        _, tokens = await store.begin("revolucion", "Celaya", HEAD, "seed", SEATS)
        await store.close()
        return tokens

    tokens = run(scene())
    dump = "\n".join(sqlite3.connect(tmp_path / "battles.db").iterdump())
    assert len(set(tokens)) == len(SEATS)
    assert not any(token in dump for token in tokens)


WRITER = """
import asyncio, sys
from sandtable.storage.store import Store
async def main():
    store = await Store.open(sys.argv[1])
    number = 0
    while True:
        number += 1
        await store.append(sys.argv[2], number, {"n": number})
        print(number, flush=True)
asyncio.run(main())
"""


def test_a_killed_writer_loses_nothing_that_it_acknowledged(address):
    async def begin():
        store = await Store.open(address)
        battle = await a_battle(store)
        await store.close()
        return battle

    battle = run(begin())
    process = subprocess.Popen([sys.executable, "-c", WRITER, address, battle], stdout=subprocess.PIPE)
    assert process.stdout is not None
    acknowledged = [int(process.stdout.readline()) for _ in range(40)]
    os.kill(process.pid, signal.SIGKILL)
    rest, _ = process.communicate()
    acknowledged += [int(line) for line in rest.splitlines()]

    async def look():
        store = await Store.open(address)
        kept = [record["n"] for record in await store.records(battle)]
        await store.close()
        return kept

    kept = run(look())
    assert kept[: len(acknowledged)] == acknowledged


def test_stale_is_an_answer(address):
    async def scene():
        store = await Store.open(address)
        battle = await a_battle(store)
        await store.append(battle, 1, {})
        with pytest.raises(Stale):
            await store.append(battle, 1, {})
        await store.close()

    run(scene())
