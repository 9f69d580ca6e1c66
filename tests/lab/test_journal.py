"""Journals: only ever added to, whole or not at all, each battle once, one writer, one experiment."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from sandtable.battle.matches.match import Failure
from sandtable.kernel.problem import Refusal
from sandtable.lab.battles.journal import Head, Journal, Line
from tests.lab.making import by_chance, pairs_by_chance

HEAD = Head("abc", {"question": "Is it fair?"})


def line(seed: int, job: str = "job") -> Line:
    return Line(job, by_chance(0.5)(str(seed)))


def test_what_was_added_is_read_again(tmp_path: Path) -> None:
    place = tmp_path / "x.jsonl"
    lines = [
        line(1),
        Line("pairs", pairs_by_chance(0.5, 0.5, 0.5)("3")),
        Line("job", Failure("2", "KeyError: 'x'", "play.py, line 1")),
    ]
    with Journal.open(place, HEAD) as journal:
        assert journal.add(lines) == lines
        assert journal.add([line(1), line(4), line(4)]) == [line(4)]
        assert list(journal.missing("job", ["1", "2", "3", "4"])) == ["3"]
    read = Journal.read(place)
    assert read.lines == [*lines, line(4)]
    assert read.head == HEAD
    assert [json.loads(each)["job"] for each in place.read_text(encoding="utf-8").splitlines()[1:]] == [
        "job", "pairs", "job", "job"
    ]  # fmt: skip


def test_half_a_line_is_dropped_and_written_again(tmp_path: Path) -> None:
    place = tmp_path / "x.jsonl"
    with Journal.open(place, HEAD) as journal:
        journal.add([line(1), line(2)])
    whole = place.read_bytes()
    place.write_bytes(whole[:-40])
    assert [each.outcome.seed for each in Journal.read(place).lines] == ["1"]
    with Journal.open(place, HEAD) as journal:
        assert list(journal.missing("job", ["1", "2"])) == ["2"]
        journal.add([line(2)])
    assert place.read_bytes() == whole


def test_journals_of_others_and_those_in_use_are_refused(tmp_path: Path) -> None:
    place = tmp_path / "x.jsonl"
    with Journal.open(place, HEAD), pytest.raises(Refusal, match=r"lab\.journal\.in_use"):
        Journal.open(place, HEAD)
    with pytest.raises(Refusal, match=r"lab\.journal\.other"):
        Journal.open(place, Head("xyz", {}))
    for text in ("", "{}\n", "nothing\n", "[1]\n"):
        (tmp_path / "y.jsonl").write_text(text, encoding="utf-8")
        with pytest.raises(Refusal, match=r"lab\.journal\.(none|line)"):
            Journal.read(tmp_path / "y.jsonl")
    with place.open("a", encoding="utf-8") as file:
        file.write('{"seed": 3}\n')
    with pytest.raises(Refusal, match=r"lab\.journal\.line"):
        Journal.read(place)


WRITER = """
import sys
from pathlib import Path
from sandtable.lab.battles.journal import Journal
from tests.lab.test_journal import HEAD, line
with Journal.open(Path(sys.argv[1]), HEAD) as journal:
    print("ready", flush=True)
    for seed in journal.missing("job", map(str, range(100_000))):
        journal.add([line(int(seed))])
        print(seed, flush=True)
"""


def killed(place: Path, after: float) -> set[str]:
    """Let somebody write, end him without a warning, and say what he was told is kept."""
    child = subprocess.Popen([sys.executable, "-c", WRITER, str(place)], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    assert child.stdout.readline() == "ready\n"
    time.sleep(after)
    os.kill(child.pid, signal.SIGKILL)
    told = child.stdout.read()
    child.wait()
    child.stdout.close()
    return set(told[: told.rfind("\n") + 1].split())


def survives(place: Path, kills: int, seed: int) -> None:
    luck, acknowledged = Random(seed), set[str]()
    for _ in range(kills):
        acknowledged |= killed(place, luck.uniform(0, 0.15))
        seeds = [each.outcome.seed for each in Journal.read(place).lines]
        assert acknowledged <= set(seeds)
        assert len(seeds) == len(set(seeds))
        assert seeds == [str(number) for number in range(len(seeds))]
    written = [json.loads(each)["seed"] for each in place.read_bytes().splitlines()[1:-1]]
    assert len(written) == len(set(written))


def test_whoever_writes_may_be_killed_at_any_point(tmp_path: Path) -> None:
    survives(tmp_path / "x.jsonl", 2, 1)


@pytest.mark.long
def test_whoever_writes_may_be_killed_at_a_hundred_points(tmp_path: Path) -> None:
    survives(tmp_path / "x.jsonl", 100, 2)
