"""Numbers as people write them, and what is none, without ever computing something enormous."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandtable.kernel.numbers import exact_number, whole_number


@pytest.mark.parametrize(
    ("raw", "number"),
    (
        (3, 3), ("12", 12), ("-4", -4), (" +4 ", 4), (True, 1), (False, 0), ("y", 1), ("false", 0), (2.0, 2), (2.5, None), ("2.0", None), ("", None),
        ("1", 1), ("0", 0), (None, None), ([1], None), ("99999999", 99999999), ("123456789", None), (1e20, None), ("\N{SUPERSCRIPT TWO}", None),
        ("\N{ARABIC-INDIC DIGIT THREE}", None), ("-", None), ("+", None), ("+-3", None), ("--5", None), ("1 2", None), (float("nan"), None), (float("-inf"), None),
    ),
)  # fmt: skip
def test_whole_numbers(raw, number):
    assert whole_number(raw) == number


@pytest.mark.parametrize(
    ("raw", "number"),
    (
        (6, "6"), ("6", "6"), (" 2.5 ", "2.5"), (2.5, "2.5"), (".5", "0.5"), ("5.", "5"), ("1/2", "0.5"), ("-1/4", "-0.25"), ("+3", "3"), (0.1 + 0.2, "0.30000000000000004"),
    ),
)  # fmt: skip
def test_exact_numbers(raw, number):
    assert exact_number(raw) == Fraction(number)


@pytest.mark.parametrize(
    "raw",
    ("", "half", "1/0", "0/0", "1/2/3", "1e5", "1e99999999", "nan", "inf", float("inf"), float("nan"), True, None, [], {}, "123456789", "1/123456789", "1_000",
     "\N{ARABIC-INDIC DIGIT THREE}", "1.5/2", "--1", ".", "/"),
)  # fmt: skip
def test_what_is_no_exact_number(raw):
    assert exact_number(raw) is None


@given(st.fractions(-9999, 9999, max_denominator=999))
def test_any_fraction_is_read_as_it_is_written(number):
    assert exact_number(str(number)) == number


@given(st.text())
def test_any_text_is_a_number_or_none(text):
    assert whole_number(text) is None or isinstance(whole_number(text), int)
    assert exact_number(text) is None or isinstance(exact_number(text), Fraction)
