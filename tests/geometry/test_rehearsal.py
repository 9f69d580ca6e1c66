"""After a rehearsal no battle has anything left to compile."""

from __future__ import annotations

import pkgutil
from importlib import import_module

from numba.core.dispatcher import Dispatcher

from sandtable.battle.play import play
from sandtable.battle.scenario_library import source_of
from sandtable.geometry import compiled
from sandtable.geometry.rehearsal import rehearse
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.revolucion.table.players import PLAYERS
from sandtable.rulesets.revolucion.table.rules import TABLE


def loops() -> dict[str, Dispatcher]:
    """Every loop that Python calls: those that are only parts of others have no way in from Python."""
    found = {}
    for module in pkgutil.iter_modules(compiled.__path__):
        names = vars(import_module(f"{compiled.__name__}.{module.name}"))
        for name, loop in names.items():
            own = isinstance(loop, Dispatcher) and loop.__module__.endswith(f".{module.name}")
            if own and not loop.targetoptions.get("no_cpython_wrapper"):
                found[f"{module.name}.{name}"] = loop
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
