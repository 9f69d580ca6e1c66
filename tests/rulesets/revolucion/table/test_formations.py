"""Formations and facings on the table (REV-4.01 to REV-4.37, REV-G.19, REV-G.49)."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sandtable.battle.seat import Seat
from sandtable.geometry.distance import distance
from sandtable.geometry.footprint import standing
from sandtable.geometry.measure import Pose, ahead
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.combat import shots
from sandtable.rulesets.revolucion.table.ground.shapes import base_size, formed, march_gap, rank_choices, shrunk
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.vocabulary import FireMode, Formation, UnitType
from tests.rulesets.revolucion.table.field import (
    DEPLOY_ORDER,
    DEPLOYED,
    GOV,
    MANEUVER,
    MANEUVER_ORDER,
    MARCH,
    MARCH_ORDER,
    REV,
    game,
    leader,
    pose,
    unit,
)
from tests.support.talk import Fields

TABLES = RULESET.default_tables
BY = REV.value
ARRIVES: Fields = {"order__result": 10}


@pytest.mark.rule("REV-4.11", "REV-T.31")
@pytest.mark.parametrize(
    ("count", "legal"),
    (
        (1, ((1,),)),
        (2, ((1, 1),)),
        (3, ((2, 1),)),
        (4, ((2, 2),)),
        (5, ((3, 2), (2, 2, 1))),
        (6, ((3, 3), (2, 2, 2))),
    ),
)
def test_the_ranks_of_maneuver_formation_are_even(count, legal):
    assert rank_choices(UnitType.REGULAR_INFANTRY, count, TABLES) == legal


@pytest.mark.rule("REV-T.31", "REV-4.11")
@pytest.mark.parametrize("ranks", ((3, 1), (4,), (1, 1, 1, 1), (2, 1, 1)))
def test_uneven_ranks_are_refused(ranks):
    playing = game(unit("own", REV, (20, 10, 0)), unit("enemy", GOV, (20, 30, 180)))
    playing.do(orders.Command(by=BY, unit="own", order=MANEUVER_ORDER), **ARRIVES)
    assert playing.refused(orders.Move(by=BY, unit="own", ranks=ranks)) == {"REV-4.11"}


@pytest.mark.rule("REV-4.12", "REV-G.19", "REV-4.24")
def test_guns_maneuver_side_by_side_and_limbers_take_no_room():
    assert rank_choices(UnitType.ARTILLERY, 2, TABLES) == ((2,),)
    assert rank_choices(UnitType.ARTILLERY, 3, TABLES) == ((2, 1),)
    column = RULESET.tables({"artillery.maneuver": "column"})
    assert rank_choices(UnitType.ARTILLERY, 3, column) == ((1, 1, 1),)
    width, depth = base_size(UnitType.ARTILLERY)
    for formation in Formation:
        stands = formed(UnitType.ARTILLERY, formation, 2, Pose(20_000, 20_000), TABLES)
        assert len(stands.bases) == 2, "a base for each gun, none for a limber"
        assert (stands.width, stands.depth) == (width, depth)


@pytest.mark.rule("REV-4.10", "REV-4.10b")
def test_maneuver_formation_is_two_deep_edge_to_edge_with_one_facing():
    stands = formed(UnitType.REGULAR_CAVALRY, MANEUVER, 6, Pose(20_000, 20_000, 300), TABLES)
    assert stands.front == 3
    assert {base.facing for base in stands.bases} == {300}
    front, rear = stands.bases[:3], stands.bases[3:]
    for one, two in (*pairwise(front), *pairwise(rear)):
        assert abs((one.x - two.x) ** 2 + (one.y - two.y) ** 2 - 1000**2) < 5000, "a base apart"
    for ahead_, behind in zip(front, rear, strict=True):
        there = ahead(ahead_, -1000)
        assert abs(there.x - behind.x) <= 1
        assert abs(there.y - behind.y) <= 1


@pytest.mark.rule("REV-4.20", "REV-4.30", "REV-4.33")
def test_deployed_is_one_deep_march_one_wide():
    line = formed(UnitType.REGULAR_INFANTRY, DEPLOYED, 4, Pose(20_000, 20_000), TABLES)
    assert (line.front, len({base.y for base in line.bases})) == (4, 1)
    column = formed(UnitType.REGULAR_INFANTRY, MARCH, 4, Pose(20_000, 20_000), TABLES)
    assert (column.front, len({base.x for base in column.bases})) == (1, 1)
    assert [base.y for base in column.bases] == [20_000, 19_000, 18_000, 17_000], "closed up"


@pytest.mark.rule("REV-4.30c", "REV-4.33")
def test_guns_on_the_march_leave_room_for_their_limbers():
    depth = base_size(UnitType.ARTILLERY)[1]
    column = formed(UnitType.ARTILLERY, MARCH, 3, Pose(20_000, 20_000), TABLES)
    assert [20_000 - base.y for base in column.bases] == [0, 2 * depth, 4 * depth]
    assert march_gap(UnitType.REGULAR_INFANTRY) == march_gap(UnitType.MACHINE_GUNS) == 0


@pytest.mark.rule("REV-2.24b")
def test_gun_bases_are_as_wide_as_others_and_somewhat_deeper():
    for guns in (UnitType.MACHINE_GUNS, UnitType.ARTILLERY):
        width, depth = base_size(guns)
        assert width == 1000
        assert 1000 <= depth < 2000


@pytest.mark.rule("REV-5.19", "REV-4.33")
@pytest.mark.parametrize("formation", list(Formation))
@pytest.mark.parametrize("count", (2, 3, 4, 5, 6))
def test_a_unit_that_loses_bases_closes_up_on_ground_it_held(formation, count):
    before = formed(UnitType.REGULAR_INFANTRY, formation, count, Pose(20_000, 20_000, 450), TABLES)
    after = shrunk(UnitType.REGULAR_INFANTRY, formation, before, count - 1, TABLES)
    assert len(after.bases) == count - 1
    assert after.box[0] >= before.box[0] - 2
    assert after.box[1] >= before.box[1] - 2
    assert after.box[2] <= before.box[2] + 2
    assert after.box[3] <= before.box[3] + 2
    if formation is MANEUVER:
        sizes = rank_choices(UnitType.REGULAR_INFANTRY, count - 1, TABLES)
        assert after.front in {ranks[0] for ranks in sizes}


# ---- Changing formation and facing ------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-3.15b", "REV-4.35")
def test_deploying_keeps_the_centre_of_the_front_and_takes_any_facing():
    playing = game(unit("own", REV, (20, 10, 0), "RegularCavalry"), unit("enemy", GOV, (20, 30, 180)))
    playing.do(orders.Command(by=BY, unit="own", order=DEPLOY_ORDER), **ARRIVES)
    playing.do(orders.Form(by=BY, unit="own", facing=900))
    own = playing.unit("own")
    assert own.formation is DEPLOYED
    assert own.stands is not None
    assert playing.at("own") == (20, 10)
    assert {base.facing for base in own.stands.bases} == {900}
    assert len({base.x for base in own.stands.bases}) == 1
    assert own.deeds.acted


@pytest.mark.rule("REV-G.03b")
def test_a_late_order_to_deploy_leaves_the_facing():
    playing = game(unit("own", REV, (20, 10, 0)), unit("enemy", GOV, (20, 30, 180)))
    playing.do(orders.Command(by=BY, unit="own", order=DEPLOY_ORDER), order__result=3)
    assert playing.refused(orders.Form(by=BY, unit="own", facing=900)) == {"REV-G.03b"}
    playing.do(orders.Form(by=BY, unit="own"))
    assert playing.unit("own").formation is DEPLOYED


@pytest.mark.rule("REV-3.18b", "REV-3.30b", "REV-4.13", "REV-4.31", "REV-4.13b", "REV-4.31b")
@pytest.mark.parametrize(("order", "formation"), ((MANEUVER_ORDER, MANEUVER), (MARCH_ORDER, MARCH)))
def test_the_formation_is_assumed_first_with_any_facing_then_the_move_is_made(order, formation):
    playing = game(unit("own", REV, (20, 10, 0), formation=DEPLOYED), unit("enemy", GOV, (40, 30, 180)))
    playing.do(orders.Command(by=BY, unit="own", order=order), **ARRIVES)
    path = (pose(22, 10, 90), pose(22, 12, 0))
    playing.do(orders.Move(by=BY, unit="own", facing=900, path=path))
    own = playing.unit("own")
    assert own.formation is formation
    assert playing.at("own") == (22, 12)


@pytest.mark.rule("REV-4.22")
def test_a_deployed_unit_cannot_move_and_stay_deployed_but_for_its_tactical_inch():
    playing = game(unit("own", REV, (20, 10, 0), formation=DEPLOYED), unit("enemy", GOV, (40, 30, 180)))
    playing.do(orders.Command(by=BY, unit="own", order=MANEUVER_ORDER), **ARRIVES)
    playing.do(orders.Move(by=BY, unit="own", path=(pose(20, 12, 0),)))
    assert playing.unit("own").formation is MANEUVER

    playing = game(unit("own", REV, (20, 10, 0), formation=DEPLOYED), unit("enemy", GOV, (40, 30, 180)))
    playing.do(orders.Command(by=BY, unit="own", order=DEPLOY_ORDER), **ARRIVES)
    assert playing.refused(orders.Move(by=BY, unit="own", path=(pose(20, 11.1, 0),))) == {"REV-4.50b"}
    playing.do(orders.Move(by=BY, unit="own", path=(pose(21, 10, 0),)))
    assert playing.unit("own").formation is DEPLOYED
    assert playing.at("own") == (21, 10), "sideways at no extra cost"


@pytest.mark.rule("REV-4.01", "REV-4.01b")
def test_every_unit_has_one_formation_and_leaders_have_none():
    playing = game(unit("own", REV, (20, 10, 0)), leader("chief", REV, (20, 14)), unit("enemy", GOV, (40, 30, 180)))
    assert isinstance(playing.unit("own").formation, Formation)
    assert not hasattr(playing.leader("chief"), "formation")
    assert not hasattr(playing.leader("chief"), "facing")


def bent_line() -> tuple[Pose, ...]:
    """Four bases about (20, 10): two face north, two are turned by 30 degrees and touch at the back corners."""
    left = (pose(18.5, 10), pose(19.5, 10))
    corner = ahead(left[1], -1000, 500)
    third = Pose(corner.x, corner.y, 300)
    third = Pose(*ahead(third, 1000, 500), 300)
    fourth = Pose(*ahead(third, 0, 1000), 300)
    return (*left, third, fourth)


@pytest.mark.rule("REV-4.20b")
def test_a_line_may_bend_about_the_same_front():
    bases = bent_line()
    anchor = standing(bases, 4, 1000, 1000).anchor
    playing = game(unit("own", REV, (anchor.x / 1000, anchor.y / 1000, 0)), unit("enemy", GOV, (40, 30, 180)))
    playing.do(orders.Command(by=BY, unit="own", order=DEPLOY_ORDER), **ARRIVES)
    playing.do(orders.Form(by=BY, unit="own", bases=bases))
    own = playing.unit("own")
    assert own.stands is not None
    assert [base.facing for base in own.stands.bases] == [0, 0, 300, 300]


@pytest.mark.rule("REV-4.33", "REV-4.20b")
def test_a_bent_line_has_no_gaps_and_keeps_its_place():
    left, second, third, fourth = bent_line()
    anchor = standing((left, second, third, fourth), 4, 1000, 1000).anchor
    playing = game(unit("own", REV, (anchor.x / 1000, anchor.y / 1000, 0)), unit("enemy", GOV, (40, 30, 180)))
    playing.do(orders.Command(by=BY, unit="own", order=DEPLOY_ORDER), **ARRIVES)
    apart = (left, second, third, Pose(*ahead(fourth, 0, 300), 300))
    assert playing.refused(orders.Form(by=BY, unit="own", bases=apart)) == {"REV-4.33"}
    shifted = tuple(Pose(each.x, each.y + 500, each.facing) for each in (left, second, third, fourth))
    assert playing.refused(orders.Form(by=BY, unit="own", bases=shifted)) == {"REV-4.35"}
    assert playing.refused(orders.Form(by=BY, unit="own", bases=(left, second, third))) == {"REV-4.20"}


# ---- Turning near an enemy ---------------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-4.36", "REV-4.36b", "REV-4.37", "REV-G.49")
def test_a_unit_that_turns_away_from_a_flank_enemy_slides_an_inch():
    """A 2 x 2 unit faces north, the enemy stands off its right side; it turns to the left."""
    own = unit("own", REV, (20, 10, 0))
    enemy = unit("enemy", GOV, (25, 9, 270), formation=DEPLOYED)
    playing = game(own, enemy)
    assert own.stands is not None
    assert enemy.stands is not None
    before = distance(own.stands, enemy.stands)
    playing.do(orders.Command(by=BY, unit="own", order=MANEUVER_ORDER), **ARRIVES)
    playing.do(orders.Move(by=BY, unit="own", facing=2700))
    after = playing.unit("own").stands
    assert after is not None
    assert distance(after, enemy.stands) == before
    assert playing.at("own") == (19, 10), "an inch in the direction of its new facing"


@pytest.mark.rule("REV-G.49", "REV-G.49b")
def test_where_the_slide_has_no_room_the_turn_is_refused():
    """A friend stands where the unit would slide to."""
    playing = game(
        unit("own", REV, (20, 10, 0)),
        unit("friend", REV, (19.2, 14.1, 0), formation=MARCH, column="other"),
        unit("enemy", GOV, (25, 9, 270), formation=DEPLOYED),
    )
    playing.do(orders.Command(by=BY, unit="own", order=MANEUVER_ORDER), **ARRIVES)
    assert playing.refused(orders.Move(by=BY, unit="own", facing=2700)) == {"REV-4.61"}
    strict = game(
        unit("own", REV, (20, 10, 0)),
        unit("enemy", GOV, (25, 9, 270), formation=DEPLOYED),
        options={"pivot.strict": "on"},
    )
    strict.do(orders.Command(by=BY, unit="own", order=MANEUVER_ORDER), **ARRIVES)
    assert strict.refused(orders.Move(by=BY, unit="own", facing=2700)) == {"REV-G.49b"}


@pytest.mark.rule("REV-4.36")
def test_far_from_enemies_nothing_slides():
    playing = game(unit("own", REV, (20, 10, 0)), unit("enemy", GOV, (30, 9, 270), formation=DEPLOYED))
    playing.do(orders.Command(by=BY, unit="own", order=MANEUVER_ORDER), **ARRIVES)
    playing.do(orders.Move(by=BY, unit="own", facing=2700))
    assert playing.at("own") == (20, 10)


# ---- After regrouping ------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("REV-3.34b", "REV-G.14b", "REV-G.48i")
def test_a_unit_that_rallied_takes_any_formation_with_the_slide():
    playing = game(
        unit("own", REV, (20, 10, 0), status="Demoralized"), unit("enemy", GOV, (25, 9, 270), formation=DEPLOYED)
    )
    playing.do(orders.Regroup(by=BY, unit="own"), regroup__result=6)
    assert playing.unit("own").status.value == "Disordered", "one step better: 6 and 1 for Regulars"
    playing.do(orders.Form(by=BY, unit="own", formation=MANEUVER, facing=2700))
    assert playing.at("own") == (19, 10)
    assert playing.unit("own").deeds.acted


@pytest.mark.rule("REV-3.34", "REV-3.34b")
def test_a_unit_that_did_not_rally_keeps_its_formation():
    playing = game(
        unit("own", REV, (20, 10, 0), status="Disordered"),
        unit("other", REV, (30, 10, 0)),
        unit("enemy", GOV, (40, 30, 180)),
    )
    playing.do(orders.Regroup(by=BY, unit="own"), regroup__result=4)
    assert playing.state.turn.pending is None
    assert playing.unit("own").status.value == "Disordered"
    assert playing.unit("own").deeds.acted


@pytest.mark.rule("REV-4.32", "REV-4.01")
def test_a_single_base_shows_no_formation_so_everybody_is_told():
    gun = unit("gun", REV, (20, 10, 0), "MachineGuns", 1)
    playing = game(gun, unit("mate", REV, (5, 5, 0)), unit("enemy", GOV, (20, 30, 180)))
    stood = playing.unit("gun").stands
    playing.do(orders.Command(by=BY, unit="gun", order=DEPLOY_ORDER), **ARRIVES)
    playing.do(orders.Form(by=BY, unit="gun"))
    seen = TABLE.view(playing.state, Seat("watcher")).units["gun"]
    assert seen.stands == stood, "its base looks as before"
    assert seen.formation is DEPLOYED, "and the enemy knows what it does"


@pytest.mark.rule("REV-2.11c", "REV-4.12b")
def test_limbers_between_guns_on_the_march_are_no_part_of_the_unit():
    """Two guns with room for a limber between them: whoever stands opposite that room measures to the nearer gun."""
    depth = base_size(UnitType.ARTILLERY)[1] / 1000

    def measured(y: float) -> float:
        playing = game(
            unit("own", REV, (17.5, y, 90), "MachineGuns", 1, DEPLOYED),
            unit("guns", GOV, (20, 20, 0), "Artillery", 2, MARCH),
            unit("mate", REV, (5, 5, 0)),
        )
        shot = orders.Fire(by=BY, unit="own", target="guns", mode=FireMode.DEPLOYED)
        inches: float = shots.plan_fire(playing.state, shot).more.range / 1000
        return inches

    assert measured(20 - depth / 2) == 2, "opposite a gun, whose side is at x = 19.5"
    aside = depth / 2 - 0.5  # from the end of the firer's front, an inch wide, to the gun
    assert aside > 0
    assert measured(20 - 1.5 * depth) == pytest.approx((2**2 + aside**2) ** 0.5, abs=0.0006)


@pytest.mark.rule("REV-4.21")
def test_only_an_order_to_deploy_or_a_rally_brings_a_unit_into_line():
    for order in (MANEUVER_ORDER, MARCH_ORDER):
        playing = game(unit("own", REV, (20, 10, 0)), unit("enemy", GOV, (20, 30, 180)))
        playing.do(orders.Command(by=BY, unit="own", order=order), **ARRIVES)
        assert playing.problems(orders.Form(by=BY, unit="own", formation=DEPLOYED))
    rallied = game(unit("own", REV, (20, 10, 0), status="Disordered"), unit("enemy", GOV, (20, 30, 180)))
    rallied.do(orders.Regroup(by=BY, unit="own"), regroup__result=10)
    rallied.do(orders.Form(by=BY, unit="own", formation=DEPLOYED))
    assert rallied.unit("own").formation is DEPLOYED


@pytest.mark.rule("REV-2.07b")
def test_cavalry_mounts_and_dismounts_without_spending_anything_on_it():
    """Deployed it fights on foot; the very next order is carried out at the full speed of horses."""
    playing = game(
        unit("own", REV, (20, 10, 0), "RegularCavalry", formation=DEPLOYED), unit("enemy", GOV, (40, 34, 180))
    )
    playing.do(orders.Command(by=BY, unit="own", order=MANEUVER_ORDER), **ARRIVES)
    pending = playing.state.turn.pending
    assert pending is not None
    assert pending.distance == 12_000
    playing.do(orders.Move(by=BY, unit="own", path=(pose(20, 22, 0),)))
    assert playing.at("own") == (20, 22)


@pytest.mark.rule("REV-4.30b")
def test_a_column_bends_along_its_way():
    playing = game(unit("own", REV, (20, 10, 0), formation=MARCH), unit("enemy", GOV, (40, 34, 180)))
    playing.do(orders.Command(by=BY, unit="own", order=MARCH_ORDER), **ARRIVES)
    playing.do(orders.Move(by=BY, unit="own", path=(pose(20, 12, 0), pose(22, 12, 90))))
    stands = playing.unit("own").stands
    assert stands is not None
    facings = [base.facing for base in stands.bases]
    assert facings[0] == 900, "its head has gone round the corner"
    assert facings[-1] == 0, "its tail has not"
    assert stands.front == 1
