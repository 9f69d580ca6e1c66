"""A battle of the lab played again with its log; of a pair both, from the order or the throw at which they part."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from sandtable.battle.engine.battle import Battle
from sandtable.battle.maps.replay import Frame, ReplayDrawing
from sandtable.battle.maps.replay_frames import frames
from sandtable.battle.matches.match import logged, players_of
from sandtable.battle.registry import table
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.lab.battles.holding import Holding, Notes, Noting
from sandtable.lab.battles.jobs import Battles, Job, PairsOf, Parting, both
from sandtable.lab.battles.variant import Variant
from sandtable.lab.texts import say

SHOWN = 6  # orders that are told of each battle from where they part


@dataclass(frozen=True)
class Replay:
    """Logs of one battle, or of a pair and where it parts."""

    seed: str
    variants: tuple[Variant, ...]
    battles: tuple[Battle[Any], ...]
    parting: Parting | None = None

    @cached_property
    def shown(self) -> tuple[tuple[Frame, ...], ...]:
        """The frames of each."""
        return tuple(tuple(frames(battle.rules, battle.log)) for battle in self.battles)

    @property
    def words(self) -> str:
        """Where they part, in a sentence each; nothing of one battle."""
        if len(self.battles) == 1:
            return ""
        if self.parting is None:
            return say("replay.same", seed=self.seed)
        head = say(f"replay.{self.parting.kind}", seed=self.seed, turn=self.parting.turn, orders=self.parting.number)
        told = [f"{one.house}: {self.told(place)[0]}" for place, one in enumerate(self.variants) if self.told(place)]
        return "\n".join([head, *told])

    def told(self, place: int) -> list[str]:
        """What happened in one of the battles, from where they part."""
        start = self.parting.number + 1 if self.parting is not None else 1
        return [frame.words for frame in self.shown[place][start : start + SHOWN]]

    def picture(self, place: int) -> str:
        """The table of one of the battles at the order at which they part, or at the end."""
        frames_of = self.shown[place]
        at = len(frames_of) - 1 if self.parting is None else min(self.parting.number + 1, len(frames_of) - 1)
        scenario = self.variants[place].scenario
        return ReplayDrawing(scenario, scenario_rules(scenario.ruleset)).still(list(frames_of), at)

    def _repr_html_(self) -> str:
        """Both side by side."""
        columns = "".join(self._column(place) for place in range(len(self.battles)))
        words = escape(self.words).replace("\n", "<br>")
        return f'<div><p>{words}</p><div style="display:flex;gap:16px">{columns}</div></div>'

    def _column(self, place: int) -> str:
        picture = b64encode(self.picture(place).encode()).decode("ascii")
        lines = "".join(f"<li>{escape(words)}</li>" for words in self.told(place))
        name = escape(self.variants[place].house)
        return (
            f'<div style="flex:1"><b>{name}</b><img style="width:100%" alt="{name}"'
            f' src="data:image/svg+xml;base64,{picture}"><ol>{lines}</ol></div>'
        )


def logs_of(job: Job, seed: str) -> Replay:
    """Play a seed of a job again."""
    if isinstance(job, Battles):
        return Replay(seed, (job.variant,), (logged(job.variant.match, seed),))
    return _pair(job, seed)


def _pair(job: PairsOf, seed: str) -> Replay:
    first, second = job.first.match, job.second.match
    rules, notes = table(first.ruleset), Notes()
    noting = {role: Noting(own, notes) for role, own in players_of(first, rules, seed).items()}
    before = logged(first, seed, players=noting)
    playing = players_of(second, rules, seed)
    if job.held:
        playing = {role: Holding(own, notes, rules) for role, own in playing.items()}
    after = logged(second, seed, players=playing)
    return Replay(seed, (job.first, job.second), (before, after), both(first, second, seed, held=job.held).parting)
