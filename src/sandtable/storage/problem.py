"""What a database answers when it cannot do what it should; without the database's own library, which takes a while to import."""

from __future__ import annotations


class StorageProblem(Exception):  # noqa: N818 - told to a person
    """The database cannot be used; the message says why."""


class Stale(Exception):  # noqa: N818 - an answer, not an error
    """Somebody else has written this number of this battle already."""
