"""The lab: battles by the hundred, counted honestly. Is it fair? What does this rule do? What beats what?"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sandtable.lab.duels import DuelResult, duel
    from sandtable.lab.notebook import Difference, Result, Trial, scenario
    from sandtable.lab.steps import Handicap, Knobs, Sweep

__all__ = ["Difference", "DuelResult", "Handicap", "Knobs", "Result", "Sweep", "Trial", "duel", "scenario"]
# A duel needs none of what a battle needs, so each is loaded when somebody asks for it.
_HOMES = {"duel": "duels", "DuelResult": "duels", "Handicap": "steps", "Knobs": "steps", "Sweep": "steps"}


def __getattr__(name: str) -> Any:
    """What the lab offers, by name."""
    if name not in __all__:
        raise AttributeError(name)
    return getattr(import_module(f"sandtable.lab.{_HOMES.get(name, 'notebook')}"), name)
