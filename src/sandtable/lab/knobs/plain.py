"""What a screen says, in plain data."""

from __future__ import annotations

from typing import Any

from sandtable.kernel import codec
from sandtable.lab.knobs.sensitivity import Confirmed, Effect, Sensitivity


def plain_sensitivity(answer: Sensitivity) -> dict[str, Any]:
    """All of it, without its battles."""
    return {
        "kind": "sensitivity",
        "scenarios": [one.name for one in answer.bases],
        "sentence": answer.sentence,
        "rests_on": answer.rests_on,
        "side": answer.side,
        "step": answer.step,
        "screen": answer.screen,
        "confirm": answer.confirm,
        "numbers": len(answer.knobs),
        "unread": [one.knob.name for one in answer.of("unread")],
        "dead": [_effect(one, answer) for one in answer.of("dead")],
        "ranking": [_effect(one, answer) for one in answer.ranking],
        "confirmed": [_confirmed(one, answer) for one in answer.confirmed],
        "failures": [codec.write(one) for one in answer.failures],
    }


def _effect(one: Effect, answer: Sensitivity) -> dict[str, Any]:
    return {
        "path": one.knob.name,
        "label": one.label,
        "value": one.knob.value,
        "ours": one.knob.ours,
        "rule": one.knob.rule,
        "fate": one.fate,
        "battles": one.battles,
        "read": one.touched,
        "identical": one.same,
        "hands": one.hands,
        "difference": one.difference,
        "interval": list(one.interval),
        "chance": one.chance,
        "margin": one.margin,
        "sentence": answer.line(one),
    }


def _confirmed(one: Confirmed, answer: Sensitivity) -> dict[str, Any]:
    return {**_effect(one.fresh, answer), "corrected": one.chance, "holds": one.holds}
