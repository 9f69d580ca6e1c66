"""Battles for Gymnasium: one side learns, the other is played by the computer or by whoever else is named.

Needs the extra ``gym``.
"""

from __future__ import annotations

from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import gymnasium
from gymnasium import spaces

from sandtable.ai.candidates import MOST
from sandtable.battle.matches.match import players_of
from sandtable.battle.matches.staff import check_player
from sandtable.battle.registry import table
from sandtable.battle.scenario.library import load
from sandtable.battle.scenario.scenario import Scenario
from sandtable.battle.seat import Role
from sandtable.kernel.problem import refuse
from sandtable.lab.battles.variant import variant
from sandtable.lab.learning.drawing import table_svg
from sandtable.lab.learning.seeing import observation, observation_space, pen_for
from sandtable.lab.learning.session import Session

Seen = dict[str, Any]
USUAL_SCENARIO = "tutorial"
MOST_DECISIONS = 2000  # of the side that learns, after which a battle is cut off
LARGEST_SEED = 2**31 - 1


class BattleGym(gymnasium.Env[Seen, Any]):
    """A scenario as an environment of one agent. ``against`` is the other side's player: ``random``, ``nearest``, ``opponent``."""

    metadata: dict[str, Any] = {"render_modes": ["svg"]}  # noqa: RUF012 - what Gymnasium wants

    def __init__(
        self,
        scenario: str | Scenario = USUAL_SCENARIO,
        *,
        side: Role | None = None,
        against: str = "random",
        most: int = MOST_DECISIONS,
        render_mode: str | None = None,
    ) -> None:
        plain = variant(load(scenario) if isinstance(scenario, str) else scenario)
        check_player(table(plain.match.ruleset), against)
        self.side = side or plain.sides[0]
        if self.side not in plain.sides:
            raise refuse("side", "lab.no_side", plain.sides, side=self.side)
        others = tuple((role, against) for role in plain.sides if role != self.side)
        self.variant, self._others = plain, replace(plain.match, players=others)
        self.most, self.render_mode = most, render_mode
        self.pen = pen_for(plain)
        self.observation_space = observation_space()
        self.action_space = spaces.Discrete(MOST)
        self._playing = ExitStack()

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Seen, dict[str, Any]]:
        """A new battle; without a seed one that follows from the seeds before."""
        super().reset(seed=seed, options=options)
        self.close()
        self.seed = str(self.np_random.integers(LARGEST_SEED))
        players = self._playing.enter_context(players_of(self._others, self.seed))
        self.session = Session(self.variant.match, self.seed, players=players)
        self._decisions = 0
        return self._seen(), self._info(legal=True)

    def step(self, action: int) -> tuple[Seen, float, bool, bool, dict[str, Any]]:
        """Choose a candidate, and go on to the next decision of this side. One that there is not counts as the first."""
        legal = 0 <= int(action) < self.session.choices
        self.session.take(int(action) if legal else 0)
        self._decisions += 1
        over = self.session.result
        reward = 0.0 if over is None or over.winner is None else 1.0 if over.winner == self.side else -1.0
        return self._seen(), reward, over is not None, self._decisions >= self.most, self._info(legal=legal)

    def _seen(self) -> Seen:
        return observation(self.session, self.pen, self.side)

    def _info(self, *, legal: bool) -> dict[str, Any]:
        return {"orders": self.session.labels, "illegal": not legal}

    def render(self) -> Any:
        """The table as an umpire sees it, as a drawing (SVG)."""
        return table_svg(self.session, self.variant.scenario)

    def close(self) -> None:
        """Whoever played the other side leaves."""
        self._playing.close()
        self._playing = ExitStack()
