"""Hand-to-hand combat between two units (chapter 7, PRE-G.27 to PRE-G.36, PRE-G.51)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import D6
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, choice, number, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Choose, Label, Observe, Roll
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally
from sandtable.kernel.verdict import Measures, Outcome, Rule, Verdict, measuring
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.asking import number_text, options_of
from sandtable.rulesets.mesoamerica.best_choice import aggressor_options, choices, defender_options, matrix, usual_back
from sandtable.rulesets.mesoamerica.effects import (
    Attacked,
    Doubled,
    FightListed,
    MenDisarmed,
    MenKilled,
    NamesFirst,
    losses_follow,
)
from sandtable.rulesets.mesoamerica.exchange import WORST_SEVERITY, Losses, exchange
from sandtable.rulesets.mesoamerica.men import Men, men_problems
from sandtable.rulesets.mesoamerica.numbers import (
    ROLES,
    Pair,
    number_steps,
    other,
    paired,
)
from sandtable.rulesets.mesoamerica.vocabulary import ATTACKS, Back, Fight, Movement, Side, UnitType, Weapon

FIRST_BY_KILLED = 100  # rows of the odds are sorted by men killed, then by men disarmed


def _movement(whose: str) -> Any:
    """Without a roster both have moved, but not enough for shock."""
    pair = "target_movement" if whose == "actor" else "actor_movement"
    return choice(Movement, section=Section.CIRCUMSTANCE, usual=Movement.PART, pair=pair)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandToHand:
    """Two units: the actor is the one named to attack, the target its enemy. Two taps on the roster fill it."""

    actor_name: str | None = fields.name("actor")
    actor_type: UnitType = fields.unit_type("actor")
    actor_weapon: Weapon | None = fields.combat_weapon("actor")
    actor_strength: int | None = fields.combat_strength("actor")
    actor_men: int = fields.men("actor")
    actor_elite: bool = fields.elite("actor")
    actor_armoured: bool = fields.armoured("actor")
    target_name: str | None = fields.name("target")
    target_type: UnitType = fields.unit_type("target")
    target_weapon: Weapon | None = fields.combat_weapon("target")
    target_strength: int | None = fields.combat_strength("target")
    target_men: int = fields.men("target")
    target_elite: bool = fields.elite("target")
    target_armoured: bool = fields.armoured("target")
    attackers_on_target: int = number(
        section=Section.CIRCUMSTANCE, lowest=1, highest=fields.MOST_ATTACKERS, usual=1, unit="units"
    )
    actor_attacked_by_another: bool = yes_no(section=Section.CIRCUMSTANCE, usual=False)
    actor_movement: Movement = _movement("actor")
    target_movement: Movement = _movement("target")
    actor_shot_at: bool = fields.circumstance("actor", "shot_at")
    target_shot_at: bool = fields.circumstance("target", "shot_at")
    actor_fought_last_turn: bool = fields.circumstance("actor", "fought_last_turn")
    target_fought_last_turn: bool = fields.circumstance("target", "fought_last_turn")
    actor_rolled: bool = fields.circumstance("actor", "rolled")
    target_rolled: bool = fields.circumstance("target", "rolled")
    actor_unarmed: int = fields.unarmed("actor")
    target_unarmed: int = fields.unarmed("target")
    actor_unconscious: int = fields.unconscious("actor")
    target_unconscious: int = fields.unconscious("target")
    actor_level: int = fields.level("actor")
    target_level: int = fields.level("target")
    actor_prisoners: int = fields.prisoners("actor")
    target_prisoners: int = fields.prisoners("target")
    target_hidden: bool = fields.hidden()
    actor_gone: bool = fields.gone()
    target_gone: bool = fields.gone()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """Pairs that PRE-7.16, PRE-7.17 and PRE-G.36 forbid."""
        yield from fields.pair_problems(self)
        yield from men_problems(Men(self.actor_men, self.actor_unarmed, self.actor_unconscious), "actor")
        yield from men_problems(Men(self.target_men, self.target_unarmed, self.target_unconscious), "target")
        most = tables.number("fight.attackers.most")
        if self.attackers_on_target > most:
            about = Message.of("problem.too_many_attackers", most=most)
            yield Problem("attackers_on_target", about, (), "PRE-7.16")
        if self.actor_attacked_by_another:
            yield Problem("actor_attacked_by_another", Message("problem.attacked_by_another"), (), "PRE-7.17")
        if self.actor_prisoners:
            yield Problem("actor_prisoners", Message("problem.escort_attacks"), (), "PRE-G.38")
        if self.actor_level <= tables.number("morale.retreats.level"):
            about = Message.of("problem.retreating_attacks", level=self.actor_level)
            yield Problem("actor_level", about, (), "PRE-G.43")
        for role in ROLES:
            if getattr(self, f"{role}_type") is UnitType.SPANISH and not tables.option("spanish"):
                yield Problem(f"{role}_type", Message("problem.no_spanish"), fields.SOLDIERS, "PRE-G.46")

    def subject(self) -> Message:
        """Who, and at whom."""
        return Message.of("subject.fight", who=fields.who(self), whom=fields.who(self, "target"))


@dataclass(frozen=True, slots=True, kw_only=True)
class FightQuestions:
    """What the form may answer in advance; the options stay secret until they are asked for."""

    within_half_inch: bool | None = yes_no(section=Section.QUESTION, question="fight.within", optional=True)
    at_the_back: Back | None = choice(Back, section=Section.QUESTION, question="fight.back", optional=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class FightVerdict(Verdict):
    """Both rolls of a fight: who defended, what was chosen, what was lost."""

    ended: str
    defender: str = ""
    options: tuple[Fight, Fight] = (Fight.PASS, Fight.PASS)  # the defender's, the aggressor's
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
        label = Message.of("outcome.fight.losses", actor=_lost(self.actor), target=_lost(self.target))
        return Outcome(
            "_".join(map(str, lost)),
            label,
            min(WORST_SEVERITY, self.target.killed + bool(self.target.disarmed)),
            FIRST_BY_KILLED * (self.target.killed - self.actor.killed) + self.target.disarmed - self.actor.disarmed,
        )


def summary(situation: HandToHand, tables: Tables) -> Message:
    """Both numbers and who is the defender, with the usual facing."""
    pair = paired(situation, usual_back(situation, tables), tables)
    return Message.of(
        f"summary.fight.{pair.defender or 'tie'}",
        actor=number_text(pair.number("actor").value),
        target=number_text(pair.number("target").value),
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
        "fight.back", usual=usual_back(situation, tables), options=options_of(Back), rule="PRE-7.07"
    )
    pair = paired(situation, Back(seen), tables)
    defender = pair.defender
    if defender is None:
        defender = yield _tie(tables)
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
        actor=lost["actor"],
        target=lost["target"],
        actor_gone=men["actor"].all == 0,
        target_gone=men["target"].all == 0,
        effects=tuple(_effects(pair, defender, (option, fought.reply), lost, men)),
        notes=(FightListed(whom="target"),),
    )


def _tie(tables: Tables) -> Roll:
    """Equal numbers, and movement does not tell: a die decides (PRE-G.27)."""
    up_to = tables.number("fight.tie.actor_defends_up_to")
    return Roll(
        "fight.tie",
        (D6,),
        read=lambda die: "actor" if die <= up_to else "target",
        label=lambda role: Label(Message(f"label.tie.{role}")),
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
    says = Message(f"request.{key}.{defender if chosen is None else other(defender)}")
    answer: str = yield Choose(
        key,
        options_of(options),
        usual=usual,
        role=key.removeprefix("fight."),
        secret=True,
        says=says,
        rule="PRE-G.53",
        tally=tally,
    )
    return Fight(answer)


def _effects(
    pair: Pair, defender: str, options: tuple[Fight, Fight], lost: dict[str, Losses], men: dict[str, Men]
) -> Iterator[Effect]:
    aggressor = other(defender)
    if options[0] is Fight.DEFEND:
        yield Doubled(whom=defender)
    for role in (aggressor, defender):  # in the order of the rolls
        if lost[role].killed:
            yield MenKilled(whom=role, count=lost[role].killed)
        if lost[role].disarmed:
            yield MenDisarmed(whom=role, count=lost[role].disarmed)
        yield from losses_follow(role, men[role], pair.fighter(role).kind, pair.fighter(role).prisoners)
    yield Attacked(whom=defender, rolled=options[0] in ATTACKS)
    yield Attacked(whom=aggressor, rolled=options[1] in ATTACKS)


def _lost(lost: Losses) -> Message:
    if lost.disarmed:
        return Message.of("word.lost.disarmed", killed=lost.killed, disarmed=lost.disarmed)
    return Message.of("word.lost.killed", killed=lost.killed)


@dataclass(frozen=True, slots=True, kw_only=True)
class FightOrder:
    """At the start of hand-to-hand combat: which side names the first fight (PRE-G.36)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FightOrderVerdict(Verdict):
    """The side that names first."""

    side: Side
    measures: ClassVar[Measures] = measuring("west")

    @property
    def west(self) -> bool:
        """West names first."""
        return self.side is Side.WEST

    def outcome(self) -> Outcome:
        """One side or the other."""
        label = Message.of("outcome.fight_order", side=self.side)
        return Outcome(self.side, label, 0, list(Side).index(self.side), "fight_order.dice")


@action("fight", "PRE-G.36")
def fight_order(situation: FightOrder, tables: Tables) -> Rule[FightOrderVerdict]:  # noqa: ARG001 - every rule has both
    """A die each, West's first; ties are thrown again."""
    side: Side = yield Roll(
        "fight_order.dice",
        (D6, D6),
        read=lambda west, east: Side.WEST if west > east else Side.EAST,
        counting=lambda west, east: west != east,
        label=lambda side: Label(side.message),
    )
    return FightOrderVerdict(side=side, effects=(NamesFirst(whom=side),))
