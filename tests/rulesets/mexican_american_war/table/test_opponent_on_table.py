"""What the opponent of this war does: squares against horse, fire where it is worth most, charges at the shaken, guns that stay in action, positions it has to take."""

from __future__ import annotations

from dataclasses import replace
from math import hypot
from typing import Any

import pytest

from sandtable.battle.order import Decision
from sandtable.geometry.measure import INCH, Point, inches
from sandtable.kernel.messages import Texts
from sandtable.miniatures.acting import may_do
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table.charges.replying import open_replies
from sandtable.rulesets.mexican_american_war.table.movement import drilling
from sandtable.rulesets.mexican_american_war.table.opponent import charges, leaders, moves, odds, picture
from sandtable.rulesets.mexican_american_war.table.opponent.odds import clash, volley
from sandtable.rulesets.mexican_american_war.table.opponent.shots import shots
from sandtable.rulesets.mexican_american_war.table.rules import KIT, TABLE
from sandtable.rulesets.mexican_american_war.table.state import MawField, Stage
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CheckEffect,
    Experience,
    Formation,
    OrderState,
    Phase,
)
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    US,
    act,
    area,
    charge,
    checked,
    done,
    guns,
    hill,
    horse,
    key,
    laid,
    leader,
    phase,
    pose,
    unit,
    wall,
)

FAR = (unit("reserve", US, pose(85, 3), 10), unit("reserva", MEX, pose(85, 57, DOWN), 10))


def told(field: MawField) -> Act:
    """What the opponent orders now; it can always say why."""
    (decision,) = TABLE.decisions(field)
    player = TABLE.players["opponent"]("general", "tests")
    order = player.order(field, Decision(decision.by, decision.kind, decision.orders))
    assert isinstance(order, Act)
    assert TABLE.problems(field, order) == ()
    with Texts.strictly():
        why = player.why()
    assert why is not None
    assert why.words.endswith(".")
    return order


def charged(**about: Any) -> MawField:
    """Lancers charge the 5th, who may reply."""
    lancers = horse("7th", MEX, pose(30, 40, DOWN), 6)
    field = laid(lancers, unit("5th", US, pose(30, 28), 8, **about), *FAR, side=MEX)
    field = replace(checked(field, "7th", effect=CheckEffect.DOUBLE_QUICK), stage=Stage.DECLARE)
    return done(done(field, charge("7th", "5th", MEX)), act("go_in", MEX))


def test_foot_forms_square_when_horse_charges_it():
    assert told(charged()).chosen == {"hasty_maneuver": "hasty square"}
    assert told(charged(experience=Experience.RAW)).chosen == {"hasty_maneuver": "hasty square"}


def test_a_crew_stays_at_its_guns_while_somebody_else_is_charged():
    """Silenced and left they would fire no canister at the lancers."""
    lancers = horse("7th", MEX, pose(30, 40, DOWN), 6)
    battery = guns("LG", US, pose(35.5, 28), 2)
    field = laid(lancers, unit("5th", US, pose(30, 28), 8), battery, *FAR, side=MEX)
    field = replace(checked(field, "7th", effect=CheckEffect.DOUBLE_QUICK), stage=Stage.DECLARE)
    field = done(done(field, charge("7th", "5th", MEX)), act("go_in", MEX))
    square = told(field)
    assert (square.piece, square.chosen) == ("5th", {"hasty_maneuver": "hasty square"})
    field = done(field, square)
    assert any(each.chosen == {"hasty_maneuver": "shelter in a square"} for each in open_replies(field, "US"))
    assert told(field).action == "let_them_come"


def test_few_raw_horsemen_do_not_throw_themselves_before_a_charge_at_others():
    lancers = horse("7th", MEX, pose(30, 40, DOWN), 8, experience=Experience.TRAINED)
    raw = horse("raw", US, pose(37, 30), 2, experience=Experience.RAW)
    field = laid(lancers, unit("5th", US, pose(30, 28), 8), raw, *FAR, side=MEX)
    field = replace(checked(field, "7th", effect=CheckEffect.DOUBLE_QUICK), stage=Stage.DECLARE)
    field = done(done(field, charge("7th", "5th", MEX)), act("go_in", MEX))
    assert ("raw", {"hasty_maneuver": "counter charge"}) in [(o.piece, o.chosen) for o in open_replies(field, "US")]
    while field.stage is Stage.REPLY:
        reply = told(field)
        assert reply.piece != "raw"
        field = done(field, reply)


def test_fire_goes_where_it_is_worth_most():
    """Ten stands on a fresh line in the open at six inches, or on one behind a wall at five: the first can be shaken."""
    field = laid(
        unit("5th", US, pose(30, 20), 10),
        unit("open", MEX, pose(24, 26, DOWN), 6),
        unit("wall", MEX, pose(36, 25, DOWN), 6),
        *FAR,
        phase=Phase.OFFENSIVE_FIRE,
        ground=(wall("stone_wall", (32, 24.8), (40, 24.8)),),
    )
    worths = {order.target: worth for worth, order in shots(KIT, field, "US")}
    assert worths["open"] > worths["wall"] > 0
    assert told(field).target == "open"


@pytest.mark.parametrize(("order", "behind", "charges"), (("disordered", False, True), ("good order", True, False)))
def test_it_charges_the_shaken_and_leaves_a_fresh_line_behind_a_wall_alone(order, behind, charges):
    works = (wall("stone_wall", (20, 29.5), (40, 29.5)),) if behind else ()
    field = laid(
        unit("5th", US, pose(30, 20), 8),
        unit("1st", MEX, pose(30, 30, DOWN), 8, order=OrderState(order)),
        *FAR,
        ground=works,
    )
    field = replace(checked(field, "5th"), stage=Stage.DECLARE)
    assert (told(field).action == "declare_charge") is charges


def test_guns_in_action_do_not_check_and_silenced_ones_do():
    battery = guns("LG", US, pose(30, 20), 2)
    taylor = leader("Taylor", US, pose(30, 16), "LG")
    target = unit("1st", MEX, pose(30, 40, DOWN), 8)
    assert told(laid(battery, taylor, target)).action != "maneuver_check"
    silenced = laid(guns("LG", US, pose(30, 20), 2, silenced=True), taylor, target)
    check = told(silenced)
    assert (check.action, check.helpers) == ("maneuver_check", ("LG",))
    rallied = checked(silenced, "LG")
    assert told(rallied).chosen["maneuver"] == "rally the guns"


def test_foot_comes_into_its_own_reach_and_keeps_off_the_enemy():
    """American muskets carry eight inches; nobody comes within two but by a charge."""
    field = checked(
        laid(
            unit("5th", US, pose(30, 14), 8), unit("1st", MEX, pose(30, 30, DOWN), 8), *FAR, keys=(key("hill", 30, 40),)
        ),
        "5th",
    )
    order = told(field)
    after = done(field, order)
    gap = picture.threat_to(after, "5th")[0][0]
    assert 2_000 < gap <= 8_000


def test_the_nearest_foot_goes_for_a_position_that_the_enemy_holds():
    field = laid(
        unit("5th", US, pose(30, 10), 6),
        unit("8th", US, pose(60, 10), 6),
        unit("1st", MEX, pose(12, 50, DOWN), 8),
        keys=(key("hill", 60, 30),),
    )
    field = replace(field, held={"hill": "MEX"})
    assert dict(picture.goals(field, "US")).get("8th") == "hill"
    assert picture.goal_of(field, "8th") is not None
    moving = checked(field, "8th")
    after = done(moving, told(moving))
    assert after.pieces["8th"].figures[0].y > moving.pieces["8th"].figures[0].y
    held = replace(field, held={"hill": "US"})
    assert picture.goals(held, "US") == ()


def test_nothing_is_fired_that_would_come_to_nothing():
    field = phase(laid(unit("5th", US, pose(30, 10), 8), unit("1st", MEX, pose(30, 50, DOWN), 8)), Phase.OFFENSIVE_FIRE)
    assert told(field).action == "next_phase"


def test_its_odds_know_squares_flanks_numbers_and_disorder():
    """Horse is worth less against a square, more in a flank; a line in disorder is worth more to charge, a line with another behind it less."""
    lancers = horse("7th", MEX, pose(30, 40, DOWN), 6)
    field = laid(lancers, unit("5th", US, pose(30, 28), 8), *FAR)
    line = clash(field, ("7th",), "5th")
    assert (
        clash(field, ("7th",), "5th", shape=Formation.HASTY_SQUARE)
        < line
        < clash(field, ("7th",), "5th", outflanked=True)
    )
    shaken = laid(lancers, unit("5th", US, pose(30, 28), 8, order=OrderState.DISORDERED), *FAR)
    assert clash(shaken, ("7th",), "5th") > line
    foot = unit("1st", MEX, pose(30, 40, DOWN), 6)
    alone = laid(foot, unit("5th", US, pose(30, 28), 4), *FAR)
    backed = laid(foot, unit("5th", US, pose(30, 28), 4), unit("8th", US, pose(30, 26), 8), *FAR)
    assert clash(backed, ("1st",), "5th") < clash(alone, ("1st",), "5th")
    assert clash(backed, ("1st",), "5th", supported=0) == clash(alone, ("1st",), "5th")


def test_its_odds_know_the_ground_that_a_charge_comes_over_and_ends_on():
    """A ravine favors who stands in it and takes the dash from horse; dense chaparral only the dash; a hill favors whoever is on it."""
    lancers = horse("7th", MEX, pose(30, 44, DOWN), 6)
    foot = unit("5th", US, pose(30, 28), 8)

    def worth(*ground: Any, **about: Any) -> float:
        return clash(laid(lancers, foot, *FAR, ground=ground, **about), ("7th",), "5th")

    ravine, chaparral = (worth(area(kind, 24, 25, 12, 6)) for kind in ("ravine", "dense_chaparral"))
    assert ravine < chaparral < worth()
    assert worth(hill(24, 25, 12, 6)) < worth()
    field = laid(lancers, foot, *FAR, ground=(area("ravine", 50, 25, 12, 6),))
    assert clash(field, ("7th",), "5th", place=Point(inches(56), inches(28))) == ravine


def test_equal_units_are_reckoned_alike_whatever_they_are_called_and_have_done():
    field = laid(horse("7th", MEX, pose(30, 40, DOWN), 6), unit("5th", US, pose(30, 28), 8), *FAR)
    seventh, fifth = field.books.units["7th"], field.books.units["5th"]
    other = replace(fifth, name="8th", checked=CheckEffect.TARDY, fired_at=True, shots=(("7th", 2),))
    assert odds.alike(other) == odds.alike(fifth)
    assert odds.fired_at(other) == odds.fired_at(fifth)
    assert odds.alike(replace(fifth, stands=7)) != odds.alike(fifth)
    near, far = (volley(field, fifth, seventh, inches(gap), 8) for gap in (4, 8))
    assert near == volley(field, fifth, seventh, inches(2), 8) != far
    assert volley(field, fifth, seventh, inches(9), 8) == odds.Harm(), "beyond the reach of its muskets"


def test_two_who_go_in_together_are_worth_more_than_one_and_it_counts_those_that_have_been_declared():
    """Six stands on eight, then twelve on eight: 3:2, which costs the smaller side one (MAW-3.01)."""
    field = laid(
        unit("1st", MEX, pose(24, 36, DOWN), 6),
        unit("4th", MEX, pose(34, 36, DOWN), 6),
        unit("5th", US, pose(30, 28), 8),
        *FAR,
        side=MEX,
    )
    assert clash(field, ("1st", "4th"), "5th") > clash(field, ("1st",), "5th")
    field = replace(checked(field, "1st", "4th", effect=CheckEffect.DOUBLE_QUICK), stage=Stage.DECLARE)
    assert charges.going_at(field, "5th") == ()
    after = done(field, charge("1st", "5th", MEX))
    assert charges.going_at(after, "5th") == ("1st",)


def test_no_square_is_thought_of_where_foot_is_near():
    """Horse alone within its charge is answered by a square; beside horse, foot whose muskets reach it keeps it in line."""
    lancers, foot = horse("7th", MEX, pose(30, 40, DOWN), 6), unit("1st", MEX, pose(22, 32, DOWN), 8)
    fifth = unit("5th", US, pose(30, 28), 8)
    assert picture.only_horse_near(laid(lancers, fifth, *FAR), "5th")
    assert not picture.only_horse_near(laid(lancers, foot, fifth, *FAR), "5th")
    assert not picture.only_horse_near(laid(unit("1st", MEX, pose(30, 34, DOWN), 8), fifth, *FAR), "5th")


def test_reserves_go_to_a_position_that_the_enemy_comes_near():
    """Ten stands of the enemy before a position that four hold: the nearest others come, and those who stand there stay."""
    field = laid(
        unit("guard", US, pose(30, 20), 4),
        unit("reserve", US, pose(48, 20), 8),
        unit("1st", MEX, pose(30, 30, DOWN), 10),
        keys=(key("hill", 30, 21),),
    )
    held = replace(field, held={"hill": "US"})
    assert dict(picture.goals(held, "US")) == {"reserve": "hill"}
    away = laid(unit("guard", US, pose(30, 20), 4), *FAR, keys=(key("hill", 30, 21),))
    assert picture.goals(replace(away, held={"hill": "US"}), "US") == ()


def test_a_side_whose_guns_do_more_waits_until_the_last_turns():
    """Two American batteries against one gun, thirty inches apart; nobody has a point yet."""
    mine = (guns("LG", US, pose(28, 10), 3), guns("HG", US, pose(34, 10), 3))
    field = laid(*mine, guns("mg", MEX, pose(30, 40, DOWN), 1), unit("1st", MEX, pose(40, 40, DOWN), 8))
    assert picture.patient(field, "US")
    assert not picture.attacks(field, "US")
    assert picture.attacks(field, "MEX")
    late = replace(field, books=replace(field.books, turn=field.setting.turns))
    assert picture.attacks(late, "US")


def test_guns_that_see_nobody_are_not_waited_for():
    """The same batteries, with woods as wide as the field before them."""
    mine = (guns("LG", US, pose(28, 10), 3), guns("HG", US, pose(34, 10), 3))
    theirs = (guns("mg", MEX, pose(30, 40, DOWN), 1), unit("1st", MEX, pose(40, 40, DOWN), 8))
    assert picture.patient(laid(*mine, *theirs), "US")
    assert not picture.patient(laid(*mine, *theirs, ground=(area("dense_woods", 0, 20, 96, 14),)), "US")


def test_it_goes_through_ground_that_slows_it():
    """A line before dense chaparral, with the position that it goes for beyond it: a whole move in the open would be refused there."""
    thicket = area("dense_chaparral", 10, 20.5, 40, 20)
    foe = unit("1st", MEX, pose(30, 56, DOWN), 4)
    field = laid(unit("5th", US, pose(30, 20), 8), foe, ground=(thicket,), keys=(key("hill", 30, 45),))
    field = checked(field, "5th")
    legal = [
        each.order
        for each in moves.goings(field, "5th", CheckEffect.WELL_HANDLED, 0.0)
        if may_do(KIT, field, each.order)
    ]
    went = [drilling.plan_for(field, "5th", moves.drill_of(each)).drawn.array.front.y for each in legal]
    assert max(went) > 22 * INCH


def test_its_volleys_are_the_law_of_fire():
    """Ten muskets at four inches, ten points, +1: from 5 on it disorders, and from 9 on costs a stand, two from 11 on (MAW-G.01 to MAW-G.04)."""
    field = laid(unit("5th", US, pose(30, 20), 10), unit("1st", MEX, pose(30, 24, DOWN), 10), *FAR)
    own, mark = field.books.units["5th"], field.books.units["1st"]
    harm = volley(field, own, mark, 4_000, 10)
    assert (round(harm.shaken, 6), round(harm.lost, 6)) == (0.6, 0.2)
    assert volley(field, own, mark, 8_001, 10).lost == 0


def test_a_leader_rides_to_those_who_are_out_of_order_and_stays_where_all_is_well():
    foe = unit("1st", MEX, pose(30, 55, DOWN), 8)
    taylor = leader("Taylor", US, pose(20, 6), "5th", "8th")
    shaken = laid(unit("5th", US, pose(20, 10)), unit("8th", US, pose(38, 10), order=OrderState.BROKEN), taylor, foe)
    ride = next(leaders.rides(shaken, "US"))
    there, broken = ride.ways[0][-1], shaken.pieces["8th"]
    assert min(hypot(there.x - each.x, there.y - each.y) for each in broken.figures) < 8_000
    steady = laid(unit("5th", US, pose(20, 10)), unit("8th", US, pose(28.5, 10)), taylor, foe)
    assert next(leaders.rides(steady, "US"), None) is None


def test_a_recruit_errs_and_a_general_does_not():
    assert TABLE.levels == ("recruit", "soldier", "general")
    field = checked(laid(unit("5th", US, pose(30, 14), 8), unit("1st", MEX, pose(30, 34, DOWN), 8), *FAR), "5th")
    (decision,) = TABLE.decisions(field)

    def orders(level: str) -> set[str]:
        return {str(TABLE.players["opponent"](level, str(seed)).order(field, decision)) for seed in range(6)}

    assert len(orders("general")) == 1
    assert len(orders("recruit")) > 1
