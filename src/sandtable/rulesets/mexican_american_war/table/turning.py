"""The course of a battle: phases and who decides in them, what follows by itself, key positions, light, and the end (MAW-2.01 to MAW-2.10b, MAW-G.18, MAW-G.27)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sandtable.battle.rules import Result
from sandtable.battle.seat import Role
from sandtable.geometry.distance import near_point
from sandtable.kernel.effects import Effect
from sandtable.kernel.form import Section, number, text
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.ruleset import Action
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling, Verdict
from sandtable.miniatures.acting import certain, form_read
from sandtable.miniatures.bodies import CONTACT
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.army import BattleWon, Victory
from sandtable.rulesets.mexican_american_war.effects import GunsLost
from sandtable.rulesets.mexican_american_war.ledger import breaks_at
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.table import seeing, shooting
from sandtable.rulesets.mexican_american_war.table.charges import charging, closing, fighting, replying
from sandtable.rulesets.mexican_american_war.table.leaders import riding
from sandtable.rulesets.mexican_american_war.table.state import (
    Deciding,
    Key,
    MawField,
    Stage,
    Task,
    TaskKind,
)
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Formation,
    Grade,
    Light,
    OrderState,
    Phase,
    Side,
)

T = TaskKind
EVER = ("instruct",)
IN_LEADERS = ("attach", "detach", *EVER, "next_phase")
CHECKING = ("maneuver_check", "refuse", *EVER, "move", "next_phase")
MOVING = ("maneuver", "maneuver_check", "refuse", *EVER, "move", "next_phase")


# ---- Who decides -----------------------------------------------------------------------------------------------------------------------


def open_now(field: MawField) -> Mapping[Role, tuple[str, ...]]:
    """Who may do what: the side whose turn it is, but for replies to its charges and for defensive fire (MAW-2.05, MAW-2.09)."""
    books = field.books
    if books.side is None:
        return {(books.first_side or Side.US).value: ("next_phase",)}
    side, other = books.side.value, seeing.other(books.side.value)
    if books.phase == Phase.LEADERS:
        return {side: IN_LEADERS}
    if books.phase == Phase.MANEUVER:
        return _maneuvering(field, side, other)
    if books.phase == Phase.DEFENSIVE_FIRE:
        return {other: ("fire", *EVER, "next_phase")}
    if books.phase == Phase.OFFENSIVE_FIRE:
        return {side: ("fire", *EVER, "next_phase")}
    if books.phase == Phase.CHARGES:
        return {side: _charging(field)}
    return {side: ("next_phase",)}


def _maneuvering(field: MawField, side: str, other: str) -> Mapping[Role, tuple[str, ...]]:
    if field.ridden:
        return {side: ("move", *EVER, "next_phase")}  # leaders move after all checks (MAW-2.08)
    if field.stage is Stage.REPLY:
        return {other: ("hasty_maneuver", "let_them_come", *EVER)}
    if field.stage is Stage.DECLARE:
        if field.charges and replying.under_way(field):
            return {side: ("declare_charge", "go_in", *EVER)}
        return {side: ("declare_charge", "go_in", "maneuver", *EVER)}
    if field.stage is Stage.MOVE:
        storms = any(
            field.shapes[name].state == Formation.STORMING_COLUMN for name in field.group if name in field.pieces
        )
        return {side: ((*MOVING[:1], "declare_charge", "go_in", *MOVING[1:]) if storms else MOVING)}
    return {side: CHECKING}


def _charging(field: MawField) -> tuple[str, ...]:
    """Combats first, then those who may break through, and their combats; who has carried a position may refuse a flank (MAW-2.10 to MAW-2.10b, MAW-G.25a)."""
    if fighting.chargers(field):
        return ("charge_combat",)
    breaks, refuses = ("break_through",) * bool(field.breaking), ("refuse",) * bool(field.carriers)
    return (*breaks, *refuses, "next_phase")


# ---- What follows by itself ------------------------------------------------------------------------------------------------------------


def follows(field: MawField) -> Act | None:
    """The next order that nobody has to give."""
    if result(field) is not None:
        return None
    for found in (_task(field), _reached(field), _gun_taken(field), _replies(field), _turn(field), _breaks(field)):
        if found is not None:
            return found
    return None


def _task(field: MawField) -> Act | None:
    """What units have to do: retreats of a check after its charges (MAW-2.06)."""
    waits = field.stage in (Stage.DECLARE, Stage.REPLY)
    for task in field.tasks:
        if waits and not task.evading:
            continue
        piece = field.pieces[task.unit]
        if task.choice:
            return Act(by=piece.owner, action="recall", piece=task.unit)
        if task.kind is T.CHARGE:
            charge = field.charges[task.unit]
            if charge.vacated and charge.pursues is None:
                return Act(by=piece.owner, action="pursue", piece=task.unit)
            return Act(by=piece.owner, action="charge_move", piece=task.unit)
        return Act(by=piece.owner, action="retreat", piece=task.unit)
    return None


def _reached(field: MawField) -> Act | None:
    piece = riding.reached(field)
    return None if piece is None else Act(by=piece.owner, action="leader_reached", piece=piece.id)


def _gun_taken(field: MawField) -> Act | None:
    """Abandoned guns that an enemy stands on (MAW-G.47a)."""
    for name, unit in field.books.units.items():
        piece = field.pieces.get(name)
        if piece is None or not unit.sheltered or not piece.figures:
            continue
        for enemy in seeing.enemies_of(field, piece.owner):
            if enemy.figures and seeing.gap(field, piece, enemy) <= CONTACT:
                return Act(by=enemy.owner, action="take_guns", piece=enemy.id, target=name)
    return None


def _replies(field: MawField) -> Act | None:
    """Replies that were ordered beforehand; and where nobody has anything to decide, they come (MAW-2.05)."""
    if field.stage is not Stage.REPLY or field.books.side is None:
        return None
    other = seeing.other(field.books.side.value)
    told = replying.instructed(field, other)
    if told is not None:
        return told
    return None if replying.open_replies(field, other) else Act(by=other, action="let_them_come")


def _turn(field: MawField) -> Act | None:
    """The light and the army are judged at the start of a player turn, leaders replaced; an End needs no decision (MAW-G.18c)."""
    books = field.books
    if books.side is None:
        return None
    side = books.side.value
    if books.phase == Phase.LEADERS:
        light = light_of(field)
        if light is not books.light:
            return Act(by=side, action="set_light", chosen={"light": light.value})
        if not field.judged:
            return Act(by=side, action="army_state")
        return riding.owed_replacement(field, side)
    return Act(by=side, action="next_phase") if books.phase == Phase.END else _nothing_left(field)


def _nothing_left(field: MawField) -> Act | None:
    """A fire phase in which nobody has a target, and charges that nobody has made, are over at once; who has fired looks at what came of it first."""
    if field.books.phase not in (Phase.DEFENSIVE_FIRE, Phase.OFFENSIVE_FIRE, Phase.CHARGES):
        return None
    side, actions = next(iter(open_now(field).items()))
    if "fire" in actions:
        busy = bool(field.fired or shooting.fireable(field, side))
    else:
        busy = bool(fighting.chargers(field) or field.carriers or closing.who_breaks(field))
    return None if busy else Act(by=side, action="next_phase")


def _breaks(field: MawField) -> Act | None:
    """Cavalry must break through, once all combats are fought; where nobody is beyond, nothing comes of it (MAW-G.25c, MAW-G.25d)."""
    if field.books.phase != Phase.CHARGES or fighting.chargers(field) or field.tasks:
        return None
    for name, task in field.breaking.items():
        if task.choice is False:
            return Act(by=field.pieces[name].owner, action="break_through", piece=name)
    return None


def light_of(field: MawField) -> Light:
    """The light of this turn, as the scenario has it."""
    told = [light for turn, light in field.setting.lights if turn <= field.books.turn]
    return told[-1] if told else Light.DAY


def clock_of(field: MawField, turn: int) -> tuple[int, int] | None:
    """The hour and minute at which a turn begins; None where the scenario does not say when it starts (MAW-0.09)."""
    if field.setting.begins is None:
        return None
    return divmod((field.setting.begins + (turn - 1) * field.tables.number("turn.minutes")) % DAY, 60)


DAY = 24 * 60  # minutes


# ---- Deeds of the turn -----------------------------------------------------------------------------------------------------------------


def _next_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """No phase ends while something of it is owed (MAW-2.10, MAW-G.15)."""
    field = doing.field
    owed = (
        [str(offer.fields["units"][0]["name"]) for offer in field.books.owed()]
        if field.books.phase == Phase.MANEUVER
        else []
    )
    if owed:
        yield Problem("action", Message.of("problem.table.must_check", name=owed[0]), (), "MAW-G.15")


NEXT_PHASE: Deed[MawField] = Deed(
    action=RULESET.by_id["next_phase"],
    hinders=_next_hinders,
    shows=riding.newcomers,
)
SET_LIGHT: Deed[MawField] = Deed(action=RULESET.by_id["set_light"], chooses=("light",))
ARMY_STATE: Deed[MawField] = Deed(
    action=RULESET.by_id["army_state"],
    measures=lambda doing: {
        "key_position_lost": key_lost(doing.field, doing.order.by),
        "breaking_number": doing.field.setting.withdraws.get(doing.order.by),
    },
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeGuns:
    """A unit that comes upon abandoned guns."""

    side: Side = fields.side()
    name: str = text(section=Section.ACTOR)
    guns: str = text(section=Section.TARGET)


def _take(situation: TakeGuns, _: Tables) -> Ruling:
    """They are captured (MAW-G.47a)."""
    effects: tuple[Effect, ...] = (GunsLost(whom=situation.guns, captured=True),)
    return Ruling.of("guns_taken", *effects, words={"name": situation.name, "guns": situation.guns})


TAKE_GUNS: Deed[MawField] = Deed(
    action=Action("take_guns", TakeGuns, _take, Ruling, "charge", ("MAW-G.47a",), layout="plain", ledger_only=True),
    by="MAW-G.47a",
    at="MAW-G.47a",
    measures=lambda doing: {"side": Side(doing.actor.owner), "name": doing.actor.id, "guns": doing.target.id},
)
COURSE = {"next_phase": NEXT_PHASE, "set_light": SET_LIGHT, "army_state": ARMY_STATE, "take_guns": TAKE_GUNS}


# ---- Key positions ---------------------------------------------------------------------------------------------------------------------


def holder(field: MawField, key: Key) -> str | None:
    """The side that alone has troops in order near a key position; None where nobody does, or both."""
    near = {
        piece.owner
        for piece in field.pieces.values()
        if piece.id in field.books.units and piece.figures and _occupies(field, piece) and _near(field, piece, key)
    }
    return near.pop() if len(near) == 1 else None


def _occupies(field: MawField, piece: Piece) -> bool:
    unit = field.books.units[piece.id]
    return not unit.is_guns and unit.order is not OrderState.BROKEN


def _near(field: MawField, piece: Piece, key: Key) -> bool:
    low, high = seeing.quads(field, piece.id).min(axis=(0, 1)), seeing.quads(field, piece.id).max(axis=(0, 1))
    aside = max(low[0] - key.at.x, key.at.x - high[0], low[1] - key.at.y, key.at.y - high[1])
    if aside > key.within:
        return False
    return any(near_point(each, key.at, key.within) for each in piece.stands)


def held_now(field: MawField) -> Mapping[str, str]:
    """Who was the last to occupy each key position (MAW-G.18b)."""
    found = {key.id: holder(field, key) for key in field.setting.keys}
    return {**field.held, **{name: side for name, side in found.items() if side is not None}}


def with_holders(field: MawField) -> MawField:
    """The table with its key positions as they are occupied now: who was the last there, and who has ever been."""
    held = held_now(field)
    return replace(field, held=held, had=field.had | frozenset(held.items()))


def key_lost(field: MawField, side: str) -> bool:
    """Whether a side had a position that is key to it, and the enemy was the last to occupy it: who never had it has not lost it (MAW-G.18b)."""
    own = [key for key in field.setting.keys if key.side in ("", side) and (key.id, side) in field.had]
    return any(field.held[key.id] != side for key in own)


# ---- The end ---------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class TableVictory(Victory):
    """What both sides have earned, key positions by their own values."""

    us_key_points: int = number(section=Section.ACTOR, lowest=0, highest=999, usual=0)
    mex_key_points: int = number(section=Section.ACTOR, lowest=0, highest=999, usual=0)

    def key_points(self, who: str, tables: Tables) -> int:  # noqa: ARG002 - the scenario has given them values
        """As the scenario values them."""
        points: int = getattr(self, f"{who}_key_points")
        return points


VICTORY = replace(RULESET.by_id["victory"], situation=TableVictory)


def earned(field: MawField) -> dict[str, Any]:
    """The form of the victory: what the books count, and the key positions."""
    told = dict(field.books.prefill("victory", field.tables))
    for side in Side:
        held = [key for key in field.setting.keys if field.held.get(key.id) == side and key.side in ("", side.value)]
        told |= {
            f"{side.value.lower()}_key_positions": len(held),
            f"{side.value.lower()}_key_points": sum(key.points for key in held),
        }
    return told


def worn_out(field: MawField) -> tuple[Side, ...]:
    """The sides that have lost half of their stands, or as many as the scenario says, or everybody (MAW-G.27c)."""
    books = field.books
    return tuple(
        side
        for side in Side
        if books.started(side) and (books.lost(side) >= withdraws_at(field, side) or _nobody(field, side))
    )


def withdraws_at(field: MawField, side: Side) -> int:
    """The lost stands at which an army withdraws (MAW-G.27c)."""
    return field.setting.withdraws.get(side) or breaks_at(field.books.started(side), field.tables)


def _nobody(field: MawField, side: Side) -> bool:
    return all(unit.gone for unit in field.books.units_of(side))


def is_over(field: MawField) -> bool:
    """Whether the last turn has been played, or an army has broken, which is judged when its turn begins."""
    books = field.books
    second = books.side is not None and books.side is not books.first_side
    last = field.setting.turns and books.turn >= field.setting.turns and books.phase == Phase.END and second
    judged = books.phase == Phase.LEADERS and field.judged and books.side in worn_out(field)
    return bool(last) or judged or any(_nobody(field, side) for side in Side)


def result(field: MawField) -> Result | None:
    """How it ended: by victory points, unless one army has broken (MAW-G.27a to MAW-G.27c)."""
    if not is_over(field):
        return None
    verdict = judged(field)
    scores = tuple((side.value, int(verdict.measure(f"{side.value.lower()}_points"))) for side in Side)
    worn = worn_out(field)
    if len(worn) == 1:
        winner = seeing.other(worn[0].value)
        return Result(winner, Message.of("result.broken", loser=Message(f"side.{worn[0].value}")), scores)
    won = won_by(verdict)
    return Result(None if won.grade is Grade.DRAW else str(won.whom), won.message, scores)


def judged(field: MawField) -> Verdict:
    """What both sides have earned and who would win, if the battle ended now (MAW-G.27a, MAW-G.27b)."""
    form = form_read(VICTORY, earned(field), field.tables)
    return certain(VICTORY, form.situation, field.tables)


def won_by(verdict: Verdict) -> BattleWon:
    """Who wins by such a judgement, and how clearly."""
    return next(one for one in verdict.effects if isinstance(one, BattleWon))


# ---- What stages become ----------------------------------------------------------------------------------------------------------------


def stage_after_check(field: MawField) -> Stage:
    """Charges are asked for where anybody of the check could make one (MAW-2.05)."""
    return (
        Stage.DECLARE
        if any(charging.may_charge(field, name) for name in field.group if name in field.pieces)
        else Stage.MOVE
    )


def charge_tasks(field: MawField) -> tuple[Task, ...]:
    """Those who go in now: counter chargers meet the others half way (MAW-2.06)."""
    waiting = [name for name, charge in field.charges.items() if not charge.moved and name in field.pieces]
    counters = [name for name in waiting if field.charges[name].counter]
    return tuple(Task(T.CHARGE, name) for name in (*counters, *(name for name in waiting if name not in counters)))
