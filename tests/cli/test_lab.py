"""The lab from the command line: battles counted, rule texts compared, experiments carried out, journals told and battles seen again."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Run

QUICK = ("--side", "government=random", "--side", "Revolutionary=nearest", "--jobs", "1")
CLUB = "[fire.modifier.cover]\nsoft = -3\nhard = -5\n"
EXPERIMENT = """
question = "Does it help to have more cover?"
scenarios = ["tutorial"]
[variants]
printed = { level = "recruit" }
club = { house = "club.toml", level = "recruit" }
[stop]
rule = "planned"
most = 2
"""


def test_battles_are_counted_told_reported_and_gone_on_with(run: Run, tmp_path: Path) -> None:
    asked = ("lab", "balance", "tutorial", *QUICK, "--count", "3", "-o", "x.jsonl")
    done = run(*asked, "--report", "x.html", "--json")
    assert done.code == 0, done.err
    (answer,) = done.json["answers"]
    assert (answer["battles"], answer["planned"], answer["kind"]) == (3, 3, "balance")
    low, high = answer["interval"]
    assert low <= answer["share"] <= high
    assert sum(answer["wins"].values()) + answer["draws"] == pytest.approx(1)
    assert answer["sentence"] in (tmp_path / "x.html").read_text(encoding="utf-8").replace("&#x27;", "'")
    before = (tmp_path / "x.jsonl").read_bytes()
    again = run(*asked)
    assert again.code == 0
    assert answer["sentence"] in again.out
    assert (tmp_path / "x.jsonl").read_bytes() == before
    assert run("lab", "failures", "x.jsonl").out.startswith("0 of 3 battles failed.")
    assert run("lab", "report", "x.jsonl", "-o", "y.pdf").code == 0
    assert (tmp_path / "y.pdf").read_bytes().startswith(b"%PDF")
    seen = run("lab", "again", "x.jsonl", "--seed", "1", "--json").json
    assert seen["files"] == ["x-1.json"]
    assert run("verify", "x-1.json").code == 0


def test_an_experiment_in_a_file_is_carried_out_and_its_pairs_are_seen_again(run: Run, tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text(CLUB, encoding="utf-8")
    (tmp_path / "cover.toml").write_text(EXPERIMENT, encoding="utf-8")
    done = run("lab", "run", "cover.toml", "--jobs", "1", "--json")
    assert done.code == 0, done.err
    (answer,) = done.json["answers"]
    assert (answer["kind"], answer["pairs"], len(answer["changes"])) == ("compare", 2, 2)
    head = json.loads((tmp_path / "cover.jsonl").read_text(encoding="utf-8").splitlines()[0])
    assert head["experiment"] == done.json["experiment"]
    again = run("lab", "run", "cover.jsonl", "--jobs", "1", "--json")
    assert again.json["answers"] == done.json["answers"]
    seen = run("lab", "again", "cover.jsonl", "--seed", "0", "--show", "pair.html", "--json").json
    page = (tmp_path / "pair.html").read_text(encoding="utf-8")
    assert page.count("<img") == 2
    assert "<script" not in page
    assert seen["files"] == ["cover-0-first.json", "cover-0-second.json"]
    (tmp_path / "club.toml").write_text(CLUB.replace("-5", "-6"), encoding="utf-8")
    run("lab", "run", "cover.toml").refused("This journal is of another experiment", "Name another file")


@pytest.mark.parametrize(
    ("asked", "told"),
    (
        (("balance", "tutorial", "--goal", "55..45"), "is no band. Give two numbers, the smaller first"),
        (("balance", "tutorial", "--goal", "-10..200"), "between 0 and 100 percent of wins"),
        (("balance", "nowhere"), "nowhere"),
        (("balance", "tutorial", "--count", "3", "--most", "5"), "settled beforehand"),
        (("balance", "tutorial", "--levels", "some"), "--levels"),
        (("balance", "tutorial", "--report", "x.doc"), "A report ends in .html or .pdf"),
        (("balance", "tutorial", "--for", "soon"), "soon is no time"),
        (("balance", "tutorial", "--side", "nobody=opponent"), "nobody"),
        (("compare", "tutorial", "printed"), "two rule texts"),
        (("compare", "tutorial", "printed", "printed"), "Both texts are the same"),
        (("compare", "tutorial", "printed", "wrong.toml"), "wrong.toml, line 2: There is no table entry fire.nothing"),
        (
            ("compare", "tutorial", "printed", "wrong.toml", "--sprt", "5,-5"),
            "is no band. Give two numbers, the smaller first",
        ),
        (("run", "wrong.toml"), "question is missing"),
        (("run", "missing.toml"), "There is no such file"),
        (("failures", "wrong.toml"), "journal"),
        (("report", "missing.jsonl"), "missing.jsonl"),
    ),
)
def test_bad_input_gets_a_sentence(run: Run, tmp_path: Path, asked: tuple[str, ...], told: str) -> None:
    (tmp_path / "wrong.toml").write_text("[fire.nothing]\nsoft = -2\n", encoding="utf-8")
    run("lab", *asked).refused(told)
