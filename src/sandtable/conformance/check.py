"""Holding a ruleset to its promises, one after another, and saying which it breaks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from importlib import import_module

from sandtable.battle import registry as tables
from sandtable.conformance import action_promises, ruleset_promises, table_promises
from sandtable.conformance.breach import BreachError
from sandtable.kernel import registry
from sandtable.kernel.blame import error_text, flaw_of
from sandtable.kernel.messages import Texts
from sandtable.kernel.problem import Refusal, refuse
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.spelling import folded
from sandtable.kernel.texts import kernel_catalogue


@dataclass(frozen=True, slots=True)
class Checked:
    """A promise that was looked at: of what, which one, and what breaks it, if anything does."""

    about: str
    promise: str
    breach: str


def ruleset_ids(name: str) -> list[str]:
    """The ids of the rulesets that a name means: a ruleset, a package that registers some, or ``package.module:OBJECT``."""
    if ":" in name:
        return [_added(name)]
    entries = registry.entries()
    by_id = [each for each in entries if folded(each) == folded(name)]
    by_package = [
        each
        for each, entry in entries.items()
        if folded(name) in (folded(entry.package.partition(" ")[0]), folded(entry.target.partition(".")[0]))
    ]
    if not by_id and not by_package:
        raise refuse("ruleset", "kernel.ruleset.unknown", sorted(entries), name=name)
    return by_id or sorted(by_package)


def _added(target: str) -> str:
    """Register a ruleset by ``package.module:OBJECT``, and return its id."""
    module, _, attribute = target.partition(":")
    try:
        own = str(getattr(import_module(module), attribute).id)
    except Exception as error:
        raise refuse("ruleset", "kernel.ruleset.no_object", target=target, error=error_text(error)) from error
    registry.add(own, target)
    return own


def check_promises(name: str) -> Iterator[Checked]:
    """Every promise of a ruleset, its actions and its table, as each is looked at."""
    ruleset = registry.ruleset(name)
    for promise in ruleset_promises.PROMISES:
        yield _held(ruleset, ruleset.id, promise.__name__, partial(promise, ruleset))
    for action in ruleset.actions:
        for action_promise in action_promises.PROMISES:
            about = f"{ruleset.id} {action.id}"
            yield _held(ruleset, about, action_promise.__name__, partial(action_promise, ruleset, action))
    if ruleset.id in tables.names():
        for table_promise in table_promises.PROMISES:
            kept = partial(_on_table, table_promise, ruleset.id)
            yield _held(ruleset, f"{ruleset.id} table", table_promise.__name__, kept)


def _on_table(promise: Callable[[table_promises.Rules], None], name: str) -> None:
    promise(tables.table(name))


def _held(ruleset: Ruleset, about: str, name: str, promise: Callable[[], None]) -> Checked:
    """A promise, looked at; an error on the way breaks it as well, and is told by the ruleset's own file."""
    words = name.replace("_", " ")
    try:
        with Texts.strictly():
            promise()
    except BreachError as breach:
        return Checked(about, words, str(breach))
    except Refusal as refusal:
        told = (f"{each.field}: {_said(ruleset, each.message.id)}" for each in refusal.problems)
        return Checked(about, words, "; ".join(told))
    except Exception as error:  # noqa: BLE001 - whatever goes wrong, the other promises are looked at
        flaw = flaw_of(error, ruleset.package)
        place = f"{flaw.place}: {kernel_catalogue().say(flaw.reason)}" if flaw else error_text(error)
        return Checked(about, words, place)
    return Checked(about, words, "")


def _said(ruleset: Ruleset, message_id: str) -> str:
    """The template of a message, which is enough to find it by."""
    return ruleset.catalogue.texts.get(message_id, message_id)
