"""What luck was worth: how much more often a side wins for each unit that its dice make beyond what they promised, in battles of the same scenario."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields

import numpy as np

from sandtable.battle.engine.log import Log
from sandtable.battle.matches.match import Failure, Match, Record, failure_of, play_logged
from sandtable.battle.matches.shares import Z95
from sandtable.battle.reckoning.bill import strokes_in
from sandtable.battle.reckoning.luck import Luck
from sandtable.battle.seat import Role
from sandtable.lab.battles.variant import USUAL_PLAYER
from sandtable.lab.questions.balance import worth

FEWEST = 30  # battles; with fewer nothing can be said


@dataclass(frozen=True, slots=True)
class LuckyRecord(Record):
    """What came of a battle, and by how much the dice of each side made more than they promised."""

    beyond: Mapping[Role, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Worth:
    """Points of wins that dice were worth to whoever threw them, with their 95% interval, by so many battles."""

    points: float
    low: float
    high: float
    battles: int


@dataclass(frozen=True)
class LuckOf:
    """Battles of a scenario whose luck is counted."""

    match: Match

    @property
    def ruleset(self) -> str:
        """The ruleset whose table it needs."""
        return self.match.ruleset

    def task(self) -> Callable[[str], Record | Failure]:
        """What is done with each seed, in whatever process."""
        return _LuckTask(self.match)


def luck_of_scenario(log: Log, sides: Iterable[Role], level: str) -> LuckOf:
    """Battles of the same scenario as a log, under the same rules, the computer on both sides."""
    players = tuple((side, USUAL_PLAYER) for side in sides)
    return LuckOf(Match(log.ruleset, log.scenario, players, level, options=tuple(log.options.items()), house=log.house))


@dataclass(frozen=True, slots=True)
class _LuckTask:
    match: Match

    def __call__(self, seed: str) -> Record | Failure:
        try:
            return _counted(self.match, seed)
        except Exception as error:  # noqa: BLE001 - a battle that fails is told, and the others go on
            return failure_of(seed, error)


def _counted(match: Match, seed: str) -> LuckyRecord:
    battle = play_logged(match, seed)
    beyond = {role: 0.0 for role, _ in match.players}
    for stroke in strokes_in(battle):
        beyond[stroke.side] = beyond.get(stroke.side, 0.0) + float(stroke.made - stroke.promised)
    result = battle.result
    assert result is not None  # noqa: S101 - it was played to its end
    plain = Record(seed, result.winner, result.reason.id, 0, battle.log.number, {}, {})
    return LuckyRecord(**{one.name: getattr(plain, one.name) for one in fields(Record)}, beyond=beyond)


def worth_of(luck: Luck, other: Role, records: Sequence[LuckyRecord]) -> Worth | None:
    """What the dice of a side were worth to it; nothing where too few battles tell.

    By least squares: the share of wins as a sum of a constant and of what the dice of either side made beyond what they promised.
    """
    if len(records) < FEWEST:
        return None
    side = luck.side
    known = np.array([[1.0, one.beyond.get(side, 0.0), one.beyond.get(other, 0.0)] for one in records])
    wins = np.array([worth(one, side) for one in records])
    found, _, rank, _ = np.linalg.lstsq(known, wins, rcond=None)
    if rank < known.shape[1]:  # dice that always make the same
        return None
    rest = wins - known @ found
    variance = float(rest @ rest) / (len(records) - known.shape[1])
    spread = float(np.sqrt(variance * np.linalg.inv(known.T @ known)[1, 1]))
    beyond = float(luck.made - luck.promised)
    one, more = float(found[1]) * beyond, Z95 * spread * abs(beyond)
    return Worth(one, one - more, one + more, len(records))
