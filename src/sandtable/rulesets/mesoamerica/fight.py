"""Hand-to-hand combat between two units (chapter 7, PRE-G.27 to PRE-G.36, PRE-G.51)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D6
from sandtable.kernel.effects import Effect, OnUnit, effect
from sandtable.kernel.form import Section, choice, yes_no
from sandtable.kernel.ledger import Deed
from sandtable.kernel.messages import Message, decimal_text
from sandtable.kernel.requests import WORST_SEVERITY, Choose, Label, Observe, Roll, options_of
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally
from sandtable.kernel.verdict import Measures, Outcome, Rule, Verdict, measuring
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.best_choice import aggressor_options, choices, defender_options, matrix, matrix_of
from sandtable.rulesets.mesoamerica.effects import MenKilled, OnNamedUnit, OnUnitNow, losses_follow
from sandtable.rulesets.mesoamerica.exchange import Losses, exchange
from sandtable.rulesets.mesoamerica.fighters import ROLES, HandToHand, other
from sandtable.rulesets.mesoamerica.ledger import KnownUnit, MesoamericaLedger
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.numbers import Pair, number_steps, paired
from sandtable.rulesets.mesoamerica.vocabulary import ATTACKS, Back, Fight

FIRST_BY_KILLED = 100  # rows of the odds are sorted by men killed, then by men disarmed


@dataclass(frozen=True, slots=True, kw_only=True)
class FightQuestions:
    """What the form may answer in advance; each player chooses his option when it is his turn (PRE-7.03b, PRE-7.06)."""

    within_half_inch: bool | None = yes_no(section=Section.QUESTION, question="fight.within", optional=True)
    at_the_back: Back | None = choice(Back, section=Section.QUESTION, question="fight.back", optional=True, named=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class FightVerdict(Verdict):
    """Both rolls of a fight: who defended, what was chosen, what was lost."""

    ended: str
    defender: str = ""
    options: tuple[Fight, Fight] = (Fight.PASS, Fight.PASS)  # the defender's, the aggressor's
    names: tuple[str, str] = ROLES  # of the actor and the target
    actor: Losses = Losses()
    target: Losses = Losses()
    actor_gone: bool = False
    target_gone: bool = False
    measures: ClassVar[Measures] = {
        "actor_killed": lambda verdict: verdict.actor.killed,
        "actor_disarmed": lambda verdict: verdict.actor.disarmed,
        "target_killed": lambda verdict: verdict.target.killed,
        "target_disarmed": lambda verdict: verdict.target.disarmed,
        **measuring(actor_destroyed="actor_gone", target_destroyed="target_gone"),
    }

    def outcome(self) -> Outcome:
        """Apart, nothing, or the losses of both."""
        if self.ended == "apart":
            return Outcome("apart", Message("outcome.fight.apart"), 0, 0)
        lost = (self.actor.killed, self.actor.disarmed, self.target.killed, self.target.disarmed)
        if not any(lost):
            return Outcome("nothing", Message("outcome.fight.nothing"), 0, 0)
        who, whom = map(fields.the, self.names)
        label = Message.of(
            "outcome.fight.losses", who=who, whom=whom, actor=_lost(self.actor), target=_lost(self.target)
        )
        return Outcome(
            "_".join(map(str, lost)),
            label,
            min(WORST_SEVERITY, self.target.killed + bool(self.target.disarmed)),
            FIRST_BY_KILLED * (self.target.killed - self.actor.killed) + self.target.disarmed - self.actor.disarmed,
        )


@effect(icon="shield", adds=("who",))
class Doubled(Effect):
    """The defender stands on the defensive (PRE-7.04)."""

    @property
    def who(self) -> str | Message:
        """The unit as a sentence names it."""
        return fields.the(self.whom)


@effect(icon="hand")
class MenDisarmed(OnNamedUnit):
    """Men have lost their weapons (PRE-7.11c)."""

    count: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, men=unit.men.disarmed(self.count))


@effect(has_words=False)
class Attacked(OnUnitNow):
    """Bookkeeping of a fight: who was in it and who has rolled (PRE-G.36)."""

    rolled: bool

    def then(self, unit: KnownUnit, turn: int) -> KnownUnit:
        rolled = turn if self.rolled else unit.rolled_turn
        return replace(unit, fought_turn=turn, rolled_turn=rolled, due=unit.due | {"fought"})


@effect(has_words=False)
class FightListed(OnUnit):
    """A fight took place, and its target has one more attacker (PRE-7.16)."""

    def fold(self, books: MesoamericaLedger, deed: Deed, _: Tables, /) -> MesoamericaLedger:
        names = books.names(deed)
        if not {"actor", "target"} <= names.keys():
            return books
        actor, unit = names["actor"], books.unit_meant(self.whom, deed)
        listed = replace(books, fights=(*books.fights, (actor, names["target"])))
        return listed if unit is None else listed.with_units(replace(unit, attackers=(*unit.attackers, actor)))


def summary(situation: HandToHand, tables: Tables) -> Message:
    """Both numbers and who is the defender, with the usual facing."""
    pair = paired(situation, situation.usual_back(tables), tables)
    return Message.of(
        f"summary.fight.{'settled' if pair.defender else 'tie'}",
        who=fields.the(pair.fighter(pair.defender).name) if pair.defender else "",
        actor=decimal_text(pair.number("actor").value),
        target=decimal_text(pair.number("target").value),
    )


@action(
    "fight",
    "PRE-7.02 PRE-7.03 PRE-G.31 PRE-G.53",
    layout="matrix",
    questions=FightQuestions,
    exhibit=matrix,
    summary=summary,
)
def fight(situation: HandToHand, tables: Tables) -> Rule[FightVerdict]:
    """The lower number chooses and rolls first; its result counts before the other chooses and rolls (PRE-7.03 to PRE-7.06)."""
    within: bool = yield Observe("fight.within", usual=True, rule="PRE-7.01")
    if not within:
        return FightVerdict(ended="apart")
    seen: str = yield Observe(
        "fight.back", usual=situation.usual_back(tables), options=options_of(Back), rule="PRE-7.07"
    )
    pair = paired(situation, Back(seen), tables)
    defender = pair.defender
    if defender is None:
        defender = yield _tie(pair, tables)
    assert defender is not None  # noqa: S101 - found or thrown
    aggressor = other(defender)
    option = yield from _choose("fight.defender", defender_options(pair, defender), pair, defender, None, tables)
    replies = aggressor_options(pair, defender)
    reply = partial(_choose, "fight.aggressor", replies, pair, defender, option, tables)
    fought = yield from exchange(pair, defender, option, reply, tables)
    lost = {aggressor: fought.aggressor, defender: fought.defender}
    men = {role: lost[role].off(pair.fighter(role).men) for role in ROLES}
    return FightVerdict(
        ended="fought",
        defender=defender,
        options=(option, fought.reply),
        names=(pair.fighter("actor").name, pair.fighter("target").name),
        actor=lost["actor"],
        target=lost["target"],
        actor_gone=men["actor"].all == 0,
        target_gone=men["target"].all == 0,
        effects=tuple(_effects(pair, defender, (option, fought.reply), lost, men)),
        notes=(FightListed(whom="target"),),
    )


def _tie(pair: Pair, tables: Tables) -> Roll:
    """Equal numbers, and movement does not tell: a die decides (PRE-G.27)."""
    up_to = tables.number("fight.tie.actor_defends_up_to")
    names = {role: fields.the(pair.fighter(role).name) for role in ROLES}
    return Roll(
        "fight.tie",
        (D6,),
        read=lambda die: "actor" if die <= up_to else "target",
        label=lambda role: Label(Message.of("label.tie", who=names[role])),
        says=Message.of("request.fight.tie", who=names["actor"]),
    )


def _choose(
    key: str, options: tuple[Fight, ...], pair: Pair, defender: str, chosen: Fight | None, tables: Tables
) -> Any:
    """Ask for an option where there is a choice; the usual one is the best (PRE-G.53)."""
    if len(options) == 1:
        return options[0]
    found = choices(pair, defender, tables)
    usual = found.best if chosen is None else found.replies[chosen]
    tally = Tally(number_steps(pair), Message("why.numbers")) if chosen is None else Tally()
    chooser = defender if chosen is None else other(defender)
    says = Message.of(f"request.{key}", who=fields.the(pair.fighter(chooser).name))
    answer: str = yield Choose(
        key,
        options_of(options),
        usual=usual,
        role=key.removeprefix("fight."),
        says=says,
        rule="PRE-G.53",
        tally=tally,
        pairs=lambda: matrix_of(pair, defender, tables),
    )
    return Fight(answer)


def _effects(
    pair: Pair, defender: str, options: tuple[Fight, Fight], lost: dict[str, Losses], men: dict[str, Men]
) -> Iterator[Effect]:
    aggressor = other(defender)
    names = {role: pair.fighter(role).name for role in ROLES}
    if options[0] is Fight.DEFEND:
        yield Doubled(whom=names[defender])
    for role in (aggressor, defender):  # in the order of the rolls
        if lost[role].killed:
            yield MenKilled(whom=names[role], count=lost[role].killed)
        if lost[role].disarmed:
            yield MenDisarmed(whom=names[role], count=lost[role].disarmed)
        yield from losses_follow(names[role], men[role], pair.fighter(role).kind, pair.fighter(role).prisoners)
    yield Attacked(whom=defender, rolled=options[0] in ATTACKS)
    yield Attacked(whom=aggressor, rolled=options[1] in ATTACKS)


def _lost(lost: Losses) -> Message:
    """Men lost, in words."""
    if lost.killed and lost.disarmed:
        return Message.of("word.lost.both", killed=lost.killed, disarmed=lost.disarmed)
    if lost.disarmed:
        return Message.of("word.lost.disarmed", disarmed=lost.disarmed)
    return Message.of("word.lost.killed", killed=lost.killed) if lost.killed else Message("word.lost.nobody")
