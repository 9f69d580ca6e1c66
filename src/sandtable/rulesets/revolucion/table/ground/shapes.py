"""Formations: the places of n bases in maneuver, deployed or march formation (REV-4.01 to REV-4.33)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from sandtable.geometry.footprint import Footprint, column, line, ranks
from sandtable.geometry.measure import Length, Pose
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.table.ground.kinds import bases
from sandtable.rulesets.revolucion.vocabulary import ONE_FORMATION, Formation, UnitType

Ranks = tuple[int, ...]
SEVERAL_RANKS = 2


def base_size(kind: UnitType) -> tuple[Length, Length]:
    """Width and depth of a base (REV-2.24, REV-2.24b)."""
    base = bases()[kind]
    return base.width, base.depth


@lru_cache(maxsize=256)
def rank_choices(kind: UnitType, count: int, tables: Tables) -> tuple[Ranks, ...]:
    """The ranks that maneuver formation allows, the widest first: even, and the front the fullest (REV-4.10, REV-4.11)."""
    if kind is UnitType.ARTILLERY:
        return (_artillery_ranks(count, tables),)
    if count <= SEVERAL_RANKS:
        return ((1,) * count,)
    found = (_even_ranks(count, front) for front in range(-(-count // 2), 1, -1))
    return tuple(sizes for sizes in found if sizes)


def _even_ranks(count: int, front: int) -> Ranks:
    """Ranks behind a front of this width, none more than one base smaller; () where they cannot be even."""
    rows = -(-count // front)
    share, more = divmod(count, rows)
    sizes = (share + 1,) * more + (share,) * (rows - more)
    return sizes if sizes[0] == front else ()


def _artillery_ranks(count: int, tables: Tables) -> Ranks:
    """Two guns side by side, the third behind them; by option one behind the other (REV-G.19)."""
    if tables.option("artillery.maneuver") == "column":
        return (1,) * count
    front = min(count, SEVERAL_RANKS)
    return _even_ranks(count, front) if count > SEVERAL_RANKS else (front,)


def formed(
    kind: UnitType, formation: Formation, count: int, anchor: Pose, tables: Tables, sizes: Sequence[int] = ()
) -> Footprint:
    """A unit in formation with the centre of its front at a pose. ``sizes``: the ranks of maneuver formation, else the widest."""
    width, depth = base_size(kind)
    if formation is Formation.DEPLOYED:
        return line(anchor, count, width, depth)
    if formation is Formation.MARCH:
        return column(anchor, count, width, depth, march_gap(kind))
    return ranks(anchor, tuple(sizes) or rank_choices(kind, count, tables)[0], width, depth)


def march_gap(kind: UnitType) -> Length:
    """Artillery on the march leaves room for its limbers (REV-4.30c); nobody else has gaps (REV-4.33)."""
    return base_size(kind)[1] if kind is UnitType.ARTILLERY else 0


def shrunk(kind: UnitType, formation: Formation, stands: Footprint, count: int, tables: Tables) -> Footprint:
    """A formation with fewer bases, inside the ground that it covered before (REV-5.19)."""
    gone = len(stands.bases) - count
    if formation is not Formation.MANEUVER or kind in ONE_FORMATION:
        return (
            stands.without(gone)
            if _bent(stands) or formation is Formation.MARCH
            else formed(kind, formation, count, stands.anchor, tables)
        )
    fitting = [sizes for sizes in rank_choices(kind, count, tables) if sizes[0] <= stands.front]
    return formed(kind, formation, count, stands.anchor, tables, fitting[0] if fitting else ())


def _bent(stands: Footprint) -> bool:
    facings = {base.facing for base in stands.bases}
    return len(facings) > 1
