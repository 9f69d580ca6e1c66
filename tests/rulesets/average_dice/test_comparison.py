"""Options say how much they change, worked out from exact laws."""

from __future__ import annotations

from fractions import Fraction

import pytest

from sandtable.rulesets.average_dice.comparison import QUESTIONS, VALUES, comparisons, option_note
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.vocabulary import Compared
from sandtable.umpire import desk
from tests.rulesets.average_dice import play


def answers(option: Compared, question: str, house: str = "") -> dict:
    found = {comparison.question.id: comparison for comparison in comparisons(option, play.tables(house=house))}
    return dict(found[question].answers)


@pytest.mark.parametrize("option", list(Compared))
def test_every_option_compared_exists_and_makes_a_difference(option):
    spec = RULESET.options[option.value]
    for value in VALUES[option]:
        assert spec.read(value, option.value) == value
    assert spec.default in VALUES[option]
    assert all(
        comparison.changes for comparison in comparisons(option, play.tables()) if comparison.question.id not in SAME
    )
    assert any(comparison.changes for comparison in comparisons(option, play.tables()))
    assert set(QUESTIONS) == set(VALUES) == set(Compared)


SAME = {"ten_on_ten"}  # one on one whatever the limit: shown to say so


@pytest.mark.rule("AVD-2.03", "AVD-2.04", "AVD-G.47")
def test_force_methods():
    assert answers(Compared.FORCE_METHOD, "villista_units") == {"A": Fraction(27, 2), "B": 14}
    assert answers(Compared.FORCE_METHOD, "federal_units") == {"A": Fraction(27, 2), "B": Fraction(21, 2)}
    better = answers(Compared.FORCE_METHOD, "attacker_outnumbers")
    assert better["A"] < Fraction(1, 3) < Fraction(2, 3) < better["B"]


@pytest.mark.rule("AVD-G.30")
def test_desertion_tests():
    stays = answers(Compared.DESERTION_TEST, "stays_after_mauser")
    assert {value: round(float(chance), 3) for value, chance in stays.items()} == {
        "per_figure": 0.328,
        "per_volley": 0.546,
    }


@pytest.mark.rule("AVD-G.19")
def test_small_units():
    small = answers(Compared.SMALL_UNIT_FIRE, "small_hotchpotch")
    assert small["one_hit"] == Fraction(1, 6)
    assert small["per_figure"] == Fraction(1, 2)


@pytest.mark.rule("AVD-G.17", "AVD-G.25")
def test_saves_that_cannot_fail():
    assert answers(Compared.HOTCHPOTCH_HARD, "hotchpotch_hard") == {"immune": 0, "natural_one": Fraction(7, 12)}
    assert answers(Compared.NATURAL_ONE_FAILS, "mauser_far_hard") == {False: 0, True: Fraction(7, 10)}
    mg = answers(Compared.NATURAL_ONE_FAILS, "mg_far_prone")
    assert {value: round(float(mean), 3) for value, mean in mg.items()} == {False: 0, True: 0.7}


@pytest.mark.rule("AVD-G.12")
def test_the_generals_shield():
    dies = answers(Compared.GENERAL_SHIELD, "general_dies")
    assert round(float(dies[0]), 3) == 0.908
    assert dies[2] == 0, "ten hits never reach past ten figures"


@pytest.mark.rule("AVD-G.04", "AVD-7.11")
def test_villista_field_guns():
    assert answers(Compared.FIELD_GUN_TYPE, "gun_reach") == {"by_side": 36, "standard": 48}
    assert answers(Compared.FIELD_GUN_TYPE, "gun_turns") == {"by_side": 3, "standard": 2}


@pytest.mark.rule("AVD-3.01b")
def test_a_field_gun_takes_longer_to_a_line_that_is_farther_off():
    farther = "[zone]\nline = 72"
    assert answers(Compared.FIELD_GUN_TYPE, "gun_turns", farther) == {"by_side": 4, "standard": 3}


@pytest.mark.rule("AVD-G.05")
def test_flank_throws():
    every, any_ = (answers(Compared.FLANK_THROWS, question) for question in ("all_flankers", "any_flanker"))
    one = Fraction(23, 36)
    assert every == {"one_throw": one, "throw_per_unit": one**3}
    assert any_ == {"one_throw": one, "throw_per_unit": 1 - (1 - one) ** 3}


def test_a_comparison_is_shown_as_a_table_and_told_in_sentences():
    body = {"ruleset": "average_dice", "action": "compare_options", "fields": {"option_compared": "desertion_test"}}
    matrix = desk.call("odds", body)["matrix"]
    assert matrix["columns"] == ["per figure", "per volley"]
    assert [[cell["text"] for cell in row] for row in matrix["cells"]] == [["33%", "55%"], ["54%", "63%"]]
    lines = [RULESET.catalogue.say(line) for line in option_note("desertion_test", play.tables())]
    assert lines[0].endswith("33% (per figure) and 55% (per volley).")
    assert option_note("village_houses", play.tables()) == ()


def test_house_rules_change_the_comparison():
    tables = play.tables(house="[save]\nhotchpotch.open = 6\n")
    changed = {
        comparison.question.id: dict(comparison.answers) for comparison in comparisons(Compared.SMALL_UNIT_FIRE, tables)
    }
    assert changed["small_hotchpotch"]["one_hit"] == Fraction(5, 12)
