"""Battles, their seats and their records, stored before anybody is told of them.

A battle is a head and a row of numbered records that only ever grows; what a record says is the caller's business. Two writers who
both want to write the next number meet here: the first one does, the other is told that it is stale and reads what it missed.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Self

from sqlalchemy import Connection, event, func, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from sandtable.storage.alone import file_of
from sandtable.storage.migrations import NewerDatabase, bring_up_to_date
from sandtable.storage.notices import Hub, Notice, PostgresListener
from sandtable.storage.problem import Stale, StorageProblem
from sandtable.storage.tables import BATTLES, RECORDS, SEATS

__all__ = ["Stale", "StorageProblem", "Store", "StoredBattle", "StoredSeat"]

_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg", "postgres": "postgresql+asyncpg"}
_MOST_AT_ONCE = 200  # records in one transaction
_CONNECTIONS = 8  # for readers and openers together; whoever writes records has one more to itself
_TOKEN_BYTES = 24
_NOBODY_THERE = "Connect call failed"  # what the event loop says where no server listens
_ERROR_NUMBER = re.compile(r"\[Errno -?\d+\] ")  # nothing to people
_TOUCHED_WITHIN = 60  # seconds that the time of a battle's last record may be behind


@dataclass(frozen=True, slots=True)
class StoredBattle:
    """A battle as it was opened."""

    id: str
    ruleset: str
    title: str
    head: dict[str, Any]
    secret: str
    begun: int
    touched: int


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """Whose seat a token opens."""

    battle: str
    seat: dict[str, Any]


@dataclass(slots=True)
class _Waiting:
    """A record on its way into the database."""

    battle: str
    number: int
    record: str
    done: asyncio.Future[None]


class Store:
    """One open database."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._turns = asyncio.Semaphore(_CONNECTIONS)  # whoever finds all connections taken waits, however long
        self._alone = engine.execution_options(sqlite_begin="BEGIN IMMEDIATE")  # for whoever reads and then writes
        self._hub = Hub()
        self._queue: asyncio.Queue[_Waiting] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None
        self._touched: dict[str, int] = {}
        self._listener: PostgresListener | None = None
        self._file: Path | None = None  # of SQLite, and which it was when it was opened
        self._opened: tuple[int, int] | None = None

    @classmethod
    async def open(cls, address: str) -> Self:
        """Open a database by its address, ``sqlite:///file`` or ``postgresql://…``, and bring its format up to date."""
        store = cls(_engine(address))
        try:
            _create_for_oneself(address)
            store._file = file_of(address)
            async with store._alone.begin() as connection:
                await connection.run_sync(bring_up_to_date)
            store._opened = store._is_file()
            if store._engine.dialect.name == "postgresql":
                store._listener = PostgresListener(store._engine.url, store._hub)
                await store._listener.start()
        except NewerDatabase:
            await store._engine.dispose()
            raise
        except (OSError, SQLAlchemyError) as problem:
            await store._engine.dispose()
            raise StorageProblem(
                f"The database {_without_password(address)} cannot be opened: {_reason(problem)}"
            ) from None
        store._writer = asyncio.create_task(store._write())
        return store

    async def close(self) -> None:
        """Write what is waiting, then let go."""
        if self._writer is not None:
            await self._queue.join()
            self._writer.cancel()
        if self._listener is not None:
            await self._listener.stop()
        await self._engine.dispose()

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection to read with, when one is free."""
        with _as_storage_problems():
            async with self._turns, self._engine.connect() as connection:
                yield connection

    @asynccontextmanager
    async def _writing(self, *, alone: bool = False) -> AsyncIterator[AsyncConnection]:
        """A connection and a transaction, when one is free; ``alone`` for whoever reads and then writes."""
        with _as_storage_problems():
            async with self._turns, (self._alone if alone else self._engine).begin() as connection:
                yield connection
            self._check_file()

    def _is_file(self) -> tuple[int, int] | None:
        """Which file it is that lies where the database was opened."""
        if self._file is None:
            return None
        found = self._file.stat()
        return found.st_dev, found.st_ino

    def _check_file(self) -> None:
        """A file that was deleted, or that another was put in the place of, takes whatever is written to it; nobody would find it again."""
        try:
            same = self._is_file() == self._opened
        except FileNotFoundError:
            same = False
        if not same:
            raise FileNotFoundError(f"the file {self._file} is not the one that was opened. Start the server again.")

    # ---- Battles and seats -------------------------------------------------------------------------------------------

    async def begin(
        self, ruleset: str, title: str, head: dict[str, Any], secret: str, seats: Sequence[dict[str, Any]]
    ) -> tuple[str, list[str]]:
        """Keep a new battle; its id, and a token for each seat in the order given. Tokens are told here and never again."""
        battle, now = secrets.token_hex(8), int(time.time())
        tokens = [secrets.token_urlsafe(_TOKEN_BYTES) for _ in seats]
        rows = [
            {"token": _digest(token), "battle": battle, "seat": json.dumps(seat)}
            for token, seat in zip(tokens, seats, strict=True)
        ]
        values = {"id": battle, "ruleset": ruleset, "title": title, "head": json.dumps(head), "secret": secret}
        async with self._writing() as connection:
            await connection.execute(BATTLES.insert().values(**values, begun=now, touched=now))
            if rows:
                await connection.execute(SEATS.insert(), rows)
        return battle, tokens

    async def battle(self, battle: str) -> StoredBattle | None:
        """One battle, if there is one of this id."""
        async with self._reading() as connection:
            row = (await connection.execute(select(BATTLES).where(BATTLES.c.id == battle))).mappings().first()
        return None if row is None else StoredBattle(**{**row, "head": _parsed(row["head"], f"battle {battle}")})

    async def seat(self, token: str) -> StoredSeat | None:
        """The seat that a token opens."""
        wanted = select(SEATS).where(SEATS.c.token == _digest(token))
        async with self._reading() as connection:
            row = (await connection.execute(wanted)).mappings().first()
        return (
            None
            if row is None
            else StoredSeat(row["battle"], _parsed(row["seat"], f"a seat of battle {row['battle']}"))
        )

    async def add_seat(self, battle: str, seat: dict[str, Any], most: int) -> str | None:
        """One more link to a battle; its token, or None when there are ``most`` of them already."""
        token = secrets.token_urlsafe(_TOKEN_BYTES)
        links = select(func.count()).select_from(SEATS).where(SEATS.c.battle == battle)
        async with self._writing(alone=True) as connection:
            if (await connection.execute(links)).scalar_one() >= most:
                return None
            await connection.execute(SEATS.insert().values(token=_digest(token), battle=battle, seat=json.dumps(seat)))
        return token

    async def forget(self, untouched_since: int) -> int:
        """Delete battles that nobody has touched since then; how many they were."""
        async with self._writing() as connection:
            result = await connection.execute(BATTLES.delete().where(BATTLES.c.touched < untouched_since))
        return result.rowcount

    # ---- Records -----------------------------------------------------------------------------------------------------

    async def append(self, battle: str, number: int, record: dict[str, Any]) -> None:
        """Write a battle's next record; when this returns it is durable. Raises ``Stale`` when the number is taken."""
        waiting = _Waiting(battle, number, json.dumps(record), asyncio.get_running_loop().create_future())
        self._queue.put_nowait(waiting)
        await waiting.done

    async def records(self, battle: str, after: int = 0) -> list[dict[str, Any]]:
        """A battle's records from the number after ``after`` on, without a gap."""
        wanted = (
            select(RECORDS.c.number, RECORDS.c.record)
            .where(RECORDS.c.battle == battle, RECORDS.c.number > after)
            .order_by(RECORDS.c.number)
        )
        async with self._reading() as connection:
            rows = (await connection.execute(wanted)).all()
        for expected, (number, _) in enumerate(rows, start=after + 1):
            if number != expected:
                raise StorageProblem(f"Record {expected} of battle {battle} is missing from the database.")
        return [_parsed(record, f"record {number} of battle {battle}") for number, record in rows]

    async def count(self, battle: str) -> int:
        """How many records a battle has."""
        wanted = select(func.coalesce(func.max(RECORDS.c.number), 0)).where(RECORDS.c.battle == battle)
        async with self._reading() as connection:
            return int((await connection.execute(wanted)).scalar_one())

    def watch(self, listener: Callable[[Notice], None]) -> Callable[[], None]:
        """Be told of every record written, by this process or another; returns how to stop."""
        return self._hub.watch(listener)

    async def _write(self) -> None:
        """Write what waits, many records in one transaction: durability costs the same for one as for a hundred."""
        while True:
            batch = [await self._queue.get()]
            while len(batch) < _MOST_AT_ONCE and not self._queue.empty():
                batch.append(self._queue.get_nowait())
            try:
                written = await self._insert(batch)
            except (OSError, SQLAlchemyError) as problem:
                self._fail(batch, problem)
            else:
                self._tell(batch, written)
            for _ in batch:
                self._queue.task_done()

    async def _insert(self, batch: list[_Waiting]) -> set[tuple[str, int]]:
        rows = list(
            {(one.battle, one.number): one for one in reversed(batch)}.values()
        )  # of two equals the first counts
        async with self._engine.begin() as connection:
            written = await self._insert_new(connection, rows)
            await self._touch(connection, {battle for battle, _ in written})
            if self._listener is not None:
                await self._listener.notify(connection, written)
        self._check_file()
        return written

    async def _touch(self, connection: AsyncConnection, battles: set[str]) -> None:
        """Remember when battles were played, to the minute."""
        now = int(time.time())
        stale = [battle for battle in battles if now - self._touched.get(battle, 0) >= _TOUCHED_WITHIN]
        if stale:
            await connection.execute(BATTLES.update().where(BATTLES.c.id.in_(stale)).values(touched=now))
            self._touched = {battle: at for battle, at in self._touched.items() if now - at < _TOUCHED_WITHIN}
            self._touched.update(dict.fromkeys(stale, now))

    async def _insert_new(self, connection: AsyncConnection, rows: list[_Waiting]) -> set[tuple[str, int]]:
        insert = postgresql.insert if connection.dialect.name == "postgresql" else sqlite.insert
        values = [{"battle": one.battle, "number": one.number, "record": one.record} for one in rows]
        statement = insert(RECORDS).on_conflict_do_nothing().returning(RECORDS.c.battle, RECORDS.c.number)
        result = await connection.execute(statement, values)
        return {(battle, number) for battle, number in result}

    def _tell(self, batch: list[_Waiting], written: set[tuple[str, int]]) -> None:
        for one in batch:
            if (one.battle, one.number) in written:
                written.discard((one.battle, one.number))
                _settle(one, None)
                if self._listener is None:  # PostgreSQL tells everybody, ourselves too
                    self._hub.tell(Notice(one.battle, one.number))
            else:
                _settle(one, Stale(f"record {one.number} of battle {one.battle}"))

    @staticmethod
    def _fail(batch: list[_Waiting], problem: Exception) -> None:
        for one in batch:
            _settle(one, StorageProblem(f"The record could not be stored: {_reason(problem)}"))


@contextmanager
def _as_storage_problems() -> Iterator[None]:
    """Whatever the database's library has to say becomes a problem of storage, without the values that were to be stored."""
    try:
        yield
    except (OSError, SQLAlchemyError) as problem:
        raise StorageProblem(f"The database does not answer as it should: {_reason(problem)}") from None


def _parsed(text: str, what: str) -> dict[str, Any]:
    """What was stored as JSON; a database that was damaged may have something else."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise StorageProblem(f"The database is damaged: {what} cannot be read.")
    return found


def _reason(problem: Exception) -> str:
    """What is wrong in the database's own words, without the statement, its values and the numbers of errors."""
    told = str(problem.orig if isinstance(problem, DBAPIError) and problem.orig else problem)
    if _NOBODY_THERE in told:
        return "no server answers there. Start it, or check the address."
    return _ERROR_NUMBER.sub("", told)


def _settle(waiting: _Waiting, problem: Exception | None) -> None:
    if waiting.done.done():  # whoever waited has given up
        return
    if problem is None:
        waiting.done.set_result(None)
    else:
        waiting.done.set_exception(problem)


def _digest(token: str) -> str:
    return sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def _engine(address: str) -> AsyncEngine:
    try:
        url = make_url(address)
    except ArgumentError:
        raise StorageProblem(
            f"{address!r} is not the address of a database. Write sqlite:///battles.db or postgresql://user@host/name."
        ) from None
    name = url.get_backend_name()
    if name not in _DRIVERS:
        raise StorageProblem(
            f"Databases of the kind {name!r} are not known. Write sqlite:///battles.db or postgresql://user@host/name."
        )
    if name == "sqlite" and url.database and not Path(url.database).resolve().parent.is_dir():
        raise StorageProblem(f"The database {address} cannot be opened: its folder does not exist.")
    remote = name != "sqlite"  # a connection that died with the database's server is replaced before it is used
    engine = create_async_engine(
        url.set(drivername=_DRIVERS[name]),
        pool_pre_ping=remote,
        pool_size=_CONNECTIONS + 1,
        max_overflow=1,
        hide_parameters=True,
    )
    if name == "sqlite":
        event.listen(engine.sync_engine, "connect", _prepare_sqlite)
        event.listen(engine.sync_engine, "begin", _begin_sqlite)
    return engine


def _create_for_oneself(address: str) -> None:
    """Make a file that nobody else on the machine may read: it has the seeds of battles that are not over."""
    file = file_of(address)
    if file is not None and not file.exists():
        os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))


def _begin_sqlite(connection: Connection) -> None:
    """Begin what the driver would only begin with the first row written: tables change as a whole or not at all, too."""
    connection.exec_driver_sql(connection.get_execution_options().get("sqlite_begin", "BEGIN"))


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    connection.isolation_level = None  # transactions are ours to begin
    cursor = connection.cursor()
    # WAL with full synchronisation: a record that was acknowledged outlives the process and the power.
    for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
        cursor.execute(f"PRAGMA {setting}")
    cursor.close()


def _without_password(address: str) -> str:
    return make_url(address).render_as_string(hide_password=True)
