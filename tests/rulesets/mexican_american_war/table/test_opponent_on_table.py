"""What the opponent of this war does: squares against horse, fire where it is worth most, charges at the shaken, guns that stay in action, positions it has to take."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.battle.order import Decision
from sandtable.kernel.messages import Texts
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table import weighing
from sandtable.rulesets.mexican_american_war.table.rules import KIT, TABLE
from sandtable.rulesets.mexican_american_war.table.state import MawField, Stage
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CheckEffect,
    Experience,
    OrderState,
    Phase,
)
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    US,
    act,
    charge,
    checked,
    done,
    guns,
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
    player = TABLE.players["opponent"]("", "tests")
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


def test_foot_forms_square_when_horse_charges_it_and_raw_troops_stand():
    assert told(charged()).chosen == {"hasty_maneuver": "hasty square"}
    assert told(charged(experience=Experience.RAW)).action == "let_them_come"


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
    worths = {order.target: worth for worth, order in weighing.shots(KIT, field, "US")}
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


def test_foot_stands_off_where_its_muskets_reach_farther():
    """American muskets carry eight inches, Mexican ones four: it comes within eight and no nearer."""
    field = checked(
        laid(
            unit("5th", US, pose(30, 14), 8), unit("1st", MEX, pose(30, 30, DOWN), 8), *FAR, keys=(key("hill", 30, 40),)
        ),
        "5th",
    )
    order = told(field)
    after = done(field, order)
    gap = weighing.threat_to(after, "5th")[0][0]
    assert 4_000 < gap <= 8_000


def test_the_nearest_foot_goes_for_a_position_that_the_enemy_holds():
    field = laid(
        unit("5th", US, pose(30, 10), 6),
        unit("8th", US, pose(60, 10), 6),
        unit("1st", MEX, pose(12, 50, DOWN), 8),
        keys=(key("hill", 60, 30),),
    )
    field = replace(field, held={"hill": "MEX"})
    assert dict(weighing.goals(field, "US")).get("8th") == "hill"
    assert weighing.goal_of(field, "8th") is not None
    moving = checked(field, "8th")
    after = done(moving, told(moving))
    assert after.pieces["8th"].figures[0].y > moving.pieces["8th"].figures[0].y
    held = replace(field, held={"hill": "US"})
    assert weighing.goals(held, "US") == ()


def test_nothing_is_fired_that_would_come_to_nothing():
    field = phase(laid(unit("5th", US, pose(30, 10), 8), unit("1st", MEX, pose(30, 50, DOWN), 8)), Phase.OFFENSIVE_FIRE)
    assert told(field).action == "next_phase"
