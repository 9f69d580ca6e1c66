"""Trains on their track (REV-4.41 to REV-4.44, REV-10.10 to REV-10.29, REV-G.30)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.geometry.measure import inches
from sandtable.rulesets.revolucion.table import events, orders
from sandtable.rulesets.revolucion.table.combat import assaults, shots
from sandtable.rulesets.revolucion.table.state import Mine, Tear, TrainSpeed
from sandtable.rulesets.revolucion.vocabulary import FireMode, Formation, Loss
from tests.rulesets.revolucion.table.field import (
    DEPLOYED,
    GOV,
    MANEUVER_ORDER,
    MARCH_ORDER,
    NORTH,
    REV,
    SOUTH,
    USUAL,
    box,
    point,
    pose,
    unit,
)
from tests.rulesets.revolucion.table.rolling_stock import aboard, front, railway, rolling, speed, train
from tests.support.talk import there

BY, THEY = REV.value, GOV.value
HALT, SLOW, FAST = TrainSpeed.HALT, TrainSpeed.MANEUVER, TrainSpeed.MARCH
RECEIVED, DELAYED, LOST = 10, 4, 1


def told(playing, order=MANEUVER_ORDER, die=RECEIVED):
    return playing.do(orders.Command(by=BY, unit="train", order=order), order__result=die)


def run(y):
    return orders.Move(by=BY, unit="train", path=(pose(20, y),))


def others():
    return unit("foot", REV, (5, 5, NORTH))


@pytest.mark.rule("REV-4.43", "REV-10.14", "REV-G.30m")
def test_from_a_standstill_a_maneuver_comes_before_a_march():
    halted = rolling(train("train", REV, 20), others())
    march = orders.Command(by=BY, unit="train", order=MARCH_ORDER)
    assert halted.refused(march) == {"REV-10.14"}
    told(halted)
    halted.do(run(28))
    assert speed(halted, "train") is SLOW
    assert front(halted, "train") == 28
    for going in (SLOW, FAST):
        assert not rolling(train("train", REV, 20, speed=going), others()).problems(march)


@pytest.mark.rule("REV-4.43b", "REV-10.14", "REV-G.30m")
def test_after_a_march_comes_a_maneuver_before_it_halts():
    rest = orders.Rest(by=BY, unit="train")
    assert rolling(train("train", REV, 20, speed=FAST), others()).refused(rest) == {"REV-G.30m"}
    slow = rolling(train("train", REV, 20, speed=SLOW), others()).do(rest)
    assert speed(slow, "train") is HALT


@pytest.mark.rule("REV-10.16", "REV-4.50b")
def test_a_moving_train_uses_at_least_half_its_move_and_no_more_than_all():
    playing = told(rolling(train("train", REV, 20, speed=SLOW), others()))
    assert playing.refused(run(23.9)) == {"REV-10.16"}
    assert not playing.problems(run(24))
    assert playing.refused(run(28.1)) == {"REV-4.50b"}
    playing.do(orders.Stay(by=BY, unit="train"))
    assert front(playing, "train") == 24, "who says nothing goes by the least"


@pytest.mark.rule("REV-10.15", "REV-G.30m")
def test_a_train_reverses_only_after_it_has_halted():
    moving = told(rolling(train("train", REV, 30, speed=SLOW), others()))
    assert moving.refused(run(24)) == {"REV-10.15"}
    halted = told(rolling(train("train", REV, 30), others())).do(run(24))
    assert front(halted, "train") == 24
    assert halted.unit("train").rails.backs, "its cars first"
    assert halted.unit("train").stands.anchor.facing == 0, "the locomotive still looks up the table"


@pytest.mark.rule("REV-G.30c")
def test_without_its_order_a_moving_train_goes_on_as_before_and_a_halted_one_stays():
    halted = told(rolling(train("train", REV, 20), others()), die=LOST)
    assert halted.state.turn.pending is None
    moving = told(rolling(train("train", REV, 20, speed=FAST), others()), MANEUVER_ORDER, LOST)
    pending = moving.state.turn.pending
    assert (pending.order, pending.distance, pending.at_least) == (MARCH_ORDER, inches(16), inches(8))
    moving.do(run(30))
    assert speed(moving, "train") is FAST


@pytest.mark.rule("REV-G.30c", "REV-10.16")
def test_a_delayed_train_goes_half_its_move():
    playing = told(rolling(train("train", REV, 20, speed=SLOW), others()), die=DELAYED)
    assert playing.state.turn.pending.distance == inches(4)
    assert playing.state.turn.pending.at_least == inches(4)


@pytest.mark.rule("REV-10.16", "REV-G.30m")
def test_a_train_at_march_speed_that_is_forgotten_rolls_on_and_a_slow_one_halts():
    playing = rolling(train("train", REV, 20, speed=FAST), train("slow", REV, 50, 1, speed=SLOW))
    playing.do(orders.Finish(by=BY))
    playing.do(orders.Pass(by=THEY), initiative__side=1) if playing.state.turn.phase == "round" else playing.do(
        orders.Finish(by=THEY), initiative__side=1
    )
    assert front(playing, "train") == 28
    assert speed(playing, "train") is FAST
    assert speed(playing, "slow") is HALT


@pytest.mark.rule("REV-10.17", "REV-G.30f")
def test_only_a_steep_slope_slows_a_train():
    steep = railway(areas={"slope": ("steep", box(15, 24, 25, 40)), "town": ("town", box(15, 20, 25, 24))})
    playing = told(rolling(train("train", REV, 20, speed=SLOW), others(), terrain=steep))
    assert playing.refused(run(26.4)) == {"REV-4.50b"}, "four inches of town cost four, and each inch of slope two"
    playing.do(run(26))
    assert front(playing, "train") == 26


@pytest.mark.rule("REV-10.18", "REV-G.30e")
@pytest.mark.parametrize("side", (REV, GOV))
def test_what_stands_on_the_track_stops_a_train_without_harm(side):
    """A friend in contact, an enemy an inch before it."""
    in_the_way = unit("block", side, (20, 26, SOUTH if side is GOV else NORTH), ranks=(2, 2))
    stands = there(in_the_way.stands)
    low = stands.box[1] / 1000
    playing = told(rolling(train("train", REV, 20, speed=SLOW), in_the_way, others()))
    playing.do(run(28))
    assert front(playing, "train") == pytest.approx(low - (1 if side is GOV else 0), abs=0.01)
    assert speed(playing, "train") is HALT
    assert playing.unit("train").status == "OK"


@pytest.mark.rule("REV-10.19", "REV-G.30g", "REV-10.12")
def test_a_train_that_runs_onto_torn_track_is_destroyed():
    torn = (Tear("line", inches(26), inches(27), torn=True),)
    playing = told(rolling(train("train", REV, 20, speed=SLOW), others(), tears=torn))
    playing.do(run(28))
    assert playing.unit("train").gone is Loss.DESTROYED
    short = told(rolling(train("train", REV, 20, speed=SLOW), others(), tears=torn))
    short.do(run(25))
    assert short.unit("train").gone is None, "a Maneuver may stop an inch short of it"


@pytest.mark.rule("REV-G.30g")
def test_a_march_runs_on_to_what_it_meets():
    torn = (Tear("line", inches(32), inches(33), torn=True),)
    playing = told(rolling(train("train", REV, 20, speed=FAST), others(), tears=torn), MARCH_ORDER)
    playing.do(run(29))
    assert playing.unit("train").gone is Loss.DESTROYED
    wreck = (Tear("line", inches(32), inches(33), torn=False),)
    stopped = told(rolling(train("train", REV, 20, speed=FAST), others(), tears=wreck), MARCH_ORDER)
    stopped.do(run(29))
    assert stopped.unit("train").gone is None
    assert (front(stopped, "train"), speed(stopped, "train")) == (32, HALT)
    coming = rolling(replace(train("train", REV, 20, speed=FAST), route_march=True), others(), tears=torn)
    coming.do(orders.RouteMarch(by=BY, unit="train", path=(pose(20, 29),)))
    assert coming.unit("train").gone is Loss.DESTROYED, "a Route March is a March"


@pytest.mark.rule("REV-10.19")
def test_a_mine_under_a_train_derails_it():
    field = {"m": Mine("m", "mineSquare", THEY, point(20, 26))}
    playing = told(rolling(train("train", REV, 20, speed=SLOW), others(), mines=field, options={"mines": True}))
    playing.do(run(28))
    assert playing.unit("train").gone is Loss.DESTROYED
    assert playing.state.mines["m"].shown_to_all


@pytest.mark.rule("REV-10.12", "REV-10.12b", "REV-10.13", "REV-G.52", "REV-T.38")
def test_a_destroyed_train_throws_its_passengers_out_and_blocks_the_track():
    playing = rolling(
        unit("guns", REV, (10, 18, 90), "Artillery", 3, DEPLOYED),
        train("express", GOV, 20, status="Demoralized"),
        aboard(unit("calm", GOV, (0, 0, 0)), "express"),
        aboard(unit("shaken", GOV, (0, 0, 0), status="Disordered"), "express"),
        others(),
    )
    playing.do(orders.Fire(by=BY, unit="guns", target="express", mode=FireMode.DEPLOYED), USUAL, fire__effect=10)
    assert playing.unit("express").gone is Loss.DESTROYED
    calm, shaken = playing.unit("calm"), playing.unit("shaken")
    assert (calm.status, shaken.status) == ("Disordered", "Demoralized")
    for each in (calm, shaken):
        assert not each.aboard
        assert each.stands is not None
        assert each.formation is Formation.MANEUVER
        assert not each.deeds.acted, "its action is not used up"
    assert playing.state.tears == (Tear("line", inches(12), inches(20), torn=False),)


@pytest.mark.rule("REV-3.19", "REV-G.52")
def test_guns_thrown_out_of_their_emplacement_are_limbered_and_not_deployed():
    guns = aboard(unit("guns", GOV, (0, 0, 0), "MachineGuns", 2, DEPLOYED), "express", emplaced=True)
    shot = orders.Fire(by=BY, unit="battery", target="express", mode=FireMode.DEPLOYED)
    wreck = rolling(
        unit("battery", REV, (10, 18, 90), "Artillery", 3, DEPLOYED),
        train("express", GOV, 20, status="Demoralized"),
        guns,
        column="rev",
    ).do(shot, USUAL, fire__effect=10)
    thrown = wreck.unit("guns")
    assert (thrown.deeds.began, thrown.formation) == (DEPLOYED, Formation.MANEUVER)
    assert shots.formation_for_fire(thrown) is Formation.MANEUVER


@pytest.mark.rule("REV-10.11")
def test_destroyed_cars_stay_on_the_track():
    playing = rolling(
        unit("foot", REV, (12, 18, 90), formation=DEPLOYED), train("express", GOV, 20, 6, status="Demoralized")
    )
    before = playing.unit("express").stands
    playing.do(orders.Fire(by=BY, unit="foot", target="express", mode=FireMode.DEPLOYED), fire__effect=4)
    express = playing.unit("express")
    assert 3 < express.bases < 6
    assert express.gone is None
    assert len(there(express.stands).bases) == len(there(before).bases) == 6


@pytest.mark.rule("REV-G.30b")
def test_a_halted_train_falls_back_along_its_track_and_a_moving_one_does_not():
    def shot_at(**more):
        return rolling(
            unit("foot", REV, (16, 22, 90), formation=DEPLOYED),
            train("express", GOV, 20, 6, status="Demoralized", **more),
        )

    halted = shot_at()
    halted.do(orders.Fire(by=BY, unit="foot", target="express", mode=FireMode.DEPLOYED), fire__effect=2)
    assert halted.unit("express").bases == 5
    assert front(halted, "express") == 12, "eight inches away from the rifles"
    moving = shot_at(speed=SLOW)
    moving.state = moving.state.with_unit(moving.unit("express").did(moved=True, ordered=MANEUVER_ORDER))
    moving.do(orders.Fire(by=BY, unit="foot", target="express", mode=FireMode.DEPLOYED), fire__effect=2)
    assert moving.unit("express").bases == 5
    assert front(moving, "express") == 20
    blocked = shot_at()
    blocked.state = replace(blocked.state, tears=(Tear("line", 0, inches(5), torn=False),))
    blocked.do(orders.Fire(by=BY, unit="foot", target="express", mode=FireMode.DEPLOYED), fire__effect=2)
    assert front(blocked, "express") == 20, "it stays, without surrender"
    assert blocked.unit("express").gone is None


@pytest.mark.rule("REV-10.22", "REV-4.42", "REV-G.30k")
@pytest.mark.parametrize(("flags", "cover"), ((frozenset(), "open"), (frozenset({"armored"}), "hard")))
@pytest.mark.parametrize("target", ("express", "guard"))
def test_only_an_armored_train_is_cover_to_itself_and_to_all_aboard(flags, cover, target):
    playing = rolling(
        unit("foot", REV, (12, 16, 90), formation=DEPLOYED),
        train("express", GOV, 20, flags=flags),
        aboard(unit("guard", GOV, (0, 0, 0)), "express"),
    )
    playing.do(orders.Fire(by=BY, unit="foot", target=target, mode=FireMode.DEPLOYED), fire__effect=1)
    fired = next(event for event in playing.events if isinstance(event, events.Fired))
    assert fired.cover == cover


@pytest.mark.rule("REV-10.26", "REV-10.26b", "REV-10.26c", "REV-T.30")
def test_only_cavalry_assaults_a_moving_train_and_nobody_one_on_the_march():
    def playing(kind, **deeds):
        express = train("express", GOV, 20, speed=SLOW).did(**deeds)
        return rolling(unit("us", REV, (14, 19, 90), kind), express)

    order = orders.Assault(by=BY, unit="us", target="express")
    slow = {"moved": True, "ordered": MANEUVER_ORDER}
    assert not playing("RegularInfantry").problems(order), "one that has not moved"
    assert playing("RegularInfantry", **slow).refused(order) == {"REV-10.26"}
    assert not playing("RegularCavalry", **slow).problems(order)
    riders = playing("RegularCavalry", **slow)
    us, express = riders.unit("us"), riders.unit("express")
    charge = assaults.plan_assault(riders.state, order).more
    fight = assaults.situation(riders.state, us, express, charge, leads=False)
    assert fight.cover_from_assault == "soft", "a moving train has soft cover"
    assert playing("RegularCavalry", moved=True, ordered=MARCH_ORDER).refused(order) == {"REV-10.26c"}


@pytest.mark.rule("REV-10.26c", "REV-3.31")
def test_route_march_and_maquina_loca_are_marches_too():
    """They move without an order of the turn."""
    for kind, bases in (("train", 2), ("maquinaLoca", 1)):
        express = train("express", GOV, 20, bases, kind, speed=FAST).did(moved=True)
        playing = rolling(unit("us", REV, (14, 19, 90), "RegularCavalry"), express)
        assert playing.refused(orders.Assault(by=BY, unit="us", target="express")) == {"REV-10.26c"}


@pytest.mark.rule("REV-G.26", "REV-10.24")
def test_who_rides_on_a_train_has_a_front_on_every_side():
    """From the side: the guard meets it with fire, the locomotive looks ahead."""
    playing = rolling(
        unit("us", REV, (16, 23, 90)), train("express", GOV, 26, 3), aboard(unit("guard", GOV, (0, 0, 0)), "express")
    )

    def frontal(target):
        order = orders.Assault(by=BY, unit="us", target=target)
        assert not playing.problems(order)
        return assaults.plan_assault(playing.state, order).more.frontal

    assert frontal("guard")
    assert not frontal("express")


@pytest.mark.rule("REV-10.27b")
def test_an_assault_on_a_train_goes_for_the_locomotive():
    """Beside the last car, six inches down the track: the locomotive is out of reach, the guard's car is not."""
    playing = rolling(
        unit("us", REV, (14.5, 13, 90), "RegularInfantry"),
        train("express", GOV, 26, 7),
        aboard(unit("guard", GOV, (0, 0, 0)), "express"),
    )
    assert playing.refused(orders.Assault(by=BY, unit="us", target="express")) == {"REV-7.07b"}
    near = rolling(unit("us", REV, (15.5, 25, 90), "RegularInfantry"), train("express", GOV, 26, 7))
    assert not near.problems(orders.Assault(by=BY, unit="us", target="express"))


@pytest.mark.rule("REV-G.30h")
def test_cars_are_in_line_the_locomotive_first():
    stands = there(train("train", REV, 20).stands)
    assert [(base.x, base.y) for base in stands.bases] == [(20000, y * 1000) for y in (20, 18, 16, 14)]


@pytest.mark.rule("REV-10.20", "REV-G.30d")
def test_a_train_comes_on_at_march_speed_and_slowing_down_does_not_end_its_route_march():
    coming = replace(
        train("train", REV, 0, 2, speed=FAST), stands=None, arrives=1, route_march=True, entry=pose(20, 0, 0)
    )
    playing = rolling(coming, aboard(unit("guard", REV, (0, 0, 0)), "train"), others())
    assert playing.refused(orders.RouteMarch(by=BY, unit="train", path=(pose(20, 7.9),))) == {"REV-10.16"}
    playing.do(orders.RouteMarch(by=BY, unit="train", path=(pose(20, 12),)))
    assert (front(playing, "train"), speed(playing, "train")) == (12, FAST)
    assert playing.unit("guard").arrives == 0, "and whoever rides on it"
    running = rolling(replace(train("train", REV, 20, 2, speed=FAST), route_march=True), others())
    told(running).do(run(26))
    assert running.unit("train").route_march, "a Maneuver to slow down does not end it"
    slow = rolling(replace(train("train", REV, 20, 2, speed=SLOW), route_march=True), others())
    slow.do(orders.Rest(by=BY, unit="train"))
    assert not slow.unit("train").route_march, "halting does"


@pytest.mark.rule("REV-10.10", "REV-4.41", "REV-G.30", "REV-10.29")
def test_a_train_is_hit_as_a_unit_on_the_march_and_destroyed_at_half_of_its_cars():
    """The same die does nothing to deployed infantry at the same range."""

    def hit(target):
        playing = rolling(unit("us", REV, (12, 17, 90), formation=DEPLOYED), target, others())
        playing.do(orders.Fire(by=BY, unit="us", target=target.id, mode=FireMode.DEPLOYED), fire__effect=4)
        return playing.unit(target.id).status

    assert hit(train("express", GOV, 20)) != "OK"
    assert hit(unit("foot2", GOV, (19.5, 17, 270), formation=DEPLOYED)) == "OK"
    lost = rolling(
        unit("us", REV, (12, 17, 90), formation=DEPLOYED),
        train("express", GOV, 20, bases=3, started=4, status="Demoralized"),
        others(),
    )
    lost.state = lost.state.with_unit(replace(lost.unit("express"), bases=3))
    lost.do(orders.Fire(by=BY, unit="us", target="express", mode=FireMode.DEPLOYED), fire__effect=4)
    assert lost.unit("express").gone is Loss.DESTROYED, "one of four was gone, and now a second"
