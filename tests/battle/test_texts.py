"""Every text of the battle's own is there, and none is left over."""

from __future__ import annotations

import re
from pathlib import Path

import sandtable.ai
import sandtable.battle
import sandtable.cli
from sandtable.battle.scenario.texts import every_text
from sandtable.battle.texts import own_texts
from sandtable.kernel.messages import Message
from sandtable.server.table.texts import server_texts

USED = re.compile(r'"(battle\.[a-z_]+\.[a-z_]+)"')


def test_every_text_that_is_used_is_there_and_every_one_that_is_there_is_used():
    packages = (Path(each.__file__ or "").parent for each in (sandtable.battle, sandtable.ai, sandtable.cli))
    sources = [each.read_text(encoding="utf-8") for package in packages for each in package.rglob("*.py")]
    used = {name for source in sources for name in USED.findall(source)}
    there = {name for name in own_texts().texts if name.startswith("battle.")}
    assert used == there


def test_every_text_is_a_sentence():
    for name, text in own_texts().texts.items():
        if name.startswith("battle."):
            assert text[0].isupper() or text[0] == "{", name
            assert text.endswith("."), name


def test_a_text_that_quotes_a_table_is_told_with_its_number_to_whoever_asks_about_a_battle():
    asked = Message("leader_place.within6")
    assert every_text("revolucion").say(asked) == server_texts("revolucion").say(asked) == "Within 6 in"
