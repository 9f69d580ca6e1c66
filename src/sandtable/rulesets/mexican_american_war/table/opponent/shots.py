"""Shots that could be made now, and what each is worth by its exact law."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from sandtable.geometry.measure import Length
from sandtable.miniatures.acting import law_of, may_do
from sandtable.miniatures.kit import Kit
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.fire import FireVerdict
from sandtable.rulesets.mexican_american_war.table import seeing, shooting
from sandtable.rulesets.mexican_american_war.table.opponent.odds import WEIGHTS, price
from sandtable.rulesets.mexican_american_war.table.opponent.picture import shaken
from sandtable.rulesets.mexican_american_war.table.state import MawField
from sandtable.rulesets.mexican_american_war.vocabulary import OrderState


def shots(kit: Kit[MawField], view: MawField, side: str) -> Iterator[tuple[float, Act]]:
    """Shots that could be made now, each by those who are of use in it, with what it is worth in stands."""
    most = int(WEIGHTS("shot", "targets"))
    for order in sorted(_aimed(view, side), key=lambda each: _promise(view, each))[:most]:
        found = next((tried for tried in _by_fewer(view, order) if may_do(kit, view, tried)), None)
        if found is not None:
            yield _spared(kit, view, found)


def _aimed(view: MawField, side: str) -> Iterator[Act]:
    """A shot at every enemy that anybody bears on, by all who do."""
    own = [each for each in seeing.units_of(view, side) if each.figures and shooting.can_fire(view, each)]
    for enemy in seeing.enemies_of(view, side):
        if not enemy.figures or view.books.units[enemy.id].fired_at:
            continue
        mark = shooting.mark_of(view, enemy)
        firers = [each for each in own if shooting.bears(view, each, mark).numbers][: shooting.MOST]
        if firers:
            helpers = tuple(each.id for each in firers[1:])
            yield Act(by=side, action="fire", piece=firers[0].id, target=enemy.id, helpers=helpers)


def _by_fewer(view: MawField, order: Act) -> Iterator[Act]:
    """A shot by all who bear, then with one battery only, then by troops alone, then by each alone: batteries share few targets (MAW-9.04)."""
    names = (order.piece, *order.helpers)
    guns = [name for name in names if view.books.units[name].is_guns]
    troops = tuple(name for name in names if name not in guns)
    yield order
    for those in (*(((gun, *troops)) for gun in guns), troops, *((name,) for name in names)):
        if those:
            yield replace(order, piece=those[0], helpers=those[1:])


def _spared(kit: Kit[MawField], view: MawField, order: Act) -> tuple[float, Act]:
    """A shot without those who add nothing to it and bear on somebody else, too."""
    best = worth(kit, view, order)
    for name in reversed(order.helpers):
        if _others(view, name, order.target):
            fewer = replace(order, helpers=tuple(each for each in order.helpers if each != name))
            if may_do(kit, view, fewer) and (less := worth(kit, view, fewer)) >= best - WEIGHTS("shot", "spare"):
                best, order = less, fewer
    return best, order


def _others(view: MawField, name: str, target: str) -> bool:
    """Whether a unit bears on another enemy who has not been fired at."""
    piece = view.pieces[name]
    return any(
        each.figures
        and each.id != target
        and not view.books.units[each.id].fired_at
        and shooting.bears(view, piece, shooting.mark_of(view, each)).numbers
        for each in seeing.enemies_of(view, piece.owner)
    )


def _promise(view: MawField, order: Act) -> tuple[int, int, Length]:
    """Chargers first, then the shaken, then those at whom most can fire, then the nearest."""
    foe = view.books.units[order.target]
    rank = 0 if order.target in view.charges else 1 if shaken(foe) and foe.order is not OrderState.BROKEN else 2
    return rank, -len(order.helpers), seeing.gap(view, view.pieces[order.piece], view.pieces[order.target])


def worth(kit: Kit[MawField], view: MawField, order: Act) -> float:
    """What a shot is worth on average: stands, disorder, a charge that is stopped; a broken enemy is beaten already."""
    foe = view.books.units[order.target]
    state = "silenced" if foe.is_guns else "disordered"
    told = 0.0
    for verdict, chance in law_of(kit, view, order).law:
        assert isinstance(verdict, FireVerdict)  # noqa: S101 - the law of fire
        gain = float(verdict.measure("stands_lost")) * price(foe)
        if verdict.measure("charge_checked"):
            gain += WEIGHTS("state", "stopped")
        elif verdict.measure("disordered") and not shaken(foe):
            gain += WEIGHTS("state", state)
        told += float(chance) * gain
    return told
