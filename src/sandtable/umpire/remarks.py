"""What else the log says of an entry: what was assumed, what the players overruled, what it adds to, and what was cancelled before it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.kernel.record import Record
from sandtable.umpire.kernel_texts import desk_text
from sandtable.umpire.log import Words

MOST_TOLD = 3  # assumptions that a row lists by name
LONGEST = 300  # characters of a remark that a surface brings


def remarks(words: Words, record: Record, numbers: Mapping[str, int]) -> tuple[str, ...]:
    """The remarks of an entry, in the order in which they matter."""
    return tuple(_remarks(words, record, numbers))


def _remarks(words: Words, record: Record, numbers: Mapping[str, int]) -> Iterator[str]:
    for reason in _texts_beside(record, "overruled"):
        yield desk_text("log.overruled", reason=reason)
    corrected = numbers.get(str(record.meta.get("corrects")))
    if corrected:
        yield desk_text("log.adds_to" if record.meta.get("addition") else "log.corrects", number=corrected)
    for faces in _texts_beside(record, "cancelled"):
        yield desk_text("log.cancelled", faces=faces)
    assumed = [f"{one.label.removesuffix('?')}: {one.value_label}" for one in words.assumed]
    if len(assumed) > MOST_TOLD:
        yield desk_text("log.assumed_many", number=len(assumed))
    elif assumed:
        yield desk_text("log.assumed", what="; ".join(assumed))


def _texts_beside(record: Record, name: str) -> list[str]:
    """What a surface has written beside an entry under this name: some short texts, or none."""
    told = record.meta.get(name)
    return [str(one)[:LONGEST] for one in told] if isinstance(told, list | tuple) else []
