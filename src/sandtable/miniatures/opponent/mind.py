"""All that a ruleset gives its opponent: values, and what comes to his mind beside open ground, fire and blows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Generic

from sandtable.miniatures.kit import State
from sandtable.miniatures.opponent.thinking import Thinking
from sandtable.miniatures.opponent.values import Choice, Spot, Values


@dataclass(frozen=True, slots=True)
class Mind(Generic[State]):
    """``spots`` are places worth a thought, ``deeds`` whatever else a unit could do, each with what speaks for it."""

    values: Values[State]
    spots: Callable[[Thinking[State]], Iterable[Spot]] = lambda _: ()
    deeds: Callable[[Thinking[State]], Iterable[Choice]] = lambda _: ()
