"""What the pages of docs show is true: Python runs, commands are understood, files are read, and what is named exists."""

from __future__ import annotations

import re
import shlex
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType

import pytest
from typer.core import TyperGroup
from typer.main import get_group

from sandtable.battle import registry as tables
from sandtable.battle.matches import staff
from sandtable.cli.main import COMMANDS, app_for
from sandtable.kernel import registry

ROOT = Path(__file__).parents[2]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
FENCED = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^(?:    |\$ )?(sandtable [a-z].*)$", re.MULTILINE)
ASIDE = re.compile(r"\s{2,}.*$|\s+# exit code \d$")  # what a page says beside a command
FILE = re.compile(r"`((?:[\w-]+/)+[\w-]+\.(?:py|toml|ts|svelte))`")
ENTRY_POINTS = {registry.GROUP, tables.GROUP, staff.GROUP}
OBJECT = re.compile(r"`(sandtable(?:\.\w+)+)`")


def texts() -> dict[str, str]:
    return {page.name: page.read_text(encoding="utf-8") for page in PAGES}


def fenced(kind: str) -> dict[str, list[str]]:
    found = {name: [text for of, text in FENCED.findall(page) if of == kind] for name, page in texts().items()}
    return {name: blocks for name, blocks in found.items() if blocks}


@pytest.mark.parametrize("page", fenced("python"))
def test_python_runs_block_after_block(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = ModuleType(f"docs_{page.partition('.')[0]}")
    monkeypatch.setitem(sys.modules, module.__name__, module)  # where dataclasses look for it
    for number, block in enumerate(fenced("python")[page], start=1):
        exec(compile(block, f"{page}, block {number}", "exec", dont_inherit=True), vars(module))  # noqa: S102 - the page is ours


@dataclass(frozen=True)
class Shown:
    """A command as a page shows it."""

    page: str
    line: str


def commands() -> list[Shown]:
    found = (Shown(name, ASIDE.sub("", line)) for name, text in texts().items() for line in COMMAND.findall(text))
    return [one for one in found if one.line != "sandtable"]


@pytest.mark.parametrize("shown", commands(), ids=lambda shown: f"{shown.page}: {shown.line[10:60]}")
def test_a_command_is_understood(shown: Shown) -> None:
    """Its name and its options exist and its numbers and choices are within their limits; the files it names need not be there."""
    _, name, *arguments = shlex.split(shown.line)
    assert name in COMMANDS
    group = get_group(app_for([name, *arguments]))
    with group.make_context("sandtable", [name, *arguments]) as context:
        command = group.commands[name]
        while isinstance(command, TyperGroup) and arguments:
            command = command.commands[arguments.pop(0)]
        with command.make_context(name, arguments, parent=context):
            pass


def test_there_are_commands_on_several_pages() -> None:
    assert len({shown.page for shown in commands()}) > 3


def test_the_house_rules_that_are_shown_can_be_played() -> None:
    page = texts()["house-rules.md"]
    block = re.search(r"(?:^    .*\n|^\n)+", page[page.index("    # our-club.toml") :], re.MULTILINE)
    assert block is not None
    house = "\n".join(line.removeprefix("    ") for line in block[0].splitlines())
    tables = registry.ruleset("revolucion").tables({}, house)
    assert tables.overridden
    assert tables.chosen == {"fire.refusal"}


@pytest.mark.parametrize("page", texts())
def test_what_a_page_names_exists(page: str) -> None:
    text = texts()[page]
    games = [*(ROOT / "src" / "sandtable" / "rulesets").glob("*")]
    places = [ROOT, ROOT / "src" / "sandtable", ROOT / "web" / "src", *games, *(game / "table" for game in games)]
    lost = [name for name in FILE.findall(text) if not any((place / name).exists() for place in places)]
    assert lost == []
    assert [name for name in OBJECT.findall(text) if name not in ENTRY_POINTS and not found(name)] == []


def found(name: str) -> bool:
    """Whether a module, or something in a module, has this name."""
    module, _, attribute = name.rpartition(".")
    try:
        import_module(name)
    except ModuleNotFoundError:
        return hasattr(import_module(module), attribute)
    return True
