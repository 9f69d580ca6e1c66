"""What the server and the processes that work for it say to each other, through a line of each."""

from __future__ import annotations

import pickle
from typing import IO, Any, NamedTuple

DONE, REFUSED, TOO_COSTLY, FAILED = "done", "refused", "too costly", "failed"
PACKING = 6  # of gzip's 9: the last three take twice the time for a hundredth of the size
LENGTH = 8  # bytes that say how long what follows is


class Answer(NamedTuple):
    """The umpire's answer as it is sent on: the text in bytes, packed by gzip if that was asked for."""

    content: bytes
    refused: bool  # whether it tells problems
    length: int  # of the text


def read(source: IO[bytes]) -> Any:
    """The next thing from the other end; None when it has hung up."""
    head = source.read(LENGTH)
    text = source.read(int.from_bytes(head)) if len(head) == LENGTH else b""
    if not text or len(text) < int.from_bytes(head):
        return None
    return pickle.loads(text)  # noqa: S301 - from our own server


def write(target: IO[bytes], thing: Any) -> None:
    """Send something to the other end."""
    target.write(packed(thing))
    target.flush()


def packed(thing: Any) -> bytes:
    """A thing as it is sent: its length, then itself."""
    text = pickle.dumps(thing)
    return len(text).to_bytes(LENGTH) + text
