"""Who plays battles by the hundred spares the collector; who imports something changes nothing."""

from __future__ import annotations

import gc
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

from sandtable.battle.matches.collector import THRESHOLDS
from sandtable.battle.matches.match import _at_work

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
