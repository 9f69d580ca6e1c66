"""After a rehearsal no battle has anything left to compile."""

from __future__ import annotations

import pkgutil
import shutil
from importlib import import_module

from numba.core.dispatcher import Dispatcher

from sandtable.ai import compiled as thinking
from sandtable.ai.rehearsal import rehearse
from sandtable.battle.matches.play import play
from sandtable.battle.scenario.library import source_of
from sandtable.geometry import compiled as measuring
from sandtable.geometry.compiled import compiler
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.revolucion.table.opponent.players import PLAYERS
from sandtable.rulesets.revolucion.table.rules import TABLE


def loops() -> dict[str, Dispatcher]:
    """Every loop that Python calls: those that are only parts of others have no way in from Python."""
    found = {}
    for package in (measuring, thinking):
        for each in pkgutil.iter_modules(package.__path__, f"{package.__name__}."):
            for name, loop in vars(import_module(each.name)).items():
                own = isinstance(loop, Dispatcher) and loop.__module__ == each.name
                if own and not loop.targetoptions.get("no_cpython_wrapper"):
                    found[f"{each.name}.{name}"] = loop
    return found


def signatures() -> dict[str, list]:
    return {name: list(loop.signatures) for name, loop in loops().items()}


def test_a_rehearsal_runs_every_loop_and_a_battle_asks_for_no_other():
    rehearse()
    rehearsed = signatures()
    assert rehearsed
    assert all(rehearsed.values()), [name for name, known in rehearsed.items() if not known]
    start = TABLE.set_up(source_of("tutorial")[0], TABLE.ruleset.default_tables)
    players = {role: PLAYERS["opponent"]("", role) for role in TABLE.sides(start)}
    play(TABLE, start, players, DiceStream("rehearsed"))
    assert signatures() == rehearsed
    assert set(compiler.LOOPS) == set(rehearsed)
    assert compiler.uncompiled() == []


def test_machine_code_of_the_opponent_is_thrown_away_when_the_geometry_that_it_has_grown_together_with_changes(
    tmp_path, monkeypatch
):
    shutil.copytree(
        compiler.SOURCES / "sandtable", tmp_path / "sandtable", ignore=shutil.ignore_patterns("*_dist", "__pycache__")
    )
    monkeypatch.setattr(compiler, "SOURCES", tmp_path)
    compiler.stamp.cache_clear()
    before = stamps()
    with (tmp_path / "sandtable/geometry/compiled/walking.py").open("a") as file:
        file.write("# changed\n")
    compiler.stamp.cache_clear()
    after = stamps()
    compiler.stamp.cache_clear()
    changed = {name for name in before if before[name] != after[name]}
    assert {"sandtable.ai.compiled.surveying", "sandtable.geometry.compiled.walking"} <= changed
    assert "sandtable.geometry.compiled.bases" not in changed


def stamps() -> dict[str, str]:
    return {loop.__module__: compiler.stamp(loop.__module__) for loop in loops().values()}
