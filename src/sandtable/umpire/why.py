"""Reasons in words: tallies of modifiers, throws, requests and the choices they offer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from sandtable.kernel.dice import face_weights
from sandtable.kernel.drivers.run import Step
from sandtable.kernel.effects import plain
from sandtable.kernel.law import percentages
from sandtable.kernel.messages import Message, decimal_text, minus, signed_text
from sandtable.kernel.requests import Choose, Count, Label, Observe, Of, Option, Request, Roll
from sandtable.kernel.tally import Modifier, Tally
from sandtable.umpire.setting import Setting

MOST_OUTCOMES = 20  # faces that a keypad shows; percentage dice are typed


def tally_rows(setting: Setting, tally: Tally, title: str = "") -> dict[str, Any]:
    """A tally as "why": reason, value in words and as a number, rule id, and what they come to."""
    return {
        "title": setting.say(tally.title) if tally.title else title,
        "rows": [_row(setting, tally, modifier, number) for number, modifier in enumerate(tally)],
        "total": decimal_text(tally.exact) if tally.pool else total_text(tally),
        "sum": plain(tally.exact) if tally.counts else None,
    }


def total_text(tally: Tally) -> str:
    """What a tally comes to: a number added to the die, a measure, or a chance; nothing where it is a mere list or makes up a pool."""
    if tally.pool or not tally.counts:
        return ""
    return f"{decimal_text(tally.exact)}%" if tally.percent else signed_text(tally.exact)


def _row(setting: Setting, tally: Tally, modifier: Modifier, number: int) -> dict[str, Any]:
    value = ""
    if modifier.value is not None:
        value = (
            decimal_text(modifier.value)
            if (tally.percent or tally.pool) and number == 0
            else signed_text(modifier.value)
        )
        value += "%" if tally.percent else ""
    return {
        "reason": setting.say(modifier.reason),
        "value": value,
        "number": plain(modifier.value),
        "rule": modifier.rule,
        "house": modifier.house,
    }


def whys(
    setting: Setting, requests: Iterable[tuple[str, Request]], reasons: tuple[Modifier | Tally, ...] = ()
) -> list[dict[str, Any]]:
    """Every tally met on the way, and reasons that no throw explains. A throw repeated for the same reasons is told once."""
    told = dict.fromkeys(
        (throw_name(setting, key), request.tally) for key, request in requests if request.tally.modifiers
    )
    found = [tally_rows(setting, tally, name) for name, tally in told]
    return found + [tally_rows(setting, tally) for tally in _blocks(reasons)]


def _blocks(reasons: tuple[Modifier | Tally, ...]) -> list[Tally]:
    """Reasons as tallies: one of its own where the rule made one, one for all that stand alone."""
    alone = tuple(reason for reason in reasons if isinstance(reason, Modifier))
    own = [reason for reason in reasons if isinstance(reason, Tally)]
    return [Tally(alone), *own] if alone else own


def throw_name(setting: Setting, key: str) -> str:
    """A throw by its name, as the log tells it."""
    plain_key = ".".join(part for part in key.split(".") if not part.isdigit())  # repeated throws are numbered
    return setting.say_if_any(f"throw.{plain_key}") or plain_key.replace("_", " ").replace(".", " ")


def dice_text(request: Request) -> str:
    """The dice of a request in short: ``d10``, ``2d6``, ``d10 v d10``, ``2 average dice``."""
    if isinstance(request, Count):
        return _several(request.pool, request.die.name)
    if not isinstance(request, Roll):
        return ""
    names = [die.name for die in request.dice]
    if request.of is Of.DIFFERENCE:
        return " v ".join(names)
    return _several(len(names), names[0]) if len(set(names)) == 1 else " + ".join(names)


def _several(number: int, name: str) -> str:
    plain = name.startswith("d") and name[1:].isdecimal()
    if number == 1:
        return name if plain else f"1 {name}"
    return f"{number}{name}" if plain else f"{number} {name.removesuffix(' die')} dice"


def throw_row(setting: Setting, step: Step) -> dict[str, Any]:
    """One throw of a finished action: faces, sum, what it meant, and how likely that was."""
    request = step.request
    told = reading_text(setting, request, step.reading)
    chance = _chance(setting, step, told)
    faces = _faces(step)
    return {
        "key": step.key,
        "label": throw_name(setting, step.key),
        "name": dice_text(request).strip(),
        "faces": faces,
        "sum": _sum(request, faces),
        "reading": told,
        "chance": [chance.numerator, chance.denominator],
        "percent": percentages([chance, 1 - chance])[0],
        "by": step.by,
    }


def _chance(setting: Setting, step: Step, told: str) -> Fraction:
    """How likely it was to read what is told of the throw; a rule may read more finely than it tells."""
    request = step.request
    if not isinstance(request, Roll | Count):
        return Fraction(0)
    law = list(request.law())
    same = sum(
        weight
        for reading, weight in law
        if reading == step.reading or (told and reading_text(setting, request, reading) == told)
    )
    return Fraction(same, sum(weight for _, weight in law))


def _faces(step: Step) -> list[int]:
    if isinstance(step.value, list):
        return list(step.value)
    if isinstance(step.value, Mapping):
        return list(step.value.get("faces", ()))
    return [step.value] if isinstance(step.value, int) else []


def _sum(request: Request, faces: list[int]) -> str:
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


def request_view(setting: Setting, key: str, request: Request, number: int) -> dict[str, Any]:
    """A pending request, for whoever has to answer it."""
    view: dict[str, Any] = {
        "key": key,
        "number": number,
        "title": setting.say(request.says or Message(f"request.{request.key}")),
        "text": setting.say_if_any(f"request_help.{request.key}"),
        "role": role_text(setting, getattr(request, "role", "")),
        "secret": getattr(request, "secret", False),
        "rule": getattr(request, "rule", None),
        "usual": getattr(request, "usual", None),
        "throw": dice_text(request).strip(),
        "dice": [],
        "outcomes": [],
        "bands": [],
        "pool": 0,
        "options": [],
        "value_kind": "",
        "min": 0,
        "max": 0,
    }
    if isinstance(request, Roll):
        view |= {"kind": "roll", "dice": [_die(die) for die in request.dice], "outcomes": outcomes(setting, request)}
        view["total"] = request.of is Of.TOTAL and len(request.dice) > 1
    elif isinstance(request, Count):
        view |= {"kind": "count", "dice": [_die(request.die)], "pool": request.pool, "bands": _bands(setting, request)}
    elif isinstance(request, Choose):
        view |= {"kind": "choose", "options": _options(setting, request.options), "value_kind": "choice"}
    else:
        view |= _observe_view(setting, request)
    return view


def _observe_view(setting: Setting, request: Observe) -> dict[str, Any]:
    return {
        "kind": "observe",
        "options": _options(setting, request.options),
        "value_kind": request.value_kind,
        "min": request.lowest,
        "max": request.highest,
    }


def _die(die: Any) -> dict[str, Any]:
    return {"name": die.name, "faces": list(die.faces)}


def _bands(setting: Setting, request: Count) -> list[dict[str, Any]]:
    return [
        {"label": setting.say(band.told()), "faces": sorted(band.faces), "severity": band.severity}
        for band in request.bands
    ]


def _options(setting: Setting, options: tuple[Option, ...]) -> list[dict[str, Any]]:
    return [{"value": option.value, "label": setting.say(option.label), "icon": option.icon} for option in options]


def outcomes(setting: Setting, request: Roll) -> list[dict[str, Any]]:
    """What each face of a single die would bring."""
    if len(request.dice) != 1 or request.label is None:
        return []
    faces = [face for face, _ in face_weights(request.dice[0])]
    if len(faces) > MOST_OUTCOMES:
        return []
    shown: list[dict[str, Any]] = []
    for face in faces:
        if request.counting is None or request.counting(face):
            label: Label = request.label(request.read(face))
            shown.append({"faces": [face], "label": setting.say(label.message), "severity": label.severity})
    return shown
