"""Hand-to-hand combat on the table: naming, the order of fights, choices of both sides, results by hand (chapter 7, PRE-G.27 to PRE-G.36, PRE-G.51)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandtable.battle.engine.battle import Accepted
from sandtable.miniatures.acting import filled_in, law_of
from sandtable.miniatures.events import Ruled
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mesoamerica.best_choice import choices
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.numbers import has_shock, paired
from sandtable.rulesets.mesoamerica.table.fighting import fights_left, next_fights
from sandtable.rulesets.mesoamerica.table.nearness import back_of
from sandtable.rulesets.mesoamerica.table.rules import KIT
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Back, Fight, UnitType, Weapon
from tests.rulesets.mesoamerica.table.laying import (
    EAST,
    EASTWARD,
    FAR,
    NORTH,
    SOUTH,
    WEST,
    WESTWARD,
    Laid,
    begun,
    carried,
    charge,
    done,
    effects,
    laid,
    moved,
    priest,
    refused,
    unit,
    with_unit,
)

CLUB, WAR_CLUB, SWORD, LANCE = Weapon.CLUB, Weapon.WAR_CLUB, Weapon.SWORD, Weapon.LANCE


def fighting(*units: Laid, first: str | None = "West", **about: Any) -> MesoamericaField:
    """A table in the phase of fights, with a side that names first."""
    books = {"phase": "fight", "names_next": WEST if first == "West" else EAST}
    return laid(*units, *FAR, **{**books, **about})


def name(field: MesoamericaField, actor: str, target: str) -> Act:
    return Act(by=field.pieces[actor].owner, action="name_fight", piece=actor, target=target)


def passes(side: str) -> Act:
    return Act(by=side, action="pass_naming")


def fight(field: MesoamericaField, actor: str, target: str) -> Act:
    return Act(by=field.pieces[actor].owner, action="fight", piece=actor, target=target)


def named(field: MesoamericaField, *pairs: tuple[str, str]) -> MesoamericaField:
    """Fights named one after the other; who has nobody to name passes by itself."""
    for pair in pairs:
        if field.books.names_next is not None and field.pieces[pair[0]].owner != field.books.names_next.value:
            field = done(field, passes(field.books.names_next.value))
        field = done(field, name(field, *pair))
    while KIT.open(field) and "pass_naming" in next(iter(KIT.open(field).values())):
        field = done(field, passes(next(iter(KIT.open(field)))))
    return field


def against(field: MesoamericaField, *pair: str) -> Any:
    """The pair of a fight as the umpire sees it."""
    _, form = filled_in(KIT, field, fight(field, *pair))
    back = Back(form.answers["fight.back"].value)
    return paired(form.situation, back, field.tables)


PAIR = (unit("W1", WEST, 20, 10, WAR_CLUB), unit("E1", EAST, 20, 11))


# ---- Naming ------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-7.01", "PRE-G.36", "PRE-G.51")
def test_only_units_within_half_an_inch_can_be_named_against_each_other():
    apart = fighting(*PAIR, unit("W2", WEST, 22, 10), unit("E2", EAST, 22, 11.1))
    assert refused(apart, name(apart, "W1", "E2")) == ["PRE-7.01"]
    assert refused(apart, name(apart, "W2", "E2")) == ["PRE-7.01"], "0.51 inches"
    assert refused(apart, name(apart, "W1", "E1")) == []
    assert refused(apart, Act(by="West", action="name_fight", piece="E1", target="W1")) == ["PRE-G.36"]


@pytest.mark.rule("PRE-G.36", "PRE-1.05")
def test_a_die_each_says_who_names_first_and_without_anybody_to_fight_the_phase_is_passed_over():
    field = laid(*PAIR, *FAR)
    assert moved(field, fight_order_dice=[[2, 5]]).books.names_next is EAST
    assert moved(field, fight_order_dice=[[5, 2]]).books.names_next is WEST
    lonely = laid(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 20), *FAR)
    assert moved(lonely).books.turn == 2


@pytest.mark.rule("PRE-G.36", "PRE-7.17")
def test_sides_name_in_turn_and_who_is_in_a_fight_is_named_no_more():
    units = (*PAIR, unit("W2", WEST, 20.8, 10), unit("E2", EAST, 20.85, 11))
    field = done(fighting(*units), name(fighting(*units), "W1", "E1"))
    assert field.books.names_next is EAST
    assert refused(field, name(field, "E1", "W2")) == ["PRE-G.36"], "it is being attacked"
    assert refused(field, name(field, "E2", "W1")) == [], "an attacker may be attacked himself"
    assert set(KIT.open(field)) == {"East"}
    field = done(field, name(field, "E2", "W1"))
    assert refused(field, name(field, "W1", "E2")) == ["PRE-G.36"]


@pytest.mark.rule("PRE-7.16")
def test_at_most_six_are_named_against_one():
    around = [(20, 8.95), (20, 11.05), (18.95, 10), (21.05, 10), (19.1, 9.1), (20.9, 9.1), (19.1, 10.9)]
    crowd = [unit(f"W{n}", WEST, *place) for n, place in enumerate(around)]
    others = (unit("E1", EAST, 20, 10), unit("W9", WEST, 30, 10), unit("E9", EAST, 30, 11))
    five = fighting(*crowd, *others, fights_named=tuple((f"W{n}", "E1") for n in range(5)))
    assert refused(five, name(five, "W6", "E1")) == []
    six = fighting(*crowd, *others, fights_named=tuple((f"W{n}", "E1") for n in range(6)))
    assert refused(six, name(six, "W6", "E1")) == ["PRE-7.16"]


@pytest.mark.rule("PRE-G.36", "PRE-G.43")
def test_who_must_advance_has_to_be_named():
    eager = unit("W1", WEST, 20, 10, WAR_CLUB, shown=3, checked_turn=1)
    field = fighting(eager, PAIR[1])
    assert refused(field, passes("West")) == ["PRE-G.36"]
    calm = fighting(*PAIR)
    assert refused(calm, passes("West")) == []
    after = done(field, name(field, "W1", "E1"))
    assert next_fights(after) == [("W1", "E1")], "nobody of East can name anybody, and nobody of West any more"


@pytest.mark.rule("PRE-G.27")
def test_a_fight_takes_place_if_either_wants_it_and_two_passes_end_the_naming():
    field = done(fighting(*PAIR), passes("West"))
    assert field.books.names_next is EAST
    wanted = named(field, ("E1", "W1"))
    assert fights_left(wanted) == [("E1", "W1")]
    nobody = done(field, passes("East"))
    assert nobody.books.turn == 2


@pytest.mark.rule("PRE-G.35", "PRE-G.38", "PRE-G.43")
def test_who_is_unarmed_guards_prisoners_or_runs_attacks_nobody():
    for state, rule in (
        ({"men": 5, "unarmed": 5}, "PRE-G.35"),
        ({"prisoners": 3}, "PRE-G.38"),
        ({"shown": -3}, "PRE-G.43"),
    ):
        field = fighting(unit("W1", WEST, 20, 10, **state), unit("E1", EAST, 20, 11), unit("W2", WEST, 20.8, 10))
        assert rule in refused(field, name(field, "W1", "E1"))


# ---- Numbers -------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule("PRE-7.02", "PRE-7.10", "PRE-G.30", "PRE-G.31")
@pytest.mark.parametrize(
    ("own", "enemy", "number"),
    (
        (WAR_CLUB, CLUB, 4),
        (CLUB, WAR_CLUB, 3),
        (LANCE, SWORD, 5),
        (SWORD, LANCE, 3),
        (WAR_CLUB, WAR_CLUB, 3),
        (LANCE, WAR_CLUB, 4),
    ),
)
def test_the_better_weapon_multiplies_strength(own, enemy, number):
    field = named(fighting(unit("W1", WEST, 20, 10, own), unit("E1", EAST, 20, 11, enemy)), ("W1", "E1"))
    assert against(field, "W1", "E1").number("actor").value == number


@pytest.mark.rule("PRE-3.16", "PRE-3.18", "PRE-3.18b", "PRE-3.19", "PRE-3.20", "PRE-G.07", "PRE-G.05")
def test_archers_and_priests_fight_with_swords_and_less_strength():
    field = named(fighting(unit("W1", WEST, 20, 10, Weapon.BOW, strength=4), priest("E1", EAST, 20, 11)), ("W1", "E1"))
    pair = against(field, "W1", "E1")
    assert (pair.fighter("actor").weapon, pair.fighter("actor").strength) == (SWORD, 3)
    assert (pair.fighter("target").weapon, pair.fighter("target").strength, pair.fighter("target").elite) == (
        SWORD,
        1,
        True,
    )
    weak = named(fighting(unit("W1", WEST, 20, 10, Weapon.SLING, strength=1), PAIR[1]), ("W1", "E1"))
    assert against(weak, "W1", "E1").fighter("actor").strength == 1


@pytest.mark.rule("PRE-7.07", "PRE-G.28")
@pytest.mark.parametrize(
    ("facing", "other", "back"),
    (
        (NORTH, SOUTH, Back.NEITHER),
        (NORTH, NORTH, Back.ACTOR),
        (SOUTH, SOUTH, Back.TARGET),
        (NORTH, EASTWARD, Back.NEITHER),
        (SOUTH, NORTH, Back.NEITHER),
        (WESTWARD, NORTH, Back.NEITHER),
    ),
)
def test_who_faces_the_back_of_another_is_found_by_half_planes(facing, other, back):
    field = named(
        fighting(unit("W1", WEST, 20, 10, facing=facing), unit("E1", EAST, 20, 11, facing=other)), ("W1", "E1")
    )
    assert back_of(field.pieces["W1"], field.pieces["E1"]) is back
    pair = against(field, "W1", "E1")
    assert pair.number("actor").value == (Fraction(9, 2) if back is Back.ACTOR else 3)


@pytest.mark.rule("PRE-7.08", "PRE-7.09", "PRE-G.29")
@pytest.mark.parametrize(("gap", "shock"), ((3.5, True), (3.4, False)))
def test_a_charge_over_three_quarters_of_the_movement_shocks(gap, shock):
    """From 3.5 inches it goes 3.0, which is 75 percent; from 3.4 it goes 2.9, 72.5 percent."""
    field = laid(unit("W1", WEST, 20, 10, strength=4), unit("E1", EAST, 20, 10.59 + gap), *FAR)
    after = named(moved(field, charge(field, "W1", "E1")), ("W1", "E1"))
    assert after.books.units["W1"].moved_share == Fraction(str(gap - 0.5)) / 4
    _, form = filled_in(KIT, after, fight(after, "W1", "E1"))
    assert has_shock(form.situation, "actor", after.tables) is shock
    assert against(after, "W1", "E1").number("actor").value == (Fraction(20, 3) if shock else 4)


@pytest.mark.rule("PRE-7.08", "PRE-G.29")
def test_nobody_is_shocked_who_moves_nor_by_somebody_who_fought_or_was_shot_at():
    def charged(**own: Any) -> bool:
        field = laid(unit("W1", WEST, 20, 10, **own), unit("E1", EAST, 20, 14.09), *FAR, turn=2)
        after = named(moved(field, charge(field, "W1", "E1")), ("W1", "E1"))
        _, form = filled_in(KIT, after, fight(after, "W1", "E1"))
        return has_shock(form.situation, "actor", after.tables)

    assert charged()
    assert not charged(fought_turn=1)
    assert not charged(shot_turn=2)
    both = laid(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 17.59), *FAR)
    after = named(moved(both, charge(both, "W1", "E1"), charge(both, "E1", "W1")), ("W1", "E1"))
    _, form = filled_in(KIT, after, fight(after, "W1", "E1"))
    assert not has_shock(form.situation, "actor", after.tables)


# ---- Fights --------------------------------------------------------------------------------------------------------------------------------


@pytest.mark.rule(
    "PRE-7.03",
    "PRE-7.05",
    "PRE-7.06",
    "PRE-7.11",
    "PRE-7.12",
    "PRE-7.13",
    "PRE-7.15",
    "PRE-G.32",
    "PRE-G.33",
    "PRE-G.34",
)
def test_the_printed_fight_is_fought_as_printed():
    """4 against 5: the war clubs defend and strike first, 1:2, die 2: 5 percent of 10 men; the clubs then disarm, 1:1, die 1: nothing."""
    field = named(
        fighting(unit("W1", WEST, 20, 10, WAR_CLUB, men=15), unit("E1", EAST, 20, 11, CLUB, strength=5, men=10)),
        ("W1", "E1"),
    )
    assert against(field, "W1", "E1").defender == "actor"
    after, events = carried(
        field,
        fight(field, "W1", "E1"),
        fight_defender="aggressive",
        fight_defender_die=2,
        fight_aggressor="disarm",
        fight_aggressor_die=1,
    )
    assert after.books.units["E1"].men == Men(9)
    assert after.books.units["W1"].men == Men(15)
    assert [one.whom for one in effects(events, "men_killed")] == ["E1"]


@pytest.mark.rule("PRE-7.03b", "PRE-7.04", "PRE-7.04b", "PRE-G.31")
def test_who_defends_counts_double_and_strikes_nobody():
    """Clubs 3 against war clubs 4; defending 6: 4:6 is 1:2, die 1 kills 5 percent of 20."""
    field = named(fighting(*PAIR), ("W1", "E1"))
    after = done(
        field, fight(field, "W1", "E1"), fight_defender="defend", fight_aggressor="aggressive", fight_aggressor_die=1
    )
    assert after.books.units["E1"].men == Men(19)
    assert after.books.units["E1"].rolled_turn == -1
    open_ = done(
        field,
        fight(field, "W1", "E1"),
        fight_defender="aggressive",
        fight_defender_die=6,
        fight_aggressor="aggressive",
        fight_aggressor_die=1,
    )
    assert open_.books.units["E1"].men == Men(18), "1:1 in the column of war clubs"


@pytest.mark.rule("PRE-7.11b", "PRE-7.11c", "PRE-3.22b", "PRE-7.13")
def test_elite_strikers_take_one_from_the_die_and_armour_moves_the_column():
    """War clubs 4 on clubs 3 are 1:1: on a die of 1 or 2 they kill 5 percent and disarm 10; elite on 1 as on 0: 10 and 20; against armour 1:2: on 2 nothing."""
    told = {"fight_defender": "aggressive", "fight_defender_die": 6, "fight_aggressor": "disarm"}
    cases: tuple[tuple[Any, Any, int, Men], ...] = (
        ({}, {}, 1, Men(19, 2)),
        ({"elite": True}, {}, 1, Men(18, 4)),
        ({}, {}, 2, Men(19, 2)),
        ({}, {"armoured": True}, 2, Men(20)),
    )
    for own, enemy, die, men in cases:
        field = named(
            fighting(unit("W1", WEST, 20, 10, WAR_CLUB, **own), unit("E1", EAST, 20, 11, **enemy)), ("W1", "E1")
        )
        after = done(field, fight(field, "W1", "E1"), fight_aggressor_die=die, **told)
        assert after.books.units["E1"].men == men, (own, enemy)


@pytest.mark.rule("PRE-G.27")
def test_of_equal_numbers_who_stood_still_defends_else_a_die_decides():
    field = laid(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 11.5), *FAR, options={"shock_share": "1"})
    after = named(moved(field, charge(field, "W1", "E1")), ("W1", "E1"))
    assert against(after, "W1", "E1").defender == "target"
    tied = named(fighting(unit("W1", WEST, 20, 10), unit("E1", EAST, 20, 11)), ("W1", "E1"))
    assert against(tied, "W1", "E1").defender is None
    for die, struck in ((3, "E1"), (4, "W1")):
        fought = done(
            tied,
            fight(tied, "W1", "E1"),
            fight_tie=die,
            fight_defender="aggressive",
            fight_defender_die=1,
            fight_aggressor="pass",
        )
        assert fought.books.units[struck].men == Men(19), "who defends strikes first, and the other does nothing"


@pytest.mark.rule("PRE-7.18", "PRE-7.18b", "PRE-7.18c", "PRE-G.36")
def test_several_attacks_on_one_follow_each_other_in_their_owners_order_and_add_up():
    units = (unit("W1", WEST, 19.6, 10, WAR_CLUB), unit("W2", WEST, 20.4, 10, WAR_CLUB), unit("E1", EAST, 20, 11))
    field = named(fighting(*units), ("W1", "E1"), ("W2", "E1"))
    assert next_fights(field) == [("W1", "E1"), ("W2", "E1")]
    assert refused(field, fight(field, "W2", "E1")) == []
    told = {"fight_rolls_in": "W1", "fight_aggressor": "aggressive", "fight_aggressor_die": 1}
    second, events = carried(field, fight(field, "W2", "E1"), **told)
    assert second.books.units["E1"].men == Men(19), "it may only defend here: 4:6"
    assert second.rolls_in == {"E1": "W1"}
    last = done(
        second,
        fight(second, "W1", "E1"),
        fight_defender="aggressive",
        fight_defender_die=1,
        fight_aggressor="aggressive",
        fight_aggressor_die=1,
    )
    assert last.books.units["E1"].men == Men(17)
    assert last.books.units["W1"].men == Men(19), "3:4 is 1:2, which on a die of 1 kills 5 percent"
    assert [event.action for event in events if isinstance(event, Ruled)] == ["fight"]


@pytest.mark.rule("PRE-G.36")
def test_a_unit_rolls_once_a_turn_and_by_option_not_at_all_against_several():
    units = (unit("W1", WEST, 19.6, 10, WAR_CLUB), unit("W2", WEST, 20.4, 10, WAR_CLUB), unit("E1", EAST, 20, 11))
    field = named(fighting(*units), ("W1", "E1"), ("W2", "E1"))
    first = done(
        field,
        fight(field, "W1", "E1"),
        fight_rolls_in="W1",
        fight_defender="disarm",
        fight_defender_die=6,
        fight_aggressor="pass",
    )
    assert first.books.units["E1"].rolled_turn == 1
    second = done(first, fight(first, "W2", "E1"), fight_aggressor="pass")
    assert second.books.turn == 2, "all is fought, and nobody has anybody to claim"
    strict = named(fighting(*units, options={"rolls_under_several_attacks": "none"}), ("W1", "E1"), ("W2", "E1"))
    done(strict, fight(strict, "W1", "E1"), fight_aggressor="pass")


@pytest.mark.rule("PRE-G.36", "PRE-G.48", "PRE-G.33")
def test_who_is_gone_fights_no_more_and_strikes_nobody():
    """One man, 10:1 against him, die 1: 40 percent is nobody, so a unit of two: 1 of 2 falls at 50 percent."""
    weak = unit("E1", EAST, 20, 11, strength=1, men=1)
    strong = unit("W1", WEST, 19.6, 10, LANCE, strength=6, elite=True)
    field = named(fighting(strong, unit("W2", WEST, 20.4, 10), weak), ("W1", "E1"), ("W2", "E1"))
    after = done(
        field, fight(field, "W1", "E1"), fight_rolls_in="W2", fight_aggressor="aggressive", fight_aggressor_die=1
    )
    assert "E1" not in after.pieces
    assert after.books.units["E1"].gone
    assert after.books.turn == 2, "the second fight is none any more"


@pytest.mark.rule("PRE-7.03b", "PRE-7.06", "PRE-G.51")
def test_each_owner_is_asked_for_his_own_choice_and_his_own_die():
    battle = begun(*PAIR, *FAR, phase="fight", names_next=WEST)
    for seat, order in (("ahuitzotl", name(battle.state, "W1", "E1")),):
        step = battle.submit(seat, order)
        assert isinstance(step, Accepted)
        battle = step.battle
    asked = battle.submit("ahuitzotl", fight(battle.state, "W1", "E1"))
    assert isinstance(asked, Accepted)
    question = asked.question
    assert question is not None
    assert (question.to, question.key) == ("East", "fight.defender"), "clubs 3 against war clubs 4: East defends"
    step = asked.battle.answer("tangaxoan", "fight.defender", "disarm")
    assert isinstance(step, Accepted)
    assert step.question is not None
    assert (step.question.to, step.question.key) == ("West", "fight.aggressor")
    dice = [reply for reply in step.battle.log.open.answers if reply.about == "dice"] if step.battle.log.open else []
    assert [reply.key for reply in dice] == ["fight.defender_die"]


@pytest.mark.rule("PRE-G.51", "PRE-7.03b")
def test_the_odds_and_the_matrix_before_a_fight_are_the_umpires():
    """Clubs 3 against war clubs 3: defend, and the reply aggressive costs a third of a man."""
    field = named(fighting(*PAIR), ("W1", "E1"))
    found = choices(against(field, "W1", "E1"), "target", field.tables)
    assert (found.best, found.replies[found.best]) == (Fight.DEFEND, Fight.AGGRESSIVE)
    assert found.exchanges[Fight.DEFEND, Fight.AGGRESSIVE].defender_killed == Fraction(1, 3)
    law = law_of(KIT, field, fight(field, "W1", "E1")).law
    assert law.mean(lambda verdict: verdict.target.killed) == Fraction(1, 3)


@pytest.mark.rule("PRE-G.46", "PRE-7.08")
def test_spanish_cavalry_rides_clubs_down():
    """10:3 on clubs: on a die of 1, elite, 30 percent."""
    horse = unit("W1", WEST, 20, 10, LANCE, kind=UnitType.SPANISH, strength=6)
    field = named(fighting(horse, unit("E1", EAST, 20, 11.4), options={"spanish": True}), ("W1", "E1"))
    after = done(
        field,
        fight(field, "W1", "E1"),
        fight_defender="aggressive",
        fight_defender_die=1,
        fight_aggressor="aggressive",
        fight_aggressor_die=1,
    )
    assert after.books.units["E1"].men == Men(14)
    assert after.books.units["W1"].men == Men(20)


def test_a_fight_is_next_only_in_its_turn():
    units = (*PAIR, unit("W2", WEST, 22, 10), unit("E2", EAST, 22, 11))
    field = named(fighting(*units), ("W1", "E1"), ("E2", "W2"))
    assert refused(field, fight(field, "W1", "E1")) == []
    after = done(field, fight(field, "W1", "E1"), fight_defender="defend", fight_aggressor="pass")
    assert KIT.open(after) == {"East": ("fight",)}
    assert refused(with_unit(field, "W1"), Act(by="West", action="fight", piece="W2", target="E2")) == ["PRE-7.18c"]
