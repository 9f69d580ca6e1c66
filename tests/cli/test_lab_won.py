"""Where a battle was won and how its dice fell, from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sandtable.battle.engine.log import read_log
from tests.cli.conftest import Run
from tests.lab.making import OWN
from tests.lab.test_won import finished


@pytest.fixture
def log(tmp_path: Path) -> str:
    (tmp_path / "ford.json").write_text(finished(), encoding="utf-8")
    return "ford.json"


def test_the_dice_of_both_sides_are_summed_up(run: Run, log: str) -> None:
    told = run("lab", "luck", log)
    assert told.code == 0, told.err
    assert told.out.count("’s dice: ") == 2
    plain = run("lab", "luck", log, "--json").json
    for side in plain["sides"]:
        assert side["sentence"] in told.out
        assert side["better_than"] + side["worse_than"] <= 1
        assert side["worth"] is None  # that needs battles


def test_one_order_is_looked_into_kept_reported_and_not_played_twice(run: Run, log: str, tmp_path: Path) -> None:
    last = read_log(finished()).number
    asked = ("lab", "whatif", log, "--at", str(last - 1), "--battles", "2", "--level", "recruit", "--jobs", "1")
    done = run(*asked, "-o", "x.jsonl", "--report", "x.html", "--json")
    assert done.code == 0, done.err
    assert done.json["sentence"].startswith(f"After order {last - 1} ")
    before = (tmp_path / "x.jsonl").read_bytes()
    assert before.count(b"\n") > 2
    again = run(*asked, "-o", "x.jsonl")
    assert done.json["sentence"] in again.out
    assert (tmp_path / "x.jsonl").read_bytes() == before
    assert "<svg" in (tmp_path / "x.html").read_text(encoding="utf-8")
    other = run("lab", "whatif", log, "--at", "3", "--battles", "2", "--jobs", "1", "-o", "x.jsonl")
    other.refused("another experiment")


def test_what_cannot_be_looked_into_is_refused_in_words(run: Run, log: str, tmp_path: Path) -> None:
    run("lab", "whatif", log, "--at", "9999").refused("There is no order 9999")
    run("lab", "whatif", log, "--report", "x.txt").refused(".pdf")
    run("lab", "whatif", log, "--seat", "nobody").refused("There is no side nobody", OWN)
    run("lab", "whatif", log, "--level", "genius").refused("There is no level genius")
    cut = json.loads(finished())
    cut["entries"], cut["seed"], cut["seal"] = cut["entries"][:30], None, None
    (tmp_path / "cut.json").write_text(json.dumps(cut), encoding="utf-8")
    run("lab", "whatif", "cut.json").refused("not over", "--seat")
    run("lab", "luck", "nothing.json").refused("nothing.json")
