"""Names in a form, compared with the roster: whoever is not in it is asked after, and nothing is booked onto nobody in silence."""

from __future__ import annotations

from typing import Any

from sandtable.umpire.desk import call

UNITS = ("Line", "Dorados")


def ruled(action: str, fields: dict[str, Any], **more: Any) -> dict[str, Any]:
    return call("resolve", {"ruleset": "revolucion", "action": action, "fields": fields, "seed": "1", **more})


def log() -> list[dict[str, Any]]:
    sides = ("Government", "Revolutionary")
    entered = [
        ruled("roster_entry", {"side": side, "name": name, "unit": "IrregularInfantry", "bases": 4}, meta={"id": name})
        for side, name in zip(sides, UNITS, strict=True)
    ]
    return [{"record": told["record"], "voided": False} for told in entered]


def fire(**fields: Any) -> dict[str, Any]:
    return {
        "unit": "IrregularInfantry",
        "range": "5",
        "target_type": "IrregularInfantry",
        "target_formation": "deployed",
        **fields,
    }


def test_a_name_that_is_nearly_in_the_roster_is_asked_after() -> None:
    names = call("ledger", {"ruleset": "revolucion", "entries": log()})["names"]
    assert [(entry["field"], entry["names"]) for entry in names] == [
        ("actor_name", list(UNITS)),
        ("target_name", list(UNITS)),
    ]
    body = {"ruleset": "revolucion", "action": "deployed_fire", "names": names}
    near = call("odds", body | {"fields": fire(actor_name="Dorados", target_name="Lien")})
    assert near["notes"] == ["Lien is not in the roster. Did you mean Line?"]
    far = ruled("deployed_fire", fire(actor_name="Zapata"), names=names)
    assert far["notes"] == ["Zapata is not in the roster; nothing is written down for it there."]
    assert ruled("deployed_fire", fire(actor_name="Line", target_name="Dorados"), names=names)["notes"] == []


def test_without_a_roster_any_name_will_do_and_new_units_may_have_new_ones() -> None:
    assert ruled("deployed_fire", fire(actor_name="Lien"))["notes"] == []
    names = call("ledger", {"ruleset": "revolucion", "entries": log()})["names"]
    entry = {"side": "Government", "name": "Lien", "unit": "IrregularInfantry", "bases": 4}
    assert ruled("roster_entry", entry, names=names)["notes"] == []


def test_names_that_are_no_list_are_refused() -> None:
    wrongs: tuple[Any, ...] = ("Line", [1], [{"field": 3}], [{"field": "x", "names": [1], "fills": []}], {})
    for wrong in wrongs:
        assert ruled("deployed_fire", fire(), names=wrong)["problems"][0]["field"] == "names"


def test_fields_that_do_not_count_are_named_in_the_reply() -> None:
    told = call("odds", {"ruleset": "revolucion", "action": "deployed_fire", "fields": fire(loss="x")})
    assert told["left_out"] == ["loss"]
    assert ruled("deployed_fire", fire(loss="x"))["left_out"] == ["loss"]
    assert ruled("deployed_fire", fire(losses="x"))["status"] == "problems"
