"""The script of a duel: who does what, round after round, and from where it begins again.

    A fires, B fires, A regroups, B fires

A step is a letter and what that unit does, by the name of the action, its label or its verb; ``A regroups or fires`` is what it does if
it can, and else; ``A fires at C`` says at whom, and ``A fires range=3-6`` gives the form of this step a field of its own. A step without a letter is nobody's: ``morale``. A round is over
when somebody would act for the second time in it, unless semicolons part the rounds. What stands before ``then`` is done once, and the
script begins again behind it: ``A fires, B fires, then A assaults``.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sandtable.kernel.messages import Message
from sandtable.kernel.problem import refuse
from sandtable.kernel.ruleset import Action
from sandtable.kernel.spelling import folded
from sandtable.umpire.setting import Setting

MOST_STEPS = 40
THEN = re.compile(r"^\s*then\b\s*", re.IGNORECASE)
WORD = re.compile(r"\w+")
OR = re.compile(r"\s+or\s+", re.IGNORECASE)
NOBODY = ""


@dataclass(frozen=True, slots=True)
class Step:
    """What one unit does, at whom: as it was said, actions in the order in which they are tried, and fields of this step alone."""

    who: str
    said: str
    actions: tuple[str, ...]
    at: str = ""
    fields: Mapping[str, Any] = field(default_factory=dict)

    @property
    def action(self) -> str:
        """The action that is meant first of all."""
        return self.actions[0]


@dataclass(frozen=True, slots=True)
class Script:
    """Rounds of steps; after the last it goes on with round number ``again``."""

    rounds: tuple[tuple[Step, ...], ...]
    again: int = 0

    @property
    def steps(self) -> tuple[Step, ...]:
        """All steps, in their order."""
        return tuple(step for one in self.rounds for step in one)

    def round_at(self, number: int) -> tuple[Step, ...]:
        """The steps of a round, counted on without end."""
        if number < len(self.rounds):
            return self.rounds[number]
        cycle = len(self.rounds) - self.again
        return self.rounds[self.again + (number - self.again) % cycle]


def script_actions(setting: Setting) -> tuple[Action, ...]:
    """The actions that may stand in a script: those that are open and are no mere entries for the books."""
    return tuple(
        action
        for action in setting.ruleset.actions
        if action.open_under(setting.tables) and not action.ledger_only and not action.sealed
    )


def read_script(setting: Setting, text: str, letters: Sequence[str]) -> Script:
    """A script as somebody wrote it; every step that makes no sense is refused by its number."""
    parts = [part.strip() for part in re.split(r"[,;\n]", text)]
    marks = [mark.strip(" \t") for mark in re.findall(r"[,;\n]", text)]
    if not any(parts):
        raise refuse("script", "kernel.duel.no_steps")
    if len(parts) > MOST_STEPS:
        raise refuse("script", "kernel.duel.many_steps", most=MOST_STEPS)
    steps: list[Step] = []
    breaks: set[int] = set()
    again = 0
    for number, part in enumerate(parts):
        if number and marks[number - 1] != ",":
            breaks.add(len(steps))
        own = THEN.sub("", part)
        if own != part:
            again = len(steps)
            breaks.add(len(steps)) if breaks else None
        if own:
            steps.append(_step(setting, own, letters, len(steps) + 1))
    return with_rounds(steps, again, breaks)


def with_rounds(steps: Sequence[Step], again: int = 0, breaks: Iterable[int] = ()) -> Script:
    """Steps in rounds: parted where somebody says so, else where somebody would act for the second time."""
    parted = {one for one in breaks if 0 < one < len(steps)}
    rounds: list[list[Step]] = [[]]
    begins = 0
    for number, step in enumerate(steps):
        acted = any(one.who == step.who and (step.who or one.actions == step.actions) for one in rounds[-1])
        ends = number in parted if parted else acted
        if rounds[-1] and (ends or (again and number == again)):
            rounds.append([])
        if number == again:
            begins = len(rounds) - 1
        rounds[-1].append(step)
    return Script(tuple(map(tuple, rounds)), begins)


def _step(setting: Setting, part: str, letters: Sequence[str], number: int) -> Step:
    place = f"script.{number}"
    try:
        words = shlex.split(part)
    except ValueError:
        raise refuse(place, "kernel.duel.quotes") from None
    fields = dict(word.split("=", 1) for word in words if "=" in word)
    plain = [word for word in words if "=" not in word]
    who = next((letter for letter in letters if plain and plain[0].upper() == letter), NOBODY)
    plain = plain[1:] if who else plain
    at = ""
    if len(plain) > 2 and plain[-2].lower() == "at" and plain[-1].upper() in letters:  # noqa: PLR2004 - "fires at C"
        at, plain = plain[-1].upper(), plain[:-2]
    if not plain:
        raise refuse(place, "kernel.duel.no_deed", step=part)
    said = " ".join(plain)
    meant = (name for one in OR.split(said) for name in _actions(setting, one, place))
    return Step(who, said, tuple(dict.fromkeys(meant)), at, fields)


def _actions(setting: Setting, said: str, place: str) -> tuple[str, ...]:
    """The actions that somebody means: by name or label, else by the verb, the commonest action of the game before others."""
    actions = script_actions(setting)
    labels = {one.id: setting.say(Message(f"action.{one.id}.label")) for one in actions}
    verbs = {one.id: setting.say(Message(f"action.{one.id}.verb")) for one in actions}
    for spoken in (said, _infinitive(said)):
        key = folded(spoken)
        named = [one.id for one in actions if key in (folded(one.id), folded(labels[one.id]))]
        if len(named) == 1:
            return (named[0],)
        called = [one.id for one in actions if key == folded(verbs[one.id])] or [
            one.id for one in actions if key in map(folded, (*one.id.split("_"), *WORD.findall(labels[one.id])))
        ]
        usual = setting.ruleset.fresh[0]
        if called or named:
            found = sorted({*called, *named}, key=[one.id for one in actions].index)
            return (usual, *(one for one in found if one != usual)) if usual in found else tuple(found)
    raise refuse(place, "kernel.duel.unknown_deed", tuple(labels.values()), deed=said)


def _infinitive(said: str) -> str:
    """What somebody does, as one is told to do it: "fires" is "fire", "rallies" is "rally"."""
    first, blank, rest = said.partition(" ")
    if first.lower().endswith("ies"):
        first = f"{first[:-3]}y"
    elif first.lower().endswith("s") and not first.lower().endswith("ss"):
        first = first[:-1]
    return f"{first}{blank}{rest}"


def usual_script(setting: Setting, letters: Sequence[str]) -> Script:
    """The script of a duel for which nobody has written one: the ruleset's own, else its commonest action by each in turn."""
    if setting.ruleset.duel.script:
        return read_script(setting, setting.ruleset.duel.script, letters)
    usual = setting.ruleset.fresh[0]
    return with_rounds([Step(letter, usual, (usual,)) for letter in letters])


def script_text(script: Script) -> str:
    """A script in the words in which it can be typed again."""
    first = len([step for one in script.rounds[: script.again] for step in one])
    apart = ", " if with_rounds(script.steps, first) == script else "; "
    told = [", ".join(map(step_text, one)) for one in script.rounds]
    if script.again:
        told[script.again] = f"then {told[script.again]}"
    return apart.join(told)


def step_text(step: Step) -> str:
    """A step in the words in which it can be typed again."""
    fields = "".join(f" {name}={shlex.quote(str(value))}" for name, value in step.fields.items())
    return f"{step.who} {step.said}".strip() + (f" at {step.at}" if step.at else "") + fields
