"""Named switches: read in many spellings, refused with what would be right."""

from __future__ import annotations

import pytest

from sandtable.kernel.options import OptionSpec, parse_options, read_options
from sandtable.kernel.texts import kernel_catalogue
from tests.kernel.muster import OPTIONS


def specs() -> dict[str, OptionSpec]:
    return parse_options(OPTIONS)


def settled(**chosen):
    values, problems = read_options(specs(), {name.replace("__", "."): value for name, value in chosen.items()})
    assert not problems
    return values


def problem(**chosen):
    values, problems = read_options(specs(), chosen)
    (found,) = problems
    assert values == {name: spec.default for name, spec in specs().items()}, "what is refused changes nothing"
    return found


def test_every_option_has_its_default():
    assert settled() == {"night": False, "pace": "usual", "delay": "1/2", "halts": 2}


@pytest.mark.parametrize(
    ("raw", "value"),
    ((True, True), ("on", True), ("Yes", True), ("true", True), (False, False), ("off", False), (" no ", False)),
)
def test_a_switch_is_on_or_off(raw, value):
    assert settled(night=raw)["night"] is value


@pytest.mark.parametrize("raw", ("perhaps", 3, None, [], ""))
def test_a_switch_is_refused_with_on_and_off(raw):
    found = problem(night=raw)
    assert (found.field, found.message.id, found.choices, found.rule) == (
        "option night",
        "kernel.option.yes_no",
        ("on", "off"),
        "M-3.01",
    )


@pytest.mark.parametrize("raw", ("double-quick", "Double Quick", "doublequick"))
def test_a_choice_is_understood_however_it_is_spelled(raw):
    assert settled(pace=raw)["pace"] == "double-quick"


def test_another_choice_is_refused_with_the_choices():
    found = problem(pace="slow")
    assert (found.message.id, found.choices) == ("kernel.option.choice", ("usual", "double-quick"))


@pytest.mark.parametrize(
    ("raw", "value"),
    (("1/3", "1/3"), ("0.25", "1/4"), (1, "1"), (0.5, "1/2"), ("2/4", "1/2"), ("0", "0"), ("0/3", "0")),
)
def test_an_exact_option_takes_any_fraction_between_its_limits(raw, value):
    assert settled(delay=raw)["delay"] == value


@pytest.mark.parametrize("raw", ("3/2", "-1/2", "1/0", "half", None, "1e99999999", "nan"))
def test_a_fraction_outside_the_limits_is_refused(raw):
    assert problem(delay=raw).message.id == "kernel.option.choice"


@pytest.mark.parametrize(("raw", "value"), ((1, 1), ("6", 6), (" 3 ", 3)))
def test_a_number_between_its_limits(raw, value):
    assert settled(halts=raw)["halts"] == value


@pytest.mark.parametrize("raw", (0, 7, "many", 2.5, None, [], pytest.param("9" * 5000, id="without end")))
def test_another_number_is_refused_with_the_limits(raw):
    found = problem(halts=raw)
    assert found.message.id == "kernel.option.number"
    assert (dict(found.message.parameters)["lowest"], dict(found.message.parameters)["highest"]) == (1, 6)


def test_an_unknown_option_is_refused_with_those_there_are():
    found = problem(speed=3)
    assert (found.field, found.message.id, found.choices) == ("option speed", "kernel.option.unknown", tuple(specs()))


def test_names_are_understood_however_they_are_spelled():
    assert settled(NIGHT="on")["night"] is True


def test_all_problems_come_at_once():
    values, problems = read_options(specs(), {"night": 3, "x": 1, "halts": 99, "pace": "double-quick"})
    assert sorted(found.field for found in problems) == ["option halts", "option night", "option x"]
    assert values["pace"] == "double-quick"


def test_kinds_follow_the_default():
    assert {name: spec.kind for name, spec in specs().items()} == {
        "night": "yes_no", "pace": "choice", "delay": "choice", "halts": "number",
    }  # fmt: skip


def test_an_option_is_read_from_its_table():
    found = parse_options(
        '["x.y"]\ndefault = 3\nmin = 1\nmax = 9\nrule = "R"\ntable_only = true\n["z"]\ndefault = "a"\nchoices = ["a"]\nexact = true'
    )
    assert found == {
        "x.y": OptionSpec("x.y", 3, (), 1, 9, "R", exact=False, table_only=True),
        "z": OptionSpec("z", "a", ("a",), 0, 0, None, exact=True, table_only=False),
    }


@pytest.mark.parametrize(
    ("chosen", "sentence", "rule"),
    (
        ({"night": "perhaps"}, "Option night: perhaps is neither on nor off.", "M-3.01"),
        ({"pace": "slow"}, "Option pace: slow is not one of the choices.", "M-3.02"),
        ({"halts": 7}, "Option halts: 7 is not a whole number from 1 to 6.", "M-3.03"),
        ({"speed": 3}, "There is no option called speed.", None),
    ),
)
def test_refusals_in_words(chosen, sentence, rule):
    found = problem(**chosen)
    assert kernel_catalogue().say(found.message) == sentence
    assert found.rule == rule
    assert all(isinstance(choice, str) for choice in found.choices)


@pytest.mark.parametrize("name", ("halts", "delay"))
def test_limits_belong_to_what_is_allowed(name):
    low, high = (1, 6) if name == "halts" else ("0", "1")
    assert settled(**{name: low})[name] == low
    assert settled(**{name: high})[name] == high
