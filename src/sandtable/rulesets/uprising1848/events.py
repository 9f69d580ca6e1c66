"""The event deck: who appears, how many, how armed, where, and what else happens (R48-4.07, R48-G.05, R48-G.12)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D6, PERCENT
from sandtable.kernel.effects import Deed, Effect, Offer, OnBooks, effect
from sandtable.kernel.form import Section, choice, number
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Outcome, Rule, Ruling, Verdict
from sandtable.rulesets.uprising1848 import arrivals, fields, places
from sandtable.rulesets.uprising1848.arrivals import NEAR, Steps, Weigh, plainly
from sandtable.rulesets.uprising1848.books import Books
from sandtable.rulesets.uprising1848.details import Detail, weighed
from sandtable.rulesets.uprising1848.effects import scored
from sandtable.rulesets.uprising1848.event_effects import (
    PLAYERS,
    ActsAtOnce,
    Counted,
    EventDrawn,
    ExitPoint,
    HeldBack,
    MayBeIgnored,
    NewsIs,
    PartyArrives,
    announced,
)
from sandtable.rulesets.uprising1848.party import Party
from sandtable.rulesets.uprising1848.vocabulary import (
    AMBUSHERS,
    TROOPS,
    Entry,
    Event,
    Kind,
    News,
    Quality,
    Reason,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What a game has already seen of things that people speak of and that do not come without end (R48-G.05)."""

    convoys_seen: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=9, usual=0)
    strongpoints_seen: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=9, usual=0)

    def seen(self) -> dict[Event, int]:
        """How many of each."""
        return {Event.CONVOY: self.convoys_seen, Event.STRONGPOINT: self.strongpoints_seen}

    def closed(self, tables: Tables) -> frozenset[Event]:
        """Events that are thrown again."""
        return frozenset(event for event, count in self.seen().items() if count >= tables.number("events.most", event))


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits(Seen):
    """All that the deck depends on: what has been seen, and the director's word (R48-G.05, R48-G.11)."""

    government_at_cap: bool = fields.box(Section.CIRCUMSTANCE)
    headquarters_seen: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=9, usual=0)

    def seen(self) -> dict[Event, int]:
        """How many of each, headquarters too."""
        return {**Seen.seen(self), Event.HEADQUARTERS: self.headquarters_seen}


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawEvent(Limits):
    """The referee draws an event, or names one."""

    event: Event | None = choice(Event, widget="list", section=Section.ACTION, optional=True)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """A named event that the game has seen often enough."""
        if self.event is not None and self.event in self.closed(tables):
            yield Problem("event", Message.of("problem.event_limit", event=self.event), (), "R48-G.05")


@dataclass(frozen=True, slots=True, kw_only=True)
class EventVerdict(Verdict):
    """What happens; odds tell apart what it is, how many and of what quality, not where or how it is told."""

    event: Event
    held_back: bool = False
    figures: int = 0
    quality: Quality | None = None
    effects: tuple[Effect, ...] = field(default=(), compare=False)
    measures: ClassVar[dict[str, Any]] = {
        "figures": lambda verdict: verdict.figures,
        "troops": lambda verdict: verdict.event in TROOPS and not verdict.held_back,
    }

    def outcome(self) -> Outcome:
        """A row for each event of the deck; troops that the director holds back are one row (R48-G.11)."""
        if self.held_back:
            return Outcome("held_back", Message("headline.held_back"), 0, len(Event), "event.deck")
        order = tuple(Event).index(self.event)
        severity = 3 if self.event in AMBUSHERS else 1
        return Outcome(self.event.value, self.event.message, severity, order, "event.deck")

    def headline(self) -> Message:
        """What it is."""
        return Message("headline.held_back") if self.held_back else Message.of("headline.event", event=self.event)


@action("game", "R48-4.07 R48-G.05", name="event")
def draw_event(situation: DrawEvent, tables: Tables) -> Rule[EventVerdict]:
    """Draw from the deck, or let a named event happen."""
    event, variant = situation.event, 0
    if event is None:
        event, variant = yield from deck(tables, closed=situation.closed(tables))
    happened = yield from happen(event, variant, tables, at_cap=situation.government_at_cap, weigh=plainly)
    return EventVerdict(
        event=event,
        held_back=happened.held_back,
        figures=happened.figures,
        quality=happened.quality,
        effects=(EventDrawn(whom=PLAYERS, event=event), *happened.effects),
        notes=(MayBeIgnored(whom=PLAYERS),),
    )


@dataclass(frozen=True, slots=True)
class Happened:
    """An event as it happened."""

    effects: tuple[Effect, ...]
    parties: tuple[Party, ...] = ()
    held_back: bool = False

    @property
    def figures(self) -> int:
        """How many figures came."""
        return sum(party.figures for party in self.parties)

    @property
    def quality(self) -> Quality | None:
        """Of what quality, the last named (guards, not drivers)."""
        return self.parties[-1].quality if self.parties else None


def deck(tables: Tables, closed: frozenset[Event] = frozenset(), only: tuple[Event, ...] = tuple(Event)) -> Steps:
    """One card of the deck; what the game has seen enough of is thrown again (R48-G.05, R48-G.40)."""
    event, variant = yield _card(tables, closed, only)
    return event, weighed(variant)


@lru_cache(maxsize=64)
def _card(tables: Tables, closed: frozenset[Event], only: tuple[Event, ...]) -> Roll:
    variants = tables.number("wording.events.variants")

    def event_of(die: int) -> Event:
        return Event(tables.step("events", die, "event"))

    def counts(die: int) -> bool:
        return event_of(die) in only and event_of(die) not in closed

    return Roll(
        "event.deck",
        (PERCENT,),
        read=lambda die: (event_of(die), Detail(die % variants)),
        counting=counts if closed or len(only) < len(Event) else None,
    )


def happen(
    event: Event,
    variant: int,
    tables: Tables,
    *,
    at_cap: bool = False,
    weigh: Weigh = Detail,
    extra: int = 0,
    ambush: bool | None = None,
) -> Steps:
    """An event from its card to the table. ``extra`` inches and a settled ``ambush`` serve news brought by civilians (R48-G.40)."""
    if at_cap and event in TROOPS:
        return Happened((announced("held back", variant, tables), HeldBack(whom=PLAYERS)), held_back=True)
    if event is Event.STRONGPOINT:
        found = yield from places.strongpoint(tables)
        return Happened((announced(event, variant, tables, place=found[0].place), *found))
    if event is Event.CACHE:
        found = yield from places.cache(None, tables)
        return Happened((announced(event, variant, tables, place=found[0].place), *found))
    if event is Event.NEWS:
        return (yield from _news(variant, tables))
    return (yield from _arrival(event, variant, tables, weigh=weigh, extra=extra, ambush=ambush))


def _arrival(event: Event, variant: int, tables: Tables, *, weigh: Weigh, extra: int, ambush: bool | None) -> Steps:
    """Parties come on, are placed, and wait for an initiative unless they lie in ambush (R48-11.32, R48-11.42)."""
    parties: tuple[Party, ...] = yield from arrivals.bands(event, tables, weigh)
    spot = yield from arrivals.place("Near" if event in NEAR else "Far", tables, extra)
    effects: list[Effect] = [announced(event, variant, tables, parties=parties, place=spot)]
    effects += [PartyArrives(whom=_whom(party), party=party, place=spot) for party in parties]
    if event in AMBUSHERS:
        ambush = (yield from arrivals.in_ambush(tables)) if ambush is None else ambush
        if ambush:
            effects.append(ActsAtOnce(whom=_whom(parties[0])))
    if event in (Event.HEADQUARTERS, Event.CONVOY):
        effects.append(Counted(whom=PLAYERS, event=event))
    if event is Event.OFFICER:
        effects.append((yield from _exit_point()))
    if event is Event.RECRUITS:
        effects += recruited(parties[0].figures, tables)
    return Happened(tuple(effects), parties)


def _whom(party: Party) -> str:
    return str(party.kind.value)


def recruited(count: int, tables: Tables) -> tuple[Effect, ...]:
    """Civilians won for the cause score a point each (R48-12.03d)."""
    return (scored(Entry.CIVILIAN_RECRUITED, count, tables),) if count else ()


_EXIT_SHIFT, _EXIT_SIDE = (Roll(key, (D6,), read=Detail) for key in ("officer.shift", "officer.side"))


def _exit_point() -> Steps:
    """The point of the edge opposite, shifted along it (R48-G.48)."""
    shift = weighed((yield _EXIT_SHIFT))
    side = weighed((yield _EXIT_SIDE))
    return ExitPoint(whom=Kind.ENEMY_OFFICER.value, inches=Fraction(shift), left=side % 2 == 1)


def _news(variant: int, tables: Tables) -> Steps:
    """News: a change without arrivals; not applicable is nothing (R48-G.12)."""
    news = News((yield from arrivals.drawn("news.kind", D6, "news", "news", tables)))
    count = 0
    if tables.has(f"news.size.{news}.dice"):
        count = yield from arrivals.size("news.figures", f"news.size.{news}", tables)
    effects: tuple[Effect, ...] = (
        announced(f"{Event.NEWS}.{news}", variant, tables),
        NewsIs(whom=PLAYERS, news=news, count=count),
    )
    if news is News.CROWD:
        effects = (*effects, *recruited(count, tables))
    return Happened(effects)


# ---- The referee's veto ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class IgnoreEvent:
    """The referee lets an event not happen, or draws again (R48-11.44a, R48-11.48a)."""

    reason: Reason = choice(Reason, section=Section.ACTION, usual=Reason.CRUSHING)
    draw_again: bool = fields.box(Section.ACTION)


@effect(says="{draw_again?redrawn:ignored}")
class EventIgnored(OnBooks):
    """An event does not happen, or another does in its place (R48-11.44a, R48-11.48a)."""

    reason: Reason
    draw_again: bool

    def on(self, books: Books) -> Books:
        return replace(books.without_event(), ignored_events=(*books.ignored_events, str(self.reason)))

    def leads_to(self, _books: Books, _deed: Deed, /) -> Iterator[Offer]:
        """Another event."""
        if self.draw_again:
            yield Offer(Message("offer.draw_event"), "event", {})


@action("game", "R48-11.48a", measures="points")
def ignore_event(situation: IgnoreEvent) -> Ruling:
    """It stays in the log, with the reason; what it placed is taken off again."""
    reason, again = situation.reason, situation.draw_again
    ignored = EventIgnored(whom=PLAYERS, reason=reason, draw_again=again)
    return Ruling.of("event.redrawn" if again else "event.ignored", ignored, words={"reason": reason}, points=0)
