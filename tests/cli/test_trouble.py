"""Whatever goes wrong: a sentence, an exit code, never a traceback."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from sandtable.cli import main, problems
from tests.cli.conftest import FIRE, Run


@pytest.mark.parametrize("option", ("--house", "--situation"))
def test_files_that_cannot_be_read(run: Run, tmp_path: Path, option: str) -> None:
    (tmp_path / "latin").write_bytes(b"# fine\n# \xe1ndale\n")
    (tmp_path / "large").write_bytes(b" " * 2_000_000)
    run("odds", *FIRE, option, "nowhere").refused("nowhere: There is no such file.")
    run("odds", *FIRE, option, str(tmp_path)).refused("This is a folder.")
    run("odds", *FIRE, option, "latin").refused("latin, line 2: This file is not UTF-8.")
    run("odds", *FIRE, option, "large").refused("large: This file is larger")


def test_a_situation_that_is_none(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"unit":\n "x",,}', encoding="utf-8")
    (tmp_path / "b.json").write_text("[1, 2]", encoding="utf-8")
    (tmp_path / "c.toml").write_text("unit = \n", encoding="utf-8")
    (tmp_path / "d.json").write_text("[" * 100_000, encoding="utf-8")
    run("odds", *FIRE, "--situation", "a.json").refused("a.json, line 2: This is not JSON")
    run("odds", *FIRE, "--situation", "b.json").refused("A situation is one object of fields")
    run("odds", *FIRE, "--situation", "c.toml").refused("c.toml", "line 1")
    run("odds", *FIRE, "--situation", "d.json").refused("A situation is one object of fields")
    run("odds", *FIRE, "--situation", "-", typed=b"\xff").refused("standard input, line 1: This file is not UTF-8.")


def test_odd_values_are_refused_by_name(run: Run, tmp_path: Path) -> None:
    (tmp_path / "odd.json").write_text(
        '{"unit": {"a": [1]}, "range": NaN, "cover": true, "bases_of_actor": 1e400}', encoding="utf-8"
    )
    run("odds", "revolucion", "deployed_fire", "--situation", "odd.json").refused(
        "unit: ", "range: ", "cover: ", "bases_of_actor: "
    )


def test_usage_errors_say_what_is_missing(run: Run) -> None:
    run("odds").refused("RULESET")
    run("odds", *FIRE, "--scale", "3").refused("--scale", "Choices: 1, 2, 1/2")
    run("nonsense").refused("nonsense")


def test_nobody_reads_the_pipe(surroundings: dict[str, str]) -> None:
    command = subprocess.Popen(
        [sys.executable, "-m", "sandtable", "rules", "revolucion", "--all"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings,
    )
    assert command.stdout is not None
    assert command.stderr is not None
    command.stdout.readline()
    command.stdout.close()
    assert command.stderr.read() == b""
    assert command.wait(60) in {0, 1}
    command.stderr.close()


@pytest.mark.usefixtures("heard_interrupts")
def test_interrupted(surroundings: dict[str, str]) -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "sandtable", "umpire", *FIRE, "--ask"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=surroundings,
    ) as command:
        assert command.stderr is not None
        read = b""
        while b"Enter to throw" not in read:
            fresh = command.stderr.read1()  # type: ignore[attr-defined]
            assert fresh, read
            read += fresh
        time.sleep(0.2)
        command.send_signal(signal.SIGINT)
        out, err = command.communicate(timeout=60)
    assert (command.returncode, out) == (130, b"")
    assert b"Traceback" not in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only some systems have a full disk to write to")
def test_the_disk_is_full(surroundings: dict[str, str]) -> None:
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "sandtable", "odds", *FIRE],
            stdout=full,
            stderr=subprocess.PIPE,
            env=surroundings,
            check=False,
        )
    assert ran.returncode == 1
    assert ran.stderr == b"No space left on device\n"


def test_closed_streams(surroundings: dict[str, str]) -> None:
    command = " ".join([sys.executable, "-m", "sandtable", "umpire", *FIRE, "--ask"])
    ran = subprocess.run(["sh", "-c", f"{command} <&- >&- 2>&-"], env=surroundings, check=False)
    assert ran.returncode == 3


def test_a_fault_of_the_program_is_a_sentence_and_a_file(monkeypatch, capsys, tmp_path: Path) -> None:
    def broken(**_about):
        raise RuntimeError("the rule is broken")

    monkeypatch.setenv("SANDTABLE_STATE", str(tmp_path))
    monkeypatch.setattr(main, "app_for", lambda _arguments: broken)
    problems.speak()
    assert main.run(["rulesets"]) == 1
    said = capsys.readouterr()
    assert said.out == ""
    assert "Something went wrong inside Sandtable." in said.err
    assert "Traceback" not in said.err
    assert "the rule is broken" in (tmp_path / "fault.txt").read_text(encoding="utf-8")
