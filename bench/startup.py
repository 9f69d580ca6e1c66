"""How long a command takes from nothing."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median

REPEATS = 5
COMMANDS = {
    "python -c pass": ["-c", "pass"],
    "sandtable --version": ["-m", "sandtable", "--version"],
    "sandtable --help": ["-m", "sandtable", "--help"],
    "sandtable rulesets": ["-m", "sandtable", "rulesets"],
    "sandtable odds revolucion deployed_fire ...": [
        *("-m", "sandtable", "odds", "revolucion", "deployed_fire"),
        *("unit=RegularInfantry", "range=6-12", "target_type=RegularInfantry", "target_formation=maneuver"),
    ],
}


@dataclass(frozen=True, slots=True)
class StartTime:
    """A command and its processor time in milliseconds; the ratio is to Python alone."""

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
    before = _processor_time()
    subprocess.run([sys.executable, *arguments], check=True, stdout=subprocess.DEVNULL)  # noqa: S603 - our own commands
    return _processor_time() - before


def _processor_time() -> float:
    """What the commands so far have used, so that a busy machine does not look slow."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
