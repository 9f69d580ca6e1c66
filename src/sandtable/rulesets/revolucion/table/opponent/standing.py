"""What standing in one exact place is worth: who sees it and in what cover it is, whom it sees, and what it is near to."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from sandtable.ai.grid import Numbers
from sandtable.geometry.arc import in_arc
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.marks import Glance, glances
from sandtable.geometry.measure import INCH, Length
from sandtable.rulesets.revolucion.table.cover import cover_of
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.opponent.picture import COVERS, REACHES, Foe, Spot, fire_reach
from sandtable.rulesets.revolucion.table.opponent.thinking import Thinking
from sandtable.rulesets.revolucion.table.opponent.weights import price, weight
from sandtable.rulesets.revolucion.table.state import State
from sandtable.rulesets.revolucion.vocabulary import FIGHTERS, GUNS, FireMode, Formation

REACH_OF_BANDS: list[float] = REACHES.tolist()
BETWEEN_LINES: Length = INCH  # looks are taken from points so far apart: enough to judge a place by
NOT_ASKED = -1.0  # as near as nobody is


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
    mode = mode or (FireMode.DEPLOYED if formation is Formation.DEPLOYED or unit.kind in GUNS else FireMode.MOVING)
    own_reach, tolls = _own_reach(thinking, formation), picture.tolls(unit, formation, mode)
    danger = chance = charge = 0.0
    number = -1
    for foe, (gap, _, seen) in zip(picture.foes, _looks(thinking, body, own_reach), strict=True):
        number += 1
        if gap <= foe.run:
            charge = max(charge, foe.charge)
        if seen is None:
            continue
        length, own_cover, his_cover, aimed = seen
        band = bisect_left(REACH_OF_BANDS, length)
        if foe.reach and length <= foe.reach:  # who has no weapon does no harm from nearby either
            danger += tolls.suffered(number, foe, own_cover)[band] * foe.attention * aimed
        if own_reach and length <= own_reach:
            chance = max(chance, tolls.done(number, foe, his_cover)[band])
    danger += charge * price(unit.kind, view.tables)
    own, his = thinking.stakes
    return Exposure(danger * own, chance * his)


def _own_reach(thinking: Thinking, formation: Formation) -> Length:
    unit = thinking.unit
    fires = unit.kind in FIGHTERS and formation is not Formation.MARCH
    return fire_reach(unit.kind, thinking.view.tables) if fires else 0


def gaps_to_enemies(thinking: Thinking, body: Footprint) -> list[tuple[Length, str]]:
    """The enemies, the nearest first, and how far off each is."""
    looks = _looks(
        thinking, body, _own_reach(thinking, thinking.unit.formation)
    )  # what its exposure will ask for as well
    return sorted([(gap, foe.unit.id) for foe, (gap, _, _) in zip(thinking.picture.foes, looks, strict=True)])


# How long the line is, his and the unit's cover as the number of their class, and the share of his fire that is to be feared: he may have
# to turn first.
_Seen = tuple[Length, int, int, float]

# A look at an enemy from a place: how far off he is; whether it was looked into that they see each other; and what there is between them if
# they do.
_Look = tuple[Length, bool, _Seen | None]


def _looks(thinking: Thinking, body: Footprint, own_reach: Length) -> list[_Look]:
    """What there is between a place and each enemy that it matters for. Kept for as long as he stands there."""
    picture = thinking.picture
    foes, within = picture.foes, picture.within(own_reach)
    asked: list[float] = within.tolist()
    known: dict[Spot, _Look] | None = picture.looks.get(body)
    if known is None:
        known = picture.looks[body] = {}
        return _looked(thinking, body, range(len(foes)), within, known)
    looks = [known.get(foe.spot) for foe in foes]
    missing = [
        number for number, look in enumerate(looks) if look is None or (not look[1] and look[0] <= asked[number])
    ]
    if missing:
        within = np.full(len(foes), NOT_ASKED)
        within[missing] = [asked[number] for number in missing]
        for number, look in zip(missing, _looked(thinking, body, missing, within, known), strict=True):
            looks[number] = look
    return looks  # type: ignore[return-value]  # none is missing any more


def _looked(
    thinking: Thinking, body: Footprint, numbers: Sequence[int], within: Numbers, known: dict[Spot, _Look]
) -> list[_Look]:
    """Looks at some of the enemies, to be known from now on."""
    view, picture = thinking.view, thinking.picture
    gaps, glanced = glances(view.terrain, measures(view.tables).sight, body, picture.marks, within, BETWEEN_LINES)
    foes, asked = picture.foes, within.tolist()
    looks: list[_Look] = []
    for number in numbers:
        foe, gap, glance = foes[number], gaps[number], glanced.get(number)
        seen = _seen(view, body, foe, glance) if glance is not None else None
        look = known[foe.spot] = (gap, gap <= asked[number], seen)
        looks.append(look)
    return looks


def _seen(view: State, body: Footprint, foe: Foe, glance: Glance) -> _Seen:
    length, outside, start, end = glance
    hidden = outside > 0
    own_cover = cover_of(view, body, end, start, hidden_behind=hidden)
    his_cover = cover_of(view, foe.stands, start, end, hidden_behind=hidden)
    turned = foe.deployed and not in_arc(foe.stands, start)
    aimed = weight("ground", "off_arc") if turned else 1.0
    return length, COVERS.index(own_cover), COVERS.index(his_cover), aimed


def standing_worth(thinking: Thinking, body: Footprint, formation: Formation) -> float:
    """What standing exactly there at the end of a turn is worth."""
    found = exposure(thinking, body, formation)
    worth = weight("ground", "tomorrow") * found.chance - weight("ground", "danger") * thinking.caution * found.danger
    return worth + thinking.purpose_at(body.anchor.point)
