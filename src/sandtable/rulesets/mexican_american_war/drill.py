"""Carrying out a maneuver that a check allowed: how far, in what formation, in what order (MAW-2.19 to MAW-2.32, chapters 7, 13, 15, 16)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Deed, Effect, OnUnit, effect
from sandtable.kernel.form import Section, choice, number, text, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.effects import (
    FormationBecomes,
    FullRetreat,
    Limbers,
    MayFire,
    MayMove,
    Mounts,
    OrderBecomes,
    Reforms,
    Silenced,
)
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.maneuvers import GUN_MANEUVERS, TROOP_MANEUVERS, legal_maneuvers
from sandtable.rulesets.mexican_american_war.movement import full_rate
from sandtable.rulesets.mexican_american_war.units import Unit, acting
from sandtable.rulesets.mexican_american_war.vocabulary import (
    FAST_EFFECTS,
    FIRING,
    HARD_GROUND,
    LINES,
    MOVING_EFFECTS,
    OPEN_ORDER,
    SLOW_EFFECTS,
    SQUARES,
    STANDING,
    TROOPS,
    Arm,
    Carriage,
    CheckEffect,
    Formation,
    Ground,
    Light,
    Maneuver,
    OrderState,
    Side,
    UnitClass,
    effect_in,
)
from sandtable.rulesets.mexican_american_war.weapons import light_problems

M = Maneuver
F = Formation
MOVES = (
    M.FULL_MOVE, M.HALF_MOVE, M.FULL_MOVE_DISORDERED, M.CHANGE_FORMATION, M.PASSAGE_OF_LINES, M.MARCH_BY_THE_FLANK,
    M.STORMING_COLUMN, M.MOVE_AND_UNLIMBER, M.LIMBER_AND_MOVE, M.MOVE_UNLIMBER_FIRE, M.LIMBER_MOVE_UNLIMBER, M.HAND_HAUL,
)  # fmt: skip
_HALVES = (M.HALF_MOVE, M.CHANGE_FORMATION, M.PASSAGE_OF_LINES, M.MARCH_BY_THE_FLANK, M.STORMING_COLUMN)
_UNLIMBERS = (M.UNLIMBER, M.MOVE_AND_UNLIMBER, M.UNLIMBER_AND_FIRE, M.MOVE_UNLIMBER_FIRE, M.LIMBER_MOVE_UNLIMBER)
_LIMBERS = (M.LIMBER, M.LIMBER_AND_MOVE, M.LIMBER_AND_RETREAT)
_TARDY_FORMATIONS = (*LINES, *OPEN_ORDER, F.DELIBERATE_SQUARE, F.GARRISON)
_NEW_FORMATIONS = tuple(formation for formation in F if formation not in (F.HASTY_SQUARE, F.STORMING_COLUMN))


@dataclass(frozen=True, slots=True, kw_only=True)
class CarryOut(Unit):
    """A unit, its effect, and the maneuver it chooses."""

    side: Side = fields.side()
    check_effect: CheckEffect = choice(
        CheckEffect, section=Section.ACTION, only=MOVING_EFFECTS, usual=CheckEffect.WELL_HANDLED
    )
    maneuver: Maneuver = choice(Maneuver, widget="list", section=Section.ACTION)
    new_formation: Formation = choice(
        Formation,
        section=Section.ACTION,
        only=_NEW_FORMATIONS,
        usual=F.LINE,
        needed=when("maneuver", M.CHANGE_FORMATION),
    )
    mounted_after: bool | None = yes_no(
        section=Section.ACTION, optional=True, needed=when("maneuver", M.CHANGE_FORMATION) & fields.IS_CAVALRY
    )
    ground: Ground = fields.ground(Section.ACTION)
    light_troops: bool = fields.box(usual=True)
    open_order_only: bool = fields.box()
    low_ammunition: bool = fields.box()
    crew_sheltered: bool = fields.box(needed=fields.IS_GUNS)
    moved_already: bool = fields.box()
    maneuver_done: bool = fields.box()
    frontage_changed: bool = fields.box()
    degrees: int = number(
        section=Section.ACTION, lowest=0, highest=180, step=15, usual=90, needed=when("maneuver", M.CHANGE_FRONT)
    )
    other_unit_shaky: bool = fields.box(needed=when("maneuver", M.PASSAGE_OF_LINES))
    friend_name: str | None = text(
        section=Section.CIRCUMSTANCE, optional=True, needed=when("maneuver", M.PASSAGE_OF_LINES)
    )
    defile_within_half_move: bool = fields.box(usual=True, needed=when("maneuver", M.STORMING_COLUMN))
    enemy_near: bool = fields.box(needed=when("maneuver", M.REPLENISH, M.RETURN_TO_GUNS))
    light: Light = fields.light()

    def subject(self) -> Message:
        """Who maneuvers."""
        return acting("maneuver", self.name)

    @property
    def in_words(self) -> Message:
        """The maneuver as a sentence says it: make a full move."""
        return Message(f"to_maneuver.{self.maneuver}")

    @property
    def changes_frontage(self) -> bool:
        """From one open order into another."""
        opens = self.maneuver is M.CHANGE_FORMATION and self.new_formation in OPEN_ORDER
        return opens and self.shape in OPEN_ORDER

    @property
    def effect(self) -> CheckEffect:
        """The effect of its check as it counts in this light (MAW-12.10)."""
        return effect_in(self.light, self.check_effect)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """The maneuver must be on the unit's list, and what it needs must hold."""
        yield from light_problems(self.light, tables)
        yield from self.unit_problems(tables)
        if self.maneuver_done:
            one_only = "MAW-2.28" if self.is_guns else "MAW-2.19"
            yield Problem("maneuver_done", Message("problem.maneuver_done"), ("no",), one_only)
        allowed = legal_maneuvers(
            self, self.check_effect, self.light, tables, low_ammunition=self.low_ammunition, sheltered=self.crew_sheltered
        )  # fmt: skip
        if self.maneuver in GUN_MANEUVERS and not self.is_guns:
            yield Problem("arm", Message.of("problem.guns_only", maneuver=self.in_words), (Arm.GUNS,), "MAW-2.28")
        elif self.maneuver in TROOP_MANEUVERS and self.is_guns:
            yield Problem("arm", Message.of("problem.troops_only", maneuver=self.in_words), TROOPS, "MAW-2.19")
        elif self.maneuver not in allowed:
            about = Message.of("problem.maneuver_not_allowed", maneuver=self.in_words, effect=self.effect)
            yield Problem("maneuver", about, allowed, "MAW-2.28" if self.is_guns else "MAW-2.19")
        elif self.maneuver is M.CHANGE_FORMATION:
            yield from formation_problems(self)
        yield from _whole_maneuver_problems(self, tables)
        yield from _nearby_problems(self, tables)


def formation_problems(unit: CarryOut) -> Iterator[Problem]:
    """Which formations this unit may take now (MAW-2.23, MAW-13.02, MAW-13.10, MAW-15.05 to MAW-15.15, MAW-G.61)."""
    new, old = unit.new_formation, unit.reforms_in if unit.broken else unit.shape
    only_open = unit.open_order_only or unit.unit_class is UnitClass.IRREGULAR
    if new in OPEN_ORDER and not unit.light_troops and not only_open and unit.mounted_after is not False:
        yield Problem("new_formation", Message("problem.open_order_light"), (), "MAW-13.02")
    if only_open and new not in (*OPEN_ORDER, F.MARCH_COLUMN):
        yield Problem("new_formation", Message("problem.open_order_only"), OPEN_ORDER, "MAW-13.10")
    if new in SQUARES and unit.arm is not Arm.INFANTRY:
        yield Problem("new_formation", Message("problem.square_infantry"), (), "MAW-15.05")
    if unit.effect not in SLOW_EFFECTS:
        return
    column_from_square = new is F.FIELD_COLUMN and old in SQUARES
    if new not in _TARDY_FORMATIONS and not column_from_square:
        yield Problem("new_formation", Message("problem.tardy_formation"), _TARDY_FORMATIONS, "MAW-2.23")
    if new in SQUARES and old not in (*LINES, F.FIELD_COLUMN, *SQUARES):
        yield Problem("new_formation", Message("problem.tardy_square"), (), "MAW-15.09")


def _whole_maneuver_problems(unit: CarryOut, tables: Tables) -> Iterator[Problem]:
    """Deploying to the front and changing front are whole maneuvers (MAW-7.10a, MAW-7.15, MAW-G.56)."""
    whole = {M.DEPLOY_TO_THE_FRONT: "MAW-7.10a", M.CHANGE_FRONT: "MAW-7.15", M.REPLENISH: "MAW-G.56"}
    if unit.moved_already and unit.maneuver in whole:
        yield Problem("moved_already", Message("problem.whole_maneuver"), ("no",), whole[unit.maneuver])
    most = tables.number("change_front.degrees")
    if unit.maneuver is M.CHANGE_FRONT and unit.degrees > most:
        yield Problem("degrees", Message.of("problem.too_far_round", most=most), (), "MAW-7.14")
    if unit.maneuver is M.STORMING_COLUMN and unit.dismounted:
        yield Problem("mounted", Message("problem.storming_dismounted"), ("yes",), "MAW-16.03b")
    if unit.maneuver is M.STORMING_COLUMN and not unit.defile_within_half_move:
        yield Problem("defile_within_half_move", Message("problem.defile_too_far"), ("yes",), "MAW-16.02")
    if unit.changes_frontage and unit.frontage_changed:
        yield Problem("frontage_changed", Message("problem.frontage_twice"), ("no",), "MAW-13.08")


def _nearby_problems(unit: CarryOut, tables: Tables) -> Iterator[Problem]:
    """No enemy may be near (MAW-G.06b, MAW-G.47)."""
    supply, crew = tables.number("replenish.clear"), tables.number("return_to_guns.clear")
    if unit.maneuver is M.REPLENISH and unit.enemy_near:
        about = Message.of("problem.replenish_near", clear=Fraction(supply))
        yield Problem("enemy_near", about, ("no",), "MAW-G.06b")
    if unit.maneuver is M.RETURN_TO_GUNS and unit.enemy_near:
        about = Message.of("problem.return_near", clear=Fraction(crew))
        yield Problem("enemy_near", about, ("no",), "MAW-G.47")


@effect(says="{maneuver}")
class Maneuvers(OnUnit):
    """A maneuver carried out, in words of its own."""

    maneuver: Maneuver

    def fold(self, books: MexicanAmericanWarLedger, deed: Deed, _: Tables, /) -> MexicanAmericanWarLedger:
        """The books with the unit's maneuver used, and with a unit of its check moved (MAW-2.11)."""
        unit = books.unit_meant(self.whom, deed)
        if unit is None:
            return books
        books = books.with_changes(unit.name, maneuver=self.maneuver)
        return books if self.maneuver in STANDING else books.with_changes(unit.name, *unit.mates, check_moved=True)


@effect(has_words=False)
class FrontageChanged(OnUnit):
    """Troops in open order have taken the other one; they do so once a turn (MAW-13.08)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, frontage_changed=True)


@effect(icon="march")
class MayWheel(Effect):
    """How far a change of front goes: an angle, and the way of the outer corner (MAW-7.14, MAW-7.16a)."""

    degrees: int
    distance: Fraction


@effect()
class GunsRallied(OnUnit):
    """The silenced marker is taken off."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, silenced=False)


@effect()
class Replenished(OnUnit):
    """The low ammunition marker goes (MAW-G.06b)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, low_ammunition=False)


@effect()
class CrewReturns(OnUnit):
    """A crew goes back to its guns (MAW-15.43a)."""

    def fold(self, books: MexicanAmericanWarLedger, deed: Deed, _: Tables, /) -> MexicanAmericanWarLedger:
        guns = books.unit_meant(self.whom, deed)
        return books if guns is None else books.with_changes(guns.name, sheltered=False).with_crew(guns.name, "")


@action("maneuver", "MAW-2.19 MAW-2.23 MAW-2.28", name="maneuver", measures="distance disordered", lengths="distance")
def carry_out(situation: CarryOut, tables: Tables) -> Ruling:
    """The maneuver as instructions; nothing is left to chance."""
    whom = situation.name or "unit"
    distance = reach(situation, tables)
    disordered = falls_into_disorder(situation)
    effects: list[Effect] = [Maneuvers(whom=whom, maneuver=situation.maneuver)]
    if distance:
        effects.append(MayMove(whom=whom, distance=distance))
    if situation.maneuver is M.CHANGE_FRONT:
        effects.append(MayWheel(whom=whom, degrees=situation.degrees, distance=_full_move(situation, tables)))
    effects += _formation_effects(situation, whom)
    effects += _order_effects(situation, whom, disordered=disordered)
    effects += _gun_effects(situation, whom)
    return Ruling.of(
        "drill.moving" if distance else "drill.standing",
        *effects,
        notes=(FrontageChanged(whom=whom),) if situation.changes_frontage else (),
        words={"maneuver": situation.maneuver},
        distance=distance,
        disordered=disordered,
    )


def reach(unit: CarryOut, tables: Tables) -> Fraction:
    """Inches for this maneuver: half, full, double quick or by hand (MAW-2.19, MAW-2.29a, MAW-6.18a, MAW-15.13a, MAW-G.20)."""
    if unit.maneuver is M.HAND_HAUL:
        handy = unit.carriage in (Carriage.MLC, Carriage.ROCKET)
        mountain, light = tables.number("hand haul.mountain"), tables.number("hand haul.light")
        return Fraction(mountain if handy else light)
    if unit.maneuver not in MOVES or (unit.maneuver is M.CHANGE_FORMATION and unit.effect in SLOW_EFFECTS):
        return Fraction(0)
    inches = _full_move(unit, tables)
    return inches / 2 if unit.maneuver in _HALVES else inches


def _full_move(unit: CarryOut, tables: Tables) -> Fraction:
    """Its full move with this effect."""
    quick = unit.effect is CheckEffect.DOUBLE_QUICK
    return full_rate(_moving_as(unit), unit.side, unit.ground, tables, quick=quick)


def _moving_as(unit: CarryOut) -> Unit:
    """The formation whose rate counts: a storming column moves as a march column (MAW-16.04); broken troops have reformed."""
    formation = unit.formation
    if unit.maneuver is M.STORMING_COLUMN:
        formation = F.MARCH_COLUMN
    elif unit.broken:
        formation = unit.reforms_in
    return Unit(arm=unit.arm, mounted=unit.mounted, formation=formation, carriage=unit.carriage)


def falls_into_disorder(unit: CarryOut) -> bool:
    """Raw troops changing formation or deploying on hard ground, passages of lines, full moves in disorder.

    MAW-2.20 to MAW-2.24, MAW-7.12, MAW-15.10, MAW-15.16.
    """
    hard = unit.ground in HARD_GROUND
    if unit.maneuver is M.FULL_MOVE_DISORDERED:
        return True
    if unit.maneuver in (M.CHANGE_FORMATION, M.DEPLOY_TO_THE_FRONT):
        return unit.is_raw and hard
    if unit.maneuver is M.PASSAGE_OF_LINES:
        return unit.is_raw or hard or unit.other_unit_shaky
    return False


def _formation_effects(unit: CarryOut, whom: str) -> Iterator[Effect]:
    if unit.broken:
        yield Reforms(whom=whom, formation=unit.reforms_in)
    if (
        unit.maneuver is M.CHANGE_FORMATION
        and unit.arm is Arm.CAVALRY
        and unit.mounted_after not in (None, unit.mounted)
    ):
        yield Mounts(whom=whom, mounted=bool(unit.mounted_after))
    if unit.maneuver is M.CHANGE_FORMATION:
        on_foot = unit.arm is Arm.CAVALRY and unit.mounted_after is False
        yield FormationBecomes(whom=whom, formation=F.OPEN_THIN if on_foot else unit.new_formation)
    elif unit.maneuver is M.DEPLOY_TO_THE_FRONT:
        only_open = unit.open_order_only or unit.dismounted or unit.unit_class is UnitClass.IRREGULAR
        yield FormationBecomes(whom=whom, formation=F.OPEN_THIN if only_open else F.LINE)
    elif unit.maneuver is M.STORMING_COLUMN:
        yield FormationBecomes(whom=whom, formation=F.STORMING_COLUMN)


def _order_effects(unit: CarryOut, whom: str, *, disordered: bool) -> Iterator[Effect]:
    """After Rally a unit may stay disordered and move full (MAW-7.02); otherwise the check has put it in order."""
    if unit.is_guns:
        return
    if disordered:
        yield OrderBecomes(whom=whom, order=OrderState.DISORDERED)
        if unit.maneuver is M.PASSAGE_OF_LINES:
            yield OrderBecomes(whom=unit.friend_name or "friend", order=OrderState.DISORDERED)
    elif unit.order is not OrderState.GOOD and unit.effect in (*FAST_EFFECTS, CheckEffect.RALLY):
        yield OrderBecomes(whom=whom, order=OrderState.GOOD)


def _gun_effects(unit: CarryOut, whom: str) -> Iterator[Effect]:
    maneuver = unit.maneuver
    if maneuver in _UNLIMBERS:
        yield Limbers(whom=whom, limbered=False)
    elif maneuver in _LIMBERS:
        yield Limbers(whom=whom)
    if maneuver is M.LIMBER_AND_RETREAT:
        yield Silenced(whom=whom)
        yield FullRetreat(whom=whom, broken=False)
    elif maneuver is M.RALLY_GUNS:
        yield GunsRallied(whom=whom)
    elif maneuver is M.REPLENISH:
        yield Replenished(whom=whom)
    elif maneuver is M.RETURN_TO_GUNS:
        yield CrewReturns(whom=whom)
    if unit.is_guns:
        holding = maneuver is M.HOLD and not unit.silenced and not unit.limbered
        yield MayFire(whom=whom, fire=maneuver in FIRING or holding)
