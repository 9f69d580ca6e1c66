"""The luck of a battle: what both sides made of their throws against what the laws of these throws promised. All of it is exact."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from sandtable.battle.engine.battle import Battle
from sandtable.battle.reckoning.bill import HasReckoner, strokes_in
from sandtable.battle.reckoning.luck import Luck, Stroke, luck_of, upsets
from sandtable.battle.seat import Role
from sandtable.kernel.problem import refuse
from sandtable.lab.texts import HUNDRED, say

MOST_UPSETS = 5
HALF = Fraction(1, 2)


@dataclass(frozen=True, slots=True)
class SideLuck:
    """The luck of a side, with what the side is called and what its game counts: ``levels``."""

    luck: Luck
    name: str
    measure: str

    @property
    def sentence(self) -> str:
        """How often dice do better or worse, and what they made."""
        luck = self.luck
        how, share = ("better", luck.better_than) if luck.as_good < HALF else ("worse", luck.worse_than)
        if luck.as_good >= HALF and luck.as_bad >= HALF:
            how = "even"
        said = say(f"luck.{how}", side=self.name, share=of_hundred(share))
        promised = f"{float(luck.promised):.1f}"
        return (
            f"{said} {say('luck.made', made=luck.made, measure=self.measure, promised=promised, throws=luck.strokes)}"
        )


@dataclass(frozen=True, slots=True)
class BattleLuck:
    """The luck of both sides, all throws that count, and those that went most against their odds, the least likely first."""

    sides: tuple[SideLuck, ...]
    strokes: tuple[Stroke, ...]
    upsets: tuple[Stroke, ...]


def luck_in(battle: Battle[Any], names: dict[Role, str]) -> BattleLuck:
    """The luck of a battle; one whose game counts no throws is refused."""
    rules = battle.rules
    if not isinstance(rules, HasReckoner):
        raise refuse("log", "lab.luck.none", ruleset=rules.name)
    strokes = strokes_in(battle)
    lucks = [luck_of(side, strokes) for side in names if any(one.side == side for one in strokes)]
    sides = tuple(SideLuck(one, names[one.side], rules.reckoner.measure(one.made)) for one in lucks)
    return BattleLuck(sides, tuple(strokes), tuple(upsets(strokes, MOST_UPSETS)))


def of_hundred(share: Fraction) -> str:
    """A chance as so many of a hundred; what is possible is never told as nought, and what is not sure never as all."""
    whole = round(share * HUNDRED)
    if whole == 0 and share > 0:
        return "<1"
    return f">{HUNDRED - 1}" if whole == HUNDRED and share < 1 else str(whole)
