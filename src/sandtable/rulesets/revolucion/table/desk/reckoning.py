"""A battle reckoned up in words and numbers: why it ended, what the ground says, what each shot made of its odds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from operator import attrgetter
from typing import Any

from sandtable.battle.event import Event
from sandtable.battle.reckoning.bill import Reason, Remains
from sandtable.battle.reckoning.luck import Stroke
from sandtable.battle.reckoning.throws import Deed, Thrown, plain_key
from sandtable.battle.scenario.scenario import Objective
from sandtable.battle.seat import Seat
from sandtable.kernel.drivers import enumerate_exactly
from sandtable.kernel.law import Law
from sandtable.kernel.messages import joined
from sandtable.kernel.requests import Dice
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.shot import fire_effect, fire_rolls
from sandtable.rulesets.revolucion.table import army, events
from sandtable.rulesets.revolucion.table.desk.words import say
from sandtable.rulesets.revolucion.table.state import End, State, other
from sandtable.rulesets.revolucion.table.words import in_words
from sandtable.rulesets.revolucion.vocabulary import Loss, Side, Status

FIRST, SECOND = ".effect", ".long_shot"  # the die of a shot, and the second one that a long shot gets (REV-G.07b)
OWN_SHOTS = ("fire",)  # of whoever gave the order
ENEMY_SHOTS = ("assault.defensive_fire", "air.aa")  # what meets a charge or an aircraft
FIGHT = "assault.close_combat"
KEYS = frozenset(f"{shot}{die}" for shot in (*OWN_SHOTS, *ENEMY_SHOTS) for die in (FIRST, SECOND)) | {FIGHT}


class RevolucionReckoner:
    """What Revolucion! knows of a battle that is over."""

    def reason(self, end: State, events: Iterable[Event], seat: Seat) -> Reason:
        return Reason(_headline(end, seat), " ".join(_sentences(end, tuple(events), seat)))

    def remains(self, end: State, unit: str) -> Remains:
        """Who left the table on orders is no loss (REV-11.04); passengers are where their vehicle is."""
        found = end.units[unit]
        if found.gone is not None:
            why = {Loss.SURRENDERED: "surrendered", Loss.LEFT_TABLE: "left"}.get(found.gone, "destroyed")
            return Remains(found.bases if found.left_by else 0, say(f"off.{why}"))
        if found.status is not Status.OK:
            return Remains(found.bases, in_words(found.status.message))
        return Remains(found.bases, say("off.arrives", turn=found.arrives) if found.arrives else "")

    def counts(self, key: str) -> bool:
        return key in KEYS

    def strokes(self, deed: Deed) -> Iterable[Stroke]:
        state: State = deed.before
        by = Side(deed.entry.role.partition(".")[0])
        throws = iter([each for each in deed.throws if plain_key(each.request.key) in KEYS])
        for thrown in throws:
            shot, die = plain_key(thrown.request.key).rsplit(".", 1)
            if thrown.request.key == FIGHT:
                yield from _fight(deed, thrown, by)
            elif f".{die}" == FIRST:
                second = next(throws) if thrown.reading is None else None
                yield _shot(deed, thrown, second, by if shot in OWN_SHOTS else other(by), state.tables)

    def measure(self, number: int) -> str:
        return say("bill.levels", count=number)


# ---- Why it ended ------------------------------------------------------------------------------------------------------------


def _headline(end: State, seat: Seat) -> str:
    assert end.ending is not None  # noqa: S101 - asked when it is over
    ending = end.ending
    if ending.why is End.TURNS:
        return say("bill.turns")
    if ending.winner is None:
        return say(f"bill.{ending.why.value}.both")
    loser = other(ending.winner)
    if seat.side is None:
        return say(f"bill.{ending.why.value}.of", side=loser.message)
    if seat.side == loser.value:
        return say(f"bill.{ending.why.value}.own")
    return say(f"bill.{ending.why.value}.enemy")


def _sentences(end: State, last: tuple[Event, ...], seat: Seat) -> Iterator[str]:
    assert end.ending is not None  # noqa: S101 - as above
    ending, turn, turns = end.ending, end.turn.number, end.terms.victory.turns
    when = say("bill.turn_of", turn=turn, turns=turns) if turns else say("bill.turn", turn=turn)
    if ending.why is End.TURNS:
        yield _points(end, when)
    elif ending.winner is not None:
        fell = _last_lost(end, last, other(ending.winner))
        side = other(ending.winner).message
        last_one = "bill.last_with" if ending.why is End.MORALE else "bill.last_unit"
        yield say(last_one, side=side, name=fell, when=when) if fell else say("bill.last", side=side, when=when)
    yield from (_held(end, objective) for objective in end.terms.objectives if objective.kind == "hold")
    if ending.why is not End.TURNS and end.terms.objectives:
        yield _by_ground(end, seat)


def _points(end: State, when: str) -> str:
    assert end.ending is not None  # noqa: S101 - as above
    (first, points), (second, others) = end.ending.scores
    if points == others:
        if end.ending.winner is None:
            return say("bill.even", when=when)
        return say("bill.even_for", when=when, side=end.ending.winner.message)
    ahead = first if points > others else second
    return say("bill.points", when=when, side=ahead.message, more=max(points, others), less=min(points, others))


def _last_lost(end: State, last: tuple[Event, ...], side: Side) -> str:
    """Who was lost in the last order: whose loss broke the army."""
    lost = ""
    for event in last:
        if isinstance(event, events.UnitGone) and end.units[event.unit].side is side:
            lost = end.units[event.unit].card.name
        elif isinstance(event, events.LeaderFell) and end.leaders[event.leader].side is side:
            lost = end.leaders[event.leader].name
    return lost


def _held(end: State, objective: Objective) -> str:
    side = army.holder(end, objective)
    if side is None:
        return say("bill.held.nobody", place=objective.name)
    assert objective.at is not None  # noqa: S101 - the scenario was checked
    near = end.position.near(side, objective.at, objective.within)
    names = [unit.card.name for unit in end.units.values() if unit.id in near]
    return say("bill.held.by", place=objective.name, names=joined(names))


def _by_ground(end: State, seat: Seat) -> str:
    """What the points would have said if this turn had been the last."""
    assert end.ending is not None  # noqa: S101 - as above
    ahead = army.ahead(end)
    if ahead is None:
        return say("bill.ground.even")
    whose = "you" if seat.side == ahead.value else "they"
    also = "also" if ahead is end.ending.winner else "but"
    return say(f"bill.ground.{also}.{whose}", side=ahead.message)


# ---- What the dice made --------------------------------------------------------------------------------------------------------


def _shot(deed: Deed, first: Thrown, second: Thrown | None, side: Side, tables: Tables) -> Stroke:
    """A shot with all its dice as one: the law of its levels, those of a long shot among them (REV-G.07, REV-G.07b)."""
    made = first.reading if second is None else second.reading
    assert isinstance(made, int)  # noqa: S101 - levels
    faces = [face for each in (first, second) if each is not None for face in each.faces]
    words = say(
        "bill.shot" if made else "bill.no_shot", **_parties(deed, side), faces=joined(map(str, faces)), levels=made
    )
    return Stroke(side.value, made, _levels_law(first.request, tables), words)


def _levels_law(first: Dice, tables: Tables) -> Law[int]:
    """The law of a shot's levels, from its first die."""
    rolls = fire_rolls(plain_key(first.key).removesuffix(FIRST), first.tally, tables)
    return enumerate_exactly(partial(fire_effect, rolls)).law


def _fight(deed: Deed, thrown: Thrown, by: Side) -> Iterator[Stroke]:
    """A close combat counts twice: what the assaulter did to the target, and the target to him (REV-G.13)."""
    law: Law[Any] = Law.of_counts(thrown.request.law())
    own, enemy = thrown.faces
    sides = ((by, "target_levels", (own, enemy)), (other(by), "assaulter_levels", (enemy, own)))
    for side, levels, faces in sides:
        made: int = getattr(thrown.reading, levels)
        words = say("bill.fight", **_parties(deed, side), own=faces[0], enemy=faces[1], levels=made)
        yield Stroke(side.value, made, law.project(attrgetter(levels)), words)


def _parties(deed: Deed, side: Side) -> dict[str, str]:
    """Who did it to whom: the order's unit to its target, or the target to it."""
    names = [_name(deed.before, str(deed.entry.order.get(part, ""))) for part in ("unit", "target")]
    actor, target = names if side.value == deed.entry.role.partition(".")[0] else reversed(names)
    return {"unit": actor, "target": target}


def _name(state: State, unit: str) -> str:
    found = state.units.get(unit)
    return found.card.name if found is not None else say("line.somebody")


RECKONER = RevolucionReckoner()
