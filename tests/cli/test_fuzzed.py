"""Files and command lines that were damaged by chance: a result or a sentence, never a fault, and always the exit code that is documented.

Whatever was once found in this way stands first. A run of another size: SANDTABLE_FUZZ=10000. A failure names its seed.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from sandtable.battle.scenario.library import shipped, source_of
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.cli import main
from tests.battle.test_scenario_reader import SMALL, WOOD, comb
from tests.cli.conftest import FIRE
from tests.support.mutations import ODD_TEXTS, damaged_text, damaged_value, how_many

CROSSING_HILL = (
    "[[hill]]\noutline = [[1, 1], [20, 1], [20, 20], [1, 20]]\n"
    "[[hill]]\nlevel = 2\nsmooth = false\noutline = [[4, 4], [8, 8], [8, 4], [4, 8]]\n"
)
FOUND = (
    SMALL + CROSSING_HILL,
    SMALL + WOOD + comb(9_999, turned=False),
    SMALL + (WOOD + "[[1, 1], [2, 1], [2, 2]]\n") * 3_000,
    SMALL + "[[area]]\nkind = 'orchard'\nsmooth = false\noutline = [[1, 1], [1.1, 1], [1.1, 9]]\n",
    source_of("ringgold-goes-forward")[0] + "[[area]]\nkind = 'woods'\n",
)
HOUSE = "[fire.modifier.cover]\nsoft = -2\nhard = -4\n\n[options]\nwire = true\n"
LOG = Path(__file__).parents[1] / "battle" / "first_edition" / "tutorial.json"
WORDS = (
    "rulesets", "actions", "odds", "umpire", "rules", "scenario", "verify", "replay", "print", "check", "map", "random", "schema",
    "revolucion", "mesoamerica", "deployed_fire", "assault", "reference", "labels", "tutorial", "--json", "--seed", "--house",
    "--option", "--situation", "--all", "--theme", "--output", "-o", "--scale", "-h", "--version", "--count", "--side", "--resume",
    "unit=RegularInfantry", "range=6-12", "unit=", "=", "1", "-1", "1e9", "nowhere.toml", "/", "/dev/null", ".", "-",
)  # fmt: skip


def told(capfd: pytest.CaptureFixture[str], arguments: Sequence[str]) -> tuple[int, str]:
    """The exit code of a command, and everything it said; a fault fails the test at once."""
    code = main.run(arguments)
    captured = capfd.readouterr()
    said = captured.out[:5_000] + captured.err
    assert "Traceback" not in said, said
    assert "went wrong inside" not in said, said
    return code, said


@pytest.fixture(autouse=True)
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A folder of its own, and nobody who types."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    with Path("/dev/null").open(encoding="utf-8") as nobody:
        monkeypatch.setattr("sys.stdin", nobody)
        yield


def scenarios(count: int, capfd: pytest.CaptureFixture[str]) -> None:
    whole = [SMALL, *(source_of(name)[0] for name in shipped()), scenario_rules("revolucion").made_by_chance(1)]
    for seed in range(-len(FOUND), count):
        luck = random.Random(seed)
        text = FOUND[seed] if seed < 0 else damaged_text(luck.choice(whole), luck)
        Path("mine.toml").write_text(text, encoding="utf-8", errors="replace")
        code, said = told(capfd, ("scenario", "check", "mine.toml"))
        assert code in {0, 2}, f"seed {seed}: {said}"
        if code == 0 and seed % 5 == 0:
            assert told(capfd, ("scenario", "map", "mine.toml", "-o", "mine.svg"))[0] == 0, f"seed {seed}"


def houses(count: int, capfd: pytest.CaptureFixture[str]) -> None:
    for seed in range(count):
        luck = random.Random(seed)
        Path("house.toml").write_text(damaged_text(HOUSE, luck), encoding="utf-8", errors="replace")
        code, said = told(capfd, ("odds", *FIRE, "--house", "house.toml"))
        assert code in {0, 2}, f"seed {seed}: {said}"


def logs(count: int, capfd: pytest.CaptureFixture[str]) -> None:
    whole = json.loads(LOG.read_text(encoding="utf-8"))
    whole["entries"] = whole["entries"][:4]  # so that it is run again in no time
    found = ({**whole, "scenario": "title = 3"}, {**whole, "scenario": ""}, {**whole, "scenario": FOUND[0]})
    for seed in range(-len(found), count):
        luck = random.Random(seed)
        log = found[seed] if seed < 0 else damaged_value(whole, luck)
        Path("log.json").write_text(json.dumps(log).replace("\\ud800", "?"), encoding="utf-8")
        command = ("replay", "log.json", "-o", "log.svg") if seed % 2 else ("verify", "log.json")
        code, said = told(capfd, command)
        assert code in {0, 1, 2, 4}, f"seed {seed}: {said}"
        told(capfd, ("verify", "log.json", "--json"))


def lines(count: int, capfd: pytest.CaptureFixture[str]) -> None:
    for seed in range(count):
        luck = random.Random(seed)
        arguments = [luck.choice(WORDS if luck.random() < 0.9 else ODD_TEXTS[:2]) for _ in range(luck.randint(0, 6))]
        code, said = told(capfd, arguments)
        assert code in {0, 1, 2, 3, 4}, f"seed {seed}: {arguments}: {said}"


def test_damaged_scenarios_are_told_with_what_is_wrong(capfd: pytest.CaptureFixture[str]) -> None:
    scenarios(how_many(60), capfd)


def test_damaged_house_rules_are_told_with_what_is_wrong(capfd: pytest.CaptureFixture[str]) -> None:
    houses(how_many(40), capfd)


def test_damaged_logs_are_told_with_what_is_wrong(capfd: pytest.CaptureFixture[str]) -> None:
    logs(how_many(12), capfd)


def test_command_lines_by_chance_end_in_a_result_or_a_sentence(capfd: pytest.CaptureFixture[str]) -> None:
    lines(how_many(40), capfd)


@pytest.mark.long
def test_many_damaged_scenarios(capfd: pytest.CaptureFixture[str]) -> None:
    scenarios(how_many(6_000), capfd)


@pytest.mark.long
def test_many_damaged_house_rules(capfd: pytest.CaptureFixture[str]) -> None:
    houses(how_many(2_000), capfd)


@pytest.mark.long
def test_many_damaged_logs(capfd: pytest.CaptureFixture[str]) -> None:
    logs(how_many(2_000), capfd)


@pytest.mark.long
def test_many_command_lines(capfd: pytest.CaptureFixture[str]) -> None:
    lines(how_many(5_000), capfd)
