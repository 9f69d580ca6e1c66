"""Movement: rates, terrain, prone figures, what takes a whole move, weak units (chapters 5 and 6, AVD-12.01 to AVD-12.03)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, choice, number, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import no_requests
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.effects import BreaksOff, GoesProne, MayMove, MoveSpent
from sandtable.rulesets.average_dice.morale import joined_may
from sandtable.rulesets.average_dice.vocabulary import (
    HAULERS,
    MOVER_ICONS,
    TROOPS,
    VEHICLES,
    Mover,
    Rate,
    WholeMove,
)

GUN_MOVERS = (Mover.WITH_MACHINE_GUN, Mover.FIELD_GUN, Mover.PUSHING_GUN)


class _Widest:
    """Limits of the steppers; no path crosses more."""

    features = 9


def _features(**about: Any) -> Any:
    return number(section=Section.TARGET, lowest=0, highest=_Widest.features, usual=0, **about)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """A unit, gun, vehicle or General moves."""

    actor_name: str | None = fields.name()
    mover: Mover = choice(Mover, widget="arms", section=Section.ACTOR, icons=MOVER_ICONS)
    rate: Rate = choice(Rate, section=Section.ACTION, usual=Rate.AMBLE, needed=when("mover", *TROOPS))
    last_move_fast: bool = yes_no(section=Section.ACTOR, usual=False, needed=when("mover", *TROOPS))
    prone: bool = yes_no(section=Section.ACTOR, usual=False, needed=when("mover", Mover.INFANTRY))
    go_prone_or_rise: bool = yes_no(section=Section.ACTION, usual=False, needed=when("mover", Mover.INFANTRY))
    soft_features: int = _features(unit="crossed")
    hard_features: int = _features(unit="crossed")
    buildings_in_or_out: int = _features(unit="walls", needed=when("mover", Mover.INFANTRY, Mover.CRAWLING))
    jumps: int = _features(unit="walls", needed=when("mover", Mover.CAVALRY))
    figures_in_the_unit: int | None = number(
        section=Section.ACTOR, lowest=1, highest=fields.LARGEST_UNIT, unit="figures", optional=True
    )
    toward_the_enemy: bool = yes_no(section=Section.ACTION, usual=False)
    into_melee: bool = yes_no(section=Section.ACTION, usual=False)
    joined: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False)
    general: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False, needed=when("mover", *TROOPS))
    haulers: int | None = number(
        section=Section.ACTOR, lowest=1, highest=6, unit="figures", optional=True, needed=when("mover", *HAULERS)
    )
    in_contact: bool = fields.in_contact()
    surrounded: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False, needed=when("in_contact", True))
    enemies_inside: int | None = number(
        section=Section.CIRCUMSTANCE,
        lowest=0,
        highest=30,
        unit="figures",
        optional=True,
        needed=when("in_contact", True),
    )
    fired_this_turn: bool = fields.fired_this_turn()
    uncut_wire: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """What forbids the move."""
        yield from _rate_problems(self, tables)
        yield from _posture_problems(self)
        yield from _weakness_problems(self, tables)
        yield from _contact_problems(self, tables)
        yield from _gun_problems(self, tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveVerdict(Verdict):
    """Inches left for the move; nothing is thrown."""

    inches: Fraction
    kind: str = "moves"
    measures: ClassVar[dict[str, Any]] = {"inches": lambda verdict: verdict.inches}

    def outcome(self) -> Outcome:
        """Certain."""
        return Outcome(self.kind, Message.of(f"outcome.move.{self.kind}", inches=self.inches), 0, 0)


def move(situation: Move, tables: Tables) -> Rule[MoveVerdict]:
    """The rate of the table (AVD-5.01), halved for going prone or rising (AVD-5.10), less what the terrain costs."""
    yield from no_requests()
    reasons = tuple(inches_tally(situation, tables))
    inches = max(Fraction(0), sum((Fraction(entry.value or 0) for entry in reasons), Fraction(0)))
    effects: list[Effect] = [MayMove(whom="actor", inches=inches)]
    if situation.go_prone_or_rise and not situation.prone:
        effects.append(GoesProne(whom="actor"))
    if situation.in_contact:
        effects.insert(0, BreaksOff(whom="actor"))
    return MoveVerdict(inches=inches, effects=tuple(effects), reasons=reasons)


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
        ("soft", situation.soft_features, "AVD-5.12"),
        ("hard", situation.hard_features, "AVD-5.13"),
        ("building", situation.buildings_in_or_out, "AVD-5.13b"),
        ("jump", situation.jumps, "AVD-6.05"),
    )
    for name, times, cost_rule in costs:
        if times:
            each = tables.number("cover_cost", name)
            reason = Message.of(f"reason.move.{name}", times=times, each=Fraction(each))
            yield Modifier(reason, Fraction(-each * times), cost_rule, tables.is_house(f"cover_cost.{name}"))


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


def _posture_problems(situation: Move) -> Iterator[Problem]:
    """Prone figures do not move unless they rise first (AVD-5.09, AVD-5.10b)."""
    if situation.prone and not situation.go_prone_or_rise:
        yield Problem("prone", Message("problem.prone_stays"), ("no",), "AVD-5.09")
    if situation.uncut_wire:
        yield Problem("uncut_wire", Message("problem.uncut_wire"), ("no",), "AVD-G.13")
    if situation.fired_this_turn:
        yield Problem("fired_this_turn", Message("problem.fired_then_moves"), ("no",), "AVD-7.07")


def _weakness_problems(situation: Move, tables: Tables) -> Iterator[Problem]:
    """Units of 4 or fewer neither advance nor go into melee (AVD-12.01 to AVD-12.04b, AVD-G.28, AVD-G.29)."""
    figures, weak = situation.figures_in_the_unit, tables.number("morale.weak.figures")
    if figures is None or figures > weak or advance_exempt(situation, tables):
        return
    may = joined_may(figures, tables) if situation.joined else "stay"
    if situation.into_melee:
        yield Problem("into_melee", Message.of("problem.too_weak_for_melee", weak=weak), ("no",), "AVD-12.01")
    elif situation.toward_the_enemy and may == "stay":
        rule = "AVD-12.04b" if situation.joined else "AVD-12.02"
        yield Problem("toward_the_enemy", Message.of("problem.too_weak_to_advance", weak=weak), ("no",), rule)


def advance_exempt(situation: Move, tables: Tables) -> bool:
    """Machine guns may always advance (AVD-12.03); field guns and Generals too unless the strict option is set (AVD-G.28)."""
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
    """A field gun takes 3 foot figures to push, a machine gun 2 to carry (AVD-G.43)."""
    if situation.mover in HAULERS and situation.haulers is not None:
        needed = tables.number("gun_haulers", situation.mover)
        if situation.haulers < needed:
            yield Problem("haulers", Message.of("problem.too_few_haulers", needed=needed), (str(needed),), "AVD-G.43")


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendMove:
    """A whole move goes into something else."""

    actor_name: str | None = fields.name()
    whole_move: WholeMove = choice(WholeMove, widget="list", section=Section.ACTION)
    moved_this_turn: bool = fields.moved_this_turn()
    fired_this_turn: bool = fields.fired_this_turn()
    in_contact: bool = fields.in_contact()
    inside_building: bool = yes_no(
        section=Section.CIRCUMSTANCE, usual=False, needed=when("whole_move", WholeMove.MOUNT)
    )

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """It takes the whole move: nothing before it (AVD-5.15 to AVD-5.16b, AVD-G.46)."""
        rule = WHOLE_MOVE_RULES[self.whole_move]
        if self.moved_this_turn:
            yield Problem("moved_this_turn", Message("problem.whole_move"), ("no",), rule)
        if self.fired_this_turn:
            yield Problem("fired_this_turn", Message("problem.whole_move"), ("no",), rule)
        if self.whole_move is WholeMove.MOUNT and (self.inside_building or self.in_contact):
            place = "inside_building" if self.inside_building else "in_contact"
            yield Problem(place, Message("problem.cannot_mount"), ("no",), "AVD-G.46")
        if self.whole_move in (WholeMove.BOARD, WholeMove.GET_OFF) and not tables.option("vehicles"):
            yield Problem("whole_move", Message("problem.no_vehicles"), (), "AVD-G.39")


WHOLE_MOVE_RULES = {
    WholeMove.LIMBER: "AVD-5.15",
    WholeMove.UNLIMBER: "AVD-5.15",
    WholeMove.MOUNT: "AVD-5.16",
    WholeMove.DISMOUNT: "AVD-5.16",
    WholeMove.BOARD: "AVD-5.16b",
    WholeMove.GET_OFF: "AVD-5.16b",
    WholeMove.CLEAR_WIRE: "AVD-6.02",
    WholeMove.REALIGN: "AVD-7.06b",
}


def spend_move(situation: SpendMove, tables: Tables) -> Rule[MoveVerdict]:
    """Limber, mount, board, clear wire, realign: the whole move, without fire or melee (AVD-G.13, AVD-G.46)."""
    yield from no_requests()
    passage = tables.exact("wire.passage")
    rule = WHOLE_MOVE_RULES[situation.whole_move]
    return MoveVerdict(
        inches=Fraction(0),
        kind="spent",
        effects=(MoveSpent(whom="actor", on=situation.whole_move, inches=passage),),
        reasons=(Modifier(Message("reason.move.whole"), None, rule),),
    )
