"""Names of units in a form, compared with the roster: a name that nobody bears books nothing, so it is questioned."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any

from sandtable.kernel.form import FieldSpec, specs_of
from sandtable.kernel.ledger import RosterUnit, known_as
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import refuse
from sandtable.kernel.ruleset import Action
from sandtable.kernel.spelling import folded
from sandtable.umpire.setting import Setting

NEAR = 0.6  # how alike a name must be to be offered instead


def known_names(roster: Iterable[RosterUnit], kept: Iterable[RosterUnit] = ()) -> list[dict[str, Any]]:
    """Each field that names a unit, with the names there are, those that nobody is offered, and the other fields that the roster fills in."""
    found: dict[str, dict[str, Any]] = {}
    listed = [("names", unit) for unit in roster if not unit.place]
    for names, unit in (*listed, *(("kept", unit) for unit in kept)):
        for known in (unit.as_actor, unit.as_target):
            for field in (name for name, value in known.items() if value == unit.name):
                entry = found.setdefault(field, {"field": field, "names": [], "kept": [], "fills": []})
                entry[names].append(unit.name)
                entry["fills"] = sorted({*entry["fills"], *(name for name in known if name != field)})
    return list(found.values())


def notes(setting: Setting, action: Action, fields: Mapping[str, Any], known: Any) -> list[str]:
    """What is to be said about names that are not in the roster. An action that enters units is free to name new ones."""
    if action.id == setting.ruleset.roster_action or action.ledger_only:
        return []
    told: list[str] = []
    for entry in _read_names(known):
        for name in _named(action.fields, fields, entry):
            told += _note(setting, name, entry["names"], entry.get("kept", []))
    return list(dict.fromkeys(told))


def _read_names(known: Any) -> list[Mapping[str, Any]]:
    if known is None:
        return []
    if not isinstance(known, list) or not all(_is_entry(entry) for entry in known):
        raise refuse("names", "kernel.desk.part", part="names")
    return known


def _is_entry(entry: Any) -> bool:
    if not isinstance(entry, Mapping) or not isinstance(entry.get("field"), str):
        return False
    lists = [entry.get("names"), entry.get("fills"), entry.get("kept", [])]
    return all(isinstance(one, list) and all(isinstance(text, str) for text in one) for one in lists)


def _named(specs: Iterable[FieldSpec], fields: Mapping[str, Any], entry: Mapping[str, Any]) -> Iterable[str]:
    """The names that a form gives in this field: in a form that takes what the roster knows, and in the cards of its groups."""
    specs = list(specs)
    if any(spec.name in entry["fills"] for spec in specs) and isinstance(fields.get(entry["field"]), str):
        yield fields[entry["field"]]
    for spec in specs:
        for card in fields.get(spec.name, ()) if spec.group is not None else ():
            yield from _named(specs_of(spec.group), card, entry) if spec.group is not None else ()


def _note(setting: Setting, name: str, names: list[str], kept: list[str]) -> list[str]:
    if known_as(name, (*names, *kept)) in (*names, *kept):
        return []
    by_fold = {folded(known): known for known in names}
    near = get_close_matches(folded(name), by_fold, n=1, cutoff=NEAR)
    if near:
        return [setting.say(Message.of("kernel.name.near", name=name, near=by_fold[near[0]]))]
    return [setting.say(Message.of("kernel.name.unknown", name=name))]
