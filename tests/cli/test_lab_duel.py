"""``sandtable lab duel``: a sentence, bars and tables to read, JSON to compute with, and refusals in words."""

from __future__ import annotations

from fractions import Fraction

import pytest

from tests.cli.conftest import Run

UNITS = ("RegularInfantry 4 target_formation=deployed", "IrregularInfantry 6 target_formation=deployed")
DUEL = ("lab", "duel", "revolucion", *UNITS, "--field", "range=3-6", "--field", "B.cover=soft")


def test_a_duel_is_a_sentence_before_it_is_a_table(run: Run) -> None:
    ran = run(*DUEL, "--script", "A fires, B fires, A regroups, B fires")
    assert ran.code == 0, ran.err
    told = " ".join(ran.out.split())
    assert told.startswith(
        "Irregular Infantry beats Regular Infantry in 67 of 100. Half of the duels are over by round 8."
    )
    assert "When it is over: bases the winner has left" in told
    assert "B wins 6 / 6 59.1%" in told


def test_the_fractions_are_in_the_json(run: Run) -> None:
    told = run(*DUEL, "--json").json
    wins = Fraction(*told["fractions"]["A"])
    assert round(float(wins) * 100, 3) == 13.608
    assert told["sentence"].startswith("Irregular Infantry beats Regular Infantry in 86 of 100.")
    assert len(told["rounds"]) == 20
    assert told["ruleset"] == "revolucion"


def test_a_game_has_a_usual_duel(run: Run) -> None:
    ran = run("lab", "duel", "average_dice")
    assert ran.code == 0, ran.err
    assert "of 100" in ran.out


def test_every_value_of_a_field(run: Run) -> None:
    told = run("lab", "duel", "revolucion", "--sweep", "range", "--json").json
    assert [row["value"] for row in told["rows"]] == ["0-3", "3-6", "6-12", "12-18", "18-24"]
    shares = [row["wins"]["A"] for row in told["rows"]]
    assert shares[0] > shares[2] > 50
    assert shares[4] == 0
    bases = run("lab", "duel", "revolucion", "--sweep", "A.bases=2..4", "--json").json
    wins = [row["wins"]["A"] for row in bases["rows"]]
    assert wins == sorted(wins)
    assert "half over by" in run("lab", "duel", "revolucion", "--sweep", "A.bases=2..4").out


def test_all_against_all(run: Run) -> None:
    listed = "RegularInfantry 4, IrregularInfantry 4"
    asked = ("lab", "duel", "revolucion", "--field", "A.cover=open", "--field", "target_formation=deployed")
    told = run(*asked, "--matrix", listed, "--sweep", "range=3-6,6-12", "--json").json
    first, second = (one["rows"] for one in told["matrices"])
    assert first[0] == [50.0, pytest.approx(67, abs=0.5)]
    assert second[1][0] == pytest.approx(100 - second[0][1], abs=0.001)
    shown = run("lab", "duel", "revolucion", "--matrix", "unit")
    assert shown.code == 0, shown.err
    assert "Transports cannot fire" in " ".join(shown.out.split())


def test_what_is_wrong_is_said(run: Run) -> None:
    run("lab", "duel", "revolucion", "Dragons 4", UNITS[0]).refused("Dragons is no word for a unit here")
    run(*DUEL, "--script", "A dances").refused("dances is nothing that a unit does", "Deployed Fire")
    run(*DUEL, "--field", "rang=3-6").refused("There is no field called rang")
    run(*DUEL, "--sweep", "bases").refused("Give them: bases=2,4,6")
    run(*DUEL, "--sweep", "A.bases=1..900").refused("")
    run(*DUEL, "--matrix", "Dragons").refused("Dragons names no two units")
    run(*DUEL, "--until", "happy").refused("does not say when a unit is beaten")
    run("lab", "duel", "nothing").refused("nothing")
    run("lab", "duel", "revolucion", "--house", "missing.toml").refused("missing.toml")


def test_a_duel_under_a_house_rule(run: Run, tmp_path) -> None:
    (tmp_path / "club.toml").write_text("[fire.modifier.cover]\nsoft = -3\n")
    plain, club = run(*DUEL, "--json").json, run(*DUEL, "--house", "club.toml", "--json").json
    assert Fraction(*club["fractions"]["A"]) < Fraction(*plain["fractions"]["A"])
    assert "fire.modifier.cover.soft" in run(*DUEL, "--house", "club.toml").out
