"""Every table in the order of its file, with the numbers in force, on one paper."""

from __future__ import annotations

import json

import pytest

from sandtable.kernel import registry
from sandtable.kernel.messages import decimal_text
from sandtable.kernel.table_names import spelled_out
from sandtable.print.pdf import PAPERS, READABLE, SIDES, DoesNotFitError, on_one_paper
from sandtable.print.reference import all_tables
from sandtable.print.source import read_source

REVOLUCION = registry.ruleset("revolucion")
HOUSE = "[fire.modifier.cover]\nsoft = -2\n\n[fire.result]\nup_to = [6, 10, 13, 16, 19, 22]\n"


def sheet_of(house: str = "", options: dict[str, object] | None = None) -> dict:
    return all_tables(REVOLUCION, REVOLUCION.tables(options or {}, house))


def table_of(sheet: dict, title: str) -> dict:
    return next(table for section in sheet["sections"] for table in section["tables"] if table["title"] == title)


def values_of(table: dict) -> dict[str, str]:
    return {row["name"]["text"]: row["value"]["text"] for row in table["pairs"]}


def test_sections_stand_as_in_the_tables_file() -> None:
    titles = [section["title"] for section in sheet_of()["sections"]]
    assert titles.index("Orders") < titles.index("Fire") < titles.index("Assault")


def test_modifiers_are_named_by_their_reasons_and_signed() -> None:
    cover = table_of(sheet_of(), "Modifier, cover")
    assert values_of(cover) == {
        "Target in the open": "0",
        "Target in soft cover": "\N{MINUS SIGN}1",
        "Target in hard cover": "\N{MINUS SIGN}3",
        "Target in fortifications": "\N{MINUS SIGN}5",
    }
    assert (cover["rule"], cover["ours"]) == ("REV-G.06", True)
    assert "+2" in values_of(table_of(sheet_of(), "Modifier, target formation")).values()


def test_a_grid_has_its_columns_and_shows_empty_cells() -> None:
    factors = table_of(sheet_of(), "Factor, deployed")
    rows = {row[0]["text"]: [cell["text"] for cell in row[1:]] for row in factors["rows"]}
    assert factors["columns"] == [
        "",
        "0\N{EN DASH}3",
        "3\N{EN DASH}6",
        "6\N{EN DASH}12",
        "12\N{EN DASH}18",
        "18\N{EN DASH}24",
    ]
    assert rows["Machine Guns"] == ["+7", "+6", "+5", "+2", "\N{EN DASH}"]


def test_steps_are_told_by_their_limits() -> None:
    results = values_of(table_of(sheet_of(), "Result"))
    assert list(results.values()) == ["Lost", "Delayed", "Received"]
    combat = table_of(sheet_of(), "Close combat, result")
    assert len(combat["rows"]) == 9
    assert combat["columns"][1:] == ["assaulter levels", "target levels", "pushed back"]


def test_house_rules_are_marked_and_nothing_else_is() -> None:
    sheet = sheet_of(HOUSE)
    cover = table_of(sheet, "Modifier, cover")
    assert [row["value"]["house"] for row in cover["pairs"]] == [False, True, False, False]
    assert values_of(cover)["Target in soft cover"] == "\N{MINUS SIGN}2"
    assert sheet["house"]
    assert not sheet_of()["house"]
    assert '"house": true' not in json.dumps(sheet_of())


def test_options_that_differ_are_told() -> None:
    assert sheet_of()["options"] == []
    assert len(sheet_of(options={"assault.stop": 3})["options"]) == 1
    assert sheet_of(options={"assault.stop": 3})["options"][0].endswith(": 3")


@pytest.mark.parametrize("name", registry.names())
def test_every_number_that_is_read_stands_on_the_sheet(name: str) -> None:
    ruleset = registry.ruleset(name)
    tables = ruleset.default_tables
    printed = json.dumps(all_tables(ruleset, tables), ensure_ascii=False)
    for path, value in tables.cells.items():
        if isinstance(value, int) and not isinstance(value, bool) and value and tables.note(path, "unreached") is None:
            assert decimal_text(value) in printed, path


@pytest.mark.parametrize("name", registry.names())
@pytest.mark.parametrize("paper", PAPERS)
def test_every_ruleset_fits_on_one_paper_in_type_that_can_be_read(name: str, paper: str) -> None:
    ruleset = registry.ruleset(name)
    printed = on_one_paper("reference.typ", all_tables(ruleset, ruleset.default_tables), paper)
    assert printed.pdf.startswith(b"%PDF")
    assert printed.pages <= SIDES
    assert printed.type_size >= READABLE, "too small to read at a table"


def test_one_page_is_enough_where_it_can_be_read() -> None:
    assert on_one_paper("reference.typ", sheet_of(), "a4").pages == 1


def test_what_cannot_fit_is_said_so() -> None:
    sheet = sheet_of()
    sheet["sections"] = sheet["sections"] * 12
    with pytest.raises(DoesNotFitError):
        on_one_paper("reference.typ", sheet, "a4")


def test_lists_of_one_length_lie_side_by_side() -> None:
    ruleset = registry.ruleset("mexican_american_war")
    house = "[effectiveness.Spirited]\nworn = [0, 0, 2, 3, 4, 5, 5, 6, 6, 8, 8, 9, 10, 11, 11, 12, 13, 14, 14, 15, 16, 17, 17, 18]\n"
    sheet = all_tables(ruleset, ruleset.tables({}, house))
    table = next(section["tables"][0] for section in sheet["sections"] if section["title"].startswith("Effectiveness"))
    assert table["columns"] == ["start", "Spirited", "Reliable", "Unreliable", "Dispirited"]
    assert table["note"] == "worn / spent"
    ten = next(row for row in table["rows"] if row[0]["text"] == "10")
    assert [cell["text"] for cell in ten] == ["10", "6 / 4", "8 / 5", "9 / 7", "0 / 9"]
    assert [cell["house"] for cell in ten] == [False, True, False, False, False]


def test_names_with_special_signs_are_printed_as_they_are() -> None:
    sheet = sheet_of()
    sheet["title"] = '#panic() $x$ *a* _b_ [c] \\ " < @ '
    printed = on_one_paper("reference.typ", sheet, "a4")
    assert printed.pdf.startswith(b"%PDF")


def test_the_tables_file_is_read_with_its_remarks() -> None:
    source = """
# ---- Fire -----------

[fire.range]        # in inches
rule = "X-1"
up_to = [ 3, 6 ]    # upper bounds
name  = [ "a # b", "c", "d" ]

[fire.bonus]
"near by" = +2
"""
    ranges, bonus = read_source(source)
    assert (ranges.section, ranges.path, ranges.remark) == ("Fire", "fire.range", "in inches")
    assert [(row.key, row.remark) for row in ranges.rows] == [("up_to", "upper bounds"), ("name", "")]
    assert not ranges.signed
    assert bonus.signed
    assert bonus.rows[0].path == "fire.bonus.near by"


@pytest.mark.parametrize(
    ("key", "words"),
    (
        ("leftTable", "left table"),
        ("per_level", "per level"),
        ("0-3", "0\N{EN DASH}3"),
        ("DeployTactical", "Deploy tactical"),
        ("MachineGuns", "Machine guns"),
    ),
)
def test_keys_are_spelled_out(key: str, words: str) -> None:
    assert spelled_out(key) == words
