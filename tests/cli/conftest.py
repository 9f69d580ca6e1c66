"""The command line in processes of its own."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.support import forked_commands

FIRE = (
    "revolucion",
    "deployed_fire",
    "unit=RegularInfantry",
    "range=6-12",
    "target_type=RegularInfantry",
    "target_formation=maneuver",
)
ASSAULT = (
    "revolucion",
    "assault",
    "unit=RegularInfantry",
    "target_type=RegularInfantry",
    "target_formation=deployed",
)


@dataclass(frozen=True)
class Ran:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    def refused(self, *said: str) -> None:
        """Nothing that could be taken for a result, exit code 2, and these words."""
        assert self.code == 2, self.err
        assert self.out == ""
        assert "Traceback" not in self.err
        for words in said:
            assert words in self.err, self.err


Run = Callable[..., Ran]


@pytest.fixture
def surroundings(tmp_path: Path) -> dict[str, str]:
    """An environment of its own, so that no user's saved game is touched."""
    kept = {name: value for name, value in os.environ.items() if name not in {"COLUMNS", "NO_COLOR", "FORCE_COLOR"}}
    return {**kept, "SANDTABLE_STATE": str(tmp_path / "state"), "COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}


@pytest.fixture
def heard_interrupts() -> Iterator[None]:
    """A command hears Ctrl-C even where the tests themselves were started in the background, deaf to it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture
def run(tmp_path: Path, surroundings: dict[str, str]) -> Run:
    """Runs a command to its end, in a process of its own that need not import everything anew."""

    def ran(*arguments: str, typed: str | bytes = "") -> Ran:
        code, out, err = forked_commands.run(arguments, as_bytes(typed), tmp_path, surroundings)
        return Ran(code, out.decode(), err.decode())

    return ran


@pytest.fixture
def run_alone(tmp_path: Path, surroundings: dict[str, str]) -> Run:
    """Runs a command from nothing to its end, as a shell does; in further surroundings where these are named."""

    def ran(*arguments: str, typed: str | bytes = "", env: Mapping[str, str] | None = None) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "sandtable", *arguments],
            input=as_bytes(typed),
            capture_output=True,
            cwd=tmp_path,
            env={**surroundings, **(env or {})},
            check=False,
            timeout=120,
        )
        return Ran(done.returncode, done.stdout.decode(), done.stderr.decode())

    return ran


def as_bytes(typed: str | bytes) -> bytes:
    return typed.encode() if isinstance(typed, str) else typed
