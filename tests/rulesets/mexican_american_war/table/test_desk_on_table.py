"""What people at the table see and may ask: stands, maneuvers by name with where they lead, one shot by all who bear, exact odds, and the log in words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.battle.desk import Draft, HasDesk
from sandtable.battle.engine.log import Entry
from sandtable.battle.matches.match import Match, logged
from sandtable.battle.order import read_order
from sandtable.battle.texts import catalogue
from sandtable.geometry.measure import Point, inches
from sandtable.kernel.messages import Message, Texts
from sandtable.miniatures.acting import law_of
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.table.menu import called, menu
from sandtable.rulesets.mexican_american_war.table.rules import KIT, TABLE
from sandtable.rulesets.mexican_american_war.table.state import MawField, Stage
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CheckEffect,
    Formation,
    Light,
    Maneuver,
    OrderState,
    Phase,
)
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    MEX,
    SEATS,
    US,
    act,
    area,
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
    with_unit,
)
from tests.rulesets.mexican_american_war.table.test_scenario_files import SMALL

UNITS = (
    unit("5th", US, pose(30, 20), 8),
    unit("8th", US, pose(40, 20), 8),
    horse("2nd Dragoons", US, pose(50, 16), 4),
    guns("Ringgold", US, pose(20, 18), 2),
    leader("Taylor", US, pose(32, 16), "5th", "8th"),
    unit("1st Line", MEX, pose(34, 27, DOWN), 9),
    horse("7th Cavalry", MEX, pose(60, 40, DOWN), 6),
)
FIELD = laid(*UNITS, ground=(area("light_woods", 5, 5, 6, 6),), keys=(key("The road", 48, 30),))
ZACHARY, MARIANO = SEATS
DESK: Any = TABLE.desk


@pytest.fixture(autouse=True)
def strictly():
    with Texts.strictly():
        yield


def offers(piece: str, field: MawField = FIELD, seat: Any = ZACHARY) -> dict[str, Any]:
    return {offer.id: offer for offer in DESK.panel(field, seat, piece).offers}


def ordered(preview: Any) -> Act:
    assert preview.order is not None, preview.objections
    order = read_order(TABLE.orders, preview.order)
    assert isinstance(order, Act)
    return order


def test_it_is_a_table_that_people_can_sit_down_at():
    assert isinstance(TABLE, HasDesk)


@pytest.mark.rule("MAW-G.19", "MAW-G.18b")
def test_units_are_drawn_stand_by_stand_with_their_front_and_key_positions_with_their_holder():
    scene = DESK.scene(FIELD, ZACHARY)
    foot = scene.pieces["5th"]
    assert (len(foot.corners), foot.front, foot.plate.now, foot.plate.grade) == (8, 8, 8, "V")
    assert scene.pieces["Taylor"].icon == "leader"
    assert scene.marks["The road"].reach == inches(4)
    assert [count.value for count in scene.counts] == ["0 of 22", "0 of 15"]
    square = laid(unit("5th", US, pose(30, 20), 8, formation=Formation.DELIBERATE_SQUARE), *UNITS[1:])
    assert DESK.scene(square, ZACHARY).pieces["5th"].front == 0, "a square has no front"


@pytest.mark.rule("MAW-0.09", "MAW-12.04")
def test_the_clock_says_the_turn_and_the_light():
    assert DESK.scene(FIELD, ZACHARY).clock.detail == "Turn 1 of 12"
    timed = replace(FIELD, setting=replace(FIELD.setting, begins=14 * 60 + 30), books=replace(FIELD.books, turn=3))
    assert DESK.scene(timed, ZACHARY).clock.detail == "Turn 3 of 12, 15:00"
    dark = replace(timed, books=replace(timed.books, light=Light.EVENING_1))
    assert DESK.scene(dark, ZACHARY).clock.detail.startswith("Turn 3 of 12, 15:00, ")


def test_badges_say_who_is_disordered_silenced_low_and_who_is_with_a_unit():
    field = with_unit(FIELD, "5th", order=OrderState.DISORDERED, low_ammunition=True)
    field = with_unit(field, "Ringgold", silenced=True)
    pieces = DESK.scene(field, ZACHARY).pieces
    assert [badge.icon for badge in pieces["5th"].badges] == ["disordered", "ammunition"]
    assert [badge.words for badge in pieces["Ringgold"].badges] == ["silenced"]


# ---- What can be ordered -------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-2.04", "MAW-6.01")
def test_a_leader_throws_one_check_for_all_that_he_commands():
    offer = offers("Taylor")["maneuver_check"]
    assert offer.title == "Throw a maneuver check"
    preview = DESK.preview(FIELD, ZACHARY, Draft("Taylor", "maneuver_check"))
    assert set(ordered(preview).helpers) >= {"5th", "8th"}
    assert preview.odds is not None
    assert preview.verb == "Throw the die"


@pytest.mark.rule("MAW-2.19", "MAW-G.20a")
def test_maneuvers_are_offered_by_name_and_show_where_they_lead():
    field = checked(FIELD, "5th", "Ringgold")
    mine = offers("5th", field)
    names = {offer.title for offer in mine.values()}
    assert {"Advance", "Withdraw", "Wheel to the right and advance", "Form square", "Face about", "Hold"} <= names
    advance = DESK.preview(field, ZACHARY, Draft("5th", "maneuver:full move advance"))
    assert len(advance.ghost) == 8
    moved = min(y for outline in advance.ghost for _, y in outline) - inches(20 - 0.75)
    assert moved > inches(2), "as far as the enemy allows"
    assert ordered(advance).chosen["maneuver"] == "full move"
    battery = {offer.title for offer in offers("Ringgold", field).values()}
    assert {"Limber", "Stay and fire", "Pivot to the left, then fire", "Haul the guns by hand"} <= battery
    assert not {"Form square", "Face about"} & battery


def test_every_maneuver_of_the_menu_has_words():
    texts = catalogue(TABLE).texts
    shapes = (Formation.LINE, Formation.MARCH_COLUMN, Formation.DELIBERATE_SQUARE)
    names = set()
    for formation in shapes:
        field = checked(laid(unit("5th", US, pose(30, 20), 8, formation=formation), *UNITS[1:]), "5th", "Ringgold")
        names |= {called(each) for each in menu(field, field.pieces["5th"])}
        names |= {called(each) for each in menu(field, field.pieces["Ringgold"])}
    limbered = checked(laid(*UNITS[:3], guns("Ringgold", US, pose(20, 18), 2, limbered=True), *UNITS[4:]), "Ringgold")
    names |= {called(each) for each in menu(limbered, limbered.pieces["Ringgold"])}
    assert {name for name in names if f"desk.offer.maneuver.{name}" not in texts} == set()
    assert {each.value for each in Maneuver} <= {
        maneuver for maneuver in (each.value for each in Maneuver) if any(name.startswith(maneuver) for name in names)
    } | {"change formation"}


@pytest.mark.rule("MAW-G.07c")
def test_a_shot_is_offered_with_all_who_bear_and_its_exact_odds():
    field = phase(FIELD, Phase.OFFENSIVE_FIRE)
    assert offers("5th", field)["fire"].title == "Fire, with all who bear"
    preview = DESK.preview(field, ZACHARY, Draft("5th", "fire", target="1st Line"))
    order = ordered(preview)
    assert "8th" in order.helpers
    ends = law_of(KIT, field, order).outcomes()
    assert [bar.chance for bar in preview.odds.bars] == [float(weight) for _, weight in ends]
    assert DESK.panel(field, ZACHARY, "Taylor").offers == () or "fire" not in offers("Taylor", field)


@pytest.mark.rule("MAW-2.05", "MAW-15.17")
def test_replies_are_offered_to_the_side_that_is_charged():
    field = laid(
        horse("7th Cavalry", MEX, pose(30, 40, DOWN), 6), unit("5th", US, pose(30, 28), 8), *UNITS[1:6], side=MEX
    )
    field = checked(field, "7th Cavalry", effect=CheckEffect.DOUBLE_QUICK)
    field = replace(field, stage=Stage.DECLARE)
    field = done(done(field, charge("7th Cavalry", "5th", MEX)), act("go_in", MEX))
    assert field.stage is Stage.REPLY
    mine = offers("5th", field)
    assert mine["hasty_maneuver::hasty square"].title == "Form square"
    assert offers("7th Cavalry", field, MARIANO) == {}
    told = offers("8th", laid(*UNITS, phase=Phase.LEADERS))
    assert told["instruct::hasty square:horse"].title == "When charged by horse: form square"


@pytest.mark.rule("MAW-2.08", "MAW-2.12")
def test_a_leader_rides_by_a_drag_with_its_cost():
    offer = offers("Taylor")["move"]
    assert offer.needs == ("path",)
    draft = Draft("Taylor", "move", path=(Point(inches(32), inches(10)),))
    preview = DESK.preview(FIELD, ZACHARY, draft)
    assert (preview.cost, preview.budget) == (inches(6), inches(24))
    assert preview.verb == "Ride 6 in"
    far = DESK.preview(FIELD, ZACHARY, Draft("Taylor", "move", path=(Point(inches(70), inches(10)),)))
    assert far.limit is not None


# ---- The log ---------------------------------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("registered")
def test_a_whole_battle_is_told_in_words():
    """Every line, card and sentence of a battle by chance, strictly: no text is missing."""
    sides = (("US", "random"), ("MEX", "random"))
    battle = logged(Match("mexican_american_war", SMALL, sides, TABLE.levels[-1]), "told")
    entries = [entry for entry in battle.log.entries if isinstance(entry, Entry)]
    for seat in battle.log.seats:
        told = [entry.for_seat(seat, battle.log.seats, entry.number) for entry in entries]
        words = [line.words for entry in told for line in DESK.lines(battle.view(seat.id), entry)]
        assert len(words) == len(entries) > 60
        assert all(line.endswith(".") for line in words), [line for line in words if not line.endswith(".")]
        summed = DESK.round_told(battle.view(seat.id), told)
        assert summed is not None
        assert summed.did.endswith(".")
        DESK.scene(battle.view(seat.id), seat)
    assert TABLE.reckoner.reason(battle.state, (), SEATS[0]).headline


def test_every_action_of_the_table_has_a_line_and_a_label():
    texts = catalogue(TABLE)
    for name, deed in KIT.deeds.items():
        assert f"desk.line.{name}" in texts.texts, name
        assert texts.say(Message(f"action.{deed.action.id}.label"))
