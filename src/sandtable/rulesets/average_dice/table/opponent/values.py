"""The values of Average Dice for the kit's opponent: troops, ground, what the battle is about."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from sandtable.ai.grid import Numbers
from sandtable.battle.seat import Role
from sandtable.geometry.crowd import Crowd
from sandtable.geometry.going import Going
from sandtable.geometry.measure import DEGREE, INCH, Length, Point, in_inches
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.tables import Tables
from sandtable.miniatures.field import Piece
from sandtable.miniatures.opponent.values import Choice, Goal, Reach, Stride, Values
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.ledger import KnownUnit
from sandtable.rulesets.average_dice.movement import IMPASSABLE, passage
from sandtable.rulesets.average_dice.table import housing, marching, moving
from sandtable.rulesets.average_dice.table.ground import BUILDING, HIDES, cover_at, ground_left, length
from sandtable.rulesets.average_dice.table.opponent import course, houses, odds, spots
from sandtable.rulesets.average_dice.table.opponent.odds import COVERS, bands, fight
from sandtable.rulesets.average_dice.table.opponent.worth import WEIGHTS, Kind, kind_of, lost, price
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.table.wiring import WIRE
from sandtable.rulesets.average_dice.vocabulary import (
    GUN_ARMS,
    HAULERS,
    LYING,
    OTHER_SIDE,
    TROOPS,
    UNIT_ARMS,
    Arm,
    Cover,
    Mover,
    Obstacle,
    Posture,
    Rate,
    Side,
    Weapon,
)

HARD = COVERS.index(Cover.HARD)
CLOSED = 10  # what an inch counts for on ground that cannot be entered
SLOW = 4  # inches over which what is paid once is spread
ROUND_ABOUT: Length = 16 * INCH  # what a line counts for that cannot be crossed, or only when it is cut
ORDER = {Arm.FIELD_GUN: 1, Arm.MACHINE_GUN: 2, Arm.INFANTRY: 5, Arm.CAVALRY: 6, Arm.GENERAL: 9}
RIFLES_FIRST = {Weapon.MAUSER: -2, Weapon.WINCHESTER: -1}


class AverageDiceValues(Values[AverageDiceField]):
    """What things are worth in Average Dice."""

    weights = WEIGHTS
    covers = len(COVERS)

    # ---- Troops ------------------------------------------------------------------------------------------------------------

    def kind(self, unit: KnownUnit) -> Kind:
        return kind_of(unit)

    def price(self, unit: KnownUnit) -> float:
        return price(kind_of(unit))

    def reach(self, view: AverageDiceField, piece: Piece, unit: KnownUnit) -> Reach:
        """As far as its weapon carries; nobody fires who is limbered, has too few gunners, or is in contact (AVD-8.15, AVD-G.35, AVD-G.43)."""
        tables = view.tables
        if unit.limbered or odds.silent(kind_of(unit), tables) or any(housing.contacts(view, piece)):
            return Reach()
        carries = tuple(length(each) for each in bands(unit.weapon, tables))
        if piece.marker is None:
            return Reach(carries)
        return Reach(carries, tables.number("arc", unit.arm) * DEGREE, piece.marker)

    def run(self, view: AverageDiceField, piece: Piece) -> Length:
        """How far it goes fast; guns and weak units do not strike (AVD-12.01)."""
        unit = view.books.units[piece.id]
        if unit.arm in GUN_ARMS or unit.figures <= view.tables.number("morale.weak.figures"):
            return 0
        rate = Rate.AMBLE if unit.fast_last_move else Rate.FAST
        return length(view.tables.number("move", unit.mover, rate))

    def harm(self, view: AverageDiceField, shooter: KnownUnit, mark: KnownUnit, far: Length, cover: int) -> float:
        return odds.harm(kind_of(shooter), kind_of(mark), int(in_inches(far)), COVERS[cover], view.tables)

    def strike(self, view: AverageDiceField, striker: KnownUnit, mark: KnownUnit, cover: int) -> float:
        ours, theirs = kind_of(striker), kind_of(mark)
        touch = self.weights("melee", "touch")
        strikers, struck = round(ours.figures * touch), round((theirs.figures + theirs.replacements) * touch)
        found = fight(ours, theirs, max(1, strikers), max(1, struck), COVERS[cover], Cover.OPEN, view.tables)
        return found.gain - found.price

    def strides(self, view: AverageDiceField, piece: Piece) -> Sequence[Stride]:
        """Fast and at an amble, half as far to lie down or get up, crawling (AVD-5.01, AVD-5.08, AVD-5.10, AVD-5.11)."""
        unit = view.books.units[piece.id]
        if unit.moved or unit.fired or unit.fought or unit.spent or not piece.figures:
            return ()
        if unit.mover in HAULERS and unit.all_figures < view.tables.number("gun_haulers", unit.mover):
            return ()  # too few to move it (AVD-G.43)
        return _strides(unit, view.tables)

    def after(self, unit: KnownUnit, action: str) -> KnownUnit:
        """Who fires lying is easier to hit (AVD-9.06)."""
        if action == "fire" and unit.posture is Posture.PRONE:
            return replace(unit, posture=Posture.FIRED_PRONE)
        return unit

    def keeps_off(self, view: AverageDiceField, piece: Piece) -> bool:
        """Units of four or fewer do not advance (AVD-12.02)."""
        unit = view.books.units[piece.id]
        return unit.arm in UNIT_ARMS and unit.figures <= view.tables.number("morale.weak.figures")

    def first(self, view: AverageDiceField, piece: Piece) -> float:
        """Who has just moved into contact strikes; then guns, rifles by their reach, horse, the General."""
        unit = view.books.units[piece.id]
        if unit.moved or any(housing.contacts(view, piece)):
            return 0
        return ORDER[unit.arm] + (RIFLES_FIRST.get(unit.weapon, 0) if unit.arm in UNIT_ARMS else 0)

    def rides(self, view: AverageDiceField, piece: Piece) -> bool:
        unit = view.books.units[piece.id]
        return unit.mounted and unit.arm is Arm.CAVALRY

    def stands_off(self, view: AverageDiceField, piece: Piece) -> Length:
        """A gun goes as near as it carries, a General nowhere."""
        unit = view.books.units[piece.id]
        if unit.arm is Arm.GENERAL:
            return view.terrain.height + view.terrain.width
        if unit.arm in GUN_ARMS:
            return round(self.weights("gun", unit.arm.value) * length(view.tables.number("range", unit.weapon)))
        return 0

    # ---- Ground ------------------------------------------------------------------------------------------------------------

    def ground(self, view: AverageDiceField) -> Terrain:
        return ground_left(view)

    @property
    def hides(self) -> frozenset[str]:
        return HIDES

    def cover(self, view: AverageDiceField, start: Point, end: Point, radius: Length) -> int:
        return COVERS.index(cover_at(ground_left(view), start, end, radius, view.tables))

    def going(self, view: AverageDiceField, piece: Piece) -> Going:
        return _going(view.books.units[piece.id].mover, view.tables)

    def taken(self, view: AverageDiceField, piece: Piece) -> Crowd:
        return moving.ground_of_others(view, piece.id)

    def barred(self, view: AverageDiceField, piece: Piece) -> tuple[tuple[Point, ...], ...]:  # noqa: ARG002 - all alike
        return tuple(area.outline for area in ground_left(view).areas if area.kind == BUILDING)

    def stops(self, view: AverageDiceField, piece: Piece) -> frozenset[str]:
        """What cannot be passed, wire, and buildings, into which units go as a whole."""
        return _stops(view.books.units[piece.id].mover, view.tables)

    def girth(self, view: AverageDiceField, piece: Piece) -> Length:
        """Who is in a building is measured from its wall (AVD-G.45)."""
        name = housing.house_of(view, piece)
        return houses.half(view, name) if name else piece.base.radius

    def inside(self, view: AverageDiceField, piece: Piece) -> int | None:
        return HARD if housing.house_of(view, piece) else None

    # ---- What it is about --------------------------------------------------------------------------------------------------

    def goals(self, view: AverageDiceField, side: Role) -> Sequence[Goal]:
        return houses.goals(view, Side(side))

    def leads(self, view: AverageDiceField, side: Role) -> bool:
        return course.winner_now(view).value == side

    def stake(self, view: AverageDiceField, side: Role) -> float:
        """The last unit of the Federals is let live until a village is held: with it the battle ends, and without a village it is lost (AVD-G.33)."""
        return 0.0 if course.too_soon(view, Side(side)) else super().stake(view, side)

    def lateness(self, view: AverageDiceField) -> float:
        return course.lateness(view)

    def turns_left(self, view: AverageDiceField) -> float | None:
        return course.turns_left(view)

    def moment(self, view: AverageDiceField) -> Hashable:
        return view.books.day, view.books.turn

    def exposed(self, view: AverageDiceField, piece: Piece, places: Numbers) -> Numbers:
        """A General whom a large unit shields is hardly ever hit (AVD-G.12)."""
        if view.books.units[piece.id].arm is not Arm.GENERAL:
            return np.ones(len(places))
        return spots.shielded(view, piece, places)

    def holds(self, view: AverageDiceField, piece: Piece) -> float:
        """The house that it is in, for who is there without others of his own, less the risk that it comes down (AVD-10.05, AVD-G.32)."""
        name, side, unit = housing.house_of(view, piece), Side(piece.owner), view.books.units[piece.id]
        if not name:
            return 0.0
        alone = all(each.name == unit.name or each.is_general for each in houses.inside(view, name, side))
        worth = houses.worth_of(view, side, name) if alone and not unit.is_general else 0.0
        if houses.inside(view, name, OTHER_SIDE[side]):
            worth *= self.weights("goal", "beaten_in")
        return worth - houses.risk(view, piece.owner, name) * price(kind_of(unit))

    def storms(self, view: AverageDiceField, side: Role, gathered: float) -> bool:
        """When those on the flank have come, and guns have done what they can in the time there is."""
        if marching.marchers(view):
            return False
        shelling = course.turns_left(view) > self.weights("plan", "siege") and houses.shelled(view, Side(side))
        return gathered >= self.weights("plan", "gathered") and not shelling

    # ---- Deeds -------------------------------------------------------------------------------------------------------------

    def gain(self, view: AverageDiceField, order: Act, verdict: Any) -> float:
        """What the enemy loses, less what one's own cans cost oneself (AVD-8.22)."""
        units = view.books.units
        if order.action == "take_gun":
            return self.weights("melee", "gun") * self.weights("price", units[order.target].arm.value)
        worth = lost(kind_of(units[order.target]), verdict.killed, deserts=verdict.deserted)
        blown_up = getattr(verdict, "throwers_lost", 0)
        own = lost(kind_of(units[order.piece]), blown_up, deserts=getattr(verdict, "throwers_desert", False))
        return worth - (own if blown_up else 0.0)

    def alike(self, view: AverageDiceField, situation: Any) -> Mapping[str, Hashable]:
        """Of a range only whether it is long, or out of reach (AVD-7.11, AVD-9.04)."""
        told = getattr(situation, "range", None)
        if told is None:
            return {}
        weapon = getattr(situation, "weapon", Weapon.DYNAMITE)
        return {"range": tuple(Fraction(told) > each for each in bands(weapon, view.tables))}

    def passing(self, view: AverageDiceField, side: Role, orders: Sequence[Act]) -> Choice:
        return course.passing(view, Side(side), orders)


@lru_cache(maxsize=4096)
def _strides(unit: KnownUnit, tables: Tables) -> tuple[Stride, ...]:
    mover, share = unit.mover, tables.exact("move.prone.share")
    if mover is Mover.PUSHING_GUN:
        return ()  # it is limbered for a way worth going
    if mover not in TROOPS:
        rate = Rate.AMBLE if tables.number_or_none("move", mover, Rate.AMBLE) else Rate.FAST
        return (Stride(length(tables.number("move", mover, rate)), unit),)
    rates = (Rate.AMBLE,) if unit.fast_last_move else (Rate.FAST, Rate.AMBLE)
    upright = replace(unit, posture=Posture.UPRIGHT)
    far = {rate: length(tables.number("move", mover, rate)) for rate in rates}
    if mover is Mover.CAVALRY:
        return tuple(Stride(far[rate], upright, {"rate": rate.value}) for rate in rates)
    crawl = Stride(
        length(tables.number("move", Mover.CRAWLING, Rate.AMBLE)),
        replace(unit, posture=Posture.CRAWLING),
        {"mover": Mover.CRAWLING.value},
        "crawls",
    )
    turns = {"go_prone_or_rise": True}
    half = {rate: int(far[rate] * share) for rate in rates}
    if unit.posture in LYING:
        rises = tuple(Stride(half[rate], upright, {"rate": rate.value, **turns}, "gets_up") for rate in rates)
        return (*rises, crawl)
    lies = replace(unit, posture=Posture.PRONE)
    goes = tuple(Stride(far[rate], upright, {"rate": rate.value}) for rate in rates)
    return (*goes, Stride(half[rates[0]], lies, {"rate": rates[0].value, **turns}, "lies_down"), crawl)


@lru_cache(maxsize=64)
def _stops(mover: Mover, tables: Tables) -> frozenset[str]:
    closed = {each.value for each in Obstacle if passage(mover, each, tables) == IMPASSABLE}
    return frozenset({*closed, WIRE, BUILDING})


@lru_cache(maxsize=64)
def _going(mover: Mover, tables: Tables) -> Going:
    """What ground costs: flat deductions spread over a few inches; what cannot be passed is gone round (AVD-G.11, AVD-G.14)."""
    ground: dict[str, Fraction | int | None] = {}
    crossing: dict[str, Length | None] = {}
    for obstacle in Obstacle:
        cost = passage(mover, obstacle, tables)
        closed = cost == IMPASSABLE or obstacle.value == WIRE
        ground[obstacle.value] = CLOSED if closed else 1 + Fraction(tables.number("cover_cost", cost), SLOW)
        crossing[obstacle.value] = ROUND_ABOUT if closed else length(tables.number("cover_cost", cost))
    return Going(ground, crossing)
