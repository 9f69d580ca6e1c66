"""Fire on the table: which stands of which units bear on a target, one shot by all of them (chapter 4, MAW-G.07, MAW-G.13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import pairwise
from math import ceil, hypot
from typing import Any, NamedTuple

from sandtable.geometry.cover import ground_under
from sandtable.geometry.facts import fact
from sandtable.geometry.footprint import Footprint, Quads
from sandtable.geometry.measure import INCH, Length, Point, Pose, in_inches
from sandtable.kernel.form import Section, distance, group, number, text
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, refuse
from sandtable.kernel.tables import Tables
from sandtable.miniatures.acting import form_of, may
from sandtable.miniatures.bodies import CONTACT, figures, gap_between, gaps
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Doing, Facts
from sandtable.miniatures.orders import Act
from sandtable.miniatures.regiment import Front, filed, path_of, quads_of
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.known_unit import card_of
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.shooting import Fire, FiringUnit
from sandtable.rulesets.mexican_american_war.table import ground, seeing
from sandtable.rulesets.mexican_american_war.table.keeping import once_a_table
from sandtable.rulesets.mexican_american_war.table.leaders.commanding import commanded, leaders_of
from sandtable.rulesets.mexican_american_war.table.positions import COVERS, house_cover, shared
from sandtable.rulesets.mexican_american_war.table.seeing import Muzzle
from sandtable.rulesets.mexican_american_war.table.shapes import LOOSE, fronts_of, stands_of
from sandtable.rulesets.mexican_american_war.table.state import Deciding, Drawn, Kind, MawField, Trail, length
from sandtable.rulesets.mexican_american_war.vocabulary import (
    SQUARES,
    Commander,
    Cover,
    Formation,
    Phase,
    Side,
)
from sandtable.rulesets.mexican_american_war.weapons import close_range, maximum_range, range_cap, weapon_path

MOST = 8  # units in one shot
STRIDE: Length = INCH  # between places of a way at which somebody may be fired at


@dataclass(frozen=True, slots=True, kw_only=True)
class Volley:
    """Stands of a unit that fire alike."""

    stands: int = number(section=Section.ACTOR, lowest=1, highest=fields.LARGEST_UNIT, usual=1)
    range: Fraction = distance(section=Section.ACTOR, highest=200, usual=Fraction(0))
    enfilading: bool = fields.box()


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFirer(FiringUnit):
    """A unit that fires, by stands that fire alike, and which they are."""

    volleys: tuple[Volley, ...] = group(Volley, lowest=0, highest=12, section=Section.ACTOR)
    numbers: str | None = text(section=Section.CIRCUMSTANCE, optional=True)

    def parts(self) -> tuple[FiringUnit, ...]:
        """One for each volley; damaged guns are taken to fire from the furthest places."""
        left, found = self.damaged_stands if self.is_guns else 0, []
        for each in reversed(self.volleys):
            damaged = min(left, each.stands)
            left -= damaged
            found.append(
                replace(
                    self,
                    range=each.range,
                    stands_that_bear=each.stands,
                    enfilading=each.enfilading,
                    damaged_stands=damaged,
                )
            )
        return tuple(reversed(found)) or (self,)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableFire(Fire):
    """A shot by stands whose ranges are known; ``station`` is where on its way the target is fired at, counted from where it set out."""

    firers: tuple[TableFirer, ...] = group(TableFirer, section=Section.ACTOR, highest=MOST)
    station: int | None = number(section=Section.TARGET, lowest=0, highest=200, optional=True)


# ---- The target ------------------------------------------------------------------------------------------------------------------------


class Mark(NamedTuple):
    """A target as it stands, or as it stood on its way."""

    piece: Piece
    drawn: Drawn
    stands: tuple[Footprint, ...]
    quads: Quads
    fronts: tuple[Front, ...]
    station: int | None = None


def mark_of(field: MawField, piece: Piece) -> Mark:
    """A target where it is."""
    return Mark(
        piece,
        field.shapes[piece.id],
        seeing.stands(field, piece),
        seeing.quads(field, piece.id),
        fronts_of(field, piece),
    )


@fact
def stations(field: MawField, name: str) -> tuple[Mark, ...]:
    """The places of a unit's way in this phase, an inch apart (MAW-G.07g)."""
    trail, piece = field.trails.get(name), field.pieces[name]
    if trail is None or len(trail.way) < 2:  # noqa: PLR2004 - a way has two ends
        return ()
    found = []
    for number_of, pose in enumerate(_strung(trail.way)):
        drawn, poses = _stood_at(trail, pose, field.tables)
        there = replace(piece, figures=poses, base=trail.base)
        before = replace(field, pieces={**field.pieces, name: there}, shapes={**field.shapes, name: drawn})
        stood = figures(trail.base, poses)
        found.append(Mark(there, drawn, stood, quads_of(trail.base, poses), fronts_of(before, there), number_of))
    return tuple(found)


def _strung(way: Sequence[Pose]) -> list[Pose]:
    """Places at every inch of a way, its ends among them."""
    found = [way[0]]
    for one, two in pairwise(way):
        steps = max(1, ceil(hypot(two.x - one.x, two.y - one.y) / STRIDE))
        for step in range(1, steps + 1):
            x, y = one.x + (two.x - one.x) * step / steps, one.y + (two.y - one.y) * step / steps
            found.append(Pose(round(x), round(y), two.facing))
    return found


def _stood_at(trail: Trail, pose: Pose, tables: Tables) -> tuple[Drawn, tuple[Pose, ...]]:
    """A unit as it came through a place."""
    if trail.drawn.kind is Kind.FILE:
        path = [*path_of(trail.figures, trail.base), pose.point]
        return trail.drawn, filed(path, len(trail.figures), trail.base)
    drawn = replace(trail.drawn, array=replace(trail.drawn.array, front=pose))
    return drawn, stands_of(drawn, len(trail.figures), trail.base, tables)


# ---- Who bears -------------------------------------------------------------------------------------------------------------------------


class Bears(NamedTuple):
    """The stands of a unit that bear on a target, with their ranges and whether they enfilade."""

    numbers: tuple[int, ...]
    ranges: tuple[Length, ...]
    enfilading: tuple[bool, ...]


NOBODY = Bears((), (), ())


def reach_of(field: MawField, piece: Piece) -> Length:
    """How far a unit's weapon carries in this light."""
    unit = field.books.units[piece.id]
    if unit.weapon.value == "none":
        return 0
    far = maximum_range(unit.weapon, _nation(field, piece), field.tables)
    cap = range_cap(field.books.light, field.tables)
    return length(far if cap is None else min(far, cap))


def _nation(field: MawField, piece: Piece) -> Side:
    return field.setting.mark(piece.id).built_by or field.books.units[piece.id].side


def bears(field: MawField, firer: Piece, mark: Mark) -> Bears:
    """The stands of a unit that may fire at a target: in reach, arc and sight, not fired yet, and bound to nobody nearer (MAW-G.07a to MAW-G.07i)."""
    reach = reach_of(field, firer)
    if not reach or gap_between(seeing.stands(field, firer), mark.stands) > reach:
        return NOBODY
    done = set(field.fired.get(firer.id, ()))
    some = [each for each in seeing.muzzles(field, firer) if each.number not in done]
    found = seeing.bearing_on(field, some, mark.quads, reach, (firer.id, mark.piece.id), firer.owner)
    picked = [
        (each, int(far)) for each, there, far in zip(found.muzzles, found.bears, found.ranges, strict=True) if there
    ]
    bound = _bound(field, firer)
    picked = [(each, far) for each, far in picked if bound.get(each.number, mark.piece.id) == mark.piece.id]
    if field.shapes[firer.id].kind is Kind.SQUARE:
        picked = _one_side(field, picked)
    elif field.shapes[firer.id].kind is Kind.HOUSE:
        picked = _one_face(field, picked)
    return Bears(
        tuple(each.number for each, _ in picked),
        tuple(far for _, far in picked),
        tuple(_enfilades(each, mark) for each, _ in picked),
    )


@fact
def _bounds(field: MawField, name: str) -> tuple[tuple[int, str], ...]:
    """For stands with enemies in their own weapon's close range and arc, the closest of those (MAW-G.07d)."""
    firer = field.pieces[name]
    unit = field.books.units[name]
    if unit.weapon.value == "none" or unit.is_guns or field.shapes[name].kind is Kind.HOUSE:
        return ()  # stands of a garrison go to the face that their player picks
    near = length(close_range(unit.weapon, _nation(field, firer), field.tables))
    some = seeing.muzzles(field, firer)
    closest: dict[int, tuple[int, str]] = {}
    for enemy in seeing.enemies_of(field, firer.owner):
        if not enemy.figures or seeing.gap(field, firer, enemy) > near or field.books.units[enemy.id].sheltered:
            continue
        found = seeing.bearing_on(field, some, seeing.quads(field, enemy.id), near, (name, enemy.id), firer.owner)
        for each, there, far in zip(found.muzzles, found.bears, found.ranges, strict=True):
            if there and (int(far), enemy.id) < closest.get(each.number, (near + 1, "")):
                closest[each.number] = int(far), enemy.id
    return tuple((number_of, enemy) for number_of, (_, enemy) in closest.items())


def _bound(field: MawField, firer: Piece) -> dict[int, str]:
    return dict(_bounds(field, firer.id)) if firer.figures else {}


def _one_side(field: MawField, picked: Sequence[tuple[Muzzle, Length]]) -> list[tuple[Muzzle, Length]]:
    """All stands of the side of a square from which most bear; by the caption one stand (MAW-15.24, MAW-15.27)."""
    sides = sorted({each.group for each, _ in picked}, key=lambda side: -sum(each.group == side for each, _ in picked))
    own = [(each, far) for each, far in picked if sides and each.group == sides[0]]
    if field.tables.option("squareFire") == "caption":
        return sorted(own, key=lambda each: each[1])[:1]
    return own


def _one_face(field: MawField, picked: Sequence[tuple[Muzzle, Length]]) -> list[tuple[Muzzle, Length]]:
    """As many stands as fire through the face of a structure that is nearest to the target (MAW-G.19e)."""
    if not picked:
        return []
    nearest = min(picked, key=lambda each: (each[1], each[0].group))[0].group
    own = [(each, far) for each, far in picked if each.group == nearest]
    return own[: field.tables.number("bearing.garrison")]


def _enfilades(muzzle: Muzzle, mark: Mark) -> bool:
    """Whether the centre of a firing stand lies behind the line through the target's front (MAW-G.13)."""
    if mark.drawn.state in (*SQUARES, Formation.STORMING_COLUMN):
        return False  # the shape says so already
    middle = (muzzle.left.x + muzzle.right.x) / 2, (muzzle.left.y + muzzle.right.y) / 2
    return seeing.behind(mark.fronts, middle)


# ---- Cover -----------------------------------------------------------------------------------------------------------------------------


def cover_of(field: MawField, mark: Mark, origin: Point) -> Cover:
    """The cover that at least half of a target's stands have against fire from a place (MAW-G.09)."""
    house = ground.structure(field.terrain, field.inside.get(mark.piece.id, "")) if mark.station is None else None
    if house is not None:
        return house_cover(house.kind)[0]
    loose = mark.drawn.state in LOOSE
    found = []
    for stand in mark.stands:
        kind = ground_under(field.terrain, stand)[0]
        own = ground.cover_of(kind, field.tables, loose=loose) if kind is not None else Cover.NONE
        works = ground.sheltering(field.terrain, field.tables, origin, stand.centre)
        behind = [work[1] for line in works if (work := ground.work_of(line.kind, field.tables)) is not None]
        found.append(max((own, *behind), key=COVERS.index))
    return shared(found, COVERS, field.tables)


def in_abatis(field: MawField, mark: Mark) -> bool:
    """Whether a target is crossing an abatis (MAW-4.15)."""
    return any(ground_under(field.terrain, each)[0] == ground.ABATIS for each in mark.stands)


# ---- The form --------------------------------------------------------------------------------------------------------------------------


def firing(doing: Deciding) -> tuple[Piece, ...]:
    """The units that fire together."""
    return (doing.actor, *doing.helpers)


def best_mark(field: MawField, firers: Sequence[Piece], target: Piece, station: int | None) -> Mark:
    """The target where it is fired at: as told; else where it is, if anybody bears there; else on its way where most bear nearest."""
    now = mark_of(field, target)
    way = stations(field, target.id) if field.books.phase == Phase.DEFENSIVE_FIRE else ()
    if station is not None:
        told = [each for each in way if each.station == station]
        if not told:
            raise refuse("chosen.station", "problem.table.no_station", rule="MAW-G.07g", name=target.id)
        return told[0]
    if not way or any(bears(field, each, now).numbers for each in firers):
        return now
    tried = [(each, [bears(field, firer, each) for firer in firers]) for each in way[::2]]
    ranked = [
        (-sum(len(one.numbers) for one in own), min((far for one in own for far in one.ranges), default=0), index)
        for index, (_, own) in enumerate(tried)
    ]
    most = min(ranked, default=None)
    return tried[most[2]][0] if most is not None and most[0] else now


@once_a_table
def fire_facts(doing: Deciding) -> Facts:
    """Every unit with the stands that bear, and the target with its cover."""
    field = doing.field
    if any(each.id not in field.books.units for each in (*firing(doing), doing.target)):
        raise refuse("piece", "problem.table.no_unit", rule="MAW-G.07", name=doing.actor.id)
    station = doing.order.chosen.get("station")
    if station is not None and not isinstance(station, int):
        raise refuse("chosen.station", "problem.table.no_station", rule="MAW-G.07g", name=doing.target.id)
    mark = best_mark(field, firing(doing), doing.target, station)
    split = split_told(doing)
    firers = [firer_card(field, each, mark, split.get(each.id)) for each in firing(doing)]
    origin = _origin(field, firing(doing), mark)
    told: dict[str, Any] = {
        "side": Side(doing.actor.owner),
        "firers": firers,
        "cover": cover_of(field, mark, origin),
        "crossing_abatis": in_abatis(field, mark),
        "closest_or_only_target": closest_or_only(field, firing(doing), doing.target),
        "artillery_leader_in_reach": artillery_leader(field, firing(doing), doing.target),
        "in_charge_combat": any(in_combat(field, each) for each in firing(doing)),
    }
    if mark.station is not None:
        told["station"] = mark.station
    if not all(each["volleys"] for each in firers):
        form_of(FIRE, doing, told)  # who may not fire at all is told first
    return told


def split_told(doing: Deciding) -> dict[str, tuple[int, ...]]:
    """The stands that fire, where their owner has picked them: names, and numbers with blanks between."""
    told = doing.order.chosen.get("split") or {}
    if not isinstance(told, dict):
        raise refuse("chosen.split", "problem.table.split", rule="MAW-G.07d")
    try:
        return {str(name): tuple(int(each) for each in str(numbers).split()) for name, numbers in told.items()}
    except ValueError:
        raise refuse("chosen.split", "problem.table.split", rule="MAW-G.07d") from None


def firer_card(field: MawField, firer: Piece, mark: Mark, only: tuple[int, ...] | None) -> dict[str, Any]:
    """A unit that fires, as geometry and the books fill it in."""
    unit, found = field.books.units[firer.id], bears(field, firer, mark)
    rows = [
        (number_of, far, behind)
        for number_of, far, behind in zip(*found, strict=True)
        if only is None or number_of in only
    ]
    volleys: dict[tuple[Length, bool], int] = {}
    for _, far, behind in rows:
        volleys[far, behind] = volleys.get((far, behind), 0) + 1
    told = {**card_of(unit, TableFirer), "built_by": _nation(field, firer)}
    own = not unit.is_guns
    told = {name: value for name, value in told.items() if not (own and name == "built_by")}
    nearest = min((far for _, far, _ in rows), default=int(gaps(seeing.stands(field, firer), list(mark.stands)).min()))
    told |= {
        "range": str(float(in_inches(nearest))),
        "volleys": [
            {"stands": count, "range": str(float(in_inches(far))), "enfilading": behind}
            for (far, behind), count in _banded(field, firer, volleys).items()
        ],
        "numbers": " ".join(str(number_of) for number_of, _, _ in rows) or None,
    }
    if rows:
        told["stands_that_bear"] = len(rows)
    return told


def _banded(field: MawField, firer: Piece, volleys: dict[tuple[Length, bool], int]) -> dict[tuple[Length, bool], int]:
    """Volleys with those of one range band and angle together, at the range of the furthest: what counts of a range is its band."""
    if not volleys:
        return {}
    unit, tables = field.books.units[firer.id], field.tables
    path = weapon_path(unit.weapon, _nation(field, firer), tables)
    bounds = [length(each) for each in tables.row(path, "up_to")] + [length(tables.number("dark.from"))]
    bounds += [length(each) for each in tables.row("rocket.up_to")]
    found: dict[tuple[tuple[bool, ...], bool], tuple[Length, int]] = {}
    for (far, behind), count in volleys.items():
        band = tuple(far > bound for bound in bounds)
        last, total = found.get((band, behind), (0, 0))
        found[band, behind] = max(last, far), total + count
    return {(far, behind): count for (_, behind), (far, count) in sorted(found.items(), key=lambda each: each[1][0])}


def _origin(field: MawField, firers: Sequence[Piece], mark: Mark) -> Point:
    """The nearest firing stand's middle: where the fire comes from."""
    best: tuple[Length, Point] | None = None
    for firer in firers:
        found = bears(field, firer, mark)
        for number_of, far in zip(found.numbers, found.ranges, strict=True):
            place = firer.figures[number_of].point
            if best is None or (far, place) < best:
                best = far, place
    return best[1] if best is not None else firers[0].figures[0].point


def closest_or_only(field: MawField, firers: Sequence[Piece], target: Piece) -> bool:
    """Whether a target is the closest, or the only one, of every gun unit that fires at it (MAW-9.04)."""
    guns = [each for each in firers if field.books.units[each.id].is_guns]
    return all(_closest(field, each) in (target.id, "") for each in guns)


@fact
def _closest_of(field: MawField, name: str) -> str:
    firer, reach = field.pieces[name], reach_of(field, field.pieces[name])
    found = sorted(
        (seeing.gap(field, firer, each), each.id) for each in seeing.enemies_of(field, firer.owner) if each.figures
    )
    for far, enemy in found:
        if far > reach:
            break
        if bears(field, firer, mark_of(field, field.pieces[enemy])).numbers:
            return enemy
    return ""


def _closest(field: MawField, firer: Piece) -> str:
    return _closest_of(field, firer.id)


def artillery_leader(field: MawField, firers: Sequence[Piece], target: Piece) -> bool:
    """Whether an artillery leader has the firing guns, or by option the target, in his radius (MAW-9.04, MAW-G.07h)."""
    own = [
        each for each in leaders_of(field, firers[0].owner) if field.books.leaders[each.id].rank is Commander.ARTILLERY
    ]
    guns = [each.id for each in firers if field.books.units[each.id].is_guns]
    if field.tables.option("massRadius") == "target":
        near = length(field.tables.number("command_radius.clear"))
        return any(seeing.gap(field, each, target) <= near for each in own)
    return any(set(guns) <= commanded(field, each.id) for each in own)


def in_combat(field: MawField, piece: Piece) -> bool:
    """Whether a unit is in a charge combat or beside one (MAW-12.11, MAW-G.24g)."""
    near = length(field.tables.number("apart.incidental"))
    own = seeing.stands(field, piece)
    for name, charge in field.charges.items():
        target = field.pieces.get(charge.target)
        if name not in field.pieces or target is None or not charge.moved:
            continue
        fighting = [*seeing.stands(field, field.pieces[name]), *seeing.stands(field, target)]
        if seeing.gap(field, field.pieces[name], target) > CONTACT:
            continue
        if piece.id in (name, target.id) or int(gaps(own, fighting).min()) <= near:
            return True
    return False


def fire_hinders(doing: Deciding, told: Facts) -> Iterator[Problem]:
    """Everybody who fires has a stand that bears (MAW-G.07)."""
    for number_of, card in enumerate(told["firers"]):
        if not card["volleys"]:
            place = "piece" if number_of == 0 else f"helpers.{number_of - 1}"
            name = firing(doing)[number_of].id
            yield Problem(
                place, Message.of("problem.table.no_bearing", name=name, target=doing.target.id), (), "MAW-G.07"
            )


FIRE: Deed[MawField] = Deed(
    action=replace(RULESET.by_id["fire"], situation=TableFire),
    by="MAW-G.07",
    at="MAW-G.07c",
    helpers=MOST - 1,
    measures=fire_facts,
    chooses=("station", "split"),
    hinders=fire_hinders,
)


def can_fire(field: MawField, piece: Piece) -> bool:
    """Whether a unit has a weapon to fire with in this step at all."""
    unit = field.books.units[piece.id]
    return (
        reach_of(field, piece) > 0
        and not unit.fired
        and not (unit.on_horse or unit.silenced or unit.limbered or unit.sheltered)
    )


@fact
def fireable(field: MawField, side: str) -> Mapping[str, Mapping[str, tuple[int, ...]]]:
    """Those whom a side could fire at in this step, each with the stands of its units that bear on him and may fire at him."""
    own = [each for each in seeing.units_of(field, side) if each.figures and can_fire(field, each)]
    found = {}
    for enemy in seeing.enemies_of(field, side):
        unit = field.books.units.get(enemy.id)
        if unit is None or not enemy.figures or unit.fired_at or not own:
            continue
        mark = best_mark(field, own, enemy, None)
        bear = {each.id: bears(field, each, mark).numbers for each in own}
        bear = {name: numbers for name, numbers in bear.items() if numbers and _may(field, name, enemy)}
        if bear:
            found[enemy.id] = bear
    return found


def _may(field: MawField, name: str, enemy: Piece) -> bool:
    """Whether a unit may fire at an enemy by itself."""
    piece = field.pieces[name]
    order = Act(by=piece.owner, action="fire", piece=name, target=enemy.id)
    return may(FIRE, Doing(field, order, piece, enemy))


def numbers_of(told: str | None) -> tuple[int, ...]:
    """The stands that a form names."""
    return tuple(int(each) for each in (told or "").split())
