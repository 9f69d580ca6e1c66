"""What an army has lost, and what that is worth to its enemy (PRE-G.45)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandtable.kernel.form import choice, number
from sandtable.kernel.tables import Tables
from sandtable.rulesets.mesoamerica.vocabulary import LeaderFate, Side

MOST_MEN = 4000


def _men(**about: Any) -> Any:
    return number(highest=MOST_MEN, unit="men", **about)


@dataclass(frozen=True, slots=True, kw_only=True)
class Losses:
    """What an army has lost; its enemy scores for it. Men left count escorts off the field too."""

    side: Side = choice(Side)
    starting_men: int = _men(lowest=1)
    men_left: int = _men()
    killed: int = _men(usual=0)
    abandoned: int = _men(usual=0)
    handed_over: int = _men(usual=0)
    under_escort: int = _men(usual=0)
    leader: LeaderFate = choice(LeaderFate, usual=LeaderFate.SAFE)

    @property
    def lost(self) -> int:
        """Men no longer with the army."""
        return self.starting_men - self.men_left


def points_for(enemy: Losses, tables: Tables) -> int:
    """What an enemy's losses are worth (PRE-G.45)."""
    leader = {fate: tables.number("victory.leader", fate) for fate in LeaderFate}
    return (
        enemy.killed * tables.number("victory.killed")
        + enemy.abandoned * tables.number("victory.abandoned")
        + enemy.handed_over * int(tables.option("prisoner_points"))
        + enemy.under_escort * tables.number("victory.escorted")
        + leader[enemy.leader]
    )
