"""Programs that play a side: the protocol as a program sees it, and all the ways in which one can fail without anybody waiting for it."""

from __future__ import annotations

import json
import shlex
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from time import monotonic

import pytest

from sandtable.ai.program import ProgramError, ProgramPlayer
from sandtable.battle.matches.match import Failure, Record, play_logged, play_through, try_battle
from sandtable.battle.matches.staff import Post, check_player
from sandtable.battle.registry import table
from sandtable.kernel.problem import Refusal
from tests.lab.making import OTHER, OWN, tutorial

MATCH = tutorial().match
EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "player.js"
WRITTEN = """
import json, sys
for line in sys.stdin:
    asked = json.loads(line)
    if asked["type"] == "end":
        break
    answer = {"type": asked["type"], "number": asked.get("number"), "protocol": 1}
    {body}
    print(json.dumps(answer), flush=True)
"""


def program(tmp_path: Path, body: str) -> str:
    """A program that greets, and answers as it is told."""
    place = tmp_path / "player.py"
    place.write_text(WRITTEN.replace("{body}", body.replace("\n", "\n    ")), encoding="utf-8")
    return shlex.join([sys.executable, str(place)])


def by_program(command: str) -> Record | Failure:
    """A battle whose first side is played by a program."""
    return try_battle(replace(MATCH, players=((OWN, f"program:{command}"), (OTHER, "nearest"))), "3")


FIRST = 'answer["id"] = 0\nanswer["option"] = asked.get("usual")'


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_example_in_the_docs_plays_a_battle_to_its_end_and_the_same_again() -> None:
    match = replace(MATCH, players=((OWN, f"program:node {EXAMPLE}"), (OTHER, "nearest")))
    first = play_through(match, "3")
    assert first.orders > 20
    assert play_logged(match, "3").log.number == first.orders
    assert len(EXAMPLE.read_text(encoding="utf-8").splitlines()) <= 30


def test_it_is_told_its_own_view_and_candidates(tmp_path: Path) -> None:
    heard = tmp_path / "heard.jsonl"
    body = f'open({str(heard)!r}, "a").write(line)\n{FIRST}'
    assert isinstance(by_program(program(tmp_path, body)), Record)
    hello, *asked = [json.loads(line) for line in heard.read_text(encoding="utf-8").splitlines()]
    assert {key: hello[key] for key in ("type", "protocol", "candidates", "ruleset", "role", "seed")} == {
        "type": "hello", "protocol": 1, "candidates": 1, "ruleset": "revolucion", "role": OWN, "seed": f"3/{OWN}",
    }  # fmt: skip
    orders = [one for one in asked if one["type"] == "order"]
    assert [one["number"] for one in asked] == list(range(1, len(asked) + 1))
    assert all(one["decision"]["by"] == OWN and one["candidates"][0]["id"] == 0 for one in orders)
    assert all({"clock", "pieces", "meters"} <= one["view"].keys() for one in orders)


@pytest.mark.parametrize(
    ("body", "words"),
    (
        ("if asked['type'] == 'order': sys.exit('no more')", "ended with exit code 1 (no more)"),
        ("if asked['type'] == 'order': import os; os.kill(os.getpid(), 9)", "was ended by signal 9"),
        ("answer['id'] = 999", "answers no id from 0 to"),
        ("if asked['type'] == 'order': answer['number'] = 0", "answers something else than question 1"),
        ("answer['protocol'] = 7", "does not greet"),
        ("if asked['type'] == 'order': print('oh'); continue", "answers no JSON: oh"),
        ("answer['order'] = {'kind': 'pass', 'by': 'Government'}", "nobody waits for: pass"),
        ("answer['order'] = {'kind': 'dance'}", "gives an order that cannot be read"),
    ),
)
def test_a_program_that_fails_is_recorded_by_its_name(tmp_path: Path, body: str, words: str) -> None:
    command = program(tmp_path, f"{FIRST}\n{body}")
    failure = by_program(command)
    assert isinstance(failure, Failure)
    assert failure.error.startswith(f"ProgramError: {command}: ")
    assert words in failure.error


def test_a_program_that_is_not_there_is_told() -> None:
    failure = by_program("/no/such/player")
    assert isinstance(failure, Failure)
    assert failure.error == "ProgramError: /no/such/player: cannot be started: No such file or directory"


@pytest.mark.parametrize("body", ("import time; time.sleep(60)", "print('x' * 3_000_000, end='', flush=True)"))
def test_nobody_waits_longer_than_its_time(tmp_path: Path, body: str) -> None:
    began = monotonic()
    with pytest.raises(ProgramError):
        ProgramPlayer(Post(table("revolucion"), OWN, "", "3", program(tmp_path, body)), seconds=0.7)
    assert monotonic() - began < 30


def test_who_is_not_known_is_refused_with_those_who_are() -> None:
    rules = table("revolucion")
    check_player(rules, "nearest")
    check_player(rules, "program:./x")
    with pytest.raises(Refusal) as refused:
        check_player(rules, "nobody:4")
    assert refused.value.problems[0].choices == ("opponent", "random", "nearest", "program:...")
