"""Leaders: who falls, and who takes over (MAW-3.06, MAW-G.16c, MAW-G.16e, MAW-G.17)."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D10
from sandtable.kernel.effects import Deed, Effect, Offer, OnBooks, OnUnit, effect
from sandtable.kernel.form import Section, choice
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Label, Request, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Outcome, Rule, Ruling, Verdict
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.units import acting, gone_problems
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Commander,
    LeaderFate,
    LeaderRating,
    LeaderWith,
    Side,
)

SEVERITY = {fate: severity + (severity > 1) for severity, fate in enumerate(LeaderFate)}
_FATES = tuple(LeaderFate)
_RATINGS = tuple(LeaderRating)  # best first
LEADER_DIE, COLONEL_DIE = "leader.die", "leader.colonel"


@dataclass(frozen=True, slots=True, kw_only=True)
class FallenLeader:
    """A leader or brave colonel is checked on his own."""

    side: Side = fields.side()
    name: str | None = fields.name(Section.ACTOR)
    leader_with_unit: LeaderWith = choice(
        LeaderWith,
        section=Section.ACTOR,
        only=(LeaderWith.LEADER, LeaderWith.COLONEL, LeaderWith.BOTH),
        usual=LeaderWith.LEADER,
    )
    gone: bool = fields.box()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Nobody is with a unit that has left the game (MAW-10.04)."""
        yield from gone_problems("gone", gone=self.gone)

    def subject(self) -> Message:
        """Whose leader is checked."""
        return acting("fallen_leader", self.name)


@effect(icon="leader-fallen", says="{colonel?colonel:leader}.{fate}")
class LeaderFares(OnUnit):
    """What becomes of a leader or colonel (MAW-3.06)."""

    fate: LeaderFate
    colonel: bool = False

    def on(self, unit: KnownUnit) -> KnownUnit:
        leaves = self.fate in (LeaderFate.LOST, LeaderFate.WOUNDED)
        return unit.without(colonel=self.colonel) if leaves else unit

    def fold(self, books: MexicanAmericanWarLedger, deed: Deed, tables: Tables, /) -> MexicanAmericanWarLedger:
        """The books without him; if he is wounded, with the turn he is back in, where turns are counted."""
        unit = books.unit_meant(self.whom, deed)
        known = books.leader_with(unit.name) if unit is not None and not self.colonel else None
        books = OnUnit.fold(self, books, deed, tables)
        unit = books.unit_meant(self.whom, deed)
        if known is not None:
            return books.with_leaders(known.fares(self.fate, books.turn))
        if unit is None or self.fate is not LeaderFate.WOUNDED or not books.turn:
            return books
        who = LeaderWith.COLONEL if self.colonel else LeaderWith.LEADER
        return books.with_units(replace(unit, away=(*unit.away, (who, books.turn + 1))))


@effect(icon="leader-attached", says="{unit?attached:detached}")
class LeaderAttached(OnBooks):
    """A leader joins a unit, or leaves the one he was with (MAW-G.16a)."""

    unit: str = ""

    def on(self, books: MexicanAmericanWarLedger) -> MexicanAmericanWarLedger:
        leader = books.leaders.get(self.whom)
        return books if leader is None else books.with_leaders(replace(leader, unit=self.unit))


@effect(icon="leader-fallen", has_words=False)
class LeaderGone(OnBooks):
    """A leader of the books is taken by the enemy (MAW-G.16d)."""

    def on(self, books: MexicanAmericanWarLedger) -> MexicanAmericanWarLedger:
        leader = books.leaders.get(self.whom)
        return books if leader is None else books.with_leaders(leader.fares(LeaderFate.LOST, books.turn))


@effect(has_words=False)
class LeaderTakesOver(OnBooks):
    """A new leader has the command of one who was lost, and is with one of its units (MAW-G.16c)."""

    rating: LeaderRating
    unit: str

    def on(self, books: MexicanAmericanWarLedger) -> MexicanAmericanWarLedger:
        lost = books.leaders.get(self.whom)
        if lost is None:
            return books
        new = replace(lost, gone=False, back=0, on_foot=0, rating=self.rating, unit=self.unit, successor=True)
        return books.with_leaders(new)


@effect(has_words=False)
class LeaderLost(OnBooks):
    """A side has lost a leader for the game: that counts for victory (MAW-G.27a), and another takes over (MAW-G.16c)."""

    side: Side  # as the form has it; of a unit on the roster the books know better

    def _side_in(self, books: MexicanAmericanWarLedger) -> Side:
        unit = books.unit(self.whom)
        return self.side if unit is None else unit.side

    def on(self, books: MexicanAmericanWarLedger) -> MexicanAmericanWarLedger:
        side = self._side_in(books)
        return replace(books, leaders_lost={**books.leaders_lost, side: books.leaders_lost.get(side, 0) + 1})

    def leads_to(self, books: MexicanAmericanWarLedger, _: Deed, /) -> Iterator[Offer]:
        yield Offer(Message("offer.replacement"), "leader_replacement", {"side": self._side_in(books)})


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderVerdict(Verdict):
    """What becomes of him, or of both."""

    leader: LeaderFate | None
    colonel: LeaderFate | None
    measures: ClassVar[dict[str, Any]] = {
        "leader_lost": lambda verdict: LeaderFate.LOST in (verdict.leader, verdict.colonel),
        "leader_out": lambda verdict: verdict.leader is LeaderFate.WOUNDED,
    }

    def outcome(self) -> Outcome:
        """The worse of the two."""
        worst = max((fate for fate in (self.leader, self.colonel) if fate), key=_FATES.index)
        return Outcome(worst, Message(f"outcome.leader.{worst}"), SEVERITY[worst], _FATES.index(worst), LEADER_DIE)


@action("army", "MAW-3.06 MAW-G.16e")
def fallen_leader(situation: FallenLeader, tables: Tables) -> Rule[LeaderVerdict]:
    """A d10 on the Fallen Leader Table (MAW-3.06)."""
    leader, colonel = yield from fall_of_leaders(situation.leader_with_unit, tables)
    whom = situation.name or "leader"
    return LeaderVerdict(
        leader=leader,
        colonel=colonel,
        effects=tuple(leader_effects((whom, whom), leader, colonel)),
        notes=leader_notes(whom, leader, situation.side),
    )


Fates = tuple[LeaderFate | None, LeaderFate | None]  # the leader's and the colonel's


def fall_of_leaders(who: LeaderWith, tables: Tables) -> Generator[Request, Any, Fates]:
    """A die for the leader, one for the colonel (MAW-G.16e); nobody with the unit, no die."""
    leader = colonel = None
    if who in (LeaderWith.LEADER, LeaderWith.BOTH):
        leader = yield leader_roll(tables)
    if who in (LeaderWith.COLONEL, LeaderWith.BOTH):
        colonel = yield colonel_roll(tables)
    return leader, colonel


def leader_roll(tables: Tables) -> Roll:
    """The die of a leader with a unit that suffers (MAW-3.06)."""
    return Roll(
        LEADER_DIE,
        (D10,),
        read=lambda die: LeaderFate(tables.step("fallen_leader", die, "leader")),
        tally=Tally((Modifier(Message("reason.fallen_leader"), None, "MAW-3.06"),)),
        label=_label,
    )


def colonel_roll(tables: Tables) -> Roll:
    """The die of a colonel (MAW-G.16e)."""
    return Roll(
        COLONEL_DIE,
        (D10,),
        read=lambda die: LeaderFate(tables.step("fallen_leader.colonel", die, "fate")),
        tally=Tally((Modifier(_colonel_falls(tables), None, "MAW-G.16e"),)),
        label=_label,
    )


def _colonel_falls(tables: Tables) -> Message:
    """From which die on a colonel is lost, as the table in force has it."""
    fates: tuple[str, ...] = tables.row("fallen_leader.colonel.fate")
    bounds: tuple[int, ...] = tables.row("fallen_leader.colonel.up_to")
    worst = next((bound + 1 for bound, fate in zip(bounds, fates[1:], strict=True) if fate == LeaderFate.LOST), 1)
    return Message.of("reason.fallen_colonel", die=worst)


def leader_effects(whom: tuple[str, str], leader: LeaderFate | None, colonel: LeaderFate | None) -> Iterator[Effect]:
    """What to do with the figures; ``whom`` are the units that the leader and the colonel are with."""
    if leader is not None:
        yield LeaderFares(whom=whom[0], fate=leader)
    if colonel is not None:
        yield LeaderFares(whom=whom[1], fate=colonel, colonel=True)


def leader_notes(whom: str, leader: LeaderFate | None, side: Side) -> tuple[Effect, ...]:
    """What the books keep of a leader's fate."""
    return (LeaderLost(whom=whom, side=side),) if leader is LeaderFate.LOST else ()


def _label(fate: LeaderFate) -> Label:
    return Label(Message(f"outcome.leader.{fate}"), SEVERITY[fate])


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderReplacement:
    """A leader lost for the game is replaced in the first step of his side's next turn."""

    side: Side = fields.side()
    commander: Commander = choice(Commander, section=Section.ACTOR, usual=Commander.BRIGADE)
    name: str | None = fields.name(Section.ACTOR)
    gone: bool = fields.box()

    def problems(self, tables: Tables) -> Iterator[Problem]:  # noqa: ARG002 - every situation is handed its tables
        """Only brigade and division leaders are replaced (MAW-G.16c), and none comes to a unit that has left the game."""
        yield from gone_problems("gone", gone=self.gone)
        replaced = (Commander.BRIGADE, Commander.DIVISION)
        if self.commander not in replaced:
            yield Problem("commander", Message("problem.not_replaced"), replaced, "MAW-G.16c")


@effect(icon="leader-attached")
class LeaderReplaced(Effect):
    """A new leader takes over the command (MAW-G.16c)."""

    rating: LeaderRating


@action("army", "MAW-G.16c", measures="gallant")
def leader_replacement(situation: LeaderReplacement, tables: Tables) -> Rule[Ruling]:
    """A d10 for the rating of the new leader (MAW-G.16c)."""
    rating: LeaderRating = yield Roll(
        "replacement.die",
        (D10,),
        read=lambda die: LeaderRating(tables.step("replacement", die, "rating")),
        tally=Tally((Modifier(Message("reason.replacement"), None, "MAW-G.16c"),)),
        label=lambda rating: Label(rating.message, _RATINGS.index(rating)),
    )
    return Ruling.of(
        "replacement",
        LeaderReplaced(whom=situation.name or "leader", rating=rating),
        words={"rating": rating},
        grave=_RATINGS.index(rating),
        order=_RATINGS.index(rating),
        gallant=rating is LeaderRating.GALLANT,
    )
