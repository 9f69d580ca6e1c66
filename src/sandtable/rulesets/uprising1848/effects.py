"""What results do to the figures on the table, and what the books note."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sandtable.kernel.effects import Deed, Effect, Offer, OnBooks, OnUnit, effect
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.books import Books, Owed
from sandtable.rulesets.uprising1848.score import CASUALTIES, LOSSES
from sandtable.rulesets.uprising1848.units import KnownUnit, Once
from sandtable.rulesets.uprising1848.vocabulary import (
    Ammunition,
    Capture,
    Entry,
    GunClass,
    Instead,
    Kind,
    Quality,
    Side,
    Status,
)


@effect(icon="base-off")
class FiguresLost(OnUnit):
    """The owner takes off so many figures of the class that was hit, his choice among alike ones (R48-8.05, R48-G.60)."""

    count: int
    of: int
    quality: Quality
    officer: bool = False

    @property
    def message(self) -> Message:
        """A named officer reads differently, and so does the whole class."""
        name = "officer" if self.officer else "all" if self.count == self.of else "some"
        if self.quality is Quality.TRANSPORT:
            name = "transport"
        return Message.of(f"effect.figures_lost.{name}", count=self.count, of=self.of, quality=self.quality)

    def fold(self, books: Books, deed: Deed, tables: Tables, /) -> Books:
        """Figures off, points on, and the unit owes a check, once an initiative (R48-4.13, R48-12.03, R48-G.62(a))."""
        unit = books.meant(self.whom, deed)
        if unit is None:
            return self._nobody_known(books)
        line = self._line(unit)
        taken = unit.officer_scored or line is Entry.OFFICER_OR_ARISTOCRAT
        after = replace(unit.lost(self.count), officer_scored=taken)
        books = books.with_units(after)
        if line is not None:
            books = books.scored(line, self.count, self.count * tables.number("points", line), unit.player)
        return self._owing(books, after, tables)

    def _nobody_known(self, books: Books) -> Books:
        """The class that was hit owes the check, where somebody is left of it and it is no transport."""
        if self.quality is Quality.TRANSPORT or self.count == self.of:
            return books
        label = f"{self.of} {self.quality} ({self.whom})"
        return books.owing(Owed(label, self.count, self.quality, self.of, named=False))

    def _line(self, unit: KnownUnit) -> Entry | None:
        """The line of the score sheet for a casualty of a unit (R48-12.03a to R48-12.03i, R48-12.05, R48-G.46)."""
        kind = unit.party.kind
        if unit.side is Side.PLAYER:
            if self.officer or (unit.party.leader and unit.figures == self.count == 1):
                return Entry.LEADER_LOST
            return Entry.VOLUNTEER_LOST if unit.ex_government else LOSSES.get(self.quality)
        if kind in (Kind.MOB, Kind.CIVILIANS, Kind.CONVOY):
            return Entry.MOB_CASUALTY
        if self.officer or kind in (Kind.ENEMY_OFFICER, Kind.ARISTOCRATS):
            return Entry.OFFICER_OR_ARISTOCRAT
        return CASUALTIES.get(self.quality)

    def _owing(self, books: Books, unit: KnownUnit, tables: Tables) -> Books:
        """Not on the list: nobody left, Wavering already (R48-G.62(b))."""
        wavering = unit.status is Status.WAVERING and not tables.option("secondFailureRemoves")
        if unit.gone or wavering:
            return books.without_debt(unit.name)
        before = next((owed.lost for owed in books.owes if owed.label == unit.name), 0)
        return books.owing(Owed(unit.name, before + self.count, unit.party.quality, unit.reference, named=True))

    def leads_to(self, books: Books, deed: Deed, /) -> Iterator[Offer]:
        """Points for casualties that no roster knows: the side that acted made them (R48-12.03)."""
        if deed.side not in set(Side) or books.meant(self.whom, deed) is not None:
            return
        own = (self.whom == "target") != (deed.side == Side.PLAYER)
        line = (LOSSES if own else CASUALTIES).get(self.quality)
        if line is not None:
            label = Message.of("offer.score", entry=line, count=self.count)
            yield Offer(label, "score_entry", {"entry": line, "count": self.count}, at_once=True)


@effect(icon="ok")
class Unharmed(Effect):
    """Nobody is hurt."""


@effect()
class OutOfRange(Effect):
    """Too far: the action is used all the same (R48-8.13a)."""

    inches: Fraction


@effect(told=False)
class HaveActed(OnUnit):
    """These figures have used their action for the turn (R48-4.28)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Nought means all of them."""
        return replace(unit, acted=unit.acted + (self.count or unit.figures))


@effect(icon="marker")
class RiflesFired(OnUnit):
    """Flintlock rifles fired as rifles are marked (R48-6.21)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, rifles_fired=True)


@effect(icon="load")
class RiflesLoaded(OnUnit):
    """Their markers come off (R48-6.21, R48-8.16a)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, rifles_fired=False)


@effect(icon="marker")
class GunFired(OnUnit):
    """Reload markers by a gun (R48-6.26, R48-6.26a)."""

    markers: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, markers=self.markers, ammunition=None)


@effect(icon="load", says="{markers?still:ready}")
class GunLoaded(OnUnit):
    """A Load action takes one marker off; with none left the gun is loaded (R48-6.05, R48-6.05a, R48-8.20)."""

    markers: int
    ammunition: Ammunition

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, markers=self.markers, ammunition=self.ammunition)


_TESTS = {
    Ammunition.ROUNDSHOT: "test_roundshot",
    Ammunition.CANNISTER: "test_cannister",
    Ammunition.SHELL: "test_blast",
}


@effect(icon="cannon")
class MustTest(Effect):
    """Who has to test against a shot, friend or foe (R48-8.22 to R48-8.25)."""

    ammunition: Ammunition
    inches: int

    @property
    def message(self) -> Message:
        """Line, cone or circle."""
        return Message.of(f"effect.must_test.{self.ammunition}", inches=Fraction(self.inches))

    def leads_to(self, _: Books, deed: Deed, /) -> Iterator[Offer]:
        """The tests."""
        fields: dict[str, Any] = {"testers": [{"actor": Quality.AVERAGE.value, "figures": 1}]}
        if self.ammunition is not Ammunition.SHELL:
            fields["gun_class"] = getattr(deed.situation, "gun_class", GunClass.LIGHT)
        yield Offer(Message(f"offer.test.{self.ammunition}"), _TESTS[self.ammunition], fields)


@effect(icon="smoke")
class ShotWild(Effect):
    """Nobody tests; the gun has fired (R48-G.26)."""


@effect(icon="grenade")
class ShellBursts(Effect):
    """Where a shell bursts, from the point aimed at (R48-8.24a, R48-G.27)."""

    off: int
    degrees: int

    @property
    def message(self) -> Message:
        """On the spot, or off it."""
        name = "off" if self.off else "spot"
        return Message.of(f"effect.shell_bursts.{name}", off=Fraction(self.off), degrees=self.degrees)


def _called(done: Effect, books: Books, deed: Deed) -> str:
    """What the list of checks calls whom an effect falls on: a unit, or a class without a name."""
    return books.names(deed).get(done.whom) or books.own_name(done.whom)


@effect(says="{status}")
class StatusBecomes(OnUnit):
    """A unit is Solid or Wavering now (R48-10.06, R48-10.08)."""

    status: Status

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, status=self.status)

    def fold(self, books: Books, deed: Deed, tables: Tables, /) -> Books:
        """The unit with its new status; it owes no check any more."""
        after: Books = OnUnit.fold(self, books, deed, tables)
        return after.without_debt(_called(self, books, deed))


@effect(icon="ok")
class StaysSolid(OnUnit):
    """A morale check is passed."""

    def fold(self, books: Books, deed: Deed, _: Tables, /) -> Books:
        """Nobody owes this check any more."""
        return books.without_debt(_called(self, books, deed))


@effect(icon="base-off")
class UnitRemoved(OnUnit):
    """A failed Rally takes the whole unit off (R48-10.08a)."""

    def fold(self, books: Books, deed: Deed, tables: Tables, /) -> Books:
        """A unit gone through morale costs the Players its figures; government units so lost earn nothing (R48-12.10)."""
        unit = books.meant(self.whom, deed)
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


@effect(icon="advance")
class MayMove(OnUnit):
    """How far figures may go, and what rough ground costs them (R48-7.01 to R48-7.04)."""

    inches: Fraction
    rough: bool
    mounted: bool

    @property
    def message(self) -> Message:
        """How the other kind of ground counts depends on the kind thrown for."""
        name = f"{'rough' if self.rough else 'open'}_{'mounted' if self.mounted else 'foot'}"
        return Message.of(f"effect.may_move.{name}", inches=self.inches)

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


@effect(icon="hold")
class Stands(Effect):
    """Standing is an action too (R48-4.30)."""


@effect(icon="charge", says="{reached?home:short}")
class ChargeMoves(Effect):
    """The chargers go this far (R48-9.04)."""

    inches: Fraction
    reached: bool


@effect(icon="run")
class ReactionMoves(Effect):
    """The charged figures move away, into cover or forward (R48-9.06, R48-G.33); ``left`` is what the chargers have over, where it was measured."""

    inches: Fraction
    kept: bool
    left: Fraction | None = None

    @property
    def message(self) -> Message:
        """Still in contact or not, seen or reckoned."""
        name = f"{'kept' if self.kept else 'lost'}{'' if self.left is None else '_measured'}"
        return Message.of(f"effect.reaction_moves.{name}", inches=self.inches, left=self.left or Fraction(0))


@effect(icon="cannon", says="{gun?gun:wagons}")
class Abandoned(OnUnit):
    """A gun or wagons stay behind when crew or drivers run from a charge (R48-9.13a, R48-G.18)."""

    gun: bool

    def on(self, unit: KnownUnit) -> KnownUnit:
        """A crew that ran is away from its gun until it moves again (R48-9.13a)."""
        return replace(unit, crew_away=self.gun)


@effect(icon="hold")
class StopsShort(Effect):
    """Wavering chargers fail to close (R48-9.09a, R48-G.35)."""

    inches: Fraction


@effect(icon="frontal")
class StaysInContact(Effect):
    """Pairs left alive after a charge stay in contact (R48-G.33)."""


@effect()
class MayStillAct(Effect):
    """A charge that falls short leaves its target its action (R48-9.03a)."""


@effect(icon="barricade")
class BarricadeBuilt(Effect):
    """Inches of barricade: hard cover (R48-6.57a, R48-6.57b)."""

    inches: Fraction


@effect(icon="gate")
class BarrierBroken(Effect):
    """The barrier is removed (R48-6.58b)."""


@effect(icon="gate")
class BarrierHolds(Effect):
    """They may try again (R48-6.58a)."""


@effect(icon="coin", says="{side}")
class InitiativeTo(OnBooks):
    """One unit of this side acts with all its figures (R48-4.08)."""

    side: Side

    def on(self, books: Books) -> Books:
        """It is their initiative, and no event is to be ignored any more."""
        return replace(books, side=self.side, turn=max(1, books.turn), last_arrivals=())

    def leads_to(self, _books: Books, _deed: Deed, /) -> Iterator[Offer]:
        """What the Non-Players do."""
        if self.side is Side.NON_PLAYER:
            yield Offer(Message("offer.what_do_they_do"), "what_do_they_do", {})


@effect(icon="clock")
class TurnOver(OnBooks):
    """Every unit has acted (R48-4.15, R48-4.16)."""

    def on(self, books: Books) -> Books:
        """No event is to be ignored any more."""
        return replace(books, last_arrivals=())

    def leads_to(self, books: Books, _: Deed, /) -> Iterator[Offer]:
        """The next turn."""
        fields = {"emissary_away": books.talks.emissary_away}
        yield Offer(Message("offer.next_turn"), "next_turn", fields, at_once=True)


@effect(icon="clock")
class TurnBegins(OnBooks):
    """The acted markers come off (R48-4.16)."""

    def on(self, books: Books) -> Books:
        """Markers off, and what held for the turn is over (R48-4.16, R48-6.52a, R48-G.39(c))."""
        return replace(books.each(KnownUnit.rested), turn=books.turn + 1, side=None, talks=books.talks.next_turn())


@effect(icon="star", touches=("score",))
class Scored(OnBooks):
    """A line of the score sheet (R48-12.03)."""

    entry: Entry
    count: int
    points: int

    @property
    def message(self) -> Message:
        """The line in words, and how many of them."""
        name = "once" if self.count == 1 else "times"
        return Message.of(f"effect.scored.{name}", entry=self.entry, count=self.count, points=self.points)

    def fold(self, books: Books, deed: Deed, _: Tables, /) -> Books:
        """A line more, for the player whose unit acted."""
        unit = books.meant("actor", deed)
        return books.scored(self.entry, self.count, self.points, unit.player if unit else "")


def scored(entry: Entry, count: int, tables: Tables) -> Scored:
    """A line of the score sheet: so many times its points (R48-12.03)."""
    return Scored(whom="players", entry=entry, count=count, points=count * tables.number("points", entry))


@effect(icon="flag", says="{what}")
class Captured(OnBooks):
    """Something is taken (R48-G.10, R48-G.45c)."""

    what: Capture

    def on(self, books: Books) -> Books:
        return replace(books, captured=(*books.captured, self.what))


@effect(icon="ammunition")
class ArmsFound(Effect):
    """An armoury: figures of the capturing unit may take percussion muskets and bayonets (R48-3.50, R48-G.10(g))."""

    figures: int = 0  # nought: every figure of the unit
    muskets: bool = True

    @property
    def message(self) -> Message:
        """For the whole unit or for some."""
        name = ("unit" if not self.figures else "muskets") if self.muskets else "improvised"
        return Message.of(f"effect.arms_found.{name}", figures=self.figures)


@effect(says="{text}")
class Noted(OnUnit):
    """A line for the books that is told in its own words."""

    text: str

    def fold(self, books: Books, deed: Deed, _: Tables, /) -> Books:
        """What the line says of a unit, of a thing that is done but once, or of the talks."""
        if self.text in _OF_UNITS:
            changes = dict.fromkeys(_OF_UNITS[self.text], True)
            return books.changed(_called(self, books, deed), **changes)
        if self.text in _ONCE:
            return self._done_once(books, deed)
        if self.text in _OF_TALKS:
            return books.talking(**{_OF_TALKS[self.text]: True})
        if self.text.startswith(_NEGOTIATED):
            return _negotiated(books, self.text.removeprefix(_NEGOTIATED))
        return books

    def _done_once(self, books: Books, deed: Deed) -> Books:
        """A place that was taken shows what it holds."""
        what, own = _ONCE[self.text], books.own_name(self.whom)
        name = own if own in books.places else books.names(deed).get("target", "")
        books = books.done_once(what, name)
        place = books.places.get(name)
        if place is None or what not in (Once.SCOUTED, Once.TAKEN):
            return books
        if what is Once.SCOUTED:
            return books.with_place(replace(place, scouted=True))
        return books.with_place(replace(place, taken=True, contents_shown=True))


_OF_UNITS = {"heard_oratory": ("heard_oratory", "oratory_this_turn"), "priority_target": ("priority_target",)}
_ONCE = {
    "searched_out": Once.SEARCHED,
    "scouted": Once.SCOUTED,
    "taken": Once.TAKEN,
    "prisoners_freed": Once.FREED,
}
_OF_TALKS = {"emissary_sent": "emissary_away", "politician_freed": "politician_freed"}
_NEGOTIATED = "negotiation_"


def _negotiated(books: Books, result: str) -> Books:
    """Delay prolongs the truce, treachery ends it, everything else closes the offer (R48-G.39(e), R48-G.39(f))."""
    if result == "delay":
        return books.talking(truce_turns=books.talks.truce_turns + 1)
    return replace(books, talks=books.talks.broken(), game_over=result == "concession")


# ---- Notes: what only the books keep --------------------------------------------------------------------------------------------


@effect(told=False)
class Attacked(OnUnit):
    """An attack counts for the turn: its target will hear no oratory, and truces end (R48-6.52, R48-6.61a, R48-G.59)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, attacked_this_turn=True)

    def fold(self, books: Books, deed: Deed, tables: Tables, /) -> Books:
        """The target attacked, a garrison that is attacked on the table, and the talks over if Players attacked anybody but a mob."""
        target, actor = books.meant(self.whom, deed), books.meant("actor", deed)
        by_players = actor.side is Side.PLAYER if actor else deed.side == Side.PLAYER
        mob = target is not None and target.party.kind is Kind.MOB
        after: Books = OnUnit.fold(self, books, deed, tables)
        after = after.revealed(books.names(deed).get(self.whom, ""))
        if not by_players or mob:
            return after
        return replace(after, talks=replace(after.talks.broken(), attacked_this_turn=True))


@effect(told=False)
class StruckOff(OnBooks):
    """A line of the morale list is struck off (R48-G.62(e))."""

    def on(self, books: Books) -> Books:
        return books.without_debt(books.own_name(self.whom))
