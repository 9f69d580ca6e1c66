"""Lengths by the players' own tape: what the books hand back can be handed in again under the same measure."""

from __future__ import annotations

from typing import Any

import pytest

from sandtable.umpire.desk import call

STYLES = (
    {"scale": 1, "unit": "in"},
    {"scale": 2, "unit": "in"},
    {"scale": "1/2", "unit": "in"},
    {"scale": 1, "unit": "cm"},
    {"scale": 1, "unit": "cm_for_in"},
)
VOLLEY = {
    "unit": "RegularInfantry",
    "target_type": "RegularInfantry",
    "target_formation": "maneuver",
    "leader_with_target": 0,
}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("length", ("20", "7.5", "6-12"))
def test_an_entry_done_again_is_the_same_entry(style: dict[str, Any], length: str) -> None:
    def made(fields: dict[str, Any]) -> dict[str, Any]:
        body = {"ruleset": "revolucion", "style": style, "action": "deployed_fire", "fields": fields, "seed": "1"}
        return {**call("resolve", body)["record"], "meta": {"id": "a"}}

    record = made(VOLLEY | {"range": length})
    entries = [{"record": record, "voided": False}]
    row = call("ledger", {"ruleset": "revolucion", "style": style, "entries": entries})["log"][0]
    assert row["redo"]["fields"]["range"] == length
    assert made(row["redo"]["fields"]) == record


@pytest.mark.parametrize("wrong", ({"scale": 3}, {"scale": True}, {"scale": "x"}, {"unit": "m"}, {"scale": None}))
def test_other_measures_are_refused(wrong: dict[str, Any]) -> None:
    reply = call("ruleset", {"ruleset": "revolucion", "style": wrong})
    assert reply["problems"][0]["choices"]
