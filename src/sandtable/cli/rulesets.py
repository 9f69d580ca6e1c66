"""``sandtable rulesets``: what there is to play."""

from __future__ import annotations

import typer
from rich.table import Table
from rich.text import Text

from sandtable.cli import texts
from sandtable.cli.options import AsJson
from sandtable.cli.problems import speak, tell_aside
from sandtable.cli.screen import show, show_json
from sandtable.kernel.card import Card, read_card
from sandtable.kernel.packages import RULESETS, Entry, package_of, registered
from sandtable.kernel.texts import kernel_catalogue


def add_to(app: typer.Typer) -> None:
    """Add the command."""
    app.command("rulesets")(rulesets)


def rulesets(as_json: AsJson = False) -> None:
    """List the rulesets."""
    speak(as_json=as_json)
    if as_json:
        _list_as_json()
        return
    entries, doubles = registered(RULESETS, {})
    cards = {name: read_card(package_of(entry)) for name, entry in entries.items() if entry.ours}
    told = [kernel_catalogue().say(double.reason) for double in doubles]
    if outside := {name: entry for name, entry in entries.items() if not entry.ours}:
        sound, faults = _looked_through(outside)
        cards |= sound
        told += faults
    _show(cards)
    for sentence in told:
        tell_aside(sentence)


def _list_as_json() -> None:
    """Everything about every ruleset, for programs: all of them are loaded for it."""
    from sandtable.umpire.description import listing  # noqa: PLC0415 - the list for people comes without it

    show_json(listing())


def _looked_through(outside: dict[str, Entry]) -> tuple[dict[str, Card], list[str]]:
    """The cards of packages from outside, and what is wrong with the others: each is loaded, to know whether it can be played."""
    from sandtable.umpire.description import card_or_fault  # noqa: PLC0415 - only where there are such packages

    cards: dict[str, Card] = {}
    faults: list[str] = []
    for name, entry in sorted(outside.items()):
        found = card_or_fault(entry)
        if isinstance(found, Card):
            cards[name] = found
        else:
            faults.append(kernel_catalogue().say(found.reason))
    return cards, faults


def _show(cards: dict[str, Card]) -> None:
    table = Table(box=None, header_style="dim", pad_edge=False, padding=(0, 2, 1, 0))
    for column in ("ruleset", "about"):
        table.add_column(texts.say(f"cli.column.{column}"))
    for name, card in sorted(cards.items(), key=lambda item: (item[1].place, item[0])):
        about = Text.assemble((card.title, "bold"), f"  {card.tagline}\n", (f"{card.period}. {card.scale}.", "dim"))
        table.add_row(Text(name, "bold cyan"), about)
    show(table, Text(texts.say("cli.rulesets.next"), "dim"))
