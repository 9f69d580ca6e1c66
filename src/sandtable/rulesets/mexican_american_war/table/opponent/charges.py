"""Charges that could be declared now, each worth what it would come to, alone or with all who can go in together."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sandtable.geometry.measure import INCH, Length
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table import seeing
from sandtable.rulesets.mexican_american_war.table.charges import charging
from sandtable.rulesets.mexican_american_war.table.opponent.odds import WEIGHTS, Harm, clash, position, volley
from sandtable.rulesets.mexican_american_war.table.opponent.picture import attacks, foes, in_reach, threat_to
from sandtable.rulesets.mexican_american_war.table.shapes import fronts_of
from sandtable.rulesets.mexican_american_war.table.state import Kind, MawField
from sandtable.rulesets.mexican_american_war.table.state import length as inches
from sandtable.rulesets.mexican_american_war.vocabulary import Formation, GroundDefended, OrderState

Names = tuple[str, ...]
POSITIONS = tuple(GroundDefended)  # from none to the strongest


class Stroke(NamedTuple):
    """A charge, and what it is worth."""

    worth: float
    name: str
    target: str


def strokes(view: MawField, danger: float, may: Callable[[Act], bool]) -> list[Stroke]:
    """The charges of those who have checked together: by each the enemies that are nearest to it, the best first."""
    ready = [name for name in view.group if name in view.pieces and charging.may_charge(view, name)]
    wanted: dict[str, list[str]] = {}
    for name in ready:
        for _, enemy in threat_to(view, name)[: int(WEIGHTS("charge", "steps"))]:
            wanted.setdefault(enemy, []).append(name)
    found: list[Stroke] = []
    for enemy, names in wanted.items():
        found += _at(view, enemy, names, danger, may)
    return sorted(found, key=lambda each: (-each.worth, each.name, each.target))


def _at(view: MawField, enemy: str, names: Sequence[str], danger: float, may: Callable[[Act], bool]) -> list[Stroke]:
    """Charges at one enemy: what each adds to those that have been declared, and what its share is if all go who can."""
    there = going_at(view, enemy)
    before = worth(view, there, enemy, danger) if there else 0.0
    alone = {name: worth(view, (*there, name), enemy, danger) - before for name in names}
    hoped = dict(alone)
    if len(names) > 1:
        share = (worth(view, (*there, *names), enemy, danger) - before) / len(names)
        if share > max(alone.values()):
            able = tuple(name for name in names if may(declared(view, name, enemy)))
            if len(able) > 1:
                share = (worth(view, (*there, *able), enemy, danger) - before) / len(able)
                hoped |= {name: max(share, alone[name]) for name in able}
    for name in names:
        later = tuple(
            each for each in in_reach(view, enemy, name) if each not in names and view.books.units[each].checked is None
        )
        if later:
            share = (worth(view, (*there, name, *later), enemy, danger) - before) / (1 + len(later))
            hoped[name] = max(hoped[name], WEIGHTS("charge", "later") * share)
    far = {
        name: WEIGHTS("charge", "far") * seeing.gap(view, view.pieces[name], view.pieces[enemy]) / INCH
        for name in names
    }
    return [Stroke(hoped[name] - far[name], name, enemy) for name in names]


def declared(view: MawField, name: str, enemy: str, *, steel: bool = False) -> Act:
    """The order to charge."""
    owner = view.pieces[name].owner
    return Act(by=owner, action="declare_charge", piece=name, target=enemy, chosen={"cold_steel": steel})


def going_at(view: MawField, enemy: str) -> Names:
    """Those who have declared a charge at an enemy already."""
    return tuple(
        name
        for name, charge in view.charges.items()
        if charge.target == enemy and name in view.pieces and not view.books.units[name].charge_checked
    )


def worth(view: MawField, names: Names, enemy: str, danger: float) -> float:
    """What a charge is worth: the combat, against a square or a counter charge if there would be one, less the fire on its way."""
    target = view.pieces[enemy]
    foe, own = view.books.units[enemy], [view.books.units[name] for name in names]
    behind = any(_behind(view, name, target) for name in names)
    told = clash(view, names, enemy, outflanked=behind)
    if all(unit.on_horse for unit in own) and can_square(view, target):
        told = min(told, clash(view, names, enemy, shape=Formation.HASTY_SQUARE))
    if foe.on_horse and foe.order is OrderState.GOOD and not behind:
        told = min(told, clash(view, names, enemy, countered=True))
    fire = on_the_way(view, view.pieces[names[0]], target)
    if told > 0:
        told *= 1.0 - fire.stopped / len(names)
    left = sum(POSITIONS.index(position(view, name)) for name in names if name not in view.charges)
    return (
        told
        - danger * WEIGHTS("charge", "hurt") * fire.worth(own[0])
        - WEIGHTS("charge", "leaves") * left
        - _alone(view, names, target)
    )


def _alone(view: MawField, names: Names, target: Piece) -> float:
    """What it costs to stand among more enemies than friends after it."""
    near = inches(int(WEIGHTS("charge", "about")))
    stands = dict.fromkeys((target.owner, seeing.other(target.owner)), 0)
    for piece in view.pieces.values():
        unit = view.books.units.get(piece.id)
        if unit is None or unit.is_guns or unit.order is OrderState.BROKEN or not piece.figures:
            continue
        if piece.id in names or piece.id == target.id or seeing.gap(view, piece, target) <= near:
            stands[piece.owner] += len(piece.figures)
    return WEIGHTS("charge", "alone") * max(0, stands[target.owner] - stands[seeing.other(target.owner)]) / len(names)


def least(view: MawField, names: Sequence[str]) -> float:
    """What a charge has to be worth: more to a side that need not attack."""
    own = next((view.pieces[name].owner for name in names if name in view.pieces), "")
    return WEIGHTS("charge", "least") + WEIGHTS("charge", "steady") * (bool(own) and not attacks(view, own))


def _behind(view: MawField, name: str, target: Piece) -> bool:
    front = view.shapes[name].array.front
    return seeing.behind(fronts_of(view, target), (front.x, front.y))


def on_the_way(view: MawField, piece: Piece, target: Piece) -> Harm:
    """The worst fire of those who would bear on a charge at its end: its target, and guns that are as near to it."""
    own, close = view.books.units[piece.id], inches(view.tables.number("apart.enemy"))
    worst = Harm()
    for foe in foes(view, piece.owner):
        far: Length = seeing.gap(view, foe.piece, target)
        if not foe.reach or far > foe.reach or (far and not foe.unit.is_guns):
            continue
        harm = volley(view, foe.unit, own, max(close, far), len(foe.spots), charges=True)
        worst = max(worst, harm, key=lambda each: each.lost + each.shaken)
    return worst


def can_square(view: MawField, target: Piece) -> bool:
    """Whether foot would form square when horse comes at it."""
    unit = view.books.units[target.id]
    foot = not unit.is_guns and not unit.on_horse and view.shapes[target.id].kind is Kind.RANKS
    return foot and unit.order is OrderState.GOOD
