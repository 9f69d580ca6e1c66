"""Charges on the table: how they are declared, replied to in the other side's turn, and gone in with (MAW-2.05 to MAW-2.07, chapters 14 to 16, MAW-G.22, MAW-G.23)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.rulesets.mexican_american_war.table.charges import replying
from sandtable.rulesets.mexican_american_war.table.rules import KIT, TABLE
from sandtable.rulesets.mexican_american_war.table.state import Charge, Kind, MawField, Stage
from sandtable.rulesets.mexican_american_war.vocabulary import (
    CheckEffect,
    Experience,
    Formation,
    Ground,
    OrderState,
    Phase,
    Weapon,
)
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    LEFT,
    MEX,
    RIGHT,
    SEATS,
    US,
    Laid,
    act,
    area,
    charge,
    checked,
    come_to,
    done,
    fight,
    fire,
    form,
    front,
    guns,
    hill,
    horse,
    laid,
    leader,
    maneuver,
    near,
    phase,
    pose,
    refused,
    reply,
    road,
    unit,
    wall,
    with_unit,
)

E, F = CheckEffect, Formation
FIFTH = unit("5th", US, pose(30, 20))


def ready(
    *units: Laid, who: tuple[str, ...] = ("5th",), effect: CheckEffect = E.WELL_HANDLED, **about: Any
) -> MawField:
    """Units of the side that moves after their check, before charges are declared."""
    return replace(checked(laid(*units, **about), *who, effect=effect), stage=Stage.DECLARE)


def foot(y: float = 30, x: float = 30, facing: float = DOWN, stands: int = 6, name: str = "1st", **more: Any) -> Laid:
    return unit(name, MEX, pose(x, y, facing), stands, **{"experience": Experience.TRAINED, **more})


def come(field: MawField, **answers: Any) -> MawField:
    """Everybody lets them come."""
    field = done(field, act("go_in"), **answers) if field.stage is Stage.DECLARE else field
    return done(field, act("let_them_come", MEX), **answers) if field.stage is Stage.REPLY else field


# ---- Declaring (MAW-G.22) ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-2.05", "MAW-G.22b", "MAW-G.22d", "MAW-2.11")
@pytest.mark.parametrize(
    ("effect", "chosen", "most"),
    (
        (E.DOUBLE_QUICK, {}, 16),
        (E.WELL_HANDLED, {}, 12),
        (E.RALLY_WITH_ELAN, {}, 12),
        (E.TARDY, {}, 6),
        (E.TARDY, {"full_move_disordered": True}, 12),
        (E.RALLY, {}, 6),
    ),
)
def test_how_far_a_charge_goes_hangs_on_the_effect(effect, chosen, most):
    for gap, rules in ((most, []), (most + 0.001, ["MAW-G.22d"])):
        field = ready(FIFTH, foot(20 + gap), effect=effect)
        assert refused(field, charge("5th", "1st", **chosen)) == rules
    field = done(ready(FIFTH, foot(20 + most), effect=effect), charge("5th", "1st", **chosen))
    assert field.charges["5th"].far == most * 1000
    assert field.books.units["5th"].order is (OrderState.DISORDERED if chosen else OrderState.GOOD)


@pytest.mark.rule(
    "MAW-G.22", "MAW-G.22a", "MAW-G.22c", "MAW-2.25", "MAW-24.25", "MAW-11.05", "MAW-11.09", "MAW-24.22", "MAW-7.08"
)
def test_who_may_charge_and_with_what():
    for formation in (F.LINE, F.SUPPORTED_LINE, F.FIELD_COLUMN, F.OPEN_THIN):
        field = ready(unit("5th", US, pose(30, 20), formation=formation, light_troops=True), foot())
        assert refused(field, charge("5th", "1st", cold_steel=True)) == []
    for formation in (F.MARCH_COLUMN, F.DELIBERATE_SQUARE):
        assert "MAW-G.22a" in refused(
            ready(unit("5th", US, pose(30, 20), formation=formation), foot()), charge("5th", "1st")
        )
    assert "MAW-G.22a" in refused(ready(guns("5th", US, pose(30, 20)), foot()), charge("5th", "1st"))
    dragoons = ready(horse("5th", US, pose(30, 20)), foot())
    assert refused(dragoons, charge("5th", "1st", cold_steel=True)) == []
    on_foot = ready(horse("5th", US, pose(30, 20), mounted=False, formation=F.OPEN_THIN), foot())
    assert refused(on_foot, charge("5th", "1st")) == []
    assert "MAW-11.09" in refused(on_foot, charge("5th", "1st", cold_steel=True))
    lancers = horse("7th", MEX, pose(30, 40, DOWN))
    mexicans = ready(lancers, unit("5th", US, pose(30, 30)), who=("7th",), side=MEX)
    assert "MAW-11.05" in refused(mexicans, charge("7th", "5th", MEX, cold_steel=True))
    assert refused(mexicans, charge("7th", "5th", MEX)) == []
    tardy = ready(lancers, unit("5th", US, pose(30, 30)), who=("7th",), side=MEX, effect=E.TARDY)
    assert "MAW-2.25" in refused(tardy, charge("7th", "5th", MEX, full_move_disordered=True))


@pytest.mark.rule("MAW-2.25", "MAW-G.21d")
def test_mexican_horse_that_friends_in_flight_have_shaken_since_it_declared_still_fights():
    lancers = horse("7th", MEX, pose(30, 40, DOWN))
    field = ready(lancers, unit("5th", US, pose(30, 32)), who=("7th",), side=MEX)
    field = done(done(field, charge("7th", "5th", MEX)), act("go_in", MEX))
    field = done(field, act("let_them_come", US)) if field.stage is Stage.REPLY else field
    shaken = phase(with_unit(field, "7th", order=OrderState.DISORDERED), Phase.CHARGES, MEX)
    assert refused(shaken, fight("7th", MEX)) == []
    undeclared = with_unit(shaken, "7th", charging=frozenset())
    assert "MAW-2.25" in refused(undeclared, fight("7th", MEX))


@pytest.mark.rule("MAW-2.25", "MAW-G.21d")
def test_mexican_horse_that_friends_have_shaken_since_it_broke_through_still_fights():
    """Two break through to one square; the first is thrown back through the second."""
    lancers = horse("7th", MEX, pose(30, 32.5, DOWN))
    field = phase(laid(lancers, unit("5th", US, pose(30, 32.5), 6), side=MEX), Phase.CHARGES, MEX)
    shaken = with_unit(field, "7th", order=OrderState.DISORDERED, charging=frozenset({"5th"}))
    through = Charge("5th", pose(30, 40, DOWN), moved=True, breaks=True)
    assert refused(replace(shaken, charges={"7th": through}), fight("7th", MEX)) == []


@pytest.mark.rule("MAW-G.22e", "MAW-8.04", "MAW-7.04a")
def test_a_charge_begins_with_one_wheel_or_oblique_of_up_to_45_degrees():
    """Fifteen inches to the right and ten ahead; eight stands pay 1.396 for ten degrees."""
    aside = foot(28, 39, stands=2)
    field = ready(FIFTH, aside)
    wheels = done(field, charge("5th", "1st"))
    assert wheels.charges["5th"].turn != "0 0"
    oblique = done(field, charge("5th", "1st", oblique=45))
    assert oblique.charges["5th"].turn == "0 45"
    there = come(oblique)
    x, y, facing = front(there, "5th")
    assert facing == 0
    assert near((x, y), (38, 28), 0.02)  # eight inches up is 11.314 at the angle
    assert "MAW-G.22e" in refused(field, charge("5th", "1st", oblique=46))
    assert "MAW-8.02a" in refused(field, charge("5th", "1st", oblique=20, wheel=20))
    behind = ready(FIFTH, foot(10))
    assert refused(behind, charge("5th", "1st"))[-1] == "MAW-G.22e"


@pytest.mark.rule("MAW-G.22d", "MAW-G.08")
def test_a_target_must_be_seen():
    field = ready(FIFTH, foot(28), ground=(hill(20, 23, 20, 2),))
    assert refused(field, charge("5th", "1st")) == ["MAW-G.22d"]


@pytest.mark.rule("MAW-G.22f")
def test_whoever_is_met_first_becomes_the_target():
    field = ready(FIFTH, foot(31, name="1st"), foot(26, 27, stands=2, name="6th"))
    told = form(field, charge("5th", "1st", wheel=0))
    assert told["target_name"] == "6th"
    field = done(field, charge("5th", "1st", wheel=0))
    assert field.charges["5th"].target == "6th"
    assert field.books.units["6th"].charged_by == {"5th"}


@pytest.mark.rule("MAW-9.01", "MAW-2.06")
def test_foot_and_horse_may_charge_the_same_target():
    field = ready(unit("5th", US, pose(26, 20), 4), horse("2nd", US, pose(31, 20), 4), foot(28, 29), who=("5th", "2nd"))
    field = done(field, charge("5th", "1st"))
    field = done(field, charge("2nd", "1st"))
    after = come(field)
    assert after.books.units["1st"].charged_by == {"5th", "2nd"}
    assert all(near((front(after, name)[1],), (28,)) for name in ("5th", "2nd"))


@pytest.mark.rule("MAW-2.11", "MAW-2.05")
def test_charges_are_declared_before_any_unit_of_the_check_moves():
    field = ready(FIFTH, unit("8th", US, pose(50, 20)), foot(), who=("5th", "8th"))
    moved = done(field, maneuver("8th", "full move", ("advance", 3)))
    assert moved.stage is Stage.MOVE
    assert refused(moved, charge("5th", "1st")) != []
    declared = done(field, charge("5th", "1st"))
    assert refused(declared, maneuver("8th", "full move", ("advance", 3))) != []  # the charge goes in first
    after = come(declared)
    assert refused(after, maneuver("8th", "full move", ("advance", 3))) == []
    assert "MAW-2.19" in refused(after, maneuver("5th", "full move", ("advance", 1)))


@pytest.mark.rule("MAW-G.22h", "MAW-G.10", "MAW-G.09a")
def test_the_ground_of_a_charge_sets_its_rate_and_its_last_two_inches_favor_the_defender():
    woods = ready(FIFTH, foot(27), ground=(area("light_woods", 10, 22, 40, 1),))
    over = come(done(woods, charge("5th", "1st")))
    assert (over.charges["5th"].ground, over.charges["5th"].favors) == (Ground.BROKEN, False)
    assert refused(ready(FIFTH, foot(28.1), ground=(area("light_woods", 10, 22, 40, 1),)), charge("5th", "1st")) == [
        "MAW-G.22d"
    ]
    close = ready(FIFTH, foot(27), ground=(area("light_woods", 10, 25.5, 40, 1),))
    assert come(done(close, charge("5th", "1st"))).charges["5th"].favors
    bushes = ready(FIFTH, foot(27), ground=(area("dense_chaparral", 10, 25.5, 40, 1),))
    assert not come(done(bushes, charge("5th", "1st"))).charges["5th"].favors
    fence = ready(FIFTH, foot(30), ground=(wall("fence", (10, 28.5), (50, 28.5)),))
    assert come(done(fence, charge("5th", "1st"))).charges["5th"].favors
    assert refused(ready(FIFTH, foot(30.1), ground=(wall("fence", (10, 28.5), (50, 28.5)),)), charge("5th", "1st")) == [
        "MAW-G.22d"
    ]


# ---- Hasty squares (MAW-15.17 to MAW-15.22) -----------------------------------------------------------------------------------------------


def ridden(*mexicans: Laid, **about: Any) -> MawField:
    """US dragoons have declared a charge at the 1st."""
    field = ready(horse("5th", US, pose(30, 20)), *mexicans, **about)
    return done(done(field, charge("5th", "1st")), act("go_in"))


@pytest.mark.rule(
    "MAW-2.05", "MAW-2.06", "MAW-15.17", "MAW-15.18", "MAW-15.18b", "MAW-15.22", "MAW-2.26a", "MAW-15.02", "MAW-5.03"
)
def test_infantry_forms_a_hasty_square_before_the_charger_moves_and_he_must_still_charge_it():
    field = ridden(foot(stands=8))
    assert KIT.open(field) == {"MEX": ("hasty_maneuver", "let_them_come", "instruct")}
    assert near(front(field, "5th"), (30, 20, 0))
    square = done(field, reply("1st", "hasty square"))
    assert square.books.units["1st"].formation is F.HASTY_SQUARE
    assert square.shapes["1st"].kind is Kind.SQUARE
    assert near(front(square, "1st"), (30, 30, 180))
    assert square.stage is Stage.MOVE  # nobody has anything more to reply: they come
    assert square.charges["5th"].moved
    assert square.charges["5th"].target == "1st"
    assert near((front(square, "5th")[1],), (30,))


@pytest.mark.rule("MAW-15.17a", "MAW-15.05", "MAW-15.21", "MAW-2.26a")
def test_columns_and_open_order_form_no_hasty_square_and_raw_troops_are_disordered_by_it():
    for formation in (F.MARCH_COLUMN, F.OPEN_THIN):
        assert ridden(foot(formation=formation, light_troops=True)).stage is Stage.MOVE  # there is nothing to ask
    assert "hasty_maneuver" in KIT.open(ridden(foot(formation=F.FIELD_COLUMN)))["MEX"]
    raw = done(ridden(foot(experience=Experience.RAW)), reply("1st", "hasty square"))
    assert raw.books.units["1st"].order is OrderState.DISORDERED


@pytest.mark.rule("MAW-15.19", "MAW-15.18a", "MAW-15.20")
def test_squares_are_formed_by_targets_and_those_in_the_path_behind_or_beside_them():
    beside = foot(30, 38, stands=6, name="beside")  # 2 inches off
    behind = foot(36, 30, stands=6, name="behind")  # within half a double quick of horse, 12 inches
    far_behind = foot(45, 30, stands=6, name="far")
    aside = foot(30, 60, stands=6, name="aside")
    field = ridden(foot(), beside, behind, far_behind, aside)
    who = {order.piece for order in replying.open_replies(field, "MEX")}
    assert who == {"1st", "beside", "behind"}
    one = done(field, reply("behind", "hasty square"))
    both = done(one, reply("1st", "hasty square"))
    assert [both.shapes[name].kind for name in ("behind", "1st")] == [Kind.SQUARE] * 2
    assert "MAW-G.23d" in refused(one, reply("behind", "hasty square"))
    assert "MAW-15.19" in refused(field, reply("far", "hasty square"))


@pytest.mark.rule("MAW-15.20a", "MAW-15.32")
def test_no_square_is_formed_once_a_combat_has_been_fought():
    field = ridden(foot())
    late = replace(field, books=replace(field.books, combats=1))
    assert "MAW-15.18" in refused(late, reply("1st", "hasty square"))
    square = done(field, reply("1st", "hasty square"))
    later = come_to(square, Phase.CHARGES)
    turned = done(later, act("charge_combat", piece="5th"), charge_1_dice=[[1, 9]], recall="recall")
    assert turned.books.phase == Phase.LEADERS
    assert turned.books.units["1st"].formation is F.DELIBERATE_SQUARE
    assert turned.shapes["1st"].state == F.DELIBERATE_SQUARE


# ---- Crews that shelter (MAW-2.33, MAW-15.41) ----------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-2.07", "MAW-2.33", "MAW-2.33a", "MAW-15.41", "MAW-15.41a", "MAW-15.42", "MAW-15.28", "MAW-15.34")
def test_a_crew_within_four_inches_of_a_square_leaves_its_gun_for_it():
    square = foot(30, formation=F.DELIBERATE_SQUARE, stands=8)
    gun = guns("LG", MEX, pose(33, 31, DOWN), 1)
    field = ridden(square, gun)
    where = field.pieces["LG"].figures
    after = done(field, reply("LG", "shelter in a square"))
    told = after.books.units["LG"]
    assert (told.sheltered, told.silenced) == (True, True)
    assert after.books.units["1st"].crews == ("LG",)
    assert after.pieces["LG"].figures == where
    away = ridden(square, guns("LG", MEX, pose(36.1, 31, DOWN), 1))
    assert away.stage is Stage.MOVE or "MAW-15.41" in refused(away, reply("LG", "shelter in a square"))
    assert "MAW-15.28" in refused(phase(after, Phase.OFFENSIVE_FIRE), fire("5th", "LG"))


@pytest.mark.rule("MAW-15.43", "MAW-15.43a", "MAW-G.47")
@pytest.mark.parametrize(("gap", "rules"), ((2, ["MAW-G.47"]), (2.1, [])))
def test_a_crew_goes_back_to_its_gun_where_no_enemy_is_within_two_inches(gap, rules):
    gun = guns("LG", US, pose(30, 20), 1, sheltered=True, silenced=True)
    square = unit("5th", US, pose(30, 17), formation=F.DELIBERATE_SQUARE, crews=("LG",))
    field = checked(laid(gun, square, foot(20 + gap)), "LG")
    assert refused(field, maneuver("LG", "return to the guns")) == rules
    if not rules:
        after = done(field, maneuver("LG", "return to the guns"))
        assert not after.books.units["LG"].sheltered
        assert after.books.units["5th"].crews == ()


@pytest.mark.rule("MAW-G.47a")
def test_an_enemy_who_comes_upon_an_abandoned_gun_takes_it():
    gun = guns("LG", MEX, pose(30, 24, DOWN), 1, sheltered=True, silenced=True)
    field = checked(laid(FIFTH, gun, foot(50)), "5th")
    after = done(field, maneuver("5th", "full move", ("advance", 4)))
    assert "LG" not in after.pieces
    assert after.books.units["LG"].gone


# ---- Counter charges (MAW-2.26, MAW-G.23) ---------------------------------------------------------------------------------------------------


def lancers(y: float = 36, x: float = 30, facing: float = DOWN, name: str = "1st", **more: Any) -> Laid:
    return horse(name, MEX, pose(x, y, facing), 6, **more)


@pytest.mark.rule("MAW-2.26", "MAW-G.23", "MAW-G.23a", "MAW-G.23c")
def test_cavalry_meets_a_charge_half_way():
    """Sixteen inches apart: eight each; the charger's reach is 18."""
    field = ridden(lancers())
    after = done(field, reply("1st", "counter charge"))
    assert near(front(after, "1st"), (30, 28, 180))
    assert near(front(after, "5th"), (30, 28, 0))
    assert after.books.units["1st"].countered
    assert after.charges["1st"].counter
    limited = done(ridden(lancers(38)), reply("1st", "counter charge"))
    assert near(front(limited, "1st"), (30, 29, 180))  # nine inches is half its full move


@pytest.mark.rule("MAW-2.27", "MAW-24.25a", "MAW-G.23", "MAW-G.23d")
def test_who_may_not_counter_charge():
    assert ridden(lancers(order=OrderState.DISORDERED)).stage is Stage.MOVE
    turned = ridden(lancers(facing=0))  # charged in the rear
    assert turned.stage is Stage.MOVE
    beside = ridden(foot(34), lancers(34, 40, LEFT, "7th"))  # 7 inches beside the path, and facing it
    assert {
        order.piece
        for order in replying.open_replies(beside, "MEX")
        if order.chosen["hasty_maneuver"] == "counter charge"
    } == {"7th"}
    away = ridden(foot(34), lancers(34, 46, LEFT, "7th"))
    assert "7th" not in {order.piece for order in replying.open_replies(away, "MEX")}
    other = ridden(foot(34), lancers(34, 40, RIGHT, "7th"))
    assert "7th" not in {order.piece for order in replying.open_replies(other, "MEX")}
    us_horse = ready(
        lancers(40, name="7th"), horse("5th", US, pose(30, 26), order=OrderState.DISORDERED), who=("7th",), side=MEX
    )
    declared = done(done(us_horse, charge("7th", "5th", MEX)), act("go_in", MEX))
    assert "hasty_maneuver" in KIT.open(declared).get("US", ())


# ---- Evading (chapter 14) -----------------------------------------------------------------------------------------------------------------


def skirmishers(y: float = 28, **more: Any) -> Laid:
    return unit("1st", MEX, pose(30, y, DOWN), 6, formation=F.OPEN_THIN, light_troops=True, weapon=Weapon.IR, **more)


@pytest.mark.rule(
    "MAW-2.26b", "MAW-13.12", "MAW-14.01", "MAW-14.01a", "MAW-14.02", "MAW-14.03", "MAW-14.04", "MAW-G.19f"
)
@pytest.mark.parametrize(("choice", "y"), (("carry the position", 28), ("go on", 32)))
def test_a_thin_skirmish_line_evades_infantry_and_the_charger_carries_its_place_or_goes_on(choice, y):
    """Twelve inches of charge: to 28, where they stood, or as far as it goes; they are sixteen further."""
    field = done(done(ready(FIFTH, skirmishers()), charge("5th", "1st")), act("go_in"))
    after = done(field, reply("1st", "evade"), pursue=choice)
    assert after.books.units["1st"].order is OrderState.BROKEN
    assert after.shapes["1st"].kind is Kind.MOB
    assert abs(sum(pose.y for pose in after.pieces["1st"].figures) / 6000 - (28.375 + 16)) < 0.7
    assert near((front(after, "5th")[1],), (y,), 0.03)


@pytest.mark.rule("MAW-14.05", "MAW-14.04")
def test_a_charger_over_hard_ground_is_disordered_when_the_phase_ends():
    woods = (area("light_woods", 10, 22, 40, 1),)
    field = done(done(ready(FIFTH, skirmishers(27), ground=woods), charge("5th", "1st")), act("go_in"))
    after = done(field, reply("1st", "evade"), pursue="carry the position")
    assert after.books.units["5th"].late_disorder
    assert done(after, act("next_phase")).books.units["5th"].order is OrderState.DISORDERED


@pytest.mark.rule("MAW-14.06", "MAW-14.06a", "MAW-14.01")
def test_nobody_evades_cavalry_nor_from_any_other_formation():
    assert ridden(skirmishers()).stage is Stage.MOVE
    deep = unit("1st", MEX, pose(30, 28, DOWN), 6, formation=F.OPEN_DEEP, light_troops=True)
    assert done(done(ready(FIFTH, deep), charge("5th", "1st")), act("go_in")).stage is Stage.MOVE


@pytest.mark.rule("MAW-14.03a", "MAW-14.03b")
@pytest.mark.parametrize(("choice", "low", "high"), (("halt behind friends", 33.5, 36), ("go back", 43, 46)))
def test_an_evader_may_halt_behind_friends(choice, low, high):
    friends = foot(33, name="10th", stands=10)
    field = done(done(ready(FIFTH, skirmishers(), friends), charge("5th", "1st")), act("go_in"))
    after = done(
        done(field, reply("1st", "evade"), recall=choice), act("let_them_come", MEX), pursue="carry the position"
    )
    assert low < sum(pose.y for pose in after.pieces["1st"].figures) / 6000 < high
    assert after.books.units["10th"].order is OrderState.DISORDERED  # they were run through


# ---- Standing instructions ----------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-15.17", "MAW-2.05")
def test_a_standing_instruction_forms_square_without_asking():
    field = ready(horse("5th", US, pose(30, 20)), foot(stands=8))
    told = replace(field, books=replace(field.books, phase=Phase.DEFENSIVE_FIRE))
    told = done(told, act("instruct", MEX, piece="1st", chosen={"reply": "hasty square", "against": "horse"}))
    field = replace(field, instructions=told.instructions)
    field = done(field, charge("5th", "1st"))
    after = done(field, act("go_in"))
    assert after.books.units["1st"].formation is F.HASTY_SQUARE
    assert after.stage is Stage.MOVE
    foot_ = replace(ready(FIFTH, foot(stands=8)), instructions=told.instructions)
    asked = done(done(foot_, charge("5th", "1st")), act("go_in"))
    assert asked.stage is Stage.REPLY  # it was told of horse alone


def test_who_is_told_to_stand_is_not_asked_and_may_be_told_otherwise():
    field = ready(horse("5th", US, pose(30, 20)), foot(stands=8))
    told = replace(field, books=replace(field.books, phase=Phase.DEFENSIVE_FIRE))
    told = done(told, act("instruct", MEX, piece="1st", chosen={"reply": "stand", "against": "anybody"}))
    stands = replace(field, instructions=told.instructions)
    stands = done(done(stands, charge("5th", "1st")), act("go_in"))
    assert stands.books.units["1st"].formation is F.LINE
    assert stands.stage is Stage.MOVE
    back = done(told, act("instruct", MEX, piece="1st", chosen={"reply": "ask"}))
    assert back.instructions == ()


def test_both_seats_see_the_same_but_for_what_a_player_has_told_his_units():
    field = ready(horse("5th", US, pose(30, 20)), foot(stands=8), leader("Arista", MEX, pose(30, 34), "1st"))
    views = [TABLE.view(field, seat) for seat in SEATS]
    assert views[0] == views[1] == field
    told = replace(field, books=replace(field.books, phase=Phase.DEFENSIVE_FIRE))
    told = done(told, act("instruct", MEX, piece="1st", chosen={"reply": "hasty square"}))
    ours, theirs = (TABLE.view(told, seat) for seat in SEATS)
    assert ours.instructions == ()
    assert [told.unit for told in theirs.instructions] == ["1st"]
    assert replace(ours, instructions=()) == replace(theirs, instructions=())


# ---- Storming a defile (chapter 16) ---------------------------------------------------------------------------------------------------------

BRIDGE = (area("river", 0, 26, 96, 4), area("bridge", 29, 26, 2, 4), wall("defile", (30, 26), (30, 30)))


@pytest.mark.rule("MAW-16.01", "MAW-16.02", "MAW-16.03", "MAW-16.04", "MAW-G.49", "MAW-G.43", "MAW-16.03b")
def test_a_storming_column_files_through_a_defile_within_half_a_move():
    far_foe = foot(50)
    field = checked(laid(unit("5th", US, pose(30, 21)), far_foe, ground=BRIDGE), "5th")
    after = done(field, maneuver("5th", "form a storming column", ("advance", 6)))
    assert after.books.units["5th"].formation is F.STORMING_COLUMN
    head = after.pieces["5th"].figures[0]
    assert head.y < 27_000
    assert after.shapes["5th"].kind is Kind.FILE
    assert refused(field, maneuver("5th", "form a storming column", ("advance", 6.001))) == ["MAW-16.04"]
    quick = checked(laid(unit("5th", US, pose(30, 21)), far_foe, ground=BRIDGE), "5th", effect=E.DOUBLE_QUICK)
    assert refused(quick, maneuver("5th", "form a storming column", ("advance", 8))) == []
    away = checked(laid(unit("5th", US, pose(30, 19)), far_foe, ground=BRIDGE), "5th")
    assert "MAW-16.02" in refused(away, maneuver("5th", "form a storming column"))
    tardy = checked(laid(unit("5th", US, pose(30, 21)), far_foe, ground=BRIDGE), "5th", effect=E.TARDY)
    assert "MAW-2.19" in refused(tardy, maneuver("5th", "form a storming column"))
    on_foot = checked(
        laid(horse("5th", US, pose(30, 24), mounted=False, formation=F.OPEN_THIN), far_foe, ground=BRIDGE), "5th"
    )
    assert "MAW-16.03b" in refused(on_foot, maneuver("5th", "form a storming column"))
    nowhere = checked(laid(unit("5th", US, pose(30, 21)), far_foe), "5th")
    assert {"MAW-16.01", "MAW-16.02"} & set(refused(nowhere, maneuver("5th", "form a storming column")))


def column(y: float, stands: int = 4, formation: Formation = F.STORMING_COLUMN) -> Laid:
    return unit("5th", US, pose(30, y), stands, formation=formation)


@pytest.mark.rule("MAW-16.03a", "MAW-G.49a", "MAW-16.11")
def test_a_column_goes_on_through_the_defile_and_forms_line_on_leaving_it():
    march = checked(laid(column(25, formation=F.MARCH_COLUMN), foot(55), ground=BRIDGE), "5th")
    in_ = done(march, maneuver("5th", "form a storming column", ("advance", 3)))
    assert near(front(in_, "5th"), (30, 28, 0))
    inside = checked(laid(column(28), foot(55), ground=BRIDGE), "5th")
    out = done(inside, maneuver("5th", "form a storming column", ("advance", 6), forms="line"))
    assert out.books.units["5th"].formation is F.LINE
    assert out.books.units["5th"].order is OrderState.GOOD
    assert near(front(out, "5th"), (30, 34, 0))
    still = done(inside, maneuver("5th", "form a storming column", ("advance", 1), forms="line"))
    assert still.books.units["5th"].formation is F.STORMING_COLUMN
    tardy = checked(laid(column(28), foot(55), ground=BRIDGE), "5th", effect=E.TARDY)
    assert "MAW-2.19" in refused(tardy, maneuver("5th", "form a storming column", ("advance", 1)))
    assert refused(tardy, maneuver("5th", "hold")) == []


@pytest.mark.rule("MAW-16.05", "MAW-16.05a", "MAW-16.08", "MAW-16.08a", "MAW-16.12", "MAW-16.07")
def test_a_column_charges_along_its_path_whoever_is_in_or_beyond_the_defile():
    """The head is at 28; the enemy's front at 33 is five inches off."""
    inside = checked(laid(column(28), foot(33), ground=BRIDGE), "5th")
    assert "MAW-16.05" in refused(inside, maneuver("5th", "form a storming column", ("advance", 4)))
    declared = done(inside, charge("5th", "1st", cold_steel=True))
    after = come(declared)
    assert near(front(after, "5th"), (30, 33, 0), 0.03)
    assert after.charges["5th"].target == "1st"
    combat = form(phase(after, Phase.CHARGES), act("charge_combat", piece="5th"))
    assert combat["attackers"][0]["stands"] == 4
    assert not combat["attackers"][0]["outflanked"]


@pytest.mark.rule("MAW-16.04a")
def test_a_good_road_speeds_a_storming_column():
    by_road = (*BRIDGE, road("good", (30, 0), (30, 60)))
    field = checked(laid(column(25, formation=F.MARCH_COLUMN), foot(55), ground=by_road), "5th")
    assert refused(field, maneuver("5th", "form a storming column", ("advance", 9))) == []
    assert refused(field, maneuver("5th", "form a storming column", ("advance", 9.01))) != []


@pytest.mark.rule("MAW-G.43a", "MAW-G.04a")
@pytest.mark.parametrize(("head", "y"), ((28.0, 26.0), (31.0, 30.5)))
def test_a_storming_column_that_is_checked_halts_at_the_near_mouth_or_two_inches_short(head, y):
    """In the defile it goes back to its mouth at 26; beyond it, it stops 2" from the enemy at 32.5."""
    inside = checked(laid(column(head), foot(32.5, stands=14), ground=BRIDGE), "5th")
    after = come(done(inside, charge("5th", "1st")))
    assert near(front(after, "5th"), (30, 32.5, 0), 0.03)
    shot = done(phase(after, Phase.DEFENSIVE_FIRE), fire("1st", "5th", side=MEX), fire_die=9)
    assert shot.books.units["5th"].order is OrderState.DISORDERED
    assert near(front(shot, "5th"), (30, y, 0), 0.03)
    assert shot.shapes["5th"].state == F.STORMING_COLUMN
