"""Indirect fire on the table (REV-10.80 to REV-10.84, REV-G.34)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.rulesets.revolucion.table import offers, orders
from sandtable.rulesets.revolucion.table.combat import aims
from sandtable.rulesets.revolucion.vocabulary import FireMode
from tests.rulesets.revolucion.table.field import DEPLOYED, GOV, MANEUVER, NORTH, REV, SOUTH, box, game, ground, unit

BY = REV.value
RIDGE = {"ridge": (1, box(0, 18, 48, 20))}
MOUNTAIN = {"foot": (1, box(0, 16, 48, 22)), "top": (2, box(0, 17, 48, 21))}
FIRE = orders.Fire(by=BY, unit="guns", target="enemy", mode=FireMode.MOVING, indirect=True)


def battery(*pieces, hills=None, at=(10, 10, NORTH), formation=DEPLOYED, kind="Artillery", option=True, enemy=(10, 28)):
    spotter = unit("spotter", REV, (10, 23, NORTH), ranks=(2, 2))
    return game(
        unit("guns", REV, at, kind, 2, formation),
        unit("enemy", GOV, (*enemy, SOUTH)),
        *(pieces or (spotter,)),
        terrain=ground(hills=hills or RIDGE, height=80, width=80),
        options={"indirect": option},
    )


@pytest.mark.rule("REV-10.80", "REV-10.82", "REV-2.12")
def test_deployed_artillery_fires_over_what_hides_the_target():
    playing = battery()
    straight = orders.Fire(by=BY, unit="guns", target="enemy", mode=FireMode.DEPLOYED)
    assert playing.refused(straight) == {"REV-6.10"}, "the ridge hides it"
    assert FIRE in [each.order for each in offers.unit_offers(playing.state, "guns") if each.legal]
    playing.do(FIRE, fire__effect=1)
    fired = next(event for event in playing.events if event.kind == "fired")
    assert fired.indirect
    assert fired.range == 18
    assert battery(formation=MANEUVER).refused(FIRE) == {"REV-10.80"}
    assert battery(kind="MachineGuns").refused(FIRE) == {"REV-10.80"}
    assert battery(option=False).refused(FIRE) == {"REV-10.80"}


@pytest.mark.rule("REV-10.83")
def test_indirect_fire_is_moving_fire():
    playing = battery()
    wrong = orders.Fire(by=BY, unit="guns", target="enemy", mode=FireMode.DEPLOYED, indirect=True)
    assert playing.refused(wrong) == {"REV-10.83"}
    assert not playing.problems(FIRE)


@pytest.mark.rule("REV-10.81", "REV-G.34b")
def test_somebody_must_see_the_target_now():
    blind = unit("blind", REV, (30, 5, NORTH))
    assert battery(blind).refused(FIRE) == {"REV-10.81"}
    assert not battery().problems(FIRE)
    lorry = unit("lorry", REV, (10, 23, NORTH), "truck", 2)
    rides = replace(unit("rides", REV, (10, 23, NORTH)), stands=None, aboard="lorry")
    playing = battery(lorry, rides)
    target = playing.unit("enemy").stands
    assert aims.spotters(playing.state, playing.unit("guns"), target) == ("lorry", "rides")


@pytest.mark.rule("REV-G.34b")
def test_the_arc_still_counts():
    assert battery(at=(10, 10, SOUTH)).refused(FIRE) == {"REV-6.10b"}


@pytest.mark.rule("REV-10.82")
def test_a_hill_more_than_one_level_high_is_too_big():
    assert battery(hills=MOUNTAIN).refused(FIRE) == {"REV-10.82"}


@pytest.mark.rule("REV-10.84", "REV-G.34")
@pytest.mark.parametrize(("y", "rule"), ((58, None), (58.1, "REV-6.05")))
def test_guns_reach_48_inches(y, rule):
    spotter = unit("spotter", REV, (10, y - 5, NORTH), ranks=(2, 2))
    assert battery(spotter, enemy=(10, y)).refused(FIRE) == ({rule} if rule else set())
