"""Events: every card of the deck placed by hand, the ring, edges and friendly lines, news, and the referee's hand (R48-11.32 to R48-11.47, R48-G.05 to R48-G.13, R48-G.48)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import hypot
from typing import Any

import pytest

from sandtable.geometry.cover import contains
from sandtable.geometry.measure import Point, inches
from sandtable.miniatures.bodies import gaps
from sandtable.rulesets.uprising1848.party import Place
from sandtable.rulesets.uprising1848.table.acting import clusters, links
from sandtable.rulesets.uprising1848.table.figures import Role
from sandtable.rulesets.uprising1848.table.ground import kind_at
from sandtable.rulesets.uprising1848.table.movement.placing import ring, spot
from sandtable.rulesets.uprising1848.table.rules import TABLE
from sandtable.rulesets.uprising1848.table.state import PLAYER, REFEREE, Site
from sandtable.rulesets.uprising1848.table.turning import open_now
from sandtable.rulesets.uprising1848.vocabulary import Direction, Firearm, GunClass, Kind, Side, Status
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CIVILIAN,
    CONSCRIPT,
    VETERAN,
    act,
    area,
    at,
    carried,
    done,
    gun,
    hits,
    laid,
    outline,
    plain,
    pose,
    rebels,
    refused,
    row,
    troops,
    wall,
    with_men,
)

PRESS = act("initiative")
CORE = rebels("Core", row(20, 30, 6, 1.2), leader=True)


def table(*more, **about):
    return laid(CORE, *more, **{"side": None, **about})


def event(field, card: int, direction: int | None = 1, distance: int | None = 2, **more: Any):
    """An event of the deck, by its d100; it comes from the front, eighteen inches off, and not in ambush."""
    answers = {
        "initiative_press": [[20]],
        "event_deck": card,
        "place_direction": direction,
        "place_distance": distance,
        **more,
    }
    return carried(field, PRESS, {key: value for key, value in answers.items() if value is not None})


TROOPS: dict[str, Any] = {"arrival_officer": 50, "arrival_ambush": 1}


# ---- The deck ----------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "R48-G.05", "R48-G.06", "R48-11.32", "R48-11.39", "R48-11.39a", "R48-3.25", "R48-11.43", "R48-11.43a", "R48-11.42"
)
@pytest.mark.parametrize(
    ("card", "more", "quality", "figures"),
    (
        (5, {"arrival_figures": [[3, 2]]}, CONSCRIPT, 10),
        (20, {"arrival_figures": [[3, 2]]}, AVERAGE, 8),
        (30, {"arrival_figures": [[3]], "arrival_rifles": 9}, VETERAN, 7),
    ),
)
def test_infantry_comes(card, more, quality, figures):
    field, _ = event(table(), card, **TROOPS, **more)
    men, piece = field.men["Infantry 1"], field.pieces["Infantry 1"]
    assert len(men) == figures
    assert {man.quality for man in men if man.plain} == {quality}
    assert [man.role for man in men[:2]] == [Role.OFFICER, Role.NCO]
    assert len(clusters(piece.stands, links(field.tables))) == 1  # within three inches of each other
    middle = Point(sum(p.x for p in piece.figures) // figures, sum(p.y for p in piece.figures) // figures)
    assert hypot(middle.x - 23_000, middle.y - inches(30.5 + 18)) < inches(2.5)  # the stated place is their middle
    assert field.acting == ()  # they wait for an initiative


@pytest.mark.rule("R48-G.05", "R48-G.06")
def test_riflemen_and_needle_guns_by_the_setting():
    field, _ = event(table(), 30, **TROOPS, arrival_figures=[[3]], arrival_rifles=4)
    assert {man.firearm for man in field.men["Infantry 1"] if man.plain} == {Firearm.PERCUSSION_RIFLE}
    field, _ = event(table(options={"setting": "Dresden"}), 30, **TROOPS, arrival_figures=[[3]], arrival_rifles=4)
    assert {man.firearm for man in field.men["Infantry 1"] if man.plain} == {Firearm.NEEDLE_GUN}


@pytest.mark.rule("R48-G.05", "R48-G.06", "R48-G.07")
def test_cavalry_comes():
    field, _ = event(table(), 38, arrival_figures=[[2]], arrival_quality=5, arrival_lancers=3, arrival_ambush=1)
    men = field.men["Cavalry 1"]
    assert len(men) == 4
    assert all(man.mounted for man in men)
    assert {man.firearm for man in men} == {Firearm.CARBINE}
    assert [stand.depth for stand in field.pieces["Cavalry 1"].stands] == [1000] * 4


@pytest.mark.rule("R48-G.05", "R48-3.31", "R48-3.32", "R48-G.29", "R48-8.16")
def test_a_gun_comes_unlimbered_loaded_and_facing_the_players():
    field, _ = event(table(), 44, arrival_quality=5, arrival_light=8, arrival_gun=9, arrival_ambush=1)
    unit, piece = field.unit("Artillery 1"), field.pieces["Artillery 1"]
    assert (unit.party.gun, unit.party.howitzer, unit.limbered, unit.markers) == (GunClass.FIELD, True, False, 0)
    assert piece.marker is not None
    assert abs(piece.marker.facing - 1800) < 200  # down the table
    far = gaps(piece.stands, piece.stands).max()
    assert far < inches(8)


@pytest.mark.rule("R48-G.05", "R48-3.43", "R48-G.06", "R48-G.55")
def test_a_mob_comes():
    field, _ = event(
        table(),
        50,
        arrival_figures=[[2, 2]],
        arrival_mob_leader=2,
        arrival_arms={"counts": [3, 3, 1, 1]},
        arrival_ambush=1,
    )
    men = field.men["Mob 1"]
    assert len(men) == 8
    assert men[0].role is Role.LEADER
    assert sorted(man.firearm.value for man in men[1:] if man.firearm is not Firearm.NONE) in (
        ["musket"],
        ["musket", "pistol"],
        ["pistol"],
    )


@pytest.mark.rule("R48-G.05", "R48-3.47", "R48-3.49", "R48-G.48", "R48-3.25")
def test_headquarters_and_convoys_come_with_their_guards():
    field, _ = event(table(), 56, arrival_officers=[[2]], arrival_guards=[[1, 2]], arrival_riding=9, arrival_rifles=9)
    assert [man.role for man in field.men["Headquarters 1"]].count(Role.OFFICER) == 3
    assert field.books.headquarters_seen == 1
    field, _ = event(table(), 66, arrival_transports=[[2]], arrival_guards=[[2]], arrival_quality=3)
    assert [man.riding for man in field.men["Convoy 1"]] == [True, True]
    assert field.guarding == {"Convoy guards 1": "Convoy 1"}
    assert field.bound_for["Convoy 1"].y == 0  # opposite of where it came
    assert field.books.convoys_seen == 1


@pytest.mark.rule("R48-G.48", "R48-3.48", "R48-G.05")
def test_an_officer_comes_with_a_place_to_leave_at():
    field, _ = event(table(), 60, arrival_riding=3, arrival_carbine=2, officer_shift=4, officer_side=1)
    (name,) = [piece.id for piece in field.pieces.values() if piece.owner != PLAYER]
    there = field.bound_for[name]
    assert there.x in (0, 48_000) or there.y in (0, 72_000)
    assert not contains(field.friendly, there)


@pytest.mark.rule("R48-G.05", "R48-11.32a", "R48-3.40b", "R48-13.13", "R48-13.17")
def test_aristocrats_and_civilians_come_near():
    field, _ = event(table(), 70, distance=1, arrival_figures=[[1]], arrival_conveyance=10)
    assert [man.riding for man in field.men["Aristocrats 1"]] == [True, False]  # in a carriage
    field, _ = event(table(), 75, distance=1, arrival_figures=[[2]])
    assert len(field.men["Civilians 1"]) == 3
    near = gaps(field.pieces["Civilians 1"].stands, field.pieces["Core"].stands).min()
    assert near >= inches(3)


@pytest.mark.rule("R48-G.05", "R48-3.17", "R48-3.05", "R48-G.42", "R48-12.03d")
def test_recruits_come_and_are_a_unit_at_once():
    field, _ = event(
        table(), 85, distance=1, arrival_figures=[[2]], arrival_leader=1, arrival_arms={"counts": [2, 2, 0, 1, 0]}
    )
    (name,) = field.pieces.keys() - {"Core"}
    assert field.pieces[name].owner == PLAYER
    assert field.men[name][0].role is Role.LEADER
    assert field.unit(name).must_act  # they may act this turn
    assert field.books.points == 5
    assert TABLE.result(field) is None


@pytest.mark.rule("R48-G.05", "R48-G.09", "R48-11.45", "R48-11.45a", "R48-11.46", "R48-3.52a")
def test_a_strongpoint_is_placed_with_a_garrison_that_is_known_or_not():
    hidden: dict[str, Any] = {
        "strongpoint_known": 5, "strongpoint_garrison": 6, "strongpoint_figures": [[2]], "strongpoint_contents": 10,
    }  # fmt: skip
    field, _ = event(table(), 93, **hidden)
    assert field.sites.keys() == {"Strongpoint 1"}
    assert field.pieces.keys() == {"Core"}
    site = field.sites["Strongpoint 1"]
    assert site.area is not None
    xs = [corner.x for corner in site.area.outline]
    assert max(xs) - min(xs) == inches(6)
    assert kind_at(field.ground, site.at) == "strongpoint"
    field, _ = event(table(), 93, **{**hidden, "strongpoint_known": 2})
    assert field.pieces.keys() == {"Core", "Garrison 1"}
    assert all(contains(field.sites["Strongpoint 1"].area.outline, p.point) for p in field.pieces["Garrison 1"].figures)


@pytest.mark.rule("R48-G.05", "R48-G.10", "R48-11.47", "R48-3.53", "R48-3.53a", "R48-3.53b", "R48-3.53c")
def test_a_find_lies_in_a_house_near_by_or_in_a_hut():
    more: dict[str, Any] = {"cache_kind": 8, "cache_guards": [[2]]}  # cash, three guards
    field, _ = event(table(), 96, **more)
    assert field.sites["Cache 1"].area is not None
    assert kind_at(field.ground, field.sites["Cache 1"].at) == "hut"
    assert field.guarding == {"Guards 1": "Cache 1"}
    assert len(field.men["Guards 1"]) == 3
    mill = area("house", 20, 50, 5, 4, "mill")
    field, _ = event(table(ground=(mill,)), 96, **more)
    assert field.sites["Cache 1"].structure == "mill"


@pytest.mark.rule("R48-G.08", "R48-11.42a")
def test_an_ambush_acts_at_once():
    field, _ = event(table(), 20, arrival_figures=[[1, 1]], arrival_ambush=10, arrival_officer=None)
    assert field.acting == ("Infantry 1",)
    assert set(open_now(field)) == {"NonPlayer"}
    field = done(field, act("stand", "Infantry 1", by="NonPlayer"))
    assert set(open_now(field)) == {PLAYER}  # and then the Players press; it is too late to send them home


@pytest.mark.rule("R48-G.05", "R48-G.05")
def test_the_director_holds_troops_back():
    many = troops("Many", row(2, 70, 12, 1.2), quality=VETERAN)
    field, _ = event(table(many), 20, direction=None, distance=None)
    assert field.pieces.keys() == {"Core", "Many"}


# ---- The ring ----------------------------------------------------------------------------------------------------------------------------


def placed(direction: Direction, far: int, *more, core=None, **about):
    field = laid(
        core or rebels("Core", at((20, 30), (24, 30), (22, 34)), men=plain(3), nco=False), *more, side=None, **about
    )
    return spot(field, Place(direction, Fraction(far)))


@pytest.mark.rule("R48-11.33", "R48-11.34", "R48-11.38", "R48-G.13", "R48-G.08")
def test_places_are_measured_from_the_ring_in_eight_directions():
    """Three figures: the middle is (22, 31.333); the ring ends half an inch above the foremost."""
    assert placed(Direction.FRONT, 18) == pytest.approx((22_000, 34_500 + 18_000), abs=5)
    rear = placed(Direction.REAR, 18)
    assert rear == pytest.approx((22_000, 29_500 - 18_000), abs=5)
    left, right = placed(Direction.LEFT, 12), placed(Direction.RIGHT, 12)
    assert left is not None
    assert right is not None
    assert left.y == right.y == pytest.approx(31_333, abs=2)
    assert left.x + right.x == pytest.approx(44_000, abs=5)
    front_left = placed(Direction.LEFT_FRONT, 12)
    assert front_left is not None
    assert front_left.x < 22_000 < front_left.y


@pytest.mark.rule("R48-11.35", "R48-11.36")
def test_what_lies_off_a_side_becomes_a_shift_along_it_away_from_friendly_lines():
    """Eighteen inches to the left, six of them off the table: on the left edge, six inches further up."""
    core = rebels("Core", at((12.5, 30)), men=plain(1), nco=False)
    assert placed(Direction.LEFT, 18, core=core) == Point(0, inches(36))
    corner = rebels("Core", at((4, 60)), men=plain(1), nco=False)
    assert placed(Direction.LEFT, 30, core=corner) == Point(0, inches(72))  # the shift stops at the corner


@pytest.mark.rule("R48-G.13", "R48-11.37", "R48-11.37a")
def test_over_the_far_edge_one_comes_there_and_behind_friendly_lines_not_at_all():
    front = rebels("Core", at((20, 62)), men=plain(1), nco=False)
    assert placed(Direction.FRONT, 24, core=front) == Point(inches(20), inches(72))
    back = rebels("Core", at((20, 10)), men=plain(1), nco=False)
    assert placed(Direction.REAR, 18, core=back) is None
    assert placed(Direction.REAR, 8, core=back) is None  # inside the strip
    field = laid(back, side=None)
    field, _ = event(field, 20, direction=10, **{**TROOPS, "arrival_figures": [[3, 2]]})
    assert field.pieces.keys() == {"Core"}  # R48-T.05
    assert field.books.units.keys() == {"Core"}


@pytest.mark.rule("R48-11.41b", "R48-G.13")
def test_nobody_comes_nearer_than_the_distance_thrown_and_three_inches():
    """A second unit stands to the left front of the middle: the place is pushed out until it is clear of it."""
    far = rebels("Second", at((10, 45)), men=plain(1), nco=False)
    at_ = placed(Direction.LEFT_FRONT, 12, far)
    assert at_ is not None
    assert hypot(at_.x - 10_000, at_.y - 45_000) - 500 >= inches(9) - 1


@pytest.mark.rule("R48-11.33", "R48-G.13", "R48-11.38")
def test_the_players_may_declare_another_front():
    field = table()
    assert ring(field).facing == 0  # away from friendly lines
    field = done(field, act("face", marker=(pose(0, 0, 90),)))
    assert ring(field).facing == 900
    ahead = spot(field, Place(Direction.FRONT, Fraction(12)))
    assert ahead is not None
    assert ahead.x > inches(35)
    assert refused(table(), act("face")) == ["R48-G.13"]


@pytest.mark.rule("R48-G.57", "R48-11.33")
def test_while_nobody_is_on_the_table_places_are_measured_from_the_friendly_edge():
    field = laid(rebels("Core", row(20, -3, 3)), side=None, waiting=("Core",))
    assert ring(field).centre == Point(24_000, 0)
    assert spot(field, Place(Direction.FRONT, Fraction(18))) == Point(24_000, inches(18))


@pytest.mark.rule("R48-11.41", "R48-11.41a", "R48-11.40", "R48-G.13")
def test_units_find_room_beside_others_on_ground_they_can_stand_on():
    field = table(troops("There", row(20, 48.5, 6, 1.2)), ground=(area("river", 10, 50, 30, 4),))
    field, _ = event(field, 20, **{**TROOPS, "arrival_figures": [[3, 2]]})
    new, old = field.pieces["Infantry 1"], field.pieces["There"]
    assert gaps(new.stands, old.stands).min() > 0
    assert all(kind_at(field.ground, each.point) != "river" for each in new.figures)
    assert gaps(new.stands, old.stands).min() < inches(4)  # beside them


@pytest.mark.rule("R48-11.40", "R48-G.13")
def test_troops_take_cover_that_is_near():
    field = table(ground=(wall("wall", (15, 46.5), (32, 46.5)),))
    field, _ = event(field, 20, **{**TROOPS, "arrival_figures": [[1, 1]], "arrival_officer": None})
    ys = [each.y for each in field.pieces["Infantry 1"].figures]
    assert min(ys) > inches(46.5)
    assert min(ys) < inches(48)  # behind the wall


@pytest.mark.rule("R48-11.04", "R48-11.30", "R48-G.57")
def test_friendly_lines_may_be_an_area_on_the_table():
    lines = ((40, 60), (48, 60), (48, 72), (40, 72))
    field = laid(rebels("Core", at((30, 66)), men=plain(1), nco=False), side=None, friendly=lines)
    assert field.friendly == outline(*lines)
    assert spot(field, Place(Direction.REAR, Fraction(12))) is None


# ---- News --------------------------------------------------------------------------------------------------------------------------------


def news(field, die: int, **more):
    return event(field, 99, direction=None, distance=None, news_kind=die, **more)[0]


@pytest.mark.rule("R48-G.12", "R48-4.07")
def test_news_change_things_without_arrivals():
    near, far = troops("Near", row(20, 45, 5), quality=CONSCRIPT), troops("Other", row(20, 60, 5), quality=CONSCRIPT)
    field = news(table(near, far), 1, news_figures=[[2]])  # desertion
    assert [len(field.men[name]) for name in ("Near", "Other")] == [3, 5]
    assert field.books.points == 0
    shaken = table(near)
    shaken = replace(shaken, books=shaken.books.with_units(replace(shaken.unit("Core"), status=Status.WAVERING)))
    assert news(shaken, 2).unit("Core").status is Status.SOLID  # tricolour
    crowd = news(table(near), 3, news_figures=[[3]])
    assert len(crowd.men["Core"]) == 9
    assert crowd.books.points == 3
    assert crowd.unit("Core").reference == 9
    confused = news(table(near, far), 4)
    assert all(man.acted for man in confused.men["Near"])
    assert not any(man.acted for man in confused.men["Other"])
    more = news(table(near, far), 5, news_figures=[[2]])  # reinforcement
    assert len(more.men["Near"]) == 7
    assert {man.quality for man in more.men["Near"] if man.plain} == {CONSCRIPT}
    assert news(table(near), 6).men == table(near).men  # rumour


@pytest.mark.rule("R48-G.12")
def test_the_players_choose_who_gets_the_crowd():
    field = table(rebels("Small", row(5, 20, 2)))
    field = news(field, 3, news_figures=[[2]], news_crowd="Small")
    assert len(field.men["Small"]) == 4


# ---- The referee -------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("R48-11.40", "R48-11.37a")
def test_a_referee_puts_arrivals_elsewhere_or_lets_them_not_come():
    field, _ = event(table(), 20, **{**TROOPS, "arrival_figures": [[1, 1]], "arrival_officer": None})
    assert open_now(field)[REFEREE] == ("ignore_event", "place")
    moved = done(field, act("place", "Infantry 1", by=REFEREE, marker=(pose(5, 60, 180),)))
    assert hypot(
        moved.pieces["Infantry 1"].figures[0].x - 5000, moved.pieces["Infantry 1"].figures[0].y - 60_000
    ) < inches(3)
    assert refused(field, act("place", "Core", by=REFEREE, marker=(pose(5, 60),))) == ["R48-11.44"]
    assert refused(field, act("place", "Infantry 1", by=REFEREE, marker=(pose(5, 1),))) == ["R48-11.37a"]
    again, _ = carried(
        field, act("ignore_event", by=REFEREE, chosen={"draw_again": True}), {"event_deck": 99, "news_kind": 6}
    )
    assert again.pieces.keys() == {"Core"}
    gone = done(field, act("ignore_event", by=REFEREE))
    assert gone.pieces.keys() == {"Core"}
    assert REFEREE not in open_now(gone)
    later = done(field, PRESS, initiative_press=[[1]])
    assert REFEREE not in open_now(later)


@pytest.mark.rule("R48-4.11", "R48-12.08")
def test_there_is_no_end_to_arrivals():
    field = table()
    for direction in (1, 3):
        field, _ = event(field, 30, direction=direction, arrival_figures=[[1]], arrival_rifles=9, arrival_ambush=1)
    assert len([name for name in field.pieces if name.startswith("Infantry")]) == 2
    assert Side.NON_PLAYER.value in {piece.owner for piece in field.pieces.values()}
    assert with_men(field, "Core", acted=True).unit("Core").has_acted


@pytest.mark.rule("R48-G.48")
def test_a_gun_and_a_site_on_the_table_stay_where_they_are():
    field = table(gun("Gun", "NonPlayer", pose(40, 60, 180)), sites=(Site("Post", pose(5, 60).point),))
    field, _ = event(field, 75, distance=1, arrival_figures=[[1]])
    assert field.pieces["Gun"].marker == pose(40, 60, 180)
    assert field.sites["Post"].at == pose(5, 60).point
    assert Kind.CIVILIANS in {field.unit(name).party.kind for name in field.pieces}
    assert hits(1) == {"counts": [1]}
    assert CIVILIAN.value == "Civilian"
