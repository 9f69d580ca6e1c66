"""Charges that have been declared, as both sides see them coming: the ground that they sweep, where they arrive, and how far that is."""

from __future__ import annotations

from collections.abc import Iterator

import shapely

from sandtable.battle.scene import Threat
from sandtable.geometry.measure import Point, in_inches
from sandtable.kernel.messages import Message, decimal_text
from sandtable.miniatures.desk.look import Say
from sandtable.rulesets.mexican_american_war.table.charges import charging, replying
from sandtable.rulesets.mexican_american_war.table.charges.approaching import Approach, Turn, gap_of, stormed, tried
from sandtable.rulesets.mexican_american_war.table.state import Charge, Kind, MawField


def threats(view: MawField, say: Say) -> Iterator[Threat]:
    """Every charge that has not gone in yet."""
    for name, charge in replying.under_way(view).items():
        way = _way(view, name, charge)
        target = view.pieces.get(charge.target)
        if way is None or target is None:
            continue
        far = Message.of("desk.threat.far", far=_inches(way.total), most=_inches(charge.far))
        turned = charging.turned(view, target, view.pieces[name], charge.began)
        about = Message.of(f"desk.threat.{'behind' if turned else 'at'}", target=charge.target)
        yield Threat(
            piece=name,
            side=view.pieces[name].owner,
            target=charge.target,
            band=_band(view, name),
            arrow=_arrow(view, name, way),
            words=say(far),
            detail=say(about),
        )


def _way(view: MawField, name: str, charge: Charge) -> Approach | None:
    if view.shapes[name].kind is Kind.FILE:
        return stormed(view, name, charge.target)
    return tried(view, name, Turn.read(charge.turn) or Turn())


def _band(view: MawField, name: str) -> tuple[tuple[Point, ...], ...]:
    """The ground that a charge sweeps."""
    ground = shapely.union_all(replying.path_of_charge(view, name))
    parts = [part for part in getattr(ground, "geoms", (ground,)) if not part.is_empty]
    return tuple(tuple(Point(round(x), round(y)) for x, y in part.exterior.coords[:-1]) for part in parts)


def _arrow(view: MawField, name: str, way: Approach) -> tuple[Point, ...]:
    """From the middle of a front to where it touches."""
    if way.path:
        return way.path
    start, last = view.shapes[name].array.front.point, way.after(gap_of(way)).front.point
    turned = way.turned.front.point
    return (start, last) if turned == start else (start, turned, last)


def _inches(far: int) -> str:
    return decimal_text(round(in_inches(far), 1))
