"""What a unit commands from where it stands: its arc with its ranges, the ground it can get to, the ground it cannot see."""

from __future__ import annotations

import numpy as np

from sandtable.battle.desk import Outlook
from sandtable.battle.seat import Seat
from sandtable.geometry.arc import arc_outline
from sandtable.geometry.measure import Length, Point, inches
from sandtable.kernel.bands import ends_of
from sandtable.miniatures.desk.patches import outlines, unseen
from sandtable.rulesets.revolucion.bands import BANDS, reach_of
from sandtable.rulesets.revolucion.effective import fighting_type
from sandtable.rulesets.revolucion.orders import base_move
from sandtable.rulesets.revolucion.table.desk.panel import MOVES
from sandtable.rulesets.revolucion.table.desk.way import ground_in_reach, straight_reach
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.vocabulary import FIGHTERS, Formation, Order

Outlines = tuple[tuple[Point, ...], ...]


def outlook(view: State, seat: Seat, piece: str, offer: str) -> Outlook:  # noqa: ARG001 - a view tells whatever its seat may know
    """What a unit commands, and where it can get to under an offer."""
    unit = view.units.get(piece)
    if unit is None or unit.stands is None:
        return Outlook()
    arc: Outlines = ()
    bands: tuple[tuple[Length, tuple[Point, ...]], ...] = ()
    if unit.kind in FIGHTERS and unit.formation is not Formation.MARCH:
        far = reach_of(fighting_type(unit.kind, view.tables), view.tables)
        arc = (arc_outline(unit.stands, inches(far)),)
        ends = [ends_of(band)[1] for band in BANDS if ends_of(band)[1] < far]
        bands = tuple((inches(end), arc_outline(unit.stands, inches(end))) for end in ends)
    hidden = sight(view, unit.stands.anchor.point)
    return Outlook(arc, bands, _reach(view, unit, offer), hidden)


def _reach(view: State, unit: Unit, offer: str) -> Outlines:
    pending = view.turn.pending
    assert unit.stands is not None  # noqa: S101 - asked for those on the table only
    if pending is not None and pending.unit == unit.id and pending.order is not None:
        order, distance = pending.order, pending.distance
    elif offer in MOVES:
        order = Order(offer)
        distance = inches(base_move(order, unit.kind, view.tables))
    else:
        return ()
    found = ground_in_reach(view, unit.id, order, distance)
    loops = outlines(np.isfinite(found.costs), found.step, -found.step // 2)
    return loops or straight_reach(view, unit, order, distance)


def sight(view: State, place: Point) -> Outlines:
    """The ground that cannot be seen from a place."""
    return unseen(view.terrain, measures(view.tables).sight, place)
