"""How the computer's figures march: each by his own way, in a loose order, round what bars them, and a hero over the far edge."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.battle.matches.match import Match, options_of
from sandtable.geometry.measure import Point, inches
from sandtable.miniatures.acting import may_do
from sandtable.miniatures.bodies import gaps
from sandtable.miniatures.orders import Act
from sandtable.rulesets.uprising1848.table.figures import Role
from sandtable.rulesets.uprising1848.table.opponent.courses import best_of_ways, closing, nearer, only_strays
from sandtable.rulesets.uprising1848.table.opponent.danger import danger_for
from sandtable.rulesets.uprising1848.table.opponent.facts import middle_of
from sandtable.rulesets.uprising1848.table.opponent.marching import March, can_march, hero_leaves
from sandtable.rulesets.uprising1848.table.opponent.wayfinding import left_to, way_to
from sandtable.rulesets.uprising1848.table.rules import KIT, TABLE
from sandtable.rulesets.uprising1848.table.sighting import look
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, Goal, Moving, UprisingField
from sandtable.rulesets.uprising1848.vocabulary import Firearm, Kind, Scenario
from tests.rulesets.uprising1848.table.laying import (
    CIVILIAN,
    TABLES,
    area,
    at,
    done,
    gun,
    laid,
    plain,
    pose,
    rebels,
    row,
    troops,
    wall,
)

CLOSE = at(*((20 + 1.02 * (n % 6), 20 - 1.02 * (n // 6)) for n in range(12)))  # two ranks, base to base
CORE = rebels("Core", CLOSE, men=plain(12), nco=False)
LINE = troops("Line", row(18, 42, 6))
FAR = inches(6)


def thrown(field: UprisingField, name: str = "Core", far: float = 6) -> UprisingField:
    """The table when a unit has thrown so far."""
    figures = tuple(range(len(field.pieces[name].figures)))
    return replace(field, moving=Moving(name, figures, inches(far)), acting=(name,))


def marched(field: UprisingField, x: float, y: float, abreast: int = 6, far: float = 6) -> Act:
    """The order to go and stand about a place, which is legal."""
    found = March(field, field.pieces["Core"], inches(far), abreast).order(
        pose(x, y).point, pose(x, 70).point, leaves=False
    )
    assert may_do(KIT, field, found), TABLE.problems(field, found)
    return found


@pytest.mark.rule("R48-8.03", "R48-4.21")
def test_a_close_order_opens_on_the_march_so_that_all_of_them_fire():
    field = thrown(laid(CORE, LINE))
    before = look(field, field.pieces["Core"], field.pieces["Line"])
    assert before.open.any(axis=1).sum() == 8  # the front rank and two who look past it
    after = done(field, marched(field, 22.5, 24))
    there = after.pieces["Core"]
    assert look(after, there, after.pieces["Line"]).open.any(axis=1).all()
    apart = gaps(there.stands, there.stands)
    assert all(apart[one, other] >= inches(0.5) for one in range(12) for other in range(one))


@pytest.mark.rule("R48-7.02", "R48-7.08")
def test_whoever_is_in_a_wood_goes_half_as_far_and_holds_nobody_up():
    field = thrown(
        laid(rebels("Core", row(18, 20, 8), men=plain(8), nco=False), LINE, ground=(area("woods", 0, 19, 22, 20),))
    )
    ways = marched(field, 23.6, 26, abreast=8).ways
    rises = [way[-1].y - inches(20) if way else 0 for way in ways]
    assert max(rises) > inches(5.5)
    assert 0 < min(rises) < inches(3.5)


@pytest.mark.rule("R48-G.17", "R48-7.02")
def test_a_unit_that_is_wider_than_a_bridge_crosses_it_one_after_the_other():
    river, bridge = area("river", 0, 24, 48, 2), area("bridge", 22, 23.5, 3, 3)
    field = laid(CORE, LINE, ground=(river, bridge))
    goal = pose(24, 40).point
    assert way_to(field.ground, TABLES, "foot", pose(10, 20).point, pose(10, 40).point)
    start = left_to(field.ground, TABLES, "foot", middle_of(field.pieces["Core"]), goal)
    for _ in range(5):
        field = thrown(field)
        piece = field.pieces["Core"]
        order = best_of_ways(KIT, field, piece, goal, FAR, nearer(field, piece, goal))
        assert order is not None
        field = done(field, order)
        men = tuple(replace(man, acted=False) for man in field.men["Core"])
        field = replace(field, men={**field.men, "Core": men})
        field = replace(field, books=field.books.with_units(replace(field.unit("Core"), acted=0)))
    assert min(each.y for each in field.pieces["Core"].figures) > inches(26)
    assert left_to(field.ground, TABLES, "foot", middle_of(field.pieces["Core"]), goal) < start - inches(8)


@pytest.mark.rule("R48-7.10")
def test_nobody_marches_into_contact_or_onto_others():
    field = thrown(laid(CORE, troops("Line", row(20, 24, 6, 1.2)), rebels("Second", row(20, 22.5, 3))))
    ways = marched(field, 22.5, 26).ways
    ends = [way[-1] if way else here for way, here in zip(ways, field.pieces["Core"].figures, strict=True)]
    assert max(each.y for each in ends) < inches(22.9)


@pytest.mark.rule("R48-11.22")
def test_a_hero_alone_crosses_the_far_edge_when_his_throw_carries_him():
    men = (replace(plain(1)[0], role=Role.LEADER), *plain(5))
    goal = Goal(scenario=Scenario.KOSSUTH, turns=15, hero="Core")
    near = thrown(laid(rebels("Core", row(20, 67, 6), men=men, nco=False), LINE, goal=goal))
    leaves = hero_leaves(near, near.pieces["Core"], FAR)
    assert leaves is not None
    assert [bool(way) for way in leaves.ways] == [True, *[False] * 5]
    assert may_do(KIT, near, leaves)
    result = TABLE.result(done(near, leaves))
    assert result is not None
    assert (result.winner, result.reason.id) == (PLAYER, "ended.escaped")
    short = thrown(laid(rebels("Core", row(20, 60, 6), men=men, nco=False), LINE, goal=goal))
    assert hero_leaves(short, short.pieces["Core"], FAR) is None


@pytest.mark.rule("R48-7.13")
def test_only_guns_and_their_crews_keep_their_order():
    field = laid(CORE, gun("Gun", PLAYER, pose(30, 20)))
    assert can_march(field.pieces["Core"])
    assert not can_march(field.pieces["Gun"])


@pytest.mark.rule("R48-7.05", "R48-7.08")
def test_riders_go_each_his_own_way_when_a_house_stands_before_some_of_them():
    horse = rebels("Core", row(18, 20, 6, 1.5), men=plain(6, mounted=True, horse=True), nco=False)
    field = thrown(laid(horse, LINE, ground=(area("house", 20, 23, 6, 4),)), far=10)
    goal = pose(22, 40).point
    found = best_of_ways(KIT, field, field.pieces["Core"], goal, inches(10), nearer(field, field.pieces["Core"], goal))
    assert found is not None
    assert all(found.ways)
    assert len({(way[-1].x - here.x, way[-1].y - here.y) for way, here in zip(found.ways, field.pieces["Core"].figures, strict=True)}) > 1  # fmt: skip
    assert max(way[-1].y for way in found.ways) > inches(23)


@pytest.mark.rule("R48-A.12")
def test_wagons_of_which_one_is_held_up_go_on():
    """A figure stands right before the second of two wagons."""
    wagons = troops(
        "Core", at((20, 20), (23, 20)), kind=Kind.CONVOY, quality=CIVILIAN, firearm=Firearm.NONE, wagons=2, nco=False
    )
    field = thrown(laid(wagons, troops("Line", at((23, 20.8))), rebels("Far", row(40, 4, 2))), far=5)
    goal = pose(20, 60).point
    found = best_of_ways(KIT, field, field.pieces["Core"], goal, inches(5), nearer(field, field.pieces["Core"], goal))
    assert found is not None
    assert may_do(KIT, field, found)
    assert found.ways[0][-1].y > inches(23)


@pytest.mark.rule("R48-4.21a", "R48-7.14", "R48-G.49")
def test_who_has_lost_touch_with_his_unit_goes_to_it():
    field = laid(rebels("Core", (*row(20, 20, 6), pose(36, 20)), men=plain(7), nco=False), LINE)
    lost = replace(field, moving=Moving("Core", (6,), FAR), acting=("Core",))
    assert only_strays(lost, lost.pieces["Core"])
    found = closing(KIT, lost, lost.pieces["Core"])
    assert found is not None
    assert may_do(KIT, lost, found)
    assert found.ways[6][-1].x == pytest.approx(inches(30), abs=inches(0.5))
    assert not only_strays(thrown(field), field.pieces["Core"])


@pytest.mark.rule("R48-A.04", "R48-A.30")
def test_a_place_is_the_more_dangerous_the_nearer_and_the_more_open_it_is():
    """Five Average muskets and an NCO's at Veterans: 20 and 25 per cent at ten inches, 10 and 15 at sixteen, nothing beyond twenty-four."""
    field = laid(CORE, LINE, ground=(wall("wall", (0, 32.5), (48, 32.5)),))
    danger = danger_for(field, field.pieces["Core"])

    def at_place(y: float) -> float:
        return danger(Point(inches(22), inches(y)))

    assert at_place(33) == pytest.approx(1.25)
    assert at_place(27) == pytest.approx(0.65)
    assert at_place(10) == 0
    assert at_place(32) < at_place(33) / 2  # behind the wall


@pytest.mark.rule("R48-A.01", "R48-G.11")
def test_the_governments_temper_also_says_how_many_come():
    sides = ((PLAYER, "opponent"), (GOVERNMENT, "opponent"))
    for stance in ("gentle", "fair", "harsh"):
        match = Match("uprising1848", "", sides, "fair", ((GOVERNMENT, stance),))
        assert options_of(match, TABLE) == {"referee": stance}
    asked = Match("uprising1848", "", sides, "harsh", options=(("referee", "gentle"),))
    assert options_of(asked, TABLE) == {"referee": "gentle"}
    assert TABLE.level_options({PLAYER: "harsh"}) == {}
