"""What units are worth in Average Dice, whole and worn, and what losses come to."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from sandtable.miniatures.opponent.weights import Weights
from sandtable.rulesets.average_dice.ledger import KnownUnit
from sandtable.rulesets.average_dice.vocabulary import GUN_ARMS, RIFLES, Arm, Posture, TargetKind, TroopClass, Weapon

WEIGHTS = Weights(__package__)


class Kind(NamedTuple):
    """All of a unit that fire and losses depend on."""

    arm: Arm
    weapon: Weapon
    figures: int
    replacements: int
    throwers: int
    deserter: bool
    mounted: bool
    posture: Posture
    captured: bool


def kind_of(unit: KnownUnit) -> Kind:
    """A unit as far as fire and losses depend on it."""
    return Kind(
        unit.arm,
        unit.weapon,
        unit.figures,
        unit.replacements,
        unit.throwers,
        unit.prone_to_desertion,
        unit.mounted,
        unit.posture,
        unit.captured,
    )


def target_kind(kind: Kind) -> TargetKind:
    """What it is to who fires at it."""
    if kind.arm in GUN_ARMS:
        return TargetKind.GUN_CREW
    return TargetKind.GENERAL if kind.arm is Arm.GENERAL else TargetKind.UNIT


def troop_class(kind: Kind) -> TroopClass:
    """What it is in melee."""
    if kind.arm in GUN_ARMS:
        return TroopClass.ARTILLERY
    return TroopClass.CAVALRY if kind.mounted else TroopClass.INFANTRY


def full_price(kind: Kind) -> float:
    """What a unit of its kind would be worth with all its figures."""
    price = WEIGHTS("price", kind.arm.value)
    if kind.arm not in GUN_ARMS and kind.arm is not Arm.GENERAL:
        rifle = kind.weapon.value if kind.weapon in RIFLES else Weapon.HOTCHPOTCH.value
        price = price * WEIGHTS("rifle", rifle) + WEIGHTS("price", "thrower") * kind.throwers
    return price * (WEIGHTS("price", "deserter") if kind.deserter else 1.0)


@WEIGHTS.remembers(len(Arm))
def _sizes(arm: Arm) -> tuple[float, ...]:
    """The share of its price that a unit of an arm is worth with none, one, two ... figures."""
    return WEIGHTS.row("size", arm.value if arm in GUN_ARMS or arm is Arm.GENERAL else "unit")


def price_with(kind: Kind, figures: float) -> float:
    """What it is worth with so many figures, parts of one included."""
    size = _sizes(kind.arm)
    low = min(int(figures), len(size) - 1)
    high = min(low + 1, len(size) - 1)
    share = size[low] + (size[high] - size[low]) * (figures - low)
    return full_price(kind) * max(0.0, share)


def price(kind: Kind) -> float:
    """What it is worth as it is."""
    if kind.arm not in GUN_ARMS and kind.figures + kind.replacements == 0:
        return 0.0
    return price_with(kind, kind.figures + kind.replacements)


def lost(kind: Kind, killed: int, *, deserts: bool) -> float:
    """What losses cost it."""
    left = max(0, kind.figures + kind.replacements - killed)
    if deserts or (not left and kind.arm not in GUN_ARMS):
        return price(kind)
    return price(kind) - price_with(kind, left)


def joined(one: KnownUnit, other: KnownUnit) -> float:
    """What two units are worth as one, beside what they are worth as two."""
    both = replace(one, figures=one.figures + other.figures, throwers=one.throwers + other.throwers)
    return price(kind_of(both)) - price(kind_of(one)) - price(kind_of(other))
