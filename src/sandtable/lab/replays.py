"""A battle of the lab played again with its log; of a pair both, from the order or the throw at which they part."""

from __future__ import annotations

from base64 import b64encode
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from sandtable.battle.engine.battle import Battle
from sandtable.battle.maps.replay import USUAL_SECONDS, Frame, ReplayDrawing
from sandtable.battle.maps.replay_frames import frames
from sandtable.battle.matches.match import play_logged, players_of
from sandtable.battle.registry import table
from sandtable.battle.scenario.rules import scenario_rules
from sandtable.lab.battles.holding import Notes, holding_players, noting_players
from sandtable.lab.battles.jobs import Battles, Job, PairsOf, Parting, play_pair
from sandtable.lab.battles.variant import Variant
from sandtable.lab.texts import say
from sandtable.print.fonts import embedded_fonts

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
        """The frames of each battle."""
        return tuple(tuple(frames(battle.rules, battle.log)) for battle in self.battles)

    @property
    def words(self) -> str:
        """Where they part, in a sentence each; nothing of one battle."""
        if len(self.battles) == 1:
            return ""
        if self.parting is None:
            return say("replay.same", seed=self.seed)
        head = say(f"replay.{self.parting.kind}", seed=self.seed, turn=self.parting.turn, orders=self.parting.number)
        told = [
            f"{one.house}: {self.lines_of(place)[0]}" for place, one in enumerate(self.variants) if self.lines_of(place)
        ]
        return "\n".join([head, *told])

    def lines_of(self, place: int) -> list[str]:
        """The lines of the log of one of the battles, from where they part."""
        start = self.parting.number + 1 if self.parting is not None else 1
        return [frame.words for frame in self.shown[place][start : start + SHOWN]]

    def picture(self, place: int) -> str:
        """The table of one of the battles at the order at which they part, or at the end."""
        frames_of = self.shown[place]
        at = len(frames_of) - 1 if self.parting is None else min(self.parting.number + 1, len(frames_of) - 1)
        scenario = self.variants[place].scenario
        return ReplayDrawing(scenario, scenario_rules(scenario.ruleset)).still(list(frames_of), at)

    def moving(self, place: int) -> str:
        """One of the battles from the order before they part, as a picture that moves; one alone from its start."""
        frames_of = self.shown[place]
        start = 0 if self.parting is None else min(self.parting.number, len(frames_of) - 1)
        scenario = self.variants[place].scenario
        drawing = ReplayDrawing(scenario, scenario_rules(scenario.ruleset))
        return drawing.moving(list(frames_of[start:]), USUAL_SECONDS, fonts=embedded_fonts())

    def page(self) -> str:
        """A page that needs nothing else: all battles side by side as pictures that move, on one clock."""
        title = escape(say("replay.title", seed=self.seed, title=self.variants[0].scenario.title))
        columns = "".join(self._column(place, self.moving(place)) for place in range(len(self.battles)))
        return f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}</title></head><body>{self._framed(columns)}</body></html>\n'

    def _repr_html_(self) -> str:
        """Both side by side, as they part."""
        return self._framed("".join(self._column(place, self.picture(place)) for place in range(len(self.battles))))

    def _framed(self, columns: str) -> str:
        words = escape(self.words).replace("\n", "<br>")
        return f'<div><p>{words}</p><div style="display:flex;gap:16px">{columns}</div></div>'

    def _column(self, place: int, drawn: str) -> str:
        picture = b64encode(drawn.encode()).decode("ascii")
        lines = "".join(f"<li>{escape(words)}</li>" for words in self.lines_of(place))
        name = escape(self.variants[place].house)
        return (
            f'<div style="flex:1"><b>{name}</b><img style="width:100%" alt="{name}"'
            f' src="data:image/svg+xml;base64,{picture}"><ol>{lines}</ol></div>'
        )


def logs_of(job: Job, seed: str) -> Replay:
    """Play a seed of a job again."""
    if isinstance(job, Battles):
        return Replay(seed, (job.variant,), (play_logged(job.variant.match, seed),))
    return _pair(job, seed)


def _pair(job: PairsOf, seed: str) -> Replay:
    first, second = job.first.match, job.second.match
    rules, notes = table(first.ruleset), Notes()
    with players_of(first, seed) as players:
        before = play_logged(first, seed, players=noting_players(players, notes))
    with players_of(second, seed) as players:
        after = play_logged(second, seed, players=holding_players(players, notes, rules) if job.held else players)
    return Replay(seed, (job.first, job.second), (before, after), play_pair(first, second, seed, held=job.held).parting)
