"""What standing in one exact place is worth: who sees it and in what cover it is, whom it sees, and what it is near to."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from sandtable.geometry.arc import in_arc
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.marks import Glance, glances
from sandtable.geometry.measure import INCH, Length
from sandtable.rulesets.revolucion.table.measures import measures
from sandtable.rulesets.revolucion.table.opponent.ground import COVERS, REACHES, Foe, fire_reach
from sandtable.rulesets.revolucion.table.opponent.stakes import stake
from sandtable.rulesets.revolucion.table.opponent.thinking import Thinking
from sandtable.rulesets.revolucion.table.opponent.weights import price, weight
from sandtable.rulesets.revolucion.table.sight_and_cover import cover_of
from sandtable.rulesets.revolucion.table.state import State, other
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
    own_reach = fire_reach(unit.kind, view.tables) if unit.kind in FIGHTERS and formation is not Formation.MARCH else 0
    mode = mode or (FireMode.DEPLOYED if formation is Formation.DEPLOYED or unit.kind in GUNS else FireMode.MOVING)
    tolls = picture.tolls(unit, formation, mode)
    danger = chance = charge = 0.0
    for number, (foe, look) in enumerate(zip(picture.foes, _looks(thinking, body, own_reach), strict=True)):
        if look.gap <= foe.run:
            charge = max(charge, foe.charge)
        seen = look.seen
        if seen is None:
            continue
        band = bisect_left(REACH_OF_BANDS, seen.length)
        if seen.length <= foe.reach:
            danger += tolls.suffered(number, foe, seen.own_cover)[band] * foe.attention * seen.aimed
        if seen.length <= own_reach:
            chance = max(chance, tolls.done(number, foe, seen.his_cover)[band])
    danger += charge * price(unit.kind, view.tables)
    return Exposure(danger * stake(view, unit.side), chance * stake(view, other(unit.side)))


def gaps_to_enemies(thinking: Thinking, body: Footprint) -> list[tuple[Length, str]]:
    """The enemies, the nearest first, and how far off each is."""
    looks = _looks(thinking, body, 0)
    return sorted((look.gap, foe.unit.id) for foe, look in zip(thinking.picture.foes, looks, strict=True))


class _Seen(NamedTuple):
    length: Length
    own_cover: int  # as the number of its class
    his_cover: int
    aimed: float  # the share of his fire that is to be feared: he may have to turn first


class _Look(NamedTuple):
    """A look at an enemy from a place. ``asked``: whether they see each other was looked into."""

    his: Footprint  # kept here, so that nobody else can have its id
    gap: Length
    asked: bool
    seen: _Seen | None


def _looks(thinking: Thinking, body: Footprint, own_reach: Length) -> list[_Look]:
    """What there is between a place and each enemy that it matters for. Kept for as long as he stands there."""
    picture = thinking.picture
    foes, within = picture.foes, picture.within(own_reach)
    known: dict[tuple[int, bool], _Look] = picture.looks.setdefault(body.bases, {})
    looks = [known.get(foe.key) for foe in foes]
    asked: list[float] = within.tolist()
    missing = [
        number for number, look in enumerate(looks) if look is None or (not look.asked and look.gap <= asked[number])
    ]
    if not missing:
        return looks  # type: ignore[return-value]  # none is missing
    if len(missing) < len(looks):
        within = np.full(len(looks), NOT_ASKED)
        for number in missing:
            within[number] = asked[number]
    view = thinking.view
    gaps, glanced = glances(view.terrain, measures(view.tables).sight, body, picture.marks, within, BETWEEN_LINES)
    for number in missing:
        foe, gap, glance = foes[number], gaps[number], glanced.get(number)
        seen = _seen(view, body, foe, glance) if glance is not None else None
        looks[number] = known[foe.key] = _Look(foe.stands, gap, gap <= asked[number], seen)
    return looks  # type: ignore[return-value]  # none is missing any more


def _seen(view: State, body: Footprint, foe: Foe, glance: Glance) -> _Seen:
    length, outside, start, end = glance
    hidden = outside > 0
    own_cover = cover_of(view, body, end, start, hidden_behind=hidden)
    his_cover = cover_of(view, foe.stands, start, end, hidden_behind=hidden)
    turned = foe.deployed and not in_arc(foe.stands, start)
    aimed = weight("ground", "off_arc") if turned else 1.0
    return _Seen(length, COVERS.index(own_cover), COVERS.index(his_cover), aimed)


def standing_worth(thinking: Thinking, body: Footprint, formation: Formation) -> float:
    """What standing exactly there at the end of a turn is worth."""
    found = exposure(thinking, body, formation)
    worth = weight("ground", "tomorrow") * found.chance - weight("ground", "danger") * thinking.caution * found.danger
    return worth + thinking.purpose_at(body.anchor.point)
