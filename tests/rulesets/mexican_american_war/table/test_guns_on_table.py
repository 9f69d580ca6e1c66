"""The drill of guns on the table (MAW-2.28 to MAW-2.32)."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.rulesets.mexican_american_war.table.state import Mark
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Carriage,
    CheckEffect,
    Weapon,
)
from tests.rulesets.mexican_american_war.table.drilled import FOE, line, stood
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    US,
    Laid,
    checked,
    done,
    front,
    guns,
    laid,
    maneuver,
    near,
    pose,
    refused,
    unit,
)

E = CheckEffect


# ---- Guns (MAW-2.28 to MAW-2.32) ------------------------------------------------------------------------------------------------------------


def battery(**more: Any) -> Laid:
    return guns("Duncan", US, pose(30, 20), **{"carriage": Carriage.HLC, **more})


@pytest.mark.rule("MAW-2.28", "MAW-2.31", "MAW-21.02", "MAW-21.03", "MAW-21.02a", "MAW-21.03b", "MAW-2.32")
def test_guns_limber_unlimber_pivot_and_rally():
    field = stood(battery())
    limbered = done(field, maneuver("Duncan", "limber", ("turn", 180)))
    assert limbered.pieces["Duncan"].base.behind == 2000
    assert front(limbered, "Duncan")[2] == 180
    moving = stood(battery(limbered=True))
    line_ = done(moving, maneuver("Duncan", "unlimber", ("turn", 90)))
    assert {pose.facing for pose in line_.pieces["Duncan"].figures} == {900}
    turned = done(field, maneuver("Duncan", "pivot", ("turn", 60)))
    assert front(turned, "Duncan")[2] == 60
    silenced = stood(battery(silenced=True))
    assert not done(silenced, maneuver("Duncan", "rally the guns")).books.units["Duncan"].silenced
    assert "MAW-2.28" in refused(stood(battery(silenced=True), effect=E.TARDY), maneuver("Duncan", "rally the guns"))
    assert "MAW-2.28" in refused(field, maneuver("Duncan", "full move", ("advance", 1)))


@pytest.mark.rule("MAW-2.29", "MAW-2.29a", "MAW-19.07", "MAW-19.11a", "MAW-21.02", "MAW-21.03")
def test_light_carriages_do_two_things_and_are_hauled_by_hand():
    moving = stood(battery(limbered=True))
    there = done(moving, maneuver("Duncan", "full move and unlimber", ("advance", 12), ("turn", -45)))
    assert not there.books.units["Duncan"].limbered
    assert front(there, "Duncan")[2] == 315
    assert refused(moving, maneuver("Duncan", "unlimber and fire", ("turn", 30))) == []
    standing = stood(battery())
    hauled = done(standing, maneuver("Duncan", "hand haul", ("advance", 2)))
    assert near(front(hauled, "Duncan"), (30, 22, 0))
    assert refused(standing, maneuver("Duncan", "hand haul", ("advance", 2.001))) == ["MAW-2.29a"]
    for carriage, weapon in ((Carriage.MLC, Weapon.LH), (Carriage.ROCKET, Weapon.HR)):
        light = stood(battery(carriage=carriage, weapon=weapon))
        assert refused(light, maneuver("Duncan", "hand haul", ("advance", 4))) == []
        assert refused(light, maneuver("Duncan", "hand haul", ("advance", 4.001))) == ["MAW-2.29a"]
    heavy = stood(battery(carriage=Carriage.HC_FIELD, weapon=Weapon.HG))
    assert "MAW-2.28" in refused(heavy, maneuver("Duncan", "hand haul", ("advance", 1)))
    assert "MAW-2.28" in refused(heavy, maneuver("Duncan", "limber and full move", ("advance", 1)))


@pytest.mark.rule("MAW-2.30", "MAW-21.06", "MAW-G.50", "MAW-19.05")
def test_flying_guns_move_unlimber_and_fire_at_the_double_quick_and_keep_within_four_inches():
    flying = battery(limbered=True, carriage=Carriage.FLC)
    field = stood(flying, effect=E.DOUBLE_QUICK)
    order = maneuver("Duncan", "full move, unlimber and fire", ("advance", 24), interval=4)
    there = done(field, order)
    first, second = there.pieces["Duncan"].figures
    assert second.x - first.x == 5000
    assert not there.books.units["Duncan"].limbered
    assert there.books.units["Duncan"].gun_service == "maneuver with fire"
    assert refused(field, maneuver("Duncan", "full move, unlimber and fire", ("advance", 24), interval=4.1)) == [
        "MAW-G.50"
    ]
    assert "MAW-2.28" in refused(stood(flying), maneuver("Duncan", "full move, unlimber and fire", ("advance", 18)))
    ready = stood(battery(carriage=Carriage.FLC), effect=E.DOUBLE_QUICK)
    assert refused(ready, maneuver("Duncan", "limber, full move and unlimber", ("advance", 24))) == []


@pytest.mark.rule("MAW-G.26b", "MAW-2.28")
def test_fixed_guns_pivot_and_fire_and_never_move():
    field = stood(battery(), marks={"Duncan": Mark(fixed=True)})
    assert "MAW-2.28" in refused(field, maneuver("Duncan", "limber"))
    assert refused(field, maneuver("Duncan", "pivot", ("turn", 30))) == []
    assert refused(field, maneuver("Duncan", "fire")) == []


@pytest.mark.rule("MAW-2.31a", "MAW-9.02", "MAW-G.40")
def test_a_silenced_light_battery_that_is_tardy_may_limber_and_go_back():
    field = stood(battery(silenced=True), effect=E.TARDY)
    there = done(field, maneuver("Duncan", "limber and full retreat silenced"))
    assert there.books.units["Duncan"].limbered
    assert there.books.units["Duncan"].silenced
    assert front(there, "Duncan")[1] < 20
    heavy = stood(battery(silenced=True, carriage=Carriage.HC_FIELD, weapon=Weapon.HG), effect=E.TARDY)
    assert "MAW-2.28" in refused(heavy, maneuver("Duncan", "limber and full retreat silenced"))
    any_ = laid(
        battery(silenced=True, carriage=Carriage.HC_FIELD, weapon=Weapon.HG), FOE, options={"tardyLimber": "any"}
    )
    assert (
        refused(checked(any_, "Duncan", effect=E.TARDY), maneuver("Duncan", "limber and full retreat silenced")) == []
    )


@pytest.mark.rule("MAW-G.06b", "MAW-2.19", "MAW-2.28")
@pytest.mark.parametrize(("gap", "rules"), ((8, ["MAW-G.06b"]), (8.1, [])))
def test_ammunition_is_replenished_where_no_enemy_is_within_eight_inches(gap, rules):
    field = laid(line(low_ammunition=True), unit("1st", MEX, pose(30, 20 + gap, DOWN)))
    assert refused(checked(field, "5th"), maneuver("5th", "replenish ammunition")) == rules
