"""What is told of where a battle was won: the sentence first, then what it rests on, then the orders and the throws."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sandtable.battle.seat import Role
from sandtable.kernel import codec
from sandtable.lab.texts import number, percent, points, say
from sandtable.lab.won.branches import Spot
from sandtable.lab.won.fever import Fever, Kind, Point, Step

HALF = 0.5


@dataclass(frozen=True, slots=True)
class ToldStep:
    """A step as it is listed: its number in the log, turn and words, whose it was, by how many points, the face thrown, and whether it stands out."""

    number: int
    turn: int
    words: str
    role: Role
    moved: float
    points: str
    faces: tuple[int, ...]
    solid: bool
    place: int


def sentence(fever: Fever) -> str:
    """Where it was won, in a sentence."""
    open_points = [one for one in fever.points if one.battles]
    if not open_points:
        return say("won.nothing")
    name = fever.played.side_name(fever.side)
    if fever.ended is None:
        now = fever.points[-1]
        return say("won.stands", side=name, share=percent(now.chance), low=percent(now.low), high=percent(now.high))
    if fever.ended == HALF:
        low, high = (choose(open_points, key=lambda one: one.chance) for choose in (min, max))
        return say("won.drawn", side=name, low=percent(low.chance), high=percent(high.chance))
    return _won(fever, open_points)


def _won(fever: Fever, open_points: list[Point]) -> str:
    """Of a battle that somebody won: where the loser stood best, or from when on the winner led."""
    own, other = fever.side, next(role for role in fever.played.sides if role != fever.side)
    loser, winner = (other, own) if fever.ended and fever.ended > HALF else (own, other)
    names = {"loser": fever.played.side_name(loser), "winner": fever.played.side_name(winner)}

    def chance(point: Point) -> float:
        return point.chance if loser == own else 1 - point.chance

    def surely(point: Point) -> float:
        return point.low if loser == own else 1 - point.high

    best = max(open_points, key=surely)  # the highest of many that few battles tell is high by chance
    turned = fever.turning_point
    if turned is None:
        return say("won.at_last", **names)
    lost_in = _turn(fever, turned)
    if surely(best) > HALF:
        return say("won.lost", share=percent(chance(best)), turn=_turn(fever, best), lost_in=lost_in, **names)
    return say("won.from_start", **names) if turned.place == 0 else say("won.led", turn=lost_in, **names)


def _turn(fever: Fever, point: Point) -> int:
    return max(1, fever.moments[point.place].turn)


def rests_on(fever: Fever, level: str) -> str:
    """What the answer rests on, in one line."""
    looked = [one for one in fever.points if one.battles]
    said = [say("won.rests_on", battles=number(len(fever.records)), moments=len(looked), level=level)]
    if fever.played.seat is not None:
        said.append(say("won.own_view", side=fever.played.side_name(fever.side)))
    if fever.failures:
        said.append(say("failed", failed=len(fever.failures)))
    return " ".join(said)


def words_in_turn(step: ToldStep) -> str:
    """What was done, and in which turn; before the first there is none to name."""
    return say("won.in_turn", turn=step.turn, words=step.words) if step.turn else step.words


def listed_steps(fever: Fever, kind: Kind) -> tuple[ToldStep, ...]:
    """The five orders, or throws, as they are listed."""
    return tuple(told_step(fever, one) for one in fever.most(kind))


def told_step(fever: Fever, step: Step) -> ToldStep:
    """A step in words."""
    moment = fever.moments[step.place]
    faces = fever.played.faces(step.place) if step.kind == "throw" else ()
    return ToldStep(
        moment.number,
        moment.turn,
        moment.words,
        moment.role,
        step.moved,
        points(step.moved),
        faces,
        step.solid,
        step.place,
    )


def sentence_at(fever: Fever, place: int) -> str:
    """One moment alone: the chance after it, and what its order and its dice moved it by."""
    point = next((one for one in fever.points if one.place == place), None)
    if point is None or (not point.battles and Spot(place) in fever.values):
        return say("won.nothing")
    name, moment = fever.played.side_name(fever.side), fever.moments[place]
    numbers = {"share": percent(point.chance), "low": percent(point.low), "high": percent(point.high)}
    said = [say("won.at", number=moment.number, side=name, **numbers)]
    for step in (one for one in fever.steps if one.place == place):
        moved = {"points": points(step.moved), "low": points(step.low), "high": points(step.high)}
        said.append(say(f"won.moved_by_{step.kind}", **moved))
    return " ".join(said)


def plain(fever: Fever, level: str, place: int | None = None) -> dict[str, Any]:
    """The whole answer as plain data, for programs."""
    return {
        "side": fever.side,
        "sentence": sentence(fever) if place is None else sentence_at(fever, place),
        "rests_on": rests_on(fever, level),
        "points": [{"number": fever.moments[one.place].number, **codec.write(one)} for one in fever.points],
        "orders": [codec.write(one) for one in listed_steps(fever, "order")],
        "throws": [codec.write(one) for one in listed_steps(fever, "throw")],
        "steps": [{"number": fever.moments[one.place].number, **codec.write(one)} for one in fever.steps],
        "failures": [codec.write(one) for one in fever.failures],
    }
