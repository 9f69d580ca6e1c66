"""Movement: rates, terrain, prone figures, weak units (chapters 5 and 6, AVD-12.01 to AVD-12.03)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, OnBooks, OnUnit, effect
from sandtable.kernel.form import Section, cell, choice, group, number, text, when, yes_no
from sandtable.kernel.ledger import Deed
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.ledger import AverageDiceLedger, KnownUnit
from sandtable.rulesets.average_dice.morale import joined_may
from sandtable.rulesets.average_dice.vocabulary import (
    HAULERS,
    MOVER_ICONS,
    TROOPS,
    VEHICLES,
    GunKind,
    Mover,
    Obstacle,
    Posture,
    Rate,
    Side,
)

GUN_MOVERS = (Mover.WITH_MACHINE_GUN, Mover.FIELD_GUN, Mover.PUSHING_GUN)
FIELD_GUN_MOVERS = (Mover.FIELD_GUN, Mover.PUSHING_GUN)
MOST_FEATURES = 9  # of the steppers; no path crosses more


def _features(**about: Any) -> Any:
    return number(section=Section.TARGET, lowest=0, highest=MOST_FEATURES, usual=0, **about)


ENTERS = ~when("into_building", None, "")


def _inside() -> Any:
    return number(section=Section.CIRCUMSTANCE, lowest=0, highest=30, usual=0, unit="figures", needed=ENTERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Crossing:
    """A feature by its name, so that the umpire knows who may pass it (AVD-6.03, AVD-6.04, AVD-G.14)."""

    obstacle: Obstacle = choice(Obstacle, widget="list")
    times: int = number(lowest=1, highest=MOST_FEATURES, usual=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A unit, gun, vehicle or General moves."""

    actor_name: str | None = fields.name()
    mover: Mover = choice(Mover, widget="arms", section=Section.ACTOR, icons=MOVER_ICONS)
    rate: Rate = choice(Rate, section=Section.ACTION, usual=Rate.AMBLE, needed=when("mover", *TROOPS))
    last_move_fast: bool = yes_no(section=Section.ACTOR, usual=False, needed=when("mover", *TROOPS))
    prone: bool = yes_no(section=Section.ACTOR, usual=False, needed=when("mover", Mover.INFANTRY))
    go_prone_or_rise: bool = yes_no(section=Section.ACTION, usual=False, needed=when("mover", Mover.INFANTRY))
    crossed: tuple[Crossing, ...] = group(Crossing, lowest=0, highest=MOST_FEATURES, section=Section.TARGET)
    soft_features: int = _features(unit="crossed")
    hard_features: int = _features(unit="crossed")
    buildings_in_or_out: int = _features(unit="walls")
    jumps: int = _features(unit="walls", needed=when("mover", Mover.CAVALRY))
    figures_in_the_unit: int | None = fields.figures(section=Section.ACTOR, optional=True)
    toward_the_enemy: bool = yes_no(section=Section.ACTION, usual=False)
    into_melee: bool = yes_no(section=Section.ACTION, usual=False)
    joined: bool = fields.unticked()
    general: bool = fields.unticked(needed=when("mover", *TROOPS))
    haulers: int | None = number(
        section=Section.ACTOR,
        lowest=1,
        highest=cell("gun_haulers.with_mg", "gun_haulers.pushing_gun", times=2),
        unit="figures",
        optional=True,
        needed=when("mover", *HAULERS),
    )
    in_contact: bool = fields.unticked()
    surrounded: bool = fields.unticked(needed=when("in_contact", True))
    enemies_inside: int | None = number(
        section=Section.CIRCUMSTANCE,
        lowest=0,
        highest=30,
        unit="figures",
        optional=True,
        needed=when("in_contact", True),
    )
    moved_this_turn: bool = fields.unticked()
    fired_this_turn: bool = fields.unticked()
    fought_this_turn: bool = fields.unticked()
    uncut_wire: bool = fields.unticked()
    limbered: bool | None = yes_no(section=Section.CIRCUMSTANCE, optional=True, needed=when("mover", *FIELD_GUN_MOVERS))
    from_building: str | None = text(section=Section.CIRCUMSTANCE, optional=True)
    into_building: str | None = text(section=Section.CIRCUMSTANCE, optional=True)
    side: Side | None = choice(Side, section=Section.CIRCUMSTANCE, optional=True, needed=ENTERS)
    building_fallen: bool = fields.unticked(needed=ENTERS)
    villistas_inside: int = _inside()
    federals_inside: int = _inside()
    actor_off_table: bool = fields.unticked()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """What forbids the move."""
        yield from fields.off_table_problems(self)
        yield from _turn_problems(self)
        yield from _rate_problems(self, tables)
        yield from _posture_problems(self)
        yield from _ground_problems(self, tables)
        yield from _weakness_problems(self, tables)
        yield from _contact_problems(self, tables)
        yield from _gun_problems(self, tables)

    def subject(self) -> Message:
        """Who moves."""
        return Message.of("subject.move", who=self.actor_name or Message(f"mover_named.{self.mover}"))


@effect(icon="advance")
class MayMove(Effect):
    """So many inches of movement are left after terrain."""

    inches: Fraction


@effect(icon="down")
class GoesProne(Effect):
    """It ends prone (AVD-5.10)."""


@effect(icon="fall-back")
class BreaksOff(Effect):
    """It moves away from a melee; nobody strikes at it (AVD-11.03b, AVD-G.36)."""


@effect(has_words=False)
class Moved(OnUnit):
    """It has moved, and stands or lies so."""

    fast: bool
    posture: Posture
    limbered: bool | None  # of a field gun, by how it was moved

    def on(self, unit: KnownUnit) -> KnownUnit:
        limbered = unit.limbered if self.limbered is None else self.limbered
        return replace(unit, moved=True, moved_fast=self.fast, posture=self.posture, limbered=limbered)


@effect(has_words=False)
class Housed(OnBooks):
    """It went through a wall: out of the building it was in, and into the one it named (AVD-5.13b)."""

    building: str

    def fold(self, books: AverageDiceLedger, deed: Deed, _: Tables, /) -> AverageDiceLedger:
        unit = books.unit_meant(self.whom, deed)
        name = unit.name if unit is not None else books.names(deed).get(self.whom)
        if not name:
            return books
        books = books.vacated(frozenset({name}))
        entered = books.structure(self.building)
        if entered is None or entered.fallen:
            return books
        return books.with_structure(replace(entered, inside=(*entered.inside, name)))


@action("move", "AVD-5.01 AVD-5.12 AVD-12.02", measures="inches", lengths="inches")
def move(situation: Move, tables: Tables) -> Ruling:
    """The rate of the table (AVD-5.01), halved for going prone or rising (AVD-5.10), less what the terrain costs."""
    reasons = tuple(inches_tally(situation, tables))
    inches = max(Fraction(0), sum((Fraction(entry.value or 0) for entry in reasons), Fraction(0)))
    effects: list[Effect] = [MayMove(whom="actor", inches=inches)]
    if _lies_down(situation):
        effects.append(GoesProne(whom="actor"))
    if situation.in_contact:
        effects.insert(0, BreaksOff(whom="actor"))
    return Ruling.of("move.moves", *effects, notes=tuple(_notes(situation)), reasons=reasons, inches=inches)


def _lies_down(situation: Move) -> bool:
    return situation.go_prone_or_rise and not situation.prone


def _notes(situation: Move) -> Iterator[Effect]:
    """How it went and stands now, and in which building."""
    posture = Posture.PRONE if _lies_down(situation) else Posture.UPRIGHT
    if situation.mover is Mover.CRAWLING:
        posture = Posture.CRAWLING
    limbered = {Mover.FIELD_GUN: True, Mover.PUSHING_GUN: False}.get(situation.mover)
    yield Moved(whom="actor", fast=rate_used(situation) is Rate.FAST, posture=posture, limbered=limbered)
    if situation.buildings_in_or_out or any(each.obstacle is Obstacle.BUILDING for each in situation.crossed):
        yield Housed(whom="actor", building=situation.into_building or "")


def inches_tally(situation: Move, tables: Tables) -> Iterator[Modifier]:
    """Rate, half of it where figures lie down or get up (AVD-G.10), then terrain (AVD-5.12 to AVD-5.13b, AVD-6.05, AVD-G.11)."""
    mover, rate = situation.mover, rate_used(situation)
    inches = Fraction(tables.number("move", mover, rate))
    rule = _rate_rule(situation)
    yield Modifier(
        Message.of(f"reason.move.{rate}", mover=mover), inches, rule, tables.is_house(f"move.{mover}.{rate}")
    )
    if situation.go_prone_or_rise:
        whole = inches
        if tables.option("prone_half") == "amble":
            whole = Fraction(tables.number("move", mover, Rate.AMBLE))
        kept = whole * tables.exact("move.prone.share")
        rises = situation.prone
        reason = Message("reason.move.rises" if rises else "reason.move.goes_prone")
        yield Modifier(reason, kept - inches, "AVD-5.10b" if rises else "AVD-5.10")
    costs = (
        ("soft", situation.soft_features),
        ("hard", situation.hard_features),
        ("building", situation.buildings_in_or_out),
        ("jump", situation.jumps or 0),
    )
    for name, times in costs:
        if times:
            yield _cost(name, times, f"reason.move.{name}", tables)
    for crossing in situation.crossed:
        cost = passage(mover, crossing.obstacle, tables)
        if cost != IMPASSABLE:
            told = "reason.move.crossed.once" if crossing.times == 1 else "reason.move.crossed.often"
            yield _cost(cost, crossing.times, told, tables, obstacle=crossing.obstacle)


IMPASSABLE = "no"
_COST_RULES = {
    "free": "AVD-G.14",
    "soft": "AVD-5.12",
    "hard": "AVD-5.13",
    "building": "AVD-5.13b",
    "jump": "AVD-6.05",
}
_COLUMNS = {
    Mover.CAVALRY: "cavalry",
    Mover.FIELD_GUN: "field_gun",
    Mover.PUSHING_GUN: "field_gun",
    Mover.WITH_MACHINE_GUN: "machine_gun",
    Mover.MOTORBIKE: "vehicle",
    Mover.TRUCK: "vehicle",
}
_PRINTED = {
    "field_gun": (
        "AVD-6.03",
        {
            Obstacle.BUILDING,
            Obstacle.FIELDWORK,
            Obstacle.RIVER,
            Obstacle.BARBED_WIRE,
            Obstacle.LOW_WALL,
            Obstacle.HIGH_WALL,
            Obstacle.FENCE,
        },
    ),
    "cavalry": ("AVD-6.04", {Obstacle.HIGH_WALL, Obstacle.BUILDING, Obstacle.FIELDWORK, Obstacle.BARRICADE}),
    "machine_gun": ("AVD-G.45", {Obstacle.BUILDING}),
}


def passage(mover: Mover, obstacle: Obstacle, tables: Tables) -> str:
    """What a feature costs a mover, as ``cover_cost`` calls it, or ``no`` (AVD-6.03, AVD-6.04, AVD-G.14)."""
    return tables.text("passability", obstacle, _COLUMNS.get(mover, "infantry"))


def _cost(name: str, times: int, reason: str, tables: Tables, **about: Any) -> Modifier:
    each = tables.number("cover_cost", name)
    told = Message.of(reason, times=times, each=Fraction(each), **about)
    return Modifier(told, Fraction(-each * times), _COST_RULES[name], tables.is_house(f"cover_cost.{name}"))


def rate_used(situation: Move) -> Rate:
    """Troops choose; vehicles go fast only (AVD-5.05), the others have a single rate."""
    if situation.mover in TROOPS:
        return situation.rate
    return Rate.FAST if situation.mover in VEHICLES else Rate.AMBLE


_RATE_RULES = {
    Mover.INFANTRY: "AVD-5.02",
    Mover.CAVALRY: "AVD-5.03",
    Mover.FIELD_GUN: "AVD-5.04",
    Mover.MOTORBIKE: "AVD-5.05",
    Mover.TRUCK: "AVD-5.05",
    Mover.WITH_MACHINE_GUN: "AVD-5.06",
    Mover.PUSHING_GUN: "AVD-5.07",
    Mover.CRAWLING: "AVD-5.08",
}


def _rate_rule(situation: Move) -> str:
    if situation.general:
        return "AVD-4.02" if situation.mover is Mover.INFANTRY else "AVD-4.02b"
    return _RATE_RULES[situation.mover]


def _rate_problems(situation: Move, tables: Tables) -> Iterator[Problem]:
    """No fast move after a fast move (AVD-5.11, AVD-G.09); vehicles only where they are in play (AVD-G.39)."""
    strict = tables.option("alternation") == "no_fast_after_fast"
    fast = situation.mover in TROOPS and situation.rate is Rate.FAST
    if fast and situation.last_move_fast and strict:
        yield Problem("rate", Message("problem.fast_after_fast"), (Rate.AMBLE,), "AVD-5.11")
    if situation.mover in VEHICLES and not tables.option("vehicles"):
        others = tuple(mover for mover in Mover if mover not in VEHICLES)
        yield Problem("mover", Message("problem.no_vehicles"), others, "AVD-G.39")


def _turn_problems(situation: Move) -> Iterator[Problem]:
    """A unit moves once a turn, and not after it has fired or fought (AVD-5.01, AVD-7.07, AVD-G.36)."""
    if situation.moved_this_turn:
        yield Problem("moved_this_turn", Message("problem.moved_already"), ("no",), "AVD-5.01")
    if situation.fired_this_turn:
        yield Problem("fired_this_turn", Message("problem.fired_then_moves"), ("no",), "AVD-7.07")
    if situation.fought_this_turn:
        yield Problem("fought_this_turn", Message("problem.fought_then_moves"), ("no",), "AVD-G.36")


def _posture_problems(situation: Move) -> Iterator[Problem]:
    """Prone figures do not move unless they rise first (AVD-5.09, AVD-5.10b)."""
    if situation.prone and not situation.go_prone_or_rise:
        yield Problem("prone", Message("problem.prone_stays"), ("no",), "AVD-5.09")
    if situation.uncut_wire:
        yield Problem("uncut_wire", Message("problem.uncut_wire"), ("no",), "AVD-G.13")


def _ground_problems(situation: Move, tables: Tables) -> Iterator[Problem]:
    """Features that this arm cannot pass, and buildings it is in or goes into (AVD-5.13b, AVD-6.03, AVD-6.04, AVD-G.14)."""
    passed = [(f"crossed.{number}.obstacle", each.obstacle) for number, each in enumerate(situation.crossed, start=1)]
    named = [place for place in ("from_building", "into_building") if getattr(situation, place)]
    walls = ["buildings_in_or_out"] if situation.buildings_in_or_out else []
    passed += [(place, Obstacle.BUILDING) for place in (*walls, *named)]
    for place, obstacle in passed:
        if passage(situation.mover, obstacle, tables) == IMPASSABLE:
            yield _impassable(situation, place, obstacle, tables)
    if passage(situation.mover, Obstacle.BUILDING, tables) != IMPASSABLE:
        yield from _wall_problems(situation, tuple({getattr(situation, place): None for place in named}))
        yield from _room_problems(situation, tables)


def _room_problems(situation: Move, tables: Tables) -> Iterator[Problem]:
    """Nobody goes into rubble, and a building holds ten figures of each side and a General besides (AVD-5.14, AVD-10.04, AVD-G.45)."""
    name = situation.into_building
    if not name:
        return
    if situation.building_fallen:
        yield Problem("into_building", Message.of("problem.building_fallen", name=name), (), "AVD-10.04")
    inside = {Side.VILLISTA: situation.villistas_inside, Side.FEDERAL: situation.federals_inside}
    most, figures = tables.number("building.figures_of_each_side"), situation.figures_in_the_unit
    if situation.side and figures and not situation.general and inside[situation.side] + figures > most:
        yield Problem("into_building", Message.of("problem.building_full", most=most), (), "AVD-5.14")


def _wall_problems(situation: Move, buildings: tuple[str, ...]) -> Iterator[Problem]:
    """Out of one building and into another are two walls (AVD-5.13b)."""
    named = sum(each.times for each in situation.crossed if each.obstacle is Obstacle.BUILDING)
    if situation.buildings_in_or_out + named < len(buildings):
        about = Message.of("problem.walls_to_count", names=buildings, walls=len(buildings))
        yield Problem("buildings_in_or_out", about, (str(len(buildings)),), "AVD-5.13b")


def _impassable(situation: Move, place: str, obstacle: Obstacle, tables: Tables) -> Problem:
    rule, printed = _PRINTED.get(_COLUMNS.get(situation.mover, "infantry"), ("", frozenset()))
    message = Message.of(
        "problem.impassable",
        mover=Message(f"mover_named.{situation.mover}"),
        obstacle=Message(f"obstacle_named.{obstacle}"),
    )
    passable = tuple(each for each in Obstacle if passage(situation.mover, each, tables) != IMPASSABLE)
    choices = passable if place.startswith("crossed") else ()
    return Problem(place, message, choices, rule if obstacle in printed else "AVD-G.14")


def _weakness_problems(situation: Move, tables: Tables) -> Iterator[Problem]:
    """Units of 4 or fewer neither advance nor go into melee (AVD-12.01 to AVD-12.04b, AVD-G.28, AVD-G.29)."""
    figures, weak = _figures(situation, tables), tables.number("morale.weak.figures")
    if figures is None or figures > weak:
        return
    exempt = advance_exempt(situation, tables)
    may = joined_may(figures, tables) if situation.joined else "stay"
    if situation.into_melee and not (exempt and situation.mover not in GUN_MOVERS):
        yield Problem("into_melee", Message.of("problem.too_weak_for_melee", weak=weak), ("no",), "AVD-12.01")
    elif situation.toward_the_enemy and may == "stay" and not exempt:
        rule = "AVD-12.04b" if situation.joined else "AVD-12.02"
        yield Problem("toward_the_enemy", Message.of("problem.too_weak_to_advance", weak=weak), ("no",), rule)


def _figures(situation: Move, tables: Tables) -> int | None:
    """Figures of the unit as told; a gun's crew where nothing is told."""
    if situation.figures_in_the_unit is not None or situation.mover not in GUN_MOVERS:
        return situation.figures_in_the_unit
    gun = GunKind.MACHINE_GUN if situation.mover is Mover.WITH_MACHINE_GUN else GunKind.FIELD_GUN
    return tables.number("crew", gun)


def advance_exempt(situation: Move, tables: Tables) -> bool:
    """Machine guns may always advance (AVD-12.03); field guns and Generals too unless the strict option is set (AVD-G.28).

    Into melee goes none of the guns: the document frees machine guns from the other limit alone.
    """
    if situation.mover is Mover.WITH_MACHINE_GUN:
        return True
    others = situation.mover in GUN_MOVERS or situation.general
    return others and tables.option("advance_exempt") != "mg"


def _contact_problems(situation: Move, tables: Tables) -> Iterator[Problem]:
    """Figures surrounded by three stay (AVD-11.03c); inside a building by three to one (AVD-G.45)."""
    if situation.surrounded:
        yield Problem("surrounded", Message("problem.surrounded"), ("melee",), "AVD-11.03c")
    figures, enemies = situation.figures_in_the_unit, situation.enemies_inside
    if figures and enemies and enemies >= tables.number("building.surrounded_ratio") * figures:
        yield Problem("enemies_inside", Message("problem.surrounded_inside"), ("melee",), "AVD-G.45")


def _gun_problems(situation: Move, tables: Tables) -> Iterator[Problem]:
    """A field gun takes 3 foot figures to push, a machine gun 2 to carry; limbered it drives, unlimbered it is pushed (AVD-G.43)."""
    if situation.limbered is not None and situation.limbered is not (situation.mover is Mover.FIELD_GUN):
        right = Mover.FIELD_GUN if situation.limbered else Mover.PUSHING_GUN
        name = "problem.limbered_drives" if situation.limbered else "problem.unlimbered_is_pushed"
        yield Problem("mover", Message(name), (right,), "AVD-G.43")
    if situation.mover in HAULERS and situation.haulers is not None:
        needed = tables.number("gun_haulers", situation.mover)
        if situation.haulers < needed:
            yield Problem("haulers", Message.of("problem.too_few_haulers", needed=needed), (str(needed),), "AVD-G.43")
