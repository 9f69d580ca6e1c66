"""Reasons in words: tallies of modifiers, throws, requests and the choices they offer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, Literal

from sandtable.kernel.dice import Die, face_weights
from sandtable.kernel.drivers.run import Step
from sandtable.kernel.law import percentages
from sandtable.kernel.messages import Message, decimal_text, minus, signed_text
from sandtable.kernel.record import Scalar
from sandtable.kernel.requests import Choose, Count, Label, Observe, Of, Option, Request, Roll
from sandtable.kernel.tally import Modifier, Tally
from sandtable.kernel.telling import Why, dice_text, why
from sandtable.umpire import views
from sandtable.umpire.setting import Setting

MOST_OUTCOMES = 20  # faces that a keypad shows; percentage dice are typed


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
    plain_key = ".".join(part for part in key.split(".") if not part.isdigit())  # repeated throws are numbered
    return setting.say_if_any(f"throw.{plain_key}") or plain_key.replace("_", " ").replace(".", " ")


def throws(setting: Setting, steps: Iterable[Step]) -> tuple[views.Throw, ...]:
    """The throws among the steps of a run: faces, sum, what each meant, and how likely that was."""
    return tuple(_throw(setting, step, step.request) for step in steps if isinstance(step.request, Roll | Count))


def _throw(setting: Setting, step: Step, request: Roll | Count) -> views.Throw:
    told = reading_text(setting, request, step.reading)
    chance = _chance(setting, step, request, told)
    faces = _faces(step)
    return views.Throw(
        key=step.key,
        label=throw_name(setting, step.key),
        name=dice_text(request).strip(),
        faces=faces,
        sum=_sum(request, faces),
        reading=told,
        chance=(chance.numerator, chance.denominator),
        percent=percentages([chance, 1 - chance])[0],
        by=step.by,
    )


def _chance(setting: Setting, step: Step, request: Roll | Count, told: str) -> Fraction:
    """How likely it was to read what is told of the throw; a rule may read more finely than it tells."""
    law = list(request.law())
    same = sum(
        weight
        for reading, weight in law
        if reading == step.reading or (told and reading_text(setting, request, reading) == told)
    )
    return Fraction(same, sum(weight for _, weight in law))


def _faces(step: Step) -> tuple[int, ...]:
    if isinstance(step.value, list):
        return tuple(step.value)
    if isinstance(step.value, Mapping):
        return tuple(step.value.get("faces", ()))
    return (step.value,) if isinstance(step.value, int) else ()


def _sum(request: Request, faces: tuple[int, ...]) -> str:
    if not isinstance(request, Roll) or not faces:
        return ""
    extra = 0 if request.tally.percent or request.tally.listed or request.tally.pool else request.tally.exact
    if request.of is Of.DIFFERENCE and len(faces) > 1:
        difference = faces[0] - faces[1]
        return minus(f"{faces[0]} - {faces[1]} {_added(extra)}= {signed_text(difference + extra)}")
    shown = " + ".join(str(face) for face in faces)
    if not extra and len(faces) == 1:
        return shown
    return minus(f"{shown} {_added(extra)}= {decimal_text(sum(faces) + extra)}")


def _added(extra: int | Fraction) -> str:
    if not extra:
        return ""
    return f"+ {decimal_text(extra)} " if extra > 0 else f"- {decimal_text(-extra)} "


def reading_text(setting: Setting, request: Request, reading: Any) -> str:
    """What a reading means, where the request says so."""
    if isinstance(request, Roll | Count) and request.label is not None:
        return setting.say(request.label(reading).message)
    if isinstance(request, Count) and type(reading) is int and len(request.bands) == 1:
        return f"{reading} {setting.say(request.bands[0].told(reading))}"
    return ""


def role_text(setting: Setting, whom: str) -> str:
    """A role in words: the ruleset's, a side's, else the kernel's; a unit's name is its own."""
    for message_id in (f"role.{whom}", f"side.{whom}", f"kernel.role.{whom}"):
        if words := setting.say_if_any(message_id):
            return words
    return whom


def request_view(setting: Setting, key: str, request: Request, number: int) -> views.Request:
    """A pending request, for whoever has to answer it."""
    question = request if isinstance(request, Choose | Observe) else None
    asked = views.Request(
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
        return replace(asked, dice=tuple(map(_die, request.dice)), outcomes=outcomes(setting, request), total=total)
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


def _die(die: Die) -> views.Die:
    return views.Die(name=die.name, faces=tuple(die.faces))


def _bands(setting: Setting, request: Count) -> tuple[views.PoolBand, ...]:
    return tuple(
        views.PoolBand(label=setting.say(band.told()), faces=tuple(sorted(band.faces)), severity=band.severity)
        for band in request.bands
    )


def _option(setting: Setting, option: Option) -> views.Choice:
    return choice(option.value, setting.say(option.label), option.icon)


def choice(value: Scalar, label: str, icon: str = "") -> views.Choice:
    """Something to choose that is called the same wherever it stands."""
    return views.Choice(value=value, label=label, icon=icon, short=label, member_label=label)


def outcomes(setting: Setting, request: Roll) -> tuple[views.FaceOutcome, ...]:
    """What each face of a single die would bring."""
    if len(request.dice) != 1 or request.label is None:
        return ()
    faces = [face for face, _ in face_weights(request.dice[0])]
    if len(faces) > MOST_OUTCOMES:
        return ()
    counting = [face for face in faces if request.counting is None or request.counting(face)]
    return tuple(_outcome(setting, face, request.label(request.read(face))) for face in counting)


def _outcome(setting: Setting, face: int, label: Label) -> views.FaceOutcome:
    return views.FaceOutcome(faces=(face,), label=setting.say(label.message), severity=label.severity)
