"""What a reply to a charge leads to, up to the end of the combat: whether fire stops the charge, and if not, how the combat ends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from sandtable.battle.event import Story
from sandtable.battle.seat import Role
from sandtable.kernel.messages import Message
from sandtable.miniatures import acting
from sandtable.miniatures.desk.replies import Asks, End, Prospect
from sandtable.miniatures.kit import Kit
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table import remembering, shooting
from sandtable.rulesets.mexican_american_war.table.charges import replying
from sandtable.rulesets.mexican_american_war.table.desk import volleys
from sandtable.rulesets.mexican_american_war.table.state import MawField, Stage
from sandtable.rulesets.mexican_american_war.vocabulary import ChargeEffect, Phase, Side

E = ChargeEffect
HOW_BAD: Mapping[str, int] = {
    E.HARD_PRESSED: 2,
    E.DRIVEN_BACK: 3,
    E.SWEPT: 4,
}  # for who is charged
FAILED = 1  # all else is worse for the other


def asks(view: MawField, side: Role) -> Asks | None:
    """Whoever is charged is asked, unit by unit, and may let them come."""
    if view.stage is not Stage.REPLY or view.books.side is None or view.books.side.value == side:
        return None
    charges = replying.under_way(view)
    if not charges:
        return None
    who = tuple(charges)
    at = tuple(dict.fromkeys(charge.target for charge in charges.values()))
    come = Act(by=side, action="let_them_come")
    return Asks(Message.of("desk.asks", who=who, at=at), (*replying.open_replies(view, side), come))


def prospect(kit: Kit[MawField], view: MawField, order: Act) -> Prospect | None:
    """Fire by all who bear, then the combat, of each charge that an order is about; None where nobody is left to fight, or something else has to be decided before."""
    later = _gone_in(kit, view, order)
    if later is None:
        return None
    about = _about(view, order)
    found = {charger: ends for charger in about if (ends := _ends(kit, later, order.by, charger))}
    if not found:
        return None
    if len(replying.under_way(view)) == 1:
        (ends,) = found.values()
        held = Message.of("desk.prospect.held", percent=_held(ends))
        return Prospect({"": ends}, held, Message("desk.prospect.assumes"))
    parts = tuple(Message.of("desk.prospect.held_of", who=who, percent=_held(ends)) for who, ends in found.items())
    without = tuple(charger for charger in about if charger not in found)
    assumes = Message.of("desk.prospect.assumes_of_several")
    if without:
        assumes = Message.of("desk.prospect.without", assumes=assumes, who=without)
    return Prospect(found, Message.of("desk.prospect.held_of_several", parts=parts), assumes)


def _held(ends: Sequence[End]) -> int:
    """How likely a charge comes to nothing, in percent."""
    return round(sum(chance for _, chance, bad in ends if bad <= FAILED) * 100)


def _ends(kit: Kit[MawField], later: MawField, side: Role, charger: str) -> tuple[End, ...]:
    """What can come of a charge that has gone in; nothing where it has nobody to fight."""
    if charger not in later.pieces:
        return ()
    fire, fight = (_begun(later, phase) for phase in (Phase.DEFENSIVE_FIRE, Phase.CHARGES))
    combat = Act(by=later.pieces[charger].owner, action="charge_combat", piece=charger)
    if not acting.may_do(kit, fight, combat):
        return ()
    stopped = _stopped(kit, fire, side, charger)
    ends: dict[Message, Fraction] = {}
    bad: dict[Message, int] = {}
    for verdict, chance in acting.law_of(kit, fight, combat).law:
        outcome = verdict.outcome()
        ends[outcome.label] = ends.get(outcome.label, Fraction(0)) + Fraction(chance) * (1 - stopped)
        bad[outcome.label] = HOW_BAD.get(outcome.key, FAILED)
    first = ((Message("desk.prospect.stopped"), stopped, 0),) if stopped else ()
    return (*first, *((label, ends[label], bad[label]) for label in sorted(ends, key=lambda label: bad[label])))


def _about(view: MawField, order: Act) -> tuple[str, ...]:
    """The charges that a reply is about: one, or all that are let come."""
    if order.action != "hasty_maneuver":
        return tuple(replying.under_way(view))
    charger = replying.charger_for(view, view.pieces[order.piece], str(order.chosen["hasty_maneuver"]))
    return (charger,) if charger else ()


def _gone_in(kit: Kit[MawField], view: MawField, order: Act) -> MawField | None:
    """The table when the charges have gone in after a reply; None where somebody has to throw or to decide before."""
    story = Story(partial(remembering.after, kit), view)
    for each in (order, Act(by=order.by, action="let_them_come")):
        if story.state.stage is Stage.REPLY:
            for _ in acting.carry_out(kit, story, each):
                return None
    return story.state


def _begun(field: MawField, phase: Phase) -> MawField:
    """The table at the start of a phase of this turn."""
    books = field.books
    begun = books.phase_begins(phase, books.side or Side.US, books.turn, field.tables)
    return replace(field, books=begun, fired={}, group=(), stage=Stage.NONE)


def _stopped(kit: Kit[MawField], field: MawField, side: Role, charger: str) -> Fraction:
    """How likely a charge is stopped if all who bear on it fire."""
    bear = shooting.fireable(field, side).get(charger, {})
    shot = volleys.given(field, side, charger, dict(list(bear.items())[: shooting.MOST]))
    if not bear or not acting.may_do(kit, field, shot):
        return Fraction(0)
    law = acting.law_of(kit, field, shot).law
    return Fraction(law.mean(lambda verdict: int(verdict.measure("charge_checked"))))
