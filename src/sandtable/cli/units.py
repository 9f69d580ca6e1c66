"""Where a sheet's units come from: the game that is kept, a game shared from the app, a battle, a list in a file, or a list of the ruleset's own."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from sandtable.battle.engine.battle import Battle
from sandtable.battle.engine.log import Log
from sandtable.battle.engine.log import read_log as read_battle
from sandtable.battle.registry import table
from sandtable.cli import game
from sandtable.cli.case import read_setting
from sandtable.cli.files import STANDARD_INPUT, read_text
from sandtable.cli.problems import refuse
from sandtable.kernel.ledger import Ledger
from sandtable.kernel.record import Record
from sandtable.kernel.sheet import Sheet
from sandtable.kernel.spelling import folded
from sandtable.miniatures.field import Field
from sandtable.umpire import roster
from sandtable.umpire.log import read_log
from sandtable.umpire.setting import Setting
from sandtable.umpire.setting import read_setting as umpire_setting

MARK = "--- sandtable, keep the lines below to open this log again ---"  # the app writes it above a packed game
LARGEST_GAME = 20_000_000  # characters, unpacked


@dataclass(frozen=True, slots=True)
class Units:
    """The books that hold the units, and the setting they are kept under."""

    setting: Setting
    ledger: Ledger


def units_of(
    sheet: Sheet, ruleset: str, source: str | None, options: Sequence[str] | None, house: str | None, *, as_json: bool
) -> Units:
    """The units that a sheet is to show."""
    setting = read_setting(ruleset, options, house, as_json=as_json)
    told = bool(options or house)
    if source is None:
        return _saved_game_units(sheet, setting, named=told)
    if source != STANDARD_INPUT and not Path(source).exists():
        return _of_records(setting, roster.read_roster(setting, _list_of_its_own(sheet.lists(), source)))
    text = read_text(source)
    shared = _shared_game(text, source)
    if shared is not None and "scenario" in shared and "entries" in shared:
        return _of_battle(read_battle(shared), setting, source, named=told)
    if shared is not None:
        return _of_game(shared.get("game", shared), shared.get("entries"), setting, source, named=told)
    return _of_records(setting, roster.read_roster(setting, text))


def _saved_game_units(sheet: Sheet, setting: Setting, *, named: bool) -> Units:
    """The game that `sandtable play` left."""
    found = game.saved_game(setting.ruleset.id)
    if found is None:
        raise refuse("units", "cli.print.no_game", *sheet.lists(), ruleset=setting.ruleset.id)
    described = {"ruleset": found.ruleset, "options": found.options, "house": found.house}
    return _of_game(described, found.entries, setting, str(found.place), named=named)


def roster_records(setting: Setting, source: str) -> tuple[Record, ...]:
    """The units of a list, as entries for the log: from a file, or one that comes with the ruleset."""
    lists = list_names(setting)
    text = read_text(source) if Path(source).exists() else _list_of_its_own(lists, source)
    return roster.read_roster(setting, text)


def list_names(setting: Setting) -> Sequence[str]:
    """The lists of units that come with a ruleset."""
    return tuple(dict.fromkeys(name for sheet in setting.ruleset.sheets for name in sheet.lists()))


def _list_of_its_own(lists: Sequence[str], name: str) -> str:
    """A list that comes with the ruleset, by name."""
    for known in lists:
        if folded(known) == folded(name):
            return known
    raise refuse(name, "cli.print.no_list" if lists else "cli.file.missing", *lists)


def _shared_game(text: str, source: str) -> Mapping[str, Any] | None:
    """A game as the app shares it, or as `sandtable play` keeps it; None for a list of units."""
    if MARK in text:
        text = _unpacked(text.partition(MARK)[2], source)
    if not text.lstrip().startswith("{"):
        return None
    try:
        tree = json.loads(text)
    except (ValueError, RecursionError):
        raise refuse(source, "cli.print.no_game_file") from None
    if not isinstance(tree, dict):
        raise refuse(source, "cli.print.no_game_file")
    return tree


def _unpacked(tail: str, source: str) -> str:
    packed = "".join(tail.split())
    try:
        squeezed = base64.urlsafe_b64decode(packed + "=" * (-len(packed) % 4))
        return zlib.decompressobj(-zlib.MAX_WBITS).decompress(squeezed, LARGEST_GAME).decode("utf-8")
    except (binascii.Error, zlib.error, ValueError):
        raise refuse(source, "cli.print.no_game_file") from None


def _of_game(described: Any, entries: Any, setting: Setting, source: str, *, named: bool) -> Units:
    """A game's books, under its own options and house rules."""
    if not isinstance(described, Mapping) or not isinstance(described.get("ruleset"), str):
        raise refuse(source, "cli.print.no_game_file")
    if described["ruleset"] != setting.ruleset.id:
        raise refuse(source, "cli.print.other_ruleset", ruleset=described["ruleset"])
    if named:
        raise refuse("--option", "cli.print.settled")
    parts = {name: described.get(name) for name in ("ruleset", "options", "house")}
    return _books(umpire_setting(parts), entries)


def _of_battle(log: Log, setting: Setting, source: str, *, named: bool) -> Units:
    """The books of a battle on the table as they stand after its last order, under its own options and house rules."""
    if log.ruleset != setting.ruleset.id:
        raise refuse(source, "cli.print.other_ruleset", ruleset=log.ruleset)
    if named:
        raise refuse("--option", "cli.print.settled")
    field = Battle.watch(table(log.ruleset), log).state
    if not isinstance(field, Field):
        raise refuse(source, "cli.print.no_game_file")
    return Units(replace(setting, tables=field.tables), field.books)


def _of_records(setting: Setting, records: Sequence[Record]) -> Units:
    return _books(setting, [{"record": record.plain()} for record in records])


def _books(setting: Setting, entries: Any) -> Units:
    return Units(setting, read_log(setting, entries).fold.ledger)
