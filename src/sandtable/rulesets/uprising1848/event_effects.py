"""What events and discoveries put on the table, and the words a referee reads aloud (R48-4.07, R48-11.32)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from sandtable.kernel.effects import EVERYONE, Deed, Effect, Offer, OnBooks, effect
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.books import CACHE, STRONGPOINT, Books
from sandtable.rulesets.uprising1848.party import Party, Place, garrison_words, party_words, troops, where_words
from sandtable.rulesets.uprising1848.units import KnownUnit, known
from sandtable.rulesets.uprising1848.vocabulary import TROOPS, Cache, Event, Garrison, Kind, News, Quality

PLAYERS = "players"
REFEREE = "referee"
EMBASSY = "representative"


@effect(icon="drum")
class Announced(Effect):
    """Words to be read aloud; ``text`` and ``variant`` choose them, the rest fills them in."""

    text: str
    variant: int
    setting: str
    parties: tuple[Party, ...] = ()
    place: Place | None = None

    @property
    def message(self) -> Message:
        """The announcement."""
        first = self.parties[0] if self.parties else None
        figures = sum(party.figures for party in self.parties)
        return Message.of(
            f"say.{self.text}.v{self.variant}",
            number=Message.of("word.number", n=figures),
            troops=troops(self.setting, first),
            where=Message(f"toward.{self.place.direction}") if self.place else Message("toward.here"),
            inches=self.place.inches if self.place else Fraction(0),
        )


def announced(text: str, variant: int, tables: Tables, **about: Any) -> Announced:
    """Words to read aloud."""
    return Announced(whom=PLAYERS, text=str(text), variant=variant, setting=str(tables.option("setting")), **about)


@effect(icon="figures")
class PartyArrives(OnBooks):
    """Figures are placed; they wait for an initiative (R48-11.42)."""

    party: Party
    place: Place | None

    @property
    def message(self) -> Message:
        """How many of whom, how armed, where."""
        return Message.of(
            f"effect.party_arrives.{self.party.kind}",
            **party_words(self.party),
            where=where_words(self.place),
            off=Message("word.off_table") if self.place else "",
        )

    def on(self, books: Books) -> Books:
        return books.arrived(self.whom, self.party, secret=self.known_to == REFEREE)


@effect(has_words=False)
class Counted(OnBooks):
    """One of the headquarters or convoys that come but so often in a game (R48-G.05)."""

    event: Event

    def on(self, books: Books) -> Books:
        if self.event is Event.HEADQUARTERS:
            return replace(books, headquarters_seen=books.headquarters_seen + 1)
        return replace(books, convoys_seen=books.convoys_seen + 1)


@effect(icon="charge")
class ActsAtOnce(Effect):
    """In ambush: it takes its initiative now and is then marked (R48-11.42a, R48-G.08(c))."""

    def leads_to(self, _: Books, deed: Deed, /) -> Iterator[Offer]:
        """What they do."""
        party = next((came.party for came in deed.effects if isinstance(came, PartyArrives)), None)
        if party is not None:
            fields = {
                "kind": party.kind,
                "actor": party.quality,
                "figures": party.figures,
                "firearm": party.firearm,
                "melee": party.melee,
                "actor_is_mounted": party.mounted,
            }
            yield Offer(Message("offer.what_do_they_do"), "what_do_they_do", fields)


@effect(icon="hidden")
class HeldBack(Effect):
    """Patrols are heard, but none appear: the director's restraint (R48-G.11)."""


@effect(icon="run", says="{left?left:right}")
class ExitPoint(Effect):
    """Where an Enemy Officer means to leave the table (R48-G.48)."""

    inches: Fraction
    left: bool


@effect(icon="fortified")
class StrongpointPlaced(OnBooks):
    """The terrain piece is placed as soon as its location is known (R48-11.46)."""

    place: Place
    inches: Fraction

    @property
    def message(self) -> Message:
        """Where it stands."""
        return Message.of(
            "effect.strongpoint_placed",
            where=where_words(self.place),
            inches=self.inches,
            off=Message("word.off_table"),
        )

    def on(self, books: Books) -> Books:
        return replace(books.placed(STRONGPOINT), strongpoints_seen=books.strongpoints_seen + 1)


@effect(icon="shako")
class GarrisonIs(OnBooks):
    """Who holds a strongpoint; kept from the players until it is revealed (R48-11.45a, R48-G.09)."""

    garrison: Garrison
    parties: tuple[Party, ...]

    @property
    def message(self) -> Message:
        """Nobody, or who."""
        return garrison_words(self.parties)

    def on(self, books: Books) -> Books:
        """Who holds the place; where everybody knows, they are on the roster."""
        place = books.place(STRONGPOINT, self.whom)
        if place is None:
            return books
        shown = self.known_to == EVERYONE
        held = replace(place, garrison=self.garrison, holders=self.parties, garrison_shown=shown)
        return books.with_place(held).garrisoned(self.parties if shown else ())


@effect(icon="treasure")
class ContentsAre(OnBooks):
    """What is inside, found when it is taken (R48-G.09(b))."""

    cache: Cache

    def on(self, books: Books) -> Books:
        place = books.place(STRONGPOINT, self.whom)
        if place is None:
            return books
        return books.with_place(replace(place, contents=self.cache, contents_shown=self.known_to == EVERYONE))


@effect(icon="supply")
class CachePlaced(OnBooks):
    """A find is marked on the table, in a structure near by or in a tent (R48-11.47, R48-G.10(c))."""

    place: Place | None
    guards: Party | None

    @property
    def message(self) -> Message:
        """With guards or without."""
        name = "guarded" if self.guards else "alone"
        words = party_words(self.guards) if self.guards else {}
        off = Message("word.off_table") if self.place else ""
        return Message.of(f"effect.cache_placed.{name}", where=where_words(self.place), off=off, **words)

    def on(self, books: Books) -> Books:
        return books.placed(CACHE)


@effect(icon="treasure", says="{cache}")
class CacheIs(OnBooks):
    """What a stash is; the referee may keep it to himself (R48-3.53d, R48-G.10(f))."""

    cache: Cache

    def on(self, books: Books) -> Books:
        place = books.place(CACHE, self.whom)
        if place is None:
            return books
        return books.with_place(replace(place, cache=self.cache, contents_shown=self.known_to == EVERYONE))


@effect(icon="letter", says="{news}")
class NewsIs(Effect):
    """A change that is no arrival (R48-4.07, R48-G.12)."""

    news: News
    count: int = 0


@effect(icon="flag")
class Joins(OnBooks):
    """Figures join the Player force (R48-3.17, R48-G.41(f), R48-G.42)."""

    party: Party
    acted: bool = False

    @property
    def message(self) -> Message:
        """How many of whom; those who came over have acted this turn."""
        name = "acted" if self.acted else "fresh"
        return Message.of(f"effect.joins.{name}", **party_words(self.party))

    def fold(self, books: Books, deed: Deed, _: Tables, /) -> Books:
        """They form a new unit; soldiers leave the unit they were in (R48-G.41(f))."""
        audience = books.unit_meant("target", deed)
        left = self.acted and audience is not None and audience.party.kind is not Kind.CIVILIANS
        soldiers = left or (self.acted and self.party.quality is not Quality.CONSCRIPT)
        unit = known(books.fresh_name("Recruits"), self.party)
        books = books.with_units(replace(unit, ex_government=soldiers, acted=unit.figures if self.acted else 0))
        return books.with_units(audience.lost(self.party.figures)) if left and audience is not None else books


@effect(icon="eye")
class Revealed(OnBooks):
    """What the umpire keeps under this name is shown to everybody: a strongpoint's garrison, or a unit (R48-6.55, R48-11.14a, R48-G.09(d))."""

    contents: bool = False
    unit: bool = False

    @property
    def message(self) -> Message:
        """Who is placed, and whether what lies inside was seen too."""
        name = "unit" if self.unit else "contents" if self.contents else "garrison"
        return Message.of(f"effect.revealed.{name}", whom=self.whom)

    def on(self, books: Books) -> Books:
        """What was for the referee alone is for all: a garrison, or a unit of a scenario (R48-6.55, R48-11.14a, R48-G.09(d))."""
        name = books.own_name(self.whom)
        return books.each_of((name,), KnownUnit.shown).revealed(name, contents=self.contents)


# ---- Vetoes ---------------------------------------------------------------------------------------------------------------------


@effect(has_words=False)
class EventDrawn(OnBooks):
    """An event comes: what it places and counts from here on may be taken back (R48-11.44a, R48-11.48a)."""

    event: Event

    def fold(self, books: Books, _: Deed, tables: Tables, /) -> Books:
        """Nothing placed yet; troops drawn while the Players are nearly beaten are counted (R48-G.11)."""
        counted = int(self.event in TROOPS and books.weak(tables))
        return replace(books, last_arrivals=(), before_event=books.tallies, weak_draws=books.weak_draws + counted)


@effect(has_words=False)
class MayBeIgnored(OnBooks):
    """An event has happened, and the referee has a veto over it (R48-11.44a, R48-11.48a)."""

    def on(self, books: Books) -> Books:
        return replace(books, after_event=books.tallies)

    def leads_to(self, _books: Books, _deed: Deed, /) -> Iterator[Offer]:
        """Ignoring it, or another in its place."""
        yield Offer(Message("offer.ignore_event"), "ignore_event", {"draw_again": False})
        yield Offer(Message("offer.draw_again"), "ignore_event", {"draw_again": True})
