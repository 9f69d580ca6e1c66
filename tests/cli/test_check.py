"""`sandtable check`: a whole ruleset from outside keeps every promise, and one that does not is told which, and where."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.conftest import Ran
from tests.support import forked_commands
from tests.support.outside import installed, source
from tests.support.outside_commands import sandtable, surroundings

GAME, TABLES, TEXTS = "lamplight/ruleset.py", "lamplight/tables.toml", "lamplight/messages/en.toml"


@pytest.mark.parametrize("name", ("lamplight", "lamplight.ruleset:RULESET"))
def test_a_whole_ruleset_keeps_every_promise(tmp_path, name):
    done = sandtable(installed(tmp_path / "site"), "check", name, "--json")
    told = json.loads(done.stdout)
    assert (done.returncode, told["status"], told["broken"]) == (0, "ok", [])
    assert told["promises"] > 50


def checked(site: Path, name: str = "lamplight") -> Ran:
    """The check of a package from outside, without the seconds of its imports."""
    code, out, err = forked_commands.run(("check", name), b"", site, surroundings(site))
    return Ran(code, out.decode(), err.decode())


BREACHES = {
    "a text that nothing asks for": (TEXTS, "[band]\n", '[band]\ndim = "dim"\n', "delete them from messages/en.toml: band.dim"),
    "an outcome without words": (TEXTS, 'burns = "The lamp burns on"\n', "", "messages/en.toml lacks outcome.burns"),
    "a role without words": (GAME, 'role="keepers"', 'role="lanterns"', "no words for whose decision it is: role.lanterns"),
    "an entry that nobody reads": (TABLES, "hours = 2", "hours = 2\ndays = 1", "watch.days"),
    "an entry that is not there": (GAME, '"watch.hours"', '"watch.days"', "tables.toml, watch.days: There is no such entry."),
    "a rule id of nobody": (GAME, '("LAM-3.01",)', '("LAM-9.01",)', "action watch: LAM-9.01"),
    "an icon of nobody": (GAME, '"guard", Message("answer.guard"), "lamp"', '"guard", Message("answer.guard"), "gas"', "gas"),
    "a law that house rules break": (
        GAME,
        '(Band(Message("band.lit"), lit, 2),), int, tally)',
        '(Band(Message("band.lit"), lit, 2), Band(Message("band.lit"), frozenset({1, 2})),), lambda *of: of[0], tally)',
        "The faces 2 belong to two bands of flare.lamps",
    ),
    "a verdict of the wrong kind": (GAME, "return Snuffed(out=out)", "return Watched(hours=1)", "Watched is no Snuffed"),
    "a rule that stumbles": (GAME, "* situation.lamps", "// situation.lamps", "lamplight/ruleset.py, line 120: ZeroDivisionError"),
}  # fmt: skip


@pytest.mark.parametrize("breach", BREACHES)
def test_a_promise_that_is_broken_is_told_with_its_place(tmp_path, breach):
    path, old, new, said = BREACHES[breach]
    text = source(path)
    assert old in text
    done = checked(installed(tmp_path / "site", {path: text.replace(old, new)}))
    assert done.code == 2, done.out + done.err
    assert said in done.out
    assert "Traceback" not in done.err


@pytest.mark.parametrize("text", ('fine = "Fine oil"\n', 'burns = "The lamp burns on"\n', 'wick = "Wick"\n'))
def test_a_text_that_is_missing_breaks_a_promise_wherever_it_is_run(tmp_path, monkeypatch, text):
    monkeypatch.delenv("SANDTABLE_STRICT_TEXTS")  # as on a user's machine, where the name of a text stands in for it
    site = installed(tmp_path / "site", {TEXTS: source(TEXTS).replace(text, "")})
    done = sandtable(site, "check", "lamplight")
    assert done.returncode == 2, done.stdout + done.stderr
    assert "messages/en.toml" in done.stdout


def test_a_ruleset_that_does_not_load_says_why(tmp_path):
    checked(installed(tmp_path / "site", {TABLES: None})).refused("tables.toml: There is no such file.")
    checked(tmp_path / "site", "lamplight.nowhere:RULESET").refused("lamplight.nowhere:RULESET does not load")
