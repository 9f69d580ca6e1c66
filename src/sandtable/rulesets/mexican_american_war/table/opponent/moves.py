"""Where a unit would go: maneuvers that come to mind, each worth what the place is that it ends in."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from sandtable.geometry.measure import Length, Point
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table import players, shooting
from sandtable.rulesets.mexican_american_war.table.desk.menu import arc_of, order, step
from sandtable.rulesets.mexican_american_war.table.movement import drilling
from sandtable.rulesets.mexican_american_war.table.movement.steps import Drill, Step, StepKind
from sandtable.rulesets.mexican_american_war.table.opponent.odds import WEIGHTS
from sandtable.rulesets.mexican_american_war.table.opponent.picture import goal_of, nearest, only_horse_near, threat_to
from sandtable.rulesets.mexican_american_war.table.opponent.places import Spot
from sandtable.rulesets.mexican_american_war.table.shapes import middle_of
from sandtable.rulesets.mexican_american_war.table.state import Kind, MawField
from sandtable.rulesets.mexican_american_war.table.state import length as inches
from sandtable.rulesets.mexican_american_war.vocabulary import (
    FAST_EFFECTS,
    CheckEffect,
    Formation,
    Maneuver,
    effect_in,
)

K, M, F = StepKind, Maneuver, Formation
TURNS = (30, -30)  # degrees of an oblique
WIDEST = 45  # degrees of a wheel
STRAIGHT = 6  # degrees off that are not worth one
FARTHEST = 24  # inches that anybody goes in a turn
SHY: Length = 250  # by which a unit stays on its side of a range
ASIDE = 12  # degrees off its front from which a line turns to the enemy
QUARTER = 90
WIDE = 6  # inches from its middle that a line reaches to either side
OPEN_LINES = (F.LINE, F.SUPPORTED_LINE, F.OPEN_THIN, F.OPEN_DEEP)


class Going(NamedTuple):
    """A maneuver, and how much more it is worth than standing."""

    gain: float
    order: Act


@WEIGHTS.fact
def goings(view: MawField, name: str, effect: CheckEffect, danger: float) -> tuple[Going, ...]:
    """What a unit might do with an effect, the best first; only what is worth more than standing."""
    piece = view.pieces[name]
    if view.shapes[name].kind is Kind.HOUSE or view.shapes[name].kind is Kind.MOB:
        return ()
    stays = Spot(view, piece, view.shapes[name], piece.figures, piece.base).worth(danger)
    found: dict[str, Going] = {}
    for tried in thought_of(view, piece, effect):
        plan = drilling.plan_for(view, name, drill_of(tried))
        if plan.faults:
            continue
        gain = Spot(view, piece, plan.drawn, plan.figures, plan.base).worth(danger) - stays
        if gain > WEIGHTS("place", "least"):
            found[str(tried.chosen)] = Going(gain, tried)
    return tuple(sorted(found.values(), key=lambda each: (-each.gain, str(each.order.chosen))))


def drill_of(tried: Act) -> Drill:
    """A maneuver as its places are planned, whoever may order it."""
    told = tried.chosen
    steps = tuple(
        Step(step=StepKind(each["step"]), inches=Fraction(each.get("inches", 0)), degrees=int(each.get("degrees", 0)))
        for each in told.get("steps", ())
    )
    new = told.get("new_formation")
    return Drill(Maneuver(told["maneuver"]), None if new is None else Formation(new), steps=steps)


def effect_of(view: MawField, piece: Piece) -> CheckEffect:
    """What a unit's check allows it."""
    checked = view.books.units[piece.id].checked
    return effect_in(view.books.light, checked) if checked is not None else CheckEffect.TARDY


def thought_of(view: MawField, piece: Piece, effect: CheckEffect) -> Iterator[Act]:
    """Maneuvers that come to mind: to the enemy, to a position, back, aside, into another formation."""
    what = M.FULL_MOVE if effect in FAST_EFFECTS else M.HALF_MOVE
    paces = _paces(view, piece, effect, what)
    for there, most in sorted({(there, min(pace, far)) for there, far in _places(view, piece) for pace in paces}):
        yield from _ways(view, piece, there, what, most)
    for pace in paces:
        yield order(piece, what, step(K.WITHDRAW, pace))
        for turn in TURNS:
            yield order(piece, what, step(K.OBLIQUE, pace, turn))
    yield from _fronts(view, piece)
    yield from _formations(view, piece)


def _paces(view: MawField, piece: Piece, effect: CheckEffect, what: Maneuver) -> tuple[Length, ...]:
    """How far a unit may get: what it goes in the open and, where other ground is near, what it goes on slower one."""
    rates = players.rates(view, piece, effect, what)
    place, far = middle_of(piece), rates[0] + inches(WIDE)
    for area in view.terrain.areas:
        (left, right), (low, high) = ((min(each), max(each)) for each in zip(*area.outline, strict=True))
        if left - far <= place.x <= right + far and low - far <= place.y <= high + far:
            return tuple(sorted({each for each in rates if each}, reverse=True))
    return rates[:1]


def _ways(view: MawField, piece: Piece, there: Point, what: Maneuver, most: Length) -> Iterator[Act]:
    """Straight on, and with a wheel to a place first."""
    yield order(piece, what, step(K.ADVANCE, most))
    aside = max(-WIDEST, min(WIDEST, players.off(view, piece, there)))
    if abs(aside) > STRAIGHT and view.shapes[piece.id].kind is not Kind.SQUARE:
        left = most - round(arc_of(view, piece, aside))
        if left > 0:
            yield order(piece, what, step(K.WHEEL, degrees=aside), step(K.ADVANCE, left))


def _places(view: MawField, piece: Piece) -> Iterator[tuple[Point, Length]]:
    """Places to go to, and how far at most: a position, and where the two nearest enemies come into reach."""
    goal = goal_of(view, piece.id)
    if goal is not None:
        yield goal.at, inches(FARTHEST)
    own, close = shooting.reach_of(view, piece), inches(view.tables.number("apart.enemy")) + SHY
    for far, enemy in threat_to(view, piece.id)[:2]:
        there = middle_of(view.pieces[enemy])
        stops = (close, max(close, own - SHY)) if far < inches(FARTHEST) else (max(close, own - SHY),)
        for stop in stops:
            if far > stop:
                yield there, far - stop


def _fronts(view: MawField, piece: Piece) -> Iterator[Act]:
    """Turned to the nearest enemy, or halfway."""
    found = nearest(view, piece.id)
    if found is None or view.shapes[piece.id].state not in OPEN_LINES:
        return
    aside = players.off(view, piece, middle_of(found[1]))
    if abs(aside) > ASIDE:
        yield order(piece, M.CHANGE_FRONT, step(K.WHEEL, degrees=max(-QUARTER, min(QUARTER, aside))))


def _formations(view: MawField, piece: Piece) -> Iterator[Act]:
    """A line, a square where horse could come and nobody else is near."""
    drawn = view.shapes[piece.id]
    if drawn.state == F.MARCH_COLUMN:
        yield order(piece, M.DEPLOY_TO_THE_FRONT)
    if drawn.state not in OPEN_LINES:
        found = nearest(view, piece.id)
        aside = 0 if found is None else players.off(view, piece, middle_of(found[1]))
        for line in (F.LINE.value, F.SUPPORTED_LINE.value):
            yield order(piece, M.CHANGE_FORMATION, new_formation=line)
            if drawn.kind is Kind.SQUARE and abs(aside) > ASIDE:
                yield order(piece, M.CHANGE_FORMATION, step(K.TURN, degrees=aside), new_formation=line)
    if drawn.state in OPEN_LINES and only_horse_near(view, piece.id):
        yield order(piece, M.CHANGE_FORMATION, new_formation=F.DELIBERATE_SQUARE.value)
