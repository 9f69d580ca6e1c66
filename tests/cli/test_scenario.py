"""Scenarios from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema_rs

from sandtable.rulesets.revolucion.table.scenarios.by_chance.scenario import random_scenario
from tests.battle.test_scenario_reader import EVERYTHING, SMALL
from tests.cli.conftest import Run


def test_scenarios_that_come_along_are_listed(run: Run) -> None:
    assert "tutorial: The Ford at San Jacinto" in run("scenario", "list").out
    told = run("scenario", "list", "--json").json["scenarios"]
    assert ("tutorial", "revolucion", 8) in [(one["name"], one["ruleset"], one["units"]) for one in told]


def test_a_scenario_without_faults_is_told_so(run: Run) -> None:
    done = run("scenario", "check", "tutorial")
    assert (done.code, done.err) == (0, "")
    assert "nothing is wrong" in done.out


def test_every_fault_has_its_file_and_line(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(
        SMALL.replace('type = "RegularInfantry"', 'type = "Elephants"'), encoding="utf-8"
    )
    done = run("scenario", "check", "bad.toml", "tutorial")
    assert done.code == 2
    lines = [number for number, line in enumerate(SMALL.splitlines(), 1) if line.startswith("type")]
    assert [line.split(":")[0] for line in done.err.splitlines() if "Elephants" in line] == [
        f"bad.toml, line {number}" for number in lines
    ]
    assert done.out.startswith("tutorial.toml: nothing is wrong")
    told = run("scenario", "check", "bad.toml", "--json")
    assert (told.code, told.json["status"]) == (2, "problems")
    assert "RegularCavalry" in told.json["files"][0]["problems"][0]["choices"]


def test_a_file_can_come_from_standard_input(run: Run) -> None:
    assert "nothing is wrong" in run("scenario", "check", "-", typed=SMALL).out
    run("scenario", "map", "-", typed="ruleset = 3").refused("standard input, line 1", "ruleset is missing")


def test_files_that_are_not_there_are_refused(run: Run, tmp_path: Path) -> None:
    run("scenario", "check", "nowhere.toml").refused("nowhere.toml", "There is no such file.")
    run("scenario", "map", "nowhere").refused("no scenario called nowhere", "tutorial")
    run("scenario", "map", str(tmp_path)).refused("This is a folder.")


def test_maps_are_written_in_three_formats(run: Run, tmp_path: Path) -> None:
    assert run("scenario", "map", "tutorial").out == "Written: tutorial.svg\n"
    assert (tmp_path / "tutorial.svg").read_text(encoding="utf-8").startswith("<svg")
    told = run("scenario", "map", "tutorial", "-o", "map.png", "--width", "400", "--theme", "dark", "--json").json
    assert told == {"status": "ok", "scenario": "tutorial", "file": "map.png"}
    picture = (tmp_path / "map.png").read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert abs(int.from_bytes(picture[16:20], "big") - 400) <= 1, "as wide as was asked"
    run("scenario", "map", "tutorial", "-o", "map.pdf", "--paper", "letter")
    assert (tmp_path / "map.pdf").read_bytes().startswith(b"%PDF")
    run("scenario", "map", "tutorial", "-o", "map.gif").refused("not drawn in this format", ".png")


def test_a_map_shows_what_is_hidden_to_those_who_may_know(run: Run) -> None:
    assert "Ambush" in run("scenario", "map", str(EVERYTHING), "-o", "-", "--side", "revolutionary").out
    assert "Ambush" not in run("scenario", "map", str(EVERYTHING), "-o", "-").out
    run("scenario", "map", "tutorial", "--side", "Red").refused("no side called Red", "Government", "all")


def test_a_battle_by_chance_is_the_same_for_its_seed_and_right(run: Run, tmp_path: Path) -> None:
    assert run("scenario", "random", "--seed", "11", "-o", "eleven.toml").out == "Written: eleven.toml\n"
    assert (tmp_path / "eleven.toml").read_text(encoding="utf-8") == random_scenario(11)
    assert run("scenario", "check", "eleven.toml").code == 0
    run("scenario", "random", "--seed", "1", "--ruleset", "chess").refused("There is no ruleset called chess")


def test_the_schema_is_one(run: Run) -> None:
    made = json.loads(run("scenario", "schema").out)
    jsonschema_rs.meta.validate(made)


def test_a_scenario_is_printed(run: Run, tmp_path: Path) -> None:
    told = run("print", "scenario", "tutorial", "--paper", "letter", "--json").json
    assert (told["file"], told["pages"], told["paper"]) == ("tutorial.pdf", 3, "letter")
    assert (tmp_path / "tutorial.pdf").read_bytes().startswith(b"%PDF")
    run("print", "scenario", "nowhere").refused("no scenario called nowhere")
