"""The maneuvers that people pick from: each by a name, as far as it goes, so that the desk can show where it leads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from sandtable.geometry.measure import Length, Pose, in_inches
from sandtable.miniatures.bodies import Base
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Doing
from sandtable.miniatures.orders import Act
from sandtable.miniatures.players import Aims
from sandtable.rulesets.mexican_american_war.movement import full_moves
from sandtable.rulesets.mexican_american_war.table import commanding, drilling, replying, seeing, shooting
from sandtable.rulesets.mexican_american_war.table.players import against, passes, ready
from sandtable.rulesets.mexican_american_war.table.replying import Against, StandingReply
from sandtable.rulesets.mexican_american_war.table.shapes import FILES, LOOSE
from sandtable.rulesets.mexican_american_war.table.state import Kind, MawField, label_of, length
from sandtable.rulesets.mexican_american_war.table.steps import StepKind
from sandtable.rulesets.mexican_american_war.table.turning import open_now
from sandtable.rulesets.mexican_american_war.vocabulary import (
    SQUARES,
    Arm,
    CheckEffect,
    Formation,
    Maneuver,
    Side,
    effect_in,
)

K, M, F = StepKind, Maneuver, Formation
SHARES = (1.0, 0.75, 0.5, 0.25)  # of how far a unit could go, tried in turn
TURNS = (45, 30, 15)  # degrees
QUARTER = 90
STEPWISE = (M.FULL_MOVE, M.HALF_MOVE, M.FULL_MOVE_DISORDERED)
CHANGES = (
    F.LINE,
    F.SUPPORTED_LINE,
    F.FIELD_COLUMN,
    F.MARCH_COLUMN,
    F.DELIBERATE_SQUARE,
    F.OPEN_THIN,
    F.OPEN_DEEP,
)
OF_TROOPS = (M.HOLD, M.FACE_BY_THE_REAR_RANK, M.DEPLOY_TO_THE_FRONT, M.SCALE_OBSTACLE, M.REPLENISH, M.STORMING_COLUMN)
OF_GUNS = (
    M.FIRE,
    M.UNLIMBER_AND_FIRE,
    M.UNLIMBER,
    M.LIMBER,
    M.RALLY_GUNS,
    M.REPLENISH,
    M.RETURN_TO_GUNS,
    M.LIMBER_AND_RETREAT,
)
BY_GUNS = (
    M.MOVE_UNLIMBER_FIRE,
    M.MOVE_AND_UNLIMBER,
    M.LIMBER_MOVE_UNLIMBER,
    M.LIMBER_AND_MOVE,
    M.FULL_MOVE,
)
BY_ROAD = 2  # times a full move, which a good road allows guns


def order(piece: Piece, what: Maneuver, *steps: dict[str, Any], **more: Any) -> Act:
    """A maneuver with its steps."""
    chosen: dict[str, Any] = {"maneuver": what.value, **more}
    if steps:
        chosen["steps"] = list(steps)
    return Act(by=piece.owner, action="maneuver", piece=piece.id, chosen=chosen)


def step(kind: StepKind, far: Length = 0, degrees: int = 0) -> dict[str, Any]:
    """A step as the form has it."""
    told: dict[str, Any] = {"step": kind.value}
    if degrees or not far:
        told["degrees"] = degrees
    return told | ({"inches": str(float(in_inches(far)))} if far else {})


def rate_of(view: MawField, piece: Piece) -> Length:
    """A full move in the open with the effect of its check."""
    unit = view.books.units[piece.id]
    effect = effect_in(view.books.light, unit.checked) if unit.checked is not None else CheckEffect.TARDY
    return length(full_moves(label_of(unit), unit.side, view.tables, quick=effect is CheckEffect.DOUBLE_QUICK)[0])


def menu(view: MawField, piece: Piece) -> Iterator[Act]:
    """Whatever a unit of the check under way might do; of those that go by one name the farthest first."""
    unit = view.books.units[piece.id]
    if unit.is_guns:
        yield from _of_guns(view, piece)
        return
    rate = rate_of(view, piece)
    for what in STEPWISE:
        yield from _going(view, piece, what, rate // 2 if what is M.HALF_MOVE else rate)
    for share in SHARES:
        for way in (K.RIGHT, K.LEFT):
            yield order(piece, M.MARCH_BY_THE_FLANK, step(way, round(rate * share / 2)))
    for share in SHARES:
        yield order(piece, M.PASSAGE_OF_LINES, step(K.ADVANCE, round(rate * share / 2)))
    for turn in (QUARTER, -QUARTER, *TURNS, *(-each for each in TURNS)):
        yield order(piece, M.CHANGE_FRONT, step(K.WHEEL, degrees=turn))
    for formation in CHANGES:
        yield order(piece, M.CHANGE_FORMATION, new_formation=formation.value)
    yield from (order(piece, what) for what in OF_TROOPS)
    for side in ("refuse_left", "refuse_right"):
        yield order(piece, M.HOLD, **{side: 2})


def _going(view: MawField, piece: Piece, what: Maneuver, rate: Length) -> Iterator[Act]:
    """Ahead, back, aside, and round a corner."""
    for share in SHARES:
        far = round(rate * share)
        yield order(piece, what, step(K.ADVANCE, far))
        yield order(piece, what, step(K.WITHDRAW, far))
        for turn in (TURNS[0], -TURNS[0]):
            yield order(piece, what, step(K.OBLIQUE, far, turn))
    yield from _by_road(view, piece, what, rate)
    if view.shapes[piece.id].state in (*SQUARES, *FILES):
        return
    for turn in TURNS:
        for sign in (1, -1):
            left = rate - round(arc_of(view, piece, turn))
            for share in SHARES:
                if left > 0:
                    yield order(piece, what, step(K.WHEEL, degrees=sign * turn), step(K.ADVANCE, round(left * share)))


def _by_road(view: MawField, piece: Piece, what: Maneuver, rate: Length) -> Iterator[Act]:
    """Along the road, for whoever goes in file (MAW-8.07)."""
    if view.shapes[piece.id].state in FILES:
        for share in SHARES:
            for way in (K.ROAD, K.ROAD_BACK):
                yield order(piece, what, step(way, round(BY_ROAD * rate * share)))


def arc_of(view: MawField, piece: Piece, degrees: int) -> float:
    """How far the outer corner goes in a wheel."""
    array = view.shapes[piece.id].array
    wide = 1 if view.shapes[piece.id].kind is Kind.FILE else array.files
    return wide * (piece.base.width + array.gap) * abs(degrees) * 3.1416 / 180


def _of_guns(view: MawField, piece: Piece) -> Iterator[Act]:
    rate = rate_of(view, piece)
    yield from (order(piece, what) for what in OF_GUNS)
    for what in (M.PIVOT_AND_FIRE, M.PIVOT):
        for turn in (*TURNS, *(-each for each in TURNS)):
            yield order(piece, what, step(K.TURN, degrees=turn))
    for what in BY_GUNS:
        for share in SHARES:
            yield order(piece, what, step(K.ADVANCE, round(rate * share)))
            for turn in (TURNS[0], -TURNS[0]):
                yield order(piece, what, step(K.WHEEL, degrees=turn), step(K.ADVANCE, round(rate * share / 2)))
        yield from _by_road(view, piece, what, rate)
    for share in (1.0, 0.5):
        yield order(piece, M.HAND_HAUL, step(K.ADVANCE, round(length(4) * share)))


# ---- What they are called --------------------------------------------------------------------------------------------------------------


def called(given: Act) -> str:
    """What an order goes by among the offers to a piece: a maneuver by its steps, the rest by what is chosen."""
    if given.action == "refuse":
        return "left" if given.chosen.get("refuse_left") else "right"
    if given.action != "maneuver":
        return ""
    told = given.chosen
    parts = [str(told["maneuver"])]
    if told.get("new_formation"):
        parts.append(str(told["new_formation"]))
    if told.get("refuse_left") or told.get("refuse_right"):
        parts.append("refuse left" if told.get("refuse_left") else "refuse right")
    parts += [_step_called(each) for each in _turning_first(told.get("steps", ()))]
    return " ".join(parts)


def _turning_first(steps: Sequence[Mapping[str, Any]]) -> Sequence[Mapping[str, Any]]:
    """Of a wheel with an advance only the wheel is named."""
    wheels = [each for each in steps if each["step"] == K.WHEEL]
    return wheels or steps


def _step_called(told: Mapping[str, Any]) -> str:
    name = str(told["step"])
    if name not in (K.WHEEL, K.OBLIQUE, K.TURN):
        return name
    return f"{name} {'right' if int(told.get('degrees', 0)) > 0 else 'left'}"


def ends(view: MawField, given: Act) -> tuple[Base, Sequence[Pose]] | None:
    """Where a unit's stands would be after a maneuver."""
    piece = view.pieces.get(given.piece)
    if given.action != "maneuver" or piece is None:
        return None
    _, plan = drilling.plan_of(Doing(view, given, piece, Piece()))
    return plan.base, plan.figures


def offers(view: MawField, piece: Piece) -> Iterator[Act]:
    """All that a piece may be told beside what it does to an enemy and where it rides."""
    side, actions = piece.owner, open_now(view).get(piece.owner, ())
    if "maneuver_check" in actions:
        yield from (each for each in commanding.checks(view, side) if each.piece == piece.id)
    if piece.id in view.books.leaders:
        yield from _of_leader(view, piece, actions)
        return
    if "hasty_maneuver" in actions:
        yield from (each for each in replying.replies(view, side) if each.piece == piece.id)
    if "maneuver" in actions and piece.id in view.group:
        yield from menu(view, piece)
    for action in ("charge_combat", "break_through"):
        if action in actions:
            yield Act(by=side, action=action, piece=piece.id)
    if "refuse" in actions:
        for flank in ("refuse_left", "refuse_right"):
            yield Act(by=side, action="refuse", piece=piece.id, chosen={flank: 2})
    if "instruct" in actions:
        yield from _instructions(view, piece)


def _of_leader(view: MawField, piece: Piece, actions: Sequence[str]) -> Iterator[Act]:
    if "attach" in actions:
        yield Act(by=piece.owner, action="detach", piece=piece.id)
        for unit in seeing.units_of(view, piece.owner):
            yield Act(by=piece.owner, action="attach", piece=piece.id, target=unit.id)


def _instructions(view: MawField, piece: Piece) -> Iterator[Act]:
    """What a unit is told beforehand; only what there is to tell it."""
    unit, told = view.books.units[piece.id], view.instructions.get(piece.id)
    if told is not None:
        yield Act(by=piece.owner, action="instruct", piece=piece.id, chosen={"reply": StandingReply.ASK.value})
    elif unit.is_guns:
        return
    elif unit.on_horse:
        yield _instruction(piece, StandingReply.COUNTER_CHARGE, Against.ANYBODY)
    elif view.shapes[piece.id].state in LOOSE:
        yield _instruction(piece, StandingReply.EVADE, Against.FOOT)
    else:
        yield _instruction(piece, StandingReply.SQUARE, Against.HORSE)
        yield _instruction(piece, StandingReply.STAND, Against.ANYBODY)


def _instruction(piece: Piece, reply: StandingReply, against: Against) -> Act:
    chosen = {"reply": reply.value, "against": against.value}
    return Act(by=piece.owner, action="instruct", piece=piece.id, chosen=chosen)


def joined(view: MawField, given: Act) -> Act:
    """A shot with all who bear on its target, a charge with cold steel where it may be (MAW-11.05, MAW-G.07c)."""
    piece, target = view.pieces.get(given.piece), view.pieces.get(given.target)
    if piece is None or target is None or given.target not in view.books.units:
        return given
    if given.action == "declare_charge":
        return replace(given, chosen={"cold_steel": _steel(view, piece)})
    if given.action != "fire" or piece.id not in view.books.units or not shooting.can_fire(view, piece):
        return given
    mark = shooting.mark_of(view, target)
    others = [each for each in seeing.units_of(view, piece.owner) if each.id != piece.id and each.figures]
    bear = [each.id for each in others if shooting.can_fire(view, each) and shooting.bears(view, each, mark).numbers]
    return replace(given, helpers=tuple(bear[: shooting.MOST - 1]))


def _steel(view: MawField, piece: Piece) -> bool:
    """Infantry of both sides and US cavalry in the saddle."""
    unit = view.books.units.get(piece.id)
    return unit is not None and (unit.arm is Arm.INFANTRY or (unit.side is Side.US and unit.on_horse))


DESK_AIMS: Aims[MawField] = Aims("move", ready, against, lambda _view, _piece: (), offers, passes)
