"""Short battles told from beginning to end, chapter after chapter of the rules: every distance, volley and die worked out by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.miniatures.orders import Act
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.table.nearness import far_between
from sandtable.rulesets.mesoamerica.table.rules import KIT
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Weapon, Weather
from tests.rulesets.mesoamerica.table.laying import (
    EAST,
    FAR,
    WEST,
    area,
    charge,
    done,
    effects,
    fire,
    gone_on,
    kept,
    laid,
    middle,
    move,
    planned,
    priest,
    refused,
    told,
    unit,
)

CLUB, WAR_CLUB, BOW = Weapon.CLUB, Weapon.WAR_CLUB, Weapon.BOW


def fought(field: MesoamericaField, actor: str, target: str, **answers: object) -> MesoamericaField:
    """A fight is named, everybody else passes, and it is fought with these dice and choices."""
    by = field.pieces[actor].owner
    if field.books.names_next is not None and field.books.names_next.value != by:
        field = done(field, Act(by=field.books.names_next.value, action="pass_naming"))
    field = done(field, Act(by=by, action="name_fight", piece=actor, target=target))
    while KIT.open(field) and "pass_naming" in next(iter(KIT.open(field).values())):
        field = done(field, Act(by=next(iter(KIT.open(field))), action="pass_naming"))
    return done(field, Act(by=by, action="fight", piece=actor, target=target), **answers)


def to_orders(field: MesoamericaField) -> MesoamericaField:
    """Nobody wishes for anything until orders are to be given in the next turn."""
    turn = field.books.turn
    while field.books.phase != "orders" or field.books.turn == turn:
        field = planned(field) if KIT.plans(field) else gone_on(field)
    return field


# ---- Chapters 4, 5 and 9: snow, a volley, and who runs from it ---------------------------------------------------------------------------


@pytest.mark.rule("PRE-4.05b", "PRE-5.06", "PRE-5.13", "PRE-9.02", "PRE-9.03d", "PRE-4.05", "PRE-G.41", "PRE-G.43")
def test_in_snow_bows_come_nearer_and_eight_weak_men_run_from_their_arrows():
    """In snow bows carry 2 inches. At 2 inches: 240 shots, 3/6 of them hit, 120; 2 of 100 kill: 2.4, 2 men.

    The six who are left: (2 - 3)/2 + (6 - 10)/5 - 1 for being shot at = -2.3, and a point less for two enemies within 2 inches, 1 kept
    is -3; snow takes 1 from what is shown. At M-4 they go a full move toward their edge with their back turned, which takes half an inch: from 16 to 19.5.
    """
    field = laid(
        unit("W1", WEST, 20, 13, BOW),
        unit("W2", WEST, 21, 14),
        unit("E1", EAST, 20, 16, CLUB, strength=2, men=8, started=8),
        *FAR,
        weather=Weather.SNOW,
    )
    assert refused(field, fire(field, "W1", "E1")) == ["PRE-5.02b"], "3 inches are too far in snow"
    near = kept(planned(field, move(field, "W1", (20, 14))))
    assert near.books.turn == 2
    after, events = told(near, fire(near, "W1", "E1"))
    (killed,) = effects(events, "men_killed")
    assert (killed.whom, killed.count) == ("E1", 2)
    shown = after.books.units["E1"]
    assert shown.shown == -4
    assert kept(after).books.units["E1"].moved_share == 1
    assert middle(kept(after), "E1") == (20, 19.5)


# ---- Chapter 6: two armies meet ------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-6.01", "PRE-6.02", "PRE-6.03", "PRE-6.05", "PRE-G.25")
def test_who_comes_out_of_a_swamp_is_met_at_its_edge():
    """W1 has 0.75 inches of swamp, half of its turn: it is out of it after four of eight steps.

    E1 charges 0.5 inches a step from 3.5 inches off (edge to edge). After four steps W1 has gone 0.75 and E1 2.0, and 0.75 are between them:
    0.25 too many, and they close at 1 inch a step: a quarter of the fifth step, W1 at 0.75 + 0.125 and E1 at 2.125.
    """
    ground = (area("swampy", 15, 5, 10, 5.75),)
    field = laid(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 10 + 0.59 + 3.5), *FAR, ground=ground)
    after = kept(planned(field, charge(field, "W1", "E1"), charge(field, "E1", "W1")))
    assert middle(after, "W1")[1] == pytest.approx(10.875, abs=0.002)
    assert middle(after, "E1")[1] == pytest.approx(14.09 - 2.125, abs=0.002)
    assert far_between(after.pieces["W1"], after.pieces["E1"]) == pytest.approx(500, abs=2)
    assert float(after.books.units["W1"].moved_share) == pytest.approx(0.5 + 0.125 / 4, abs=0.001)


# ---- Chapters 7 and 8: a shock, weapons taken, captives led away and offered ---------------------------------------------------------


@pytest.mark.rule(
    "PRE-7.08", "PRE-7.13", "PRE-8.01", "PRE-8.02", "PRE-8.05b", "PRE-8.07", "PRE-8.09", "PRE-8.10", "PRE-G.29"
)
def test_a_charge_takes_weapons_then_men_and_twenty_of_them_are_offered():
    """War clubs 5 charge 3 inches of 4: shock. 5 x 4/3 x 5/3 = 100/9 against clubs 3, who defend with 6: 1:1.

    Elite, they throw a 1 as a 0: 10 percent of 20 killed, 20 percent disarmed. 20 less half of 14 is 13: they may claim all 4, and lead them 3.5
    inches after turning about, then beside the priests, and wait a turn. 22 are held then, 20 of them are offered, and 2 are left.
    """
    field = laid(
        unit("W1", WEST, 20, 10, WAR_CLUB, strength=5, elite=True),
        priest("WP", WEST, 20, 7.4, held=18),
        unit("E1", EAST, 20, 14.09, CLUB),
        *FAR,
    )
    struck = kept(planned(field, charge(field, "W1", "E1")))
    assert struck.books.units["W1"].moved_share == Fraction(3, 4)
    dice = {"fight_defender": "defend", "fight_aggressor": "disarm", "fight_aggressor_die": 1}
    after = fought(struck, "W1", "E1", **dice)
    assert after.books.units["E1"].men == Men(18, 4)
    claim = Act(by="West", action="claim", piece="W1", target="E1", chosen={"men_claimed": 4})
    field = planned(after, claim)
    assert field.books.units["W1"].prisoners == 4
    assert field.books.units["E1"].men == Men(14)
    field = to_orders(field)
    assert middle(field, "W1")[1] == pytest.approx(9.5, abs=0.002)
    field = to_orders(field)
    assert far_between(field.pieces["W1"], field.pieces["WP"]) <= 500
    while field.books.phase != "sacrifice":
        field = planned(field) if KIT.plans(field) else gone_on(field)
    assert field.books.units["WP"].held == 22
    offer = Act(by="West", action="sacrifice", piece="WP", chosen={"purpose": "morale"})
    field = planned(field, offer)
    assert field.books.units["WP"].held == 2
    assert field.books.heartened == {WEST: field.books.turn}
    assert field.books.tolls[EAST].handed_over == 4
