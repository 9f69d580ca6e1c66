"""Logs of battles on the command line."""

from __future__ import annotations

import json
from typing import Any

from sandtable.battle.engine.log import Log, read_log
from sandtable.battle.registry import table
from sandtable.battle.rules import TableRules
from sandtable.cli.files import read_text
from sandtable.cli.problems import refuse, speak_of

LARGEST = 500_000_000  # bytes


def open_log(name: str) -> tuple[Log, TableRules[Any]]:
    """Read a log by its file's name; the log, and the rules it was played under."""
    text = read_text(name, LARGEST)
    try:
        raw = json.loads(text)
    except (ValueError, RecursionError):
        raise refuse(name, "cli.log.not_json") from None
    if not isinstance(raw, dict) or "entries" not in raw or "scenario" not in raw:
        raise refuse(name, "cli.log.no_log")
    log = read_log(raw)
    speak_of(log.ruleset)
    return log, table(log.ruleset)
