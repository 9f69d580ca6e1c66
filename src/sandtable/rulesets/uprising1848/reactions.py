"""How charged Non-Player figures react (R48-A.20)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.vocabulary import UNARMED, Kind, Quality, Reaction


@dataclass(frozen=True, slots=True)
class Charged:
    """A charged unit as its reaction depends on it."""

    kind: Kind
    quality: Quality
    hit_chance: int  # per cent of its own fire at the chargers; nought without a firearm
    in_cover: bool
    ratio: Fraction  # own combat value to the chargers'
    can_outdistance: bool = False


def usual_reaction(charged: Charged, tables: Tables) -> Reaction:
    """The reaction of a kind of unit, first case that fits (R48-A.20)."""
    can_fire = charged.hit_chance > 0
    if charged.kind in UNARMED:
        return Reaction.MOVE if charged.can_outdistance else Reaction.NONE
    if charged.kind is Kind.MOB:
        return Reaction.FIRE if can_fire else Reaction.THROW
    if charged.kind in (Kind.ARTILLERY, Kind.HEADQUARTERS, Kind.ENEMY_OFFICER) and charged.can_outdistance:
        return Reaction.MOVE
    if charged.kind is Kind.CAVALRY and charged.ratio >= 1:
        return Reaction.MOVE
    if charged.quality is Quality.CONSCRIPT and charged.ratio < tables.exact("behaviour.reaction_ratio"):
        return Reaction.MOVE
    if charged.quality is Quality.CONSCRIPT or charged.kind in (Kind.ARTILLERY, Kind.HEADQUARTERS, Kind.ENEMY_OFFICER):
        return Reaction.FIRE if can_fire else Reaction.NONE
    worth = charged.hit_chance >= tables.number("behaviour.reaction_chance") or charged.in_cover
    return Reaction.FIRE if can_fire and worth else Reaction.NONE
