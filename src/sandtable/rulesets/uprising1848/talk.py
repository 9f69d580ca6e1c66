"""Talking: parley with civilians, impassioned oratory, negotiation (R48-6.50 to R48-6.53, R48-6.59 to R48-6.61a, R48-G.39 to R48-G.41)."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, ClassVar, NamedTuple

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D20, PERCENT
from sandtable.kernel.effects import Deed, Effect, LaterEffects, OnBooks, OnUnit, effect
from sandtable.kernel.form import Section, choice, number, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Count, Label, Observe, Request, Roll
from sandtable.kernel.stages import Staged
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Rule, Verdict
from sandtable.rulesets.uprising1848 import arrivals, fields, places
from sandtable.rulesets.uprising1848.acting import acting_problems, player_only, target_problems, too_far
from sandtable.rulesets.uprising1848.arrivals import Steps, volunteers
from sandtable.rulesets.uprising1848.books import Books
from sandtable.rulesets.uprising1848.chances import single_chance, throw_for_each
from sandtable.rulesets.uprising1848.details import Detail, weighed
from sandtable.rulesets.uprising1848.effects import ACTOR, TARGET, HaveActed, scored
from sandtable.rulesets.uprising1848.event_effects import EMBASSY, PLAYERS, Joins, announced
from sandtable.rulesets.uprising1848.events import Seen, deck, happen, recruited
from sandtable.rulesets.uprising1848.finds import FindVerdict, find_verdict, known_place, worded_throw
from sandtable.rulesets.uprising1848.party import Party
from sandtable.rulesets.uprising1848.units import KnownUnit, Once
from sandtable.rulesets.uprising1848.vocabulary import (
    RECRUITS,
    SOLDIERS,
    TROOPS,
    Armed,
    Audience,
    Cache,
    Entry,
    Event,
    Firearm,
    Kind,
    Melee,
    Points,
    Quality,
    Side,
    Speaker,
    short,
)


@effect(icon="run")
class CiviliansLeave(OnUnit):
    """Civilians who were spoken to leave play; nobody speaks to them again (R48-3.40a, R48-6.50b, R48-6.50c)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return unit.removed()

    def fold(self, books: Books, deed: Deed, tables: Tables, /) -> Books:
        """They are gone, and remembered by their name."""
        after: Books = OnUnit.fold(self, books, deed, tables)
        return after.done_once(Once.SPOKEN, books.names(deed).get(self.whom, ""))


# ---- Parley ---------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Parley(Seen):
    """An individual or a group speaks with Civilians (R48-6.50)."""

    government_at_cap: bool = fields.box(Section.CIRCUMSTANCE)
    actor_name: str | None = fields.name()
    target_name: str | None = fields.name()
    distance: Fraction | None = fields.speech_distance()
    with_mob: bool = fields.box(Section.CIRCUMSTANCE)
    spoken_before: bool = fields.box(Section.CIRCUMSTANCE)
    actor_has_acted: bool = fields.actor_has_acted()
    actor_is_gone: bool = fields.is_gone()
    side_acting: Side = fields.side_acting()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Players only, within 6 inches, once, and never with a mob."""
        yield from player_only(self, "R48-6.50a")
        yield from acting_problems(self)
        yield from too_far(self.distance, "speech", "R48-6.50", tables)
        if self.with_mob:
            yield Problem("with_mob", Message("problem.parley_mob"), ("no",), "R48-3.45a")
        if self.spoken_before:
            yield Problem("spoken_before", Message("problem.parley_again"), ("no",), "R48-6.50b")


@action("talk", "R48-6.50 R48-G.40")
def parley(situation: Parley, tables: Tables) -> Rule[FindVerdict]:
    """What Civilians know, or whether they join; afterwards they leave play (R48-3.40a, R48-6.50c, R48-G.40)."""
    told = yield from worded_throw("parley.result", D20, "parley", tables)
    result, effects = yield from _parley_result(told.result, situation, tables)
    spoken = announced(f"parley.{result}", told.variant, tables)
    leave = CiviliansLeave(whom=TARGET)
    done = (spoken, *effects, leave, HaveActed(whom=ACTOR, count=0))
    return find_verdict("parley", result, done, tables)


def _parley_result(result: str, situation: Parley, tables: Tables) -> Steps:
    """Limits and the director may turn knowledge into nothing (R48-G.40)."""
    closed = situation.closed(tables)
    if result in ("troops", "informer"):
        if situation.government_at_cap:
            return "nothing", ()
        event, variant = yield from deck(tables, only=TROOPS)
        extra = tables.number("warning.extra_inches") if result == "troops" else 0
        happened = yield from happen(event, variant, tables, extra=extra, ambush=result == "informer")
        return result, happened.effects
    if result == "strongpoint":
        return (yield from known_place(result, closed, tables))
    if result == "convoy":
        if Event.CONVOY in closed:
            return "nothing", ()
        happened = yield from happen(Event.CONVOY, 0, tables)
        return result, happened.effects
    if result == "join":
        return result, (yield from joining("parley.joining", "parley.size.join", tables))
    if result == "nothing":
        return result, ()
    return result, (yield from places.cache(Cache(result), tables))


def joining(key: str, path: str, tables: Tables) -> Steps:
    """Citizens join with the arms of volunteers, a point each (R48-3.17, R48-G.42)."""
    figures = yield from arrivals.size(key, path, tables)
    carried = yield from arrivals.arms(Armed.VOLUNTEERS, figures, tables)
    return (Joins(whom=PLAYERS, party=volunteers(figures, carried=carried)), *recruited(figures, tables))


# ---- Oratory --------------------------------------------------------------------------------------------------------------------


_AUDIENCES = (Audience.CIVILIANS, Audience.CONSCRIPT, Audience.AVERAGE, Audience.VETERAN)
_CLASS = {Quality.CONSCRIPT: Audience.CONSCRIPT, Quality.AVERAGE: Audience.AVERAGE, Quality.VETERAN: Audience.VETERAN}
_QUALITY = {audience: quality for quality, audience in _CLASS.items()}
_SOLDIERLY = when("audience", *_CLASS.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Oratory:
    """A revolutionary leader speaks to a unit (R48-6.51, R48-6.51c)."""

    actor_name: str | None = fields.name()
    speaker: Speaker = choice(Speaker, section=Section.ACTOR, usual=Speaker.LEADER)
    target_name: str | None = fields.name()
    audience: Audience = choice(Audience, section=Section.TARGET)
    soldiers: int | None = number(
        section=Section.TARGET, lowest=1, highest=fields.LARGEST_CLASS, unit="figures", usual=8, needed=_SOLDIERLY
    )
    other_soldiers: int | None = fields.optional_figures(Section.CIRCUMSTANCE)
    other_quality: Quality | None = choice(Quality, only=SOLDIERS, section=Section.CIRCUMSTANCE, optional=True)
    officers: int = number(section=Section.CIRCUMSTANCE, lowest=0, highest=9, unit="figures", usual=0)
    speakers: int = number(section=Section.CIRCUMSTANCE, lowest=1, highest=9, usual=1)
    distance: Fraction | None = fields.speech_distance()
    heard_before: bool = fields.box(Section.CIRCUMSTANCE)
    target_is_gone: bool = fields.is_gone()
    actor_has_acted: bool = fields.actor_has_acted()
    actor_is_gone: bool = fields.is_gone()
    attacked_this_turn: bool = fields.box(Section.CIRCUMSTANCE)
    side_acting: Side = fields.side_acting()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Only a leader, alone, within 6 inches, once a game, to people who may listen and were not attacked this turn."""
        yield from player_only(self, "R48-6.51")
        yield from acting_problems(self)
        yield from target_problems(self)
        if self.speaker is not Speaker.LEADER:
            yield Problem("speaker", Message("problem.orator"), (Speaker.LEADER,), "R48-6.51")
        if self.speakers != 1:
            yield Problem("speakers", Message("problem.one_speaker"), ("1",), "R48-6.51a")
        if self.audience in (Audience.MOB, Audience.ARISTOCRATS):
            yield Problem("audience", Message(f"problem.audience.{self.audience}"), _AUDIENCES, "R48-3.45")
        if self.heard_before:
            yield Problem("heard_before", Message("problem.oratory_again"), ("no",), "R48-6.53")
        if self.attacked_this_turn:
            yield Problem("attacked_this_turn", Message("problem.oratory_after_attack"), ("no",), "R48-6.52")
        yield from too_far(self.distance, "speech", "R48-6.51b", tables)

    @property
    def quality(self) -> Quality | None:
        """The class of the audience: the majority of its figures, ties the better; None for civilians (R48-G.41(c))."""
        if self.audience not in _QUALITY:
            return None
        main, other = _QUALITY[self.audience], self.other_quality
        if other is None or not self.other_soldiers:
            return main
        counts = {main: self.soldiers or 0}
        counts[other] = counts.get(other, 0) + self.other_soldiers
        return max(counts, key=lambda kind: (counts[kind], -SOLDIERS.index(kind)))

    @property
    def listeners(self) -> int:
        """Soldiers who could come over; officers never do."""
        return (self.soldiers or 0) + (self.other_soldiers or 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class OratoryQuestions:
    """Pop-up question 8."""

    audience_wavering: bool | None = yes_no(section=Section.QUESTION, question="oratory.wavering", optional=True)
    audience_leaderless: bool | None = yes_no(section=Section.QUESTION, question="oratory.leaderless", optional=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class OratoryVerdict(Verdict):
    """What the audience does; ``joining`` counts those who come over."""

    result: str
    joining: int = 0
    effects: Sequence[Effect] = field(default=(), compare=False)
    measures: ClassVar[dict[str, Any]] = {
        "joining": lambda verdict: verdict.joining,
        "any_join": lambda verdict: verdict.joining > 0,
        "all_join": lambda verdict: verdict.result == "all",
    }

    def outcome(self) -> Outcome:
        """Hostile, unmoved, some, all."""
        order = ("hostile", "unmoved", "some", "all").index(self.result)
        return Outcome(self.result, Message(f"outcome.oratory.{self.result}"), order, order, "oratory.result")

    def headline(self) -> Message:
        """What they do."""
        return Message.of(f"headline.oratory.{self.result}", joining=self.joining)


@effect(icon="run")
class OfficersFlee(Effect):
    """The officers of a unit that came over flee (R48-G.41(e))."""


@effect()
class PriorityTarget(OnUnit):
    """A hostile unit marks the speaker (R48-A.24)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, priority_target=True)


@effect()
class HeardOratory(OnUnit):
    """A unit is spoken to once a game, and spared for the turn (R48-6.52a, R48-6.53)."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, heard_oratory=True, oratory_this_turn=True)


class Heard(NamedTuple):
    """How a speech was taken."""

    result: str
    variant: Detail


@action("talk", "R48-6.51 R48-G.41", questions=OratoryQuestions)
def oratory(situation: Oratory, tables: Tables) -> Staged[OratoryVerdict]:
    """The throw for the speech, then for those who come over."""
    return Staged(situation, partial(_heard, tables=tables), partial(_answered, situation, tables=tables))


def _heard(situation: Oratory, tables: Tables) -> Generator[Request, Any, Heard]:
    """The natural throw first: all may join; then modifiers: hostile, unmoved, some join (R48-G.41(a))."""
    audience = _CLASS[situation.quality] if situation.quality is not None else Audience.CIVILIANS
    tally = yield from _oratory_tally(audience, tables)
    variants = tables.number("wording.finds.variants")
    result, variant = yield Roll(
        "oratory.result",
        (PERCENT,),
        read=lambda die: (oratory_result(audience, die, tally.total, tables), Detail(die % variants)),
        tally=tally,
        label=lambda reading: Label(Message(f"outcome.oratory.{reading[0]}")),
    )
    return Heard(result, variant)


def _answered(situation: Oratory, heard: Heard, tables: Tables) -> Rule[OratoryVerdict]:
    """Who comes over, and what follows."""
    result, quality = heard.result, situation.quality
    party: Party | None = None
    if result in ("some", "all"):
        party = yield from _joiners(situation, quality, result, tables)

    def effects() -> tuple[Effect, ...]:
        spoken = announced(f"oratory.{result}", weighed(heard.variant), tables)
        return (spoken, *_moved(situation, quality, result, party, tables))

    return OratoryVerdict(result=result, joining=party.figures if party else 0, effects=LaterEffects(effects))


def oratory_result(audience: Audience, die: int, modifiers: int, tables: Tables) -> str:
    """A column of the table for a natural throw and its modifiers."""
    if die >= tables.number("oratory", audience, "all_from"):
        return "all"
    if die + modifiers <= tables.number("oratory", audience, "hostile"):
        return "hostile"
    return "unmoved" if die + modifiers <= tables.number("oratory", audience, "unmoved") else "some"


def _oratory_tally(audience: Audience, tables: Tables) -> Steps:
    """Wavering, leaderless, the country's sympathy; never for Veterans, and no more than the limit (R48-G.41(b))."""
    wavering = leaderless = False
    if audience is not Audience.CIVILIANS:
        wavering = yield Observe("oratory.wavering", usual=False, rule="R48-G.41")
        leaderless = yield Observe("oratory.leaderless", usual=False, rule="R48-G.41")
    if audience is Audience.VETERAN:
        return Tally.of((), Message("why.oratory"))
    sympathy = tables.modifier(f"settings.{tables.option('setting')}.sympathy", reason=Message("reason.sympathy"))
    counted = (
        tables.modifier("oratory.modifier.wavering") if wavering else None,
        tables.modifier("oratory.modifier.leaderless") if leaderless else None,
        sympathy,
    )
    tally = Tally.of(counted, Message("why.oratory"))
    over = tally.total - tables.number("oratory.limit.most")
    if over > 0:
        cut = Modifier(Message("reason.oratory_limit"), -over, "R48-G.41")
        tally = Tally((*tally.modifiers, cut), Message("why.oratory"))
    return tally


def _joiners(situation: Oratory, quality: Quality | None, result: str, tables: Tables) -> Steps:
    """How many come over: citizens by a die, each soldier by his own, at least one; all but the officers (R48-G.41(d), R48-G.41(e))."""
    if quality is None:
        figures = yield from arrivals.size("oratory.joining", f"oratory.size.{result}", tables, arrivals.plainly)
        carried = yield from arrivals.arms(Armed.VOLUNTEERS, figures, tables)
        return volunteers(figures, carried=carried)
    listeners = situation.listeners
    if result == "all":
        return _came_over(quality, listeners)
    joining: int = yield _each_throw(quality, listeners, tables)
    return _came_over(quality, joining)


@lru_cache(maxsize=256)
def _each_throw(quality: Quality, listeners: int, tables: Tables) -> Count:
    tally = single_chance(
        f"oratory.each.{quality}", Message.of("reason.each", quality=short(quality)), tables, Message("why.each")
    )
    return throw_for_each(
        "oratory.each", listeners, tally, Message("band.join"), read=lambda count: max(1, count), severity=0
    )


def _came_over(quality: Quality, figures: int) -> Party:
    """Soldiers keep quality and weapons (R48-3.18, R48-3.36)."""
    return Party(
        kind=Kind.REVOLUTIONARIES,
        side=Side.PLAYER,
        quality=quality,
        figures=figures,
        firearm=Firearm.MUSKET,
        melee=Melee.LETHAL,
    )


def _moved(
    situation: Oratory, quality: Quality | None, result: str, party: Party | None, tables: Tables
) -> Iterator[Effect]:
    """What follows: joiners have acted, officers flee, a hostile unit marks the speaker (R48-G.41(e) to R48-G.41(i), R48-A.24)."""
    if party is not None:
        yield Joins(whom=PLAYERS, party=party, acted=True)
        yield scored(RECRUITS[quality or Quality.CIVILIAN], party.figures, tables)
    if party is not None and quality is None:
        yield CiviliansLeave(whom=TARGET)
    if result == "all" and situation.officers:
        yield OfficersFlee(whom=TARGET)
    if result == "hostile":
        yield PriorityTarget(whom=TARGET)
    yield HeardOratory(whom=TARGET)
    yield HaveActed(whom=ACTOR, count=1)


# ---- Negotiation ----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Negotiate:
    """A leader, or whom he appointed, speaks with the Government Representative (R48-6.59)."""

    actor_name: str | None = fields.name()
    speaker: Speaker = choice(Speaker, section=Section.ACTOR, usual=Speaker.LEADER)
    points_so_far: Points = choice(Points, section=Section.TARGET, usual=Points.FEW)
    strongpoints_held: int = number(section=Section.TARGET, lowest=0, highest=9, usual=0)
    politician_freed: bool = fields.box(Section.TARGET)
    attacked_last_turn: bool = fields.box(Section.TARGET)
    offer_open: bool = yes_no(section=Section.CIRCUMSTANCE, usual=True)
    actor_has_acted: bool = fields.actor_has_acted()
    actor_is_gone: bool = fields.is_gone()
    attacked_this_turn: bool = fields.box(Section.CIRCUMSTANCE)
    distance: Fraction | None = fields.speech_distance()
    side_acting: Side = fields.side_acting()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Only where an emissary opened it, while the truce holds, within 6 inches."""
        yield from player_only(self, "R48-6.59")
        yield from acting_problems(self)
        if self.speaker is Speaker.OTHER:
            yield Problem(
                "speaker", Message("problem.negotiator"), (Speaker.LEADER, Speaker.REPRESENTATIVE), "R48-6.59"
            )
        if not self.offer_open:
            yield Problem("offer_open", Message("problem.no_offer"), ("yes",), "R48-6.60")
        if self.attacked_this_turn:
            yield Problem("attacked_this_turn", Message("problem.truce_broken"), ("no",), "R48-6.61a")
        if self.attacked_last_turn and tables.option("trucePreviousTurn"):
            yield Problem("attacked_last_turn", Message("problem.truce_broken_before"), ("no",), "R48-G.39")
        yield from too_far(self.distance, "speech", "R48-6.59a", tables)


@dataclass(frozen=True, slots=True, kw_only=True)
class NegotiationVerdict(Verdict):
    """How the talks ended."""

    result: str
    effects: tuple[Effect, ...] = field(default=(), compare=False)
    measures: ClassVar[dict[str, Any]] = {"concession": lambda verdict: verdict.result == "concession"}

    def outcome(self) -> Outcome:
        """A row for each result."""
        order = ("treachery", "refusal", "delay", "prisoners", "withdrawal", "concession").index(self.result)
        return Outcome(
            self.result, Message(f"outcome.negotiation.{self.result}"), order // 2, order, "negotiation.result"
        )


@effect(says="{result}")
class TalksEnd(OnBooks):
    """How negotiations ended (R48-G.39(e), R48-G.39(f))."""

    result: str

    def on(self, books: Books) -> Books:
        """Delay prolongs the truce, everything else closes the offer and ends it; a concession ends the game."""
        if self.result == "delay":
            return books.talking(truce_turns=books.talks.truce_turns + 1)
        return replace(books, talks=books.talks.broken(), game_over=self.result == "concession")


@effect(icon="run")
class EmbassyLeaves(OnBooks):
    """The Representative goes home with his guards (R48-G.39(f))."""

    def on(self, books: Books) -> Books:
        return books.each(KnownUnit.removed, lambda unit: unit.name.startswith(EMBASSY.capitalize()))


@action("talk", "R48-6.59 R48-G.39")
def negotiate(situation: Negotiate, tables: Tables) -> Rule[NegotiationVerdict]:
    """d20 and modifiers; a natural 1 is treachery, 20 or more concedes everything (R48-G.39(d), R48-G.39(e))."""
    tally = negotiation_tally(situation, tables)
    treachery = tables.number("negotiation.limit.treachery")
    variants = tables.number("wording.finds.variants")

    def read(die: int) -> tuple[str, Detail]:
        result = "treachery" if die <= treachery else str(tables.step("negotiation", die + tally.total, "result"))
        return result, Detail(die % variants)

    result, variant = yield Roll(
        "negotiation.result",
        (D20,),
        read=read,
        tally=tally,
        label=lambda reading: Label(Message(f"outcome.negotiation.{reading[0]}")),
    )
    effects = (announced(f"negotiation.{result}", weighed(variant), tables), *_settled(result, tables))
    return NegotiationVerdict(result=result, effects=effects)


def negotiation_tally(situation: Negotiate, tables: Tables) -> Tally:
    """Points, strongpoints, a freed politician, an attack in the turn before (R48-G.39(d))."""
    held = min(situation.strongpoints_held, tables.number("negotiation.limit.strongpoints"))
    strongpoint = tables.modifier("negotiation.modifier.strongpoint", reason=Message.of("reason.held", held=held))
    return Tally.of(
        (
            tables.modifier("negotiation.modifier.points", situation.points_so_far),
            Modifier(strongpoint.reason, held * int(strongpoint.value or 0), strongpoint.rule, strongpoint.house),
            tables.modifier("negotiation.modifier.politician") if situation.politician_freed else None,
            tables.modifier("negotiation.modifier.attacked") if situation.attacked_last_turn else None,
        ),
        Message("why.negotiation"),
    )


def _settled(result: str, tables: Tables) -> Iterator[Effect]:
    """What follows; but after delay and treachery the embassy goes home (R48-G.39(f))."""
    if result == "concession":
        yield scored(Entry.CONCESSION, 1, tables)
    if result == "prisoners":
        yield scored(Entry.PRISONERS_FREED, 1, tables)
    yield TalksEnd(whom=TARGET, result=result)
    if result not in ("delay", "treachery"):
        yield EmbassyLeaves(whom=EMBASSY)
    yield HaveActed(whom=ACTOR, count=1)
