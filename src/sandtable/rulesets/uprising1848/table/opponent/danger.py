"""What a place costs: the casualties that troops in sight of it may be expected to make there with their next volley (R48-A.04)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from sandtable.geometry.measure import Point, apart, in_inches
from sandtable.miniatures.field import Piece
from sandtable.rulesets.uprising1848.fire import Aim, band_of, hit_chance
from sandtable.rulesets.uprising1848.table.movement.placing import cover_there
from sandtable.rulesets.uprising1848.table.opponent.facts import commonest, middle_of
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, UprisingField
from sandtable.rulesets.uprising1848.vocabulary import Quality, Shot

Danger = Callable[[Point], float]


def danger_for(view: UprisingField, piece: Piece) -> Danger:
    """The casualties that a unit would suffer at a place, at a glance: by range and cover from the middle of every unit that fires."""
    tables = view.tables
    batteries = [
        (middle_of(each), Counter(_arms(view, each)))
        for each in view.there(GOVERNMENT)
        if view.fights_on(each.id) and view.unit(each.id).party.gun is None
    ]
    quality = commonest([man.quality for man in view.men[piece.id]], Quality.CONSCRIPT)

    def suffered(place: Point) -> float:
        found = 0.0
        for middle, arms in batteries:
            band = band_of(in_inches(max(0, round(apart(place, middle)))), tables)
            cover = cover_there(view, place, middle)
            for (shot, shooter), count in arms.items():
                aim = Aim(shot=shot, band=band, shooter=shooter, target=quality, cover=cover)
                found += count * hit_chance(aim, tables) / 100
        return min(found, float(len(piece.figures)))

    return suffered


def _arms(view: UprisingField, piece: Piece) -> list[tuple[Shot, Quality]]:
    return [(shot, man.quality) for man in view.men[piece.id] if (shot := man.shot()) is not None]
