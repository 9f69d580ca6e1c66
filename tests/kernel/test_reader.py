"""The one reader of forms: everything legal in many spellings, everything else a problem with its field and what would be right."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel import registry
from sandtable.kernel.drivers import Given
from sandtable.kernel.form import Bar, choice, when
from sandtable.kernel.messages import PLAIN, Message, Style, Vocabulary
from sandtable.kernel.reader import Form, nested, read_form
from sandtable.kernel.ruleset import NoQuestions
from tests.kernel.muster import MARCH, Arm, Company, March, Weather, muster_tables
from tests.kernel.reading import LEGAL, TABLES, form, problems, read

names = st.sampled_from([*(spec.name for spec in MARCH.fields), "companies.1.arm", "nonsense", ""])
json_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 200)
    | st.floats()
    | st.text(max_size=10)
    | st.sampled_from(["Infantry", "cavalry", "rain", "6-12", "yes", "1/3", "-0", "+-3", "1e5", "²"]),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["arm", "men", "name", "mounted", "x"]), inner, max_size=4)
    ),
    max_leaves=10,
)


# ---- What it accepts -----------------------------------------------------------------------------------------------------------


def test_a_form_becomes_a_situation():
    assert form().situation == March(
        arm=Arm.INFANTRY, length="6-12", companies=(Company(arm=Arm.INFANTRY, men=60, mounted=False),)
    )


def test_its_record_is_plain_data_and_leaves_out_what_was_left_open():
    assert form(length="7.5", leader="Villa").fields == {
        "arm": "Infantry", "weather": "clear", "length": "7.5", "guide": False, "leader": "Villa",
        "companies": [{"arm": "Infantry", "men": 60, "mounted": False}],
    }  # fmt: skip


@pytest.mark.parametrize("spelled", ("Cavalry", "cavalry", "CAVALRY", "cav-alry", "Ca valry"))
def test_terms_are_understood_however_they_are_spelled(spelled):
    assert form(arm=spelled, remounts=2).situation.arm is Arm.CAVALRY


@pytest.mark.parametrize("name", ("arm", "Arm", "A-r_m"))
def test_field_names_are_understood_however_they_are_spelled(name):
    raw = {key: value for key, value in LEGAL.items() if key != "arm"} | {name: "Infantry"}
    assert form(raw).situation.arm is Arm.INFANTRY


@pytest.mark.parametrize(
    ("raw", "value"),
    (
        (True, True),
        ("yes", True),
        ("on", True),
        ("1", True),
        (1, True),
        (False, False),
        ("off", False),
        ("NO", False),
        (0, False),
    ),
)
def test_yes_and_no(raw, value):
    assert form(guide=raw, leader="x").situation.guide is value


@pytest.mark.parametrize(
    ("raw", "inches"), (("7.5", "7.5"), (7, "7"), ("7 in", "7"), ('7"', "7"), (" 0 ", "0"), ("15/2", "7.5"), (48, "48"))
)
def test_a_distance_is_read_in_inches(raw, inches):
    assert form(length=raw).situation.length == Fraction(inches)


@pytest.mark.parametrize("raw", ("6-12", "6 - 12", "6\N{EN DASH}12", "6-12 in"))
def test_a_band_is_read_as_it_is(raw):
    assert form(length=raw).situation.length == "6-12"


@pytest.mark.parametrize(
    ("style", "raw", "inches"),
    (
        (Style(1, "cm"), "15", "6"),
        (Style(1, "cm"), "15 cm", "6"),
        (Style(2, "in"), "12", "6"),
        (Style(2, "cm"), "30", "6"),
        (Style(2, "cm"), "1", "0.2"),
    ),
)
def test_a_distance_is_read_off_the_players_own_tape(style, raw, inches):
    assert form(style=style, length=raw).situation.length == Fraction(inches)


@given(
    st.fractions(0, 48, max_denominator=10**6), st.sampled_from([PLAIN, Style(2, "in"), Style(1, "cm"), Style(2, "cm")])
)
def test_any_distance_reads_back_from_its_record(length, style):
    read_once = form(style=style, length=str(length))
    assert form(length=read_once.fields["length"]).situation == read_once.situation


def test_questions_of_the_form_become_answers_by_key():
    assert form().answers == {}
    assert form(river="yes").answers == {"march.river": Given(value=True, by="form")}
    assert form(river="no").fields["river"] is False


def test_fields_that_are_not_needed_are_passed_over():
    assert form(remounts="rubbish").situation.remounts is None
    assert "remounts" not in form(remounts=3).fields


def test_fields_of_other_actions_are_passed_over_where_they_are_known():
    assert "cover" not in form(known=("cover",), cover="whatever").fields
    assert "cover" in problems(cover="whatever")


def test_groups_may_be_lists_or_numbered_names():
    raw = {
        "arm": "Infantry",
        "length": "3",
        "companies.1.arm": "cavalry",
        "companies.2.arm": "wagons",
        "companies.2.men": "4",
    }
    assert form(raw).situation.companies == (Company(arm=Arm.CAVALRY, men=60), Company(arm=Arm.WAGONS, men=4))
    assert nested({"a.2.x": 1, "a.1.x": 2, "b": 3, "c.x": 4}) == ({"a": [{"x": 2}, {"x": 1}], "b": 3, "c.x": 4}, [])
    assert nested({"A.1.x": 1, "a.2.x": 2}) == ({"A": [{"x": 1}, {"x": 2}]}, [])


def test_a_card_like_one_that_was_read_before_is_read_as_that_one_was():
    few, many = ({"arm": "Infantry", "men": men} for men in (1, 121))
    for _ in range(2):
        assert form(companies=[few, few]).situation.companies == (Company(arm=Arm.INFANTRY, men=1),) * 2
        assert list(problems(companies=[few, many])) == ["companies.2.men"]
        assert list(problems(companies=[many, few, many])) == ["companies.1.men", "companies.3.men"]
    assert form(tables=muster_tables(), companies=[few]).situation == form(companies=[few]).situation


@pytest.mark.parametrize(
    ("numbers", "wrong"), (("0", "0"), ("2", "2"), ("13", "3"), ("01", "0"), ("012", "0"), ("24", "4"))
)
def test_units_of_a_group_are_numbered_from_one_without_a_gap(numbers, wrong):
    raw = {"arm": "Infantry", "length": "3"} | {f"companies.{number}.arm": "Infantry" for number in numbers}
    found = problems(raw)
    told = "kernel.form.misnumbered" if len(numbers) > 1 else "kernel.form.misnumbered_one"
    assert [name for name in found if found[name].message.id == told] == [f"companies.{number}" for number in wrong]


@pytest.mark.parametrize(
    ("written", "right"),
    (
        ("companies.men", "companies.1.men"),
        ("Companies.mne", "companies.1.men"),
        ("companies.2", "companies.2.arm"),
        ("companies.x.men", "companies.1.men"),
    ),
)
def test_a_field_of_a_group_without_its_number_is_shown_with_one(written, right):
    found = problems({"arm": "Infantry", "length": "3", written: "5"})
    assert set(found) == {written}, "nor is the list called empty that somebody has begun"
    assert found[written].message == Message.of("kernel.form.unnumbered", field=Message("field.companies"), right=right)


def test_a_list_that_was_begun_with_a_field_nobody_knows_is_still_missed():
    assert set(problems({"arm": "Infantry", "length": "3", "companies.nonsense": "5"})) == {
        "companies.nonsense",
        "companies",
    }


def test_blank_text_is_left_open():
    assert form(leader="  ").situation.leader is None
    assert form(arm="Infantry", weather="").situation.weather is Weather.CLEAR


def test_a_field_of_an_option_is_there_while_the_option_is_set():
    night = muster_tables(night=True)
    assert form(tables=night, lantern="yes").situation.lantern is True
    assert form(lantern="").situation.lantern is None
    assert problems(lantern="yes")["lantern"].message.id == "kernel.form.option_off"


# ---- What it refuses -----------------------------------------------------------------------------------------------------------


def test_all_problems_come_at_once():
    found = problems(
        {
            "arm": "boats",
            "weather": "snow",
            "length": "far",
            "guide": "perhaps",
            "leader": 3,
            "nonsense": 1,
            "companies": [{"men": 0}],
        }
    )
    assert set(found) == {
        "arm",
        "weather",
        "length",
        "guide",
        "leader",
        "nonsense",
        "companies.1.arm",
        "companies.1.men",
    }


def test_what_is_missing_is_named_with_its_choices():
    found = problems({})
    assert set(found) == {"arm", "length", "companies"}
    assert found["arm"].message == Message.of("kernel.form.missing", field=Message("field.arm"))
    assert found["arm"].choices == ("Infantry", "Cavalry", "Wagons")
    assert found["length"].choices == ("0-6", "6-12")
    assert found["companies"].message == Message.of(
        "kernel.form.no_members", field=Message("field.companies"), lowest=1
    )


def test_what_is_needed_only_sometimes_is_missed_only_then():
    assert problems(arm="Cavalry")["remounts"].message.id == "kernel.form.missing"
    assert form(arm="Infantry").situation.remounts is None


@pytest.mark.parametrize("raw", ("boats", 3, None, [], {"a": 1}, True))
def test_a_term_that_is_none_is_refused_with_the_choices(raw):
    problem = problems(weather="snow" if raw is None else raw)["weather"]
    assert problem.message.id == "kernel.form.no_choice"
    assert problem.choices == ("clear", "rain")


@pytest.mark.parametrize(
    "raw",
    (0, 10, "ten", 2.5, [], {}, "1e1", "+-3", float("nan"), float("inf"), pytest.param("9" * 5000, id="without end")),
)
def test_a_number_outside_its_limits_is_refused_with_them(raw):
    message = problems(arm="Cavalry", remounts=raw)["remounts"].message
    assert message.id == "kernel.form.no_number"
    assert (dict(message.parameters)["lowest"], dict(message.parameters)["highest"]) == (1, 9)


@pytest.mark.parametrize(
    "raw", ("far", -1, "-1", "1/0", True, [], {}, "nan", "inf", float("inf"), "12-18", "1e99999999")
)
def test_what_is_no_distance_is_refused_with_the_bands(raw):
    problem = problems(length=raw)["length"]
    assert problem.message.id == "kernel.form.no_distance"
    assert problem.choices == ("0-6", "6-12")


@pytest.mark.parametrize(
    ("style", "raw"),
    ((PLAIN, 49), (PLAIN, "123 cm"), (Style(2, "in"), "97"), (Style(1, "cm"), "121"), (Style(Fraction(1, 2)), "25")),
)
def test_a_distance_beyond_all_reach_is_refused_with_the_longest(style, raw):
    told = problems(style=style, length=raw)["length"].message
    assert (told.id, dict(told.parameters)["highest"]) == ("kernel.form.too_far", 48)


@pytest.mark.parametrize("raw", ("12 yards", "3 4", "2 m", "5 in 3", "6-12 cm", "x" * 100_000))
def test_a_unit_that_is_not_understood_is_refused(raw):
    assert problems(length=raw)["length"].message.id == "kernel.form.no_distance"


@pytest.mark.parametrize("raw", ("perhaps", 2, [], {}))
def test_what_is_neither_yes_nor_no_is_refused(raw):
    problem = problems(guide=raw)["guide"]
    assert problem.message.id == "kernel.form.no_yes_no"
    assert problem.choices == ("yes", "no")


@pytest.mark.parametrize("raw", (3, ["x"], "x" * 201))
def test_what_is_no_name_is_refused(raw):
    assert problems(leader=raw)["leader"].message.id == "kernel.form.no_text"
    assert form(leader="x" * 200).situation.leader == "x" * 200


@pytest.mark.parametrize(
    ("raw", "message"),
    (
        ("Infantry", "no_group"),
        ([1], "no_group"),
        ({"arm": "Infantry"}, "no_group"),
        ([], "no_members"),
        ([{"arm": "Infantry"}] * 4, "group_size"),
    ),
)
def test_what_is_no_group_is_refused(raw, message):
    assert problems(companies=raw)["companies"].message.id == f"kernel.form.{message}"


def test_problems_inside_a_group_are_counted_from_one():
    found = problems(companies=[{"arm": "Infantry"}, {"arm": "boats", "pay": 3}])
    assert set(found) == {"companies.2.arm", "companies.2.pay"}


def test_an_unknown_field_is_refused_with_those_that_are_near():
    assert problems(wether="rain")["wether"].choices[0] == "weather"
    assert set(problems(qqqqq=1)["qqqqq"].choices) == {spec.name for spec in MARCH.fields}


def test_a_barred_choice_is_refused_with_the_reason_the_rule_and_what_is_open():
    problem = problems(arm="Wagons", weather="rain")["weather"]
    assert problem.message == Message("reason.wagons")
    assert problem.rule == "M-1.02"
    assert problem.choices == ("clear",)
    assert form(arm="Wagons", weather="clear").situation.weather is Weather.CLEAR


def test_an_action_may_be_closed_as_a_whole():
    problem = problems(arm="Wagons", guide="yes", leader="x")["action"]
    assert (problem.message, problem.rule) == (Message("reason.no_guides"), "M-1.04")


def test_what_the_fields_together_forbid_comes_with_its_choices_in_words():
    problem = problems(guide="yes")["leader"]
    assert (problem.message, problem.choices, problem.rule) == (
        Message("problem.guide_alone"),
        ("Infantry", "3"),
        "M-1.03",
    )
    assert [type(choice) for choice in problem.choices] == [str, str]


def test_a_group_is_told_in_one_way_only():
    found = problems(LEGAL | {"companies.2.arm": "Infantry"})
    assert found["companies.2.arm"].message.id == "kernel.form.unknown_field_near"


def test_a_field_is_told_once():
    assert problems(LEGAL | {"Arm": "Cavalry"})["Arm"].message.id == "kernel.form.twice"
    doubled = [{"arm": "Infantry", "ARM": "Cavalry"}]
    assert problems(companies=doubled)["companies.1.ARM"].message.id == "kernel.form.twice"
    dotted = {"arm": "Infantry", "length": "3", "companies.1.arm": "Infantry", "Companies.1.arm": "Cavalry"}
    assert problems(dotted)["Companies.1.arm"].message.id == "kernel.form.twice"


def test_dotted_numbers_beyond_all_reason_are_no_members():
    raw = {"arm": "Infantry", "length": "3", f"companies.{'9' * 5000}.arm": "Infantry"}
    assert f"companies.{'9' * 5000}.arm" in problems(raw)


# ---- Whatever comes ------------------------------------------------------------------------------------------------------------


@given(st.dictionaries(names, json_values, max_size=8), st.booleans())
def test_any_json_is_a_form_or_a_list_of_problems(raw, legal):
    found = read((LEGAL if legal else {}) | raw)
    if isinstance(found, Form):
        assert read(dict(found.fields)) == found
    else:
        assert found
        assert all(isinstance(problem.field, str) and problem.message.id for problem in found)


@given(st.data())
def test_any_values_of_revolucion_are_a_form_or_a_list_of_problems(data):
    ruleset = registry.ruleset("revolucion")
    action = data.draw(st.sampled_from(ruleset.actions), label="action")
    raw = {spec.name: data.draw(_value_of(spec), label=spec.name) for spec in action.fields}
    found = read_form(action, raw, ruleset.default_tables, PLAIN, ruleset.field_names)
    if isinstance(found, Form):
        assert read_form(action, dict(found.fields), ruleset.default_tables, PLAIN) == found
    else:
        assert found


def _value_of(spec):
    legal = [*(value.value for value in spec.values), *spec.bands, None, True, 1, 3, "6"]
    return st.sampled_from(legal) | json_values


# ---- The words of a refusal ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("field", "value", "message"),
    (
        ("guide", "perhaps", Message.of("kernel.form.no_yes_no", field=Message("field.guide"), value="perhaps")),
        ("leader", 7, Message.of("kernel.form.no_text", field=Message("field.leader"), value="7", longest=200)),
        ("companies", "three", Message.of("kernel.form.no_group", field=Message("field.companies"), value="three")),
        (
            "companies",
            [{"arm": "Infantry"}] * 4,
            Message.of("kernel.form.group_size", field=Message("field.companies"), value="4", lowest=1, highest=3),
        ),
        ("arm", "Dragons", Message.of("kernel.form.no_choice", field=Message("field.arm"), value="Dragons")),
        ("arm", "x" * 60, Message.of("kernel.form.no_choice", field=Message("field.arm"), value="x" * 40)),
    ),
)
def test_a_refusal_says_what_was_written_and_where(field, value, message):
    assert problems(**{field: value})[field].message == message


def test_a_group_may_be_full():
    assert len(form(companies=[{"arm": "Infantry"}] * 3).situation.companies) == 3


def test_every_member_of_a_group_is_read_to_the_end():
    found = problems(companies=[{"arm": "Dragons"}, {"arm": "Infantry"}, {"men": 0, "arm": "Wagons"}])
    assert set(found) == {"companies.1.arm", "companies.3.men"}


def test_values_that_a_rule_names_are_told_as_they_are_written():
    assert problems(guide=True)["leader"].choices == ("Infantry", "3")


class Beast(Vocabulary):
    MULE = "mule"
    LLAMA = "llama"


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    arm: Arm = choice(Arm, only=(Arm.INFANTRY, Arm.WAGONS))
    beast: Beast = choice(Beast, only=(Beast.MULE,))


NO_HORSES = Bar((), when("arm", Arm.CAVALRY), Message("reason.no_horses"), "M-9.01")
LOAD = replace(MARCH, situation=Load, questions=NoQuestions, bars=(NO_HORSES,))


def load_problems(action, **fields):
    found = read_form(action, fields, TABLES, PLAIN)
    assert isinstance(found, list), found
    return found


def test_an_action_that_is_closed_to_a_choice_says_why_at_the_field():
    """Cavalry is no choice here, and the action knows the better reason."""
    arm, beast = load_problems(LOAD, arm="cavalry", beast="llama")
    assert (arm.field, arm.message, arm.choices, arm.rule) == (
        "arm",
        Message("reason.no_horses"),
        ("Infantry", "Wagons"),
        "M-9.01",
    )
    assert (beast.field, beast.message.id, beast.choices) == ("beast", "kernel.form.no_choice", ("mule",))


def test_without_such_a_reason_the_choice_is_refused_like_any_other():
    (arm,) = load_problems(replace(LOAD, bars=()), arm="cavalry", beast="mule")
    assert (arm.field, arm.message.id) == ("arm", "kernel.form.no_choice")
    (dragons,) = load_problems(LOAD, arm="dragons", beast="mule")
    assert dragons.message.id == "kernel.form.no_choice"
