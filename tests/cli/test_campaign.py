"""Campaigns: what was lost is lost, and a log that is not sound or of another battle changes nothing."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

from tests.cli.conftest import Run


def fought(run: Run, tmp_path: Path, name: str = "one.json", seed: str = "7") -> Path:
    """The first battle of a new campaign in the folder `north`."""
    assert run("campaign", "new", "north", "tutorial").code == 0
    assert run("campaign", "battle", "north").code == 0
    ran = run("battle", "north/battle-1.toml", "--side", "Revolutionary=nearest", "--side", "Government=nearest",
              "--seed", seed, "-o", name)  # fmt: skip
    assert ran.code == 0, ran.err
    return tmp_path / name


def test_losses_are_carried_into_the_next_battle(run: Run, tmp_path: Path) -> None:
    log = fought(run, tmp_path)
    ran = run("campaign", "after", "north", str(log), "--json")
    assert ran.code == 0, ran.err
    told = json.loads(ran.out)
    assert len(told["battles"]) == 1
    worn = [unit for unit in told["units"] if unit["bases"] < unit["start"]]
    assert worn
    assert all(unit["fatigue"] == 1 for unit in worn)
    next_battle = tmp_path / "north" / "battle-2.toml"
    tree = tomllib.loads(next_battle.read_text(encoding="utf-8"))
    there = {unit["name"]: unit["bases"] for column in tree["column"] for unit in column["unit"]}
    assert there == {unit["name"]: unit["bases"] for unit in told["units"] if unit["bases"]}
    assert (tmp_path / "north" / "battle-2.pdf").read_bytes().startswith(b"%PDF")
    again = run("campaign", "after", "north", str(log))
    assert again.code == 2
    assert "has been carried into the campaign already" in again.err


def test_what_is_not_sound_changes_nothing(run: Run, tmp_path: Path) -> None:
    log = fought(run, tmp_path)
    before = (tmp_path / "north" / "campaign.json").read_bytes()
    raw = json.loads(log.read_text(encoding="utf-8"))
    raw["entries"] = raw["entries"][:-3]
    (tmp_path / "cut.json").write_text(json.dumps(raw), encoding="utf-8")
    assert run("campaign", "after", "north", "cut.json").code == 2
    assert run("battle", "tutorial", "--seed", "7", "--side", "Revolutionary=nearest", "-o", "other.json").code == 0
    other = run("campaign", "after", "north", "other.json")
    assert other.code == 2
    assert "not of battle 1 of this campaign" in other.err
    assert run("campaign", "after", "nowhere", str(log)).code == 2
    assert (tmp_path / "north" / "campaign.json").read_bytes() == before
    assert not (tmp_path / "north" / "battle-2.toml").exists()


def test_one_campaign_a_folder(run: Run) -> None:
    assert run("campaign", "new", "north", "tutorial").code == 0
    twice = run("campaign", "new", "north", "tutorial")
    assert twice.code == 2
    assert "already" in twice.err
    shown = run("campaign", "show", "north")
    assert "0 battles fought" in shown.out
