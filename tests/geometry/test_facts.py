"""Facts are worked out once, kept with the one value they are about, and handed to nobody else."""

from __future__ import annotations

import ast
from concurrent.futures import ThreadPoolExecutor
from dataclasses import FrozenInstanceError, dataclass, replace
from pathlib import Path
from threading import Barrier

import pytest

import sandtable
from sandtable.geometry.facts import Lasting, fact, once

SOURCE = Path(sandtable.__file__).parent
THREADS = 4


@dataclass(frozen=True)
class Wall(Lasting):
    """Something that lasts."""

    length: int

    @once
    def worked(self):
        """A new list at every working out."""
        return []

    @fact
    def pieces(self, size, rest=0):
        """A new list for every question."""
        return [self.length // size, rest]


def test_a_fact_is_worked_out_once_for_every_question():
    wall = Wall(12)
    assert wall.worked is wall.worked
    assert wall.pieces(3) == [4, 0]
    assert wall.pieces(3) is wall.pieces(3)
    assert wall.pieces(4) is not wall.pieces(3)
    assert wall.pieces(3, rest=1) == [4, 1]


def test_another_value_has_facts_of_its_own_even_if_it_is_equal():
    wall = Wall(12)
    _ = wall.worked, wall.pieces(3)
    for other in (Wall(12), replace(wall), replace(wall, length=15)):
        assert not other.facts
        assert other.worked is not wall.worked
        assert other.pieces(3) == [other.length // 3, 0]


def test_what_has_been_worked_out_cannot_be_set_from_outside():
    wall = Wall(12)
    _ = wall.worked
    with pytest.raises(FrozenInstanceError):
        wall.worked = []


def test_all_who_ask_at_once_get_the_same():
    wall, together = Wall(12), Barrier(THREADS)
    _ = wall.facts

    @fact
    def slow(owner, size):
        together.wait()  # all have begun before one of them is done
        return [owner.length // size]

    with ThreadPoolExecutor(THREADS) as threads:
        first, *others = threads.map(lambda _: slow(wall, 3), range(THREADS))
    assert all(other is first for other in others)


def test_nobody_keeps_anything_in_the_dict_of_an_object():
    found = {
        f"{path.relative_to(SOURCE)}:{node.lineno}"
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == "__dict__"
    }
    assert not found


def test_nobody_keeps_anything_by_the_number_of_an_object():
    used = {
        str(path.relative_to(SOURCE))
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "id"
    }
    assert used <= {"battle/engine/revelation.py"}, "one walk through a state that is held all the while"
