"""Who plays battles by the hundred spares the collector; who imports something changes nothing."""

from __future__ import annotations

import gc
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from sandtable.battle.matches.collector import NEVER, THRESHOLDS
from sandtable.battle.matches.match import Match, _at_work, play_logged
from sandtable.battle.scenario.library import source_of

IMPORTED = """
import gc, pkgutil, sys
from importlib import import_module

def now():
    return gc.isenabled(), gc.get_threshold(), gc.get_freeze_count(), sys.getswitchinterval(), sys.getrecursionlimit()

import numpy, numba, shapely  # what others change is theirs
before = now()
import sandtable
for module in pkgutil.walk_packages(sandtable.__path__, "sandtable."):
    if not module.name.endswith("__main__"):
        import_module(module.name)
assert now() == before, (before, now())
assert "sandtable.geometry.compiled.compiler" in sys.modules and "sandtable.server.running" in sys.modules
"""


def test_importing_everything_changes_nothing_in_the_interpreter() -> None:
    subprocess.run([sys.executable, "-c", IMPORTED], check=True)


def test_a_process_that_plays_for_a_series_spares_the_collector() -> None:
    with ProcessPoolExecutor(1, get_context("spawn"), _at_work, ("revolucion",)) as processes:
        assert processes.submit(gc.get_threshold).result() == THRESHOLDS
        assert processes.submit(gc.get_freeze_count).result() > 10_000  # the compiler and the rules


COLLECTED = """
import gc
from threading import Event
from sandtable.battle.matches.collector import collect_every

class Circle:
    def __init__(self):
        self.itself = self
    def __del__(self):
        gone.set()

gone = Event()
circle = Circle()
gc.collect(0), gc.collect(1)
del circle  # it is old by now, and waits for a whole look
collect_every(0.05)
print(gc.get_threshold()[2])
assert gone.wait(60)
"""


def test_a_server_looks_through_everything_at_its_own_times_alone() -> None:
    told = subprocess.run([sys.executable, "-c", COLLECTED], check=True, capture_output=True, text=True)
    assert int(told.stdout) == NEVER


LOOKED_THROUGH = """
import gc
from sandtable.battle.matches.collector import collect_every

most = 0
def count(phase, info):
    global most
    if phase == "start":
        most = max(most, sum(len(gc.get_objects(generation)) for generation in range(info["generation"] + 1)))

collect_every(3600)
gc.callbacks.append(count)
kept = [[number] for number in range(400_000)]
print(most)
"""


def test_no_look_at_what_is_new_keeps_a_servers_players_waiting() -> None:
    """A look takes about a microsecond a thing, and nobody is answered meanwhile: 20,000 are felt by nobody."""
    told = subprocess.run([sys.executable, "-c", LOOKED_THROUGH], check=True, capture_output=True, text=True)
    assert 0 < int(told.stdout) <= 20_000


def test_battles_leave_no_circles_behind() -> None:
    """Whatever is in a circle waits for the collector to look through everything, which a server seldom does."""
    match = Match("revolucion", source_of("tutorial")[0], (("Government", "nearest"), ("Revolutionary", "nearest")))
    play_logged(match, "warm")
    gc.collect()
    before = gc.isenabled(), gc.get_debug()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        play_logged(match, "circles")
        gc.collect()
        ours = {type(each).__qualname__ for each in gc.garbage if type(each).__module__.startswith("sandtable.")}
        assert not ours
    finally:
        gc.garbage.clear()
        gc.set_debug(before[1])
        if before[0]:
            gc.enable()
