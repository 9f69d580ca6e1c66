"""Situations nobody has seen before."""

from __future__ import annotations

from contextlib import suppress
from random import Random

from sandtable.kernel.reader import Form
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.tables import Tables
from tests.support.random_forms import NoFormError, read_random_form


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
