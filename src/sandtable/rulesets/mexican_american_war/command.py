"""Leaders as the books know them: rank, rating, whom they command, and whom they are with (MAW-G.16)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sandtable.kernel.messages import Message
from sandtable.kernel.roster import BookUnit
from sandtable.rulesets.mexican_american_war.vocabulary import Commander, LeaderFate, LeaderRating, Side

RANKS = tuple(Commander)  # highest first


@dataclass(frozen=True, slots=True, kw_only=True)
class KnownLeader(BookUnit):
    """A leader in the books; umpires who are told about leaders keep none."""

    side: Side
    rank: Commander
    rating: LeaderRating
    command: tuple[str, ...] = ()  # the units whose immediate commander he is
    unit: str = ""  # the one that he is attached to
    back: int = 0  # wounded until this turn
    on_foot: int = 0  # without a horse until this turn
    successor: bool = False  # he has taken over from one who was lost

    @property
    def leads(self) -> bool:
        """Whether he is there to lead."""
        return not self.gone and not self.back

    @property
    def mounted(self) -> bool:
        """Whether he has a horse."""
        return not self.on_foot

    def fares(self, fate: LeaderFate, turn: int) -> KnownLeader:
        """The leader after the Fallen Leader Table: lost, out for a turn, or without a horse for one (MAW-3.06)."""
        if fate is LeaderFate.LOST:
            return replace(self, gone=True, unit="")
        if fate is LeaderFate.WOUNDED:
            return replace(self, back=turn + 1)
        return replace(self, on_foot=turn + 1) if fate is LeaderFate.DISMOUNTED else self

    def next_turn(self, turn: int) -> KnownLeader:
        """The leader when a player turn of his side begins: back from his wound, on another horse."""
        back = self.back if self.back > turn else 0
        return replace(self, back=back, on_foot=self.on_foot if self.on_foot > turn else 0)

    def described(self) -> Message:
        """Rating and rank."""
        return Message.of(
            "roster.leader.successor" if self.successor else "roster.leader.own", rating=self.rating, rank=self.rank
        )

    def condition(self) -> Message:
        """Whether he leads, and from where."""
        if self.gone:
            return Message("roster.gone")
        if self.back:
            return Message.of("roster.away.leader", turn=self.back)
        kind = "with" if self.unit else "mounted" if self.mounted else "on_foot"
        return Message.of(f"roster.leader.{kind}", unit=self.unit)


def highest(leaders: Iterable[KnownLeader]) -> KnownLeader | None:
    """The leader of the highest rank, of equals the first (MAW-G.16)."""
    return min(leaders, key=lambda leader: RANKS.index(leader.rank), default=None)
