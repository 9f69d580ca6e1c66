"""Reasons in words: tallies of modifiers, throws, requests and the choices they offer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Literal

from sandtable.kernel.dice import Die
from sandtable.kernel.drivers.run import Step
from sandtable.kernel.effects import numbered_in_words
from sandtable.kernel.messages import Message
from sandtable.kernel.record import Scalar
from sandtable.kernel.requests import Choose, Count, Observe, Of, Option, Request, Roll
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.telling import Why, dice_text, meanings, thrown, unnumbered, why
from sandtable.umpire import form_views, verdict_views
from sandtable.umpire.setting import Setting


def whys(
    setting: Setting, requests: Iterable[tuple[str, Request]], reasons: tuple[Modifier | Tally, ...] = ()
) -> tuple[Why, ...]:
    """Every tally met on the way, and reasons that no throw explains. A throw repeated for the same reasons is told once."""
    told = dict.fromkeys(
        (throw_name(setting, key), request.tally) for key, request in requests if request.tally.modifiers
    )
    return (
        *(why(tally, setting.say, name) for name, tally in told),
        *(why(tally, setting.say) for tally in _blocks(reasons)),
    )


def _blocks(reasons: tuple[Modifier | Tally, ...]) -> list[Tally]:
    """Reasons as tallies: one of its own where the rule made one, one for all that stand alone."""
    alone = tuple(reason for reason in reasons if isinstance(reason, Modifier))
    own = [reason for reason in reasons if isinstance(reason, Tally)]
    return [Tally(alone), *own] if alone else own


def throw_name(setting: Setting, key: str) -> str:
    """A throw by its name, as the log tells it."""
    plain_key = unnumbered(key)
    return setting.say_if_any(f"throw.{plain_key}") or plain_key.replace("_", " ").replace(".", " ")


def throws(setting: Setting, steps: Iterable[Step]) -> tuple[verdict_views.Throw, ...]:
    """The throws among the steps of a run: faces, sum, what each meant, and how likely that was."""
    return tuple(_throw(setting, step, step.request) for step in steps if isinstance(step.request, Roll | Count))


def _throw(setting: Setting, step: Step, request: Roll | Count) -> verdict_views.Throw:
    told = thrown(request, step.value, step.reading, setting.say)
    return verdict_views.Throw(
        key=step.key,
        label=throw_name(setting, step.key),
        name=told.name,
        faces=told.faces,
        marked=_marked(request),
        sum=told.sum,
        reading=told.reading,
        chance=(told.chance.numerator, told.chance.denominator),
        percent=told.percent,
        by=step.by,
    )


def _marked(request: Roll | Count) -> tuple[int, ...]:
    """The faces of a pool that do something to somebody."""
    bands = request.bands if isinstance(request, Count) else ()
    return tuple(sorted({face for band in bands if band.severity for face in band.faces}))


def role_text(setting: Setting, whom: str) -> str:
    """A role in words: the ruleset's, a side's, else the kernel's, with a number where several have it; a unit's name is its own."""
    for message_id in (f"role.{whom}", f"side.{whom}", f"kernel.role.{whom}"):
        if words := setting.say_if_any(message_id):
            return words
    role, _, number = whom.rpartition(" ")
    if number.isdecimal() and f"role.{role}" in setting.ruleset.catalogue:
        return setting.say(numbered_in_words(role, int(number)))
    return whom


def request_view(setting: Setting, key: str, request: Request, number: int) -> verdict_views.Request:
    """A pending request, for whoever has to answer it."""
    question = request if isinstance(request, Choose | Observe) else None
    asked = verdict_views.Request(
        key=key,
        kind=_kind(request),
        number=number,
        title=setting.say(request.says or Message(f"request.{request.key}")),
        text=setting.say_if_any(f"request_help.{request.key}"),
        role=role_text(setting, request.role if isinstance(request, Choose) else ""),
        secret=isinstance(request, Choose) and request.secret,
        rule=question.rule if question else None,
        usual=question.usual if question else None,
        throw=dice_text(request).strip(),
    )
    if isinstance(request, Roll):
        total = request.of is Of.TOTAL and len(request.dice) > 1
        return replace(asked, dice=_dice(setting, request), outcomes=outcomes(setting, request), total=total)
    if isinstance(request, Count):
        return replace(asked, dice=(_die(request.die),), pool=request.pool, bands=_bands(setting, request))
    options = tuple(_option(setting, option) for option in request.options)
    if isinstance(request, Choose):
        return replace(asked, options=options, value_kind="choice")
    return replace(asked, options=options, value_kind=request.value_kind, min=request.lowest, max=request.highest)


def _kind(request: Request) -> Literal["roll", "count", "choose", "observe"]:
    if isinstance(request, Roll):
        return "roll"
    if isinstance(request, Count):
        return "count"
    return "choose" if isinstance(request, Choose) else "observe"


def _die(die: Die) -> verdict_views.Die:
    return verdict_views.Die(name=die.name, faces=tuple(die.faces))


def _dice(setting: Setting, request: Roll) -> tuple[verdict_views.Die, ...]:
    """The dice of a throw, each with whose it is where the ruleset says so."""
    whose = f"request_die.{unnumbered(request.key)}"
    dice = enumerate(map(_die, request.dice), start=1)
    return tuple(replace(die, whose=setting.say_if_any(f"{whose}.{number}")) for number, die in dice)


def _bands(setting: Setting, request: Count) -> tuple[verdict_views.PoolBand, ...]:
    return tuple(
        verdict_views.PoolBand(
            label=setting.say(band.label_for()), faces=tuple(sorted(band.faces)), severity=band.severity
        )
        for band in request.bands
    )


def _option(setting: Setting, option: Option) -> form_views.Choice:
    return choice(option.value, setting.say(option.label), option.icon)


def choice(value: Scalar, label: str, icon: str = "") -> form_views.Choice:
    """Something to choose that is called the same wherever it stands."""
    return form_views.Choice(value=value, label=label, icon=icon, short=label, member_label=label)


def outcomes(setting: Setting, request: Roll) -> tuple[verdict_views.FaceOutcome, ...]:
    """What each face of a single die would bring."""
    return tuple(
        verdict_views.FaceOutcome(faces=(face,), label=setting.say(label.message), severity=label.severity)
        for face, label in meanings(request)
    )
