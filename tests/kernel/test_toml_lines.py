"""Which line of a TOML file a path stands on."""

from __future__ import annotations

import pytest

from sandtable.kernel.toml_lines import dotted, line_numbers, line_of

SOURCE = """\
# a comment, then a key
top = 1
a.b . c = 2

[table]
key = 3   # = not = this
"quoted key" = 4
'single' = 5
list = [
  1,
  2,
]
[ table . "sub table" ]
deep = 6
[[array]]
x = 7
"""


@pytest.mark.parametrize(
    ("path", "line"),
    (
        ("top", 2), ("a.b.c", 3), ("table", 5), ("table.key", 6), ("table.quoted key", 7), ("table.single", 8), ("table.list", 9),
        ("table.sub table", 13), ("table.sub table.deep", 14), ("array.x", 16),
    ),
)  # fmt: skip
def test_every_path_has_its_line(path, line):
    assert line_numbers(SOURCE)[path] == line


def test_a_path_that_is_not_there_has_the_line_of_the_table_around_it():
    lines = line_numbers(SOURCE)
    assert line_of(lines, "table.key.inner") == 6
    assert line_of(lines, "table.nothing") == 5
    assert line_of(lines, "nowhere.at.all") == 1
    assert line_of(lines, "") == 1


def test_the_first_of_two_is_the_one():
    assert line_numbers("a = 1\na = 2")["a"] == 1


def test_keys_lose_their_quotes_and_spaces():
    assert dotted(""" a . "b c" . 'd' """) == "a.b c.d"
