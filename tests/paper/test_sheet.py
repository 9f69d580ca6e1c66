"""Quick reference sheets: every number from the tables in force, in players' words, on two sides of one paper."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib.resources import files
from itertools import combinations
from typing import Any

import pytest

from sandtable.kernel import registry
from sandtable.kernel.flaw import Flaw
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.tables import LONGEST_TITLE, Tables
from sandtable.paper.arrangement import FILE, arrangement_of, parse_arrangement
from sandtable.paper.canvas import Box, Canvas
from sandtable.paper.quotes import Quotes
from sandtable.paper.runs import lines, natural, text
from sandtable.paper.sheet import BOTTOM, LEFT, PAPERS, TOP, ReferenceSheet, reference_sheet

OURS = ("revolucion", "uprising1848", "average_dice", "mexican_american_war", "mesoamerica")
CHANGED = {
    "revolucion": ("fire.modifier.cover.soft", -7),
    "uprising1848": ("fire_steps.marksman", 9),
    "average_dice": ("points.village.points", 77),
    "mexican_american_war": ("maneuver.experience.Elite", 8),
    "mesoamerica": ("morale.shot_at.additive", -9),
}
SMALLEST = 6.9  # points: what can be read at arm's length
QUOTED = re.compile(r"\{[^{}]*\}|\[[^\[\]]*\]")
IDS = re.compile(r"[A-Z0-9]+-[\dA-Z]+\.\d+[a-z]?")


@cache
def plain(name: str, paper: str = "a4") -> ReferenceSheet:
    return sheet_of(name, paper)


def sheet_of(name: str, paper: str = "a4", house: str = "", options: dict[str, Any] | None = None) -> ReferenceSheet:
    ruleset = registry.ruleset(name)
    sheet = reference_sheet(ruleset, ruleset.tables(options or {}, house), paper)
    assert sheet is not None
    return sheet


def words_of(sheet: ReferenceSheet) -> list[str]:
    return [box.text for page in sheet.pages for box in page.boxes]


@pytest.fixture(scope="module", params=[(name, paper) for name in OURS for paper in PAPERS], ids="-".join)
def made(request: pytest.FixtureRequest) -> ReferenceSheet:
    return plain(*request.param)


def test_it_has_two_sides_in_type_that_can_be_read(made: ReferenceSheet) -> None:
    assert len(made.pages) == 2
    assert made.type_size >= SMALLEST


def test_no_type_lies_over_other_type_or_leaves_the_paper(made: ReferenceSheet) -> None:
    for page in made.pages:
        assert overlapping(page) == []
        assert [box.text for box in page.boxes if not within(page, box)] == []


def overlapping(page: Canvas) -> list[tuple[str, str]]:
    boxes = sorted(page.boxes, key=lambda box: box.top)
    return [(one.text, other.text) for one, other in combinations(boxes, 2) if one.overlaps(other)]


def within(page: Canvas, box: Box) -> bool:
    across = box.left >= LEFT - 0.5 and box.right <= page.width - LEFT + 0.5
    return across and box.top >= TOP - 4 and box.bottom <= page.height - BOTTOM + 3


def test_no_line_ends_between_a_number_and_its_inches(made: ReferenceSheet) -> None:
    assert [words for words in words_of(made) if words.startswith(("in.", "in of"))] == []


def test_a_measure_is_kept_on_one_line() -> None:
    words = text("stay out of the 12 in of the wall")
    told = [
        "".join(placed.run.text for placed in line.placed) for line in lines(words, natural(text("stay out of the 12")))
    ]
    assert told[0] == "stay out of the"
    assert told[1].startswith("12 in")


def test_no_rule_stands_alone_on_a_line() -> None:
    ruleset = registry.ruleset("revolucion")
    tables = ruleset.tables({}, "")
    told = Quotes(tables, tables, {}).text("Each wall or hedge costs an inch. [REV-7.02, 7.04] Then")
    for room in range(40, 200, 5):
        broken = [[placed.run.text for placed in line.placed] for line in lines(told, room)]
        assert ["REV-7.02,\N{NO-BREAK SPACE}7.04"] not in broken, broken
    about = text("about ours, in soft type", ink="soft")
    assert len(lines(about, 40)) > 1, "a text all in soft type is broken as any other"


def test_overlaps_are_found() -> None:
    page = Canvas(100, 100)
    page.boxes += [Box(10, 10, 20, 20, "one"), Box(19, 12, 30, 22, "other"), Box(40, 10, 50, 20, "apart")]
    assert overlapping(page) == [("one", "other")]


@pytest.mark.parametrize("name", OURS)
def test_every_number_that_an_umpire_reads_is_told_or_left_out_on_purpose(name: str) -> None:
    ruleset, sheet = registry.ruleset(name), plain(name)
    arrangement = arrangement_of(ruleset)
    assert arrangement is not None
    tables = ruleset.default_tables
    missing = [
        path
        for path in tables.cells
        if path not in sheet.quoted_paths
        and tables.note(path, "unreached") is None
        and not any(path == meant or path.startswith(f"{meant}.") for meant in arrangement.left_out)
    ]
    assert missing == []


@pytest.mark.parametrize("name", OURS)
def test_what_is_left_out_is_not_told(name: str) -> None:
    ruleset, told = registry.ruleset(name), plain(name).quoted_paths
    arrangement = arrangement_of(ruleset)
    assert arrangement is not None
    for meant in arrangement.left_out:
        below = [path for path in ruleset.default_tables.cells if path == meant or path.startswith(f"{meant}.")]
        assert below, f"{meant} is in no table"
        assert not told.issuperset(below), f"{meant} stands on the sheet"


@pytest.mark.parametrize("name", OURS)
def test_no_number_of_a_rule_is_written_into_the_words(name: str) -> None:
    tree = tomllib.loads(files(registry.ruleset(name).package).joinpath(*FILE.split("/")).read_text(encoding="utf-8"))
    told = {key: value for key, value in tree.items() if key not in {"terms", "left_out"}}
    assert [words for words in texts(told) if re.search(r"\d", QUOTED.sub("", words))] == []


def texts(tree: Any, key: str = "") -> Iterator[str]:
    """Every text that people read: no paths, no rule ids, no dice."""
    if isinstance(tree, dict):
        for name, below in tree.items():
            if name not in {"rule", "die", "kind", "option", "is", "keys", "heads", "lines", "cell", "table", "order"}:
                yield from texts(below, name)
    elif isinstance(tree, list):
        entries = tree[:-1] if key == "row" else tree
        for one in entries:
            yield from texts(one, "row" if key in {"rows", "columns"} and isinstance(one, list) else key)
    elif isinstance(tree, str):
        yield tree


@pytest.mark.parametrize("name", OURS)
def test_every_rule_it_names_is_in_the_rulebook(name: str) -> None:
    ruleset = registry.ruleset(name)
    known = {rule.id for rule in ruleset.rulebook.rules}
    source = files(ruleset.package).joinpath(*FILE.split("/")).read_text(encoding="utf-8")
    named = set(re.findall(rf"{ruleset.prefix}-[\dA-Z]+\.\d+[a-z]?", source))
    assert named
    assert named - known == set()


def changed(ruleset: Ruleset, path: str, value: int) -> Tables:
    table, _, key = path.rpartition(".")
    return ruleset.tables({}, f'["{table.replace(".", chr(34) + "." + chr(34))}"]\n"{key}" = {value}\n')


@pytest.mark.parametrize(
    ("name", "told"),
    (
        ("revolucion", "\N{MINUS SIGN}7"),
        ("uprising1848", "+9"),
        ("average_dice", "77"),
        ("mexican_american_war", "+8"),
        ("mesoamerica", "\N{MINUS SIGN}9"),
    ),
)
def test_a_cell_that_is_changed_shows_on_the_sheet_beside_what_was_printed(name: str, told: str) -> None:
    ruleset = registry.ruleset(name)
    printed, club = plain(name), reference_sheet(ruleset, changed(ruleset, *CHANGED[name]))
    assert club is not None
    assert told not in words_of(printed)
    assert told in words_of(club)
    assert len(club.pages) == 2
    assert any("underlined twice" in words for words in words_of(club))
    assert not any("underlined twice" in words for words in words_of(printed))


HARD = "[fire.modifier.cover]\nhard = -4\n"


def foot_of(sheet: ReferenceSheet) -> str:
    told = " ".join(words_of(sheet)).replace("\N{NO-BREAK SPACE}", " ")
    return told.replace(" . ", ". ")  # another face begins there


def test_the_foot_names_the_house_rules_by_their_title_else_by_their_file() -> None:
    ruleset = registry.ruleset("revolucion")
    titled = sheet_of("revolucion", house=f'title = "The {{Tuesday}} [Club] ** Łódź†"\n{HARD}')
    assert foot_of(titled).count("House rules: The {Tuesday} [Club] ** ?ódz?. A number underlined twice is the") == 2
    tables = ruleset.tables({}, HARD)
    filed = reference_sheet(ruleset, tables, house_name="our-club.toml")
    assert filed is not None
    assert "House rules: our-club.toml. A number underlined" in foot_of(filed)
    assert "House rules: a number underlined" in foot_of(sheet_of("revolucion", house=HARD))
    idle = reference_sheet(ruleset, ruleset.default_tables, house_name="our-club.toml")
    assert idle is not None
    assert "our-club" not in foot_of(idle)  # they change nothing


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", OURS)
def test_a_sheet_has_room_for_the_longest_title(name: str, paper: str) -> None:
    ruleset = registry.ruleset(name)
    tables = replace(changed(ruleset, *CHANGED[name]), title="W" * LONGEST_TITLE)
    sheet = reference_sheet(ruleset, tables, paper)
    assert sheet is not None
    assert "W" * LONGEST_TITLE in foot_of(sheet)
    assert sheet.type_size >= SMALLEST
    assert all(overlapping(page) == [] for page in sheet.pages)


def test_a_changed_limit_of_a_score_is_told_with_the_printed_one() -> None:
    words = words_of(sheet_of("revolucion", house="[order.result]\nup_to = [2, 5]\n"))
    assert {"3 or less", "2 or less"} <= {one.replace("\N{NO-BREAK SPACE}", " ") for one in words}


def test_options_in_force_are_told_at_the_foot() -> None:
    told = " ".join(words_of(sheet_of("revolucion", options={"assault.stop": 3})))
    assert "Levels that stop an assault: 3" in told
    assert "Options:" not in " ".join(words_of(plain("revolucion")))


@pytest.mark.parametrize("name", OURS)
def test_ours_are_marked(name: str) -> None:
    daggers = "".join(plain(name).drawings).count("#a8141c")
    assert daggers > 5


def test_a_ruleset_without_an_arrangement_has_no_sheet() -> None:
    ruleset = replace(registry.ruleset("revolucion"), package="sandtable.kernel")
    assert reference_sheet(ruleset, registry.ruleset("revolucion").default_tables) is None


def test_a_block_without_a_title_is_told_as_a_flaw() -> None:
    with pytest.raises(Flaw) as told:
        parse_arrangement("[[side]]\ncolumns = [1]\n[[side.block]]\ncolumn = 1\n")
    assert told.value.key == "title"


def test_a_path_that_is_in_no_table_is_told_as_a_flaw() -> None:
    tables = registry.ruleset("revolucion").default_tables
    with pytest.raises(Flaw) as told:
        Quotes(tables, tables, {}).value("fire.nope")
    assert told.value.key == "fire.nope"


def test_what_a_table_says_in_words_needs_words_on_the_sheet() -> None:
    tables = registry.ruleset("mesoamerica").default_tables
    quotes = Quotes(tables, tables, {"snow": "Snow"})
    assert quotes.value("weather.table.die_1.winter")[0].text == "Snow"
    with pytest.raises(Flaw) as told:
        quotes.value("weather.table.die_1.spring")
    assert told.value.key == "weather.table.die_1.spring"


def test_a_change_that_the_sheet_leaves_out_is_named_at_its_foot() -> None:
    words = " ".join(words_of(sheet_of("revolucion", house="[fire.refusal]\nfails_on = 3\n")))
    assert "fire.refusal.fails_on" in words
