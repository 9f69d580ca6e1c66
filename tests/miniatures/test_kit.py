"""The kit knows no game."""

from __future__ import annotations

import re
from importlib.resources import files

from sandtable.kernel import registry


def test_the_kit_names_no_ruleset_and_no_rule_of_one():
    names = [*registry.entries(), *(f"{registry.ruleset(name).prefix}-" for name in registry.entries())]
    named = re.compile("|".join(map(re.escape, names)))
    sources = [*files("sandtable.miniatures").iterdir(), files("sandtable.miniatures") / "messages" / "en.toml"]
    texts = {each.name: each.read_text(encoding="utf-8") for each in sources if each.name.endswith((".py", ".toml"))}
    assert len(texts) > 8
    assert {name: found for name, text in texts.items() if (found := named.findall(text))} == {}
