"""Battles for PettingZoo: the agents are the sides, and with ``chance="explicit"`` also chance itself.

Needs the extra ``gym``. Each agent sees its own seat's view. An action is the number of a candidate; those that there are not now are
masked, and where one of them is taken all the same the first candidate is, which ``info["illegal"]`` tells. Whoever wins gets 1, whoever
loses -1, at the end.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import aec_to_parallel

from sandtable.ai.candidates import MOST
from sandtable.battle.scenario.library import load
from sandtable.battle.scenario.scenario import Scenario
from sandtable.lab.battles.variant import variant
from sandtable.lab.learning.drawing import table_svg
from sandtable.lab.learning.seeing import observation, observation_space, pen_for
from sandtable.lab.learning.session import CHANCE, Session

Turns = Literal["decider", "all"]
Chance = Literal["dice", "explicit"]
USUAL_SCENARIO = "tutorial"
MOST_CYCLES = 2000  # decisions after which a battle is cut off
SVG = "svg"
LARGEST_SEED = 2**31 - 1


class BattleZoo(AECEnv[str, Any, int]):
    """A scenario as an environment of agents that take turns.

    ``turns``: only whoever has to decide acts ("decider"), or everybody in each cycle, where all but one can only wait ("all").
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - what PettingZoo wants
        "name": "sandtable_v1",
        "render_modes": [SVG],
        "is_parallelizable": True,
    }

    def __init__(
        self,
        scenario: str | Scenario = USUAL_SCENARIO,
        *,
        chance: Chance = "dice",
        turns: Turns = "decider",
        max_cycles: int = MOST_CYCLES,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.variant = variant(load(scenario) if isinstance(scenario, str) else scenario)
        self.chance, self.turns, self.max_cycles, self.render_mode = chance, turns, max_cycles, render_mode
        self.pen = pen_for(self.variant)
        self.possible_agents = [*self.variant.sides, *([CHANCE] if chance == "explicit" else [])]
        self._seen = {agent: observation_space() for agent in self.possible_agents}
        self._acts = {agent: spaces.Discrete(MOST) for agent in self.possible_agents}
        self._luck = np.random.default_rng()
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent observes."""
        return self._seen[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """The numbers of 256 candidates."""
        return self._acts[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002 - PettingZoo's
        """A new battle; without a seed one that follows from the seeds before."""
        if seed is not None:
            self._luck = np.random.default_rng(seed)
        self.seed = str(self._luck.integers(LARGEST_SEED))
        self.session = Session(self.variant.match, self.seed, explicit=self.chance == "explicit")
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._cycles, self._waiting, self._chosen = 0, list(self.agents), 0
        self._tell_orders()
        self.agent_selection = self._next()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent sees now."""
        return observation(self.session, self.pen, agent)

    def step(self, action: int | None) -> None:
        """Let the agent whose turn it is act."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        if agent == self.session.by:
            self._chosen = 0 if action is None else int(action)
        if self.turns == "all":
            self._waiting.remove(agent)
        if self.turns == "decider" or not self._waiting:
            self._advance()
        self.agent_selection = self._next()
        self._accumulate_rewards()
        self._deads_step_first()

    def _advance(self) -> None:
        session = self.session
        legal = 0 <= self._chosen < session.choices
        by = session.by
        session.take(self._chosen if legal else 0)
        self._cycles += 1
        self._waiting, self._chosen = list(self.agents), 0
        if session.result is not None:
            winner = session.result.winner
            self.terminations = dict.fromkeys(self.agents, True)
            for side in self.variant.sides:
                self.rewards[side] = 0.0 if winner is None else 1.0 if side == winner else -1.0
        elif self._cycles >= self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
        self._tell_orders()
        self.infos[by]["illegal"] = not legal

    def _tell_orders(self) -> None:
        self.infos = {agent: {} for agent in self.agents}
        if self.session.result is None:
            self.infos[self.session.by]["orders"] = self.session.labels

    def _next(self) -> str:
        return self._waiting[0] if self.turns == "all" or self.session.result is not None else self.session.by

    def render(self) -> Any:
        """The table as an umpire sees it, as a drawing (SVG)."""
        return table_svg(self.session, self.variant.scenario)

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def env(scenario: str | Scenario = USUAL_SCENARIO, **how: Any) -> BattleZoo:
    """A scenario for agents that take turns."""
    return BattleZoo(scenario, **how)


def parallel_env(scenario: str | Scenario = USUAL_SCENARIO, **how: Any) -> Any:
    """A scenario for agents that act at once: in each cycle one decides, and the others wait."""
    return aec_to_parallel(BattleZoo(scenario, turns="all", **how))
