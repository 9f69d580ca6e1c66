"""Names in a form, compared with the roster: whoever is not in it is asked after, and nothing is booked onto nobody in silence."""

from __future__ import annotations

from typing import Any

import pytest

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


def known_to(ruleset: str, *entered: tuple[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """The names that the books of a game know after these entries."""
    entries = []
    for number, (action, fields) in enumerate(entered):
        told = call("resolve", {"ruleset": ruleset, "action": action, "fields": fields, "meta": {"id": str(number)}})
        assert told["status"] == "ok", told
        entries.append({"record": told["record"], "voided": False})
    found: list[dict[str, Any]] = call("ledger", {"ruleset": ruleset, "entries": entries})["names"]
    return found


def noted(ruleset: str, action: str, fields: dict[str, Any], names: list[dict[str, Any]]) -> list[str]:
    told = call("odds", {"ruleset": ruleset, "action": action, "fields": fields, "names": names})
    assert told["status"] == "ok", told
    found: list[str] = told["notes"]
    return found


def test_a_name_on_a_card_or_in_another_field_is_compared_too() -> None:
    """Somebody may be named in many ways: as a part of a merger, a refuge, a target of an order, a crew that is lent, a garrison."""
    veterans = {"side": "Player", "actor": "Veteran", "firearm": "musket"}
    names = known_to("uprising1848", *(("unit_entry", {**veterans, "name": name}) for name in ("Alpha", "Beta")))
    parts = [{"name": "Alpha", "actor": "Veteran"}, {"name": "Betta", "actor": "Veteran"}]
    assert noted("uprising1848", "merge", {"parts": parts}, names) == ["Betta is not in the roster. Did you mean Beta?"]
    split = {"actor_name": "Alpha", "number_of_figures": 3, "name": "Gamma"}
    assert noted("uprising1848", "split", split, names) == [], "who splits off has a name of his own"

    guns = {"side": "US", "name": "Ringgold", "arm": "guns", "stands": 2}
    foot = {"side": "US", "name": "5th US", "stands": 7}
    names = known_to("mexican_american_war", ("roster_entry", guns), ("roster_entry", foot))
    shelter = {
        "side": "US",
        "name": "Ringgold",
        "arm": "guns",
        "hasty_maneuver": "shelter in a square",
        "square_name": "6th US",
    }
    assert noted("mexican_american_war", "hasty_maneuver", shelter, names) == [
        "6th US is not in the roster. Did you mean 5th US?"
    ]

    jaguars = {"side": "West", "name": "Jaguars", "weapon": "club", "strength": 4}
    eagles = {**jaguars, "side": "East", "name": "Eagles"}
    names = known_to("mesoamerica", ("roster_entry", jaguars), ("roster_entry", eagles))
    orders = {"side": "West", "orders": [{"name": "Jaguars", "order": "charge", "at": "Eagels"}]}
    assert noted("mesoamerica", "orders", orders, names) == ["Eagels is not in the roster. Did you mean Eagles?"]


def test_what_is_noted_by_hand_is_noted_of_somebody() -> None:
    battalion = {"side": "federal", "arm": "infantry", "rifle": "mauser", "figures": 10, "name": "21st Battalion"}
    church = {"structure_name": "Church", "structure": "stone_building", "who_is_inside": "21st Battalion"}
    names = known_to("average_dice", ("unit_entry", battalion), ("structure_entry", church))
    wrong = "21st Batalion is not in the roster. Did you mean 21st Battalion?"
    lost = {"actor_name": "21st Batalion", "change": "removed"}
    assert noted("average_dice", "unit_change", lost, names) == [wrong]
    barn = {"structure_name": "Barn", "structure": "stone_building", "who_is_inside": "21st Battalion, 21st Batalion"}
    assert wrong in noted("average_dice", "structure_entry", barn, names)
    walk = {"mover": "infantry", "buildings_in_or_out": 1, "into_building": "Chruch"}
    assert noted("average_dice", "move", walk, names) == ["Chruch is not in the roster. Did you mean Church?"]


def test_a_misspelt_unit_in_a_list_of_orders_is_asked_after() -> None:
    jaguars = {"side": "West", "name": "Jaguars", "weapon": "club", "strength": 4}
    names = known_to("mesoamerica", ("roster_entry", jaguars))
    orders = {"side": "West", "orders": [{"name": "Jaguras", "order": "hold"}]}
    assert noted("mesoamerica", "orders", orders, names) == ["Jaguras is not in the roster. Did you mean Jaguars?"]


FOOT = {"weapon": "club", "strength": 4}
ACTS_FOR_ANOTHER = (
    (
        "mexican_american_war",
        (("roster_entry", {"side": "US", "name": "5th US", "stands": 7}),),
        "maneuver_check",
        {"side": "MEX", "units": [{"name": "5th US"}]},
        "In the roster 5th US belongs to US; here it acts for Mexico.",
    ),
    (
        "mesoamerica",
        (("roster_entry", {**FOOT, "side": "East", "name": "Eagles"}),),
        "orders",
        {"side": "West", "orders": [{"name": "Eagles", "order": "hold"}]},
        "In the roster Eagles belongs to East; here it acts for West.",
    ),
    (
        "uprising1848",
        (("unit_entry", {"side": "NonPlayer", "name": "The line", "actor": "Average"}),),
        "search_structure",
        {"actor_name": "The line", "target_name": "Mill"},
        "In the roster The line belongs to Non-Players; here it acts for Players.",
    ),
)


@pytest.mark.parametrize(("ruleset", "entered", "action", "fields", "said"), ACTS_FOR_ANOTHER)
def test_a_unit_that_acts_for_another_side_is_said(
    ruleset: str, entered: tuple[tuple[str, dict[str, Any]], ...], action: str, fields: dict[str, Any], said: str
) -> None:
    names = known_to(ruleset, *entered)
    assert said in noted(ruleset, action, fields, names)
    for side in ("US", "East"):
        right = fields | {"side": side}
        if side == entered[0][1]["side"]:
            assert noted(ruleset, action, right, names) == []


def test_a_unit_that_is_its_own_target_is_said() -> None:
    names = call("ledger", {"ruleset": "revolucion", "entries": log()})["names"]
    twice = ruled("deployed_fire", fire(actor_name="Line", target_name="line"), names=names)
    assert twice["notes"] == ["Line is named twice: as the one who acts and as its target."]
    guns = {"side": "US", "name": "5th US", "stands": 7}
    names = known_to("mexican_american_war", ("roster_entry", guns))
    shot = {
        "side": "US",
        "firers": [{"name": "5th US", "weapon": "M", "stands": 7, "range": 4}],
        "target_name": "5th US",
    }
    assert noted("mexican_american_war", "fire", shot, names) == [
        "5th US is named twice: as the one who acts and as its target."
    ]


def test_whom_one_card_is_at_and_another_is_of_acts_on_nobody_but_himself() -> None:
    jaguars = {**FOOT, "side": "West", "name": "Jaguars"}
    names = known_to(
        "mesoamerica", ("roster_entry", jaguars), ("roster_entry", {**FOOT, "side": "East", "name": "Eagles"})
    )
    charge, stand = {"name": "Jaguars", "order": "charge", "at": "Eagles"}, {"name": "Eagles", "order": "hold"}
    shown = {"west_given": True, "east_given": True, "shown": [charge, stand]}
    assert noted("mesoamerica", "reveal_orders", shown, names) == []
    itself = {**shown, "shown": [charge, {**stand, "order": "charge", "at": "eagles"}]}
    assert noted("mesoamerica", "reveal_orders", itself, names) == [
        "Eagles is named twice: as the one who acts and as its target."
    ]
