"""Moves: distance by quality, ground and mount; mixed ground and obstacles; guns that limber and turn (chapter 7, R48-G.14)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import sided
from sandtable.kernel.effects import Effect, OnUnit, effect
from sandtable.kernel.form import Section, choice, distance, group, number, when
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Label, Of, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.uprising1848 import fields
from sandtable.rulesets.uprising1848.acting import acting_problems, acts
from sandtable.rulesets.uprising1848.effects import ACTOR, HaveActed
from sandtable.rulesets.uprising1848.units import KnownUnit
from sandtable.rulesets.uprising1848.vocabulary import QUALITY_ICONS, GunState, Instead, Quality, Terrain, short

SLOWEST_LAST = tuple(Quality)
_IS_TRANSPORT = when("actor", Quality.TRANSPORT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """Another figure, or class of figures, that moves with the group."""

    actor: Quality = choice(Quality, section=Section.ACTOR, icons=QUALITY_ICONS)
    actor_is_mounted: bool = fields.box(Section.ACTOR)


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """An individual or a group moves (R48-6.07 to R48-6.09)."""

    actor_name: str | None = fields.name()
    actor: Quality = fields.actor()
    actor_is_mounted: bool = fields.actor_is_mounted()
    terrain: Terrain = fields.terrain()
    instead: Instead = choice(Instead, section=Section.ACTION, usual=Instead.MOVE, needed=_IS_TRANSPORT)
    gun_state: GunState | None = choice(
        GunState, widget="trio", section=Section.CIRCUMSTANCE, optional=True, needed=_IS_TRANSPORT
    )
    obstacles: int = number(section=Section.ACTION, lowest=0, highest=9, usual=0)
    others: tuple[Member, ...] = group(Member, section=Section.CIRCUMSTANCE, lowest=0, highest=8)
    open_way: Fraction | None = distance(
        widget="text", section=Section.CIRCUMSTANCE, optional=True, highest=fields.LONGEST
    )
    rough_way: Fraction | None = distance(
        widget="text", section=Section.CIRCUMSTANCE, optional=True, highest=fields.LONGEST
    )

    actor_has_acted: bool = fields.actor_has_acted()
    actor_is_gone: bool = fields.is_gone()

    def subject(self) -> Message:
        """Who moves."""
        return acts("move", self)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Unlimbered guns do not move, limbered ones have nothing to limber (R48-7.12a); Transport crosses no walls (R48-G.17)."""
        yield from acting_problems(self)
        if self.obstacles and self.slowest is Quality.TRANSPORT:
            yield Problem("obstacles", Message("problem.transport_obstacle"), ("0",), "R48-G.17")
        if self.actor is not Quality.TRANSPORT or self.gun_state is None:
            return
        if self.gun_state is GunState.UNLIMBERED and self.instead in (Instead.MOVE, Instead.UNLIMBER):
            yield Problem("instead", Message("problem.unlimbered_move"), (Instead.LIMBER, Instead.TURN), "R48-7.12a")
        if self.gun_state is GunState.LIMBERED and self.instead in (Instead.LIMBER, Instead.TURN):
            yield Problem("instead", Message("problem.limbered_already"), (Instead.MOVE, Instead.UNLIMBER), "R48-7.12")

    @property
    def slowest(self) -> Quality:
        """The slowest of the group is the Actor (R48-6.07)."""
        return max((self.actor, *(member.actor for member in self.others)), key=SLOWEST_LAST.index)

    @property
    def all_mounted(self) -> bool:
        """Mounted counts only if all are; Transport never is (R48-6.07a, R48-G.14)."""
        everybody = self.actor_is_mounted and all(member.actor_is_mounted for member in self.others)
        return everybody and self.slowest is not Quality.TRANSPORT

    @property
    def planned(self) -> bool:
        """Whether somebody asks if a certain way can be gone."""
        return self.open_way is not None or self.rough_way is not None


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveVerdict(Verdict):
    """How far figures may move, or what a gun did instead."""

    inches: Fraction
    instead: Instead = Instead.MOVE
    fits: bool | None = None
    measures: ClassVar[dict[str, Any]] = {
        "inches": lambda verdict: verdict.inches,
        "way_fits": lambda verdict: bool(verdict.fits),
    }
    distances: ClassVar[frozenset[str]] = frozenset({"inches"})

    def outcome(self) -> Outcome:
        """A row for each distance."""
        if self.instead is not Instead.MOVE:
            return Outcome(self.instead.value, Message(f"outcome.gun.{self.instead}"), 0, 0)
        order = int(self.inches * 4)
        return Outcome(f"inches_{order}", Message.of("outcome.move", inches=self.inches), 0, order, "move.distance")


@effect(icon="advance", says="{rough?rough:open}_{mounted?mounted:foot}")
class MayMove(OnUnit):
    """How far figures may go, and what rough ground costs them (R48-7.01 to R48-7.04)."""

    inches: Fraction
    rough: bool
    mounted: bool

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Gunners who move are at their gun again (R48-9.13a)."""
        return replace(unit, crew_away=False)


@effect(says="{fits?yes:no}")
class WayFits(Effect):
    """Whether a way that was planned can be gone (R48-7.02 to R48-7.04)."""

    needed: Fraction
    fits: bool


@effect(says="{done}")
class GunHandled(OnUnit):
    """A gun limbers, unlimbers or turns in place (R48-7.12, R48-7.13)."""

    done: Instead

    def on(self, unit: KnownUnit) -> KnownUnit:
        return unit if self.done is Instead.TURN else replace(unit, limbered=self.done is Instead.LIMBER)


@action("move", "R48-6.07 R48-7.01 R48-G.14")
def move(situation: Move, tables: Tables) -> Rule[MoveVerdict]:
    """One throw for the group; obstacles shorten it (R48-7.01, R48-7.04, R48-G.14)."""
    if situation.instead is not Instead.MOVE:
        effects = (GunHandled(whom=ACTOR, done=situation.instead), HaveActed(whom=ACTOR, count=0))
        return MoveVerdict(inches=Fraction(0), instead=situation.instead, effects=effects)
    pace = Pace("move", situation.slowest, situation.all_mounted, situation.terrain is Terrain.ROUGH)
    allowance = yield from thrown_distance("move.distance", pace, tables)
    shorter = Fraction(situation.obstacles * tables.number("obstacle.inches"))
    inches = max(Fraction(0), allowance - shorter)
    about = Message.of("reason.obstacles", obstacles=situation.obstacles, thrown=allowance, inches=shorter)
    reasons = (Modifier(about, None, "R48-7.04"),) if shorter else ()
    moves = MayMove(whom=ACTOR, inches=inches, rough=pace.rough, mounted=pace.mounted)
    acted = HaveActed(whom=ACTOR, count=0)
    if not situation.planned:
        return MoveVerdict(inches=inches, effects=(moves, acted), reasons=reasons)
    needed = way_cost(situation.open_way or Fraction(0), situation.rough_way or Fraction(0), pace, tables)
    way = WayFits(whom=ACTOR, needed=needed, fits=needed <= inches)
    return MoveVerdict(inches=inches, fits=way.fits, effects=(moves, way, acted), reasons=reasons)


@dataclass(frozen=True, slots=True)
class Pace:
    """What a distance depends on: the table, quality, mount, ground."""

    table: str
    quality: Quality
    mounted: bool
    rough: bool

    @property
    def legs(self) -> str:
        """Foot and Transport, or mounted."""
        return "mounted" if self.mounted else "foot"


def thrown_distance(key: str, pace: Pace, tables: Tables) -> Generator[Request, Any, Fraction]:
    """The distance in inches; with fixed moves the mean, without a throw (R48-G.14, R48-G.15)."""
    dice, sides = tables.number(pace.table, "dice"), tables.number(pace.table, "sides")
    if tables.option("fixedMoves"):
        return paced(Fraction(dice * (sides + 1), 2), pace, tables)
    inches: Fraction = yield distance_roll(key, pace, tables)
    return inches


def distance_roll(key: str, pace: Pace, tables: Tables) -> Roll:
    """The throw for a distance, read in inches."""
    dice, sides = tables.number(pace.table, "dice"), tables.number(pace.table, "sides")
    return Roll(
        key,
        (sided(sides),) * dice,
        read=lambda total: paced(Fraction(total), pace, tables),
        of=Of.TOTAL,
        tally=pace_tally(pace, tables),
        label=lambda inches: Label(Message.of("outcome.move", inches=inches)),
    )


def paced(thrown: Fraction, pace: Pace, tables: Tables) -> Fraction:
    """Inches for a throw: quality added, doubled for mounts, halved or quartered by rough ground (R48-7.02, R48-7.02a)."""
    inches = thrown + tables.number(f"{pace.table}.added", pace.quality)
    if pace.mounted:
        inches *= tables.number("pace.mounted")
    return inches / tables.number("rough", pace.legs) if pace.rough else inches


def pace_tally(pace: Pace, tables: Tables) -> Tally:
    """What is added to the throw, and what becomes of the sum."""
    added = tables.modifier(
        f"{pace.table}.added", pace.quality, reason=Message.of("reason.pace", quality=short(pace.quality))
    )
    mounted = Modifier(Message("reason.mounted_pace"), None, "R48-G.14") if pace.mounted else None
    rough = Modifier(Message(f"reason.rough.{pace.legs}"), None, "R48-7.02") if pace.rough else None
    return Tally.of((mounted, rough), Message("why.distance"), first=added)


@lru_cache(maxsize=512)
def mean_distance(pace: Pace, tables: Tables) -> Fraction:
    """The mean of a move or a charge."""
    dice, sides = tables.number(pace.table, "dice"), tables.number(pace.table, "sides")
    return paced(Fraction(dice * (sides + 1), 2), pace, tables)


def way_cost(open_inches: Fraction, rough_inches: Fraction, pace: Pace, tables: Tables) -> Fraction:
    """What a way over mixed ground costs of the allowance (R48-7.02 to R48-7.03a)."""
    factor = tables.number("rough", pace.legs)
    if pace.rough:
        return rough_inches + open_inches / factor
    return open_inches + rough_inches * factor
