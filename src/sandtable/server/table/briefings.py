"""What a battle is about, for whoever comes to the table by a link: the goal, the names of the sides, and what one's own side is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from sandtable.battle.engine.battle import Battle
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.seat import Seat
from sandtable.kernel.problem import Refusal


@dataclass(frozen=True, slots=True)
class About:
    """The words of a scenario, and its last turn, 0 for none. A briefing is for its own side alone."""

    goal: str = ""
    date: str = ""
    turns: int = 0
    names: Mapping[str, str] = field(default_factory=dict)
    briefings: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Briefing:
    """The goal, which everybody knows, and what one's own side is told."""

    goal: str
    briefing: str


def briefing_for(battle: Battle[Any], seat: Seat) -> Briefing:
    """What a seat is told of the battle it comes to."""
    about = about_scenario(battle.log.scenario)
    return Briefing(about.goal, about.briefings.get(seat.side or "", ""))


def side_names(battle: Battle[Any]) -> Mapping[str, str]:
    """What the sides are called in a battle."""
    return about_scenario(battle.log.scenario).names


@lru_cache(maxsize=256)
def about_scenario(text: str) -> About:
    """The words of a scenario from its text; empty ones where the reader no longer understands it."""
    try:
        scenario = read_scenario(text, "scenario")
    except Refusal:
        return About()
    return About(
        scenario.victory.note.strip(),
        scenario.date,
        scenario.victory.turns or 0,
        {side.label: side.name for side in scenario.sides},
        {side.label: side.briefing.strip() for side in scenario.sides},
    )
