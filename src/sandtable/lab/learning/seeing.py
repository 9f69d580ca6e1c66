"""What an agent of an environment observes, and the space of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from sandtable.ai.candidates import MOST
from sandtable.battle.registry import table
from sandtable.lab.battles.variant import Variant
from sandtable.lab.learning.features import COLUMNS, ORDER_COLUMNS, ROWS, Pen
from sandtable.lab.learning.session import CHANCE, Session


def observation_space() -> spaces.Dict:
    """What an agent observes: the table, the orders it may choose from, which there are, and of dice how likely each reading is."""
    return spaces.Dict(
        {
            "observation": spaces.Box(-1.0, 1.0, (ROWS, COLUMNS), np.float32),
            "orders": spaces.Box(-1.0, 1.0, (MOST, ORDER_COLUMNS), np.float32),
            "action_mask": spaces.Box(0, 1, (MOST,), np.int8),
            "probabilities": spaces.Box(0.0, 1.0, (MOST,), np.float32),
        }
    )


def pen_for(one: Variant) -> Pen:
    """The pen that writes battles of a scenario in numbers."""
    ground, rules = one.scenario.terrain, table(one.match.ruleset)
    kinds = (*sorted(rules.orders), *(action.id for action in rules.ruleset.actions))
    return Pen(ground.width, ground.height, kinds)


def observation(session: Session, pen: Pen, agent: str) -> dict[str, Any]:
    """What an agent sees now; whoever has nothing to decide can only wait, which is the first action."""
    seen: dict[str, Any] = {
        "observation": np.zeros((ROWS, COLUMNS), np.float32),
        "orders": np.zeros((MOST, ORDER_COLUMNS), np.float32),
        "action_mask": np.zeros(MOST, np.int8),
        "probabilities": np.zeros(MOST, np.float32),
    }
    decides = session.result is None and session.by == agent
    seen["action_mask"][: session.choices if decides else 1] = 1
    if agent != CHANCE:
        seen["observation"] = pen.seen(session, agent)
    if decides and agent != CHANCE:
        seen["orders"] = pen.orders(session, agent)
    if decides:
        weights = session.weights()
        seen["probabilities"][: len(weights)] = weights
    return seen
