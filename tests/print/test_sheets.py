"""Sheets that rulesets name: labels to cut out, force sheets to tick off."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.kernel import registry
from sandtable.kernel.messages import PLAIN, Message
from sandtable.kernel.sheet import Boxes, Card
from sandtable.print.pdf import PAPERS, typeset
from sandtable.print.sheets import LAYOUTS, sheet_data, sheet_of
from sandtable.umpire.log import read_log
from sandtable.umpire.roster import read_roster
from sandtable.umpire.setting import Setting, read_setting

FORCE = """
villista, infantry, mauser, 10, Dorados
villista, infantry, hotchpotch, 7, Peones, 5
villista, field_gun, -, 3, El Ni\u00f1o
federal, infantry, mauser, 10, 21st Battalion, 0, yes
federal, general, winchester, 1, Huerta
"""
OFFERED = [(name, sheet) for name in registry.names() for sheet in registry.ruleset(name).sheets]


def data_of(name: str, layout: str, roster: str = "", more: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    setting = read_setting({"ruleset": name})
    ledger = ledger_of(setting, roster, more or [])
    sheet = sheet_of(setting.ruleset, layout)
    assert sheet is not None
    return sheet_data(setting.ruleset, sheet, ledger, setting.tables, setting.style)


def ledger_of(setting: Setting, roster: str, more: list[dict[str, Any]]) -> Any:
    start = setting.ruleset.ledger.start(setting.tables)
    if not roster:
        return start
    records = [*(record.plain() for record in read_roster(setting, roster)), *more]
    return read_log(setting, [{"record": record} for record in records]).fold.ledger


def cells_of(table: dict[str, Any], column: str) -> list[str]:
    place = table["columns"].index(column)
    return [row[place]["text"] for row in table["rows"]]


@pytest.mark.parametrize(("name", "sheet"), OFFERED, ids=[f"{name}: {sheet.layout}" for name, sheet in OFFERED])
def test_every_sheet_has_a_layout_a_title_and_nothing_to_print_of_empty_books(name: str, sheet: Any) -> None:
    assert sheet.layout in LAYOUTS
    assert registry.ruleset(name).catalogue.say(Message(f"sheet.{sheet.layout}.title"), PLAIN)
    assert data_of(name, sheet.layout)["entries"] == []


@pytest.mark.parametrize("paper", PAPERS)
def test_the_labels_of_a_battle(paper: str) -> None:
    data = data_of("mexican_american_war", "labels", "Palo Alto")
    labels = {entry["name"]: entry for entry in data["entries"]}
    assert len(labels) == len(data["entries"]) == 26
    fifth, fourth = labels["5th US Infantry"], labels["4th Line"]
    assert (fifth["ink"], fourth["ink"]) == ("blue", "red")
    assert [step["number"] for step in fourth["steps"]] == [14, 11, 7]
    assert labels["Ringgold's Battery"]["lines"] == [["Elite"], ["LG light gun", "flc"]]
    assert typeset("labels.typ", data, paper, width="46").pages == 1


def test_labels_grow_with_their_width_and_run_over_pages() -> None:
    data = data_of("mexican_american_war", "labels", "Palo Alto")
    assert typeset("labels.typ", data, "a4", width="90").pages == 2


def test_a_force_sheet_says_who_has_what_and_has_a_box_for_every_figure() -> None:
    villistas, federals = data_of("average_dice", "force", FORCE)["entries"]
    assert villistas["text"] == (
        "1 unit with Mausers, 1 unit with hotchpotch rifles, 5 dynamite throwers in Peones and 1 field gun."
    )
    assert federals["text"] == "1 unit with Mausers."
    assert cells_of(villistas, "Weapon") == ["Mausers", "Hotchpotch rifles", "Hotchpotch field gun"]
    assert cells_of(federals, "Weapon") == ["Mausers", "Winchester"]
    assert cells_of(federals, "Notes") == ["Prone to desertion", ""]
    boxes = [(cell["left"], cell["of"]) for row in villistas["rows"] for cell in row if cell["of"]]
    assert boxes == [(10, 10), (7, 7), (3, 3)]


def test_each_side_has_a_page_of_its_own() -> None:
    assert typeset("force.typ", data_of("average_dice", "force", FORCE), "a4").pages == 2


def test_figures_lost_in_the_game_are_crossed_out() -> None:
    setting = read_setting({"ruleset": "average_dice"})
    fled = {
        "ruleset": "average_dice",
        "rules_version": setting.ruleset.rules_version,
        "action": "unit_change",
        "fields": {"actor_name": "Dorados", "change": "deserts"},
        "answers": [],
    }
    villistas, _ = data_of("average_dice", "force", FORCE, [fled])["entries"]
    dorados = villistas["rows"][0]
    assert {(cell["left"], cell["of"]) for cell in dorados if cell["of"]} == {(0, 10)}
    assert cells_of(villistas, "Notes")[0] == "Gone"
    assert "Mausers" not in villistas["text"]


def test_signs_of_the_typesetter_in_names_are_printed_as_they_are() -> None:
    data = data_of("mexican_american_war", "labels", "US, #panic() $x$ *a* _b_ [c] @ref <x>, 5\n")
    assert typeset("labels.typ", data, "a4", width="25").pdf.startswith(b"%PDF")


def test_cards_and_boxes_are_plain_data() -> None:
    assert Card("5th", "US") == Card("5th", "US", (), ())
    assert Boxes(3, 10) != Boxes(2, 10)
