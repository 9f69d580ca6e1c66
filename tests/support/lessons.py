"""The smallest battle of each ruleset: the one that comes with the fewest units."""

from __future__ import annotations

from pathlib import Path

import sandtable.rulesets
from sandtable.battle.scenario.reader import read_scenario


def lesson_of(ruleset: str) -> str:
    """The text of a ruleset's smallest scenario."""
    folder = Path(next(iter(sandtable.rulesets.__path__))) / ruleset / "table" / "scenarios"
    texts = [file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.toml"))]
    return min(texts, key=lambda text: len(read_scenario(text).units))
