"""What becomes of units that go back: the ruling on a retreat, halts of checked charges, recalls, positions that are carried (MAW-G.04a, MAW-G.25)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from sandtable.battle.event import Event
from sandtable.geometry.facts import fact
from sandtable.geometry.measure import CIRCLE, Length, Point, Pose, direction, inches
from sandtable.kernel.effects import Effect, OnUnit, effect
from sandtable.kernel.form import Section, choice, text
from sandtable.kernel.messages import Message, Vocabulary
from sandtable.kernel.requests import Choose, Option
from sandtable.kernel.ruleset import Action
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Rule, Ruling
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts
from sandtable.miniatures.regiment import ABOUT, Array, quads_of
from sandtable.miniatures.retreating import Back, fan, step_in
from sandtable.miniatures.sweeping import gaps_to, polygons
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.effects import (
    FormationBecomes,
    GunsWrecked,
    OrderBecomes,
    StandsLost,
    UnitRemoved,
)
from sandtable.rulesets.mexican_american_war.fields import names_in, names_told
from sandtable.rulesets.mexican_american_war.known_unit import KnownUnit
from sandtable.rulesets.mexican_american_war.table import seeing
from sandtable.rulesets.mexican_american_war.table.charges.falling_back import (
    EXTEND,
    STEP,
    WIDEST,
    Flight,
    away,
    ended,
    far_back,
    flown,
    shape_back,
    stopped,
)
from sandtable.rulesets.mexican_american_war.table.keeping import Moment
from sandtable.rulesets.mexican_american_war.table.movement import room, storming
from sandtable.rulesets.mexican_american_war.table.shapes import drawn_as, stands_of
from sandtable.rulesets.mexican_american_war.table.state import (
    Deciding,
    Drawn,
    Formed,
    Kind,
    MawField,
    Standing,
    Task,
    TaskKind,
    label_of,
    length,
    state_of,
)
from sandtable.rulesets.mexican_american_war.vocabulary import (
    LINES,
    OPEN_ORDER,
    Arm,
    Formation,
    OrderState,
    Side,
    UnitClass,
)

T, F = TaskKind, Formation
HALTING: Length = inches(0.05)  # from one place of a halt that is looked at to the next
CARRYING: Length = inches(0.25)  # and of a position that is carried


# ---- The ruling ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Retreat:
    """A unit that goes back, with what geometry found on its way."""

    side: Side = fields.side()
    name: str = text(section=Section.ACTOR)
    arm: Arm = fields.arm()
    stands: int = fields.stands(optional=False)
    passed: str | None = text(section=Section.CIRCUMSTANCE, optional=True)
    blocked: bool = fields.box()
    off_table: bool = fields.box()
    forms: Formation | None = choice(Formation, section=Section.CIRCUMSTANCE, optional=True)
    task: str | None = text(section=Section.CIRCUMSTANCE, optional=True)  # why it goes, as it is told

    def subject(self) -> Message:
        """Who goes back."""
        return Message.of("subject.retreat", who=self.name)


@effect(has_words=False)
class GoesBack(OnUnit):
    """A unit has gone back, and binds nobody by a charge any more."""

    def on(self, unit: KnownUnit) -> KnownUnit:
        nobody: frozenset[str] = frozenset()
        return replace(unit, charging=nobody, charged_by=nobody)


def _goes_back(situation: Retreat, tables: Tables) -> Ruling:
    """Friends who are passed are disordered, a blocked retreat costs a stand, who leaves the table is lost (MAW-G.21d to MAW-G.21f)."""
    whom = situation.name
    effects: list[Effect] = [
        OrderBecomes(whom=name, order=OrderState.DISORDERED) for name in names_in(situation.passed)
    ]
    if situation.forms is not None:
        effects.append(FormationBecomes(whom=whom, formation=situation.forms))
    if situation.off_table:
        effects.append(UnitRemoved(whom=whom))
    elif situation.blocked:
        cost, guns = tables.number("penalty.blocked"), situation.arm is Arm.GUNS
        effects.append(GunsWrecked(whom=whom, count=cost) if guns else StandsLost(whom=whom, count=cost))
        if situation.stands - cost <= (0 if guns else tables.number("removed.at")):
            effects.append(UnitRemoved(whom=whom))
    return Ruling.of("retreat", *effects, notes=(GoesBack(whom=whom),), words={"name": whom})


def flight_of(field: MawField, name: str) -> Flight:
    """Where the unit that has to go back ends: by its task and its order, by who stands where, and by who has which close range."""
    task, known = next(each for each in field.tasks if each.unit == name), field.books.units[name]
    near = tuple((each.name, each.reach) for each in seeing.threats(field, field.pieces[name].owner).values())
    minded = label_of(known), known.stands, near, field.charges.get(name)
    return _flight(field.standing, name, task, Moment(field, *minded))


@fact
def _flight(_: Standing, name: str, task: Task, moment: Moment) -> Flight:
    field, piece = moment.field, moment.field.pieces[name]
    if task.kind is T.HALT:
        return halted(field, piece, task)
    if task.kind is T.RECALL:
        return recalled(field, piece, task)
    if task.kind is T.CARRY:
        return carried(field, piece, task)
    return flown(field, piece, task)


def retreat_facts(doing: Deciding) -> Facts:
    """What a retreat passes, and what becomes of it."""
    field, name = doing.field, doing.actor.id
    flight, unit = flight_of(field, name), field.books.units[name]
    disordered = [each for each in flight.passed if field.books.units[each].order is OrderState.GOOD]
    told: dict[str, Any] = {
        "side": unit.side,
        "name": name,
        "arm": unit.arm,
        "stands": max(1, unit.stands),
        "passed": names_told(disordered),
        "blocked": flight.blocked,
        "off_table": flight.off_table,
    }
    task = next(each for each in field.tasks if each.unit == name)
    told["task"] = task.kind.value
    if task.kind is T.RECALL and flight.drawn.state != state_of(unit):
        told["forms"] = flight.drawn.state
    return told


def retreat_moves(doing: Deciding, situation: Retreat) -> Iterator[Event]:
    """The stands where the way back ends."""
    if not situation.off_table:
        flight = flight_of(doing.field, doing.actor.id)
        yield Formed(piece=doing.actor.id, figures=flight.figures, base=doing.actor.base, drawn=flight.drawn, done=True)


RETREAT: Deed[MawField] = Deed(
    action=Action(
        "retreat", Retreat, _goes_back, Ruling, "maneuver", ("MAW-G.21", "MAW-G.21d"), layout="plain", ledger_only=True
    ),
    by="MAW-G.21",
    measures=retreat_facts,
    moves=retreat_moves,
)


# ---- Halts, recalls, positions carried ----------------------------------------------------------------------------------------------------


def halted(field: MawField, piece: Piece, task: Task) -> Flight:
    """A checked charger, placed so far from its target, facing it (MAW-G.04a); a storming column at the near mouth of its defile (MAW-G.43a)."""
    drawn, figures = shape_back(field, piece)
    gap = length(task.far)
    foes = [seeing.quads(field, name) for name in task.foes if name in field.pieces]
    if drawn.state == F.STORMING_COLUMN:
        return _at_the_mouth(field, piece, drawn, gap)
    places = quads_of(piece.base, figures)
    way = (drawn.array.front.facing + ABOUT) % CIRCLE
    enemies, far = polygons(np.concatenate(foes)) if foes else None, 0
    while far < gap + EXTEND:
        there = places + np.array(step_in(way, far), dtype=np.float64)
        near = float(gaps_to(polygons(there), enemies).min()) if enemies is not None else float(gap)
        if near >= gap - 1 and room.is_free(field, piece, there, on_table=False):
            return ended(field, piece, drawn, figures, Back(way, far), turn=False)
        far += HALTING * max(1, int((gap - 1 - near) // HALTING))  # no nearer by more than it goes
    return Flight(drawn, figures)


def _at_the_mouth(field: MawField, piece: Piece, drawn: Drawn, gap: Length) -> Flight:
    """A storming column goes back until its head is at the near mouth; one that set out beyond the defile halts short of the enemy."""
    charge, head = field.charges.get(piece.id), piece.figures[0]
    mouth = None if charge is None else storming.mouth_behind(field, piece.id, charge.began)
    back = gap if mouth is None else round(np.hypot(head.x - mouth.x, head.y - mouth.y))
    figures = tuple(Pose(*_behind(pose, back), pose.facing) for pose in piece.figures)
    return Flight(replace(drawn, array=Array(figures[0], 1)), figures)


def _behind(pose: Pose, far: Length) -> Point:
    x, y = direction(pose.facing)
    return Point(round(pose.x - x * far), round(pose.y - y * far))


def recalled(field: MawField, piece: Piece, task: Task) -> Flight:
    """Cavalry that goes back up to a full move, in line or field column, or in open order if it knows no other, facing the enemy (MAW-G.25b)."""
    drawn, figures = shape_back(field, piece)
    loose = _fights_in_open_order_only(field, piece.id)
    if drawn.state not in (OPEN_ORDER if loose else (*LINES, F.FIELD_COLUMN)):
        drawn = drawn_as((F.OPEN_THIN if loose else F.LINE).value, drawn.array.front, len(figures), field.tables)
        figures = stands_of(drawn, len(figures), piece.base, field.tables)
    places, straight = quads_of(piece.base, figures), away(field, piece, task.foes)
    for way in fan(straight, WIDEST, STEP):
        most = min(far_back(field, piece, places, way, broken=False), stopped(field, piece, places, way))
        for far in range(most, inches(2) - 1, -inches(0.5)):
            if room.is_free(field, piece, places + np.array(step_in(way, far), dtype=np.float64)):
                return ended(field, piece, drawn, figures, Back(way, far))
    return Flight(*room.roomy(field, piece, drawn, figures, piece.base))


def _fights_in_open_order_only(field: MawField, name: str) -> bool:
    """Whether a unit has no close formation: irregulars, cavalry on foot, and whom the scenario says (MAW-13.10, MAW-G.46)."""
    unit = field.books.units[name]
    on_foot = unit.arm is Arm.CAVALRY and not unit.mounted
    return unit.unit_class is UnitClass.IRREGULAR or on_foot or field.setting.mark(name).open_only


def carried(field: MawField, piece: Piece, task: Task) -> Flight:
    """The winner where the beaten stood, in the same formation, short of anybody else (MAW-G.25a)."""
    drawn, figures = shape_back(field, piece)
    if drawn.kind is Kind.FILE or not task.place:
        return Flight(drawn, figures)
    places, facing = quads_of(piece.base, figures), drawn.array.front.facing
    x, y = direction(facing)
    goal = np.mean([(pose.x, pose.y) for pose in task.place], axis=0)
    own = np.array((drawn.array.front.x, drawn.array.front.y))
    wanted = max(0.0, float(np.dot(goal - own, (x, y))))
    apart = length(field.tables.number("apart.enemy"))
    foes = [seeing.quads(field, each.id) for each in seeing.enemies_of(field, piece.owner) if each.figures]
    enemies = polygons(np.concatenate(foes)) if foes else None
    far = round(wanted)
    while far >= 0:
        there = places + np.array(step_in(facing, far), dtype=np.float64)
        near = float(gaps_to(polygons(there), enemies).min()) if enemies is not None else float(apart)
        if near >= apart and room.is_free(field, piece, there):
            return Flight(*room.moved(drawn, figures, step_in(facing, far)))
        far -= CARRYING * max(1, int((apart - near) // CARRYING))
    return Flight(drawn, figures)


# ---- What its owner chooses ------------------------------------------------------------------------------------------------------------


class Withdrawal(Vocabulary):
    """What beaten or checked cavalry does, a winner who may recall, and skirmishers who evade."""

    GO_BACK = "go back"
    RECALL = "recall"
    CARRY = "carry the position"
    BEHIND = "halt behind friends"


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """Cavalry that may recall, or skirmishers who may halt behind friends."""

    side: Side = fields.side()
    name: str = text(section=Section.ACTOR)
    wins: bool = fields.box()
    evades: bool = fields.box()


@effect(has_words=False)
class Recalls(Effect):
    """What its owner has chosen."""

    recall: bool


def _recall(situation: Recall, _: Tables) -> Rule[Ruling]:
    """Its owner says whether it recalls, or how far it evades (MAW-3.04, MAW-14.03a, MAW-G.04b, MAW-G.25b)."""
    other = Withdrawal.CARRY if situation.wins else Withdrawal.GO_BACK
    special, rule = (Withdrawal.BEHIND, "MAW-14.03a") if situation.evades else (Withdrawal.RECALL, "MAW-G.25b")
    options = tuple(Option(each.value, each.message) for each in (other, special))
    usual = other if situation.wins else special
    how = "wins" if situation.wins else "evades" if situation.evades else "beaten"
    says = Message.of(f"request.recall.{how}", name=situation.name)
    told = yield Choose("recall", options, usual.value, says=says, rule=rule)
    recall = told == special
    return Ruling.of(
        "recall" if recall else "no_recall",
        notes=(Recalls(whom=situation.name, recall=recall),),
        words={"name": situation.name},
    )


RECALL: Deed[MawField] = Deed(
    action=Action(
        "recall", Recall, _recall, Ruling, "charge", ("MAW-G.25b", "MAW-G.04b"), layout="plain", ledger_only=True
    ),
    by="MAW-G.25b",
    measures=lambda doing: {
        "side": Side(doing.actor.owner),
        "name": doing.actor.id,
        "wins": any(each.unit == doing.actor.id and each.kind is T.CARRY for each in doing.field.tasks),
        "evades": any(each.unit == doing.actor.id and each.evading for each in doing.field.tasks),
    },
)
