"""Battles told turn by turn with their dice, every number worked out by hand from the rules."""

from __future__ import annotations

import pytest

from sandtable.miniatures.acting import law_of
from sandtable.rulesets.mexican_american_war.table.rules import KIT
from sandtable.rulesets.mexican_american_war.table.state import MawField, Stage
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Carriage,
    CheckEffect,
    Experience,
    Formation,
    MoraleClass,
    OrderState,
    Phase,
    Weapon,
)
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    US,
    act,
    charge,
    check,
    come_to,
    done,
    fight,
    fire,
    form,
    front,
    guns,
    horse,
    laid,
    leader,
    maneuver,
    near,
    pose,
    refused,
    reply,
    unit,
)

FAR = (unit("reserve", US, pose(85, 3), 10), unit("reserva", MEX, pose(85, 57, DOWN), 10))


def total(field: MawField, order: object, key: str) -> int:
    """What the modifiers of a throw come to."""
    found: int = law_of(KIT, field, order).requests[key].tally.total  # type: ignore[arg-type]
    return found


@pytest.mark.rule(
    "MAW-2.05", "MAW-2.06", "MAW-2.09", "MAW-2.10", "MAW-15.17", "MAW-15.24", "MAW-15.35", "MAW-15.36a", "MAW-24.24"
)
def test_lancers_charge_a_line_that_forms_square_and_turn_back():
    """Six stands of lancers from twenty inches; one volley of two stands does not stop them, and the square holds."""
    field = laid(
        horse("7th", MEX, pose(30, 40, DOWN), 6, experience=Experience.TRAINED),
        leader("Torrejón", MEX, pose(30, 44), "7th"),
        unit("5th", US, pose(30, 20), 8, morale=MoraleClass.SPIRITED),
        *FAR,
        side=MEX,
    )
    # Able 0, Trained 0, Fresh +2: a nine makes eleven, which is Double Quick for Mexicans.
    field = done(field, check("Torrejón", "7th", side=MEX), maneuver_die=9)
    assert field.books.units["7th"].checked is CheckEffect.DOUBLE_QUICK
    field = done(field, charge("7th", "5th", MEX))
    field = done(field, act("go_in", MEX))
    assert field.stage is Stage.REPLY
    field = done(field, reply("5th", "hasty square", US))
    # The front of the square is where the line's was, and the lancers have gone their twenty inches.
    assert near(front(field, "7th"), (30, 20, 180), 0.03)
    assert field.books.units["5th"].formation is Formation.HASTY_SQUARE
    field = done(field, act("next_phase", MEX))
    shot = fire("5th", "7th")
    # Two stands of the side that is charged: 2 points are -2; buck and ball of who is charged +1.
    assert total(field, shot, "fire.die") == -1
    stopped = done(field, shot, fire_die=7, recall="go back")  # six: Lively, which checks Mexican horse
    assert stopped.books.units["7th"].order is OrderState.DISORDERED
    assert near((front(stopped, "7th")[1],), (22,), 0.1)
    field = done(field, shot, fire_die=6)
    assert field.books.units["7th"].order is OrderState.GOOD
    field = come_to(field, Phase.CHARGES)
    # Trained 0, Fresh +2, nothing for a charge at bayonets; against Veteran +1, Fresh +2, hasty square -1.
    assert total(field, fight("7th", MEX), "charge.1.dice") == 0
    field = done(field, fight("7th", MEX), charge_1_dice=[[7, 5]], recall="go back")
    assert len(field.pieces["5th"].figures) == 8
    assert field.books.units["5th"].order is OrderState.DISORDERED
    assert field.books.units["7th"].order is OrderState.GOOD
    assert near((front(field, "7th")[1],), (22,), 0.03)


@pytest.mark.rule("MAW-2.30", "MAW-21.06", "MAW-1.11", "MAW-G.01", "MAW-G.02", "MAW-G.06", "MAW-G.07j", "MAW-10.06")
def test_a_flying_battery_gallops_unlimbers_and_fires():
    """Ringgold goes eighteen inches and fires at twenty-four: six points, and a ten that costs a stand and the ammunition."""
    battery = guns(
        "Ringgold", US, pose(40, 8), 2, Weapon.LG, carriage=Carriage.FLC, limbered=True, experience=Experience.ELITE
    )
    target = unit("1st", MEX, pose(40, 48, DOWN), 9, experience=Experience.TRAINED)
    field = laid(battery, leader("Taylor", US, pose(40, 3), "Ringgold"), target, *FAR)
    # Able 0, Elite +2, Battery +2, limbered +1: a three makes eight, Double Quick.
    slow = done(field, check("Taylor", "Ringgold"), maneuver_die=2)
    assert refused(slow, maneuver("Ringgold", "full move, unlimber and fire", ("advance", 16))) != []
    field = done(field, check("Taylor", "Ringgold"), maneuver_die=3)
    field = done(field, maneuver("Ringgold", "full move, unlimber and fire", ("advance", 16)))
    assert near(front(field, "Ringgold"), (40, 24, 0))
    assert not field.books.units["Ringgold"].limbered
    field = come_to(field, Phase.OFFENSIVE_FIRE)
    told = form(field, fire("Ringgold", "1st"))
    assert [(each["stands"], float(each["range"])) for each in told["firers"][0]["volleys"]] == [(2, 24.0)]
    assert total(field, fire("Ringgold", "1st"), "fire.die") == 0
    field = done(field, fire("Ringgold", "1st"), fire_die=10)
    assert len(field.pieces["1st"].figures) == 8
    assert field.books.units["1st"].order is OrderState.DISORDERED
    assert field.books.units["Ringgold"].low_ammunition


@pytest.mark.rule("MAW-6.02", "MAW-6.03", "MAW-1.12", "MAW-6.10", "MAW-6.11", "MAW-G.21b", "MAW-7.02")
def test_one_die_three_effects_under_one_leader():
    """A four: the good line is Well Handled, the disordered one Shaken under the muskets, the worn-out one wavers where nobody reaches it."""
    field = laid(
        leader("Belknap", US, pose(40, 12), "5th", "8th", "3rd"),
        unit("5th", US, pose(30, 16), 8),
        unit("8th", US, pose(40, 16), 8, order=OrderState.DISORDERED, experience=Experience.RAW),
        unit("3rd", US, pose(48, 14), 4, started=8, order=OrderState.DISORDERED, experience=Experience.RAW),
        unit("1st", MEX, pose(40, 19, DOWN), 8),
        *FAR,
    )
    field = done(field, check("Belknap", "5th", "8th", "3rd"), maneuver_die=3)
    effects = {name: field.books.units[name].checked for name in ("5th", "8th", "3rd")}
    # 5th: 3 + Veteran 1 + Fresh 2 = 6. 8th: 3 - 1 + 2 = 4. 3rd, spent at 4 of 8: 3 - 1 - 2 = 0.
    assert effects == {"5th": CheckEffect.WELL_HANDLED, "8th": CheckEffect.SHAKEN, "3rd": CheckEffect.PANIC}
    field = done(field, act("go_in"))
    assert field.books.units["8th"].order is OrderState.GOOD
    assert front(field, "8th")[1] < 15.1, "beyond four inches of the Mexican muskets"
    assert field.books.units["3rd"].order is OrderState.BROKEN
    assert refused(field, maneuver("5th", "full move", ("withdraw", 6))) == []
