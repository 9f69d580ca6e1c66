"""Which fields of a ruleset's effects show in their words: effects are gathered from random forms, then each field is given other values."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import fields, replace
from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

from sandtable.conformance.cases import SEED, with_option_on
from sandtable.conformance.random_forms import random_run, random_settings, read_random_form
from sandtable.kernel import registry
from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import MissingTextError
from sandtable.kernel.ruleset import Action, Ruleset
from sandtable.kernel.tables import Tables

RUNS = 80  # of each action, under all options in turn
ALWAYS = {"whom", "known_to"}  # whose it is and who may know: told beside the words


@cache
def effects_met(ruleset_name: str) -> tuple[Effect, ...]:
    """Effects of every kind that random forms of every action lead to."""
    ruleset, random = registry.ruleset(ruleset_name), Random(SEED)
    settings = random_settings(ruleset.options, random)
    found: dict[Effect, None] = {}
    for action in ruleset.actions:
        for number in range(RUNS):
            found |= dict.fromkeys(_effects(ruleset, action, settings[number % len(settings)], random))
    return tuple(found)


def _effects(ruleset: Ruleset, action: Action, options: dict[str, Any], random: Random) -> Iterator[Effect]:
    tables = _tables(ruleset.id, tuple(with_option_on(action, options).items()))
    form = read_random_form(action, random, tables)
    yield from random_run(action.start(form.situation, tables), random, form.answers).verdict.effects


@cache
def _tables(ruleset_name: str, options: tuple[tuple[str, Any], ...]) -> Tables:
    """The tables under these options, made once for all forms that are read under them."""
    return registry.ruleset(ruleset_name).tables(dict(options))


def unmet(ruleset: Ruleset, rare: tuple[Effect, ...] = ()) -> set[str]:
    """Kinds of effects of the ruleset's package that have words, and that no form led to; ``rare`` ones are given by hand."""
    met = {type(effect).__name__ for effect in (*effects_met(ruleset.id), *rare)}
    return {kind.__name__ for kind in _kinds(Effect) if kind.has_words and _of_the_umpire(kind, ruleset)} - met


def _kinds(kind: type[Effect]) -> Iterator[type[Effect]]:
    for below in kind.__subclasses__():
        yield below
        yield from _kinds(below)


def _of_the_umpire(kind: type[Effect], ruleset: Ruleset) -> bool:
    """A class of the ruleset's own modules, and not the one without slots that it was made from."""
    is_there = getattr(sys.modules.get(kind.__module__), kind.__name__, None) is kind
    return is_there and kind.__module__.rpartition(".")[0] == ruleset.package


def untold(ruleset: Ruleset, rare: tuple[Effect, ...] = ()) -> set[str]:
    """Fields of effects, ``kind.field``, that change no word whatever they hold."""
    met: dict[type[Effect], list[Effect]] = defaultdict(list)
    for effect in (*effects_met(ruleset.id), *rare):
        met[type(effect)].append(effect)
    return {
        f"{some[0].kind}.{name}"
        for kind, some in met.items()
        if kind.has_words
        for name in (field.name for field in fields(kind))
        if name not in ALWAYS and not _shows(ruleset, some, name)
    }


def _shows(ruleset: Ruleset, some: list[Effect], name: str) -> bool:
    values = list(dict.fromkeys(_others(some, name)))
    for effect in some:
        for value in values:
            if value != getattr(effect, name) and _differs(ruleset, effect, name, value):
                return True
    return False


def _others(some: list[Effect], name: str) -> Iterator[Any]:
    """Values that the field had, and others like them."""
    for effect in some:
        value = getattr(effect, name)
        yield value
        if isinstance(value, bool):
            yield not value
        elif isinstance(value, int | Fraction):
            yield value + 1


def _differs(ruleset: Ruleset, effect: Effect, name: str, value: Any) -> bool:
    other = replace(effect, **{name: value})
    try:
        return _words(ruleset, effect) != _words(ruleset, other)
    except MissingTextError:  # this kind of effect never holds that value
        return False


def _words(ruleset: Ruleset, effect: Effect) -> tuple[str, str]:
    return ruleset.catalogue.say(effect.message), ruleset.catalogue.say_if_any(effect.detail)
