"""Battles from the command line: played, checked, drawn; many of them, interrupted and taken up again."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from tests.cli.conftest import Ran, Run

SIDES = ("--side", "government=random", "--side", "Revolutionary=nearest")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def log(run: Run) -> Path:
    """The log of a short battle."""
    done = run("battle", "tutorial", *SIDES, "--seed", "4", "-o", "four.json")
    assert done.code == 0, done.err
    return Path("four.json")


def test_a_battle_is_played_told_checked_and_drawn(run: Run, tmp_path: Path, log: Path) -> None:
    plain = json.loads((tmp_path / log).read_text(encoding="utf-8"))
    assert plain["seed"] == "4"
    told = run("verify", str(log), "--json").json
    assert (told["status"], told["orders"], told["unchecked"]) == ("ok", len(plain["entries"]), 0)
    assert told["dice"] > 5

    moving = run("replay", str(log), "-o", "four.svg", "--json").json
    assert moving == {"status": "ok", "file": "four.svg", "frames": len(plain["entries"]) + 1}
    root = ET.parse(tmp_path / "four.svg").getroot()  # noqa: S314 - our own
    names = {title.text for title in root.iter(f"{SVG}title")}
    assert {"Cuencamé", "Rurales"} <= names
    assert len(list(root.iter(f"{SVG}animate"))) > len(plain["entries"])

    assert run("replay", str(log), "-o", "frames").code == 0
    assert len(list((tmp_path / "frames").iterdir())) == len(plain["entries"]) + 1
    assert "animate" not in (tmp_path / "frames" / "0003.svg").read_text(encoding="utf-8")


def test_what_was_changed_in_a_log_is_found(run: Run, tmp_path: Path, log: Path) -> None:
    plain = json.loads((tmp_path / log).read_text(encoding="utf-8"))
    entry, die = next(
        (entry, answer)
        for entry in plain["entries"]
        for answer in entry["answers"]
        if answer["about"] == "dice" and isinstance(answer["value"], list)
    )
    die["value"][0] = die["value"][0] % 6 + 1
    (tmp_path / "forged.json").write_text(json.dumps(plain), encoding="utf-8")
    done = run("verify", "forged.json")
    assert done.code == 1
    assert f"Entry {entry['number']}: the dice fell differently ({die['key']})." in done.out
    assert "in the log" in done.out
    told = run("verify", "forged.json", "--json")
    assert (told.code, told.json["status"]) == (1, "differs")
    assert (told.json["differences"][0]["what"], told.json["differences"][0]["entry"]) == ("die", entry["number"])


def test_many_battles_are_counted(run: Run, tmp_path: Path) -> None:
    done = run("battle", "tutorial", *SIDES, "--count", "2", "--seed", "4", "-o", "many.jsonl", "--json")
    assert done.code == 0, done.err
    told = done.json
    assert (told["battles"], told["players"]["Government"]) == (2, "random")
    assert sum(one["count"] for one in told["wins"].values()) + told["draws"]["count"] == 2
    low, high = told["wins"]["Revolutionary"]["interval"]
    assert 0 <= low <= told["wins"]["Revolutionary"]["share"] <= high <= 1
    lines = [json.loads(line) for line in (tmp_path / "many.jsonl").read_text(encoding="utf-8").splitlines()[1:]]
    assert sorted(line["seed"] for line in lines) == ["4", "5"]
    run("battle", "tutorial", "--count", "2", "-o", "many.jsonl").refused("There are results in this file", "--resume")
    more = run("battle", "--resume", "many.jsonl", "--count", "3", "--jobs", "1")
    assert "3 of 3 battles" in more.out
    assert re.search(r"Government +random +\d", more.out)
    run("battle", "tutorial", "--resume", "many.jsonl").refused("A series goes on as it began")


@pytest.mark.usefixtures("heard_interrupts")
@pytest.mark.long  # waits for two programs to be interrupted
@pytest.mark.parametrize("jobs", ("1", "2"))
def test_interrupted_it_keeps_what_is_done_and_goes_on(
    jobs: str, run: Run, tmp_path: Path, surroundings: dict[str, str]
) -> None:
    command = [sys.executable, "-m", "sandtable", "battle", "tutorial", *SIDES, "--count", "400", "--jobs", jobs]
    place = tmp_path / "long.jsonl"
    process = subprocess.Popen(
        [*command, "-o", place.name], cwd=tmp_path, env=surroundings, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    while process.poll() is None and (not place.exists() or place.read_bytes().count(b"\n") < 2):
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=120)
    ran = Ran(process.returncode, out.decode(), err.decode())
    assert ran.code == 130, ran.err
    assert "Go on with: sandtable battle --resume long.jsonl" in ran.out
    assert "Traceback" not in ran.err
    done = len(place.read_text(encoding="utf-8").splitlines()) - 1
    assert 1 <= done < 400
    told = run("battle", "--resume", place.name, "--count", str(done + 1), "--jobs", "1", "--json")
    assert told.code == 0, told.err
    assert (told.json["battles"], told.json["of"]) == (done + 1, done + 1)


def test_a_battle_made_by_chance_names_its_ruleset_or_has_the_usual_one(run: Run, tmp_path: Path) -> None:
    for name in ("random:3", "random:revolucion:3"):
        assert (
            run("battle", name, "--seed", "1", "--side", "Government=random", "--side", "Revolutionary=random").code
            == 0
        )
    usual, named = (
        json.loads((tmp_path / f"random-{name}-1.json").read_text(encoding="utf-8")) for name in ("3", "revolucion-3")
    )
    assert named["scenario"] == usual["scenario"]


def test_what_cannot_be_played_is_refused(run: Run, tmp_path: Path) -> None:
    run("battle").refused("Say what is to be played")
    run("battle", "nowhere").refused("no scenario called nowhere", "tutorial")
    run("battle", "random:much").refused("not the name of a random battle")
    run("battle", "random:revolucion:").refused("not the name of a random battle")
    run("battle", "random:nowhere:7").refused("nowhere", "revolucion")
    for count in ("x", "0", "1.5", "-3", "1000001"):
        run("battle", "tutorial", "--count", count).refused(
            f"--count: {count} is not a whole number from 1 to 1000000."
        )
    run("battle", "tutorial", "--seed", "four").refused("--seed: four is not a whole number from 0 to")
    run("battle", "tutorial", "--jobs", "many").refused("--jobs: many is not a whole number from 1 to 1000.")
    run("replay", "none.json", "--seconds", "long").refused("--seconds: long is not a number from 0.05 to 60.")
    run("scenario", "map", "tutorial", "--width", "10").refused("--width: 10 is not a whole number from 200 to 8000.")
    run("battle", "tutorial", "--side", "Red=opponent").refused("no side called Red", "Government")
    run("battle", "tutorial", "--side", "government=napoleon").refused("no player called napoleon", "opponent")
    run("battle", "tutorial", "--side", "government").refused("has no =")
    run("battle", "tutorial", "--level", "emperor").refused("no level called emperor", "general")
    run("battle", "tutorial", "-o", str(tmp_path / "no" / "where.json")).refused("cannot be written")
    (tmp_path / "x.json").write_text('{"a": 1}', encoding="utf-8")
    run("verify", "x.json").refused("not the log of a whole battle")
    run("verify", "nowhere.json").refused("There is no such file")
    run("replay", "x.json").refused("not the log of a whole battle")


# ---- Battles that fail, house rules, and what cannot be vouched for ------------------------------------------------------------------


def test_a_battle_that_failed_is_stepped_over_and_told_with_the_way_to_see_it_again(run: Run, tmp_path: Path) -> None:
    assert run("battle", "tutorial", *SIDES, "--count", "1", "--jobs", "1", "-o", "few.jsonl").code == 0
    failure = {"seed": "1", "error": "AssertionError: ", "where": "forming.py, line 47, in stand"}
    with (tmp_path / "few.jsonl").open("a", encoding="utf-8") as file:
        file.write(json.dumps(failure) + "\n")
    told = run("battle", "--resume", "few.jsonl", "--count", "3", "--jobs", "1")
    assert told.code == 0, told.err
    assert "1 battle could not be played to the end and is not counted:" in told.out
    assert "seed 1: AssertionError:  (forming.py, line 47, in stand)" in told.out
    assert "sandtable battle --resume few.jsonl --seed 1" in told.out
    assert "1 battle was planned." in told.out
    data = run("battle", "--resume", "few.jsonl", "--count", "3", "--jobs", "1", "--json").json
    assert (data["battles"], data["failures"], data["planned"]) == (2, [failure], 1)
    again = run("battle", "--resume", "few.jsonl", "--seed", "1", "--json").json
    assert (again["file"], again["seed"]) == ("few-1.json", "1")
    assert run("verify", "few-1.json").code == 0
    run("battle", "--resume", "few.jsonl", "--seed", "9").refused("There is no battle with seed 9 in few.jsonl.")
    run("battle", "--resume", "few.jsonl", "--option", "hidden=true").refused("A series goes on as it began.")


def test_options_house_rules_and_levels_of_a_side_are_played(run: Run, tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text("[options]\n'edge.own' = true\n", encoding="utf-8")
    rules = ("--house", "club.toml", "--option", "pivot.strict=true", "--level", "government=recruit")
    told = run("battle", "tutorial", *SIDES, "--seed", "4", *rules, "-o", "club.json", "--json").json
    assert told["levels"] == {"Revolutionary": "general", "Government": "recruit"}
    log = json.loads((tmp_path / "club.json").read_text(encoding="utf-8"))
    assert log["options"] == {"pivot.strict": "true"}
    assert "edge.own" in log["house"]
    assert run("verify", "club.json").code == 0
    run("battle", "tutorial", "--option", "nonsense=1").refused("There is no option called nonsense.")
    run("battle", "tutorial", "--option", "pivot.strict").refused("pivot.strict")
    run("battle", "tutorial", "--house", "nowhere.toml").refused("nowhere.toml")
    run("battle", "tutorial", "--level", "government=genius").refused("There is no level called genius.")
    run("battle", "tutorial", "--level", "nobody=recruit").refused("There is no side called nobody.")
    run("battle", "tutorial", "--level", "recruit", "--level", "general").refused("--level")


def test_each_verdict_has_its_exit_code(run: Run, tmp_path: Path, log: Path) -> None:
    plain = json.loads((tmp_path / log).read_text(encoding="utf-8"))

    def verified(name: str, *more: str, **changes: object) -> Ran:
        (tmp_path / f"{name}.json").write_text(json.dumps({**plain, **changes}), encoding="utf-8")
        return run("verify", f"{name}.json", *more)

    whole = verified("whole")
    assert whole.code == 0
    assert f"The seal is {plain['seal']['chain']}." in whole.out
    assert f"The seed was promised as {plain['commitment']}." in whole.out
    cut = verified("cut", entries=plain["entries"][:-1])
    assert cut.code == 1
    assert "the rest was cut off" in cut.out
    undo = {"kind": "undo", "number": len(plain["entries"]) + 1, "seat": "Government", "to": 3, "agreed": []}
    longer = verified("longer", entries=[*plain["entries"], undo])
    assert longer.code == 1
    assert "the battle was over before this" in longer.out
    unseeded = verified("unseeded", seed=None, seal=None)
    assert unseeded.code == 4
    assert "without its seed no die can be checked" in unseeded.out
    assert run("verify", "unseeded.json", "--seed", "4").code == 0
    assert run("verify", "unseeded.json", "--seed", "5").code == 1
    origin = [{"commitment": "f" * 64, "last": 5}]
    branched = verified("branched", origins=origin, seal=None, format=1)
    assert branched.code == 4
    assert "branched from another battle" in branched.out
    unfinished = verified("unfinished", "--seed", "4", seed=None, seal=None, entries=plain["entries"][:-1])
    assert unfinished.code == 4
    assert run("verify", "unfinished.json", "--json").json["gaps"] == ["no_seed", "unfinished"]
    assert run("verify", "nowhere.json").code == 2


def test_an_order_that_is_refused_with_a_drawing_is_told_as_data_too(run: Run, tmp_path: Path, log: Path) -> None:
    plain = json.loads((tmp_path / log).read_text(encoding="utf-8"))
    move = next(entry for entry in plain["entries"] if entry["order"]["kind"] == "move" and entry["order"]["path"])
    move["order"]["path"][-1] = [1000, 35000]
    (tmp_path / "far.json").write_text(json.dumps(plain), encoding="utf-8")
    told = run("verify", "far.json", "--json")
    assert told.code == 1, told.err
    assert told.out, told.err
    difference = next(each for each in told.json["differences"] if each["what"] == "order")
    assert difference["entry"] == move["number"]
    assert difference["problems"][0]["message"].endswith(".")
    assert "Traceback" not in told.err
    plain["scenario"] = "title = 1"
    (tmp_path / "damaged.json").write_text(json.dumps(plain), encoding="utf-8")
    damaged = run("verify", "damaged.json")
    assert damaged.code == 1
    assert "the rules do not set its scenario up" in damaged.out


def test_a_side_goes_by_the_weights_of_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bold.toml").write_text("[levels.general]\ndanger = 0.0\n", encoding="utf-8")
    told = run("battle", "tutorial", "--side", "government=opponent:general:bold.toml", "--count", "1", "--json").json
    assert (told["weights"], told["battles"]) == ({"Government": "bold.toml"}, 1)
    (tmp_path / "bold.toml").unlink()
    again = run("battle", "--resume", told["file"], "--count", "1", "--json").json  # the file holds the text
    assert again["wins"] == told["wins"]


def test_a_bad_file_of_weights_is_refused_before_anything_is_played(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text("[levels.general]\ndangr = 0.0\n", encoding="utf-8")
    done = run("battle", "tutorial", "--side", "government=opponent:bad.toml", "--count", "1")
    assert done.code != 0
    assert "bad.toml, line 2" in done.err
    assert "danger" in done.err
