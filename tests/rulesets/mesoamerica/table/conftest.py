"""The table registered by hand, as an installed package would have it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from sandtable.battle import registry
from sandtable.battle.scenario import texts


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    target = "sandtable.rulesets.mesoamerica.table.rules:TABLE"
    monkeypatch.setitem(registry._ADDED, "mesoamerica", target)
    registry.table.cache_clear()
    registry.has_table.cache_clear()
    texts.every_text.cache_clear()
    yield
    registry.table.cache_clear()
    registry.has_table.cache_clear()
    texts.every_text.cache_clear()
