"""Personal weapons: stones, pistols, carbines, muskets and rifles, one shot or a volley (chapter 8, R48-G.19, R48-G.20, R48-G.53)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, beyond, choice, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import WORST_SEVERITY
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally
from sandtable.kernel.verdict import Measures, Outcome, Rule, Verdict
from sandtable.rulesets.uprising1848 import fields
from sandtable.rulesets.uprising1848.acting import attack_problems, strikes
from sandtable.rulesets.uprising1848.chances import ladder_tally, throw_for_each
from sandtable.rulesets.uprising1848.effects import (
    ACTOR,
    ATTACKED,
    TARGET,
    FiguresLost,
    HaveActed,
    OutOfRange,
    RiflesFired,
    Unharmed,
)
from sandtable.rulesets.uprising1848.vocabulary import (
    FIGHTERS,
    RIFLES,
    Cover,
    Firearm,
    Quality,
    Shot,
    Status,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Aim:
    """One shooter of a class at one figure of a class: all that its chance depends on."""

    shot: Shot
    band: str
    shooter: Quality
    target: Quality
    cover: Cover = Cover.NONE
    marksman: bool = False
    shooter_mounted: bool = False
    target_mounted: bool = False


def in_reach(shot: Shot, band: str, tables: Tables) -> bool:
    """Whether the fire table has a chance for this range."""
    return tables.number_or_none("fire", shot, band) is not None


def _range_of(shot: Shot) -> Any:
    """The range of a shot; brackets beyond the weapon's reach are shown as closed, and answered by the rule (R48-8.13)."""
    weapons = {shot: when("actor", *FIGHTERS)}
    bars = (beyond(fields.BANDS, weapons, in_reach, Message("reason.out_of_range"), "R48-8.13"),)
    return fields.range_to_target(bars=bars)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shooting:
    """N figures of one class shoot or throw at a class of T figures (R48-6.22, R48-G.53)."""

    actor_name: str | None = fields.name(pair="target_name")
    actor: Quality = fields.fighter()
    shooters: int = fields.figures(Section.ACTOR, pair="targets", quick=fields.QUICK)
    shooter_is_marksman: bool = fields.box(Section.ACTOR)
    target_name: str | None = fields.name(pair="actor_name")
    target: Quality = fields.target()
    targets: int = fields.figures(Section.TARGET, pair="shooters")
    range: str | Fraction = fields.range_to_target()
    cover: Cover = fields.cover()
    officer_named: bool = fields.box(Section.CIRCUMSTANCE)
    actor_status: Status = fields.actor_status()
    actor_in_contact: bool = fields.box(Section.CIRCUMSTANCE)
    actor_has_acted: bool = fields.actor_has_acted()
    actor_left_to_act: int | None = fields.left_to_act()
    actor_is_gone: bool = fields.is_gone(pair="target_is_gone")
    actor_never_fights: bool = fields.never_fights()
    target_is_gone: bool = fields.is_gone(pair="actor_is_gone")
    line_is_blocked: bool = fields.box(Section.CIRCUMSTANCE)
    target_in_contact: bool = fields.box(Section.CIRCUMSTANCE)
    target_heard_oratory: bool = fields.box(Section.CIRCUMSTANCE)
    truce: bool = fields.box(Section.CIRCUMSTANCE)
    shot: ClassVar[Shot] = Shot.MUSKET

    def subject(self) -> Message:
        """Who shoots or throws at whom."""
        return strikes("throw" if self.shot is Shot.THROW else "fire", self.shooters, self)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """What forbids the shot, from the circumstances that were told."""
        yield from attack_problems(self, "shooters")
        if self.actor_in_contact:
            yield Problem("actor_in_contact", Message("problem.fire_in_contact"), (), "R48-G.25")
        if self.line_is_blocked:
            yield Problem("line_is_blocked", Message("problem.no_line"), (), "R48-8.02")
        if self.target_in_contact:
            yield Problem("target_in_contact", Message("problem.target_in_melee"), (), "R48-8.04")
        if self.officer_named and self.targets != 1:
            yield Problem("targets", Message("problem.one_officer"), ("1",), "R48-G.53")

    @property
    def mounted(self) -> tuple[bool, bool]:
        """Whether shooter and target are mounted; the boxes do not exist for Throw (R48-6.16)."""
        return False, False

    @property
    def shots_each(self) -> str:
        """What says how many dice a shooter throws: one, unless a weapon says otherwise."""
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ThrowStone(Shooting):
    """Bricks and stones, by anybody on foot (R48-6.15, R48-6.16)."""

    range: str | Fraction = _range_of(Shot.THROW)
    actor_is_mounted: bool = fields.box(Section.CIRCUMSTANCE)
    shot: ClassVar[Shot] = Shot.THROW

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Nobody throws from the saddle (R48-6.15)."""
        yield from Shooting.problems(self, tables)
        if self.actor_is_mounted:
            yield Problem("actor_is_mounted", Message("problem.mounted_thrower"), ("no",), "R48-6.15")


@dataclass(frozen=True, slots=True, kw_only=True)
class FireArm(Shooting):
    """Fire with a firearm: both mounted boxes count (R48-6.22)."""

    actor_is_mounted: bool = fields.actor_is_mounted()
    target_is_mounted: bool = fields.target_is_mounted()
    rides_on_transport: bool = fields.box(Section.CIRCUMSTANCE)

    @property
    def mounted(self) -> tuple[bool, bool]:
        """Whether shooter and target are mounted; crews riding on a transport fire as if mounted (R48-3.39)."""
        return self.actor_is_mounted or self.rides_on_transport, self.target_is_mounted


@dataclass(frozen=True, slots=True, kw_only=True)
class FirePistol(FireArm):
    """Pistols, pepperboxes and revolvers (R48-6.17, R48-G.24)."""

    range: str | Fraction = _range_of(Shot.PISTOL)
    revolver: bool = fields.box(Section.CIRCUMSTANCE)
    shot: ClassVar[Shot] = Shot.PISTOL

    @property
    def shots_each(self) -> str:
        """A revolver's shots are an option."""
        return "revolverShots" if self.revolver else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class FireCarbine(FireArm):
    """Carbines (R48-6.18)."""

    range: str | Fraction = _range_of(Shot.CARBINE)
    shot: ClassVar[Shot] = Shot.CARBINE


@dataclass(frozen=True, slots=True, kw_only=True)
class FireMusket(FireArm):
    """Muskets, and flintlock rifles with a loose load (R48-6.19, R48-8.14a)."""

    range: str | Fraction = _range_of(Shot.MUSKET)
    shot: ClassVar[Shot] = Shot.MUSKET


@dataclass(frozen=True, slots=True, kw_only=True)
class FireRifle(FireArm):
    """Percussion rifles, loaded flintlock rifles and needle guns (R48-6.20, R48-8.14, R48-8.18)."""

    range: str | Fraction = _range_of(Shot.RIFLE)
    rifle_kind: Firearm = choice(
        Firearm, section=Section.ACTOR, only=RIFLES, usual=Firearm.PERCUSSION_RIFLE, remembered="actor"
    )
    rifle_loaded: bool = yes_no(
        section=Section.CIRCUMSTANCE, usual=True, needed=when("rifle_kind", Firearm.FLINTLOCK_RIFLE)
    )
    shot: ClassVar[Shot] = Shot.RIFLE

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """A flintlock rifle needs its load (R48-8.14)."""
        yield from Shooting.problems(self, tables)
        if self.rifle_kind is Firearm.FLINTLOCK_RIFLE and self.rifle_loaded is False:
            yield Problem("rifle_loaded", Message("problem.rifle_not_loaded"), ("fire_musket", "stand"), "R48-8.14")

    @property
    def shots_each(self) -> str:
        """A needle gun fires three (R48-8.18)."""
        return "needle_gun.shots" if self.rifle_kind is Firearm.NEEDLE_GUN else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CasualtyVerdict(Verdict):
    """How many of those who were struck at are down."""

    casualties: int
    of: int
    step: ClassVar[str] = ""  # the throw that decides it
    measures: ClassVar[Measures] = {
        "casualties": lambda verdict: verdict.casualties,
        "any_down": lambda verdict: verdict.casualties > 0,
        "all_down": lambda verdict: verdict.casualties == verdict.of,
    }

    def outcome(self) -> Outcome:
        """A row for each number of casualties."""
        if not self.casualties:
            return Outcome("none", Message("outcome.casualties.none"), 0, 0, self.step)
        everybody = self.casualties == self.of
        severity = WORST_SEVERITY if everybody else 1 + (2 * self.casualties) // max(self.of, 1)
        name = "all" if everybody and self.of > 1 else "some"
        label = Message.of(f"outcome.casualties.{name}", casualties=self.casualties)
        return Outcome(f"down_{self.casualties}", label, severity, self.casualties, self.step)

    def headline(self) -> Message:
        """How many are down."""
        if not self.casualties:
            return Message("headline.casualties.none")
        if self.of == 1:
            return Message("headline.casualties.one")
        name = "all" if self.casualties == self.of else "some"
        return Message.of(f"headline.casualties.{name}", casualties=self.casualties, of=self.of)


@dataclass(frozen=True, slots=True, kw_only=True)
class VolleyVerdict(CasualtyVerdict):
    """How many of the class that was shot at are down."""

    reach: int | None = None  # where the shot was out of range: how far the weapon carries
    notes: Sequence[Effect] = ATTACKED
    step: ClassVar[str] = "fire.hits"
    measures: ClassVar[Measures] = {
        "casualties": lambda verdict: verdict.casualties,
        "any_down": lambda verdict: verdict.casualties > 0,
        "half_down": lambda verdict: 2 * verdict.casualties >= verdict.of,
        "all_down": lambda verdict: verdict.casualties == verdict.of,
    }

    def outcome(self) -> Outcome:
        """A row for each number of casualties, or that the shot does not reach."""
        if self.reach is not None:
            return Outcome("out_of_range", Message.of("outcome.out_of_range", reach=Fraction(self.reach)), 0, 0)
        return CasualtyVerdict.outcome(self)

    def headline(self) -> Message:
        """How many are down, or that nobody can be."""
        return CasualtyVerdict.headline(self) if self.reach is None else Message("headline.out_of_range")


def volley_summary(situation: Shooting, tables: Tables) -> Message | None:
    """The chance of each shot and the mean, over the bars (R48-G.53)."""
    band = band_of(situation.range, tables)
    if not in_reach(situation.shot, band, tables):
        return None
    pool = situation.shooters * shots_each(situation, tables)
    aim = aim_tally(aim_of(situation, band), tables)
    return Message.of("summary.volley", chance=aim.total, pool=pool, mean=Fraction(pool * aim.total, 100))


@action("fight", "R48-6.19 R48-G.20 R48-G.53", form=FireMusket, summary=volley_summary)
@action("fight", "R48-6.20 R48-8.14 R48-8.18", form=FireRifle, summary=volley_summary)
@action("fight", "R48-6.18 R48-G.20", form=FireCarbine, summary=volley_summary)
@action("fight", "R48-6.17 R48-G.20", form=FirePistol, summary=volley_summary)
@action("fight", "R48-6.15 R48-6.16", form=ThrowStone, summary=volley_summary)
def volley(situation: Shooting, tables: Tables) -> Rule[VolleyVerdict]:
    """One throw for all alike shooters; hits beyond the class are lost; all have acted whatever the dice show (R48-G.53)."""
    band = band_of(situation.range, tables)
    tired = HaveActed(whom=ACTOR, count=situation.shooters)
    if not in_reach(situation.shot, band, tables):
        reach = reach_of(situation.shot, tables)
        effects: tuple[Effect, ...] = (OutOfRange(whom=ACTOR, inches=Fraction(reach)), tired)
        return VolleyVerdict(casualties=0, of=situation.targets, reach=reach, effects=effects)
    tally = aim_tally(aim_of(situation, band), tables)
    pool = situation.shooters * shots_each(situation, tables)
    casualties: int = yield throw_for_each(
        "fire.hits", pool, tally, Message("band.hits"), read=lambda hits: min(hits, situation.targets)
    )
    effects = (*loss_effects(TARGET, casualties, situation), tired, *_markers(situation))
    return VolleyVerdict(casualties=casualties, of=situation.targets, effects=effects)


def aim_of(situation: Shooting, band: str) -> Aim:
    """One of the shots of a volley."""
    shooter_mounted, target_mounted = situation.mounted
    return Aim(
        shot=situation.shot,
        band=band,
        shooter=situation.actor,
        target=situation.target,
        cover=situation.cover,
        marksman=situation.shooter_is_marksman,
        shooter_mounted=shooter_mounted,
        target_mounted=target_mounted,
    )


def aim_tally(aim: Aim, tables: Tables) -> Tally:
    """The chance of one shot: the table's base and steps for both classes, cover, marksmen and horses (R48-G.20)."""
    base = tables.modifier("fire", aim.shot, aim.band, reason=_reason(aim))
    steps = (
        tables.modifier("fire_steps.shooter", aim.shooter),
        tables.modifier("fire_steps.target", aim.target),
        tables.modifier("fire_steps.cover", aim.cover),
        tables.modifier("fire_steps.marksman") if aim.marksman else None,
        tables.modifier("fire_steps.actor_mounted") if aim.shooter_mounted else None,
        tables.modifier("fire_steps.target_mounted") if aim.target_mounted else None,
    )
    return ladder_tally(base, steps, tables, Message("why.fire"))


def _reason(aim: Aim) -> Message:
    return Message.of("reason.fire", shot=aim.shot, band=fields.distance_words(aim.band))


@lru_cache(maxsize=4096)  # players ask for the same few again and again
def hit_chance(aim: Aim, tables: Tables) -> int:
    """The chance of one shot in per cent; nought out of range."""
    if not in_reach(aim.shot, aim.band, tables):
        return 0
    return aim_tally(aim, tables).total


def shots_each(situation: Shooting, tables: Tables) -> int:
    """Dice a shooter throws: one, three with a needle gun, a revolver's by option (R48-8.18, R48-G.24)."""
    source = situation.shots_each
    if not source:
        return 1
    return tables.number(source) if tables.has(source) else int(tables.option(source))


def band_of(told: str | Fraction, tables: Tables) -> str:
    """The bracket of a range; exactly on a bound belongs to the nearer one (R48-G.19)."""
    return str(tables.step("range", _ceiling(told), "bracket")) if isinstance(told, Fraction) else told


def _ceiling(inches: Fraction) -> int:
    return -int(-inches // 1)


def reach_of(shot: Shot, tables: Tables) -> int:
    """How far a weapon carries."""
    bounds = tables.row("range.up_to")
    return max(
        int(bound)
        for bound, band in zip(bounds, tables.row("range.bracket"), strict=False)
        if in_reach(shot, str(band), tables)
    )


def shot_with(firearm: Firearm) -> Shot | None:
    """The column of the fire table that a firearm uses when it is ready (R48-G.24)."""
    return _COLUMNS.get(firearm)


_COLUMNS = {
    Firearm.PISTOL: Shot.PISTOL,
    Firearm.CARBINE: Shot.CARBINE,
    Firearm.MUSKET: Shot.MUSKET,
    Firearm.PERCUSSION_RIFLE: Shot.RIFLE,
    Firearm.FLINTLOCK_RIFLE: Shot.RIFLE,
    Firearm.NEEDLE_GUN: Shot.RIFLE,
}


def loss_effects(whom: str, casualties: int, situation: Any) -> Iterator[Effect]:
    """The owner takes them off; a fallen officer may still be searched (R48-8.05, R48-8.05a, R48-G.60)."""
    if not casualties:
        yield Unharmed(whom=whom)
        return
    officer = bool(getattr(situation, "officer_named", False))
    yield FiguresLost(whom=whom, count=casualties, of=situation.targets, quality=situation.target, officer=officer)


def _markers(situation: Shooting) -> Iterator[Effect]:
    """Flintlock rifles fired as rifles are marked (R48-6.21, R48-G.53(e))."""
    if isinstance(situation, FireRifle) and situation.rifle_kind is Firearm.FLINTLOCK_RIFLE:
        yield RiflesFired(whom=ACTOR, count=situation.shooters)
