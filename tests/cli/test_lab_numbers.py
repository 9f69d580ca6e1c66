"""Numbers turned, things varied, handicaps measured and rules counted from the command line."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.conftest import Run

QUICK = ("--side", "government=random", "--side", "Revolutionary=nearest", "--jobs", "1")


def test_numbers_are_turned_told_drawn_and_gone_on_with(run: Run, tmp_path: Path) -> None:
    asked = ("lab", "sensitivity", "tutorial", "fire.modifier.cover", *QUICK)
    done = run(*asked, "--screen", "2", "--confirm", "0", "-o", "x.jsonl", "--sheet", "heat.pdf", "--json")
    assert done.code == 0, done.err
    told = done.json
    fates = len(told["unread"]) + len(told["dead"]) + len(told["ranking"])
    assert fates == told["numbers"]
    assert (tmp_path / "heat.pdf").read_bytes().startswith(b"%PDF")
    before = (tmp_path / "x.jsonl").read_bytes()
    again = run("lab", "run", "x.jsonl", "--jobs", "1")
    assert again.code == 0, again.err
    assert told["sentence"] in again.out
    assert (tmp_path / "x.jsonl").read_bytes() == before
    assert run("lab", "report", "x.jsonl", "-o", "y.html").code == 0
    assert told["sentence"] in (tmp_path / "y.html").read_text(encoding="utf-8").replace("&#x27;", "'")
    assert "0 of " in run("lab", "failures", "x.jsonl").out
    run("lab", "again", "x.jsonl", "--seed", "1").refused("This journal is of numbers that were turned")


@pytest.mark.long
def test_a_screen_that_is_killed_goes_on_and_ends_as_if_nothing_had_been(run: Run, tmp_path: Path) -> None:
    asked = ("lab", "sensitivity", "tutorial", "fire.modifier", *QUICK, "--screen", "6", "--confirm", "0", "--json")
    whole = run(*asked, "-o", "whole.jsonl").json
    journal = tmp_path / "killed.jsonl"
    for lines in (3, 8, 15):
        process = subprocess.Popen(
            [sys.executable, "-m", "sandtable", *asked, "-o", journal.name],
            cwd=tmp_path,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        while process.poll() is None and (not journal.exists() or journal.read_bytes().count(b"\n") < lines):
            time.sleep(0.02)
        process.send_signal(signal.SIGKILL)
        process.wait()
    told = run(*asked, "-o", journal.name).json
    assert {**told, "journal": ""} == {**whole, "journal": ""}
    names = [json.loads(line)["seed"] for line in journal.read_text(encoding="utf-8").splitlines()[1:]]
    assert len(names) == len(set(names))


def test_a_thing_is_varied_and_a_handicap_measured(run: Run, tmp_path: Path) -> None:
    done = run(
        "lab",
        "sweep",
        "tutorial",
        "--vary",
        "unit:rev-guns.bases=2,3",
        *QUICK,
        "--count",
        "2",
        "--figure",
        "c.svg",
        "--json",
    )
    assert done.code == 0, done.err
    assert [point["value"] for point in done.json["points"]] == [2, 3]
    assert (tmp_path / "c.svg").read_text(encoding="utf-8").startswith("<svg")
    ladder = run("lab", "handicap", "tutorial", "--by", "turns", "--steps", "1", *QUICK, "--count", "2", "--json")
    assert ladder.code == 0, ladder.err
    assert set(ladder.json["ladders"]) == {"Revolutionary", "Government"}


def test_rules_are_counted(run: Run) -> None:
    told = run("lab", "rules", "tutorial", *QUICK, "--count", "2", "--json").json
    counted = {one["rule"]: one for one in told["rules"]}
    assert counted["REV-G.05"]["throws"] > 0  # the factors of fire
    assert "REV-10.16" in told["unmet"]  # no train comes to the tutorial
    assert not set(counted) & set(told["unmet"])
    assert all(one["moved"] <= one["throws"] <= told["throws"] for one in counted.values())


@pytest.mark.parametrize(
    ("asked", "told"),
    (
        (("sensitivity", "tutorial", "fire.cover"), "No whole number of the tables is called fire.cover"),
        (("sensitivity", "tutorial", "the-two-villages"), "scenarios are of several rulesets"),
        (("sensitivity", "tutorial", "--sheet", "x.png"), "A sheet ends in .pdf or .html"),
        (("sweep", "tutorial", "--vary", "unit:nobody.bases=1..3"), "There is no unit:nobody to be varied"),
        (("sweep", "tutorial", "--vary", "victory.turns"), "Give a range (2..6) or a list"),
        (("sweep", "tutorial", "--vary", "victory.turns=6..7", "--figure", "x.png"), "A figure ends in .svg"),
        (("handicap", "tutorial", "--by", "luck"), "There is no luck to be varied"),
    ),
)
def test_bad_input_gets_a_sentence(run: Run, asked: tuple[str, ...], told: str) -> None:
    run("lab", *asked).refused(told)
