"""Tables as printed, house rules laid over them by path, and everything that can be wrong with a house-rules file."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel import registry
from sandtable.kernel.flaw import Flaw, MissingEntryError
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Refusal
from sandtable.kernel.tables import LONGEST_TITLE, parse_tables
from sandtable.kernel.texts import kernel_catalogue
from tests.kernel.muster import BARE_TABLES, muster_tables

TABLES = muster_tables()


@pytest.fixture(autouse=True)
def _fresh_tables(monkeypatch):
    """Read the tables afresh for every test."""
    monkeypatch.setitem(globals(), "TABLES", muster_tables())


# ---- Reading -------------------------------------------------------------------------------------------------------------------


def test_rows_with_columns_become_cells():
    assert TABLES.number("march", "Infantry", "rain") == 4
    assert TABLES.number("march.Cavalry.clear") == 12
    assert TABLES.number_or_none("march", "Wagons", "rain") is None
    assert TABLES.number_or_none("march", "Wagons", "clear") == 4


def test_columns_are_inherited_by_the_tables_below():
    assert TABLES.number("march.night", "Infantry", "clear") == 3


def test_lists_without_columns_stay_whole():
    assert TABLES.row("fatigue", "up_to") == (2, 4)
    assert TABLES.row("fatigue.losses") == (0, 1, 2)


@pytest.mark.parametrize(
    ("total", "result"), ((-5, "fresh"), (2, "fresh"), (3, "tired"), (4, "tired"), (5, "exhausted"), (99, "exhausted"))
)
def test_a_stepped_table_counts_its_bounds_to_the_lower_step(total, result):
    assert TABLES.step("fatigue", total, "result") == result


def test_other_entries_are_read_by_kind():
    assert TABLES.exact("road.bonus") == Fraction(3, 2)
    assert TABLES.exact("road", "share") == Fraction(1, 2)
    assert TABLES.exact("march.Infantry.clear") == 6
    assert TABLES.text("road.name") == "camino real"
    assert TABLES.value("road.paved") is True
    assert TABLES.has("road", "paved")
    assert not TABLES.has("road", "unpaved")


@pytest.mark.parametrize("path", ("march.Boats.clear", "march", "road.name.x", ""))
def test_an_entry_that_is_not_there_is_an_error_of_the_program(path):
    with pytest.raises(MissingEntryError, match=f"{re.escape(path)}$"):
        TABLES.value(path)


@pytest.mark.parametrize("path", ("march.Wagons.rain", "road.name"))
def test_a_word_is_no_number(path):
    with pytest.raises(MissingEntryError, match=re.escape(f"{path} is no number")):
        TABLES.number(*path.split("."))


def test_notes_speak_for_the_tables_below():
    assert TABLES.rule("march.Infantry.rain") == "M-1.01"
    assert TABLES.rule("march.night.Infantry.rain") == "M-1.01"
    assert TABLES.rule("fatigue.losses") == "M-2.01"
    assert TABLES.rule("road.bonus") is None
    assert TABLES.note("fatigue.result", "ours") is True
    assert TABLES.note("road.bonus", "ours") is None


def test_notes_are_no_entries():
    assert set(TABLES.paths()) == {
        "march.Infantry.clear", "march.Infantry.rain", "march.Cavalry.clear", "march.Cavalry.rain", "march.Wagons.clear",
        "march.Wagons.rain", "march.night.Infantry.clear", "march.night.Infantry.rain", "fatigue.up_to", "fatigue.result",
        "fatigue.losses", "road.bonus", "road.share", "road.paved", "road.name",
        "rations.days", "fatigue.cause.first", "fatigue.cause.others", "fatigue.men.Infantry.few", "fatigue.men.Infantry.many",
    }  # fmt: skip


def test_a_modifier_brings_its_value_rule_and_reason():
    modifier = TABLES.modifier("march", "Infantry", "rain")
    assert (modifier.value, modifier.rule, modifier.reason, modifier.house) == (
        4,
        "M-1.01",
        Message("reason.march.Infantry.rain"),
        False,
    )
    assert TABLES.modifier("march.Infantry.rain") == modifier, "asked again it is the same"


def test_a_modifier_may_have_another_reason():
    for tables, house in ((TABLES, False), (muster_tables("march.Infantry.rain = 5"), True)):
        modifier = tables.modifier("march.Infantry.rain", reason=Message("wet"))
        assert (modifier.reason, modifier.value, modifier.rule, modifier.house) == (
            Message("wet"),
            4 + house,
            "M-1.01",
            house,
        )


@pytest.mark.parametrize(
    ("source", "key", "reason"),
    (
        ('[t]\ncolumns = ["a", "b"]\nrow = [1]', "t.row", "kernel.flaw.columns"),
        ("[t]\ncolumns = 3\nrow = [1]", "t.columns", "kernel.flaw.kind"),
        ("[t]\nrule = 3\nrow = 1", "t.rule", "kernel.flaw.kind"),
        ('[t]\nmin = "none"\nrow = 1', "t.min", "kernel.flaw.kind"),
        ("[t]\nmax = true\nrow = 1", "t.max", "kernel.flaw.kind"),
        ("[t]\nwords = [1]\nrow = 1", "t.words", "kernel.flaw.kind"),
        ("[t]\nup_to = [3, 2]\nrow = [1, 2, 3]", "t.up_to", "kernel.flaw.kind"),
        ("[t]\nup_to = [2, 3]\nrow = [1, 2]", "t.row", "kernel.flaw.steps"),
    ),
)
def test_tables_that_do_not_fit_together_are_refused_by_their_key(source, key, reason):
    with pytest.raises(Flaw) as refused:
        parse_tables(source)
    assert (refused.value.key, refused.value.reason.id) == (key, reason)


def test_options_in_force_are_at_hand():
    assert TABLES.option("halts") == 2
    assert muster_tables(halts=3).option("halts") == 3
    with pytest.raises(KeyError):
        TABLES.option("unheard of")


# ---- House rules ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("house", "path", "value"),
    (
        ("[march.Infantry]\nclear = 7", "march.Infantry.clear", 7),
        ("march.Infantry.clear = 7", "march.Infantry.clear", 7),
        ("[march]\nInfantry = [7, 4]", "march.Infantry.clear", 7),
        ("[march]\nWagons = [4, 2]", "march.Wagons.rain", 2),
        ("[march]\nInfantry = [6, '-']", "march.Infantry.rain", "-"),
        ("[march.night]\nInfantry = [1, 2]", "march.night.Infantry.clear", 1),
        ("[fatigue]\nup_to = [1, 5]", "fatigue.up_to", (1, 5)),
        ("[fatigue.cause]\nfirst = 'mud'", "fatigue.cause.first", "mud"),
        ("[fatigue.cause]\nothers = ['mud', 'thirst']", "fatigue.cause.others", ("mud", "thirst")),
        ("[rations]\ndays = [0, 9]", "rations.days", (0, 9)),
        ("march.Infantry.clear = 0", "march.Infantry.clear", 0),
        ("march.Infantry.clear = 40", "march.Infantry.clear", 40),
        ("[road]\nbonus = 2", "road.bonus", 2),
        ("[road]\nbonus = 1.25", "road.bonus", 1.25),
        ("[road]\nbonus = '4/3'", "road.bonus", "4/3"),
        ("[road]\nshare = '1/3'", "road.share", "1/3"),
        ("[road]\npaved = false", "road.paved", False),
        ("[road]\nname = 'camino viejo'", "road.name", "camino viejo"),
    ),
)
def test_any_entry_is_overridden_by_its_path(house, path, value):
    tables = muster_tables(house)
    assert tables.value(path) == value
    assert tables.is_house(path)
    assert list(tables.overridden) == [path]
    assert tables.overridden[path] == (BARE_TABLES.cells[path], value)
    assert {name for name in tables.paths() if tables.value(name) != BARE_TABLES.value(name)} == {path}


def test_a_house_rule_marks_the_modifier():
    assert muster_tables("march.Infantry.rain = 5").modifier("march.Infantry.rain").house is True


def test_a_house_rule_that_changes_nothing_is_none():
    assert muster_tables("march.Infantry.clear = 6").overridden == {}
    assert muster_tables("   \n# nothing\n").overridden == {}


def test_options_may_stand_in_the_house_rules_and_the_players_choice_is_stronger():
    house = "[options]\nnight = true\nhalts = 4\n"
    assert (muster_tables(house).option("night"), muster_tables(house).option("halts")) == (True, 4)
    assert muster_tables(house, halts=1).option("halts") == 1


def test_dotted_option_names_are_read_as_tables():
    ruleset = registry.ruleset("revolucion")
    tables = ruleset.tables({}, '[options]\ndelay.factor = "1/3"\n"fire.battery" = "steep"\n')
    assert (tables.option("delay.factor"), tables.option("fire.battery")) == ("1/3", "steep")


def problems_of(house, **options):
    with pytest.raises(Refusal) as refused:
        muster_tables(house, **options)
    return refused.value.problems


@pytest.mark.parametrize(
    ("house", "line", "message"),
    (
        ("# ours\n[march.Boats]\nclear = 3", 3, "unknown"),
        ("[march]\nBoats = [1, 2]", 2, "unknown"),
        ("[sea]\nx = 1", 2, "unknown"),
        ("[march]\nrule = 'X'", 2, "unknown"),
        ("[road.bonus]\nx = 1", 2, "unknown_near"),
        ("[march]\nInfantry = [1]", 2, "row"),
        ("[march]\nInfantry = 5", 2, "row"),
        ("[march]\n\n\nInfantry = [1, true]", 4, "wrong_type"),
        ("[march]\nInfantry = [1, 'wet']", 2, "wrong_type"),
        ("march.Infantry.clear = 'far'", 1, "wrong_type"),
        ("march.Infantry.clear = 2.5", 1, "wrong_type"),
        ("march.Infantry.clear = true", 1, "wrong_type"),
        ("march.Infantry.clear = [1]", 1, "wrong_type"),
        ("[road]\nbonus = 'half'", 2, "wrong_type"),
        ("[road]\nbonus = '1/0'", 2, "wrong_type"),
        ("[road]\nbonus = inf", 2, "wrong_type"),
        ("[road]\nbonus = nan", 2, "wrong_type"),
        ("[road]\nbonus = '1e99999999'", 2, "wrong_type"),
        ("[road]\npaved = 1", 2, "wrong_type"),
        ("[road]\nname = 3", 2, "wrong_type"),
        ("[road]\nname = 1979-05-27", 2, "wrong_type"),
        ("[fatigue]\nlosses = [1, 2]", 2, "wrong_type"),
        ("[fatigue]\nlosses = [1, 2, 'x']", 2, "wrong_type"),
        ("[fatigue]\nlosses = 3", 2, "wrong_type"),
        ("[fatigue.men]\nInfantry = [1, '-']", 2, "wrong_type"),
        ("[march]\nWagons = [4, 'slow']", 2, "wrong_type"),
        ("[march]\nWagons = [4, '1/2']", 2, "wrong_type"),
        ("march.Wagons.rain = 41", 1, "limits"),
        ("[fatigue.cause]\nfirst = 'boredom'", 2, "word"),
        ("[fatigue.cause]\nothers = ['heat', 'boredom']", 2, "word"),
        ("[fatigue.cause]\nothers = ['heat']", 2, "wrong_type"),
        ("[fatigue.cause]\nfirst = '-'", 2, "word"),
        ("[fatigue.cause]\nothers = ['-', 'mud']", 2, "word"),
        ("march.Infantry.clear = 41", 1, "limits"),
        ("[march]\nInfantry = [1, -1]", 2, "limits"),
        ("[rations]\ndays = [3, 10]", 2, "limits"),
        ("[rations]\ndays = [-1, 3]", 2, "limits"),
        ("[fatigue]\nup_to = [4, 2]", 2, "not_rising"),
        ("[fatigue]\nup_to = [4, 4]", 2, "not_rising"),
        ("# ours\ntitle = 3", 2, "title"),
        ("title = ' '", 1, "title"),
        (f"title = '{'x' * (LONGEST_TITLE + 1)}'", 1, "title"),
        ('title = "two\\nlines"', 1, "title"),
    ),
)
def test_what_is_wrong_is_told_with_file_and_line(house, line, message):
    (problem,) = problems_of(house)
    assert problem.message.id == f"kernel.house.{message}"
    assert problem.field == f"club.toml, line {line}"


def test_house_rules_may_have_a_title_and_are_none_by_it_alone():
    tables = muster_tables("title = ' The Tuesday Club '\n[march]\nInfantry = [7, 3]")
    assert (tables.title, tables.value("march.Infantry.clear")) == ("The Tuesday Club", 7)
    assert (muster_tables("title = 'Ours'").overridden, muster_tables("").title) == ({}, "")


def test_an_unknown_path_comes_with_its_neighbours():
    (problem,) = problems_of("[road]\nmud = 1")
    assert problem.message == Message.of("kernel.house.unknown", path="road.mud")
    assert problem.choices == ("road.bonus", "road.share", "road.paved", "road.name")


def test_a_path_that_is_mistyped_comes_with_the_one_that_was_meant():
    (problem,) = problems_of("march.Infntry.clear = 3")
    told = Message.of("kernel.house.unknown_near", path="march.Infntry.clear", near="march.Infantry.clear")
    assert problem.message == told
    assert problem.choices[0] == "march.Infantry.clear"


def test_a_word_the_rules_do_not_know_comes_with_those_they_do():
    (problem,) = problems_of("[fatigue.cause]\nfirst = 'boredom'")
    assert problem.message == Message.of("kernel.house.word", path="fatigue.cause.first", value="boredom")
    assert problem.choices == ("thirst", "heat", "mud")


def test_limits_are_told():
    (problem,) = problems_of("march.Infantry.clear = 41")
    assert dict(problem.message.parameters) == {"path": "march.Infantry.clear", "value": 41, "lowest": 0, "highest": 40}


def test_a_row_is_told_with_its_columns():
    (problem,) = problems_of("[march]\nInfantry = [1, 2, 3]")
    assert dict(problem.message.parameters) == {"path": "march.Infantry", "number": 2, "columns": ("clear", "rain")}


def test_all_problems_of_a_file_come_at_once_with_those_of_its_options():
    house = (
        "[options]\npace = 'slow'\nspeed = 3\n[march]\nBoats = [1, 2]\nInfantry = [99, 1]\n[fatigue]\nup_to = [9, 1]\n"
    )
    fields = [problem.field for problem in problems_of(house)]
    assert fields == ["club.toml, line 5", "club.toml, line 6", "club.toml, line 8", "option pace", "option speed"]


@pytest.mark.parametrize(
    "house",
    (
        "[march\nx=1",
        "= 3",
        "a = 1\na = 2",
        "x",
        pytest.param("a = " + "9" * 5000, id="number without end"),
        pytest.param("a = " + "[" * 5000, id="lists without end"),
        "a = '\x00'",
    ),
)
def test_what_is_no_toml_is_refused(house):
    (problem,) = problems_of(house)
    assert problem.message.id in ("kernel.house.not_toml", "kernel.house.unknown")
    assert problem.field.startswith("club.toml")


@given(st.text(alphabet="[]{}=\"'.,#-\n abc019martchInfyduopl_", max_size=60))
def test_any_text_is_house_rules_or_a_list_of_problems(text):
    try:
        tables = muster_tables(text)
    except Refusal as refusal:
        problems = refusal.problems
    else:
        problems = ()
        assert tables.cells.keys() == BARE_TABLES.cells.keys()
    assert all(problem.field and problem.message.id for problem in problems)


toml_values = st.recursive(
    st.booleans() | st.integers(-50, 50) | st.sampled_from(["'x'", "'-'", "'1/2'", "1.5", "inf", "nan", "1979-05-27"]),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=5,
)


def toml(value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return f"[{', '.join(map(toml, value))}]" if isinstance(value, list) else str(value)


@given(st.sampled_from([*BARE_TABLES.cells, "march.Infantry", "march", "road", "fatigue"]), toml_values)
def test_any_value_at_any_path_fits_or_is_refused_and_nothing_else_changes(path, value):
    try:
        tables = muster_tables(f"{path} = {toml(value)}")
    except Refusal as refusal:
        assert all(problem.field == "club.toml, line 1" for problem in refusal.problems)  # noqa: PT017 - one way of two
        return
    assert tables.cells.keys() == BARE_TABLES.cells.keys()
    assert all(name.startswith(path) for name in tables.overridden)
    for number in (-3, 0, 3, 50):
        tables.step("fatigue", number, "losses")
    tables.exact("road.bonus")


@pytest.mark.parametrize(
    ("house", "sentence"),
    (
        ("[sea]\nx = 1", "There is no table entry sea.x."),
        ("march.Infantry.clear = 'far'", "march.Infantry.clear: far does not fit here. It should be a whole number."),
        (
            "[road]\nbonus = 'half'",
            "road.bonus: half does not fit here. It should be a number, which may be a fraction such as 1/2.",
        ),
        ("march.Wagons.rain = 'slow'", "march.Wagons.rain: slow does not fit here. It should be a whole number."),
        ("[road]\npaved = 1", "road.paved: 1 does not fit here. It should be true or false."),
        ("[road]\nname = 3", "road.name: 3 does not fit here. It should be a word."),
        ("[fatigue]\nlosses = 3", "fatigue.losses: 3 does not fit here. It should be a list of 3."),
        ("[fatigue.cause]\nfirst = 'boredom'", "fatigue.cause.first: boredom is not a word the rules know here."),
        ("march.Infantry.clear = 41", "march.Infantry.clear: 41 is not allowed. It may be from 0 to 40."),
        ("[march]\nInfantry = 5", "march.Infantry is a row of 2 cells: clear and rain."),
        ("[fatigue]\nup_to = [4, 2]", "fatigue.up_to must rise from left to right."),
        ("title = 3", "The title of house rules is one line of text, 60 letters at most."),
        ("options = 3", "There is no option called options."),
    ),
)
def test_refusals_in_words(house, sentence):
    (problem,) = problems_of(house)
    assert kernel_catalogue().say(problem.message) == sentence


def test_the_neighbours_of_an_unknown_path_are_those_of_its_own_table_a_dozen_at_most():
    (problem,) = problems_of("march.night.Cavalry.clear = 3")
    assert problem.choices == ()
    (problem,) = problems_of("march.night.Boats = 3")
    assert problem.choices == ("march.night.Infantry.clear", "march.night.Infantry.rain")
    ruleset = registry.ruleset("revolucion")
    with pytest.raises(Refusal) as refused:
        ruleset.tables({}, "[base_move]\nBoats = 3")
    assert len(refused.value.problems[0].choices) == 12
