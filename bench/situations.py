"""Situations nobody has seen before."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from random import Random
from typing import Any

from sandtable.conformance.random_forms import NoFormError, read_random_form
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.reader import Form, read_form
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.tables import Tables

# The largest situations that the rulebooks speak of: whole units against whole units, every check due. Regiments end with their table at 25
# stands, and a form has room for six on a side; infantry of 1848 has 12 to 24 figures; three figures may strike at each of ten.
_REGIMENT = {"stands": 25, "effectiveness": "Fresh", "leader_with_unit": "both"}
LARGEST: Mapping[tuple[str, str], Mapping[str, Any]] = {
    ("average_dice", "fire"): {
        "weapon": "mg", "range": "6-12", "target_figures": 10, "target_prone_to_desertion": True,
        "figures_in_other_cover": 4, "other_cover": "hard", "general_with_target": True,
    },
    ("average_dice", "throw_dynamite"): {
        "throwers": 5, "range": "3", "target_figures": 10, "target_prone_to_desertion": True,
        "own_unit_prone_to_desertion": True, "figures_in_other_cover": 4, "other_cover": "hard",
    },
    ("average_dice", "melee"): {
        "attacker_class": "infantry", "defender_class": "infantry", "attacker_number": 30, "defender_number": 17,
        "target_prone_to_desertion": True,
    },
    ("mexican_american_war", "charge_combat"): {
        "side": "US", "attackers": [_REGIMENT] * 6, "defenders": [_REGIMENT] * 6,
    },
    ("uprising1848", "charge"): {
        "actor": "Average", "attackers": 24, "target": "Average", "targets": 24, "start_distance": "8",
        "target_firearm": "musket", "actor_unit_figures": 24, "target_unit_figures": 24,
    },
    ("uprising1848", "test_blast"): {
        "testers": [{"actor": "Average", "figures": figures} for figures in (12, 18, 24, 24)],
    },
}  # fmt: skip


def largest(ruleset: Ruleset, action: Action, tables: Tables) -> list[Form]:
    """The largest situation of an action, where one is known."""
    fields = LARGEST.get((ruleset.id, action.id))
    if fields is None:
        return []
    form = read_form(action, fields, tables, PLAIN)
    if not isinstance(form, Form):
        raise TypeError(f"{ruleset.id} {action.id}: {form}")
    return [form]


def tables_for(ruleset: Ruleset, action: Action, seed: int) -> Tables:
    """The tables under which an action can be taken: the default ones, or those with every switch on."""
    if situations(action, ruleset.default_tables, 1, seed):
        return ruleset.default_tables
    return ruleset.tables({name: True for name, spec in ruleset.options.items() if spec.kind == "yes_no"})


def situations(action: Action, tables: Tables, number: int, seed: int) -> list[Form]:
    """So many random forms of an action, or as many as were found: some actions refuse almost everything."""
    random = Random(f"{seed} {action.id}")  # noqa: S311 - situations, not secrets
    forms: list[Form] = []
    for _ in range(2 * number):
        if len(forms) < number:
            with suppress(NoFormError):
                forms.append(read_random_form(action, random, tables))
    return forms
