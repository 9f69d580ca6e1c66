"""What standing in one exact place is worth: who sees it and in what cover it is, whom it sees, and what it is near to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sandtable.geometry.arc import in_arc
from sandtable.geometry.distance import distances
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length
from sandtable.geometry.sight import sees
from sandtable.rulesets.revolucion.table.measures import measures
from sandtable.rulesets.revolucion.table.opponent.ground import (
    REACHES,
    can_fire,
    charges,
    fire_reach,
    harm,
    mark_of,
    shooter_of,
    usual_mode,
)
from sandtable.rulesets.revolucion.table.opponent.stakes import stake
from sandtable.rulesets.revolucion.table.opponent.thinking import Thinking
from sandtable.rulesets.revolucion.table.opponent.weights import price, weight
from sandtable.rulesets.revolucion.table.sight_and_cover import cover_of
from sandtable.rulesets.revolucion.table.state import Unit, other
from sandtable.rulesets.revolucion.vocabulary import FIGHTERS, GUNS, Cover, FireMode, Formation


@dataclass(frozen=True, slots=True)
class Exposure:
    """What a turn in a place may cost, and what the best shot from it is worth."""

    danger: float
    chance: float


def exposure(thinking: Thinking, body: Footprint, formation: Formation, mode: FireMode | None = None) -> Exposure:
    """Every enemy within reach is looked at from exactly there. Guns are thought of as about to deploy, unless a mode is given."""
    view, unit, picture = thinking.view, thinking.unit, thinking.picture
    if not picture.enemies:
        return Exposure(0.0, 0.0)
    own_reach = fire_reach(unit.kind, view.tables) if unit.kind in FIGHTERS and formation is not Formation.MARCH else 0
    mode = mode or (FireMode.DEPLOYED if formation is Formation.DEPLOYED or unit.kind in GUNS else FireMode.MOVING)
    far = distances([body], [enemy.stands for enemy in picture.enemies if enemy.stands is not None])[0]
    danger = chance = charge = 0.0
    for enemy, gap in zip(picture.enemies, far.tolist(), strict=True):
        run, cost = charges(enemy.kind, enemy.status, view.tables)
        if gap <= run:
            charge = max(charge, cost)
        his_reach = fire_reach(enemy.kind, view.tables) if can_fire(enemy) else 0
        if gap > max(own_reach, his_reach):
            continue
        seen = _look(thinking, body, enemy)
        if seen is None:
            continue
        band = int(np.searchsorted(REACHES, seen.length, side="left"))
        if seen.length <= his_reach:
            told = harm(shooter_of(enemy), usual_mode(enemy), mark_of(unit, formation, seen.own_cover), view.tables)
            danger += float(told[band]) * picture.attention[enemy.id] * seen.aimed
        if seen.length <= own_reach:
            told = harm(shooter_of(unit), mode, mark_of(enemy, None, seen.his_cover), view.tables)
            chance = max(chance, float(told[band]))
    danger += charge * price(unit.kind, view.tables)
    return Exposure(danger * stake(view, unit.side), chance * stake(view, other(unit.side)))


@dataclass(frozen=True, slots=True)
class _Seen:
    length: Length
    own_cover: Cover
    his_cover: Cover
    aimed: float  # the share of his fire that is to be feared: he may have to turn first


def _look(thinking: Thinking, body: Footprint, enemy: Unit) -> _Seen | None:
    """What there is between a place and an enemy; None: they do not see each other. Kept for as long as he stands there."""
    assert enemy.stands is not None  # noqa: S101 - he stands on the table
    key = (body.bases, enemy.stands.bases, enemy.formation)
    looks: dict[tuple[object, ...], _Seen | None] = thinking.picture.looks
    if key not in looks:
        looks[key] = _looked(thinking, body, enemy, enemy.stands)
    return looks[key]


def _looked(thinking: Thinking, body: Footprint, enemy: Unit, his: Footprint) -> _Seen | None:
    view = thinking.view
    line = sees(view.terrain, measures(view.tables).sight, body, his)
    if not line.clear:
        return None
    hidden = line.through_outside > 0
    own_cover = cover_of(view, body, line.end, line.start, hidden_behind=hidden)
    his_cover = cover_of(view, his, line.start, line.end, hidden_behind=hidden)
    turned = enemy.formation is Formation.DEPLOYED and not in_arc(his, line.start)
    return _Seen(line.length, own_cover, his_cover, weight("ground", "off_arc") if turned else 1.0)


def standing_worth(thinking: Thinking, body: Footprint, formation: Formation) -> float:
    """What standing exactly there at the end of a turn is worth."""
    found = exposure(thinking, body, formation)
    place = np.array([body.anchor.point], dtype=np.float64)
    worth = weight("ground", "tomorrow") * found.chance - weight("ground", "danger") * thinking.caution * found.danger
    return worth + float(thinking.purpose(place)[0])
