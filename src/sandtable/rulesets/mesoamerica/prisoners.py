"""Prisoners: claimed, led away, handed over; and men who find weapons again (chapter 8, PRE-G.35, PRE-G.37, PRE-G.38)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, OnBooks, OnUnit, effect
from sandtable.kernel.form import Section, choice, number, text, when, yes_no
from sandtable.kernel.ledger import Deed
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import WORST_SEVERITY, Observe
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.verdict import Rule, Ruling
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.effects import LeaderLost, OnNamedUnit, OnUnitNow, UnitGone
from sandtable.rulesets.mesoamerica.ledger import KnownUnit, MesoamericaLedger
from sandtable.rulesets.mesoamerica.men import Men, men_problems
from sandtable.rulesets.mesoamerica.notes import note, table_note
from sandtable.rulesets.mesoamerica.vocabulary import OTHER_SIDE, Delivery, HelplessOf, UnitType

_WITH_UNIT = when("helpless_of", HelplessOf.UNIT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A unit claims the helpless men of an enemy within half an inch, or of a marker it moved over (PRE-8.01, PRE-5.17)."""

    actor_name: str | None = fields.name("actor")
    actor_men: int = fields.men("actor")
    actor_unarmed: int = fields.unarmed("actor")
    actor_unconscious: int = fields.unconscious("actor")
    helpless_of: HelplessOf = choice(HelplessOf, section=Section.ACTION, usual=HelplessOf.UNIT)
    target_name: str | None = fields.name("target")
    target_men: int = fields.men("target", needed=_WITH_UNIT)
    target_unarmed: int = number(
        section=Section.TARGET, highest=fields.MOST_MEN, unit="men", usual=0, needed=_WITH_UNIT, pair="actor_unarmed"
    )
    target_unconscious: int = number(
        section=Section.TARGET, highest=fields.MOST_MEN, unit="men", usual=0, pair="actor_unconscious"
    )
    men_claimed: int | None = number(section=Section.ACTION, highest=fields.MOST_MEN, unit="men", optional=True)
    target_type: UnitType = fields.unit_type("target")
    actor_level: int = fields.level("actor")
    actor_prisoners: int = fields.prisoners("actor")
    actor_gone: bool = fields.circumstance()
    target_gone: bool = fields.circumstance(needed=_WITH_UNIT)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Somebody to claim, and a claimer free to do so (PRE-G.37)."""
        yield from fields.pair_problems(self)
        yield from men_problems(self.claimer, "actor")
        yield from men_problems(self.claimed_from, "target")
        if not self.claimed_from.helpless:
            yield Problem("target_unarmed", Message("problem.nobody_helpless"), (), "PRE-8.01")
        if self.actor_prisoners:
            yield Problem("actor_prisoners", Message("problem.escort_claims"), (), "PRE-G.37")
        if self.actor_level <= tables.number("morale.retreats.level"):
            about = Message.of("problem.retreating_claims", level=self.actor_level)
            yield Problem("actor_level", about, (), "PRE-G.37")
        most = most_claimed(self.claimer, self.claimed_from, tables)
        if self.men_claimed is not None and self.men_claimed > most:
            about = Message.of("problem.claims_too_many", claimed=self.men_claimed, most=most)
            yield Problem("men_claimed", about, (), "PRE-8.02")

    @property
    def claimer(self) -> Men:
        """The claimer's men."""
        return Men(self.actor_men, self.actor_unarmed, self.actor_unconscious)

    @property
    def claimed_from(self) -> Men:
        """The enemy's men; on a marker nobody covers the unconscious (PRE-G.21)."""
        if self.helpless_of is HelplessOf.MARKER:
            return Men(self.target_unconscious, 0, self.target_unconscious)
        return Men(self.target_men, self.target_unarmed, self.target_unconscious)

    def subject(self) -> Message:
        """Who, and at whom."""
        return Message.of("subject.claim", who=fields.who(self), whom=fields.who(self, "target"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClaimQuestions:
    """What the form may answer in advance."""

    priest_on_the_field: bool | None = yes_no(section=Section.QUESTION, question="claim.priest", optional=True)


def most_claimed(claimer: Men, enemy: Men, tables: Tables) -> int:
    """Active men at least the number claimed and half the enemy's active men (PRE-8.02); so many, or none (PRE-G.37)."""
    cover = floor(Fraction(claimer.active) - enemy.active * tables.exact("prisoners.cover.part"))
    most = max(0, min(enemy.helpless, cover))
    return most if tables.option("partial_claim") or most == enemy.helpless else 0


@effect(icon="captive")
class PrisonersTaken(OnNamedUnit):
    """The claimer leads away so many men (PRE-8.01)."""

    count: int
    unarmed: int
    unconscious: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, prisoners=unit.prisoners + self.count, waited=0)


@effect(has_words=False)
class MenCaptured(OnUnit):
    """The other side of it: men are gone from their unit."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, men=unit.men.taken(min(self.count, unit.men.helpless)))


@effect()
class MarkerCleared(OnBooks):
    """Men on a marker: claimed, or out of the game (PRE-5.17b)."""

    claimed: int
    lost: int

    def fold(self, books: MesoamericaLedger, deed: Deed, _: Tables, /) -> MesoamericaLedger:
        """Without the marker; men who were not claimed are out of the game."""
        name = books.names(deed).get("target", "")
        marker = next((marker for marker in books.markers if marker.name == name), None)
        if marker is None:
            return books
        left = tuple(other for other in books.markers if other is not marker)
        return replace(books, markers=left).with_toll(marker.side, abandoned=self.lost)


@effect(says="{to}")
class EscortDuty(Effect):
    """From its next movement the unit takes its prisoners away (PRE-8.05 to PRE-8.06)."""

    to: Delivery


@action("prisoners", "PRE-8.01 PRE-8.02 PRE-G.37", measures="claimed most", questions=ClaimQuestions)
def claim(situation: Claim, tables: Tables) -> Rule[Ruling]:
    """Claiming is voluntary; the claimer then escorts its prisoners (PRE-8.01 to PRE-8.06)."""
    enemy = situation.claimed_from
    most = most_claimed(situation.claimer, enemy, tables)
    priest: bool = yield Observe(
        "claim.priest", usual=True, rule="PRE-8.05b", tally=Tally(tuple(_claim_steps(situation, most, tables)))
    )
    claimed = situation.men_claimed or 0
    if most and situation.men_claimed is None:
        claimed = yield Observe("claim.number", usual=most if priest else 0, highest=most, rule="PRE-8.02")
    effects = _claim_effects(situation, claimed, priest=priest)
    if not claimed:
        return Ruling.of("claim.none", *effects, claimed=0, most=most)
    return Ruling.of("claim.claimed", *effects, grave=min(WORST_SEVERITY, claimed), claimed=claimed, most=most)


def _claim_steps(situation: Claim, most: int, tables: Tables) -> Iterator[Modifier]:
    enemy = situation.claimed_from
    yield table_note(
        tables, "prisoners.cover.part", "claim.cover", own=situation.claimer.active, enemy=enemy.active
    )  # fmt: skip
    yield note("claim.most", "PRE-G.37", helpless=enemy.helpless, most=most)


def _claim_effects(situation: Claim, claimed: int, *, priest: bool) -> Iterator[Effect]:
    enemy = situation.claimed_from
    left = enemy.taken(claimed)
    if claimed:
        yield PrisonersTaken(
            whom=fields.whom(situation),
            count=claimed,
            unarmed=enemy.unarmed - left.unarmed,
            unconscious=enemy.unconscious - left.unconscious,
        )
        yield EscortDuty(whom=fields.whom(situation), to=Delivery.PRIESTS if priest else Delivery.OFF_FIELD)
    if situation.helpless_of is HelplessOf.MARKER:
        yield MarkerCleared(whom=fields.whom(situation, "target"), claimed=claimed, lost=left.all)
    elif claimed:
        yield MenCaptured(whom=fields.whom(situation, "target"), count=claimed)
        if left.all == 0:
            yield UnitGone(whom=fields.whom(situation, "target"))
            if situation.target_type is UnitType.LEADER:
                yield LeaderLost(whom=fields.whom(situation, "target"))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOver:
    """An escort beside the priests, or off the field, at the end of a turn's movement (PRE-8.07, PRE-G.38)."""

    actor_name: str | None = fields.name("actor")
    actor_prisoners: int = number(section=Section.ACTOR, lowest=1, highest=fields.MOST_MEN, unit="men", usual=1)
    where: Delivery = choice(Delivery, section=Section.ACTION, usual=Delivery.PRIESTS)
    turns_waited: int = number(section=Section.ACTION, highest=9, usual=0, unit="turns")
    priest_name: str | None = text(section=Section.CIRCUMSTANCE, optional=True)
    waited_this_turn: bool = fields.circumstance()
    gone_units: str | None = fields.gone_units()

    def problems(self, _: Tables) -> Iterator[Problem]:
        """Once a turn (PRE-8.07), by escorts that are there, to priests that are there (PRE-G.48)."""
        if self.waited_this_turn:
            yield Problem("waited_this_turn", Message("problem.waited_already"), ("no",), "PRE-8.07")
        for place in ("actor_name", "priest_name"):
            name = getattr(self, place)
            if fields.gone_in(name, self.gone_units):
                yield Problem(place, Message.of("problem.gone.named", name=name), (), "PRE-G.48")

    def subject(self) -> Message:
        """Who does it."""
        return Message.of("subject.hand_over", who=fields.who(self))


@dataclass(frozen=True, slots=True, kw_only=True)
class HandOverQuestions:
    """What the form may answer in advance."""

    priests_reached: bool | None = yes_no(section=Section.QUESTION, question="hand_over.reached", optional=True)


@effect()
class Waits(OnUnitNow):
    """The hand-over takes so many turns more (PRE-8.07)."""

    turns: int

    def then(self, unit: KnownUnit, turn: int) -> KnownUnit:
        return replace(unit, waited=unit.waited + 1, waited_turn=turn)


@effect()
class HandedOver(OnUnit):
    """The prisoners are delivered; the escort is free (PRE-8.07c)."""

    count: int
    to: Delivery
    additive: int
    turns: int
    priest: str = ""

    @property
    def message(self) -> Message:
        """Only priests on the field can sacrifice them (PRE-8.11)."""
        bonus = {"additive": self.additive, "turns": self.turns}
        named = self.priest if self.priest and self.to is Delivery.PRIESTS else Message("word.the_priests")
        return Message.of(f"effect.handed_over.{self.to}", count=self.count, priests=named, **bonus)

    def fold(self, books: MesoamericaLedger, deed: Deed, _: Tables, /) -> MesoamericaLedger:
        """The escort is free; prisoners count wherever they are handed over, and only priests can offer them (PRE-8.11)."""
        unit = books.unit_meant(self.whom, deed)
        if unit is None:
            return books
        free = replace(unit, prisoners=0, waited=0, delivery=Delivery.PRIESTS, captor_pending=True)
        books = books.with_units(free).with_toll(OTHER_SIDE[unit.side], handed_over=self.count)
        priest = books.priest(unit.side, self.priest)
        if self.to is Delivery.OFF_FIELD or priest is None:
            return books
        return books.with_units(replace(priest, held=priest.held + self.count))


@action("prisoners", "PRE-8.07 PRE-G.38", measures="delivered", questions=HandOverQuestions)
def hand_over(situation: HandOver, tables: Tables) -> Rule[Ruling]:
    """One whole turn beside the priests, two off the field; then the escort is free (PRE-8.07 to PRE-8.07c)."""
    reached: bool = True
    if not situation.turns_waited:
        reached = yield Observe("hand_over.reached", usual=True, rule="PRE-G.38")
    if not reached:
        return Ruling.of(
            "hand_over.on_the_way", EscortDuty(whom=fields.whom(situation), to=situation.where), delivered=False
        )
    needed = tables.number("prisoners.wait", situation.where, "turns")
    left = needed - situation.turns_waited
    if left > 0:
        waits = Waits(whom=fields.whom(situation), turns=left)
        return Ruling.of("hand_over.waits", waits, words={"turns": left}, delivered=False)
    delivered = HandedOver(
        whom=fields.whom(situation),
        count=situation.actor_prisoners,
        to=situation.where,
        additive=tables.number("prisoners.captor.additive"),
        turns=tables.number("prisoners.captor.turns"),
        priest=situation.priest_name or "",
    )
    return Ruling.of("hand_over.delivered", delivered, delivered=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Rearm:
    """A unit with unarmed men at the end of a turn (PRE-G.35)."""

    actor_name: str | None = fields.name("actor")
    unarmed_men: int = number(section=Section.ACTOR, lowest=1, highest=fields.MOST_MEN, unit="men")
    moved_fired_or_fought: bool = yes_no(section=Section.ACTOR, usual=False)
    actor_gone: bool = fields.circumstance()

    def problems(self, _: Tables) -> Iterator[Problem]:
        """A unit that is gone finds no weapons."""
        yield from fields.pair_problems(self)

    def subject(self) -> Message:
        """Who does it."""
        return Message.of("subject.rearm", who=fields.who(self))


@dataclass(frozen=True, slots=True, kw_only=True)
class RearmQuestions:
    """What the form may answer in advance."""

    enemy_near: bool | None = yes_no(section=Section.QUESTION, question="rearm.enemy_near", optional=True)


@effect()
class Rearms(OnUnit):
    """After a quiet turn the unarmed have weapons again (PRE-G.35)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, men=unit.men.rearmed())


@action("prisoners", "PRE-G.35", measures="armed", questions=RearmQuestions)
def rearm(situation: Rearm) -> Rule[Ruling]:
    """A whole turn without moving, firing or fighting, and no enemy within 2 inches (PRE-G.35)."""
    if situation.moved_fired_or_fought:
        return Ruling.of("rearm.not_quiet", armed=0)
    near: bool = yield Observe("rearm.enemy_near", usual=False, rule="PRE-G.35")
    if near:
        return Ruling.of("rearm.not_quiet", armed=0)
    count = situation.unarmed_men
    return Ruling.of("rearm.armed", Rearms(whom=fields.whom(situation), count=count), armed=count)
