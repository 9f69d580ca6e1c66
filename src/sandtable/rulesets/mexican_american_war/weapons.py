"""Weapons: who reaches how far, with how many fire points (chapters 19 and 20, MAW-G.01, MAW-G.11, chapter 12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, effect
from sandtable.kernel.form import Section, choice
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.vocabulary import (
    GUN_WEAPONS,
    LATE_TWILIGHTS,
    NIGHTS,
    OTHER_SIDE,
    SMALL_ARMS,
    TWILIGHTS,
    Light,
    Side,
    Weapon,
)

SIEGE_WORKS = (Weapon.SG, Weapon.SH, Weapon.HH)  # their shot counts for more against works (MAW-G.03)


def weapon_path(weapon: Weapon, nation: Side, tables: Tables) -> str:
    """The line of the weapon table; a gun keeps the line of the nation that built it (MAW-G.01d, MAW-G.01e)."""
    code = tables.text("weapon_as", weapon) if tables.has("weapon_as", weapon) else weapon
    own = f"weapon.{nation}.{code}"
    return own if tables.has(own, "up_to") else f"weapon.{OTHER_SIDE[nation]}.{code}"


def fire_points(weapon: Weapon, nation: Side, inches: Fraction, tables: Tables) -> Fraction | None:
    """Fire points of one stand at this distance, or None where it may not fire."""
    points = Fraction(tables.step(weapon_path(weapon, nation, tables), inches, "points"))  # type: ignore[arg-type]  # bisection takes fractions
    return points or None


def rocket_needs(inches: Fraction, tables: Tables) -> int:
    """The die a rocket stand needs for its fire to count (MAW-G.05)."""
    bounds, needs = rocket_rows(tables)
    return needs[sum(inches > bound for bound in bounds)]


@lru_cache(maxsize=64)
def rocket_rows(tables: Tables) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Range bands of rockets, and what a stand must throw in each."""
    return tables.row("rocket.up_to"), tables.row("rocket.needs")


def maximum_range(weapon: Weapon, nation: Side, tables: Tables) -> int:
    """The far end of the last band."""
    reach: int = tables.row(weapon_path(weapon, nation, tables), "up_to")[-1]
    return reach


def minimum_range(weapon: Weapon, nation: Side, tables: Tables) -> int:
    """The distance within which it may not fire: the first band where that has no points (rockets, MAW-4.08a)."""
    path = weapon_path(weapon, nation, tables)
    return int(tables.row(path, "up_to")[0]) if not Fraction(tables.row(path, "points")[0]) else 0


def close_range(weapon: Weapon, nation: Side, tables: Tables) -> int:
    """The first band; canister or grape for guns by option gunClose; rockets have none (MAW-G.11)."""
    if weapon in SMALL_ARMS:
        return int(tables.row(weapon_path(weapon, nation, tables), "up_to")[0])
    if weapon in GUN_WEAPONS and weapon is not Weapon.HR:
        return tables.number(f"close_range.guns_{tables.option('gunClose')}")
    return 0


def range_cap(light: Light, tables: Tables) -> int | None:
    """How far anybody can see to shoot (MAW-12.04, MAW-12.05, MAW-12.08); None by day."""
    if light in NIGHTS:
        return tables.number("range_cap.night", light)
    if light in TWILIGHTS:
        return tables.number("range_cap", "nautical" if tables.option("nauticalTwilight") else "civil", light)
    return None


def light_problems(light: Light, tables: Tables) -> Iterator[Problem]:
    """Civil twilight has two turns only (MAW-12.01, MAW-G.63)."""
    if light in LATE_TWILIGHTS and not tables.option("nauticalTwilight"):
        yield Problem("light", Message("problem.civil_twilight"), (), "MAW-G.63")


@dataclass(frozen=True, slots=True, kw_only=True)
class WeaponCard:
    """A weapon looked up."""

    side: Side = fields.side()
    weapon: Weapon = choice(Weapon, section=Section.ACTOR, only=(*SMALL_ARMS, *GUN_WEAPONS))
    light: Light = fields.light()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """The light must be one there is."""
        yield from light_problems(self.light, tables)


@effect()
class WeaponReaches(Effect):
    """A weapon's bands."""

    reach: Fraction
    close: Fraction
    points: tuple[tuple[Fraction | None, str], ...]  # fire points of a stand up to each distance, and beyond all

    @property
    def message(self) -> Message:
        """Its reach and its bands."""
        bands = tuple(
            Message.of("word.points_beyond" if far is None else "word.points_to", points=points, far=far)
            for far, points in self.points
        )
        close = Message.of("word.close.some", close=self.close) if self.close else Message("word.close.none")
        return Message.of("effect.weapon_reaches", reach=self.reach, close=close, bands=bands)


@effect()
class RocketCounts(Effect):
    """What a rocket stand must throw (MAW-G.05)."""

    reach: Fraction
    near: int
    far: int


@effect()
class BuckAndBall(Effect):
    """What US muskets add in a charge (MAW-19.01a)."""

    bonus: int


@action("fire", "MAW-G.01 MAW-G.11", measures="reach close_range", lengths="reach close_range")
def weapon_card(situation: WeaponCard, tables: Tables) -> Ruling:
    """Bands, points and close range of a weapon in this light."""
    weapon, side = situation.weapon, situation.side
    cap = range_cap(situation.light, tables)
    farthest = maximum_range(weapon, side, tables)
    reach = Fraction(farthest if cap is None else min(farthest, cap))
    close = min(Fraction(close_range(weapon, side, tables)), reach)
    effects: list[Effect] = [WeaponReaches(whom="actor", reach=reach, close=close, points=_bands(weapon, side, tables))]
    bounds, needs = rocket_rows(tables)
    if weapon is Weapon.HR:
        effects += [RocketCounts(whom="actor", reach=Fraction(bounds[0]), near=needs[0], far=needs[-1])]
    if weapon is Weapon.M:
        effects.append(BuckAndBall(whom="actor", bonus=tables.number("fire.modifier.firer.buck_and_ball.charge")))
    return Ruling.of("weapon", *effects, reach=reach, close_range=close)


def _bands(weapon: Weapon, side: Side, tables: Tables) -> tuple[tuple[Fraction | None, str], ...]:
    """The line of the weapon table: fire points of a stand up to each distance, and beyond all."""
    path = weapon_path(weapon, side, tables)
    limits: tuple[int, ...] = tables.row(path, "up_to")
    bands = [(Fraction(far), str(tables.step(path, far, "points"))) for far in limits]
    return (*bands, (None, str(tables.step(path, limits[-1] + 1, "points"))))
