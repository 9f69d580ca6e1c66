"""What lies on the ground beside units: mines, gaps in the wire, torn track, objectives, the zones to set up in."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.scene import Mark
from sandtable.geometry.measure import INCH, Point
from sandtable.geometry.trail import along
from sandtable.rulesets.revolucion.table.desk.words import say
from sandtable.rulesets.revolucion.table.state import Phase, State, Tear
from sandtable.rulesets.revolucion.table.vehicles.tracks import points_of


def marks(view: State) -> Iterator[tuple[str, Mark]]:
    """Every mark, by a name of its own."""
    if view.turn.phase is Phase.SET_UP:
        for zone in view.terms.zones:
            yield zone.id, Mark("zone", zone.name, zone.outline, side=zone.side)
    for mine in view.mines.values():
        if not mine.gone:
            yield mine.id, Mark("mine", say("mine"), _square(mine.at))
    for goal in view.terms.objectives:
        if goal.at is not None:
            yield goal.id, Mark("objective", goal.name, (goal.at,), goal.within)
    for asset in view.assets.values():
        if asset.standing:
            yield asset.id, Mark("asset", asset.name, (asset.at,), side=asset.side)
    for line in view.cut:
        yield line.id, Mark("gap", say("gap"), line.points)
    for number, tear in enumerate(view.tears):
        kind = "torn" if tear.torn else "blocked"
        yield f"{tear.track}-{number}", Mark(kind, say(f"track.{kind}"), _stretch(view, tear))


def _square(at: Point) -> tuple[Point, ...]:
    return tuple(Point(at.x + dx, at.y + dy) for dx, dy in ((-INCH, -INCH), (INCH, -INCH), (INCH, INCH), (-INCH, INCH)))


def _stretch(view: State, tear: Tear) -> tuple[Point, ...]:
    """The piece of track, point by point, so that it may bend."""
    points = points_of(view, tear.track)
    places = range(tear.start, tear.end, INCH // 2)
    return tuple(along(points, place).point for place in (*places, tear.end))
