"""How long a command takes from nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median
from time import perf_counter

REPEATS = 5
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "sandtable --version": ["-m", "sandtable", "--version"],
    "sandtable rulesets": ["-m", "sandtable", "rulesets"],
    "sandtable odds revolucion deployed_fire ...": [
        *("-m", "sandtable", "odds", "revolucion", "deployed_fire"),
        *("unit=RegularInfantry", "range=6-12", "target_type=RegularInfantry", "target_formation=maneuver"),
    ],
}


@dataclass(frozen=True, slots=True)
class StartTime:
    """A command and its time in milliseconds; the ratio is to Python alone."""

    name: str
    time: float
    ratio: float


def start_times() -> Iterator[StartTime]:
    """Each command, the median of a few runs."""
    alone = 0.0
    for name, arguments in COMMANDS.items():
        taken = 1000 * median(_run(arguments) for _ in range(REPEATS))
        alone = alone or taken
        yield StartTime(name, taken, taken / alone)


def _run(arguments: list[str]) -> float:
    before = perf_counter()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own commands
    return perf_counter() - before
