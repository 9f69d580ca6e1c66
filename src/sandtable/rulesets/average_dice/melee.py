"""Melee: up to three on one, base to base (chapter 11, AVD-G.26, AVD-G.27, AVD-G.36, AVD-G.45)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar, NamedTuple

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D10
from sandtable.kernel.effects import Effect, OnUnit, effect
from sandtable.kernel.form import Section, choice, number, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.pools import Strikes, spread
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Band, Request
from sandtable.kernel.stages import Staged
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Measures, measuring
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.casualties import (
    Exposed,
    Losses,
    LossVerdict,
    Target,
    desertion_dice,
    killed_label,
    loss_effects,
    loss_numbers,
)
from sandtable.rulesets.average_dice.ledger import KnownUnit
from sandtable.rulesets.average_dice.vocabulary import (
    CLASS_ICONS,
    OTHER_SIDE,
    Cover,
    GunKind,
    Posture,
    TargetKind,
    TroopClass,
)

MOST_FIGURES = 30
GUNNERS = when("defender_class", TroopClass.ARTILLERY)
_kind = partial(choice, TroopClass, widget="arms", icons=CLASS_ICONS)
_number = partial(number, lowest=1, highest=MOST_FIGURES, usual=fields.LARGEST_UNIT, unit="figures")


class Struck(NamedTuple):
    """Enemies with so many strikers on each of them, all in the same cover."""

    enemies: int
    strikers: int
    cover: Cover


@dataclass(frozen=True, slots=True, kw_only=True)
class Melee:
    """Figures strike at the enemies they touch, in their own turn."""

    actor_name: str | None = fields.name(pair="target_name")
    target_name: str | None = fields.name(pair="actor_name")
    attacker_class: TroopClass = _kind(section=Section.ACTOR, pair="defender_class")
    attacker_number: int = _number(section=Section.ACTOR, pair="defender_number")
    defender_class: TroopClass = _kind(section=Section.TARGET, pair="attacker_class")
    defender_number: int = _number(section=Section.TARGET, pair="attacker_number")
    crew_of: GunKind = choice(GunKind, section=Section.TARGET, usual=GunKind.MACHINE_GUN, needed=GUNNERS)
    target_cover: Cover = fields.target_cover()
    target_prone: bool = yes_no(section=Section.TARGET, usual=False)
    target_prone_to_desertion: bool = yes_no(section=Section.TARGET, usual=False, needed=~GUNNERS)
    inside_building: bool = yes_no(section=Section.TARGET, usual=False)
    defender_is_general: bool = fields.unticked(needed=~GUNNERS)
    own_cover: Cover = choice(Cover, section=Section.CIRCUMSTANCE, usual=Cover.OPEN, option=("melee_cover", "roller"))
    attackers_prone: bool = fields.unticked(option=("melee_prone", "roller"))
    own_turn: bool = yes_no(section=Section.CIRCUMSTANCE, usual=True)
    fired_this_turn: bool = fields.unticked()
    fought_this_turn: bool = fields.unticked()
    spent_whole_move: bool = fields.unticked()
    moved_into_contact: bool = fields.unticked()
    figures_in_the_unit: int | None = fields.figures(section=Section.CIRCUMSTANCE, optional=True)
    actor_off_table: bool = fields.unticked()
    target_off_table: bool = fields.unticked()
    target_strength: int | None = fields.target_strength()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """What forbids the melee."""
        yield from fields.off_table_problems(self)
        yield from _turn_problems(self, tables)
        yield from _number_problems(self, tables)
        yield from _posture_problems(self)

    def subject(self) -> Message:
        """Who strikes at whom."""
        who = self.actor_name or Message.of("word.figures", count=self.attacker_number, kind=self.attacker_class)
        whom = self.target_name or Message.of("word.figures", count=self.defender_number, kind=self.defender_class)
        return Message.of("subject.melee", who=who, whom=whom)

    def struck(self, tables: Tables) -> tuple[Struck, ...]:
        """Enemies struck at, in groups: attackers spread evenly, at most three on one (AVD-11.01, AVD-G.36)."""
        spread_out = spread(self.attacker_number, self.defenders(tables), int(tables.option("melee_max")))
        return tuple(Struck(enemies, strikers, self.target_cover) for enemies, strikers in spread_out)

    def untouched(self, tables: Tables) -> int:
        """Figures of the defender's unit that nobody touches: those that it has beside the ones told (AVD-11.02)."""
        return max(0, (self.target_strength or 0) - self.defenders(tables))

    def defenders(self, tables: Tables) -> int:
        """Figures struck at: those told; a whole crew where the form says as many as a whole unit (AVD-2.15)."""
        if self.defender_class is TroopClass.ARTILLERY and fields.is_whole_unit(self.defender_number, tables):
            return tables.number("crew", self.crew_of)
        return self.defender_number


@dataclass(frozen=True, slots=True, kw_only=True)
class MeleeVerdict(LossVerdict):
    """Enemies struck down; a gun taken."""

    captured: GunKind | None = None
    measures: ClassVar[Measures] = {**LossVerdict.measures, **measuring("gun_captured")}

    @property
    def gun_captured(self) -> bool:
        """Whether a gun is taken."""
        return self.captured is not None


@effect(has_words=False)
class Fought(OnUnit):
    """It has struck in melee (AVD-11.04)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, fought=True)


FOUGHT = (Fought(whom="actor"),)


@effect(icon="flag", says="{gun}")
class GunCaptured(Effect):
    """Its crew was killed in melee (AVD-11.10); who may fire it now (AVD-8.19, AVD-8.20)."""

    gun: GunKind


@effect(has_words=False)
class ChangesSides(OnUnit):
    """A gun goes over to those who killed its crew hand to hand (AVD-11.10)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return unit.captured_by(OTHER_SIDE[unit.side])


def summary(situation: Melee, tables: Tables) -> Message:
    """Who strikes whom, and how often a strike kills."""
    fighting = sum(group.enemies * group.strikers for group in situation.struck(tables))
    return Message.of("summary.melee", fighting=fighting, scores=len(scoring_faces(situation, tables)))


@action("fight", "AVD-11.04 AVD-11.05 AVD-G.36", summary=summary)
def melee(situation: Melee, tables: Tables) -> Staged[MeleeVerdict]:
    """Each figure throws a D10 to kill its opponent (AVD-11.04); an enemy dies if any of up to three scores (AVD-G.36)."""
    strikes = list(strikes_of(situation, tables))
    target = _target(situation, tables)

    def struck(dice: Strikes, killed: int) -> Generator[Request, Any, int]:
        more: int = yield dice
        return killed + more

    def tested(killed: int) -> Generator[Request, Any, Losses]:
        """Whether the rest desert (AVD-12.05)."""
        losses = Losses(killed, general_killed=situation.defender_is_general and killed > 0)
        if not (target.prone_to_desertion and 0 < killed < target.strength):
            return losses
        return replace(losses, deserted=(yield desertion_dice("melee.desertion", killed, tables)))

    def told(losses: Losses) -> MeleeVerdict:
        taken = situation.defender_class is TroopClass.ARTILLERY and losses.killed == target.strength
        gun = situation.crew_of if taken else None
        return MeleeVerdict(
            captured=gun,
            effects=tuple(_effects(target, losses, gun, tables)),
            notes=(*FOUGHT, ChangesSides(whom="target")) if gun else FOUGHT,
            reasons=() if strikes else strike_tally(situation, tables).modifiers,
            **loss_numbers(target, losses, tables),
        )

    return Staged(0, *(partial(struck, dice) for dice in strikes), tested, told)


def strikes_of(situation: Melee, tables: Tables) -> Iterator[Strikes]:
    """The dice for every group of enemies whom a strike can kill."""
    for enemies, strikers, cover in situation.struck(tables):
        there = replace(situation, target_cover=cover)
        scores = scoring_faces(there, tables)
        if scores:
            yield _strikes(enemies, strikers, strike_tally(there, tables), scores)


def scoring_faces(situation: Melee, tables: Tables) -> frozenset[int]:
    """The faces of the D10 that kill (AVD-11.05 to AVD-11.09)."""
    needed = tables.number("melee.kills_from", cover_that_counts(situation, tables))
    add = strike_tally(situation, tables).total
    return frozenset(face for face in D10.faces if face + add >= needed)


def cover_that_counts(situation: Melee, tables: Tables) -> Cover:
    """The opponent's cover (AVD-G.26); inside a building both are in hard cover (AVD-11.05, AVD-G.45)."""
    if situation.inside_building:
        return Cover.HARD
    return situation.own_cover if tables.option("melee_cover") == "roller" else situation.target_cover


def strike_tally(situation: Melee, tables: Tables) -> Tally:
    """What is added to the D10: class against class (AVD-11.06 to AVD-11.08), prone enemies (AVD-11.09, AVD-G.27)."""
    cover = cover_that_counts(situation, tables)
    needed = tables.number("melee.kills_from", cover)
    path = f"melee.modifier.{situation.attacker_class}_{situation.defender_class}"
    prone = situation.target_prone
    if tables.option("melee_prone") == "roller":
        prone = situation.attackers_prone
    return Tally.of(
        (
            tables.modifier(path, "add") if tables.has(path, "add") else None,
            tables.modifier("melee.prone.add") if prone else None,
        ),
        Message("why.melee"),
        first=Modifier(Message.of(f"reason.melee.from.{cover}", needed=needed), None, "AVD-11.05"),
    )


def _strikes(enemies: int, strikers: int, tally: Tally, scores: frozenset[int]) -> Strikes:
    lowest = min(scores)
    return Strikes(
        "melee.strikes",
        D10,
        enemies * strikers,
        (Band(Message.of("band.struck_down", score=lowest), scores, 2),),
        read=lambda killed: killed,
        tally=tally,
        says=Message.of("request.strikes", enemies=enemies, each=strikers, lowest=lowest, number=enemies * strikers),
        label=killed_label,
        each=strikers,
    )


def _target(situation: Melee, tables: Tables) -> Target:
    kind = TargetKind.UNIT
    if situation.defender_class is TroopClass.ARTILLERY:
        kind = TargetKind.GUN_CREW
    elif situation.defender_is_general:
        kind = TargetKind.GENERAL
    group = Exposed(situation.defenders(tables), situation.target_cover, Posture.UPRIGHT)
    prone = kind is TargetKind.UNIT and situation.target_prone_to_desertion
    crew = situation.crew_of if kind is TargetKind.GUN_CREW else None
    return Target(kind, (group,), prone, crew_of=crew, unseen=situation.untouched(tables))


def _effects(target: Target, losses: Losses, gun: GunKind | None, tables: Tables) -> Iterator[Effect]:
    for loss in loss_effects(target, losses, tables):
        if gun is None or loss.kind != "gun_abandoned":  # killed hand to hand, the crew leave it to the victor
            yield loss
    if gun is not None:
        yield GunCaptured(whom="actor", gun=gun)


def _turn_problems(situation: Melee, tables: Tables) -> Iterator[Problem]:
    """When a unit may strike (AVD-11.03, AVD-12.01, AVD-G.35)."""
    if not situation.own_turn:
        yield Problem("own_turn", Message("problem.not_own_turn"), ("yes",), "AVD-11.03")
    if situation.fired_this_turn and not tables.option("fire_and_melee"):
        yield Problem("fired_this_turn", Message("problem.fired_then_melee"), ("no",), "AVD-G.35")
    if situation.fought_this_turn:
        yield Problem("fought_this_turn", Message("problem.fought_already"), ("no",), "AVD-11.04")
    if situation.spent_whole_move:
        yield Problem("spent_whole_move", Message("problem.no_melee_after_whole_move"), ("no",), "AVD-G.46")
    weak = tables.number("morale.weak.figures")
    figures = situation.figures_in_the_unit
    if situation.moved_into_contact and figures is not None and figures <= weak:
        yield Problem("figures_in_the_unit", Message.of("problem.too_weak_for_melee", weak=weak), (), "AVD-12.01")


def _number_problems(situation: Melee, tables: Tables) -> Iterator[Problem]:
    """A building holds 10 figures of each side, none of them mounted (AVD-5.14, AVD-G.45)."""
    if situation.defender_is_general and situation.defender_number != 1:
        yield Problem("defender_number", Message("problem.general_is_one"), ("1",), "AVD-G.12")
    if situation.defender_class is TroopClass.ARTILLERY:
        full = tables.number("crew", situation.crew_of)
        if situation.defenders(tables) > full:
            about = Message.of("problem.crew_too_large", gun=situation.crew_of, full=full)
            rule = "AVD-2.15" if situation.crew_of is GunKind.MACHINE_GUN else "AVD-2.15b"
            yield Problem("defender_number", about, (str(full),), rule)
    if not situation.inside_building:
        return
    if situation.target_cover is Cover.SOFT:
        about = Message.of("problem.cover_of_feature", feature=Message("feature_named.building"), cover=Cover.HARD)
        yield Problem("target_cover", about, (Cover.HARD,), "AVD-11.05")
    most = tables.number("building.figures_of_each_side")
    for place, told in (("attacker", situation.attacker_number), ("defender", situation.defender_number)):
        if told > most:
            yield Problem(f"{place}_number", Message.of("problem.building_full", most=most), (), "AVD-5.14")
    for place, kind in (("attacker", situation.attacker_class), ("defender", situation.defender_class)):
        if kind is TroopClass.CAVALRY:
            on_foot = (TroopClass.INFANTRY,)
            yield Problem(f"{place}_class", Message("problem.mounted_inside"), on_foot, "AVD-G.45")


def _posture_problems(situation: Melee) -> Iterator[Problem]:
    """Infantry go prone, riders do not (AVD-5.10)."""
    if situation.target_prone and situation.defender_class is TroopClass.CAVALRY:
        yield Problem("target_prone", Message("problem.prone_riders"), ("no",), "AVD-5.10")
    if situation.attackers_prone and situation.attacker_class is TroopClass.CAVALRY:
        yield Problem("attackers_prone", Message("problem.prone_riders"), ("no",), "AVD-5.10")
