"""Charge combats on the table: chains of contact, ground and flanks, and where both sides go afterwards (chapters 3, 5, 11, 15, MAW-G.21, MAW-G.24, MAW-G.25)."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sandtable.miniatures.acting import law_of
from sandtable.rulesets.mexican_american_war.table import seeing
from sandtable.rulesets.mexican_american_war.table.charges import fighting
from sandtable.rulesets.mexican_american_war.table.players import ready
from sandtable.rulesets.mexican_american_war.table.rules import KIT
from sandtable.rulesets.mexican_american_war.table.shapes import middle_of
from sandtable.rulesets.mexican_american_war.table.state import Charge, Kind, Mark, MawField, Trail
from sandtable.rulesets.mexican_american_war.vocabulary import (
    Carriage,
    Experience,
    Formation,
    Ground,
    LeaderWith,
    OrderState,
    Phase,
    UnitClass,
    Weapon,
)
from tests.rulesets.mexican_american_war.table.laying import (
    DOWN,
    LEFT,
    MEX,
    UP,
    US,
    Laid,
    act,
    area,
    done,
    fight,
    form,
    front,
    guns,
    hill,
    horse,
    laid,
    leader,
    near,
    pose,
    refused,
    unit,
    wall,
)

F = Formation
RESERVES = (unit("reserve", US, pose(80, 3), 25), unit("reserva", MEX, pose(80, 57, DOWN), 25))


def home(
    *units: Laid,
    ground: Any = (),
    charges: dict[str, Charge] | None = None,
    steel: bool = False,
    hasty: bool = False,
    **about: Any,
) -> MawField:
    """The US have charged home: each of their charges began ten inches before."""
    field = laid(*units, *RESERVES, ground=ground, phase=Phase.CHARGES, **about)
    told = charges or {"5th": Charge("1st", pose(30, 20), moved=True)}
    books = field.books
    for name, charge in told.items():
        books = books.with_changes(name, charges=True, charging=frozenset({charge.target}), cold_steel=steel)
        books = books.with_changes(charge.target, charged_by=frozenset({name}))
    field = replace(field, books=books, charges=told)
    return hastily(field) if hasty else field


def hastily(field: MawField) -> MawField:
    """The square of the 1st was formed in this turn."""
    books = field.books.with_changes("1st", formation=F.HASTY_SQUARE)
    drawn = replace(field.shapes["1st"], state=F.HASTY_SQUARE.value)
    return replace(field, books=books, shapes={**field.shapes, "1st": drawn})


def foot(stands: int = 8, y: float = 30, x: float = 30, **more: Any) -> Laid:
    return unit("5th", US, pose(x, y), stands, **more)


def line(stands: int = 8, y: float = 30, x: float = 30, facing: float = DOWN, name: str = "1st", **more: Any) -> Laid:
    return unit(name, MEX, pose(x, y, facing), stands, **{"experience": Experience.VETERAN, **more})


def dice(difference: int) -> list[list[int]]:
    """Two dice with such a difference."""
    return (
        [[5 + (difference + 1) // 2, 5 - difference // 2]]
        if difference >= 0
        else [[5 - -difference // 2, 5 + (1 - difference) // 2]]
    )


def net(field: MawField, order: Any = None) -> int:
    """What both sides' modifiers come to."""
    request = law_of(KIT, field, order or fight("5th")).requests["charge.1.dice"]
    return request.tally.total


# ---- Contact and form (MAW-G.24) -----------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-G.24", "MAW-2.10", "MAW-G.24b", "MAW-G.24e", "MAW-G.24i", "MAW-0.10a", "MAW-3.03")
def test_all_units_in_one_chain_of_contact_fight_one_combat():
    field = home(
        foot(4, x=26),
        unit("8th", US, pose(34, 30), 4),
        line(6, x=29),
        line(4, x=36, name="6th"),
        line(4, x=60, name="10th"),
        charges={"5th": Charge("1st", pose(26, 20), moved=True), "8th": Charge("6th", pose(34, 20), moved=True)},
    )
    told = form(field, fight("5th"))
    assert [each["name"] for each in told["attackers"]] == ["5th", "8th"]
    assert {each["name"] for each in told["defenders"]} == {"1st", "6th"}
    after = done(field, fight("8th"), charge_1_dice=dice(1))
    assert fighting.chargers(after) == ()
    assert [after.books.units[name].order for name in ("1st", "6th")] == [OrderState.DISORDERED] * 2
    assert after.books.units["10th"].order is OrderState.GOOD


@pytest.mark.rule("MAW-G.24a", "MAW-G.51", "MAW-G.24c")
def test_the_unit_with_most_stands_in_contact_leads():
    """Twelve Raw stands touch with two, six Elite with six: the Elite lead."""
    raw = unit("8th", US, pose(38, 30), 12, experience=Experience.RAW)
    elite = foot(6, x=29, experience=Experience.ELITE)
    field = home(
        elite,
        raw,
        line(8, x=30),
        charges={"5th": Charge("1st", pose(29, 20), moved=True), "8th": Charge("1st", pose(38, 20), moved=True)},
    )
    told = {each["name"]: each["in_contact"] for each in form(field, fight("5th"))["attackers"]}
    assert told == {"5th": 6, "8th": 2} or told["5th"] > told["8th"]
    reasons = [modifier.reason for modifier in law_of(KIT, field, fight("5th")).requests["charge.1.dice"].tally]
    assert any("Elite" in str(reason) for reason in reasons)
    assert not any("experience.Raw" in str(reason) for reason in reasons)


@pytest.mark.rule("MAW-G.22g", "MAW-G.24e", "MAW-G.24f", "MAW-3.01")
def test_supports_behind_count_for_numbers():
    behind = unit("6th", MEX, pose(30, 33.5, DOWN), 6)  # two inches and three quarters of depth
    near_ = home(foot(), line(), unit("6th", MEX, pose(30, 32.7, DOWN), 6))
    assert form(near_, fight("5th"))["defender_supports"] == 6
    assert form(home(foot(), line(), behind), fight("5th"))["defender_supports"] == 0
    shaky = home(foot(), line(), unit("6th", MEX, pose(30, 32.7, DOWN), 6, order=OrderState.DISORDERED))
    assert form(shaky, fight("5th"))["defender_supports"] == 0
    second = unit("8th", US, pose(30, 28.5), 8)
    field = home(foot(), second, line())
    assert form(field, fight("5th"))["attacker_supports"] == 0  # it has not moved
    known, piece, drawn = second
    moved = replace(field, trails={"8th": Trail(drawn, piece.figures, piece.base, (pose(30, 20), pose(30, 28.5)))})
    assert form(moved, fight("5th"))["attacker_supports"] == 8
    assert known.name == "8th"


@pytest.mark.rule("MAW-G.10", "MAW-G.10a", "MAW-G.10b", "MAW-G.10c", "MAW-3.01", "MAW-15.33")
def test_ground_that_is_defended():
    def told(*ground: Any, charge: Charge | None = None, **more: Any) -> str:
        charges = {"5th": charge} if charge else None
        defended: str = form(home(foot(), line(**more), ground=ground, charges=charges), fight("5th"))[
            "ground_defended"
        ]
        return defended

    assert told() == "none"
    assert told(hill(20, 30, 20, 10)) == "favorable"
    assert told(wall("low_wall", (20, 29.9), (40, 29.9))) == "none"
    assert told(charge=Charge("1st", pose(30, 20), moved=True, favors=True)) == "favorable"
    assert told(wall("breastwork", (20, 29.9), (40, 29.9))) == "strong"
    assert told(wall("stone_wall", (20, 29.9), (40, 29.9))) == "strong"
    rough = Charge("1st", pose(30, 20), moved=True, ground=Ground.BROKEN)
    assert told(charge=rough) == "none"
    assert told(charge=rough, formation=F.DELIBERATE_SQUARE) == "favorable"
    fort = area("redoubt", 27, 30, 6, 4)
    inside = home(foot(), line(6, 32, formation=F.GARRISON), ground=(fort,), inside={"1st": fort.id})
    assert form(inside, fight("5th"))["ground_defended"] == "fortified"
    house = area("adobe_building", 27, 30, 6, 4)
    inside = home(foot(), line(6, 32, formation=F.GARRISON), ground=(house,), inside={"1st": house.id})
    assert form(inside, fight("5th"))["ground_defended"] == "strong"
    round_ = home(foot(4, 30.25), line(8, 31, facing=UP), ground=(wall("breastwork", (20, 31.1), (40, 31.1)),))
    assert form(round_, fight("5th"))["ground_defended"] == "none"


@pytest.mark.rule("MAW-G.12a", "MAW-G.24d", "MAW-3.01", "MAW-G.12b", "MAW-16.08a", "MAW-G.54", "MAW-15.37")
def test_a_charge_that_began_behind_a_front_and_strikes_the_flank_outflanks():
    flank = unit("5th", US, pose(35, 31, LEFT), 4)
    began = {"5th": Charge("1st", pose(50, 40, LEFT), moved=True)}
    field = home(flank, line(10, 30, 30), charges=began)
    assert form(field, fight("5th"))["defenders"][0]["outflanked"]
    ahead = {"5th": Charge("1st", pose(50, 20, LEFT), moved=True)}
    assert not form(home(flank, line(10), charges=ahead), fight("5th"))["defenders"][0]["outflanked"]
    frontal = home(foot(), line(), charges={"5th": Charge("1st", pose(30, 20), moved=True)})
    assert not form(frontal, fight("5th"))["defenders"][0]["outflanked"]
    broken = done(field, fight("5th"), charge_1_dice=dice(1 - net(field)))  # Hard Pressed
    assert broken.books.units["1st"].order is OrderState.BROKEN


@pytest.mark.rule("MAW-15.31", "MAW-15.30", "MAW-15.30a", "MAW-5.03", "MAW-15.32", "MAW-3.02")
def test_a_hasty_square_that_was_outflanked_before_it_formed_takes_the_minus_three():
    deliberate = line(8, formation=F.DELIBERATE_SQUARE)
    riders = horse("5th", US, pose(30, 30), 8, experience=Experience.VETERAN)
    assert net(home(riders, deliberate, hasty=True)) == net(home(riders, deliberate)) + 1
    before = line(8, 30, facing=UP)  # it was charged in the rear
    field = home(riders, deliberate, hasty=True)
    known, piece, drawn = before
    field = replace(field, trails={"1st": Trail(drawn, piece.figures, piece.base, (pose(30, 30, UP),))})
    assert form(field, fight("5th"))["defenders"][0]["outflanked"]
    assert net(field) == net(home(riders, deliberate)) + 3
    assert known.name == "1st"


@pytest.mark.rule("MAW-G.14", "MAW-3.01")
def test_guns_are_supported_by_steady_troops_within_four_inches():
    gun = guns("1st", MEX, pose(30, 30, DOWN), 2, experience=Experience.VETERAN)

    def supported(*others: Laid) -> bool:
        told: bool = form(home(foot(), gun, *others), fight("5th"))["guns_supported"]
        return told

    assert not supported()
    assert supported(line(4, 30, 37, name="6th"))  # from 31 to 35: four inches
    assert not supported(line(4, 30, 37.01, name="6th"))
    assert not supported(line(4, 30, 36, name="6th", order=OrderState.DISORDERED))
    assert net(home(foot(), gun, line(4, 30, 37, name="6th"))) == net(home(foot(), gun)) - 2


@pytest.mark.rule(
    "MAW-3.01", "MAW-3.02a", "MAW-5.01", "MAW-5.05", "MAW-11.01", "MAW-11.02", "MAW-11.08", "MAW-11.10", "MAW-13.15", "MAW-15.35", "MAW-18.05",
    "MAW-24.21", "MAW-24.21a", "MAW-24.23", "MAW-5.02", "MAW-5.04", "MAW-G.35", "MAW-G.36", "MAW-G.51a", "MAW-G.59", "MAW-G.60", "MAW-15.40", "MAW-0.06",
)  # fmt: skip
def test_the_modifiers_of_a_combat_add_up_as_the_sheet_says():
    """Two equal lines: nought."""
    assert net(home(foot(), line())) == 0
    assert net(home(foot(), line(), steel=True)) == 1
    assert net(home(foot(experience=Experience.ELITE), line())) == 1
    assert net(home(foot(), line(order=OrderState.DISORDERED))) == 1
    assert net(home(foot(), line(order=OrderState.BROKEN))) == 3
    assert net(home(foot(), line(formation=F.OPEN_THIN, light_troops=True))) == 1
    assert net(home(foot(), line(unit_class=UnitClass.NATIONAL_GUARD, experience=Experience.RAW))) == 3
    assert net(home(foot(12), line(8))) == 1
    assert net(home(foot(16), line(8))) == 2
    assert net(home(foot(), line(formation=F.MARCH_COLUMN))) == 3
    riders = horse("5th", US, pose(30, 30), 8, experience=Experience.VETERAN)
    assert net(home(riders, line())) == 2
    assert net(home(riders, line(16))) == 2  # cavalry outnumbered by infantry does not care
    assert net(home(riders, line(formation=F.DELIBERATE_SQUARE))) == 0
    broken = {"5th": Charge("1st", pose(30, 20), moved=True, ground=Ground.BROKEN)}
    assert net(home(riders, line(), charges=broken)) == 1


@pytest.mark.rule("MAW-24.21", "MAW-11.08", "MAW-5.04", "MAW-24.22", "MAW-24.23", "MAW-G.35")
@pytest.mark.parametrize(
    ("order", "lances", "worth"),
    ((OrderState.GOOD, True, 2), (OrderState.DISORDERED, True, 4), (OrderState.DISORDERED, False, 3)),
)
def test_lances_count_against_disordered_troops(order, lances, worth):
    field = laid(
        horse("7th", MEX, pose(30, 30, DOWN), 8, experience=Experience.VETERAN, lances=lances),
        unit("5th", US, pose(30, 30), 8, order=order),
        *RESERVES,
        side=MEX,
        phase=Phase.CHARGES,
    )
    field = replace(field, charges={"7th": Charge("5th", pose(30, 40, DOWN), moved=True)})
    assert net(field, fight("7th", MEX)) == worth


# ---- What an effect does (MAW-3.04) --------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-3.04", "MAW-5.06", "MAW-G.25", "MAW-G.25a", "MAW-G.21b", "MAW-G.21", "MAW-G.25c", "MAW-G.25e")
def test_driven_back_infantry_goes_beyond_close_range_and_the_winner_carries_the_position():
    field = home(foot(), line())
    after = done(field, fight("5th"), charge_1_dice=dice(4))
    beaten = after.books.units["1st"]
    assert (beaten.stands, beaten.order) == (7, OrderState.DISORDERED)
    assert abs(front(after, "1st")[2] - DOWN) < 5  # facing the enemy
    assert 34 < front(after, "1st")[1] < 34.1  # four inches from where the winner stood
    assert 30 <= front(after, "5th")[1] < 31
    assert after.books.units["5th"].order is OrderState.GOOD
    assert KIT.open(after) == {"US": ("break_through", "refuse", "next_phase")}  # infantry may


@pytest.mark.rule("MAW-3.04", "MAW-G.21c", "MAW-G.25")
def test_hard_pressed_troops_go_back_two_inches_and_keep_their_facing():
    after = done(home(foot(), line()), fight("5th"), charge_1_dice=dice(3))
    assert near(front(after, "1st"), (30, 32, 180), 0.02)
    assert len(after.pieces["1st"].figures) == 8
    again = done(home(foot(), line(order=OrderState.DISORDERED)), fight("5th"), charge_1_dice=dice(1))
    assert len(again.pieces["1st"].figures) == 7


@pytest.mark.rule("MAW-3.04", "MAW-3.05", "MAW-G.21a", "MAW-5.06")
@pytest.mark.parametrize(("difference", "lost"), ((8, 2), (9, 2)))
def test_swept_troops_lose_two_stands_and_are_gone_a_full_move(difference, lost):
    after = done(home(foot(), line()), fight("5th"), charge_1_dice=dice(difference))
    assert len(after.pieces["1st"].figures) == 8 - lost
    assert after.shapes["1st"].kind is Kind.MOB
    assert abs(min(pose.y for pose in after.pieces["1st"].figures) / 1000 - 46) < 0.3


@pytest.mark.rule("MAW-3.04", "MAW-G.45", "MAW-5.06")
@pytest.mark.parametrize(
    ("difference", "left", "order", "y"),
    ((-1, 8, OrderState.DISORDERED, 28), (-4, 7, OrderState.DISORDERED, 26), (-8, 6, OrderState.BROKEN, 14)),
)
def test_an_attacker_falters_recoils_or_is_repulsed(difference, left, order, y):
    after = done(home(foot(), line()), fight("5th"), charge_1_dice=dice(difference))
    assert len(after.pieces["5th"].figures) == left
    assert after.books.units["5th"].order is order
    assert abs(max(pose.y for pose in after.pieces["5th"].figures) / 1000 - y) < 1.2
    assert near(front(after, "1st"), (30, 30, 180))


@pytest.mark.rule("MAW-3.04", "MAW-3.08", "MAW-G.66", "MAW-G.66a", "MAW-11.07", "MAW-G.64", "MAW-15.32a", "MAW-G.25e")
def test_a_desperate_struggle_costs_both_a_stand_and_is_rolled_again():
    after = done(home(foot(), line()), fight("5th"), charge_1_dice=dice(0), charge_2_dice=dice(4))
    assert len(after.pieces["5th"].figures) == 7
    assert len(after.pieces["1st"].figures) == 6
    assert after.books.units["5th"].order is OrderState.DISORDERED
    assert "break_through" not in KIT.open(after)["US"]  # no breakthrough after a 2nd combat


@pytest.mark.rule("MAW-G.25g", "MAW-G.66", "MAW-10.04", "MAW-G.25f")
def test_a_struggle_ends_when_stands_do():
    few = home(foot(6), line(2))
    after = done(few, fight("5th"), charge_1_dice=dice(-net(few)))
    assert "1st" not in after.pieces
    gun = guns("1st", MEX, pose(30, 30, DOWN), 1, experience=Experience.VETERAN)
    field = home(foot(), gun)
    shift = net(field)
    alone = done(field, fight("5th"), charge_1_dice=dice(-shift))
    assert "1st" not in alone.pieces


@pytest.mark.rule("MAW-3.04", "MAW-G.25b", "MAW-G.25", "MAW-3.08")
@pytest.mark.parametrize(("choice", "low", "high"), (("go back", 25.9, 26.2), ("recall", 5, 20)))
def test_beaten_cavalry_may_recall_up_to_a_full_move(choice, low, high):
    riders = horse("5th", US, pose(30, 30), 8, experience=Experience.VETERAN)
    field = home(riders, line())
    after = done(field, fight("5th"), charge_1_dice=dice(-6), recall=choice)  # +2 and -6: Recoil
    assert after.books.units["5th"].order is OrderState.DISORDERED
    top = max(pose.y for pose in after.pieces["5th"].figures) / 1000
    assert low <= top <= high
    facing = front(after, "5th")[2]
    assert min(facing, 360 - facing) < 20


@pytest.mark.rule("MAW-G.25b", "MAW-G.46")
def test_irregulars_recall_in_open_order():
    riders = horse("5th", US, pose(30, 30), 8, unit_class=UnitClass.IRREGULAR, formation=F.OPEN_DEEP)
    field = home(riders, line())
    after = done(field, fight("5th"), charge_1_dice=dice(-net(field) - 5), recall="recall")
    assert after.books.units["5th"].order is OrderState.DISORDERED
    assert after.books.units["5th"].formation is F.OPEN_DEEP
    assert after.shapes["5th"].state == F.OPEN_DEEP


@pytest.mark.rule("MAW-3.04", "MAW-G.51", "MAW-15.38")
def test_who_is_beaten_by_cavalry_loses_another_stand_and_breaks():
    riders = horse("5th", US, pose(30, 30), 8, experience=Experience.VETERAN)
    after = done(home(riders, line()), fight("5th"), charge_1_dice=dice(2))  # +2: Driven Back
    assert len(after.pieces["1st"].figures) == 6
    assert after.books.units["1st"].order is OrderState.BROKEN


@pytest.mark.rule("MAW-5.08", "MAW-15.36", "MAW-15.36a", "MAW-15.37a", "MAW-G.25i", "MAW-1.20")
@pytest.mark.parametrize(("choice", "y"), (("go back", 28), ("recall", None)))
def test_a_square_that_is_hard_pressed_stands_and_its_attacker_goes_back(choice, y):
    riders = horse("5th", US, pose(30, 30), 8, experience=Experience.VETERAN)
    after = done(home(riders, line(formation=F.DELIBERATE_SQUARE)), fight("5th"), charge_1_dice=dice(2), recall=choice)
    assert near(front(after, "1st"), (30, 30, 180))
    assert after.books.units["1st"].order is OrderState.DISORDERED
    assert len(after.pieces["1st"].figures) == 8
    assert after.books.units["5th"].order is OrderState.GOOD
    if y is not None:
        assert near((front(after, "5th")[1],), (y,), 0.02)
    else:
        assert front(after, "5th")[1] < 20


@pytest.mark.rule("MAW-15.38", "MAW-15.39", "MAW-G.25h")
def test_a_broken_square_loses_two_stands_and_the_crews_inside():
    crew = guns("LG", MEX, pose(34, 31, DOWN), 1, sheltered=True, silenced=True)
    square = line(formation=F.DELIBERATE_SQUARE, crews=("LG",))
    after = done(home(foot(), square, crew), fight("5th"), charge_1_dice=dice(4))
    assert len(after.pieces["1st"].figures) == 6
    assert after.books.units["1st"].order is OrderState.BROKEN
    assert "LG" not in after.pieces


@pytest.mark.rule("MAW-5.07", "MAW-G.25j", "MAW-G.53", "MAW-21.03a", "MAW-3.04")
def test_light_guns_limber_and_go_heavy_ones_and_overrun_ones_are_taken():
    light = guns("1st", MEX, pose(30, 30, DOWN), 2, experience=Experience.VETERAN, carriage=Carriage.OLC)
    field = home(foot(), light)
    shift = net(field)
    gone = done(field, fight("5th"), charge_1_dice=dice(2 - shift))
    told = gone.books.units["1st"]
    assert (told.limbered, told.silenced, told.damaged) == (True, True, 1)
    assert gone.pieces["1st"].base.behind == 2000
    assert middle_of(gone.pieces["1st"]).y > 36_000
    heavy = guns(
        "1st", MEX, pose(30, 30, DOWN), 2, Weapon.MG, experience=Experience.VETERAN, carriage=Carriage.HC_FIELD
    )
    assert "1st" not in done(home(foot(), heavy), fight("5th"), charge_1_dice=dice(2 - shift)).pieces
    fixed = home(foot(), light, marks={"1st": Mark(fixed=True)})
    assert "1st" not in done(fixed, fight("5th"), charge_1_dice=dice(2 - shift)).pieces
    riders = horse("5th", US, pose(30, 30), 8, experience=Experience.VETERAN)
    ridden = home(riders, light)
    assert "1st" not in done(ridden, fight("5th"), charge_1_dice=dice(5 - net(ridden))).pieces


@pytest.mark.rule("MAW-3.06", "MAW-3.04", "MAW-G.16e", "MAW-3.07")
def test_leaders_and_colonels_with_swept_troops_may_fall():
    brave = line(leader=LeaderWith.COLONEL)
    field = home(foot(), brave, leader("Arista", MEX, pose(30, 32), "1st", unit="1st"))
    after = done(field, fight("5th"), charge_1_dice=dice(9), leader_die=9, leader_colonel=7)
    assert "Arista" not in after.pieces
    assert after.books.units["1st"].leader is LeaderWith.NONE
    assert after.books.leaders_lost == {MEX: 1}


@pytest.mark.rule("MAW-2.26", "MAW-G.23b", "MAW-G.23c", "MAW-3.04")
@pytest.mark.parametrize("choice", ("carry the position", "recall"))
def test_a_counter_charger_who_wins_carries_the_position_or_recalls(choice):
    riders = horse("5th", US, pose(30, 30), 8, experience=Experience.VETERAN)
    lancers = horse("1st", MEX, pose(30, 30, DOWN), 8, experience=Experience.VETERAN)
    charges = {
        "5th": Charge("1st", pose(30, 20), moved=True),
        "1st": Charge("5th", pose(30, 40), moved=True, counter=True),
    }
    field = home(riders, lancers, charges={"5th": charges["5th"]})
    field = replace(
        field,
        charges=charges,
        books=field.books.with_changes("1st", countered=True, charges=False, charging=frozenset()),
    )
    told = form(field, fight("5th"))
    assert told["counter_charging"]
    assert net(field) == 0
    after = done(field, fight("5th"), charge_1_dice=dice(-2), recall=["go back", choice])
    assert after.books.units["1st"].order is OrderState.DISORDERED
    y = front(after, "1st")[1]
    assert (y > 35) is (choice == "recall")


@pytest.mark.rule("MAW-2.27", "MAW-4.20", "MAW-24.25a")
def test_mexican_horse_that_fire_disorders_on_its_counter_charge_receives_the_charge_at_a_stand():
    riders = horse("5th", US, pose(30, 30), 8, experience=Experience.VETERAN)
    lancers = horse("1st", MEX, pose(30, 30, DOWN), 8, experience=Experience.VETERAN, order=OrderState.DISORDERED)
    field = home(riders, lancers)
    counters = Charge("5th", pose(30, 40), moved=True, counter=True)
    books = field.books.with_changes("1st", countered=True, charges=False, charging=frozenset())
    field = replace(field, charges={**field.charges, "1st": counters}, books=books)
    told = form(field, fight("5th"))
    assert not told.get("counter_charging")
    assert told["defenders"][0]["charge_part"] == "plain"
    assert net(field) == 2 + 1  # the charge over open ground, and their disorder


@pytest.mark.rule("MAW-G.25a", "MAW-G.20e")
def test_who_has_carried_a_position_may_refuse_a_flank_there():
    flank = act("refuse", piece="5th", chosen={"refuse_right": 2})
    field = home(foot(), line(4))
    assert KIT.open(field) == {"US": ("charge_combat",)}
    assert refused(field, flank) != []  # first the combat
    after = done(field, fight("5th"), charge_1_dice=dice(4))
    assert done(after, flank).shapes["5th"].array.right == 2
    assert refused(after, act("refuse", piece="reserve", chosen={"refuse_right": 2})) == ["MAW-G.25a"]
    assert "refuse" not in KIT.open(done(after, act("next_phase")))[MEX.value]


@pytest.mark.rule("MAW-G.24h")
def test_losses_are_shared_out_and_the_odd_stand_comes_from_the_lead():
    """Three stands lost: two by the lead, which touches with more, one by the other."""
    field = home(foot(12, x=33), line(6, x=30), line(4, x=36, name="6th"))
    after = done(field, fight("5th"), charge_1_dice=[[9, 1]])
    told = {name: len(after.pieces[name].figures) for name in ("1st", "6th")}
    lost = 10 - sum(told.values())
    assert lost >= 2
    assert 6 - told["1st"] == (lost + 1) // 2
    assert 4 - told["6th"] == lost // 2
    battery = home(foot(12, x=33), line(6, x=30), guns("LG", MEX, pose(35, 30, DOWN), 2))
    after = done(battery, fight("5th"), charge_1_dice=dice(1))
    assert len(after.pieces["LG"].figures) == 2  # guns lose stands only where no troops fight with them


# ---- Breakthroughs (MAW-2.10a, MAW-5.09, MAW-G.25d) ------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "MAW-2.10a", "MAW-2.10b", "MAW-5.09", "MAW-11.06", "MAW-G.25c", "MAW-G.25d", "MAW-G.25e", "MAW-11.11a", "MAW-G.25"
)
def test_cavalry_must_break_through_to_the_closest_enemy_and_fights_again():
    riders = horse("5th", US, pose(30, 30), 8, experience=Experience.VETERAN)
    field = home(riders, line(4), line(8, 38, name="6th"))
    after = done(field, fight("5th"), charge_1_dice=dice(4))
    assert after.charges["5th"].breaks
    assert after.charges["5th"].target == "6th"
    assert near((front(after, "5th")[1],), (38,), 0.02)
    told = form(after, fight("5th"))
    assert told["combat"] == "breakthrough"
    assert after.books.units["5th"].order is OrderState.GOOD
    again = done(after, fight("5th"), charge_1_dice=dice(5))
    assert again.books.units["5th"].late_disorder or again.books.units["5th"].order is OrderState.DISORDERED
    assert again.breaking == {}
    far = home(riders, line(4), line(8, 55, name="6th"))
    alone = done(far, fight("5th"), charge_1_dice=dice(4))
    assert alone.charges == {}
    assert alone.breaking == {}


@pytest.mark.rule("MAW-G.25c", "MAW-G.25d", "MAW-2.10a")
def test_infantry_may_break_through_or_stay():
    field = home(foot(), line(4), line(8, 36, name="6th"))
    after = done(field, fight("5th"), charge_1_dice=dice(4))
    assert KIT.open(after) == {"US": ("break_through", "refuse", "next_phase")}
    through = done(after, act("break_through", piece="5th"))
    assert through.charges["5th"].target == "1st"  # who has gone back four inches
    stays = done(after, act("next_phase"))
    assert stays.books.side is MEX
    nobody = done(home(foot(), line(4)), fight("5th"), charge_1_dice=dice(9))
    assert refused(nobody, act("break_through", piece="5th")) == ["MAW-G.25d"]
    assert ready(nobody, US.value) == (), "nobody is marked as having something to do"
    assert [piece.id for piece in ready(after, US.value)] == ["5th"]


@pytest.mark.rule("MAW-16.09", "MAW-16.09a", "MAW-16.09b", "MAW-16.10", "MAW-16.12", "MAW-16.08")
def test_a_storming_column_that_wins_deploys_in_disorder_and_one_that_loses_breaks():
    defile = (area("river", 0, 26, 96, 4), area("bridge", 29, 26, 2, 4), wall("defile", (30, 26), (30, 30)))
    column = foot(6, 32, formation=F.STORMING_COLUMN)
    field = home(column, line(6, 32), ground=defile)
    wins = done(field, fight("5th"), charge_1_dice=dice(5))
    assert wins.books.units["5th"].formation is F.LINE
    assert wins.shapes["5th"].state == F.LINE
    assert wins.books.units["5th"].order is OrderState.DISORDERED
    assert wins.breaking == {}
    flanks = act("refuse", piece="5th", chosen={"refuse_left": 1, "refuse_right": 2})
    bent = done(wins, flanks)
    assert bent.shapes["5th"].array.left == 1
    assert bent.shapes["5th"].array.right == 2
    loses = done(field, fight("5th"), charge_1_dice=dice(-2))
    assert loses.books.units["5th"].order is OrderState.BROKEN
    assert middle_of(loses.pieces["5th"]).y < 26_000


# ---- Retreats (MAW-G.21) ---------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-G.21d")
def test_friends_who_are_run_through_are_disordered_unless_open_or_guns():
    formed = unit("6th", MEX, pose(30, 36, DOWN), 8)
    after = done(home(foot(), line(), formed), fight("5th"), charge_1_dice=dice(9))
    assert after.books.units["6th"].order is OrderState.DISORDERED
    loose = unit("6th", MEX, pose(30, 36, DOWN), 8, formation=F.OPEN_THIN, light_troops=True)
    assert (
        done(home(foot(), line(), loose), fight("5th"), charge_1_dice=dice(9)).books.units["6th"].order
        is OrderState.GOOD
    )
    gun = guns("6th", MEX, pose(30, 36, DOWN), 2)
    assert not done(home(foot(), line(), gun), fight("5th"), charge_1_dice=dice(9)).books.units["6th"].silenced


@pytest.mark.rule("MAW-G.21e")
def test_a_retreat_that_is_blocked_halts_an_inch_short_and_costs_a_stand():
    river = area("river", 0, 34, 96, 3)
    after = done(home(foot(), line(), ground=(river,)), fight("5th"), charge_1_dice=dice(9))
    assert len(after.pieces["1st"].figures) == 5
    top = max(corner[1] for quad in seeing.quads(after, "1st").tolist() for corner in quad)
    assert top <= 34_000


@pytest.mark.rule("MAW-G.21f")
def test_who_is_driven_over_the_edge_is_lost():
    after = done(home(foot(8, 50), line(8, 50)), fight("5th"), charge_1_dice=dice(9))
    assert "1st" not in after.pieces
    assert after.books.units["1st"].gone
    assert after.books.lost(MEX) == 8


# ---- Odds -------------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("MAW-0.06", "MAW-15.40", "MAW-11.04")
def test_horse_does_better_against_a_line_than_against_squares():
    riders = horse("5th", US, pose(30, 30), 8, experience=Experience.VETERAN)

    def wins(defender: Laid, *, hasty: bool = False) -> Fraction:
        law = law_of(KIT, home(riders, defender, hasty=hasty), fight("5th")).law
        return sum((weight for verdict, weight in law if verdict.won), Fraction(0))

    square = line(formation=F.DELIBERATE_SQUARE)
    assert wins(line()) > wins(square, hasty=True) > wins(square)


@pytest.mark.rule("MAW-G.44")
def test_an_evader_who_is_caught_fights_as_broken():
    told = [
        modifier.value
        for modifier in law_of(KIT, home(foot(), line(order=OrderState.BROKEN)), fight("5th"))
        .requests["charge.1.dice"]
        .tally
    ]
    assert 3 in told
