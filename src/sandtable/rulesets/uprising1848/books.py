"""What the umpire remembers of a rising, and the small changes of it that effects are made of."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from typing import Any, ClassVar, NamedTuple, Self

from sandtable.kernel.ledger import Deed, known_as, name_key
from sandtable.kernel.roster import RosterLedger
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.party import Party
from sandtable.rulesets.uprising1848.units import KnownUnit, Once, known
from sandtable.rulesets.uprising1848.vocabulary import Cache, Capture, Entry, Garrison, Grade, Quality, Side

STRONGPOINT, CACHE = "strongpoint", "cache"


@dataclass(frozen=True, slots=True)
class Owed:
    """A unit that owes a morale check: by name, or as the class that was hit (R48-G.62)."""

    label: str
    lost: int
    quality: Quality
    of: int
    named: bool


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """A line of the score sheet, for whom it counts."""

    entry: Entry
    count: int
    points: int
    player: str = ""


@dataclass(frozen=True, slots=True)
class KnownPlace:
    """A strongpoint or a cache: what is there, and whether the players know (R48-11.45a)."""

    name: str
    kind: str
    garrison: Garrison | None = None
    holders: tuple[Party, ...] = ()
    contents: Cache | None = None  # of a strongpoint
    cache: Cache | None = None  # what a stash is
    garrison_shown: bool = False
    contents_shown: bool = False


@dataclass(frozen=True, slots=True)
class Talks:
    """How negotiations stand (R48-G.39)."""

    emissary_away: bool = False
    offer_open: bool = False
    truce_turns: int = 0
    politician_freed: bool = False
    attacked_this_turn: bool = False
    attacked_last_turn: bool = False

    def next_turn(self) -> Talks:
        """A turn later: a truce that ends closes the offer (R48-G.39(c))."""
        left = max(0, self.truce_turns - 1)
        return replace(
            self,
            attacked_last_turn=self.attacked_this_turn,
            attacked_this_turn=False,
            truce_turns=left,
            offer_open=self.offer_open and left > 0,
        )

    def broken(self) -> Talks:
        """The offer closed, the truce over."""
        return replace(self, offer_open=False, truce_turns=0)


class Tallies(NamedTuple):
    """Points, limits and talks as they were before an event: the referee may let it not happen (R48-11.48a)."""

    lines: tuple[ScoreLine, ...]
    headquarters_seen: int
    convoys_seen: int
    strongpoints_seen: int
    weak_draws: int
    talks: Talks


@dataclass(frozen=True, kw_only=True)
class Books(RosterLedger[KnownUnit]):
    """The books of a game; every part is optional, an empty ledger asks everything."""

    counted: ClassVar[str] = "figures"
    side: Side | None = None
    owes: tuple[Owed, ...] = ()
    lines: tuple[ScoreLine, ...] = ()
    places: Mapping[str, KnownPlace] = field(default_factory=dict)
    captured: tuple[Capture, ...] = ()
    once: frozenset[tuple[Once, str]] = frozenset()  # what was done to whom and is not done again
    talks: Talks = Talks()
    headquarters_seen: int = 0
    convoys_seen: int = 0
    strongpoints_seen: int = 0
    last_arrivals: tuple[str, ...] = ()
    before_event: Tallies | None = None  # how things stood when the last event was drawn,
    after_event: Tallies | None = None  # and when it had happened
    ignored_events: tuple[str, ...] = ()
    starting_value: Fraction = Fraction(0)
    weak_draws: int = 0  # troop events drawn since the Players were down to a third (R48-G.11)
    game_over: bool = False

    def next_round(self) -> Self:
        """The books as everybody may act again; points and arrivals are no part of a fight."""
        rested = self.each(lambda unit: unit.rested())
        return replace(rested, talks=self.talks.next_turn(), lines=(), last_arrivals=())

    # ---- Names ------------------------------------------------------------------------------------------------------------------

    def own_name(self, name: str) -> str:
        """What the books call a unit, a place or a person of this name."""
        if name in self.units:
            return name
        return known_as(name, (*self.units, *self.places, *sorted(told for _, told in self.once)))

    def fresh_name(self, word: str) -> str:
        """A name that no unit or place has yet: the word with a number."""
        taken = {name_key(name) for name in (*self.units, *self.places)}
        return next(name for number in count(1) if name_key(name := f"{word} {number}") not in taken)

    # ---- Units ------------------------------------------------------------------------------------------------------------------

    def in_sight(self, deed: Deed) -> Self:
        """The books with everybody whom a deed names on the table for all to see (R48-11.14a, R48-G.09(d))."""
        return self.each_of(self.names(deed).values(), KnownUnit.shown)

    def arrived(self, word: str, party: Party, *, secret: bool = False) -> Self:
        """The books with a party that came on under a fresh name."""
        name = self.fresh_name(word.capitalize())
        books = self.with_units(known(name, party, secret=secret))
        return replace(books, last_arrivals=(*self.last_arrivals, name))

    def garrisoned(self, parties: Iterable[Party]) -> Self:
        """The books with the parties of a garrison in the roster."""
        books = self
        for party in parties:
            books = books.arrived(party.kind.value, party)
        return books

    def owing(self, owed: Owed) -> Self:
        """The books with a check more to take; a unit stands in the list but once."""
        books = self.without_debt(owed.label) if owed.named else self
        return replace(books, owes=(*books.owes, owed))

    def without_debt(self, label: str) -> Self:
        """The books after a unit has checked, or was struck off."""
        left = tuple(owed for owed in self.owes if owed.label != label)
        return self if len(left) == len(self.owes) else replace(self, owes=left)

    # ---- Places -----------------------------------------------------------------------------------------------------------------

    def place(self, kind: str, whom: str) -> KnownPlace | None:
        """The place of a name, which the books may hear of for the first time; without a name the one that was placed last."""
        if whom != kind:
            name = self.own_name(whom)
            return self.places.get(name, KnownPlace(name, kind))
        return next((place for place in reversed(list(self.places.values())) if place.kind == kind), None)

    def with_place(self, place: KnownPlace) -> Self:
        """The books with a place as it is now."""
        return replace(self, places={**self.places, place.name: place})

    def placed(self, kind: str) -> Self:
        """The books with a place more, under a fresh name."""
        name = self.fresh_name(kind.capitalize())
        return replace(self.with_place(KnownPlace(name, kind)), last_arrivals=(*self.last_arrivals, name))

    def revealed(self, name: str, *, contents: bool = False) -> Self:
        """A strongpoint's garrison stands on the table, once, and perhaps its contents are known (R48-6.55, R48-G.09(d))."""
        place = self.places.get(name)
        if place is None or place.kind != STRONGPOINT:
            return self
        shown = replace(place, garrison_shown=True, contents_shown=place.contents_shown or contents)
        books = self.with_place(shown)
        return books if place.garrison_shown else books.garrisoned(place.holders)

    def done_once(self, what: Once, name: str) -> Self:
        """The books after something that is done but once to a thing of this name; where nobody named it, nothing can be remembered."""
        return replace(self, once=self.once | {(what, name)}) if name else self

    # ---- Points and events ------------------------------------------------------------------------------------------------------

    @property
    def points(self) -> int:
        """The total of the score sheet."""
        return sum(line.points for line in self.lines)

    def scored(self, entry: Entry, count: int, points: int, player: str = "") -> Self:
        """The books with a line more on the score sheet."""
        return replace(self, lines=(*self.lines, ScoreLine(entry, count, points, player)))

    def talking(self, **changes: Any) -> Self:
        """The books with the talks changed."""
        return replace(self, talks=replace(self.talks, **changes))

    @property
    def tallies(self) -> Tallies:
        """What an event may change besides units and places."""
        return Tallies(
            self.lines, self.headquarters_seen, self.convoys_seen, self.strongpoints_seen, self.weak_draws, self.talks
        )

    def without_event(self) -> Self:
        """The books as if the last event had not happened: what it placed is off, what it counted undone (R48-11.44a, R48-11.48a).

        Where something has been counted since, the counts stay.
        """
        units = {name: unit for name, unit in self.units.items() if name not in self.last_arrivals}
        places = {name: place for name, place in self.places.items() if name not in self.last_arrivals}
        undone = self.before_event if self.before_event and self.tallies == self.after_event else self.tallies
        return replace(
            self, units=units, places=places, last_arrivals=(), before_event=None, after_event=None, **undone._asdict()
        )

    def value(self, side: Side, tables: Tables) -> Fraction:
        """The combat value of a side on the table; the referee's own are not there yet."""
        there = (unit for unit in self.units.values() if unit.side is side and not unit.gone and not unit.secret)
        return sum((unit.value(tables) for unit in there), Fraction(0))

    def weak(self, tables: Tables) -> bool:
        """Whether too little is left to the Players of what they began with (R48-G.11)."""
        share = tables.exact("director.restraint.weak")
        return bool(self.starting_value) and self.value(Side.PLAYER, tables) < self.starting_value * share


def grade(total: int, tables: Tables) -> Grade:
    """How a total of points is judged: any positive one is at least a technical victory (R48-12.04, R48-G.46(f))."""
    bounds, grades = tables.row("grade.up_to"), tables.row("grade.grade")
    return Grade(grades[bisect_left(bounds, total)])
