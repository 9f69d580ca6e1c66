"""What a screen says, in plain data."""

from __future__ import annotations

from typing import Any

from sandtable.kernel import codec
from sandtable.lab.knobs.sensitivity import Confirmed, Effect, Sensitivity


def plain_sensitivity(told: Sensitivity) -> dict[str, Any]:
    """All of it, without its battles."""
    return {
        "kind": "sensitivity",
        "scenarios": [one.name for one in told.bases],
        "sentence": told.sentence,
        "rests_on": told.rests_on,
        "side": told.side,
        "step": told.step,
        "screen": told.screen,
        "confirm": told.confirm,
        "numbers": len(told.knobs),
        "unread": [one.knob.name for one in told.of("unread")],
        "dead": [_effect(one, told) for one in told.of("dead")],
        "ranking": [_effect(one, told) for one in told.ranking],
        "confirmed": [_confirmed(one, told) for one in told.confirmed],
        "failures": [codec.write(one) for one in told.failures],
    }


def _effect(one: Effect, told: Sensitivity) -> dict[str, Any]:
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
        "sentence": told.line(one),
    }


def _confirmed(one: Confirmed, told: Sensitivity) -> dict[str, Any]:
    return {**_effect(one.fresh, told), "corrected": one.chance, "holds": one.holds}
