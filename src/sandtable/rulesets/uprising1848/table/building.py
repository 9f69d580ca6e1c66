"""Barricades that grow and gates that break (R48-6.57 to R48-6.58b, R48-G.38, R48-G.45b)."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Length, Point, in_inches
from sandtable.geometry.sightlines import core_of
from sandtable.geometry.terrain import Line
from sandtable.geometry.trail import off_leg
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.miniatures.kit import Deed, Facts
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.acting import contact, group_problems, men_acting, together, told_of, wrong
from sandtable.rulesets.uprising1848.table.ground import BARRIERS, STRUCTURES, kind_at
from sandtable.rulesets.uprising1848.table.movement.moving import off_table
from sandtable.rulesets.uprising1848.table.state import Deciding, UprisingField, length

BARRICADE = "barricade"


def far_from(stand: Footprint, one: Point, two: Point) -> float:
    """How far a base is from a segment."""
    x, y, to_x, to_y, reach = core_of(stand)
    return min(off_leg(one, two, (x, y)), off_leg(one, two, (to_x, to_y))) - reach


def laid(doing: Deciding) -> tuple[Point, Point] | None:
    """Where the new length is to lie: its two ends, as the order has drawn it."""
    drawn = doing.order.marker
    return (drawn[0].point, drawn[1].point) if len(drawn) == 2 else None  # noqa: PLR2004 - two ends


def most(doing: Deciding) -> Length:
    """How much the group can build: an inch for every three figures (R48-6.57a)."""
    return longest(doing.field.tables, len(together(doing)))


def longest(tables: Tables, builders: int) -> Length:
    """How much so many build."""
    pieces = builders // tables.number("barricade.figures_per_inch")
    return length(pieces * tables.number("barricade.inches"))


def build_facts(doing: Deciding) -> Facts:
    """How many build."""
    group = together(doing)
    return {**told_of(doing, group), "number_of_figures": max(1, len(group))}


def build_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """Whole inches, beside a builder, on ground that lets it (R48-G.45b)."""
    field, ends, group = doing.field, laid(doing), together(doing)
    yield from group_problems(doing, group)
    if doing.actor.id in field.waiting:
        yield wrong("piece", "waits", "R48-G.57", name=doing.actor.id)
        return
    if ends is None:
        yield wrong("marker", "draw_barricade", "R48-G.45b")
        return
    one, two = ends
    if any(off_table(field, each) or kind_at(field.ground, each) in ("river", *STRUCTURES) for each in ends):
        yield wrong("marker", "no_ground", "R48-G.45b")
    if hypot(two.x - one.x, two.y - one.y) > most(doing) + 1:
        yield wrong("marker", "too_long", "R48-6.57a", inches=most(doing) // 1000)
    within = length(field.tables.number("links.builder"))
    if not any(far_from(doing.actor.stands[each], one, two) <= within for each in group):
        yield wrong("marker", "far_builder", "R48-G.45b", within=in_inches(within))
    crossed = [
        piece.id
        for piece in field.there()
        if any(far_from(stand, one, two) < -contact(field.tables) for stand in piece.stands)
    ]
    if crossed:
        yield wrong("marker", "under_barricade", "R48-G.45b", name=crossed[0])


def new_line(field: UprisingField, ends: tuple[Point, Point]) -> Line:
    """A length of barricade under a name of its own."""
    return Line(f"{BARRICADE} {len(field.works) + 1}", BARRICADE, ends)


def barrier(doing: Deciding) -> Line | None:
    """The gate or door that an order is about."""
    return next(
        (line for line in doing.field.ground.lines if line.id == doing.order.target and line.kind in BARRIERS), None
    )


def breakers(doing: Deciding) -> tuple[int, ...]:
    """The figures that touch it (R48-6.58)."""
    line, men = barrier(doing), men_acting(doing)
    if line is None or doing.actor.id in doing.field.waiting:
        return ()
    group = together(doing)
    return tuple(
        each
        for each in group
        if not men[each].acted
        and any(
            far_from(doing.actor.stands[each], one, two) <= contact(doing.field.tables)
            for one, two in zip(line.points, line.points[1:], strict=False)
        )
    )


def break_facts(doing: Deciding) -> Facts:
    """What it is, and how many are at it."""
    line, some = barrier(doing), breakers(doing)
    told = {**told_of(doing, some), "figures_in_contact": max(1, len(some))}
    return told | ({"barrier_kind": BARRIERS[line.kind]} if line is not None else {})


def break_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """There is a barrier, and somebody at it."""
    if barrier(doing) is None:
        names = [line.id for line in doing.field.ground.lines if line.kind in BARRIERS]
        yield wrong("target", "no_barrier", "R48-6.58", names, name=doing.order.target)
        return
    some = breakers(doing)
    if not some:
        yield wrong("members", "not_at_barrier", "R48-6.58", name=doing.order.target)
        return
    yield from group_problems(doing, some)


BUILD: Deed[UprisingField] = Deed(
    action=RULESET.by_id["build_barricades"], by="R48-6.57", measures=build_facts, hinders=build_hinders
)
BREAK: Deed[UprisingField] = Deed(
    action=RULESET.by_id["break_through"], by="R48-6.58", measures=break_facts, hinders=break_hinders
)
