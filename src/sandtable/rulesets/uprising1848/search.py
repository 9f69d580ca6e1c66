"""Searching, scouting, questioning and freeing prisoners (R48-6.54 to R48-6.56b, R48-6.62, R48-G.42a, R48-G.44 to R48-G.45a)."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D6, D10, D20, PERCENT
from sandtable.kernel.effects import Deed, Effect, OnBooks, OnUnit, effect
from sandtable.kernel.form import Section, choice, text, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Label, Observe, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally
from sandtable.kernel.verdict import Rule
from sandtable.rulesets.uprising1848 import arrivals, fields, places
from sandtable.rulesets.uprising1848.acting import acting_problems, player_only, too_far
from sandtable.rulesets.uprising1848.arrivals import Steps, bystanders, happens, volunteers
from sandtable.rulesets.uprising1848.books import STRONGPOINT, Books
from sandtable.rulesets.uprising1848.chances import single_chance
from sandtable.rulesets.uprising1848.details import Detail, weighed
from sandtable.rulesets.uprising1848.effects import ACTOR, TARGET, ArmsFound, Captured, DoneOnce, HaveActed, scored
from sandtable.rulesets.uprising1848.event_effects import (
    PLAYERS,
    ActsAtOnce,
    ContentsAre,
    GarrisonIs,
    Joins,
    PartyArrives,
    Revealed,
    announced,
)
from sandtable.rulesets.uprising1848.events import Seen, happen, recruited
from sandtable.rulesets.uprising1848.finds import FindVerdict, WordedResult, find_verdict, known_place, worded_throw
from sandtable.rulesets.uprising1848.party import Party
from sandtable.rulesets.uprising1848.units import KnownUnit, Once
from sandtable.rulesets.uprising1848.vocabulary import (
    Cache,
    Capture,
    Entry,
    Event,
    Firearm,
    Kind,
    Melee,
    PersonKind,
    Quality,
    Side,
)

# ---- Search Structure -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class SearchStructure:
    """A figure inside a structure searches it (R48-6.54, R48-6.54a)."""

    actor_name: str | None = fields.name()
    target_name: str | None = fields.name()
    inside: bool = yes_no(section=Section.CIRCUMSTANCE, usual=True)
    closed_before: bool = fields.box(Section.CIRCUMSTANCE)
    fixed_contents: str | None = text(section=Section.CIRCUMSTANCE, optional=True)
    actor_has_acted: bool = fields.actor_has_acted()
    actor_is_gone: bool = fields.is_gone()
    side_acting: Side = fields.side_acting()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Players only, inside, and not where something was found already."""
        yield from player_only(self, "R48-6.54")
        yield from acting_problems(self)
        if not self.inside:
            yield Problem("inside", Message("problem.not_inside"), ("yes",), "R48-6.54a")
        if self.closed_before:
            yield Problem("closed_before", Message("problem.searched_out"), ("no",), "R48-6.54b")


@effect()
class FixedContents(Effect):
    """A structure holds what its scenario says (R48-G.45)."""


@action("search", "R48-6.54 R48-G.45")
def search_structure(situation: SearchStructure, tables: Tables) -> Rule[FindVerdict]:
    """Nothing yet leaves the structure open; anything else closes it; a scenario's contents come first (R48-6.54b, R48-G.45)."""
    acted = HaveActed(whom=ACTOR, count=1)
    closed = DoneOnce(whom=TARGET, what=Once.SEARCHED)
    if situation.fixed_contents:
        fixed = FixedContents(whom=TARGET)
        return FindVerdict(table="search", result="fixed", effects=(fixed, closed, acted))
    told = yield from worded_throw("search.result", D20, "search", tables)
    effects = yield from _search_result(told.result, tables)
    shut = () if told.result == "nothing yet" else (closed,)
    spoken = announced(f"search.{told.result}", told.variant, tables)
    return find_verdict("search", told.result, (spoken, *effects, *shut, acted), tables)


def _search_result(result: str, tables: Tables) -> Steps:
    if result == "recruits":
        figures = yield from arrivals.size("search.recruits", "search.size.recruits", tables)
        return (Joins(whom=PLAYERS, party=volunteers(figures)), *recruited(figures, tables))
    if result == "weapons":
        return (yield from _weapons(tables))
    if result == "soldiers":
        figures = yield from arrivals.size("search.soldiers", "search.size.soldiers", tables)
        party = Party(kind=Kind.INFANTRY, quality=Quality.AVERAGE, figures=figures, nco=True)
        return PartyArrives(whom=Kind.INFANTRY.value, party=party, place=None), ActsAtOnce(whom=Kind.INFANTRY.value)
    if result == "prisoners":
        figures = yield from arrivals.size("search.guards", "search.size.prisoners", tables)
        guards = Party(kind=Kind.GARRISON, quality=Quality.CONSCRIPT, figures=figures, nco=True)
        return places.cache_effects(Cache.PRISONERS, None, guards, tables)
    if result == "dump":
        return (yield from captured_dump(tables))
    return _plain_find(result, tables)


def _plain_find(result: str, tables: Tables) -> tuple[Effect, ...]:
    """Finds that need no further throw."""
    markers = tables.number("events.size.civilians.added") + 1
    if result == "civilians":
        party = bystanders(Kind.CIVILIANS, markers)
        return (PartyArrives(whom=Kind.CIVILIANS.value, party=party, place=None),)
    if result == "hiders":
        party = bystanders(Kind.ARISTOCRATS, markers)
        return (PartyArrives(whom=Kind.ARISTOCRATS.value, party=party, place=None),)
    if result == "papers":
        return Captured(whom=ACTOR, what=Capture.PAPERS), scored(Entry.DOCUMENTS, 1, tables)
    if result == "cash":
        return Captured(whom=ACTOR, what=Capture.CASH), scored(Entry.CASH, 1, tables)
    return ()


def _weapons(tables: Tables) -> Steps:
    """Hidden weapons for some figures: muskets, or what is in the shed (R48-G.45)."""
    figures = yield from arrivals.size("search.weapons", "search.size.weapons", tables)
    muskets = yield from happens("search.muskets", D6, tables.number("search.chance.muskets"))
    return (ArmsFound(whom=ACTOR, figures=figures, muskets=muskets),)


def captured_dump(tables: Tables) -> Steps:
    """A dump scores once, and three in ten hold arms for the unit that took it (R48-3.15, R48-G.10(e), R48-G.10(g))."""
    armoury = yield from happens("cache.armoury", D10, tables.number("cache.chance.armoury"))
    arms = (ArmsFound(whom=ACTOR),) if armoury else ()
    return (Captured(whom=ACTOR, what=Capture.DUMP), scored(Entry.DUMP_OR_CONVOY, 1, tables), *arms)


# ---- Scout Government Strongpoint -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Scout:
    """A figure looks at an outpost (R48-6.55). ``kept_by_umpire``: garrison and contents were thrown when it was placed."""

    actor_name: str | None = fields.name()
    target_name: str | None = fields.name()
    distance: Fraction | None = fields.speech_distance()
    clear_line: bool = yes_no(section=Section.CIRCUMSTANCE, usual=True)
    scouted_before: bool = fields.box(Section.CIRCUMSTANCE)
    kept_by_umpire: bool = fields.box(Section.CIRCUMSTANCE)
    actor_has_acted: bool = fields.actor_has_acted()
    actor_is_gone: bool = fields.is_gone()
    side_acting: Side = fields.side_acting()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Players only, within 12 inches with a clear line, once for each outpost."""
        yield from player_only(self, "R48-6.55a")
        yield from acting_problems(self)
        yield from too_far(self.distance, "scout", "R48-6.55", tables)
        if not self.clear_line:
            yield Problem("clear_line", Message("problem.no_line_to_scout"), ("yes",), "R48-6.55")
        if self.scouted_before:
            yield Problem("scouted_before", Message("problem.scouted"), ("no",), "R48-6.55b")


@action("search", "R48-6.55 R48-G.45a")
def scout(situation: Scout, tables: Tables) -> Rule[FindVerdict]:
    """Four in five see the garrison, one in three of these the contents too; the attempt is used up (R48-G.45a)."""
    tally = single_chance("scout.percent", Message("reason.scout"), tables, Message("why.scout"))
    variants = tables.number("wording.finds.variants")
    seen, variant = yield Roll(
        "scout.result",
        (PERCENT,),
        read=lambda die: (die <= tally.total, Detail(die % variants)),
        tally=tally,
        label=lambda reading: Label(Message(f"outcome.scout.{'garrison' if reading[0] else 'nothing'}")),
    )
    told = WordedResult("garrison" if seen else "nothing", weighed(variant))
    effects: list[Effect] = [announced(f"scout.{told.result}", told.variant, tables)]
    if seen:
        effects += yield from _seen(situation, tables)
    effects += [DoneOnce(whom=TARGET, what=Once.SCOUTED), HaveActed(whom=ACTOR, count=1)]
    return FindVerdict(table="scout", result=told.result, place=int(seen), effects=tuple(effects))


def _seen(situation: Scout, tables: Tables) -> Steps:
    inside = not (yield from happens("scout.contents", D6, tables.number("scout.contents_from") - 1))
    whom = situation.target_name or STRONGPOINT
    if situation.kept_by_umpire:
        return [Revealed(whom=whom, contents=inside)]
    kind, parties = yield from places.garrison(tables)
    effects: list[Effect] = [GarrisonIs(whom=whom, garrison=kind, parties=parties)]
    if inside:
        effects.append(ContentsAre(whom=whom, cache=(yield from places.contents(tables))))
    return effects


# ---- Question/Search Officers and Aristocrats -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Question(Seen):
    """A figure in contact questions or searches people who can fight no more (R48-6.56, R48-6.56a)."""

    actor_name: str | None = fields.name()
    target_name: str | None = fields.name()
    person_kind: PersonKind = choice(PersonKind, section=Section.TARGET, usual=PersonKind.OFFICER)
    in_contact: bool = yes_no(section=Section.CIRCUMSTANCE, usual=True)
    can_still_fight: bool = fields.box(Section.CIRCUMSTANCE)
    asked_before: bool = fields.box(Section.CIRCUMSTANCE)
    already_scored: bool = fields.box(Section.CIRCUMSTANCE)
    mission_under_way: bool = fields.box(Section.CIRCUMSTANCE)
    actor_has_acted: bool = fields.actor_has_acted()
    actor_is_gone: bool = fields.is_gone()
    side_acting: Side = fields.side_acting()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Players only, in contact, after the fight, once."""
        yield from player_only(self, "R48-6.56")
        yield from acting_problems(self)
        if not self.in_contact:
            yield Problem("in_contact", Message("problem.question_contact"), ("yes",), "R48-6.56")
        if self.can_still_fight:
            yield Problem("can_still_fight", Message("problem.still_fights"), ("no",), "R48-6.56a")
        if self.asked_before:
            yield Problem("asked_before", Message("problem.asked_before"), ("no",), "R48-G.42a")


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionQuestions:
    """Pop-up question 9."""

    send_emissary: bool | None = yes_no(section=Section.QUESTION, question="question.send", optional=True)


@effect(icon="run", says="{sent?emissary:questioned}")
class Questioned(OnUnit):
    """People who were questioned leave play, perhaps on an errand; nobody questions them again (R48-6.56b, R48-G.42a)."""

    sent: bool

    def on(self, unit: KnownUnit) -> KnownUnit:
        """They have scored; the soldiers of a unit whose officer it was stay."""
        alone = unit.party.kind in (Kind.ENEMY_OFFICER, Kind.ARISTOCRATS, Kind.HEADQUARTERS)
        return replace(unit, officer_scored=True, gone=unit.gone or alone)

    def fold(self, books: Books, deed: Deed, tables: Tables, /) -> Books:
        """They are remembered by their name."""
        after: Books = OnUnit.fold(self, books, deed, tables)
        return after.done_once(Once.ASKED, books.names(deed).get(self.whom, ""))


@effect()
class EmissarySent(OnBooks):
    """An emissary is on his way to the government (R48-6.60a, R48-G.39(a))."""

    def on(self, books: Books) -> Books:
        return books.talking(emissary_away=True)


@action("search", "R48-6.56 R48-G.42a", questions=QuestionQuestions)
def question(situation: Question, tables: Tables) -> Rule[FindVerdict]:
    """What they carry or know; capture itself scores once; afterwards they leave play (R48-3.46 to R48-3.48d, R48-6.56b, R48-G.42a)."""
    told = yield from _question_throw(situation, tables)
    result, effects = yield from _question_result(told.result, situation, tables)
    capture = () if situation.already_scored else (scored(Entry.OFFICER_OR_ARISTOCRAT, 1, tables),)
    leave = Questioned(whom=TARGET, sent=result == "emissary")
    spoken = announced(f"question.{result}", told.variant, tables)
    done = (spoken, *effects, *capture, leave, HaveActed(whom=ACTOR, count=1))
    return find_verdict("question", result, done, tables)


def _question_throw(situation: Question, tables: Tables) -> Steps:
    bounds = tables.row("question.up_to", situation.person_kind)
    names = tables.row("question.result")
    variants = tables.number("wording.finds.variants")
    result, variant = yield Roll(
        "question.result",
        (PERCENT,),
        read=lambda die: (names[bisect_left(bounds, die)], Detail(die % variants)),
        label=lambda reading: Label(Message(f"outcome.question.{reading[0]}")),
        tally=Tally((), Message("why.question")),
    )
    return WordedResult(result, weighed(variant))


def _question_result(result: str, situation: Question, tables: Tables) -> Steps:
    closed = situation.closed(tables)
    if result == "documents":
        return result, (Captured(whom=ACTOR, what=Capture.PAPERS), scored(Entry.DOCUMENTS, 1, tables))
    if result == "strongpoint":
        return (yield from known_place(result, closed, tables))
    if result == "dump or convoy":
        return result, (yield from _dump_or_convoy(closed, tables))
    if result == "emissary":
        return (yield from _emissary(situation))
    if result in _CACHES:
        return result, (yield from places.cache(_CACHES[result], tables))
    return result, ()


_CACHES = {"prisoners": Cache.PRISONERS, "cash": Cache.CASH, "hiders": Cache.HIDERS}


def _dump_or_convoy(closed: frozenset[Event], tables: Tables) -> Steps:
    dump = yield from happens("question.dump", D6, tables.number("question.chance.dump"))
    if dump or Event.CONVOY in closed:
        return (yield from places.cache(Cache.DUMP, tables))
    happened = yield from happen(Event.CONVOY, 0, tables)
    return happened.effects


def _emissary(situation: Question) -> Steps:
    """A willing emissary may be sent, one at a time; not sent he is worth nothing (R48-6.60a, R48-G.39(a), R48-G.42a)."""
    if situation.mission_under_way:
        return "nothing", ()
    send: bool = yield Observe("question.send", usual=True, rule="R48-G.39")
    return ("emissary", (EmissarySent(whom=PLAYERS),)) if send else ("nothing", ())


# ---- Free Political Prisoners ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class FreePrisoners:
    """A revolutionary frees prisoners whose guards are beaten (R48-6.62)."""

    actor_name: str | None = fields.name()
    target_name: str | None = fields.name()
    discovered: bool = yes_no(section=Section.CIRCUMSTANCE, usual=True)
    guards_defeated: bool = yes_no(section=Section.CIRCUMSTANCE, usual=True)
    freed_before: bool = fields.box(Section.CIRCUMSTANCE)
    actor_has_acted: bool = fields.actor_has_acted()
    actor_is_gone: bool = fields.is_gone()
    side_acting: Side = fields.side_acting()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Found, and unguarded."""
        yield from player_only(self, "R48-6.62a")
        yield from acting_problems(self)
        if self.freed_before:
            yield Problem("freed_before", Message("problem.freed_before"), ("no",), "R48-12.03l")
        if not self.discovered:
            yield Problem("discovered", Message("problem.not_discovered"), ("yes",), "R48-6.62")
        if not self.guards_defeated:
            yield Problem("guards_defeated", Message("problem.guards_stand"), ("yes",), "R48-6.62")


@effect()
class PoliticianFreed(OnBooks):
    """A politician who was freed helps in negotiations (R48-G.39(d), R48-G.44)."""

    def on(self, books: Books) -> Books:
        return books.talking(politician_freed=True)


@action("search", "R48-6.62 R48-G.44")
def free_prisoners(situation: FreePrisoners, tables: Tables) -> Rule[FindVerdict]:  # noqa: ARG001 - what counts was checked
    """Who is freed and whether they can help; five points for the place (R48-6.62a, R48-12.03l, R48-G.44)."""
    told = yield from worded_throw("prisoners.result", D10, "prisoners", tables)
    effects: list[Effect] = [announced(f"prisoners.{told.result}", told.variant, tables)]
    effects += yield from freed(told.result, tables)
    effects.append(scored(Entry.PRISONERS_FREED, 1, tables))
    tells = not (yield from happens("prisoners.tell", D6, tables.number("prisoners.chance.tells_from") - 1))
    if tells:
        effects += yield from places.cache(None, tables)
    effects += [DoneOnce(whom=TARGET, what=Once.FREED), HaveActed(whom=ACTOR, count=1)]
    return find_verdict("prisoners", told.result, tuple(effects), tables)


def freed(result: str, tables: Tables) -> Steps:
    """Citizens, Veterans, a Leader, a noted politician: they join the unit that freed them (R48-G.44)."""
    effects: list[Effect] = []
    citizens = 0
    if result in ("citizens", "leader"):
        citizens = yield from arrivals.size("prisoners.citizens", f"prisoners.size.{result}", tables)
        effects.append(Joins(whom=PLAYERS, party=volunteers(citizens, leader=result == "leader")))
    if result == "veterans":
        figures = yield from arrivals.size("prisoners.veterans", "prisoners.size.veterans", tables)
        veterans = Party(
            kind=Kind.REVOLUTIONARIES,
            side=Side.PLAYER,
            quality=Quality.VETERAN,
            figures=figures,
            firearm=Firearm.NONE,
            melee=Melee.IMPROVISED,
        )
        effects.append(Joins(whom=PLAYERS, party=veterans))
    if result == "politician":
        effects.append(Joins(whom=PLAYERS, party=volunteers(1, leader=True)))
        effects.append(PoliticianFreed(whom=PLAYERS))
    return [*effects, *recruited(citizens, tables)]
