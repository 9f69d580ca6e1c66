"""A game in the terminal: the log and its dice, saved after every entry, taken up again where it was left."""

from __future__ import annotations

import json
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from sandtable.cli import state
from sandtable.cli.problems import refuse
from sandtable.kernel.record import Record
from sandtable.umpire.setting import Setting, read_setting

try:
    import fcntl
except ImportError:  # no such locks on Windows
    fcntl = None  # type: ignore[assignment]

FORMAT = "sandtable game 1"


@dataclass
class Game:
    """A log with what it was played under. ``throws`` counts dice requests, so that a die once thrown is never given back."""

    ruleset: str
    options: dict[str, Any] = field(default_factory=dict)
    house: str = ""
    style: dict[str, Any] = field(default_factory=dict)
    seed: str = field(default_factory=lambda: secrets.token_hex(8))
    throws: int = 0
    side: str | None = None
    entries: list[dict[str, Any]] = field(default_factory=list)
    format: str = FORMAT

    @property
    def place(self) -> Path:
        """The file it is kept in."""
        return state.folder() / _name(self.ruleset)

    def setting(self) -> Setting:
        """The ruleset as this game plays it."""
        return read_setting(
            {"ruleset": self.ruleset, "options": self.options, "house": self.house, "style": self.style}
        )

    def save(self) -> None:
        """Write the game to its file."""
        try:
            state.write(_name(self.ruleset), json.dumps(asdict(self), ensure_ascii=False, indent=1))
        except OSError as error:
            raise refuse(str(self.place), "cli.file.cannot_write", error=error.strerror or str(error)) from None

    def add(self, record: Record) -> None:
        """Write an entry into the log."""
        self.entries.append({"record": record.plain(), "voided": False})
        self.save()


def _name(ruleset: str) -> str:
    return f"play-{ruleset}.json"


def saved_game(ruleset: str) -> Game | None:
    """The saved game of a ruleset; None where there is none."""
    place = state.folder() / _name(ruleset)
    try:
        raw = json.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError, RecursionError):
        raise refuse(str(place), "cli.play.unreadable") from None
    fitting = isinstance(raw, dict) and raw.get("format") == FORMAT and raw.get("ruleset") == ruleset
    if not fitting or set(raw) != set(Game.__dataclass_fields__):
        raise refuse(str(place), "cli.play.unreadable")
    return Game(**raw)


def last_played() -> str | None:
    """The ruleset of the game that was touched last."""
    places = sorted(state.folder().glob("play-*.json"), key=lambda place: place.stat().st_mtime)
    return places[-1].stem.removeprefix("play-") if places else None


def set_aside(ruleset: str) -> Path | None:
    """Make room for a new game: the old one keeps a numbered name."""
    place = state.folder() / _name(ruleset)
    if not place.exists():
        return None
    number = 1
    while (aside := place.with_name(f"{place.stem}.{number}.json.old")).exists():
        number += 1
    return place.rename(aside)


@contextmanager
def alone(ruleset: str) -> Iterator[None]:
    """Keep a second terminal out of the same log: the later of two would write over the earlier."""
    place = state.folder() / f"{_name(ruleset)}.lock"
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        lock = os.open(place, os.O_CREAT | os.O_RDWR)
    except OSError as error:
        raise refuse(str(place), "cli.file.cannot_write", error=error.strerror or str(error)) from None
    try:
        if fcntl is not None:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError:
        raise refuse(ruleset, "cli.play.elsewhere") from None
    finally:
        os.close(lock)
