"""Every command comes up in a process that has imported nothing before it, and says what it says in the other tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from sandtable.cli.main import COMMANDS
from tests.cli.conftest import FIRE, Run

ELSEWHERE = {"serve", "export"}  # the tests of the server and of the web app start these from nothing
CALLS = {
    "rulesets": ("--json",),
    "actions": ("revolucion", "deployed fire"),
    "odds": FIRE,
    "umpire": (*FIRE, "--seed", "1", "--json"),
    "rules": ("revolucion", "REV-6.35"),
    "play": ("revolucion",),
    "scenario": ("check", "tutorial"),
    "battle": ("tutorial", "--side", "government=napoleon"),
    "lab": ("duel", "revolucion", "Dragons 4"),
    "campaign": ("show", "nowhere"),
    "verify": ("nothing.json",),
    "replay": ("nothing.json",),
    "check": ("nothing",),
    "new": ("ruleset", "revolucion"),
    "print": ("reference", "revolucion", "--json"),
}


@pytest.mark.parametrize("command", CALLS)
def test_a_command_comes_up_alone(run: Run, run_alone: Run, tmp_path: Path, command: str) -> None:
    (tmp_path / "nothing.json").write_text("{}", encoding="utf-8")
    alone = run_alone(command, *CALLS[command], typed="log\n")
    assert "Traceback" not in alone.err
    assert alone.out or alone.err
    assert alone == run(command, *CALLS[command], typed="log\n")


def test_no_command_is_left_out() -> None:
    assert set(COMMANDS) == set(CALLS) | ELSEWHERE
