"""``sandtable new``: begin a ruleset, as a small whole package that can be checked, tested and played at once."""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from importlib.resources import files
from importlib.util import find_spec
from keyword import iskeyword
from pathlib import Path
from typing import Annotated

import typer

from sandtable.cli import texts
from sandtable.cli.options import AsJson
from sandtable.cli.problems import refuse, speak
from sandtable.cli.screen import show_json
from sandtable.kernel.packages import RULESETS, registered
from sandtable.kernel.spelling import folded

# Where each of the templates goes; @id@ is the game's name, @title@ the same as a title, @PREFIX@ what its rule ids begin with,
# @surfaces@ who applies its rules.
FILES: Mapping[str, str] = {
    "pyproject.toml": "pyproject.toml.in",
    "README.md": "README.md.in",
    "@id@/__init__.py": "init.py.in",
    "@id@/game.toml": "game.toml.in",
    "@id@/ruleset.py": "ruleset.py.in",
    "@id@/rules.py": "rules.py.in",
    "@id@/books.py": "books.py.in",
    "@id@/tables.toml": "tables.toml.in",
    "@id@/rules.toml": "rules.toml.in",
    "@id@/messages/en.toml": "messages.toml.in",
    "@id@/pictures/scene.svg": "scene.svg.in",
    "tests/cases.toml": "cases.toml.in",
    "tests/test_@id@.py": "test.py.in",
}
# What a table on the kit has besides, and what it adds at the end of a file.
TABLE_FILES: Mapping[str, str] = {
    "@id@/table/__init__.py": "table_init.py.in",
    "@id@/table/rules.py": "table_rules.py.in",
    "@id@/table/scenario_rules.py": "table_scenario_rules.py.in",
    "@id@/table/scenario.toml": "table_scenario.toml.in",
    "@id@/table/messages/en.toml": "table_messages.toml.in",
    "@id@/table/messages/scenario_en.toml": "table_scenario_messages.toml.in",
    "@id@/table/scenarios/two-columns.toml": "table_scenario_file.toml.in",
    "tests/test_table.py": "table_test.py.in",
}
ADDED: Mapping[str, str] = {"pyproject.toml": "table_entry.toml.in", "@id@/tables.toml": "table_numbers.toml.in"}
_NAME = re.compile(r"[a-z][a-z0-9_]{1,39}")
PREFIX_LENGTH = 3


def add_to(app: typer.Typer) -> None:
    """Add the commands."""
    begin = typer.Typer(no_args_is_help=True, help="Begin a ruleset of your own.")
    begin.callback()(lambda: None)
    begin.command("ruleset")(ruleset)
    app.add_typer(begin, name="new")


def ruleset(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="Small letters, digits and underscores.", show_default=False)
    ],
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", metavar="FOLDER", help="Where to write it.", show_default="NAME"),
    ] = None,
    table: Annotated[
        bool, typer.Option("--table", help="With a table on the kit: figures, a scenario, players, a page.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """Write a package with nine rules of one line each, to be changed into your own game."""
    speak(as_json=as_json)
    _check(name)
    folder = Path(output or name)
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise refuse(str(folder), "cli.new.not_empty")
    written = _written(name, table=table)
    try:
        for path, text in written.items():
            place = folder / path
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text(text, encoding="utf-8")
    except OSError as error:
        raise refuse(str(folder), "cli.file.cannot_write", error=error.strerror or str(error)) from None
    if as_json:
        show_json({"status": "ok", "ruleset": name, "folder": str(folder), "files": list(written)})
    else:
        sys.stdout.write(texts.say("cli.new.written", folder=folder, name=name) + "\n")


def _check(name: str) -> None:
    """Refuse a name that Python, or another game, could not live with."""
    if not _NAME.fullmatch(name) or iskeyword(name):
        raise refuse("NAME", "cli.new.no_name", name=name)
    known = registered(RULESETS, {})[0]
    if folded(name) in {folded(other) for other in known} or find_spec(name) is not None:
        raise refuse("NAME", "cli.new.taken", name=name)


def _written(name: str, *, table: bool) -> dict[str, str]:
    """Every file by its path in the folder."""
    title = name.replace("_", " ").capitalize()
    prefix = re.sub(r"[^A-Z]", "", name.upper())[:PREFIX_LENGTH]
    surfaces = '"umpire", "table"' if table else '"umpire"'
    templates = files("sandtable.cli").joinpath("new_ruleset")

    def filled(source: str) -> str:
        text = templates.joinpath(source).read_text(encoding="utf-8")
        text = text.replace("@id@", name).replace("@title@", title)
        return text.replace("@PREFIX@", prefix).replace("@surfaces@", surfaces)

    added = ADDED if table else {}
    return {
        path.replace("@id@", name): filled(source) + (filled(added[path]) if path in added else "")
        for path, source in {**FILES, **(TABLE_FILES if table else {})}.items()
    }
