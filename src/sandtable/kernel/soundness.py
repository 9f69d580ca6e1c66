"""Whether a ruleset from outside can be used at all: its object, its files and its words, looked through before anybody plays.

Our own rulesets are held to more than this by their tests and are not looked through again at every start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.kernel.flaw import Flaw
from sandtable.kernel.ledger import Ledger
from sandtable.kernel.messages import Message
from sandtable.kernel.ruleset import INKS, Action, Phase, Ruleset, Side
from sandtable.kernel.sheet import Sheet

_ID = re.compile(r"[a-z][a-z0-9_]*")
_PARTS: Mapping[str, tuple[type | tuple[type, ...], str]] = {
    "id": (str, "a short name"),
    "prefix": (str, "the letters its rule ids begin with"),
    "rules_version": (str, "a version in quotes"),
    "package": (str, "the package its files are in"),
    "actions": (tuple, "a tuple of Action"),
    "groups": (tuple, "a tuple of names"),
    "sides": (tuple, "a pair of Side"),
    "fresh": (tuple, "an action's id and its fields"),
    "phases": (tuple, "a tuple of Phase"),
    "sheets": (tuple, "a tuple of Sheet"),
}
_MEMBERS: Mapping[str, type] = {"actions": Action, "groups": str, "sides": Side, "phases": Phase, "sheets": Sheet}


def examine(ruleset: Ruleset, name: str, file: str) -> None:
    """Raise the first flaw that would stop people later; ``file`` is where the object stands, ``name`` what it is registered as."""
    for key, reason in _parts(ruleset, name):
        raise Flaw(file, key, reason)
    texts = ruleset.catalogue.texts
    wanted = [f"group.{group}" for group in ruleset.groups]
    for side in ruleset.sides:
        wanted += [f"side.{side.id}", f"side_short.{side.id}"]
    for text in wanted:
        if text not in texts:
            raise Flaw("messages/en.toml", text, Message("kernel.flaw.no_text"))
    # Each of these reads its file, and tells what is wrong with it.
    _ = (ruleset.default_tables, ruleset.rulebook, ruleset.finished, ruleset.drawings, ruleset.picture)
    for key, reason in _actions(ruleset):
        raise Flaw(file, key, reason)


def _parts(ruleset: Ruleset, name: str) -> Iterator[tuple[str, Message]]:
    """What is wrong with the object's own parts."""
    for key, (kind, wanted) in _PARTS.items():
        value: Any = getattr(ruleset, key)
        members: tuple[Any, ...] = value if isinstance(value, tuple) else ()
        if not isinstance(value, kind) or not all(isinstance(each, _MEMBERS.get(key, object)) for each in members):
            yield key, _misfit(value, wanted)
    ledger: Any = ruleset.ledger  # as everything here, whatever its type says
    if not (isinstance(ledger, type) and issubclass(ledger, Ledger)):
        yield "ledger", _misfit(ledger, "a class below Ledger")
    if not _ID.fullmatch(ruleset.id):
        yield "id", _misfit(ruleset.id, "small letters, digits and underscores")
    if ruleset.id != name:
        yield "id", Message.of("kernel.flaw.other_name", name=name)
    if not ruleset.actions:
        yield "actions", Message.of("kernel.flaw.missing", wanted="at least one action")
    inks = [side.ink for side in ruleset.sides]
    if len(inks) != len({*inks}.intersection(INKS)) or len(inks) != 2:  # noqa: PLR2004 - the two sides
        yield "sides", _misfit(" and ".join(map(str, inks)), f"two sides, each an ink of its own: {', '.join(INKS)}")


def _actions(ruleset: Ruleset) -> Iterator[tuple[str, Message]]:
    """What is wrong with the actions and with what names them."""
    seen: set[str] = set()
    for action in ruleset.actions:
        _ = action.fields  # described now, so that a form that cannot be is found here
        if action.id in seen:
            yield f"actions, {action.id}", Message.of("kernel.flaw.taken", other=ruleset.id)
        seen.add(action.id)
        if action.group not in ruleset.groups:
            yield f"actions, {action.id}, group", _misfit(action.group, f"one of {', '.join(ruleset.groups)}")
    fresh: tuple[Any, ...] = ruleset.fresh
    if fresh[:1] != tuple(each for each in fresh[:1] if each in seen) or not isinstance(fresh[-1], Mapping):
        yield "fresh", _misfit(fresh, "the id of an action, and its fields")
    for phase in ruleset.phases:
        unknown = [each for each in phase.actions if each not in seen]
        if unknown:
            yield f"phases, {phase.id}", _misfit(unknown[0], "ids of actions")
    if ruleset.turn_action is not None and ruleset.turn_action not in seen:
        yield "turn_action", _misfit(ruleset.turn_action, "the id of an action")
    if ruleset.read_roster is not None and ruleset.roster_action not in seen:
        yield "roster_action", _misfit(ruleset.roster_action, "the id of an action")


def _misfit(value: Any, wanted: str) -> Message:
    return Message.of("kernel.flaw.kind", value=str(value), wanted=wanted)
