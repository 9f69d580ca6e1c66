"""``sandtable rules``: the rulebook, by id, by chapter, or by words."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from difflib import get_close_matches
from typing import Annotated

import typer
from rich import box
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from sandtable.cli import texts
from sandtable.cli.case import read_setting
from sandtable.cli.options import AsJson, RulesetName
from sandtable.cli.problems import refuse
from sandtable.cli.screen import heading, show, show_json
from sandtable.cli.verdicts import Shown
from sandtable.kernel.rulebook import RuleText
from sandtable.kernel.ruleset import Ruleset
from sandtable.umpire import rulebook_views
from sandtable.umpire.description import rule_text, rulebook

NOTHING_FOUND = 1  # the exit code of a search in vain

Words = Annotated[
    list[str] | None,
    typer.Argument(metavar="ID or WORDS", help="A rule id, a chapter, or words to look for.", show_default=False),
]
Everything = Annotated[bool, typer.Option("--all", help="Print the whole rulebook.")]


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("rules")(rules)


def rules(ruleset: RulesetName, words: Words = None, everything: Everything = False, as_json: AsJson = False) -> None:
    """Read the rules: a rule by its id, a chapter by its number, or all rules that contain some words."""
    setting = read_setting(ruleset, as_json=as_json)
    if not words:
        _contents(setting.ruleset, rulebook(setting).chapters, everything=everything, as_json=as_json)
        return
    found = find(setting.ruleset, " ".join(words))
    if as_json:
        show_json(
            {"status": "ok", "ruleset": setting.ruleset.id, "rules": [rule_text(setting, rule) for rule in found]}
        )
    else:
        show(*(part for rule in found for part in rule_shown(rule_text(setting, rule))))
    if not found:
        if not as_json:
            sys.stderr.write(texts.say("cli.rules.nothing", words=" ".join(words)) + "\n")
        raise typer.Exit(NOTHING_FOUND)


def find(ruleset: Ruleset, wanted: str) -> list[RuleText]:
    """Rules by id (with or without the prefix), by chapter, or by words."""
    book = ruleset.rulebook
    ids = {rule.id.upper(): rule for rule in book.rules}
    asked = wanted.strip().upper()
    for name in (asked, f"{ruleset.prefix}-{asked}"):
        if name in ids:
            return [ids[name]]
    if any(asked == chapter.upper() for chapter, _ in book.chapters):
        return [rule for rule in book.rules if rule.chapter.upper() == asked]
    found = book.search(wanted)
    if not found and asked.startswith(f"{ruleset.prefix}-"):
        near = [ids[name].id for name in get_close_matches(asked, ids, n=5)]
        raise refuse("rule", "cli.rules.unknown", *near, name=wanted)
    return found


def _contents(ruleset: Ruleset, chapters: Sequence[rulebook_views.Chapter], *, everything: bool, as_json: bool) -> None:
    if as_json:
        show_json({"status": "ok", "ruleset": ruleset.id, "chapters": list(chapters)})
        return
    if everything:
        for chapter in chapters:
            show(Text(f"{chapter.id}  {chapter.title}", "bold underline"), Text())
            show(*(part for rule in chapter.rules for part in rule_shown(rule)))
        return
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 0, 0))
    table.add_column(texts.say("cli.column.chapter"), justify="right")
    table.add_column("")
    table.add_column(texts.say("cli.column.rules"), justify="right")
    for chapter in chapters:
        table.add_row(chapter.id, chapter.title, str(len(chapter.rules)))
    show(table, Text(texts.say("cli.rules.next", ruleset=ruleset.id), "dim"))


def rule_shown(rule: rulebook_views.Rule) -> Shown:
    """One rule to read."""
    shown: Shown = [
        heading(rule.id, texts.say("cli.rules.ours") if rule.ours else ""),
        Padding(Text(rule.text), (0, 0, 0, 2)),
    ]
    for printed in [rule.table, *rule.more_tables] if rule.table else []:
        table = Table(box=box.SIMPLE_HEAD, header_style="dim")
        for column in printed.columns:
            table.add_column(column)
        for row in printed.rows:
            table.add_row(*row)
        shown.append(table)
    return [*shown, Text()]
