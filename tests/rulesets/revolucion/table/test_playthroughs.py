"""Short battles told step by step: what was ordered, how the dice fell, what happened. Each file in ``playthroughs`` is one."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from sandtable.battle import codec
from sandtable.battle.event import Event
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Point
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import Flight, Rails, Tear
from tests.rulesets.revolucion.table.field import Game

FILES = sorted((Path(__file__).parent / "playthroughs").glob("*.toml"))
LEFT_OUT = ("kind", "known_to", "trail", "start", "end", "cost", "at_least")


def told(event: Event) -> str:
    """An event in a line: its kind, then what it carries, places in inches."""
    plain = codec.write(event)
    parts = [_word(name, value, event) for name, value in plain.items() if name not in LEFT_OUT]
    return " ".join([event.kind, *(part for part in parts if part)])


def _word(name: str, value: Any, event: Event) -> str:
    raw = getattr(event, name)
    if isinstance(raw, Footprint):
        anchor = raw.anchor
        return f"at {anchor.x / 1000:g}, {anchor.y / 1000:g} facing {anchor.facing / 10:g}"
    if isinstance(raw, Rails):
        return f"{raw.along / 1000:g} along {raw.track} {raw.speed}" + (" launched" if raw.launched else "")
    if isinstance(raw, Tear):
        return f"{raw.track} from {raw.start / 1000:g} to {raw.end / 1000:g} {'torn' if raw.torn else 'blocked'}"
    if isinstance(raw, Flight):
        return "over the table" if raw.flies else f"away until turn {raw.returns}"
    if isinstance(raw, Point):
        return f"at {raw.x / 1000:g}, {raw.y / 1000:g}"
    if name == "place":
        return f"at {raw.x / 1000:g}, {raw.y / 1000:g}"
    if value in (None, "", [], False, 0):
        return ""
    if name == "distance":
        return f"{value / 1000:g} inches"
    if name == "range":
        return f"at {float(raw):g} inches"
    if isinstance(value, list):
        return f"{name} {', '.join(map(str, value))}"
    return (
        name
        if value is True
        else f"{name} {value}"
        if name in ("levels", "steps", "number", "left", "bases")
        else str(value)
    )


def dice_of(step: dict[str, Any]) -> dict[str, Any]:
    """The faces of a step by the key of the throw; several dice of one throw are a list."""
    return {
        key.replace(".", "__"): tuple(faces) if isinstance(faces, list) else faces
        for key, faces in step.get("dice", {}).items()
    }


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_it_goes_as_told(file: Path):
    story = tomllib.loads(file.read_text(encoding="utf-8"))
    playing = Game(TABLE.set_up(story["scenario"], RULESET.default_tables))
    for number, step in enumerate(story["step"], start=1):
        order = codec.read_by_kind(TABLE.orders, step["order"], f"step {number}")
        if "refused" in step:
            assert sorted(rule or "" for rule in playing.refused(order)) == step["refused"], f"step {number}"
            continue
        playing.do(order, step.get("choose"), **dice_of(step))
        assert [told(event) for event in playing.events] == step["happens"], f"step {number}: {order}"
    assert [each for each in story if each not in ("scenario", "title", "step")] == []
