"""Who acts: the Initiative/Event button, which of several Non-Player units, the turn (chapter 4, R48-A.02, R48-G.03, R48-G.04, R48-G.39(b))."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D6, D10, D20, sided
from sandtable.kernel.effects import Deed, Effect, Offer, OnBooks, effect
from sandtable.kernel.form import Section, choice, group, number, text
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Label, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Measures, Outcome, Rule, Verdict, measuring
from sandtable.rulesets.uprising1848 import fields
from sandtable.rulesets.uprising1848.acting import acting_problems
from sandtable.rulesets.uprising1848.arrivals import Steps, drawn
from sandtable.rulesets.uprising1848.behaviour_facts import Near, value_of
from sandtable.rulesets.uprising1848.books import Books
from sandtable.rulesets.uprising1848.event_effects import EMBASSY, PLAYERS, EventDrawn, MayBeIgnored, PartyArrives
from sandtable.rulesets.uprising1848.events import Limits, deck, happen
from sandtable.rulesets.uprising1848.party import Party, Place
from sandtable.rulesets.uprising1848.units import KnownUnit
from sandtable.rulesets.uprising1848.vocabulary import (
    FIGHTERS,
    FLEEING,
    NON_PLAYERS,
    QUALITY_ICONS,
    Direction,
    Event,
    Kind,
    Press,
    Quality,
    Side,
)

MOST_UNITS = 40
_SEVERITY = {Press.PLAYER: 0, Press.NON_PLAYER: 2, Press.EVENT: 1}


@dataclass(frozen=True, slots=True, kw_only=True)
class Initiative(Limits):
    """A press of the button (R48-4.06). Counts come from the ledger; left open, nothing is ignored by itself."""

    player_units_to_act: int | None = number(
        section=Section.CIRCUMSTANCE, lowest=0, highest=MOST_UNITS, unit="units", optional=True
    )
    np_units_to_act: int | None = number(
        section=Section.CIRCUMSTANCE, lowest=0, highest=MOST_UNITS, unit="units", optional=True
    )
    morale_checks_owed: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=MOST_UNITS, usual=0)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """The next press waits until every owed check is taken or struck off (R48-G.62(e))."""
        if self.morale_checks_owed:
            message = Message.of("problem.checks_owed", owed=self.morale_checks_owed)
            yield Problem("morale_checks_owed", message, ("0",), "R48-G.62")

    @property
    def over(self) -> bool:
        """Whether every unit has acted (R48-G.04(c))."""
        return self.player_units_to_act == 0 and self.np_units_to_act == 0

    def ignored(self) -> frozenset[Press]:
        """Results that are thrown again: nobody of that side is left to act (R48-4.09, R48-4.10, R48-G.04(a))."""
        counts = {Press.PLAYER: self.player_units_to_act, Press.NON_PLAYER: self.np_units_to_act}
        return frozenset(press for press, units in counts.items() if units == 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class InitiativeVerdict(Verdict):
    """Who has the initiative, or what happens."""

    press: Press | None  # None: the turn is over
    event: Event | None = None
    held_back: bool = False
    effects: tuple[Effect, ...] = field(default=(), compare=False)
    measures: ClassVar[dict[str, Any]] = {
        "to_players": lambda verdict: verdict.press is Press.PLAYER,
        "to_non_players": lambda verdict: verdict.press is Press.NON_PLAYER,
        "event": lambda verdict: verdict.press is Press.EVENT,
    }

    def outcome(self) -> Outcome:
        """A side that acts, an event, or a turn that is over."""
        if self.press is None:
            return Outcome("turn_over", Message("outcome.press.turn_over"), 0, 0)
        order = tuple(Press).index(self.press)
        return Outcome(
            self.press.value, Message(f"outcome.press.{self.press}"), _SEVERITY[self.press], order, "initiative.press"
        )

    def headline(self) -> Message:
        """Who acts, or what happens."""
        if self.held_back:
            return Message("headline.held_back")
        if self.event is not None:
            return Message.of("headline.event", event=self.event)
        return Message("headline.press.turn_over" if self.press is None else f"headline.press.{self.press}")


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


@action("game", "R48-4.06 R48-G.03 R48-G.05")
def initiative(situation: Initiative, tables: Tables) -> Rule[InitiativeVerdict]:
    """Initiative to a side, or an event with all that belongs to it; an event on any press happens (R48-4.06, R48-4.07, R48-G.04(b))."""
    if situation.over:
        return InitiativeVerdict(press=None, effects=(TurnOver(whom="everyone"),))
    press = yield from _pressed(situation, tables)
    if press is not Press.EVENT:
        side = Side.PLAYER if press is Press.PLAYER else Side.NON_PLAYER
        return InitiativeVerdict(press=press, effects=(InitiativeTo(whom=side.value, side=side),))
    event, variant = yield from deck(tables, closed=situation.closed(tables))
    happened = yield from happen(event, variant, tables, at_cap=situation.government_at_cap)
    return InitiativeVerdict(
        press=press,
        event=event,
        held_back=happened.held_back,
        effects=(EventDrawn(whom=PLAYERS, event=event), *happened.effects),
        notes=(MayBeIgnored(whom=PLAYERS),),
    )


def _pressed(situation: Initiative, tables: Tables) -> Steps:
    """The d20 of the preset; by option the event first, then a unit drawn from all that have not acted (R48-G.03, R48-G.04(g))."""
    players, others = situation.player_units_to_act, situation.np_units_to_act
    if tables.option("initiativeMode") == "proportional" and players is not None and others is not None:
        return (yield from _proportional(players, others, tables))
    ignored = situation.ignored()
    press = yield Roll(
        "initiative.press",
        (D20,),
        read=lambda die: face_of(die, tables),
        counting=(lambda die: face_of(die, tables) not in ignored) if ignored else None,
        label=lambda press: Label(Message(f"outcome.press.{press}"), _SEVERITY[press]),
    )
    return press


def face_of(die: int, tables: Tables) -> Press:
    """What a face of the d20 brings under the preset (R48-G.03)."""
    preset = f"initiative.{tables.option('preset')}"
    if die <= tables.number(preset, Press.PLAYER):
        return Press.PLAYER
    return Press.NON_PLAYER if die <= tables.number(preset, Press.NON_PLAYER) else Press.EVENT


def _proportional(players: int, others: int, tables: Tables) -> Steps:
    event = yield Roll("initiative.event", (D20,), read=lambda die: face_of(die, tables) is Press.EVENT)
    if event:
        return Press.EVENT
    first = yield Roll("initiative.unit", (sided(players + others),), read=lambda die: die <= players)
    return Press.PLAYER if first else Press.NON_PLAYER


# ---- Which of several Non-Player units ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A Non-Player unit that has not acted (R48-A.26(b))."""

    name: str = text(section=Section.ACTOR)
    kind: Kind = choice(Kind, section=Section.ACTOR, only=NON_PLAYERS, usual=Kind.INFANTRY)
    actor: Quality = choice(Quality, section=Section.ACTOR, only=FIGHTERS, icons=QUALITY_ICONS, usual=Quality.AVERAGE)
    figures: int = fields.figures(Section.ACTOR, usual=8)
    threatened: bool = fields.box(Section.ACTOR)
    gun_has_target: bool = fields.box(Section.ACTOR)
    touches_players: bool = fields.box(Section.ACTOR)
    can_strike: bool = fields.box(Section.ACTOR)
    wavering: bool = fields.box(Section.ACTOR)
    nearest: bool = fields.box(Section.ACTOR)
    actor_has_acted: bool = fields.actor_has_acted()
    actor_is_gone: bool = fields.is_gone()

    @property
    def rank(self) -> int:
        """Its place in the order of A.02: the lowest acts first."""
        order = (
            self.kind in FLEEING and self.threatened,
            self.kind is Kind.ARTILLERY and self.gun_has_target,
            self.touches_players,
            self.can_strike,
            self.wavering,
            self.nearest,
        )
        return next((place for place, holds in enumerate(order) if holds), len(order))


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoActs:
    """Several Non-Player units could act (R48-A.02)."""

    units: tuple[Candidate, ...] = group(Candidate, section=Section.ALL, lowest=1, highest=8)

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Whoever is gone, or has acted, is none of those who could act (R48-4.28, R48-8.05)."""
        for place, unit in enumerate(self.units, start=1):
            for problem in acting_problems(unit):
                yield problem.inside(f"units.{place}")


@dataclass(frozen=True, slots=True, kw_only=True)
class WhoActsVerdict(Verdict):
    """The unit that acts."""

    name: str
    place: int
    measures: ClassVar[Measures] = measuring(place_in_list="place")

    def outcome(self) -> Outcome:
        """A row for each unit that could draw the lot."""
        return Outcome(f"unit_{self.place}", Message.of("outcome.who_acts", name=self.name), 0, self.place, "np.tie")


@effect(icon="coin")
class UnitActs(Effect):
    """This unit acts."""

    name: str


def worth_of(candidate: Candidate, tables: Tables) -> Fraction:
    """The combat value by which one of several units of a class acts (R48-A.26(b))."""
    return value_of(Near(actor=candidate.actor, figures=candidate.figures), tables)


@action("game", "R48-A.02")
def who_acts(situation: WhoActs, tables: Tables) -> Rule[WhoActsVerdict]:
    """The first class that applies, in it the higher combat value, then a die (R48-A.02, R48-A.26(b))."""
    first = min(candidate.rank for candidate in situation.units)
    among = [(place, unit) for place, unit in enumerate(situation.units, start=1) if unit.rank == first]
    strongest = max(worth_of(unit, tables) for _, unit in among)
    tied = [(place, unit) for place, unit in among if worth_of(unit, tables) == strongest]
    drawn = 0
    if len(tied) > 1:
        drawn = yield Roll("np.tie", (sided(len(tied)),), read=lambda die: die - 1)
    place, unit = tied[drawn]
    return WhoActsVerdict(name=unit.name, place=place, effects=(UnitActs(whom=unit.name, name=unit.name),))


# ---- The turn -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class NextTurn:
    """Every unit has acted; a new turn begins (R48-4.16)."""

    emissary_away: bool = fields.box(Section.CIRCUMSTANCE)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextTurnVerdict(Verdict):
    """A turn begins, perhaps with the answer to an emissary."""

    answered: bool = False
    waited: bool = False
    effects: tuple[Effect, ...] = field(default=(), compare=False)
    measures: ClassVar[Measures] = measuring("answered")

    def outcome(self) -> Outcome:
        """An answer or none."""
        name = "answered" if self.answered else "waited" if self.waited else "plain"
        return Outcome(name, Message(f"outcome.turn.{name}"), 0, int(not self.answered), "turn.answer")


@effect(icon="clock")
class TurnBegins(OnBooks):
    """The acted markers come off (R48-4.16)."""

    def on(self, books: Books) -> Books:
        """Markers off, and what held for the turn is over (R48-4.16, R48-6.52a, R48-G.39(c))."""
        return replace(books.each(KnownUnit.rested), turn=books.turn + 1, side=None, talks=books.talks.next_turn())


@effect()
class TruceBegins(OnBooks):
    """An embassy brings an offer and a truce (R48-G.39(b), R48-G.39(c))."""

    def fold(self, books: Books, _: Deed, tables: Tables, /) -> Books:
        """The emissary is back, and nobody attacks for some turns."""
        turns = tables.number("emissary.truce_turns")
        return books.talking(emissary_away=False, offer_open=True, truce_turns=turns)


@action("game", "R48-4.16 R48-G.39")
def next_turn(situation: NextTurn, tables: Tables) -> Rule[NextTurnVerdict]:
    """Markers off; an emissary's answer comes on a d10 (R48-4.16, R48-G.39(b))."""
    begins = TurnBegins(whom="everyone")
    if not situation.emissary_away:
        return NextTurnVerdict(effects=(begins,))
    highest = tables.number("emissary.answer_up_to")
    answered: bool = yield Roll(
        "turn.answer",
        (D10,),
        read=lambda die: die <= highest,
        label=lambda came: Label(Message(f"outcome.turn.{'answered' if came else 'waited'}")),
    )
    if not answered:
        return NextTurnVerdict(waited=True, effects=(begins,))
    inches = yield from drawn("place.distance", D6, "distance.Near", "inches", tables)
    guards = tables.number("emissary.guards")
    embassy = Party(kind=Kind.HEADQUARTERS, quality=Quality.VETERAN, figures=1 + guards, nco=True, officers=1)
    spot = Place(Direction.FRONT, Fraction(inches))
    arrives = PartyArrives(whom=EMBASSY, party=embassy, place=spot)
    return NextTurnVerdict(answered=True, effects=(begins, TruceBegins(whom=PLAYERS), arrives))
