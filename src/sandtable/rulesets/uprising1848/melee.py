"""Attacks hand to hand, one pair or many (chapter 9, R48-G.21, R48-G.22, R48-G.53b)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from operator import add
from typing import ClassVar

from sandtable.kernel.actions import action
from sandtable.kernel.dice import PERCENT
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, choice
from sandtable.kernel.messages import Message
from sandtable.kernel.pools import Strikes, spread
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Band
from sandtable.kernel.stages import Staged, Throw
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Tally
from sandtable.rulesets.uprising1848 import fields
from sandtable.rulesets.uprising1848.acting import attack_problems, strikes
from sandtable.rulesets.uprising1848.chances import ladder_tally, up_to
from sandtable.rulesets.uprising1848.effects import ACTOR, ATTACKED, TARGET, HaveActed
from sandtable.rulesets.uprising1848.fire import CasualtyVerdict, loss_effects
from sandtable.rulesets.uprising1848.vocabulary import Cover, HandWeapon, Melee, Quality, Status, short

ATTACK_RULES = "R48-6.11 R48-6.12 R48-G.21 R48-G.53b"


@dataclass(frozen=True, slots=True, kw_only=True)
class Blow:
    """One attacker of a class at one figure of a class."""

    attacker: Quality
    target: Quality
    melee: Melee = Melee.LETHAL
    cover: Cover = Cover.NONE
    attacker_mounted: bool = False
    target_mounted: bool = False
    charging: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """N figures attack T that they touch, spread evenly (R48-6.11, R48-6.12, R48-G.53b)."""

    actor_name: str | None = fields.name(pair="target_name")
    actor: Quality = fields.fighter()
    attackers: int = fields.figures(Section.ACTOR, pair="targets")
    actor_is_mounted: bool = fields.actor_is_mounted()
    attacker_is_charging: bool = fields.box(Section.ACTOR)
    target_name: str | None = fields.name(pair="actor_name")
    target: Quality = fields.target()
    targets: int = fields.figures(Section.TARGET, pair="attackers")
    cover: Cover = fields.cover()
    target_is_mounted: bool = fields.target_is_mounted()
    rides_on_transport: bool = fields.box(Section.CIRCUMSTANCE)
    hand_weapon: HandWeapon | None = choice(HandWeapon, section=Section.CIRCUMSTANCE, optional=True)
    officer_named: bool = fields.box(Section.CIRCUMSTANCE)
    actor_status: Status = fields.actor_status()
    actor_has_acted: bool = fields.actor_has_acted()
    actor_left_to_act: int | None = fields.left_to_act()
    actor_is_gone: bool = fields.is_gone(pair="target_is_gone")
    actor_never_fights: bool = fields.never_fights()
    target_is_gone: bool = fields.is_gone(pair="actor_is_gone")
    target_heard_oratory: bool = fields.box(Section.CIRCUMSTANCE)
    truce: bool = fields.box(Section.CIRCUMSTANCE)
    melee: ClassVar[Melee] = Melee.LETHAL

    def subject(self) -> Message:
        """Who attacks whom."""
        return strikes("attack", self.attackers, self)

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """What forbids the attack; a weapon of the other class belongs to the other action (R48-G.22)."""
        yield from attack_problems(self, "attackers")
        if self.hand_weapon is not None and melee_class(self.hand_weapon, tables) is not self.melee:
            other = "attack_improvised" if self.melee is Melee.LETHAL else "attack_lethal"
            message = Message.of(
                "problem.hand_weapon", weapon=self.hand_weapon, melee=melee_class(self.hand_weapon, tables)
            )
            yield Problem("hand_weapon", message, (other,), "R48-G.22")

    @property
    def blow(self) -> Blow:
        """One of the pairs; riding on a transport does not count as mounted here (R48-3.39a)."""
        return Blow(
            attacker=self.actor,
            target=self.target,
            melee=self.melee,
            cover=self.cover,
            attacker_mounted=self.actor_is_mounted and not self.rides_on_transport,
            target_mounted=self.target_is_mounted,
            charging=self.attacker_is_charging,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackLethal(Attack):
    """Swords, sabres, lances, bayonets, axes."""

    melee: ClassVar[Melee] = Melee.LETHAL


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackImprovised(Attack):
    """Fists, clubs, tools, clubbed firearms."""

    melee: ClassVar[Melee] = Melee.IMPROVISED


@dataclass(frozen=True, slots=True, kw_only=True)
class AttackVerdict(CasualtyVerdict):
    """How many of those attacked are down."""

    notes: Sequence[Effect] = ATTACKED
    step: ClassVar[str] = "attack.blows"


def attack_summary(situation: Attack, tables: Tables) -> Message:
    """The chance of each pair, over the bars."""
    return Message.of("summary.attack", chance=blow_tally(situation.blow, tables).total, pairs=situation.attackers)


@action("fight", ATTACK_RULES, form=AttackLethal, summary=attack_summary)
@action("fight", ATTACK_RULES, form=AttackImprovised, summary=attack_summary)
def attack(situation: Attack, tables: Tables) -> Staged[AttackVerdict]:
    """One throw for alike pairs; outside a charge nobody strikes back (R48-G.33(g))."""
    tally = blow_tally(situation.blow, tables)
    throws = attack_throws("attack.blows", situation.attackers, situation.targets, tally)
    return Staged(0, *(Throw(partial(_same, throw), add) for throw in throws), partial(attacked, situation))


def _same(throw: Strikes, down: int) -> Strikes:  # noqa: ARG001 - the throw is the same however many are down
    return throw


def attacked(situation: Attack, casualties: int) -> AttackVerdict:
    """The verdict of an attack that so many fell to."""
    effects = (*loss_effects(TARGET, casualties, situation), HaveActed(whom=ACTOR, count=situation.attackers))
    return AttackVerdict(casualties=casualties, of=situation.targets, effects=effects)


def attack_throws(key: str, attackers: int, targets: int, tally: Tally) -> tuple[Strikes, ...]:
    """A throw for each class of targets: every one has the whole part of their number of attackers, or one more (R48-G.53b, R48-G.63)."""
    return tuple(_blows(key, struck, each, tally) for struck, each in spread(attackers, targets))


def _blows(key: str, struck: int, each: int, tally: Tally) -> Strikes:
    """The throw at so many targets that have so many attackers each (R48-G.53b)."""
    band = Band(Message("band.struck" if each == 1 else "band.struck_down"), up_to(tally.total), 3)
    says = Message.of("request.blows" if each == 1 else "request.blows_each", struck=struck, each=each)
    return Strikes(key, PERCENT, struck * each, (band,), lambda down: down, tally=tally, each=each, says=says)


def blow_tally(blow: Blow, tables: Tables) -> Tally:
    """The chance of one blow (R48-G.21)."""
    base = tables.modifier(
        "attack",
        blow.attacker,
        blow.target,
        reason=Message.of("reason.attack", attacker=short(blow.attacker), target=short(blow.target)),
    )
    steps = (
        tables.modifier("attack_steps.improvised") if blow.melee is Melee.IMPROVISED else None,
        tables.modifier("attack_steps.charging") if blow.charging else None,
        tables.modifier("attack_steps.actor_mounted") if blow.attacker_mounted else None,
        tables.modifier("attack_steps.target_mounted") if blow.target_mounted else None,
        tables.modifier("attack_steps.cover", blow.cover),
    )
    return ladder_tally(base, steps, tables, Message("why.attack"))


def melee_class(weapon: HandWeapon, tables: Tables) -> Melee:
    """Lethal or improvised; war scythes by option (R48-G.22)."""
    if weapon is HandWeapon.SCYTHE and tables.option("warScythes"):
        return Melee.LETHAL
    return Melee(tables.text("hand_weapon", weapon))
