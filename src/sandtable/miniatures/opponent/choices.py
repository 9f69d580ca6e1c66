"""What a unit could do now, each choice with what speaks for it and against it."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf

import numpy as np

from sandtable.ai.weighing import Weighed
from sandtable.geometry.measure import INCH
from sandtable.miniatures import acting
from sandtable.miniatures.kit import State
from sandtable.miniatures.opponent.mind import Mind
from sandtable.miniatures.opponent.picture import in_arc
from sandtable.miniatures.opponent.places import best_moves
from sandtable.miniatures.opponent.standing import gaps, remaining, staying
from sandtable.miniatures.opponent.thinking import Thinking
from sandtable.miniatures.opponent.values import Choice
from sandtable.miniatures.orders import Act

TARGETS = 3  # enemies that are tried in earnest
SURE = 0.7  # share of the best that was found below which nothing better is hoped for
TOUCH = INCH // 10  # within which somebody may be touched
REST = ""  # the action of doing nothing


def choices(thinking: Thinking[State], mind: Mind[State]) -> list[Choice]:
    """Everything worth a thought; resting is always one."""
    piece = thinking.piece
    rest = Weighed(Act(by=piece.owner, action=REST, piece=piece.id), (thinking.reason("rest"),))
    found = [rest, *strokes(thinking), *mind.deeds(thinking)]
    beat = max(each.value for each in found)
    for move in best_moves(thinking, mind.spots(thinking), beat):
        name = move.reason or f"move_{thinking.plan.stance}" if move.spot is None else move.spot.reason
        target = "" if move.spot is None else move.spot.of
        gain = move.better - thinking.weight("way", "gain")
        found.append(Weighed(move.order, (thinking.reason(name, gain, target),)))
    return found


def strokes(thinking: Thinking[State]) -> Iterator[Choice]:
    """The best that can be done to an enemy from here; the promising ones are tried first."""
    view, piece, picture = thinking.view, thinking.piece, thinking.picture
    best = 0.0
    for promise, number in sorted(_promises(thinking), reverse=True)[:TARGETS]:
        if promise <= best * SURE:
            return
        enemy = picture.foes[number].piece
        for order in thinking.aims.at(view, piece, enemy):
            deed = thinking.kit.deeds[order.action]
            if deed.goes or not deed.at or not thinking.may(order):
                continue
            form = acting.filled_in(thinking.kit, view, order)[1]
            worth = thinking.laws.worth(view, order, form) * thinking.values.stake(view, enemy.owner)
            after = thinking.values.after(thinking.unit, order.action)
            shown = 0.0 if after == thinking.unit else remaining(thinking, after) - staying(thinking)
            best = max(best, worth + shown)
            reasons = [thinking.reason(order.action, worth, enemy.id)]
            if shown:
                reasons.append(thinking.reason("shows_itself", shown))
            yield Weighed(order, tuple(reasons))


def _promises(thinking: Thinking[State]) -> Iterator[tuple[float, int]]:
    """What a shot at each enemy within reach and sight could be worth; whoever may be touched comes before all others."""
    picture, reach, piece = thinking.picture, thinking.reach, thinking.piece
    if not picture.foes:
        return
    near = gaps(thinking, piece.figures, piece.marker).min(axis=0)
    seen = picture.seen_from(thinking.middle)
    bears = in_arc(reach, picture.eyes) if reach.muzzle is not None else np.ones(len(near), dtype=np.bool_)
    done = picture.done(thinking.unit, reach, thinking.foe_covers) if reach.bands else None
    more = thinking.values.stake(thinking.view, picture.other_side)
    hidden = picture.sheltered
    for number, gap in enumerate(near.tolist()):
        if gap <= TOUCH:
            yield inf, number
        elif hidden[number]:
            continue
        elif done is not None and gap <= reach.far and seen[number] and bears[number]:
            band = int((gap > np.array(reach.bands)).sum())
            yield float(done[number, band]) * more, number
