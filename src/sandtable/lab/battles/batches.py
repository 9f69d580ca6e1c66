"""Battles of one variant together, each in brief: who won, by what margin, and a mark that only the very same battle has."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256

from sandtable.battle.matches.match import (
    Failure,
    Match,
    Record,
    beginning_under,
    failure_of,
    play_through,
    tables_of,
    try_battle,
)
from sandtable.battle.seat import Role
from sandtable.kernel import codec
from sandtable.kernel.noted_cells import NotedCells

MARK = 12  # letters of a hash that tell one course of a battle from another
HUNDRED = 100


@dataclass(frozen=True, slots=True)
class Brief:
    """What came of one battle. ``margin`` is the first side's: what the other lost less its own loss, in percent of the bases.

    ``read`` are the entries of the tables that this battle read and not all of its batch did.
    """

    seed: str
    winner: Role | None
    margin: float
    mark: str
    read: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Batch:
    """Battles that were played one after the other; ``seed`` says which, ``read`` are the entries that all of them read, where that was noted."""

    seed: str
    battles: tuple[Brief, ...]
    failures: tuple[Failure, ...] = ()
    read: tuple[str, ...] = ()

    @property
    def reads(self) -> Mapping[str, frozenset[str]]:
        """What each battle read."""
        return {one.seed: frozenset((*self.read, *one.read)) for one in self.battles}


def mark_of(record: Record) -> str:
    """A short hash of how a battle went: it differs as soon as anything in its course does."""
    plain = codec.write(replace(record, seed=""))
    return sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()[:MARK]


def brief(record: Record, sides: tuple[Role, Role], strengths: Mapping[Role, int]) -> Brief:
    """The outcome of a battle in brief."""
    own, other = (record.lost.get(side, 0) / max(1, strengths.get(side, 0)) for side in sides)
    return Brief(record.seed, record.winner, round(HUNDRED * (other - own), 3), mark_of(record))


def batch_of(
    name: str, outcomes: Iterable[Record | Failure], sides: tuple[Role, Role], strengths: Mapping[Role, int]
) -> Batch:
    """Battles and failures as one batch."""
    told = list(outcomes)
    battles = tuple(brief(one, sides, strengths) for one in told if isinstance(one, Record))
    return Batch(name, battles, tuple(one for one in told if isinstance(one, Failure)))


def play_noting_reads(match: Match, seed: str) -> tuple[Record | Failure, frozenset[str]]:
    """Play a battle, and note every entry of the tables that is read on the way, from the setting up to the last die.

    Whatever is kept for later battles is kept by the tables it was worked out under, so tables of its own make each battle read all that it needs.
    """
    try:
        tables = tables_of(match)
        cells = NotedCells(tables.cells)
        begun = beginning_under(match, replace(tables, cells=cells))
        return play_through(match, seed, beginning=begun), frozenset(cells.seen)
    except Exception as error:  # noqa: BLE001 - a battle that fails is told, and the others go on
        return failure_of(seed, error), frozenset()


def batch_with_reads(
    name: str, match: Match, seeds: Iterable[str], sides: tuple[Role, Role], strengths: Mapping[Role, int]
) -> Batch:
    """Play battles and note which entries of the tables each of them read."""
    found = [play_noting_reads(match, seed) for seed in seeds]
    batch = batch_of(name, (one for one, _ in found), sides, strengths)
    reads = {one.seed: read for one, read in found if isinstance(one, Record)}
    common = frozenset.intersection(*reads.values()) if reads else frozenset()
    battles = tuple(replace(one, read=tuple(sorted(reads[one.seed] - common))) for one in batch.battles)
    return replace(batch, battles=battles, read=tuple(sorted(common)))


def plain_batch(
    name: str, match: Match, seeds: Iterable[str], sides: tuple[Role, Role], strengths: Mapping[Role, int]
) -> Batch:
    """Play battles without noting what they read."""
    return batch_of(name, (try_battle(match, seed) for seed in seeds), sides, strengths)
