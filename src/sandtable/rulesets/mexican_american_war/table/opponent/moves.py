"""Where a unit would go: maneuvers that come to mind, each worth what the place is that it ends in."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from sandtable.geometry.facts import fact
from sandtable.geometry.measure import Length, Point
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table import drilling, players, shooting
from sandtable.rulesets.mexican_american_war.table.menu import arc_of, order, step
from sandtable.rulesets.mexican_american_war.table.opponent.odds import WEIGHTS
from sandtable.rulesets.mexican_american_war.table.opponent.picture import ahead, goal_of, nearest, threat_to
from sandtable.rulesets.mexican_american_war.table.opponent.places import Spot
from sandtable.rulesets.mexican_american_war.table.shapes import middle_of
from sandtable.rulesets.mexican_american_war.table.state import Kind, MawField
from sandtable.rulesets.mexican_american_war.table.state import length as inches
from sandtable.rulesets.mexican_american_war.table.steps import Drill, Step, StepKind
from sandtable.rulesets.mexican_american_war.vocabulary import (
    FAST_EFFECTS,
    SQUARES,
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
NEAR: Length = inches(16)  # within which troops are in line
QUARTER = 90
OPEN_LINES = (F.LINE, F.SUPPORTED_LINE, F.OPEN_THIN, F.OPEN_DEEP)


class Going(NamedTuple):
    """A maneuver, and how much more it is worth than standing."""

    gain: float
    order: Act


@fact
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


def out_of_place(view: MawField, piece: Piece) -> bool:
    """Whether a unit has somewhere to go: a position, an enemy out of its reach, or one at its flank; who wins by standing stands."""
    found, drawn = nearest(view, piece.id), view.shapes[piece.id]
    if found is None or drawn.kind is Kind.HOUSE:
        return False
    if goal_of(view, piece.id) is not None or drawn.state not in OPEN_LINES:
        return True
    gap, enemy = found
    if gap < NEAR and abs(players.off(view, piece, middle_of(enemy))) > WIDEST:
        return True
    return not ahead(view, piece.owner) and (
        gap > shooting.reach_of(view, piece) or view.books.units[piece.id].on_horse
    )


def effect_of(view: MawField, piece: Piece) -> CheckEffect:
    """What a unit's check allows it."""
    checked = view.books.units[piece.id].checked
    return effect_in(view.books.light, checked) if checked is not None else CheckEffect.TARDY


def thought_of(view: MawField, piece: Piece, effect: CheckEffect) -> Iterator[Act]:
    """Maneuvers that come to mind: to the enemy, to a position, back, aside, into another formation."""
    what = M.FULL_MOVE if effect in FAST_EFFECTS else M.HALF_MOVE
    rate = players.rate(view, piece, effect, what)
    for there, most in sorted({(there, min(rate, far)) for there, far in _places(view, piece)}):
        yield from _ways(view, piece, there, what, most)
    yield order(piece, what, step(K.WITHDRAW, rate))
    for turn in TURNS:
        yield order(piece, what, step(K.OBLIQUE, rate, turn))
    yield from _fronts(view, piece)
    yield from _formations(view, piece)


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
    """Line near the enemy, square where horse is near and nobody else."""
    drawn, found = view.shapes[piece.id], nearest(view, piece.id)
    if drawn.state == F.MARCH_COLUMN:
        yield order(piece, M.DEPLOY_TO_THE_FRONT)
    if drawn.state not in OPEN_LINES:
        yield order(piece, M.CHANGE_FORMATION, new_formation=F.LINE.value)
    if found is not None and drawn.state in OPEN_LINES and drawn.state not in SQUARES and found[0] < NEAR:
        yield order(piece, M.CHANGE_FORMATION, new_formation=F.DELIBERATE_SQUARE.value)
