"""`sandtable new ruleset`: what it writes is a whole game, checked, tested and listed at once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.cli.conftest import Run
from tests.support.outside import made_installed

RULES, MOST_LINES = 9, 450
PATIENCE = 900  # seconds
GUIDE = Path(__file__).parents[2] / "docs" / "add-a-ruleset.md"


def alone(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A command in a folder that Python itself does not look into."""
    return subprocess.run(
        [sys.executable, "-P", *arguments], cwd=folder, capture_output=True, text=True, check=False, timeout=300
    )


@pytest.fixture
def lanes(run: Run, tmp_path: Path) -> Path:
    done = run("new", "ruleset", "lanes_of_war")
    assert done.code == 0, done.err
    assert "sandtable check lanes_of_war.ruleset:RULESET" in done.out
    return tmp_path / "lanes_of_war"


def test_it_keeps_every_promise_before_it_is_installed(lanes: Path) -> None:
    checked = alone(lanes, "-m", "sandtable", "check", "lanes_of_war.ruleset:RULESET")
    assert (checked.returncode, checked.stderr) == (0, ""), checked.stdout + checked.stderr
    assert re.fullmatch(r"\d+ promises looked at, 0 broken\.\n", checked.stdout)


def test_its_own_tests_pass(lanes: Path) -> None:
    tested = alone(lanes, "-m", "pytest", "-q", "-p", "no:cacheprovider")
    assert tested.returncode == 0, tested.stdout
    assert "3 passed" in tested.stdout


def test_nine_rules_of_one_line_are_a_small_package(lanes: Path) -> None:
    rules = (lanes / "lanes_of_war" / "rules.toml").read_text(encoding="utf-8")
    assert rules.count("[[rule]]") == RULES
    assert all(len(text) < 120 for text in re.findall(r'^text = "(.*)"$', rules, re.MULTILINE))
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in lanes.rglob("*.py"))
    assert lines <= MOST_LINES
    own = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in (lanes / "lanes_of_war").glob("*.py"))
    assert f"in {own} lines of Python" in GUIDE.read_text(encoding="utf-8")
    assert 'finished = ["umpire"]' in (lanes / "lanes_of_war" / "rules.toml").read_text(encoding="utf-8")
    whole = "".join(path.read_text(encoding="utf-8") for path in lanes.rglob("*.*") if path.is_file())
    assert not re.search("@(id|title|PREFIX|surfaces)@", whole)


def test_installed_it_is_listed(lanes: Path, run_alone: Run) -> None:
    made_installed(lanes)
    listed = run_alone("rulesets", env={"PYTHONPATH": str(lanes)})
    assert (listed.code, listed.err) == (0, "")
    assert "Lanes of war" in listed.out
    played = run_alone("odds", "lanes_of_war", "melee", env={"PYTHONPATH": str(lanes)})
    assert played.code == 0, played.err


def test_with_a_table_it_is_played_by_figures_too(run: Run, tmp_path: Path) -> None:
    assert run("new", "ruleset", "lanes_of_war", "--table").code == 0
    package = tmp_path / "lanes_of_war" / "lanes_of_war"
    table = [path.read_text(encoding="utf-8") for path in (package / "table").glob("*.py")]
    assert sum(len(text.splitlines()) for text in table) <= MOST_LINES
    project = tomllib.loads((tmp_path / "lanes_of_war" / "pyproject.toml").read_text(encoding="utf-8"))
    points = project["project"]["entry-points"]
    assert points["sandtable.tables"] == {"lanes_of_war": "lanes_of_war.table.rules:TABLE"}
    assert 'finished = ["umpire", "table"]' in (package / "rules.toml").read_text(encoding="utf-8")
    whole = "".join(path.read_text(encoding="utf-8") for path in package.rglob("*.*") if path.is_file())
    assert not re.search("@(id|title|PREFIX|surfaces)@", whole)


def installed(run: Run, folder: Path) -> Path:
    """A new ruleset with a table, as Python finds it once it is installed."""
    assert run("new", "ruleset", "lanes_of_war", "--table").code == 0
    return made_installed(folder / "lanes_of_war")


ADVANCE = """
from sandtable.battle.matches.match import Match, play_through, players_of
from sandtable.battle.registry import table
from sandtable.battle.scenario.library import shipped

text = shipped()["two-columns"].read_text(encoding="utf-8")
match = Match("lanes_of_war", text, (("red", "opponent"), ("blue", "nearest")), "general")
said = set()
with players_of(match, "7") as players:
    play_through(match, "7", players, lambda order, _events, _state: said.add(players["red"].why().words))
print(*table("lanes_of_war").levels)
print(*sorted(said), sep="\\n")
"""


def test_its_opponent_has_levels_and_reasons_for_what_it_does(run: Run, tmp_path: Path) -> None:
    lanes = installed(run, tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", ADVANCE],
        env={**os.environ, "PYTHONPATH": str(lanes)},
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    levels, *said = done.stdout.splitlines()
    assert levels == "recruit soldier general", done.stderr
    assert any("can hurt Blue" in each for each in said)
    assert any("goes forward" in each for each in said)
    assert all(each.endswith(".") for each in said)


@pytest.mark.long
def test_its_table_is_checked_played_and_verified_from_outside(run: Run, tmp_path: Path) -> None:
    lanes = installed(run, tmp_path)
    for command in (
        ("sandtable", "check", "lanes_of_war.ruleset:RULESET"),
        ("sandtable", "scenario", "check", "two-columns"),
        ("sandtable", "battle", "two-columns", "--seed", "1"),
        ("sandtable", "verify", "two-columns-1.json"),
        ("pytest", "-q", "-p", "no:cacheprovider"),
    ):
        done = subprocess.run(
            [sys.executable, "-m", *command],
            cwd=lanes,
            env={**os.environ, "PYTHONPATH": str(lanes)},
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, (command, done.stdout, done.stderr)


@pytest.mark.parametrize(
    ("name", "said"),
    (
        ("Lanes", "cannot be the name of a package"),
        ("9lanes", "cannot be the name of a package"),
        ("class", "cannot be the name of a package"),
        ("revolucion", "something called revolucion already"),
        ("json", "something called json already"),
    ),
)
def test_a_name_that_will_not_do_is_refused(run: Run, tmp_path: Path, name: str, said: str) -> None:
    run("new", "ruleset", name).refused(said)
    assert list(tmp_path.iterdir()) == []


def test_what_is_there_is_left_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "lanes").mkdir()
    (tmp_path / "lanes" / "mine.txt").write_text("mine", encoding="utf-8")
    run("new", "ruleset", "lanes").refused("something in this folder already", "--output")
    assert [path.name for path in (tmp_path / "lanes").iterdir()] == ["mine.txt"]
