"""Who sees whom, at what range, in what cover (REV-6.08 to REV-6.14, chapter 8, REV-G.24 to REV-G.26)."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.geometry.arc import length_in_arc
from sandtable.geometry.around import Crowd
from sandtable.geometry.cover import area_at, ground_under, lines_crossed
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point
from sandtable.geometry.sight import Shot, Sightline, sees, shot
from sandtable.geometry.terrain import Terrain
from sandtable.rulesets.revolucion.table.ground.kinds import feature, ground
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.vocabulary import Cover, Side

WORST_FIRST = tuple(Cover)
BEST_FIRST = WORST_FIRST[::-1]


def visible(state: State, unit: Unit, stands: Footprint, target: Footprint) -> Sightline:
    """Whether a unit sees another from where it stands (REV-8.20); its friends do not hide the enemy from it (REV-G.24g is for fire)."""
    assert unit.stands is not None  # noqa: S101 - only who stands on the table looks
    return sees(state.terrain, measures(state.tables).sight, stands, target)


def in_the_way(state: State, side: Side, *but: str) -> Crowd:
    """Where the units of a side stand that are in the way of its own fire (REV-6.14), some left out. Those who are hidden lie low (REV-G.37):
    a line that went round them, or a shot that was not fired, would give them away.
    """
    hidden = () if state.open_to_all else (unit.id for unit in state.units_of(side) if unit.hidden)
    return state.position.friends(side, *but, *hidden)


def line_of_fire(state: State, unit: Unit, stands: Footprint, target: Unit, reach: Length) -> Shot:
    """The range of a shot (REV-6.08), or why there is none: arc, sight, friends in the way, range."""
    assert target.stands is not None  # noqa: S101 - only who stands on the table is a target
    friends = in_the_way(state, unit.side, unit.id, target.id)
    return shot(state.terrain, measures(state.tables).sight, stands, target.stands, friends, reach)


def cover_of(state: State, target: Footprint, start: Point, end: Point, *, hidden_behind: bool = False) -> Cover:
    """The best single cover of a unit from what comes along a line (REV-G.25c): the ground it is in, a linear feature just before it,
    tall ground that the line goes through before it (REV-G.24b).
    """
    under, before = ground_cover(state, target), _line_cover(state, start, end)
    if before is Cover.OPEN and not hidden_behind:
        return under
    return best((under, before, Cover.SOFT if hidden_behind else Cover.OPEN))


def ground_cover(state: State, target: Footprint) -> Cover:
    """The cover that half or more of its bases have, each by the ground that half or more of it is on (REV-G.25)."""
    return _ground_cover(target, state.terrain)


@fact
def _ground_cover(target: Footprint, terrain: Terrain) -> Cover:
    under = ground_under(terrain, target)
    if not any(under):
        return Cover.OPEN
    covers = [ground(kind).cover if kind else Cover.OPEN for kind in under]
    ranks = sorted([BEST_FIRST.index(cover) for cover in covers])
    return BEST_FIRST[ranks[(len(ranks) - 1) // 2]]  # so many have no less


def _line_cover(state: State, start: Point, end: Point) -> Cover:
    """A linear feature that the line crosses within an inch of the target (REV-G.25b, REV-8.16)."""
    crossed = lines_crossed(state.terrain, start, end, measures(state.tables).behind)
    return best([feature(each.kind).cover for each in crossed]) if crossed else Cover.OPEN


def best(covers: Iterable[Cover]) -> Cover:
    """The best of some covers; none is the open."""
    return max(covers, key=WORST_FIRST.index, default=Cover.OPEN)


def frontal(state: State, target: Footprint, start: Point, end: Point) -> bool:
    """More than a tenth of an inch of the assault path lies in the target's arc (REV-7.09, REV-G.26)."""
    return length_in_arc(target, start, end) > measures(state.tables).frontal


def stands_in(state: State, stands: Footprint, kinds: frozenset[str]) -> bool:
    """Half or more of its bases stand on ground of these kinds."""
    under = ground_under(state.terrain, stands)
    return 2 * sum(kind in kinds for kind in under) >= len(under)


def ground_at(state: State, point: Point) -> str | None:
    """The kind of ground at a point; None is open."""
    area = area_at(state.terrain, point)
    return area.kind if area is not None else None
