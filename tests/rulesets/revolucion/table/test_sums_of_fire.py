"""What is added to a shot, an order or a rally from where the pieces stand and what became of them, worked out by hand (REV-G.01, REV-G.05, REV-G.06, REV-G.14)."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from sandtable.kernel.drivers import Given, enumerate_exactly
from sandtable.rulesets.revolucion import fire
from sandtable.rulesets.revolucion.table import orders
from sandtable.rulesets.revolucion.table.combat import shots
from sandtable.rulesets.revolucion.table.desk import odds
from sandtable.rulesets.revolucion.table.state import Unit
from sandtable.rulesets.revolucion.vocabulary import Afterwards, FireMode, Loss, OrderResult, Status
from tests.rulesets.revolucion.table.field import (
    DEPLOY_ORDER,
    DEPLOYED,
    GOV,
    MANEUVER,
    MANEUVER_ORDER,
    MARCH,
    MARCH_ORDER,
    REV,
    Game,
    box,
    game,
    ground,
    leader,
    point,
    pose,
    unit,
)
from tests.support.talk import there

BY = REV.value
SHOT = orders.Fire(by=BY, unit="own", target="enemy", mode=FireMode.DEPLOYED)
MOVING = orders.Fire(by=BY, unit="own", target="enemy", mode=FireMode.MOVING)
ONE_LEVEL, THREE_LEVELS, FOUR_LEVELS = 8, 14, 17  # the least scores for them (REV-G.07)


def facing_each_other(
    gap: float = 8, *more: Any, own: dict[str, Any] | None = None, terrain: Any = None, **enemy: Any
) -> Game:
    """Four bases of deployed Regulars look north at four others, ``gap`` inches off. At 6 to 12 inches that adds nothing at all."""
    us = unit("own", REV, (20, 10, 0), **{"formation": DEPLOYED} | (own or {}))
    they = unit("enemy", GOV, (20, 10 + gap, 180), **{"formation": DEPLOYED} | enemy)
    spare = (unit("mate", REV, (44, 3, 0)), unit("other", GOV, (44, 40, 180)))
    return game(us, they, *spare, *more, terrain=terrain or ground(height=48))


def added(playing: Game, order: orders.Fire = SHOT) -> int:
    """All that is added to the die of a shot."""
    assert not playing.problems(order), playing.problems(order)
    us, they = playing.unit("own"), playing.unit("enemy")
    aimed = shots.plan_fire(playing.state, order).more
    told = shots.situation(playing.state, us, they, order, aimed)
    nobody = {fire.LEADERS_WITH_TARGET.key: Given(0, "measured")}
    exact = enumerate_exactly(partial(fire.fire, told, playing.state.tables), nobody)
    return exact.requests["fire.effect"].tally.total


def hit(playing: Game, score: int) -> Unit:
    """The enemy after a shot of that score."""
    playing.do(SHOT, fire__effect=score - added(playing))
    return playing.unit("enemy")


@pytest.mark.rule("REV-6.09", "REV-6.09b", "REV-6.34", "REV-G.23")
@pytest.mark.parametrize(
    ("gap", "adds"),
    ((3, 6), (3.01, 5), (6, 5), (6.01, 4), (12, 4), (12.01, 3), (18, 3), (18.01, 2), (24, 2)),
)
def test_a_range_on_a_break_point_belongs_to_the_nearer_band(gap, adds):
    """Two guns at two guns, deployed."""
    assert added(facing_each_other(gap, own={"kind": "Artillery", "bases": 2}, kind="Artillery", bases=2)) == adds


@pytest.mark.rule("REV-2.03", "REV-2.08", "REV-2.10", "REV-2.11", "REV-6.03b", "REV-1.04")
@pytest.mark.parametrize(
    ("kind", "near", "middle", "far"),
    (
        ("IrregularInfantry", 3, 1, -1),
        ("RegularInfantry", 4, 2, 0),
        ("VeteranInfantry", 5, 3, 1),
        ("IrregularCavalry", 2, 0, -3),
        ("RegularCavalry", 3, 1, -2),
        ("VeteranCavalry", 4, 2, -1),
        ("MachineGuns", 7 + 1, 6 + 1, 5 + 1),
        ("Artillery", 6 + 1, 5 + 1, 4 + 1),
    ),
)
def test_every_fighting_type_fires_as_its_line_says(kind, near, middle, far):
    """At three bases of infantry; three bases of guns add 1."""
    found = [
        added(facing_each_other(gap, own={"kind": kind, "bases": 3, "started": 4}, bases=3, started=4))
        for gap in (2, 5, 8)
    ]
    assert found == [near, middle, far]


@pytest.mark.rule("REV-6.04")
@pytest.mark.parametrize(("formation", "adds"), ((DEPLOYED, 0), (MANEUVER, 2), (MARCH, 4)))
def test_the_formation_of_the_target_counts(formation, adds):
    assert added(facing_each_other(formation=formation)) == adds


@pytest.mark.rule("REV-6.30c", "REV-6.31")
@pytest.mark.parametrize(("ours", "theirs", "adds"), ((4, 4, 0), (4, 5, -1), (3, 6, -2), (5, 4, 1), (6, 3, 2)))
def test_the_bases_on_the_table_now_are_counted(ours, theirs, adds):
    assert added(facing_each_other(own={"bases": ours, "started": 6}, bases=theirs, started=6)) == adds


@pytest.mark.rule("REV-6.32", "REV-6.32b", "REV-9.02b")
@pytest.mark.parametrize(("y", "adds"), ((8.25, 1), (8, 0), (3, 0)))
def test_only_a_leader_in_contact_helps_the_fire(y, adds):
    """The line stands from 9 to 10, and his base reaches 0.75 up."""
    assert added(facing_each_other(8, leader("vega", REV, (20, y)))) == adds


@pytest.mark.rule("REV-5.04", "REV-5.05", "REV-5.02")
@pytest.mark.parametrize("status", ("Disordered", "Demoralized"))
def test_the_status_of_both_counts(status):
    assert added(facing_each_other(own={"status": status})) == -2
    assert added(facing_each_other(status=status)) == 1


@pytest.mark.rule("REV-8.10", "REV-8.11", "REV-8.14", "REV-6.35")
@pytest.mark.parametrize(
    ("kind", "adds"),
    (("marsh", 0), ("ford", 0), ("field", 0), ("woods", -1), ("town", -3), ("trenches", -3), ("redoubt", -5)),
)
def test_the_ground_the_target_stands_on_covers_it(kind, adds):
    assert added(facing_each_other(terrain=ground(areas={"it": (kind, box(14, 17.9, 26, 20))}, height=48))) == adds


@pytest.mark.rule("REV-3.26", "REV-3.26c", "REV-3.26d", "REV-4.23", "REV-G.04c", "REV-6.02")
def test_who_may_fire_on_the_move_and_what_it_costs():
    alone = facing_each_other(own={"formation": MANEUVER})
    assert added(alone, MOVING) == -2
    assert alone.refused(SHOT) == {"REV-3.19c"}
    for then in (Afterwards.MANEUVER, Afterwards.DEPLOY_TACTICAL):
        order = orders.Fire(by=BY, unit="own", target="enemy", mode=FireMode.MOVING, afterwards=then)
        assert added(alone, order) == -2
        assert added(facing_each_other(), order) == -2, "from deployed formation as well, if it moves"
        assert facing_each_other(own={"formation": MARCH}).refused(order) == {"REV-G.04c"}


@pytest.mark.rule("REV-6.06b", "REV-6.33")
def test_fire_out_of_range_costs_nothing_and_fire_hurts_nobody_else():
    playing = facing_each_other(12.01)
    assert playing.refused(SHOT) == {"REV-6.05"}
    assert not playing.problems(orders.Command(by=BY, unit="own", order=MANEUVER_ORDER))
    near = facing_each_other(8, unit("beside", GOV, (26, 18, 180)))
    hit(near, ONE_LEVEL)
    changed = {name for name, each in near.state.units.items() if each.status is not Status.OK}
    assert changed == {"enemy"}


@pytest.mark.rule("REV-T.05", "REV-T.21", "REV-0.04")
@pytest.mark.parametrize(
    ("kind", "bases", "back"),
    (
        ("RegularInfantry", 4, 6),
        ("MachineGuns", 3, 6),
        ("Artillery", 3, 6),
        ("IrregularCavalry", 6, 12),
        ("saloonCar", 3, 8),
        ("truck", 3, 4),
    ),
)
def test_a_demoralized_unit_loses_a_base_and_goes_straight_back(kind, bases, back):
    playing = facing_each_other(kind=kind, bases=bases, status="Demoralized", formation=MANEUVER)
    assert hit(playing, ONE_LEVEL).bases == bases - 1
    assert playing.at("enemy") == (20, 18 + back)


@pytest.mark.rule("REV-T.05", "REV-4.34")
def test_a_disordered_unit_is_demoralized_by_a_level_and_stays():
    playing = facing_each_other(status="Disordered")
    before = playing.unit("enemy")
    after = hit(playing, ONE_LEVEL)
    assert (after.status, after.bases) == (Status.DEMORALIZED, 4)
    assert (after.stands, after.formation) == (before.stands, before.formation)


@pytest.mark.rule("REV-T.06", "REV-T.08")
@pytest.mark.parametrize(
    ("kind", "bases", "score", "left"),
    (
        ("RegularInfantry", 6, FOUR_LEVELS, 4),
        ("RegularInfantry", 6, 20, None),
        ("MachineGuns", 2, THREE_LEVELS, None),
        ("MachineGuns", 3, THREE_LEVELS, 2),
        ("MachineGuns", 3, FOUR_LEVELS, None),
    ),
)
def test_half_of_what_a_unit_began_with_is_the_end_of_it(kind, bases, score, left):
    """Machine guns at two inches reach any of these scores: 7 and 1, and a column, or hardly more than half as many."""
    formation = MARCH if kind == "RegularInfantry" else DEPLOYED
    playing = facing_each_other(2, own={"kind": "MachineGuns", "bases": 3}, kind=kind, bases=bases, formation=formation)
    enemy = hit(playing, score)
    if left is None:
        assert enemy.gone is Loss.DESTROYED
        return
    assert (enemy.bases, enemy.status) == (left, Status.DEMORALIZED)
    assert playing.at("enemy") == (20, 18), "six inches, once"


# ---- Orders and rallying -------------------------------------------------------------------------------------------------------


def chances(shown: Any) -> dict[str, Fraction]:
    return {bar.words: Fraction(bar.chance).limit_denominator(1000) for bar in shown.bars}


@pytest.mark.rule("REV-4.71", "REV-4.74", "REV-9.03", "REV-1.06")
@pytest.mark.parametrize(
    ("y", "received", "rallied"),
    ((8.25, 8, 10), (2.25, 6, 8), (2.24, 4, 6)),
)
def test_a_leader_helps_by_contact_or_within_six_inches(y, received, rallied):
    """Disordered Regulars: 1 less 2 for the order, 1 to rally; contact adds 4, six inches (9 to 3) add 2. Six and more of ten."""
    playing = facing_each_other(8, leader("vega", REV, (20, y)), own={"status": "Disordered"})
    own = playing.unit("own")
    sent = chances(odds.order_odds(playing.state, own, MANEUVER_ORDER))
    assert sent["Received, 6 in"] == Fraction(received, 10)
    assert chances(odds.regroup_odds(playing.state, own)).get("No effect", 0) == 1 - Fraction(rallied, 10)


@pytest.mark.rule("REV-4.34b", "REV-4.60", "REV-4.73", "REV-G.02", "REV-10.50", "REV-10.57", "REV-G.17", "REV-4.45c")
@pytest.mark.parametrize(
    ("kind", "maneuver", "march"),
    (
        ("IrregularInfantry", 5, 10),
        ("RegularInfantry", 6, 12),
        ("VeteranInfantry", 7, 14),
        ("IrregularCavalry", 10, 20),
        ("RegularCavalry", 12, 24),
        ("VeteranCavalry", 14, 28),
        ("MachineGuns", 6, 12),
        ("Artillery", 6, 12),
        ("saloonCar", 8, 16),
        ("armoredCar", 8, 16),
        ("truck", 4, 8),
        ("tankette", 4, 8),
        ("muleTrain", 4, 8),
    ),
)
def test_base_moves_by_type_whatever_the_status_and_half_when_late(kind, maneuver, march):
    for order, distance in ((MANEUVER_ORDER, maneuver), (MARCH_ORDER, march)):
        own = {"kind": kind, "bases": 3, "started": 3, "formation": MANEUVER, "status": "Demoralized"}
        playing = facing_each_other(20, own=own)
        late = f"Delayed, {distance / 2:g} in"
        assert late in chances(odds.order_odds(playing.state, playing.unit("own"), order))
        playing.do(orders.Command(by=BY, unit="own", order=order), order__result=10)
        assert there(playing.state.turn.pending).distance == distance * 1000


@pytest.mark.rule("REV-3.15", "REV-3.17", "REV-3.18", "REV-4.72")
@pytest.mark.parametrize(
    ("order", "formation"), ((DEPLOY_ORDER, DEPLOYED), (MANEUVER_ORDER, MANEUVER), (MARCH_ORDER, MARCH))
)
def test_every_movement_order_may_be_lost_or_late_and_brings_its_formation(order, formation):
    """Regulars add 1: a 2 is lost, 3 and 4 are late, 5 is received."""
    begins = MARCH if formation is MANEUVER else MANEUVER
    for die, result in ((2, OrderResult.LOST), (4, OrderResult.DELAYED), (5, OrderResult.RECEIVED)):
        playing = facing_each_other(20, own={"formation": begins})
        playing.do(orders.Command(by=BY, unit="own", order=order), order__result=die)
        own = playing.unit("own")
        assert own.deeds.result is result
        if result is OrderResult.LOST:
            assert playing.state.turn.pending is None
            assert not playing.problems(orders.Rest(by=BY, unit="own"))
            continue
        deploys = order is DEPLOY_ORDER
        playing.do(
            orders.Form(by=BY, unit="own") if deploys else orders.Move(by=BY, unit="own", path=(pose(20, 11, 0),))
        )
        assert playing.unit("own").formation is formation


@pytest.mark.rule("REV-G.01b", "REV-9.02")
def test_nobody_tests_an_order_to_rest_fire_rally_ride_or_march_on():
    """Whoever threw for an order here would find that no die was laid out."""
    column = unit("column", REV, (30, 10, 0), formation=MARCH, route_march=True)
    shaken = unit("shaken", REV, (36, 10, 0), status="Disordered")
    playing = facing_each_other(8, column, shaken, leader("vega", REV, (10, 5)))
    playing.do(orders.RouteMarch(by=BY, unit="column", path=(pose(30, 14, 0),)))
    playing.do(orders.Regroup(by=BY, unit="shaken"), regroup__result=1)
    playing.do(orders.MoveLeader(by=BY, leader="vega", path=(point(10, 20),)))
    playing.do(SHOT, fire__effect=1)
    playing.do(orders.Rest(by=BY, unit="mate"))
    acted = {name for name, each in playing.state.units.items() if each.deeds.acted}
    assert acted == {"own", "mate", "column", "shaken"}


@pytest.mark.rule("REV-10.52b", "REV-G.18", "REV-4.45c", "REV-2.13b")
def test_motor_vehicles_never_deploy_and_transports_do_not_attack():
    for kind in ("truck", "saloonCar", "armoredCar", "tankette", "muleTrain"):
        playing = facing_each_other(4, own={"kind": kind, "bases": 2, "formation": MANEUVER})
        deploys = not playing.problems(orders.Command(by=BY, unit="own", order=DEPLOY_ORDER))
        assert deploys is (kind == "muleTrain"), kind
        assert playing.problems(orders.Assault(by=BY, unit="own", target="enemy")), kind
        assert bool(playing.problems(MOVING)) is (kind not in ("armoredCar", "tankette")), kind


@pytest.mark.rule("REV-3.35", "REV-5.03", "REV-5.03b", "REV-5.14", "REV-5.15", "REV-3.34c")
def test_who_regroups_does_nothing_else_and_starts_the_ladder_again_with_the_bases_it_has():
    playing = facing_each_other(own={"status": "Demoralized", "bases": 3, "started": 4})
    playing.do(orders.Regroup(by=BY, unit="own"), regroup__result=9)
    playing.do(orders.Stay(by=BY, unit="own"))
    own = playing.unit("own")
    assert (own.status, own.bases) == (Status.OK, 3)
    assert playing.refused(SHOT) == {"REV-3.40"}
    again = facing_each_other(bases=3, started=4)
    assert (hit(again, ONE_LEVEL).status, again.unit("enemy").bases) == (Status.DISORDERED, 3)
    ok = facing_each_other(8, leader("vega", REV, (20, 8.25)))
    assert ok.refused(orders.Regroup(by=BY, unit="own")) == {"REV-3.34"}
    assert ok.problems(orders.Regroup(by=BY, unit="vega")), "a Leader is no unit"
