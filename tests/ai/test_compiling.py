"""Compiling everything beforehand, with nothing on disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# One short scene of the rehearsal, in processes that are started as all of them are.
ONE_SCENE = """
from sandtable.ai import compiling
from sandtable.geometry.compiled.compiler import LOOPS, uncompiled

if __name__ == "__main__":
    compiling.SCENES = {"measures": None}
    heard = []
    compiling.compile_all(lambda done, total: heard.append((done, total)))
    print(sorted(name.rpartition(".")[2] for name in set(LOOPS) - set(uncompiled())))
    assert heard == sorted(heard) and heard[-1] == (len(LOOPS) - len(uncompiled()), len(LOOPS)), heard
"""
MEASURES = ["bases_overlap", "costs_from", "distances_of_units", "met", "nearest_of_bases", "shares"]
BATTLE = ("tutorial", "--side", "Government=random", "--side", "Revolutionary=random", "--seed", "1", "-o", "log.json")


def surroundings(place: Path) -> dict[str, str]:
    return {**os.environ, "NUMBA_CACHE_DIR": str(place / "machine code")}


def ran(place: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *arguments], cwd=place, env=surroundings(place), capture_output=True, text=True, check=True
    )


def test_what_is_compiled_is_on_disk_for_others_and_who_comes_second_waits(tmp_path: Path) -> None:
    script = tmp_path / "one_scene.py"
    script.write_text(ONE_SCENE)
    command = [sys.executable, str(script)]
    both = [
        subprocess.Popen(command, env=surroundings(tmp_path), stdout=subprocess.PIPE, text=True) for _ in ("one", "two")
    ]
    told = [process.communicate()[0] for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert told == [f"{MEASURES}\n"] * 2


@pytest.mark.long
def test_a_battle_with_nothing_compiled_says_what_it_waits_for_and_the_next_one_does_not_wait(tmp_path: Path) -> None:
    first = ran(tmp_path, "-m", "sandtable", "battle", *BATTLE)
    assert "The table’s geometry is compiled first." in first.stderr
    assert "compiled" not in ran(tmp_path, "-m", "sandtable", "battle", *BATTLE).stderr
    assert ran(tmp_path, "-m", "sandtable.ai.compiling").stdout == ""


@pytest.mark.long
def test_the_servers_log_says_what_a_first_table_waits_for(tmp_path: Path) -> None:
    load = ("-c", "from sandtable.server.compiling import load; load()")
    assert "The table's geometry is compiled once" in ran(tmp_path, *load).stderr
    assert ran(tmp_path, *load).stderr == ""
