"""One suite for both databases: what is stored, who is told, and what two writers do to each other."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys

import pytest
from sqlalchemy import inspect, text

from sandtable.storage.migrations import NEWEST, NewerDatabase
from sandtable.storage.store import Stale, StorageProblem, Store, _engine
from tests.support.loop import run

HEAD = {"scenario": "Celaya", "name": "Álvaro Obregón ✓"}
SEATS = [{"side": "government"}, {"side": "revolutionary"}]


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


FIRST_FORMAT = """
CREATE TABLE format (version INTEGER NOT NULL);
CREATE TABLE battles (id VARCHAR(32) NOT NULL, ruleset TEXT NOT NULL, title TEXT NOT NULL, head TEXT NOT NULL,
    secret TEXT NOT NULL, begun BIGINT NOT NULL, PRIMARY KEY (id));
CREATE TABLE seats (token VARCHAR(64) NOT NULL, battle VARCHAR(32) NOT NULL, seat TEXT NOT NULL, PRIMARY KEY (token),
    FOREIGN KEY(battle) REFERENCES battles (id) ON DELETE CASCADE);
CREATE INDEX ix_seats_battle ON seats (battle);
CREATE TABLE records (battle VARCHAR(32) NOT NULL, number INTEGER NOT NULL, record TEXT NOT NULL,
    PRIMARY KEY (battle, number), FOREIGN KEY(battle) REFERENCES battles (id) ON DELETE CASCADE);
INSERT INTO format VALUES (1);
INSERT INTO battles VALUES ('old', 'revolucion', 'Celaya', '{"scenario": "Celaya"}', 'seed', 1700000000);
INSERT INTO seats VALUES ('3c469e9d6c5875d37a43f353d4f88e61fcf812c66eee3457465a40b0da4153e0', 'old', '{"side": "government"}');
INSERT INTO records VALUES ('old', 1, '{"order": "march"}')
"""  # as the first release wrote it; the token is the word "token"


async def of_the_first_format(address):
    """A database that the first release has written; whatever knows nothing of this release's tables has made it."""
    engine = _engine(address)
    async with engine.begin() as connection:
        for statement in FIRST_FORMAT.split(";"):
            await connection.exec_driver_sql(statement)
    await engine.dispose()


def columns_and_indexes(connection):
    looked = inspect(connection)
    return {
        name: (
            {(column["name"], str(column["type"]), column["nullable"]) for column in looked.get_columns(name)},
            {(index["name"], tuple(index["column_names"])) for index in looked.get_indexes(name)},
            tuple(looked.get_pk_constraint(name)["constrained_columns"]),
        )
        for name in looked.get_table_names()
    }


def test_a_database_of_the_first_format_is_carried_forward(address):
    async def scene():
        await of_the_first_format(address)
        store = await Store.open(address)
        kept = await store.battle("old")
        assert kept is not None
        assert (kept.ruleset, kept.title, kept.head) == ("revolucion", "Celaya", {"scenario": "Celaya"})
        assert kept.touched == kept.begun == 1_700_000_000
        seat = await store.seat("token")
        assert seat is not None
        assert (seat.battle, seat.seat) == ("old", {"side": "government"})
        await store.append("old", 2, {"order": "fire"})
        assert await store.records("old") == [{"order": "march"}, {"order": "fire"}]
        async with store._engine.connect() as connection:
            assert (await connection.execute(text("SELECT version FROM format"))).scalar_one() == NEWEST
        await store.close()
        again = await Store.open(address)  # and once it is carried forward, it stays
        assert await again.count("old") == 2
        await again.close()

    run(scene())


def test_a_database_carried_forward_has_the_tables_of_a_new_one(address, tmp_path, request):
    async def tables_of(database):
        store = await Store.open(database)
        async with store._engine.connect() as connection:
            found = await connection.run_sync(columns_and_indexes)
        await store.close()
        return found

    async def scene():
        new = f"sqlite:///{tmp_path / 'new.db'}"
        if address.startswith("postgresql"):
            new = request.getfixturevalue("postgres").new_database()
        await of_the_first_format(address)
        assert await tables_of(address) == await tables_of(new)

    run(scene())


def test_two_processes_that_start_at_once_carry_a_database_forward_once(address):
    async def scene():
        await of_the_first_format(address)
        stores = await asyncio.gather(*(Store.open(address) for _ in range(3)))
        assert [await store.count("old") for store in stores] == [1, 1, 1]
        for store in stores:
            await store.close()

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
        ("postgresql://sandtable:secret@127.0.0.1:1/none", "cannot be opened: no server answers there"),
    ),
)
def test_a_database_that_cannot_be_used_is_refused_in_a_sentence(address, told):
    with pytest.raises(StorageProblem, match=told) as refusal:
        run(Store.open(address))
    assert "secret" not in str(refusal.value)
    assert "Errno" not in str(refusal.value)


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


def test_a_battle_may_get_more_links_up_to_a_limit(address):
    async def scene():
        store = await Store.open(address)
        battle, tokens = await store.begin("revolucion", "Celaya", HEAD, "seed", SEATS)
        token = await store.add_seat(battle, {"side": "government", "part": "left"}, most=3)
        assert token is not None
        assert token not in tokens
        seat = await store.seat(token)
        assert seat is not None
        assert (seat.battle, seat.seat["part"]) == (battle, "left")
        assert await store.add_seat(battle, {}, most=3) is None
        await store.close()

    run(scene())


def test_stale_is_an_answer(address):
    async def scene():
        store = await Store.open(address)
        battle = await a_battle(store)
        await store.append(battle, 1, {})
        with pytest.raises(Stale):
            await store.append(battle, 1, {})
        await store.close()

    run(scene())


def test_however_many_read_at_once_a_record_is_written_and_nobody_is_sent_away(address):
    """Whoever writes has a connection to itself; readers beyond the connections wait their turn."""

    async def scene() -> None:
        store = await Store.open(address)
        battle, tokens = await store.begin("revolucion", "Many", {}, "secret", [{"id": "one"}])
        written = asyncio.Event()

        async def reads() -> None:
            async with store._reading():
                await written.wait()

        reading = [asyncio.ensure_future(reads()) for _ in range(60)]
        await asyncio.sleep(0.1)
        await store.append(battle, 1, {"change": {}})
        written.set()
        await asyncio.gather(*reading)
        assert len(await asyncio.gather(*(store.seat(tokens[0]) for _ in range(300)))) == 300
        await store.close()

    run(scene())


@pytest.mark.parametrize("put_back", (False, True), ids=("deleted", "another in its place"))
def test_a_file_that_was_taken_away_keeps_nothing_and_says_so(tmp_path, put_back):
    """What is written to a deleted file is lost: nobody is told that it was kept."""
    file = tmp_path / "battles.db"

    async def scene():
        store = await Store.open(f"sqlite:///{file}")
        battle = await a_battle(store)
        await store.append(battle, 1, {"kept": True})
        for part in tmp_path.glob("battles.db*"):
            part.unlink()
        if put_back:
            await (await Store.open(f"sqlite:///{file}")).close()
        with pytest.raises(StorageProblem, match="is not the one that was opened"):
            await store.append(battle, 2, {"kept": False})
        with pytest.raises(StorageProblem, match="is not the one that was opened"):
            await a_battle(store)
        await store.close()

    run(scene())
