"""Aircraft over the table (REV-10.71 to REV-10.78b, REV-G.33)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.rulesets.revolucion.table import offers, orders
from sandtable.rulesets.revolucion.table.state import Flight, Phase, Turn
from sandtable.rulesets.revolucion.vocabulary import FireMode, Loss
from tests.rulesets.revolucion.table.field import (
    DEPLOYED,
    GOV,
    MANEUVER_ORDER,
    NORTH,
    REV,
    SOUTH,
    box,
    game,
    ground,
    point,
    unit,
)

BY = REV.value


def plane(*flags, side=REV, **flight):
    made = unit("plane", side, (0, 0, 0), "aircraft", 1)
    card = replace(made.card, flags=frozenset(flags or ("bombs",)))
    return replace(made, card=card, stands=None, flight=Flight(**flight))


def flak(at=(10, 20, SOUTH), **deeds):
    made = unit("flak", GOV, at, "MachineGuns", 2, DEPLOYED)
    return replace(made, card=replace(made.card, flags=frozenset({"aa"}))).did(**deeds)


def sky(*pieces, number=1, **more):
    return game(
        *pieces,
        unit("target", GOV, (30, 20, SOUTH), formation=DEPLOYED),
        unit("foot", REV, (10, 2, NORTH)),
        options={"aircraft": True},
        turn=Turn(number, Phase.COLUMN, REV, REV, "rev"),
        **more,
    )


def raid(weapon="bomb", target="target", **more):
    return orders.Fly(by=BY, unit="plane", target=target, weapon=weapon, **more)


@pytest.mark.rule("REV-10.71", "REV-G.33", "REV-G.33d")
def test_an_aircraft_comes_on_at_any_point_without_an_order_test():
    playing = sky(plane())
    assert playing.refused(orders.Command(by=BY, unit="plane", order=MANEUVER_ORDER)) == {"REV-10.71"}
    playing.do(orders.Fly(by=BY, unit="plane", to=point(30, 20)))
    assert playing.unit("plane").flight.flies
    assert playing.at("plane") == (30, 20), "over the enemy, if it likes"
    assert playing.unit("plane").deeds.acted


@pytest.mark.rule("REV-10.71b")
def test_to_bomb_it_must_be_right_next_to_its_target():
    playing = sky(plane())
    assert playing.refused(raid(to=point(20, 20))) == {"REV-10.71b"}
    assert not playing.problems(raid())
    assert raid() in [each.order for each in offers.unit_offers(playing.state, "plane") if each.legal]


@pytest.mark.rule("REV-10.74", "REV-10.76", "REV-T.40")
def test_it_bombs_and_goes_home_for_three_turns():
    playing = sky(plane()).do(raid(), fire__effect=10)
    assert playing.unit("target").status != "OK"
    trench = ground(areas={"trench": ("trenches", box(26, 18, 34, 24))})
    covered = sky(plane(), terrain=trench).do(raid(), fire__effect=10)
    (dug_in,) = (event for event in covered.events if event.kind == "fired")
    (bare,) = (event for event in playing.events if event.kind == "fired")
    assert (bare.cover, dug_in.cover) == ("open", "hard")
    assert dug_in.levels < bare.levels, "the target's cover counts"
    away = playing.unit("plane")
    assert (away.stands, away.flight.flies, away.flight.returns) == (None, False, 5)
    for number, comes in ((4, False), (5, True)):
        later = sky(plane(returns=5), number=number)
        assert (later.refused(raid()) == set()) is comes
    assert sky(plane(returns=5), number=4).refused(raid()) == {"REV-10.76"}


@pytest.mark.rule("REV-10.72", "REV-10.72b", "REV-10.78b", "REV-G.33b", "REV-T.40")
def test_anti_aircraft_units_in_range_fire_first_even_if_they_have_acted():
    near = sky(plane(), flak((24, 20, SOUTH), acted=True))
    near.do(raid(), air__aa__effect=1, fire__effect=1)
    assert not near.unit("flak").deeds.fired, "it costs no action"
    far = sky(plane(), flak((9, 20, SOUTH)))
    far.do(raid(), fire__effect=1)  # 18 inches do not reach: no throw
    other = sky(plane(), unit("rifles", GOV, (26, 20, SOUTH)))
    other.do(raid(), fire__effect=1)  # nor do units that cannot fire at aircraft


@pytest.mark.rule("REV-10.73")
def test_an_aircraft_shot_down_drops_nothing():
    playing = sky(plane(), flak((26, 20, SOUTH))).do(raid(), air__aa__effect=10)
    assert playing.unit("plane").gone is Loss.DESTROYED
    assert playing.unit("target").status == "OK"


@pytest.mark.rule("REV-10.75", "REV-10.77", "REV-10.77b")
def test_with_two_kinds_of_attack_it_stays_for_the_second_and_makes_each_once():
    playing = sky(plane("bombs", "strafes")).do(raid(), fire__effect=1)
    there = playing.unit("plane")
    assert there.stands is not None
    assert there.flight.used == {"bomb"}
    playing.state = playing.state.with_unit(replace(there, deeds=replace(there.deeds, acted=False, fired=False)))
    assert playing.refused(raid()) == {"REV-10.77b"}
    playing.do(raid("strafe"), fire__effect=1)
    assert playing.unit("plane").stands is None


@pytest.mark.rule("REV-10.77", "REV-10.73b", "REV-G.33c")
def test_a_damaged_aircraft_goes_home_at_once_and_is_repaired():
    playing = sky(plane("bombs", "strafes"), flak((26, 20, SOUTH)))
    playing.do(raid(), air__aa__effect=1, fire__effect=1)
    hit = [event for event in playing.events if event.kind == "status_changed" and event.unit == "plane"]
    assert next(event.status for event in hit) != "OK"
    home = playing.unit("plane")
    assert (home.stands, home.status) == (None, "OK")


@pytest.mark.rule("REV-10.78")
def test_nobody_fires_at_an_aircraft_that_is_not_attacking():
    overhead = replace(plane(side=GOV, flies=True), stands=unit("x", GOV, (10, 8, 0), "aircraft", 1).stands)
    playing = sky(overhead)
    fire = orders.Fire(by=BY, unit="foot", target="plane", mode=FireMode.MOVING)
    assert playing.refused(fire) == {"REV-10.78"}
