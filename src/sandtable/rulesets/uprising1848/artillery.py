"""Guns: laying, roundshot, cannister, shell and its deviation; tests of everyone in the way (R48-8.19 to R48-8.26, R48-G.26 to R48-G.28)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from sandtable.kernel.actions import action
from sandtable.kernel.dice import PERCENT, Die, sided
from sandtable.kernel.effects import Deed, Effect, Offer, OnUnit, effect, numbered
from sandtable.kernel.form import Section, choice, group, number, when
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Count, Label, Request, Roll
from sandtable.kernel.stages import Staged, Throw
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.uprising1848 import fields
from sandtable.rulesets.uprising1848.acting import acts, attack_problems, gone_on_cards
from sandtable.rulesets.uprising1848.books import Books
from sandtable.rulesets.uprising1848.chances import ladder_tally, single_chance, throw_for_each
from sandtable.rulesets.uprising1848.details import Detail, weighed
from sandtable.rulesets.uprising1848.effects import ACTOR, ATTACKED, FiguresLost, HaveActed, Unharmed
from sandtable.rulesets.uprising1848.fire import CasualtyVerdict, band_of
from sandtable.rulesets.uprising1848.morale import ammunition_problems, usual_ammunition
from sandtable.rulesets.uprising1848.units import KnownUnit
from sandtable.rulesets.uprising1848.vocabulary import (
    QUALITY_ICONS,
    Ammunition,
    Cover,
    GunClass,
    GunState,
    Quality,
    Status,
    plural,
    short,
)

FULL_CIRCLE = 360
GUN_RULES = "R48-6.23 R48-8.19 R48-G.26 R48-G.27"
_SHELL = when("ammunition", Ammunition.SHELL) | (when("howitzer", True) & when("ammunition", None))


@dataclass(frozen=True, slots=True, kw_only=True)
class FireGun:
    """The whole crew fires its gun as one group action (R48-6.23, R48-6.25)."""

    actor_name: str | None = fields.name()
    actor: Quality = fields.fighter()
    howitzer: bool = fields.box(Section.ACTION)
    ammunition: Ammunition | None = choice(Ammunition, widget="trio", section=Section.ACTION, optional=True)
    range: str | Fraction | None = fields.range_to_target(needed=_SHELL)
    crew: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=12, unit="figures", usual=4)
    gun_state: GunState = choice(GunState, widget="trio", section=Section.CIRCUMSTANCE, usual=GunState.UNLIMBERED)
    reload_markers: int = number(
        section=Section.CIRCUMSTANCE, lowest=0, highest=fields.MOST_MARKERS, unit="markers", usual=0
    )
    actor_status: Status = fields.actor_status()
    actor_has_acted: bool = fields.actor_has_acted()
    actor_is_gone: bool = fields.is_gone()
    actor_never_fights: bool = fields.never_fights()
    target_is_gone: bool = fields.is_gone()
    target_heard_oratory: bool = fields.box(Section.CIRCUMSTANCE)
    truce: bool = fields.box(Section.CIRCUMSTANCE)
    gun_class: ClassVar[GunClass] = GunClass.LIGHT

    def subject(self) -> Message:
        """Who fires."""
        return acts("gun", self)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """A gun fires unlimbered, loaded, crewed, with its own ammunition and within its reach."""
        yield from attack_problems(self)
        if self.crew < tables.number("gun_service.crew_to_fire"):
            yield Problem("crew", Message("problem.no_crew"), (), "R48-6.23")
        if self.gun_state is GunState.LIMBERED:
            yield Problem("gun_state", Message("problem.limbered"), (GunState.UNLIMBERED,), "R48-8.19")
        if self.reload_markers:
            message = Message.of("problem.not_loaded", markers=self.reload_markers)
            yield Problem("reload_markers", message, ("0",), "R48-6.26a")
        if self.ammunition is not None:
            yield from ammunition_problems(self.ammunition, howitzer=self.howitzer)
        yield from self._range_problems(tables)

    def _range_problems(self, tables: Tables) -> Iterator[Problem]:
        reach = tables.number("gun", self.gun_class, "shell")
        if self.loaded is Ammunition.SHELL and self.range is not None and _beyond(self.range, reach, tables):
            yield Problem("range", Message.of("problem.shell_range", inches=Fraction(reach)), (), "R48-G.27")

    @property
    def loaded(self) -> Ammunition:
        """What is in the barrel (R48-8.20a)."""
        return usual_ammunition(self.ammunition, howitzer=self.howitzer)


def _beyond(told: str | Fraction, reach: int, tables: Tables) -> bool:
    return _far_end(told, tables) > reach


def _far_end(told: str | Fraction, tables: Tables) -> Fraction:
    """The far end of a range: its bracket's bound, or the inches themselves."""
    if isinstance(told, Fraction):
        return told
    return Fraction(tables.row("range.up_to")[tables.row("range.bracket").index(told)])


@dataclass(frozen=True, slots=True, kw_only=True)
class FireLightArtillery(FireGun):
    """A gun up to 8 pounds or a 6-pound howitzer."""

    gun_class: ClassVar[GunClass] = GunClass.LIGHT


@dataclass(frozen=True, slots=True, kw_only=True)
class FireFieldArtillery(FireGun):
    """A gun above 8 pounds or a bigger howitzer."""

    gun_class: ClassVar[GunClass] = GunClass.FIELD


@dataclass(frozen=True, slots=True, kw_only=True)
class GunVerdict(Verdict):
    """Where the shot went; ``off`` is how far a shell burst from the point aimed at."""

    ammunition: Ammunition
    wild: bool = False
    off: int = 0
    blast: int = 0
    effects: tuple[Effect, ...] = field(default=(), compare=False)  # the direction of a deviation is told, not weighed
    notes: Sequence[Effect] = ATTACKED
    measures: ClassVar[dict[str, Any]] = {
        "on_target": lambda verdict: not verdict.wild and verdict.off <= verdict.blast,
        "inches_off": lambda verdict: verdict.off,
    }
    distances: ClassVar[frozenset[str]] = frozenset({"inches_off"})

    def outcome(self) -> Outcome:
        """Wild or on the line; for shell a row for each inch."""
        if self.ammunition is not Ammunition.SHELL:
            name = "wild" if self.wild else "fired"
            return Outcome(name, Message(f"outcome.gun.{name}"), 0 if self.wild else 3, int(self.wild), "gun.laying")
        name = "spot" if not self.off else "off"
        label = Message.of(f"outcome.shell.{name}", off=Fraction(self.off))
        return Outcome(f"off_{self.off}", label, 3 if self.off <= self.blast else 0, self.off, "gun.deviation")

    def headline(self) -> Message:
        """Fired, wild or burst."""
        if self.ammunition is Ammunition.SHELL:
            return Message.of(f"headline.shell.{'off' if self.off else 'spot'}", off=Fraction(self.off))
        return Message(f"headline.gun.{'wild' if self.wild else 'fired'}")


@effect(icon="marker")
class GunFired(OnUnit):
    """Reload markers by a gun (R48-6.26, R48-6.26a)."""

    markers: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, markers=self.markers, ammunition=None)


_TESTS = {
    Ammunition.ROUNDSHOT: "test_roundshot",
    Ammunition.CANNISTER: "test_cannister",
    Ammunition.SHELL: "test_blast",
}


@effect(icon="cannon", says="{ammunition}")
class MustTest(Effect):
    """Who has to test against a shot, friend or foe: in a line, a cone or a circle (R48-8.22 to R48-8.25)."""

    ammunition: Ammunition
    inches: Fraction

    def leads_to(self, _: Books, deed: Deed, /) -> Iterator[Offer]:
        """The form of the tests that are due."""
        form: dict[str, Any] = {"testers": [{"actor": Quality.AVERAGE.value, "figures": 1}]}
        if self.ammunition is not Ammunition.SHELL:
            form["gun_class"] = deed.situation.gun_class
        yield Offer(Message(f"offer.test.{self.ammunition}"), _TESTS[self.ammunition], form)


@effect(icon="smoke")
class ShotWild(Effect):
    """Nobody tests; the gun has fired (R48-G.26)."""


@effect(icon="grenade", says="{off?off:spot}")
class ShellBursts(Effect):
    """Where a shell bursts, from the point aimed at (R48-8.24a, R48-G.27)."""

    off: Fraction
    degrees: int


@action("fight", GUN_RULES, form=FireLightArtillery)
@action("fight", GUN_RULES, form=FireFieldArtillery)
def fire_gun(situation: FireGun, tables: Tables) -> Rule[GunVerdict]:
    """Laying for roundshot and cannister, deviation for shell; then everyone in the way tests (R48-8.22 to R48-8.26)."""
    loaded = situation.loaded
    fired = (
        GunFired(whom=ACTOR, markers=tables.number("gun", situation.gun_class, "loads")),
        HaveActed(whom=ACTOR, count=situation.crew),
    )
    if loaded is Ammunition.SHELL:
        return (yield from _shell(situation, fired, tables))
    tally = single_chance(
        f"laying.{situation.actor}",
        Message.of("reason.laying", quality=short(situation.actor)),
        tables,
        Message("why.laying"),
    )
    laid: bool = yield Roll(
        "gun.laying",
        (PERCENT,),
        read=lambda die: die <= tally.total,
        tally=tally,
        label=lambda laid: Label(Message(f"outcome.gun.{'fired' if laid else 'wild'}"), 3 if laid else 0),
    )
    inches = Fraction(tables.number("gun", situation.gun_class, loaded))
    shot: Effect = MustTest(whom="everyone", ammunition=loaded, inches=inches) if laid else ShotWild(whom=ACTOR)
    return GunVerdict(ammunition=loaded, wild=not laid, effects=(shot, *fired))


def _shell(situation: FireGun, fired: tuple[Effect, ...], tables: Tables) -> Generator[Request, Any, GunVerdict]:
    """The die by range, the crew's hand, then a direction; a point missed by nothing needs none (R48-G.27)."""
    reach = _far_end(situation.range or fields.BANDS[0], tables)
    die = sided(tables.step("shell", -int(-reach // 1), "sides"))
    crew = tables.modifier(
        "shell.crew", situation.actor, reason=Message.of("reason.crew", quality=short(situation.actor))
    )
    tally = Tally.of((), Message("why.shell"), first=crew)
    off: int = yield Roll(
        "gun.deviation",
        (die,),
        read=lambda thrown: max(0, thrown + tally.total),
        tally=tally,
        label=lambda off: Label(Message.of("outcome.shell.off" if off else "outcome.shell.spot", off=Fraction(off))),
    )
    degrees = 0
    if off:
        compass = _compass(tables)
        degrees = weighed((yield Roll("gun.direction", (compass,), read=Detail)))
    blast = tables.number("gun_service.blast_inches")
    effects = (
        ShellBursts(whom="everyone", off=Fraction(off), degrees=degrees),
        MustTest(whom="everyone", ammunition=Ammunition.SHELL, inches=Fraction(blast)),
        *fired,
    )
    return GunVerdict(ammunition=Ammunition.SHELL, off=off, blast=blast, effects=effects)


def _compass(tables: Tables) -> Die:
    step = tables.number("shell.compass.degrees")
    return Die("compass die", tuple(range(0, FULL_CIRCLE, step)))


# ---- Tests of everyone in the way -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class BlastClass:
    """Alike figures within the blast (R48-6.43a)."""

    name: str | None = fields.name()
    actor: Quality = choice(Quality, section=Section.ACTOR, icons=QUALITY_ICONS, usual=Quality.AVERAGE)
    figures: int = fields.figures(Section.ACTOR)
    cover: Cover = fields.cover(section=Section.ACTOR)
    actor_is_mounted: bool = fields.box(Section.ACTOR)
    friends: bool = fields.box(Section.ACTOR)
    actor_is_gone: bool = fields.is_gone()


@dataclass(frozen=True, slots=True, kw_only=True)
class PathClass(BlastClass):
    """Alike figures under the path or in the cone: the range from the gun counts too (R48-6.44a, R48-6.45a)."""

    range: str | Fraction = fields.range_to_target(usual="6-12")
    degrees_off: int | None = number(section=Section.CIRCUMSTANCE, lowest=0, highest=180, unit="degrees", optional=True)


class _InTheWay:
    """Everyone who is in the way of one shot."""

    __slots__ = ()
    testers: tuple[BlastClass, ...]

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Whoever is gone is in nobody's way."""
        yield from gone_on_cards("testers", self.testers)


@dataclass(frozen=True, slots=True, kw_only=True)
class BlastTest(_InTheWay):
    """Everyone within 3 inches of a burst tests at once (R48-6.43)."""

    testers: tuple[BlastClass, ...] = group(BlastClass, section=Section.ALL, lowest=1, highest=6)
    test: ClassVar[str] = "blast"


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundshotTest(_InTheWay):
    """Everyone under the path tests at once (R48-6.44)."""

    gun_class: GunClass = choice(GunClass, widget="trio", section=Section.ACTION, usual=GunClass.LIGHT)
    testers: tuple[PathClass, ...] = group(PathClass, section=Section.ALL, lowest=1, highest=6)
    test: ClassVar[str] = "roundshot"


@dataclass(frozen=True, slots=True, kw_only=True)
class CannisterTest(_InTheWay):
    """Everyone within the cone tests at once (R48-6.45)."""

    gun_class: GunClass = choice(GunClass, widget="trio", section=Section.ACTION, usual=GunClass.LIGHT)
    testers: tuple[PathClass, ...] = group(PathClass, section=Section.ALL, lowest=1, highest=6)
    test: ClassVar[str] = "cannister"


CannonTest = BlastTest | RoundshotTest | CannisterTest


@dataclass(frozen=True, slots=True, kw_only=True)
class CannonTestVerdict(CasualtyVerdict):
    """Casualties of everyone in the way: odds weigh their number, the effects name the classes."""

    effects: Sequence[Effect] = field(default=(), compare=False)
    step: ClassVar[str] = "test.casualties"

    def outcome(self) -> Outcome:
        """A row for each number of casualties; out of reach of all, nobody tests (R48-G.29(h))."""
        if not self.of:
            return Outcome("out_of_reach", Message("outcome.out_of_reach"), 0, 0)
        return CasualtyVerdict.outcome(self)

    def headline(self) -> Message:
        """How many are lost."""
        return CasualtyVerdict.headline(self) if self.of else Message("headline.out_of_reach")


class Fallen(NamedTuple):
    """Casualties so far, and what has been told of them."""

    casualties: int
    detail: Detail


@action("test", "R48-6.45 R48-G.28 R48-G.53a", form=CannisterTest, name="test_cannister")
@action("test", "R48-6.44 R48-G.28 R48-G.53a", form=RoundshotTest, name="test_roundshot")
@action("test", "R48-6.43 R48-G.28 R48-G.53a", form=BlastTest, name="test_blast")
def take_tests(situation: CannonTest, tables: Tables) -> Staged[CannonTestVerdict]:
    """One throw for each class of alike figures, friend and foe (R48-G.53a)."""
    classes = [
        (tester, called(tester, place), tally)
        for place, tester in enumerate(situation.testers, start=1)
        if (tally := casualty_tally(situation, tester, tables)) is not None
    ]
    of = sum(tester.figures for tester, _, _ in classes)
    return Staged(
        Fallen(0, Detail(())),
        *(_tested(tester, whom, _class_throw(tester, tally)) for tester, whom, tally in classes),
        lambda fallen: CannonTestVerdict(casualties=fallen.casualties, of=of, effects=tuple(_losses(fallen.detail))),
    )


def _tested(tester: BlastClass, whom: str, throw: Count) -> Throw:
    """The throw of one class; the casualties add up, who they are is told."""

    def fell(so_far: Fallen, fallen: int) -> Fallen:
        return Fallen(so_far.casualties + fallen, Detail((so_far.detail, tester, whom, fallen)))

    return Throw(lambda _: throw, fell)


def _losses(told: Detail) -> Iterator[Effect]:
    """What was told of the classes, the first one first."""
    if weighed(told):
        before, tester, whom, fallen = weighed(told)
        yield from _losses(before)
        lost = FiguresLost(whom=whom, count=fallen, of=tester.figures, quality=tester.actor)
        yield lost if fallen else Unharmed(whom=whom)


def called(tester: BlastClass, place: int) -> str:
    """What a class is called: by its name, or by its place."""
    return tester.name or numbered("class", place)


def _class_throw(tester: BlastClass, tally: Tally) -> Count:
    says = Message.of("request.test.casualties", figures=tester.figures, quality=plural(tester.actor, tester.figures))
    request = throw_for_each(
        "test.casualties", tester.figures, tally, Message("band.casualties"), lambda fallen: fallen
    )
    return Count(request.key, request.die, request.pool, request.bands, request.read, tally, says)


def casualty_tally(situation: CannonTest, tester: BlastClass, tables: Tables) -> Tally | None:
    """The chance of one figure to fall; None where the shot does not reach it (R48-G.28, R48-G.29(h))."""
    kind = situation.test
    reason = Message.of(f"reason.test.{kind}")
    if isinstance(situation, BlastTest) or not isinstance(tester, PathClass):
        base = tables.modifier("test.blast", tester.cover, reason=reason)
    else:
        band = band_of(tester.range, tables)
        if not _reached(situation, tester, tables) or tables.number_or_none(f"test.{kind}.chance", band) is None:
            return None
        base = tables.modifier(f"test.{kind}.chance", band, reason=reason)
    steps = (
        tables.modifier(
            "test_steps", tester.actor, kind, reason=Message.of("reason.tester", quality=short(tester.actor))
        ),
        tables.modifier("test_steps.cover", tester.cover, kind, reason=Message.of("reason.cover", cover=tester.cover)),
        tables.modifier("test_steps.mounted", kind, reason=Message("reason.tester_mounted"))
        if tester.actor_is_mounted
        else None,
    )
    return ladder_tally(base, steps, tables, Message("why.test"))


def _reached(situation: Any, tester: PathClass, tables: Tables) -> bool:
    """Within the length of path or cone, and inside the cone (R48-8.22, R48-8.23)."""
    reach = tables.number("gun", situation.gun_class, situation.test)
    half_cone = Fraction(tables.number("gun_service.cone_degrees"), 2)
    inside = situation.test != "cannister" or tester.degrees_off is None or tester.degrees_off <= half_cone
    return inside and _far_end(tester.range, tables) <= reach
