"""Logs and results that were damaged or tampered with: every command says what is wrong, with its place, and nothing is a fault."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Run

RANDOM = ("--side", "government=random", "--side", "Revolutionary=random")


@pytest.fixture
def log(run: Run, tmp_path: Path) -> dict[str, Any]:
    done = run("battle", "tutorial", *RANDOM, "--seed", "4", "-o", "four.json")
    assert done.code == 0, done.err
    plain: dict[str, Any] = json.loads((tmp_path / "four.json").read_text(encoding="utf-8"))
    return plain


def written(tmp_path: Path, name: str, value: Any) -> str:
    (tmp_path / name).write_text(json.dumps(value) + "\n", encoding="utf-8")
    return name


def test_a_log_whose_scenario_is_damaged_is_told_with_the_line(run: Run, tmp_path: Path, log: dict[str, Any]) -> None:
    for scenario, said in (
        ("title = 3", "line 1: ruleset is missing."),
        (log["scenario"].replace("bases = 4", "bases = 99"), "bases: 99 does not fit."),
        (log["scenario"].replace("[table]", "[table"), "This is not TOML"),
    ):
        damaged = written(tmp_path, "damaged.json", {**log, "scenario": scenario})
        run("replay", damaged).refused("damaged.json, scenario", said)
        for more in ((), ("--json",)):
            found = run("verify", damaged, *more)
            assert found.code == 1, found.err
            assert found.err == ""
            assert said.rpartition(": ")[2] in found.out


def test_a_move_that_is_not_legal_is_found_in_words_and_as_data(run: Run, tmp_path: Path, log: dict[str, Any]) -> None:
    moved = next(entry for entry in log["entries"] if (entry.get("order") or {}).get("path"))
    moved["order"]["path"] = [[x + 20_000, *rest] for x, *rest in moved["order"]["path"]]
    tampered = written(tmp_path, "tampered.json", log)
    assert run("verify", tampered).code == 1
    told = run("verify", tampered, "--json").json
    assert told["status"] == "differs"
    problems = [problem for one in told["differences"] for problem in one["problems"]]
    assert problems
    assert all(problem["message"].endswith(".") for problem in problems)


@pytest.mark.parametrize(
    ("change", "said"),
    (
        ({"scenario": "title = 3"}, "results.jsonl, scenario, line 1: ruleset is missing."),
        (
            {"players": [["Government", "ghost"], ["Revolutionary", "random"]]},
            "results.jsonl, players: There is no player called ghost.",
        ),
        ({"players": [["Government", "random"]]}, "These are not results of battles"),
        ({"level": "god"}, "These are not results of battles"),
        ({"levels": [["Government", "god"]]}, "These are not results of battles"),
        ({"levels": [["Nobody", "hard"]]}, "These are not results of battles"),
        ({"count": 10**15}, "These are not results of battles"),
        ({"first": -1}, "These are not results of battles"),
    ),
)
def test_results_that_were_changed_are_not_played_on(
    run: Run, tmp_path: Path, change: dict[str, Any], said: str
) -> None:
    done = run("battle", "tutorial", *RANDOM, "--count", "1", "--jobs", "1", "-o", "results.jsonl")
    assert done.code == 0, done.err
    head, *lines = (tmp_path / "results.jsonl").read_text(encoding="utf-8").splitlines()
    series = json.loads(head)
    for key, value in change.items():
        (series if key in series else series["match"])[key] = value
    (tmp_path / "results.jsonl").write_text("\n".join([json.dumps(series), *lines, ""]), encoding="utf-8")
    run("battle", "--resume", "results.jsonl").refused(said)
