"""One server to a SQLite file: seats on one would never hear what happens on another. PostgreSQL tells them."""

from __future__ import annotations

import os
from pathlib import Path

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from sandtable.storage.problem import StorageProblem

try:
    import fcntl
except ImportError:  # a system without such locks
    fcntl = None  # type: ignore[assignment]


class Claim:
    """A server's claim on a database, until it is let go or the process ends."""

    def __init__(self, address: str) -> None:
        self._handle: int | None = None
        file = file_of(address)
        if file is None or fcntl is None:
            return
        try:
            handle = os.open(f"{file}.lock", os.O_RDWR | os.O_CREAT, 0o600)
        except OSError:
            return  # where nothing can be written, opening the database says so
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(handle)
            raise StorageProblem(
                f"The database {file} is in use by another Sandtable server. Stop that one, name another file, "
                "or keep battles in PostgreSQL, which several servers can share."
            ) from None
        self._handle = handle

    def let_go(self) -> None:
        """Give the claim up."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def file_of(address: str) -> Path | None:
    """The file of a SQLite database; None for any other."""
    try:
        url = make_url(address)
    except ArgumentError:
        return None
    if url.get_backend_name() != "sqlite" or not url.database or url.database == ":memory:":
        return None
    return Path(url.database).resolve()
