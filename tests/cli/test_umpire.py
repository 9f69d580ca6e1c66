"""Verdicts on the command line."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.conftest import ASSAULT, FIRE, Run


def test_an_open_throw_is_shown_and_exits_three(run: Run) -> None:
    ran = run("umpire", *FIRE)
    assert ran.code == 3
    assert "--answer fire.effect=10" in ran.out
    assert "2 levels" in ran.out  # what each face would bring


def test_an_open_throw_in_json(run: Run) -> None:
    ran = run("umpire", *FIRE, "--json")
    assert ran.code == 3
    assert ran.json["status"] == "ask"
    assert ran.json["request"]["key"] == "fire.effect"
    assert "verdict" not in ran.json


def test_the_verdict_in_json(run: Run) -> None:
    ran = run("umpire", *FIRE, "--answer", "fire.effect=9", "--answer", "fire.leader_with_target=0", "--json")
    told = ran.json
    assert ran.code == 0
    assert told["ruleset"] == "revolucion"
    assert told["rules_version"]
    assert told["action"] == "deployed_fire"
    assert told["situation"]["cover"] == "open"
    assert [(answer["key"], answer["value"]) for answer in told["answers"]] == [
        ("fire.effect", [9]),
        ("fire.leader_with_target", 0),
    ]
    assert told["verdict"]["measures"]["levels"] == 2
    (effect,) = told["verdict"]["effects"]
    assert (effect["effect"], effect["whom"], effect["status"]) == ("status_becomes", "target", "Demoralized")
    assert told["words"][0] == "Demoralized."
    assert "Mark it Demoralized." in told["words"]
    assert {
        "reason": "Target in maneuver formation",
        "value": "+2",
        "number": 2,
        "rule": "REV-G.06",
        "house": False,
    } in told["why"][0]["rows"]
    assert (told["why"][0]["title"], told["why"][0]["total"], told["why"][0]["sum"]) == ("Fire", "+2", 2)
    open_question = run("umpire", *FIRE, "--json").json
    assert open_question["why"] == told["why"] == run("odds", *FIRE, "--json").json["why"]
    assert told["assumed"] == []


def test_people_read_what_to_do_and_why(run: Run) -> None:
    shown = run("umpire", *FIRE, "--answer", "fire.effect=9", "--answer", "fire.leader_with_target=0").out
    assert shown.index("Demoralized.") < shown.index("Mark it Demoralized.") < shown.index("Why: Fire")
    assert "REV-G.06" in shown


def test_a_seed_throws_the_same_dice_again(run: Run) -> None:
    first, again, other = (run("umpire", *ASSAULT, "--seed", seed, "--json").json for seed in ("4", "4", "5"))
    assert first == again
    assert first["answers"] != other["answers"]


def test_with_a_seed_usual_answers_are_assumed_and_told(run: Run) -> None:
    told = run("umpire", *ASSAULT, "--answer", "order.result=10", "--seed", "4", "--json").json
    assert {"assault.frontal", "assault.leader_with_target"} <= {entry["key"] for entry in told["assumed"]}
    shown = run("umpire", *ASSAULT, "--answer", "order.result=10", "--seed", "4").out
    assert "Assumed" in shown
    assert "--answer assault.frontal=..." in shown


def test_dice_thrown_for_you_name_their_seed(run: Run) -> None:
    told = run("umpire", *FIRE, "--throw", "--json").json
    again = run("umpire", *FIRE, "--seed", told["seed"], "--json").json
    assert again["answers"] == told["answers"]


def test_opposed_dice_are_two_faces(run: Run) -> None:
    answers = ("order.result=10", "assault.frontal=no", "assault.leader_with_target=0", "assault.close_combat=8,6")
    given = [part for answer in answers for part in ("--answer", answer)]
    assert run("umpire", *ASSAULT, *given, "--json").json["answers"][-1]["value"] == [8, 6]


def test_an_impossible_die_is_refused_with_the_faces_there_are(run: Run) -> None:
    run("umpire", *FIRE, "--answer", "fire.effect=11").refused("fire.effect: 11 is not on a d10.", "1, 2, 3")
    run("umpire", *FIRE, "--answer", "fire.effect=3,4").refused("fire.effect", "1 die")
    run("umpire", *FIRE, "--answer", "fire.effect=blue").refused("blue is not on a d10.")


def test_a_wrong_key_is_refused_with_what_was_asked(run: Run) -> None:
    run("umpire", *FIRE, "--answer", "fire.efect=3").refused("Nothing here asks for fire.efect.", "fire.effect")
    run("umpire", *FIRE, "--answer", "fire.effect=1", "--answer", "fire.leader_with_target=0").refused(
        "Nothing here asks for fire.leader_with_target."
    )


def test_an_answer_to_a_later_question_may_be_given_early(run: Run) -> None:
    ran = run("umpire", *ASSAULT, "--answer", "assault.frontal=no", "--json")
    assert ran.code == 3
    assert ran.json["request"]["key"] == "order.result"


def test_problems_in_json_go_to_standard_error(run: Run) -> None:
    ran = run("umpire", "revolucion", "deployed_fire", "--json")
    assert (ran.code, ran.out) == (2, "")
    told = json.loads(ran.err)
    assert told["status"] == "problems"
    assert {problem["field"] for problem in told["problems"]} >= {"unit", "range", "target_type"}


def test_groups_are_numbered(run: Run) -> None:
    told = run(
        "umpire",
        "revolucion",
        "wreck",
        "vehicle=train",
        "passengers.1.target_type=RegularInfantry",
        "passengers.2.target_type=MachineGuns",
        "--json",
    ).json
    assert [unit["target_type"] for unit in told["situation"]["passengers"]] == ["RegularInfantry", "MachineGuns"]
    run(
        "umpire",
        "revolucion",
        "wreck",
        "vehicle=train",
        "passengers.1.target_type=RegularInfantry",
        "passengers.2.target_type=Elephants",
    ).refused("passengers.2.target_type", "MachineGuns")


def test_a_situation_comes_from_a_file_or_from_standard_input_and_fields_win_over_it(run: Run, tmp_path: Path) -> None:
    fields = dict(pair.split("=") for pair in FIRE[2:])
    (tmp_path / "fire.json").write_text(json.dumps(fields), encoding="utf-8")
    (tmp_path / "fire.toml").write_text(
        "".join(f'{name} = "{value}"\n' for name, value in fields.items()), encoding="utf-8"
    )
    from_json = run("odds", *FIRE[:2], "--situation", "fire.json", "--json").json
    from_toml = run("odds", *FIRE[:2], "--situation", "fire.toml", "--json").json
    piped = run(
        "odds", *FIRE[:2], "--situation", "-", "Cover=hard", "--json", typed=json.dumps(fields | {"cover": "soft"})
    ).json
    assert from_json == from_toml
    assert from_json["situation"]["unit"] == "RegularInfantry"
    assert piped["situation"]["cover"] == "hard"


def test_a_verdicts_situation_can_be_fed_back(run: Run, tmp_path: Path) -> None:
    told = run(
        "umpire", "revolucion", "wreck", "vehicle=train", "passengers.1.target_type=RegularInfantry", "--json"
    ).json
    (tmp_path / "wreck.json").write_text(json.dumps(told["situation"]), encoding="utf-8")
    again = run(
        "umpire", "revolucion", "wreck", "--situation", "wreck.json", "passengers.1.target_status=Disordered", "--json"
    ).json
    (passenger,) = again["situation"]["passengers"]
    assert passenger == told["situation"]["passengers"][0] | {"target_status": "Disordered"}
    assert passenger["target_type"] == "RegularInfantry"


def test_a_field_that_does_not_count_here_is_said_to_be_left_out(run: Run) -> None:
    ran = run("umpire", *ASSAULT, "rough_path=yes", "--answer", "order.result=1")
    assert ran.code == 0
    assert "left out: rough_path" in ran.err


def test_the_terminal_asks_and_asks_again(run: Run) -> None:
    ran = run("umpire", *FIRE, "--ask", "--json", typed="12\n9\nmaybe\n\n")
    assert ran.code == 0
    assert "12 is not on a d10." in ran.err
    assert "maybe is not a whole number" in ran.err
    assert [(answer["value"], answer["by"]) for answer in ran.json["answers"]] == [([9], "person"), (0, "usual")]


def test_asking_throws_the_dice_on_an_empty_line(run: Run) -> None:
    ran = run("umpire", *FIRE, "--ask", "--json", typed="\n1\n")
    assert ran.json["answers"][0]["by"] == "app"


def test_asking_ends_where_the_input_ends(run: Run) -> None:
    ran = run("umpire", *FIRE, "--ask", "--json", typed="9\n")
    assert ran.code == 3
    assert ran.json["request"]["key"] == "fire.leader_with_target"


def test_with_seed_and_ask_only_questions_are_asked(run: Run) -> None:
    ran = run("umpire", *ASSAULT, "--answer", "order.result=10", "--seed", "1", "--ask", "--json", typed="no\n2\n")
    asked = {answer["key"]: answer["by"] for answer in ran.json["answers"]}
    assert asked["assault.frontal"] == "person"
    assert asked["assault.close_combat"] == "app"


def test_dice_for_a_target_out_of_range_are_refused_with_the_reason(run: Run) -> None:
    far = [field for field in FIRE if not field.startswith("range=")] + ["range=40"]
    run("umpire", *far, "--answer", "fire.effect=9").refused("Out of range. Nothing here asks for fire.effect")
    run("odds", *far, "--answer", "fire.effect=9").refused("Out of range.")


def test_percentage_dice_are_listed_by_their_first_and_last_face(run: Run) -> None:
    volley = ("uprising1848", "fire_musket", "actor=Veteran", "target=Average", "range=6-12")
    asked = run("umpire", *volley)
    assert asked.code == 3
    assert "1, 2, 3" not in asked.out
    assert "1\N{EN DASH}" in asked.out
    told = run("umpire", *volley, "--answer", "fire.hits=0")
    assert told.code == 0, told.err
    run("umpire", *volley, "--answer", "fire.hits=101").refused("101 is not on a d100.", "1 to 100")
    hit = run("umpire", *volley, "--answer", "fire.hits=1")
    assert "1 hits" not in hit.out
    assert "1 hit" in hit.out


ORDER = ("revolucion", "maneuver", "unit=RegularInfantry")
MUSTER = ("mesoamerica", "army", "side=West")


def test_the_example_of_an_open_throw_is_one_that_counts(run: Run) -> None:
    ran = run("umpire", *MUSTER)
    assert "--answer army.prowess=5," in ran.out
    again = run("umpire", *MUSTER, "--answer", "army.prowess=6")
    assert "Choices: 1, 2, 3, 4, 5\n" in again.err


def test_an_empty_answer_is_called_empty(run: Run) -> None:
    ran = run("umpire", *ORDER, "-a", "order.result=")
    assert (ran.code, ran.err) == (
        2,
        f"order.result: The answer is empty.\n    Choices: {', '.join(map(str, range(1, 11)))}\n",
    )


def test_dice_that_were_told_are_not_those_of_the_seed(run: Run) -> None:
    told = run("umpire", *ORDER, "-a", "order.result=5", "--seed", "1")
    assert "seed 1" not in told.out
    assert "Dice of seed 1" in run("umpire", *ORDER, "--seed", "1").out
    mixed = run("umpire", *ASSAULT, "-a", "order.result=10", "--seed", "1")
    assert "Dice: yours, and the others of seed 1" in mixed.out


def test_two_ways_to_throw_are_refused(run: Run) -> None:
    ran = run("umpire", *ORDER, "--seed", "1", "--throw")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("--throw: --seed and --throw are two ways to throw.")


def test_quit_and_why_are_understood_where_a_die_is_asked_for(run: Run) -> None:
    ran = run("umpire", *ORDER, "--ask", typed="why\nquit\n")
    assert ran.code == 3
    assert "is not on a" not in ran.err
    assert ran.err.count("Why: ") == 2, "with the question, and when asked"
