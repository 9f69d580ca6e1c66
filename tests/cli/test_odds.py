"""Exact odds on the command line."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

from tests.cli.conftest import ASSAULT, FIRE, Run


def test_the_law_is_exact_and_whole(run: Run) -> None:
    told = run("odds", *ASSAULT, "--json").json
    assert sum(Fraction(*row["weight"]) for row in told["law"]) == 1
    assert all(row["probability"] == float(Fraction(*row["weight"])) for row in told["law"])
    assert {"effects", "measures"} == set(told["law"][0]["verdict"])
    assert told["ruleset"] == "revolucion"
    assert told["action"] == "assault"


def test_every_measure_has_its_mean_and_its_distribution(run: Run) -> None:
    levels = run("odds", *FIRE, "--json").json["measures"]["levels"]
    shares = {step["value"]: Fraction(*step["weight"]) for step in levels["distribution"]}
    # d10 + 2 for maneuver formation: nothing up to 7, one level up to 10, two above
    assert shares == {0: Fraction(1, 2), 1: Fraction(3, 10), 2: Fraction(1, 5)}
    assert levels["mean"] == 0.7


def test_usual_answers_are_used_and_told(run: Run) -> None:
    told = run("odds", *ASSAULT, "--json").json
    assert {"key": "assault.frontal", "question": "Frontal", "value": True} in told["assumed"]
    flank = run("odds", *ASSAULT, "frontal=no", "--json").json
    assert "assault.frontal" not in {entry["key"] for entry in flank["assumed"]}
    assert flank["measures"]["stopped"]["mean"] == 0
    assert told["measures"]["stopped"]["mean"] > 0


def test_a_question_is_answered_by_key_as_well_as_by_field(run: Run) -> None:
    by_key = run("odds", *ASSAULT, "--answer", "assault.frontal=no", "--json").json
    by_field = run("odds", *ASSAULT, "frontal=no", "--json").json
    assert by_key["law"] == by_field["law"]


def test_a_die_already_thrown_is_certain(run: Run) -> None:
    told = run("odds", *ASSAULT, "--answer", "order.result=1", "--json").json
    assert [row["probability"] for row in told["law"]] == [1.0]


def test_people_see_bars(run: Run) -> None:
    shown = run("odds", *FIRE).out
    assert "No effect" in shown
    assert "50%" in shown
    assert "\N{FULL BLOCK}" in shown
    assert "Target in maneuver formation" in shown


def test_a_terminal_without_such_signs_gets_others(run_alone: Run) -> None:
    shown = run_alone("odds", *FIRE, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
    assert shown.code == 0
    assert "####" in shown.out
    assert shown.out.isascii()


def test_all_problems_are_told_at_once(run: Run) -> None:
    ran = run(
        "odds",
        "revolucion",
        "deployed_fire",
        "unit=Elephants",
        "range=near",
        "cver=soft",
        "frontal=yes",
        "nonsense",
        "--option",
        "truck.class=blue",
    )
    ran.refused(
        "unit: ",
        "RegularInfantry",
        "range: ",
        "0-3",
        "There is no field called cver.",
        "cover",
        "There is no field frontal in Deployed Fire.",
        "nonsense has no =.",
        "target_type: Target type is missing.",
        "option truck.class",
        "slow, fast",
    )


def test_a_field_given_twice_is_refused(run: Run) -> None:
    run("odds", *FIRE, "cover=soft", "Cover=hard").refused("Cover is given twice.")


def test_a_field_that_only_an_option_opens_says_so(run: Run) -> None:
    run("odds", "revolucion", "moving_fire", "indirect=yes").refused("--option indirect=on")


def test_a_key_that_nothing_asks_for_is_refused_with_what_is_asked(run: Run) -> None:
    run("odds", *FIRE, "--answer", "fire.efect=7").refused("Nothing here asks for fire.efect.", "fire.effect")


def test_spelling_is_forgiven(run: Run) -> None:
    told = run(
        "odds",
        "Revolucion",
        "Deployed-Fire",
        "UNIT=regular infantry",
        "Range=6-12",
        "target type=REGULAR_infantry",
        "target-formation=Maneuver",
        "--json",
    )
    assert told.json["situation"]["unit"] == "RegularInfantry"


def test_house_rules_change_the_odds_and_are_named(run: Run, tmp_path: Path) -> None:
    house = tmp_path / "club.toml"
    house.write_text("[fire.modifier.target_formation]\nmaneuver = 0\n", encoding="utf-8")
    told = run("odds", *FIRE, "--house", str(house), "--json").json
    (changed,) = told["house"]
    assert changed.pop("label").endswith("Target in maneuver formation")
    assert changed == {"path": "fire.modifier.target_formation.maneuver", "value": 0, "was": 2}
    assert told["measures"]["levels"]["mean"] == 0.3
    assert "fire.modifier.target_formation.maneuver = 0 (2)" in run("odds", *FIRE, "--house", str(house)).out


def test_wrong_house_rules_name_file_and_line(run: Run, tmp_path: Path) -> None:
    house = tmp_path / "club.toml"
    house.write_text("[fire.modifier.cover]\nsoft = -1\n\nmud = 3\nhard = 'x'\n", encoding="utf-8")
    run("odds", *FIRE, "--house", str(house)).refused(f"{house}, line 4", "mud", f"{house}, line 5", "a whole number")


def test_options_are_told_as_settled(run: Run) -> None:
    told = run("odds", *ASSAULT, "--option", "assault.stop=3", "--json").json
    assert told["options"]["assault.stop"] == 3
    assert told["options"]["truck.class"] == "slow"
    assert told["measures"]["stopped"]["mean"] < run("odds", *ASSAULT, "--json").json["measures"]["stopped"]["mean"]


def test_distances_are_in_the_players_measure(run: Run) -> None:
    inches = run("odds", "revolucion", "march", "unit=RegularInfantry").out
    doubled = run("odds", "revolucion", "march", "unit=RegularInfantry", "--scale", "2", "--unit", "cm").out
    assert "12 in" in inches
    assert "60 cm" in doubled


def test_the_matrix_of_choices_is_there_for_programs_too(run: Run) -> None:
    clubs = [f"{role}_{what}" for role in ("actor", "target") for what in ("weapon=war_club", "strength=3")]
    matrix = json.loads(run("odds", "mesoamerica", "fight", *clubs, "--json").out)["matrix"]
    assert matrix["rows"] == ["Defend", "Aggressive", "Disarm"]
    assert [len(row) for row in matrix["cells"]] == [len(matrix["columns"])] * 3
    shown = run("odds", "mesoamerica", "fight", *clubs).out
    assert "* best choice: the target, who defends. + best reply: the acting unit, who attacks." in shown


def test_mirror_images_have_the_same_chance(run: Run) -> None:
    clubs = [f"{role}_{what}" for role in ("actor", "target") for what in ("weapon=war_club", "strength=3")]
    rows = json.loads(run("odds", "mesoamerica", "fight", *clubs, "--json").out)["rows"]
    by_weight: dict[tuple[int, ...], set[int]] = {}
    for row in rows:
        by_weight.setdefault(tuple(row["weight"]), set()).add(row["percent"])
    assert all(len(percents) == 1 for percents in by_weight.values()), by_weight
