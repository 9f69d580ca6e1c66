"""What the table says: every refusal has its words, and no words are idle."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from sandtable.battle.texts import catalogue
from sandtable.rulesets.revolucion.table import rules
from sandtable.rulesets.revolucion.table.rules import TABLE

PACKAGE = Path(rules.__file__).parent
SOURCES = {path.name: path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py")}
CALLS = re.compile(r'\bproblem\(\s*f?"\w+",\s*"([\w.]+)"')
WRITTEN = re.compile(r'"problem\.table\.([\w.]+)"')


def table_problems() -> dict[str, object]:
    """The texts of ``problem.table``, groups left out: their members are chosen by what is in the way."""
    texts = tomllib.loads((PACKAGE / "messages" / "en.toml").read_text(encoding="utf-8"))
    return {name: text for name, text in texts["problem"]["table"].items() if isinstance(text, str)}


def test_every_refusal_of_the_table_has_words():
    named = {name for source in SOURCES.values() for name in (*CALLS.findall(source), *WRITTEN.findall(source))}
    known = catalogue(TABLE).texts
    assert {name for name in named if f"problem.table.{name}" not in known} == set()


def test_no_words_of_a_refusal_are_idle():
    whole = "\n".join(SOURCES.values())
    assert [name for name in table_problems() if f'"{name}"' not in whole and f".{name}" not in whole] == []
