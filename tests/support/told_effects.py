"""Whether the words of effects tell all that their fields say: a field that can be changed without a change of words is a secret from the players."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction
from itertools import product
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message, MissingTextError, Vocabulary, snake_case
from sandtable.kernel.ruleset import Ruleset

KERNEL_FIELDS = ("whom", "known_to")
MOST_BASES = 200


def untold_fields(kind: type[Effect], ruleset: Ruleset) -> set[str]:
    """Fields of an effect whose value never changes its words."""
    hints = get_type_hints(kind)
    own = [field.name for field in fields(kind) if field.name not in KERNEL_FIELDS]
    values = {name: list(_values(hints[name], kind, ruleset)) for name in own}
    bases = [
        dict(zip(own, picked, strict=True))
        for picked, _ in zip(product(*(values[name] for name in own)), range(MOST_BASES), strict=False)
    ]
    return {name for name in own if not any(_tells(kind, base, name, values[name], ruleset) for base in bases)}


def _tells(kind: type[Effect], base: dict[str, Any], name: str, others: list[Any], ruleset: Ruleset) -> bool:
    told = {_words(kind, {**base, name: other}, ruleset) for other in others} - {None}
    return len(told) > 1


def _words(kind: type[Effect], values: dict[str, Any], ruleset: Ruleset) -> str | None:
    """The instruction with its small print; nothing where no such effect can be."""
    for whom in ("actor", "target", "everyone"):
        try:
            effect = kind(whom=whom, **values)
            detail = ruleset.catalogue.say_if_any(effect.detail)
            return f"{ruleset.catalogue.say(effect.message)}\n{detail}\n{effect.picture}"
        except MissingTextError:
            continue
    return None


def _values(hint: Any, kind: type[Effect], ruleset: Ruleset) -> Iterator[Any]:
    if get_origin(hint) in (Union, UnionType):
        for part in get_args(hint):
            if part is not type(None):
                yield from _values(part, kind, ruleset)
        if type(None) in get_args(hint):
            yield None
    elif get_origin(hint) is tuple:
        yield from (("North",), ("North", "South"), ())
    elif hint is bool:
        yield from (False, True)
    elif hint in (int, Fraction):
        yield from (hint(2), hint(1), hint(0))
    elif hint is Message:
        yield from (Message("ruleset.title"), Message("ruleset.tagline"))
    elif isinstance(hint, type) and issubclass(hint, Vocabulary):
        yield from hint
    else:
        yield from _texts(kind, ruleset)


def _texts(kind: type[Effect], ruleset: Ruleset) -> Iterator[str]:
    """The words that choose between messages, else two names."""
    prefix = f"effect.{snake_case(kind.__name__)}."
    named = [name.removeprefix(prefix) for name in ruleset.catalogue.texts if name.startswith(prefix)]
    yield from (name.rpartition(".")[2] for name in named if not name.endswith("_detail"))
    yield from ("North", "South", "")
