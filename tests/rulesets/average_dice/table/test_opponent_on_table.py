"""What the computer does in Average Dice where one thing is plainly right, and the sentence in which it says why."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from sandtable.geometry.measure import Pose
from sandtable.miniatures.orders import Act
from sandtable.rulesets.average_dice.ledger import Raised
from sandtable.rulesets.average_dice.table.rules import TABLE
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.vocabulary import Arm, Posture, Weapon
from tests.rulesets.average_dice.table.laying import (
    FEDERAL,
    SEATS,
    VILLISTA,
    Laid,
    area,
    at,
    gun,
    laid,
    pose,
    row,
    unit,
)

HOUSES = tuple(area("building", x, 62, 3, 3) for x in (16, 21, 26))
VILLAGE: dict[str, Any] = {"ground": HOUSES, "villages": (tuple(house.id for house in HOUSES),)}
MILL = "building 16 62"
EVE: dict[str, Any] = {"side": None, "day": 0, "boxes": 0, "turn": 0, "turns": 0}
NIGHT: dict[str, Any] = {"turn": 13, "turns": 12}
INSIDE = at(*((17.5, 63.5),) * 10)
FAR = unit("F9", FEDERAL, row(2, 71, 5))
POOR = Weapon.HOTCHPOTCH


def ranks(x: float, y: float) -> tuple[Pose, ...]:
    """Ten figures in two ranks."""
    return (*row(x, y, 5, 1.1), *row(x, y - 1.1, 5, 1.1))


def chosen(field: AverageDiceField, side: str = "villista") -> tuple[Act, str]:
    """The first order of a side, and why it is given."""
    player = TABLE.players["opponent"]("general", "tests")
    decision = next(each for each in TABLE.decisions(field) if each.by == side)
    order = player.order(TABLE.view(field, SEATS[side == "federal"]), decision)
    assert isinstance(order, Act)
    assert TABLE.problems(field, order) == ()
    why = player.why()
    assert why is not None
    return order, why.words


def test_it_lies_down_under_machine_guns_that_it_cannot_reach_and_gets_up_where_nobody_fires():
    guns = (gun(f"MG{n}", FEDERAL, Arm.MACHINE_GUN, pose(19 + 5 * n, 48, 180), 2) for n in range(2))
    order, why = chosen(laid(unit("V1", VILLISTA, ranks(17, 30), weapon=POOR), *guns, **VILLAGE))
    assert order.chosen.get("go_prone_or_rise") is True
    assert why == "V1 lies down, where fire does less harm."
    order, why = chosen(laid(unit("V1", VILLISTA, ranks(17, 20), posture=Posture.PRONE), FAR, **VILLAGE))
    assert order.chosen.get("go_prone_or_rise") is True
    assert why == "V1 gets up to go on."


@pytest.mark.parametrize("y", (58, 59, 60))
def test_it_storms_a_house_that_a_few_hold_however_near_it_is(y):
    few = unit("F1", FEDERAL, INSIDE[:3], weapon=POOR)
    order, why = chosen(laid(unit("V1", VILLISTA, ranks(15, y), weapon=POOR), few, FAR, **VILLAGE))
    assert order.action == "move"
    assert why == f"V1 can drive the enemy out of {MILL}."


def test_federals_go_into_the_houses_of_their_village():
    field = laid(unit("V1", VILLISTA, ranks(14, 20)), unit("F1", FEDERAL, ranks(15, 58)), side=FEDERAL, **VILLAGE)
    order, why = chosen(field, "federal")
    assert order.action == "move"
    assert why == f"{MILL} shelters F1, and counts."


def test_it_throws_dynamite_at_who_is_near_and_shells_a_house_that_is_full():
    bombers = unit("V1", VILLISTA, row(14, 57, 10, 1.1), weapon=POOR, throwers=4)
    order, why = chosen(laid(bombers, unit("F1", FEDERAL, row(14, 61, 10, 1.1))))
    assert (order.action, why) == ("throw_dynamite", "F1 is near enough for cans.")
    cannon = gun("Niño", VILLISTA, Arm.FIELD_GUN, pose(17.5, 30), 3)
    order, why = chosen(laid(cannon, unit("F1", FEDERAL, INSIDE), FAR, unit("V1", VILLISTA, row(2, 2, 5)), **VILLAGE))
    assert (order.action, order.target) == ("hit_structure", MILL)
    assert why == f"{MILL} comes down over F1 before long."


def test_those_who_storm_are_sent_round_the_flank_and_those_who_shoot_stay():
    def unseen(told: Laid) -> Laid:
        return told[0], replace(told[1], hidden=True)

    rifles = (("V1", Weapon.MAUSER), ("V2", POOR), ("V3", Weapon.MAUSER))
    own = (
        unseen(unit(name, VILLISTA, row(2 + 15 * n, 0.5, 10, 1.02), weapon=rifle))
        for n, (name, rifle) in enumerate(rifles)
    )
    field = laid(*own, FAR, raised={VILLISTA: Raised(units=3, flank=2)}, **EVE, **VILLAGE)
    order, why = chosen(field)
    assert (order.action, order.piece) == ("flank_march", "V2")
    assert order.chosen["edge"] == "right", "the Federals are on the left"
    assert why == "V2 will do more behind the villages than before them."
    order, why = chosen(laid(unit("V1", VILLISTA, row(2, 0.5, 10)), FAR, **EVE, **VILLAGE))
    assert (order.action, why) == ("new_day", "The day begins, and the dice say how long it is.")


@pytest.mark.rule("AVD-3.04", "AVD-G.08", "AVD-G.33")
def test_it_knows_when_to_stop():
    held = [unit(f"V{n}", VILLISTA, at(*((17.5 + 5 * n, 63.5),) * 10)) for n in range(2)]
    order, why = chosen(laid(*held, unit("F1", FEDERAL, ranks(2, 50)), **NIGHT, **VILLAGE))
    assert order.action == "score"
    assert why == "The village is held, and the points are enough: another day could only lose them."
    strong = [unit(f"V{n}", VILLISTA, ranks(2 + 10 * n, 20)) for n in range(2)]
    order, why = chosen(laid(*strong, unit("F1", FEDERAL, ranks(2, 50)), **NIGHT, **VILLAGE))
    assert (order.action, why) == ("new_day", "Another day may bring what this one did not.")
    weak = (unit("V0", VILLISTA, row(2, 20, 4)), *(unit(f"F{n}", FEDERAL, ranks(2 + 10 * n, 50)) for n in range(3)))
    order, why = chosen(laid(*weak, **NIGHT, **VILLAGE))
    assert (order.action, why) == ("score", "Too few are left to hope for more from another day.")
    order, why = chosen(laid(*weak, boxes=5, **NIGHT, **VILLAGE))
    assert (order.action, why) == ("score", "There is no other day.")
