"""The journal of an experiment: a line that says what is played, then a line for everything that was, in a file that is only ever added to.

One writes and everybody may read. A line is whole on the disk before anybody is told of it, half a line at the end (a machine that was
switched off) is dropped, and what stands there already is not written twice: so a run can be stopped anywhere, and goes on from there.
"""

from __future__ import annotations

import fcntl
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BufferedRandom
from pathlib import Path
from typing import Any, Self

from sandtable.battle.matches.match import Failure, Record
from sandtable.kernel import codec
from sandtable.kernel.problem import refuse
from sandtable.lab.battles.batches import Batch
from sandtable.lab.battles.jobs import Outcome, Pair

FORMAT = 1
LONGEST_LINE = 2_000_000  # bytes; the longest is the first, which holds the scenarios' texts


@dataclass(frozen=True, slots=True)
class Head:
    """What a journal is of: the experiment by its hash, and all of it in plain data, so that a report needs nothing else."""

    experiment: str
    about: Mapping[str, Any]
    format: int = FORMAT


Logged = Outcome | Batch


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a journal: the outcome of one seed of a job, or of one batch of battles."""

    job: str
    outcome: Logged

    @property
    def key(self) -> tuple[str, str]:
        """The job and the seed, of which a journal has each pair only once."""
        return self.job, self.outcome.seed


@dataclass
class Journal:
    """A journal that is open to be added to, or was read. ``file`` is none where nobody may add."""

    place: Path | None
    head: Head
    lines: list[Line] = field(default_factory=list)
    _keys: set[tuple[str, str]] = field(default_factory=set)
    _file: BufferedRandom | None = None

    # ---- Opening ---------------------------------------------------------------------------------------------------------------------

    @classmethod
    def in_memory(cls, head: Head) -> Self:
        """A journal that nobody keeps."""
        return cls(None, head)

    @classmethod
    def open(cls, place: Path, head: Head) -> Self:
        """The journal of this experiment, begun or gone on with; one of another experiment, and one that somebody writes in, is refused."""
        file = place.open("a+b")
        try:
            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            file.close()
            raise refuse(str(place), "lab.journal.in_use") from None
        try:
            return cls._taken_up(place, head, file)
        except BaseException:
            file.close()
            raise

    @classmethod
    def _taken_up(cls, place: Path, head: Head, file: BufferedRandom) -> Self:
        file.seek(0)
        whole = _whole_lines(file.read())
        file.truncate(len(whole))  # half a line at the end is what something left that was stopped
        file.seek(0, os.SEEK_END)
        journal = cls(place, head, _file=file)
        if not whole:
            journal._write([codec.write(head)])
            _settle_folder(place)
            return journal
        found = _head(whole, place)
        if (found.format, found.experiment) != (FORMAT, head.experiment):
            raise refuse(str(place), "lab.journal.other", asked=_question(found.about))
        for line in _lines(whole, place):
            journal._keep(line)
        return journal

    @classmethod
    def read(cls, place: Path) -> Self:
        """A journal as it stands, to be looked at; somebody may be writing in it."""
        whole = _whole_lines(place.read_bytes())
        if not whole:
            raise refuse(str(place), "lab.journal.none")
        journal = cls(place, _head(whole, place))
        for line in _lines(whole, place):
            journal._keep(line)
        return journal

    def close(self) -> None:
        """Close the file, so that others may write in it."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # ---- Adding ----------------------------------------------------------------------------------------------------------------------

    def add(self, lines: Iterable[Line]) -> list[Line]:
        """Keep lines, those that stand there already left out; they are on the disk when this returns."""
        fresh: dict[tuple[str, str], Line] = {}
        for line in lines:
            if line.key not in self._keys:
                fresh.setdefault(line.key, line)
        if fresh:
            self._write([_plain(line) for line in fresh.values()])
        for line in fresh.values():
            self._keep(line)
        return list(fresh.values())

    def _keep(self, line: Line) -> None:
        if line.key not in self._keys:
            self._keys.add(line.key)
            self.lines.append(line)

    def _write(self, plain: list[Any]) -> None:
        if self._file is None:
            return
        self._file.write("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in plain).encode())
        self._file.flush()
        os.fsync(self._file.fileno())

    # ---- Looking ---------------------------------------------------------------------------------------------------------------------

    def outcomes(self, job: str) -> Iterator[Outcome]:
        """The outcomes of the seeds of a job."""
        return (line.outcome for line in self.lines if line.job == job and not isinstance(line.outcome, Batch))

    def batches(self, job: str) -> Iterator[Batch]:
        """The batches of a job."""
        return (line.outcome for line in self.lines if line.job == job and isinstance(line.outcome, Batch))

    @property
    def failures(self) -> Iterator[tuple[str, Failure]]:
        """Battles that failed, each with its job, or with the batch it was to be in."""
        for line in self.lines:
            if isinstance(line.outcome, Batch):
                yield from ((line.outcome.seed, one) for one in line.outcome.failures)
            elif isinstance(line.outcome, Failure):
                yield line.job, line.outcome

    def missing(self, job: str, seeds: Iterable[str]) -> Iterator[str]:
        """Those seeds of a job that have not been played; those that failed would fail again."""
        return (seed for seed in seeds if (job, seed) not in self._keys)


# What a line tells, by a name that stands in no other kind of line.
_KINDS: Mapping[str, type[Logged]] = {"error": Failure, "first": Pair, "battles": Batch}


def _whole_lines(content: bytes) -> bytes:
    return content[: content.rfind(b"\n") + 1]


def _head(whole: bytes, place: Path) -> Head:
    raw = _parsed(whole[: whole.find(b"\n")], place, 1)
    if not isinstance(raw, dict) or "experiment" not in raw:
        raise refuse(str(place), "lab.journal.none")
    return codec.read(Head, raw, f"{place}, line 1")


def _lines(whole: bytes, place: Path) -> Iterator[Line]:
    for number, line in enumerate(whole.splitlines()[1:], start=2):
        raw = _parsed(line, place, number)
        if not isinstance(raw, dict) or not isinstance(raw.get("job"), str):
            raise refuse(str(place), "lab.journal.line", number=number)
        kind: type[Logged] = next((kind for name, kind in _KINDS.items() if name in raw), Record)
        told = {name: value for name, value in raw.items() if name != "job"}
        yield Line(raw["job"], codec.read(kind, told, f"{place}, line {number}"))


def _plain(line: Line) -> dict[str, Any]:
    plain: dict[str, Any] = codec.write(line.outcome)
    return {"job": line.job, **plain}


def _parsed(line: bytes, place: Path, number: int) -> Any:
    if len(line) > LONGEST_LINE:
        raise refuse(str(place), "lab.journal.line", number=number)
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise refuse(str(place), "lab.journal.line", number=number) from None


def _question(about: Mapping[str, Any]) -> str:
    return str(about.get("question", ""))


def _settle_folder(place: Path) -> None:
    """Make sure that the name of a new file is on the disk, too."""
    handle = os.open(place.parent, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
