"""What several chapters do to the figures on the table and to the books; what only one does stands there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction

from sandtable.kernel.effects import Deed, Effect, Offer, OnBooks, OnUnit, effect
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.books import Books, Owed
from sandtable.rulesets.uprising1848.units import KnownUnit, Once
from sandtable.rulesets.uprising1848.vocabulary import (
    CASUALTIES,
    LOSSES,
    Capture,
    Entry,
    Kind,
    Quality,
    Side,
    Status,
)

ACTOR, TARGET = "actor", "target"


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
        unit = books.unit_meant(self.whom, deed)
        if unit is None:
            return self._nobody_known(books)
        line = self.line(unit)
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

    def line(self, unit: KnownUnit) -> Entry | None:
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
        if deed.side not in set(Side) or books.unit_meant(self.whom, deed) is not None:
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


@effect(has_words=False)
class HaveActed(OnUnit):
    """These figures have used their action for the turn (R48-4.28), for all to see (R48-11.14a, R48-G.09(d))."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        """Nought means all of them."""
        return replace(unit, acted=unit.acted + (self.count or unit.figures))

    def fold(self, books: Books, deed: Deed, tables: Tables, /) -> Books:
        """The unit after it; the referee keeps neither it nor whom it acted on to himself any more."""
        after: Books = OnUnit.fold(self, books, deed, tables)
        return after.in_sight(deed)


@effect(icon="marker")
class RiflesFired(OnUnit):
    """Flintlock rifles fired as rifles are marked (R48-6.21)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, rifles_fired=True)


def _called(done: Effect, books: Books, deed: Deed) -> str:
    """What the list of checks calls whom an effect falls on: a unit, or a class without a name."""
    return books.name_meant(done.whom, deed)


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
        unit = books.unit_meant("actor", deed)
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


@effect(says="{what}")
class DoneOnce(OnUnit):
    """What is not done again to a thing of this name: a structure is searched out, an outpost scouted, a place taken, prisoners freed."""

    what: Once

    def fold(self, books: Books, deed: Deed, _: Tables, /) -> Books:
        """The thing, remembered by its name."""
        return books.done_once(self.what, books.names(deed).get(self.whom, ""))


# ---- Notes: what only the books keep --------------------------------------------------------------------------------------------


@effect(has_words=False)
class Named(Effect):
    """Whoever is named in a deed that is nobody's action stands on the table for all to see (R48-11.14a, R48-G.09(d))."""

    def fold(self, books: Books, deed: Deed, _: Tables, /) -> Books:
        """The referee keeps them to himself no more."""
        return books.in_sight(deed)


NAMED = (Named(whom="everyone"),)


@effect(has_words=False)
class Attacked(OnUnit):
    """An attack counts for the turn: its target will hear no oratory, and truces end (R48-6.52, R48-6.61a, R48-G.59)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, attacked_this_turn=True)

    def fold(self, books: Books, deed: Deed, tables: Tables, /) -> Books:
        """The target attacked, a garrison that is attacked on the table, and the talks over if Players attacked anybody but a mob."""
        target, actor = books.unit_meant(self.whom, deed), books.unit_meant("actor", deed)
        by_players = actor.side is Side.PLAYER if actor else deed.side == Side.PLAYER
        mob = target is not None and target.party.kind is Kind.MOB
        after: Books = OnUnit.fold(self, books, deed, tables)
        after = after.revealed(books.names(deed).get(self.whom, ""))
        if not by_players or mob:
            return after
        return replace(after, talks=replace(after.talks.broken(), attacked_this_turn=True))


ATTACKED = (Attacked(whom=TARGET),)
