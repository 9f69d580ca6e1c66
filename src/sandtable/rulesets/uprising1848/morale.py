"""Morale: checks, rallies, and the one action that covers standing, rallying and loading (chapter 10, R48-G.30, R48-G.36, R48-G.37)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import PERCENT
from sandtable.kernel.effects import Deed, Effect, OnBooks, OnUnit, effect
from sandtable.kernel.form import Section, choice, number, text, when
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import WORST_SEVERITY, Label, Observe, Option, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally
from sandtable.kernel.verdict import Measures, Outcome, Rule, Ruling, Verdict, measuring
from sandtable.rulesets.uprising1848 import fields
from sandtable.rulesets.uprising1848.acting import acting_problems, acts
from sandtable.rulesets.uprising1848.books import Books
from sandtable.rulesets.uprising1848.chances import percent_tally
from sandtable.rulesets.uprising1848.effects import ACTOR, NAMED, HaveActed, StatusBecomes, StaysSolid
from sandtable.rulesets.uprising1848.units import KnownUnit
from sandtable.rulesets.uprising1848.vocabulary import (
    FIGHTERS,
    LOSSES,
    Activity,
    Ammunition,
    Entry,
    GunClass,
    GunState,
    Leading,
    Quality,
    Reason,
    Side,
    Status,
    short,
)

LEADERS = tuple(Option(leading.value, leading.message) for leading in Leading)


@dataclass(frozen=True, slots=True, kw_only=True)
class CheckMorale:
    """A unit that lost figures in this initiative checks as one group (R48-6.40, R48-10.01)."""

    actor_name: str | None = fields.name()
    actor: Quality = fields.actor(fields.NO_MORALE_OF_TRANSPORT)
    actor_status: Status = fields.actor_status()
    figures_left: int | None = fields.optional_figures(lowest=1)
    reference_strength: int | None = fields.optional_figures(lowest=1)
    actor_is_gone: bool = fields.is_gone()

    def subject(self) -> Message:
        """Who checks."""
        return acts("check", self)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Somebody must be left, and no more than at the start."""
        yield from strength_problems(self.figures_left, self.reference_strength)
        if self.actor_is_gone:
            yield Problem("actor_is_gone", Message("problem.actor_gone"), ("no",), "R48-8.05")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoraleQuestions:
    """Pop-up questions 2 and 3, answered in advance."""

    leading: Leading | None = fields.leading_question("morale.leading")
    half_or_more_gone: bool | None = fields.half_gone_question("morale.half_gone")


@dataclass(frozen=True, slots=True, kw_only=True)
class MoraleVerdict(Verdict):
    """Whether a unit holds."""

    passed: bool
    was: Status
    removed: bool = False
    notes: Sequence[Effect] = NAMED
    measures: ClassVar[Measures] = measuring("passed")

    def outcome(self) -> Outcome:
        """Whether it holds; a unit that wavers already, whether it is still there."""
        if self.was is Status.WAVERING:
            worse, severity, names = self.removed, WORST_SEVERITY, ("still_wavering", "removed")
        else:
            worse, severity, names = not self.passed, WORST_SEVERITY - 1, ("check_passed", "check_failed")
        name = names[worse]
        return Outcome(name, Message(f"outcome.morale.{name}"), severity * worse, int(worse), "morale.check")


@effect(icon="base-off")
class UnitRemoved(OnUnit):
    """A failed Rally takes the whole unit off (R48-10.08a)."""

    def fold(self, books: Books, deed: Deed, tables: Tables, /) -> Books:
        """A unit gone through morale costs the Players its figures; government units so lost earn nothing (R48-12.10)."""
        unit = books.unit_meant(self.whom, deed)
        if unit is None:
            return books
        books = books.with_units(replace(unit, gone=True, figures=0)).without_debt(unit.name)
        if unit.side is not Side.PLAYER:
            return books
        followers = unit.figures - int(unit.party.leader)
        line = Entry.VOLUNTEER_LOST if unit.ex_government else LOSSES[unit.party.quality]
        if unit.party.leader:
            books = books.scored(Entry.LEADER_LOST, 1, tables.number("points", Entry.LEADER_LOST), unit.player)
        if followers:
            books = books.scored(line, followers, followers * tables.number("points", line), unit.player)
        return books


@action("test", "R48-6.40 R48-10.01 R48-G.36", questions=MoraleQuestions)
def check_morale(situation: CheckMorale, tables: Tables) -> Rule[MoraleVerdict]:
    """Solid or Wavering; a Wavering unit gains nothing by passing and, by option, goes when it fails again (R48-10.06, R48-G.37)."""
    passed = yield from tested("check", situation, tables)
    was = situation.actor_status
    removed = was is Status.WAVERING and not passed and bool(tables.option("secondFailureRemoves"))
    result: Effect = StatusBecomes(whom=ACTOR, status=Status.WAVERING)
    if removed:
        result = UnitRemoved(whom=ACTOR)
    elif was is Status.SOLID and passed:
        result = StaysSolid(whom=ACTOR)
    return MoraleVerdict(passed=passed, was=was, removed=removed, effects=(result,))


def tested(what: str, situation: Any, tables: Tables) -> Generator[Request, Any, bool]:
    """Questions 2 and 3, then the throw. Numbers from the roster answer question 2 by themselves (R48-10.10, R48-10.10a)."""
    leading = Leading(
        (yield Observe("morale.leading", usual=Leading.OFFICER_OR_NCO.value, options=LEADERS, rule="R48-6.41"))
    )
    half = counted_half(situation.figures_left, situation.reference_strength)
    if half is None:
        half = yield Observe("morale.half_gone", usual=False, rule="R48-10.10")
    quality = morale_quality(situation.actor, leading, tables)
    passed: bool = yield morale_throw(f"morale.{what}", what, quality, tables, half=half)
    return passed


def strength_problems(left: int | None, reference: int | None) -> Iterator[Problem]:
    """Nobody has more figures than at the start (R48-10.10a)."""
    if left is not None and reference is not None and left > reference:
        message = Message.of("problem.more_than_at_start", left=left, reference=reference)
        yield Problem("figures_left", message, (), "R48-10.10a")


def counted_half(left: int | None, reference: int | None) -> bool | None:
    """Are half or more of the reference strength gone; None where nobody counted."""
    if left is None or reference is None:
        return None
    return 2 * (reference - left) >= reference


@lru_cache(maxsize=64)  # a charge checks at many strengths, of which few make a difference
def morale_throw(key: str, what: str, quality: Quality, tables: Tables, *, half: bool) -> Roll:
    """The throw of a check or a Rally."""
    tally = morale_tally(what, quality, tables, half=half)
    return Roll(key, (PERCENT,), read=lambda die: die <= tally.total, tally=tally, label=_label(what))


def _label(what: str) -> Any:
    return lambda passed: Label(
        Message(f"outcome.morale.{what}_{'passed' if passed else 'failed'}"), 0 if passed else WORST_SEVERITY - 1
    )


def morale_tally(what: str, quality: Quality, tables: Tables, *, half: bool) -> Tally:
    """The chance to hold or to rally; losses of half or more lower it (R48-G.36)."""
    whole = tables.modifier("morale", quality, what, reason=short(quality))
    halved = tables.modifier("morale", quality, f"{what}_half", reason=Message("reason.half_gone"))
    lowered = replace(halved, value=int(halved.value or 0) - int(whole.value or 0))
    return percent_tally((whole, lowered) if half else (whole,), Message(f"why.{what}"))


def morale_quality(best: Quality, leading: Leading, tables: Tables) -> Quality:
    """Which row a unit tests on: any officer or NCO makes it Veteran, a mob's leader lifts it to Conscript (R48-6.41, R48-G.30, R48-G.55)."""
    if leading is Leading.MOB_LEADER:
        return min(best, Quality.CONSCRIPT, key=FIGHTERS.index)
    if tables.option("moraleQuality") == "majority":
        return best
    led = leading is Leading.OFFICER_OR_NCO or (
        leading is Leading.PROMOTED_NCO and bool(tables.option("promotedCountsVeteran"))
    )
    return Quality.VETERAN if led else best


# ---- The list of checks owed ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StrikeOff:
    """A line of the morale list is struck off, with a reason (R48-G.62(e))."""

    owed: str = text(section=Section.ACTION)
    reason: Reason = choice(Reason, section=Section.ACTION, usual=Reason.WRONG_ENTRY)


@effect()
class StruckOff(OnBooks):
    """A line of the morale list is struck off (R48-G.62(e))."""

    def on(self, books: Books) -> Books:
        return books.without_debt(books.own_name(self.whom))


@action("game", "R48-G.62", measures="points")
def strike_off(situation: StrikeOff) -> Ruling:
    """No check is taken."""
    owed, reason = situation.owed, situation.reason
    return Ruling.of("strike_off", StruckOff(whom=owed), words={"owed": owed, "reason": reason}, points=0)


# ---- Stand/Rally/Load -----------------------------------------------------------------------------------------------------------


_RALLIES = when("activity", Activity.RALLY)
_LOADS_GUN = when("activity", Activity.LOAD_GUN)


@dataclass(frozen=True, slots=True, kw_only=True)
class Stand:
    """Standing idle, rallying wavering troops, loading rifles or guns: one action (R48-6.03)."""

    actor_name: str | None = fields.name()
    activity: Activity = choice(Activity, section=Section.ACTION, usual=Activity.STAND)
    actor: Quality = fields.actor(fields.NO_MORALE_OF_TRANSPORT, needed=_RALLIES, usual=Quality.AVERAGE)
    gun_class: GunClass | None = choice(GunClass, widget="trio", section=Section.ACTION, needed=_LOADS_GUN)
    howitzer: bool = fields.box(Section.ACTION, needed=_LOADS_GUN)
    ammunition: Ammunition | None = choice(
        Ammunition, widget="trio", section=Section.ACTION, optional=True, needed=_LOADS_GUN
    )
    reload_markers: int | None = number(
        section=Section.ACTION, lowest=0, highest=fields.MOST_MARKERS, unit="markers", optional=True, needed=_LOADS_GUN
    )
    crew: int | None = number(section=Section.ACTION, lowest=0, highest=12, unit="figures", usual=4, needed=_LOADS_GUN)
    gun_state: GunState = choice(
        GunState, widget="trio", section=Section.CIRCUMSTANCE, usual=GunState.UNLIMBERED, needed=_LOADS_GUN
    )
    actor_status: Status | None = fields.actor_status(usual=Status.WAVERING, needed=_RALLIES)
    figures_left: int | None = fields.optional_figures(lowest=1)
    reference_strength: int | None = fields.optional_figures(lowest=1)
    actor_has_acted: bool = fields.actor_has_acted()
    actor_is_gone: bool = fields.is_gone()

    def subject(self) -> Message:
        """Who stands."""
        return acts("stand", self)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """A Solid unit has nothing to rally; a gun needs two crewmen, its limber off, and the right ammunition."""
        yield from acting_problems(self)
        yield from strength_problems(self.figures_left, self.reference_strength)
        if self.activity is Activity.RALLY and self.actor_status is Status.SOLID:
            yield Problem("actor_status", Message("problem.rally_solid"), (Status.WAVERING,), "R48-10.07")
        if self.activity is not Activity.LOAD_GUN:
            return
        needed = tables.number("gun_service.crew_to_load")
        if self.crew is not None and self.crew < needed:
            yield Problem("crew", Message.of("problem.crew_to_load", needed=needed), (), "R48-6.06a")
        if self.gun_state is GunState.LIMBERED:
            yield Problem("gun_state", Message("problem.limbered"), (GunState.UNLIMBERED,), "R48-7.12b")
        if self.ammunition is not None:
            yield from ammunition_problems(self.ammunition, howitzer=self.howitzer)
        if self.reload_markers == 0:
            yield Problem("reload_markers", Message("problem.loaded_already"), (), "R48-6.26")


def ammunition_problems(ammunition: Ammunition, *, howitzer: bool) -> Iterator[Problem]:
    """Howitzers take shell or cannister, other guns roundshot or cannister (R48-8.19a)."""
    right = ammunition_of(howitzer=howitzer)
    if ammunition not in right:
        name = "howitzer" if howitzer else "gun"
        yield Problem("ammunition", Message(f"problem.ammunition.{name}"), right, "R48-8.19a")


def ammunition_of(*, howitzer: bool) -> tuple[Ammunition, ...]:
    """What a gun may be loaded with."""
    wrong = Ammunition.ROUNDSHOT if howitzer else Ammunition.SHELL
    return tuple(kind for kind in Ammunition if kind is not wrong)


def usual_ammunition(ammunition: Ammunition | None, *, howitzer: bool) -> Ammunition:
    """What is loaded when nothing is named: roundshot, in a howitzer shell (R48-8.20a)."""
    return ammunition or (Ammunition.SHELL if howitzer else Ammunition.ROUNDSHOT)


@dataclass(frozen=True, slots=True, kw_only=True)
class StandVerdict(Verdict):
    """What a Stand, Rally or Load did."""

    activity: Activity
    rallied: bool | None = None
    markers: int = 0
    measures: ClassVar[dict[str, Any]] = {"rallied": lambda verdict: bool(verdict.rallied)}

    def outcome(self) -> Outcome:
        """Rally has two rows; the rest is certain."""
        if self.activity is Activity.RALLY:
            name = "rally_passed" if self.rallied else "rally_failed"
            severity = 0 if self.rallied else WORST_SEVERITY
            return Outcome(name, Message(f"outcome.morale.{name}"), severity, int(not self.rallied), "morale.rally")
        name = "still_loading" if self.markers else self.activity.name.lower()
        return Outcome(name, Message.of(f"outcome.stand.{name}", markers=self.markers), 0, 0)


@effect(icon="hold")
class Stands(Effect):
    """Standing is an action too (R48-4.30)."""


@effect(icon="load")
class RiflesLoaded(OnUnit):
    """Their markers come off (R48-6.21, R48-8.16a)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, rifles_fired=False)


@effect(icon="load", says="{markers?still:ready}")
class GunLoaded(OnUnit):
    """A Load action takes one marker off; with none left the gun is loaded (R48-6.05, R48-6.05a, R48-8.20)."""

    markers: int
    ammunition: Ammunition

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, markers=self.markers, ammunition=self.ammunition)


@action("move", "R48-6.03 R48-10.08", questions=MoraleQuestions)
def stand(situation: Stand, tables: Tables) -> Rule[StandVerdict]:
    """Stand, Rally (success Solid, failure off the table) or Load (R48-6.03, R48-10.08, R48-10.08a)."""
    activity = situation.activity
    if activity is Activity.RALLY:
        rallied = yield from tested("rally", situation, tables)
        status: Effect = StatusBecomes(whom=ACTOR, status=Status.SOLID) if rallied else UnitRemoved(whom=ACTOR)
        return StandVerdict(activity=activity, rallied=rallied, effects=(status, HaveActed(whom=ACTOR, count=0)))
    if activity is Activity.LOAD_GUN:
        return _loaded(situation, tables)
    done: Effect = RiflesLoaded(whom=ACTOR) if activity is Activity.LOAD_RIFLES else Stands(whom=ACTOR)
    return StandVerdict(activity=activity, effects=(done, HaveActed(whom=ACTOR, count=0)))


def _loaded(situation: Stand, tables: Tables) -> StandVerdict:
    """One marker comes off; a light gun has one, a field gun two (R48-6.05, R48-6.05a)."""
    before = situation.reload_markers
    if before is None:
        before = tables.number("gun", situation.gun_class or GunClass.LIGHT, "loads")
    left = before - 1
    ammunition = usual_ammunition(situation.ammunition, howitzer=situation.howitzer)
    loaded = GunLoaded(whom=ACTOR, markers=left, ammunition=ammunition)
    return StandVerdict(activity=situation.activity, markers=left, effects=(loaded, HaveActed(whom=ACTOR, count=0)))
