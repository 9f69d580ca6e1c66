"""Movement: throws, ground, obstacles, links, entry and exit, worked out by hand (chapter 7, R48-G.14, R48-G.16, R48-G.17, R48-G.49, R48-G.57)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.geometry.measure import Pose, inches
from sandtable.miniatures.orders import Act
from sandtable.rulesets.uprising1848.table.events import WentOff
from sandtable.rulesets.uprising1848.table.figures import Role
from sandtable.rulesets.uprising1848.table.ground import passed
from sandtable.rulesets.uprising1848.table.movement.moving import cost, crew_at
from sandtable.rulesets.uprising1848.table.rules import KIT
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, Goal
from sandtable.rulesets.uprising1848.vocabulary import Firearm, Kind, Quality, Side, Status
from tests.rulesets.uprising1848.table.laying import (
    AVERAGE,
    CIVILIAN,
    CONSCRIPT,
    TABLES,
    VETERAN,
    act,
    area,
    at,
    carried,
    done,
    form,
    go,
    gov,
    gun,
    laid,
    plain,
    pose,
    rebels,
    refused,
    road,
    row,
    troops,
    wall,
)

FAR = troops("Far", row(40, 70, 2))


def sent(*units, dice: int = 3, name: str = "Core", **about):
    """A unit that has thrown for its move: a Veteran on foot has 5 and the die."""
    field = laid(*units, FAR, **about)
    return done(field, act("move", name), move_distance=[[dice]])


@pytest.mark.rule("R48-7.01", "R48-7.07", "R48-7.08", "R48-G.14", "R48-1.03", "R48-1.04")
def test_a_group_throws_and_then_goes_as_far_as_it_likes_in_any_direction():
    field = sent(rebels("Core", row(10, 10, 4)))  # 5 + 3 = 8 in
    assert field.moving is not None
    assert field.moving.far == inches(8)
    assert refused(field, go(field, "Core", 0, 8.01)) == ["R48-7.02"] * 4
    for x, y in ((0, 8), (0, 3), (-5, -5), (0, 0)):
        moved = done(field, go(field, "Core", x, y))
        assert moved.pieces["Core"].figures[0] == pose(10 + x, 10 + y)
        assert moved.moving is None
    bent = Act(
        by="Player", action="go", piece="Core", ways=((pose(10, 14), pose(6, 14)), *((),) * 3)
    )  # 4 in up and 4 in to the left
    assert refused(field, bent) == ["R48-4.21"]  # too far from the others, not too long


@pytest.mark.rule("R48-6.07", "R48-6.07a", "R48-G.14", "R48-3.23", "R48-3.27", "R48-3.37", "R48-3.34")
@pytest.mark.parametrize(
    ("men", "actor", "mounted", "far"),
    (
        ((VETERAN, False), "Veteran", False, 8),
        ((AVERAGE, False), "Average", False, 7),
        ((CONSCRIPT, False), "Conscript", False, 6),
        ((CIVILIAN, False), "Civilian", False, 5),
        ((VETERAN, True), "Veteran", True, 16),
        ((CONSCRIPT, True), "Conscript", True, 12),
    ),
)
def test_quality_and_horses_make_the_distance(men, actor, mounted, far):
    quality, rides = men
    some = plain(3, quality, mounted=rides, horse=rides)
    field = laid(rebels("Core", row(10, 10, 3, 2.4), men=some), FAR)
    told = form(field, act("move", "Core"))
    assert (told["actor"], told["actor_is_mounted"]) == (actor, mounted)
    field = done(field, act("move", "Core"), move_distance=[[3]])
    assert field.moving is not None
    assert field.moving.far == inches(far)


@pytest.mark.rule("R48-6.07", "R48-6.07a")
def test_the_slowest_is_the_actor_and_a_man_on_foot_makes_all_walk():
    men = (*plain(1, VETERAN, mounted=True), *plain(1, CONSCRIPT, mounted=True), *plain(1, AVERAGE))
    field = laid(rebels("Core", row(10, 10, 3, 2.4), men=men), FAR)
    told = form(field, act("move", "Core"))
    assert (told["actor"], told["actor_is_mounted"]) == ("Conscript", False)
    some = form(field, act("move", "Core", members=(0, 1)))
    assert (some["actor"], some["actor_is_mounted"]) == ("Conscript", True)


@pytest.mark.rule("R48-7.02", "R48-7.02a", "R48-7.03", "R48-7.03a", "R48-G.16")
@pytest.mark.parametrize(
    ("mounted", "open_", "rough", "needed"),
    (
        (False, 4, 2, 8),  # mostly open: rough twice
        (False, 4, 3, 10),
        (False, 2, 3, 8),  # mostly rough: 3 and half of 2, of half the allowance
        (True, 2, 3.5, 16),
        (True, 2.4, 3.5, 16.4),
        (True, 4, 1, 8),
    ),
)
def test_mixed_ground_by_hand(mounted, open_, rough, needed):
    """R48-T.06 and R48-T.08: what a way takes of the allowance for open ground."""
    wood = area("woods", 0, 10 + open_, 40, rough)
    man = plain(1, mounted=mounted)[0]
    field = laid(rebels("Core", at((10, 10)), men=(man,)), FAR, ground=(wood,))
    taken = cost(field, man, pose(10, 10), (pose(10, 10 + open_ + rough),))
    assert taken == pytest.approx(inches(needed), abs=1)


@pytest.mark.rule("R48-7.04", "R48-7.05", "R48-G.17", "R48-G.45b")
def test_what_ground_is_to_whom():
    foot, horse, wagon = (plain(1, mounted=m, riding=r)[0] for m, r in ((False, False), (True, False), (False, True)))

    def takes(man, *ground) -> float:
        field = laid(rebels("Core", at((10, 10)), men=(man,)), FAR, ground=ground)
        return cost(field, man, pose(10, 10), (pose(10, 16),)) / 1000

    infinite = float("inf")
    for kind in ("wall", "fence", "hedge", "barricade", "trench"):
        line = wall(kind, (5, 12), (15, 12))
        assert [takes(man, line) for man in (foot, horse, wagon)] == [7, 7, infinite], kind
    for kind in ("high_wall", "gate", "door"):
        assert takes(foot, wall(kind, (5, 12), (15, 12))) == infinite
    assert takes(foot, area("river", 0, 12, 40, 2)) == infinite
    assert takes(foot, area("river", 0, 12, 40, 2), area("bridge", 8, 11, 4, 4)) == 6
    assert takes(foot, area("river", 0, 12, 40, 2), area("ford", 8, 11, 4, 4)) == 10
    house = area("house", 8, 12, 4, 8)  # 4 in of it inside, by a window
    assert takes(foot, house) == pytest.approx(2 * (4 + 1 + 1), abs=0.01)  # mostly rough: 4, half of 2, the window
    assert takes(horse, house) == takes(wagon, house) == infinite
    woods = area("woods", 0, 12, 40, 2)
    assert [takes(man, woods) for man in (foot, horse, wagon)] == [8, 12, infinite]
    assert takes(wagon, woods, road((10, 0), (10, 40))) == pytest.approx(6, abs=0.01)  # by road


@pytest.mark.rule("R48-7.09")
def test_nobody_is_passed_neither_friend_nor_foe():
    friend = rebels("Friend", at((10, 13)))
    field = sent(rebels("Core", at((10, 10))), friend)
    assert "R48-7.09" in refused(field, go(field, "Core", 0, 6))
    assert "R48-7.09" in refused(field, go(field, "Core", 0, 3))  # on his base
    assert refused(field, go(field, "Core", 0, 2)) == []
    field = sent(rebels("Core", at((10, 10))), troops("Foe", at((10, 13))))
    assert "R48-7.09" in refused(field, go(field, "Core", 0, 6))
    round_him = Act(by="Player", action="go", piece="Core", ways=((pose(12, 12.5), pose(10, 15)),))
    assert refused(field, round_him) == []


@pytest.mark.rule("R48-7.10", "R48-G.52")
def test_a_move_touches_nobody_who_fights():
    field = sent(rebels("Core", at((10, 10))), troops("Foe", at((10, 14))))
    assert refused(field, go(field, "Core", 0, 2.95)) == ["R48-7.10"]
    assert refused(field, go(field, "Core", 0, 2.85)) == []
    noble = troops("Noble", at((10, 14)), kind=Kind.ARISTOCRATS, quality=CIVILIAN, firearm=Firearm.NONE, nco=False)
    field = sent(rebels("Core", at((10, 10))), noble)
    assert refused(field, go(field, "Core", 0, 2.95)) == []
    shaken = troops("Foe", at((10, 14)), books={"status": Status.WAVERING})
    field = sent(rebels("Core", at((10, 10))), shaken)
    assert refused(field, go(field, "Core", 0, 2.95)) == []


@pytest.mark.rule("R48-G.25", "R48-7.10")
def test_to_leave_contact_is_free():
    field = sent(rebels("Core", at((10, 10))), troops("Foe", at((10, 11))))
    assert refused(field, go(field, "Core", 0, -4)) == []


@pytest.mark.rule("R48-7.11", "R48-7.11a", "R48-7.11b")
def test_riders_dismount_and_mount_in_a_move():
    horse = plain(3, mounted=True, horse=True)
    field = sent(rebels("Core", row(10, 10, 3, 2.4), men=horse))
    field = done(field, go(field, "Core", 0, 10, chosen={"ride": "dismount"}))
    assert [man.mounted for man in field.men["Core"]] == [False] * 3
    assert field.pieces["Core"].bases == ()
    field = done(field, act("initiative"), initiative_press=[[11]])
    foot = rebels("Core", row(10, 10, 3, 2.4), men=plain(3))
    field = sent(foot)
    assert refused(field, go(field, "Core", 0, 1, chosen={"ride": "mount"})) == ["R48-7.11"]
    led = rebels("Core", row(10, 10, 3, 2.4), men=plain(3, horse=True))
    field = sent(led)
    field = done(field, go(field, "Core", 0, 1, chosen={"ride": "mount"}))
    assert all(man.mounted for man in field.men["Core"])
    assert "ride" not in KIT.deeds["charge"].chooses  # nor in a charge


@pytest.mark.rule("R48-4.21", "R48-7.14", "R48-G.49")
def test_figures_keep_a_chain_of_three_inches():
    field = sent(rebels("Core", at((10, 10), (12, 10), (14, 10), (16, 10))), dice=1)  # 6 in
    gap = replace(field, moving=replace(field.moving, figures=(2, 3)))
    assert refused(gap, go(gap, "Core", 2, 0)) == []  # 2 + 2 - 1 = 3 in between the bases
    assert refused(gap, go(gap, "Core", 2.1, 0)) == ["R48-4.21", "R48-4.21"]  # two clusters
    pairs = sent(rebels("Core", at((10, 10), (12, 10), (14, 10), (16, 10))), dice=1, options={"coherency": "pair"})
    two = replace(pairs, moving=replace(pairs.moving, figures=(2, 3)))
    assert refused(two, go(two, "Core", 6, 0)) == []  # each is near another one
    alone = replace(pairs, moving=replace(pairs.moving, figures=(3,)))
    assert refused(alone, go(alone, "Core", 6, 0)) == ["R48-4.21"]


@pytest.mark.rule("R48-4.21a", "R48-7.14", "R48-G.49")
def test_who_was_cut_off_closes_up_first():
    strays = rebels("Core", at((10, 10), (11.2, 10), (12.4, 10), (20, 10)))
    field = laid(strays, troops("Foe", at((20, 20))))
    assert refused(field, act("fire_musket", "Core", "Foe", members=(3,))) == ["R48-7.14"]
    field = done(field, act("move", "Core", members=(3,)), move_distance=[[2]])
    assert refused(field, go(field, "Core", 2, 0)) == ["R48-4.21"]
    assert refused(field, go(field, "Core", -2, 0)) == []  # nearer, if not yet there
    assert refused(field, go(field, "Core", -5, 0)) == []


@pytest.mark.rule("R48-11.05", "R48-11.30", "R48-11.04", "R48-G.57")
def test_units_come_from_behind_friendly_lines():
    late = rebels("Late", row(15, -3, 3))
    field = laid(rebels("Core", row(30, 10, 2)), late, FAR, waiting=("Late",))
    field = done(field, act("move", "Late"), move_distance=[[3]])
    ways = tuple((pose(10 + 1.2 * n, 0), pose(10 + 1.2 * n, 8)) for n in range(3))
    order = Act(by="Player", action="go", piece="Late", ways=ways)
    assert refused(field, order) == []
    elsewhere = tuple((pose(10 + 1.2 * n, 1), pose(10 + 1.2 * n, 8)) for n in range(3))
    assert "R48-G.57" in refused(field, replace(order, ways=elsewhere))
    assert "R48-7.02" in refused(field, replace(order, ways=tuple((w[0], pose(w[0].x / 1000, 8.1)) for w in ways)))
    assert "R48-G.57" in refused(field, replace(order, ways=(ways[0], (), ())))  # together
    field = done(field, order)
    assert field.waiting == frozenset()
    assert field.pieces["Late"].figures[0] == pose(10, 8)


@pytest.mark.rule("R48-G.57")
def test_who_waits_behind_the_lines_may_stand_and_is_nobodys_target():
    late = rebels("Late", row(15, -3, 3))
    field = laid(rebels("Core", row(30, 60, 2)), late, troops("Foe", row(15, 4, 3)), waiting=("Late",))
    assert refused(field, act("stand", "Late")) == []
    theirs = replace(field, books=replace(field.books, side=Side.NON_PLAYER))
    for action in ("fire_musket", "charge"):
        assert "R48-G.57" in refused(theirs, gov(action, "Foe", "Late"))


@pytest.mark.rule("R48-11.31", "R48-12.03")
def test_who_goes_over_the_edge_is_gone():
    field = sent(rebels("Core", at((2, 10), (3.2, 10), (4.4, 10))), dice=1)
    order = Act(by="Player", action="go", piece="Core", ways=((pose(-1, 10),), (), ()))
    field, events = carried(field, order, {})
    assert [event.figures for event in events if isinstance(event, WentOff)] == [(0,)]
    assert field.unit("Core").figures == 2
    assert field.books.points == 0


@pytest.mark.rule("R48-G.57", "R48-11.37a")
def test_the_government_does_not_enter_friendly_lines():
    field = laid(rebels("Core", row(40, 20, 2)), troops("Foe", row(10, 5, 2)), side=GOVERNMENT)
    field = done(field, gov("move", "Foe"), move_distance=[[4]])
    assert refused(field, go(field, "Foe", 0, -3.2)) == ["R48-G.57"] * 2
    assert refused(field, go(field, "Foe", 0, -2.5)) == []


@pytest.mark.rule("R48-7.12", "R48-7.12a", "R48-7.12b", "R48-7.13", "R48-3.34", "R48-G.29")
def test_guns_limber_move_unlimber_and_turn():
    field = laid(gun("Gun", "Player", pose(20, 20, 0), kind=Kind.REVOLUTIONARIES), FAR)
    turned = act("move", "Gun", chosen={"instead": "turn"}, marker=(pose(20, 20, 90),))
    after = done(field, turned)
    assert after.pieces["Gun"].marker == pose(20, 20, 90)
    assert all(man.acted for man in after.men["Gun"])
    assert "R48-7.12" in refused(field, replace(turned, marker=(pose(21, 20, 90),)))
    assert "R48-7.13" in refused(field, act("move", "Gun", chosen={"instead": "limber"}, members=(0, 1)))
    limbered = done(field, act("move", "Gun", chosen={"instead": "limber"}))
    assert limbered.unit("Gun").limbered
    ready = laid(gun("Gun", "Player", pose(20, 20, 0), kind=Kind.REVOLUTIONARIES, books={"limbered": True}), FAR)
    assert "R48-8.19" in refused(ready, act("fire_light_artillery", "Gun", marker=(pose(20, 40),)))
    assert "R48-7.12b" in refused(ready, act("stand", "Gun", chosen={"activity": "Load gun"}))
    assert form(ready, act("move", "Gun"))["actor"] == Quality.TRANSPORT
    ready = done(ready, act("move", "Gun"), move_distance=[[4]])  # Transport: 1 + 4
    order = replace(go(ready, "Gun", 0, 5), marker=(pose(20, 25),))
    assert refused(ready, order) == []
    assert "R48-7.13" in refused(ready, replace(order, marker=(pose(20, 15),)))  # the crew keeps beside it
    assert "R48-G.17" in refused(ready, replace(go(ready, "Gun", 0, 5), marker=(pose(20, 25.1),)))
    walked = done(ready, order)
    assert walked.pieces["Gun"].marker == pose(20, 25)


@pytest.mark.rule("R48-7.12a", "R48-9.13a")
def test_a_crew_may_walk_away_from_an_unlimbered_gun():
    field = laid(gun("Gun", "Player", pose(20, 20, 0), kind=Kind.REVOLUTIONARIES), FAR)
    assert form(field, act("move", "Gun"))["actor"] == Quality.AVERAGE
    field = done(field, act("move", "Gun"), move_distance=[[4]])
    field = done(field, go(field, "Gun", 0, -6))
    assert field.pieces["Gun"].marker == pose(20, 20)
    assert crew_at(field, field.pieces["Gun"]) == ()


@pytest.mark.rule("R48-3.37", "R48-3.37a", "R48-G.17")
def test_wagons_go_with_their_drivers_by_road():
    train = troops(
        "Train", at((10, 40), (14, 40)), kind=Kind.CONVOY, quality=CIVILIAN, wagons=2, nco=False, firearm=Firearm.NONE
    )
    field = laid(rebels("Core", row(40, 10, 2)), train, side=GOVERNMENT, ground=(area("woods", 8, 41, 12, 10),))
    assert form(field, gov("move", "Train"))["actor"] == Quality.TRANSPORT
    assert refused(field, gov("charge", "Train", "Core")) == ["R48-3.37a"]
    field = done(field, gov("move", "Train"), move_distance=[[4]])
    assert refused(field, go(field, "Train", 0, 3)) == ["R48-G.17"] * 4  # into the wood, and to stand there
    assert refused(field, go(field, "Train", -4, 0)) == []


@pytest.mark.rule("R48-7.01")
def test_a_move_is_thrown_before_it_is_gone():
    field = laid(rebels("Core", row(10, 10, 2)), FAR)
    assert "R48-7.01" in refused(field, replace(act("move", "Core"), ways=((pose(10, 12),), ())))
    assert passed(field.ground, TABLES, "foot", pose(10, 10), (pose(10, 12),)).open == 2000
    sent_ = done(field, act("move", "Core"), move_distance=[[1]])
    assert set(refused(sent_, act("fire_musket", "Core", "Far"))) & {"R48-7.07", "R48-7.08"}


@pytest.mark.rule("R48-11.22")
def test_kossuth_leaves_by_the_far_edge():
    men = (replace(plain(1)[0], role=Role.LEADER), *plain(2))
    core = rebels("Core", at((10, 70), (11.2, 70), (12.4, 70)), men=men)
    field = laid(core, FAR, goal=Goal(turns=9, hero="Core"))
    field = done(field, act("move", "Core"), move_distance=[[1]])
    away = Act(by="Player", action="go", piece="Core", ways=((Pose(10_000, 73_000),), (), ()))
    assert done(field, away).left == frozenset({"Core"})
    sideways = laid(rebels("Core", at((2, 60), (3.2, 60), (4.4, 60)), men=men), FAR, goal=Goal(turns=9, hero="Core"))
    sideways = done(sideways, act("move", "Core"), move_distance=[[1]])
    off = Act(by="Player", action="go", piece="Core", ways=((Pose(-1000, 60_000),), (), ()))
    assert done(sideways, off).left == frozenset()
