"""Bringing an older database up to date, one version at a time, in one transaction."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, inspect, select, text

from sandtable.storage.tables import FORMAT, METADATA


class NewerDatabase(Exception):  # noqa: N818 - it is the database that is newer, nobody's error
    """The database was written by a newer Sandtable."""

    def __init__(self, found: int) -> None:
        super().__init__(
            f"This database has format {found}; this Sandtable knows formats up to {NEWEST}. "
            "Start the newer Sandtable that wrote it, or name another database."
        )


def _remember_when_touched(connection: Connection) -> None:
    connection.execute(text("ALTER TABLE battles ADD COLUMN touched BIGINT NOT NULL DEFAULT 0"))
    connection.execute(text("UPDATE battles SET touched = begun"))
    connection.execute(text("CREATE INDEX battles_by_touch ON battles (touched)"))


STEPS: dict[int, Callable[[Connection], None]] = {1: _remember_when_touched}  # from the version named to the next
NEWEST = max(STEPS) + 1
_ONE_AT_A_TIME = 1848_1910  # an advisory lock: two server processes may start at the same moment


def bring_up_to_date(connection: Connection) -> None:
    """Create what is missing, or carry an older database forward; refuse a newer one."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:key)"), {"key": _ONE_AT_A_TIME})
    if not inspect(connection).has_table(FORMAT.name):
        METADATA.create_all(connection)
        connection.execute(FORMAT.insert().values(version=NEWEST))
        return
    version = connection.execute(select(FORMAT.c.version)).scalar_one()
    if version > NEWEST:
        raise NewerDatabase(version)
    while version < NEWEST:
        STEPS[version](connection)
        version += 1
        connection.execute(FORMAT.update().values(version=version))
