"""The end and the winner (PRE-1.03, PRE-G.45)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, effect
from sandtable.kernel.form import Section, group
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.losses import Losses, points_for
from sandtable.rulesets.mesoamerica.notes import note
from sandtable.rulesets.mesoamerica.vocabulary import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """The end check, after the prisoners of a turn."""

    turn: int = fields.turn(lowest=1, usual=1)
    armies: tuple[Losses, ...] = group(Losses, lowest=2, highest=2, section=Section.ALL)

    def problems(self, _: Tables) -> Iterator[Problem]:
        """Both armies, and not more men than they had."""
        if len({army.side for army in self.armies}) != len(Side):
            yield Problem("armies.2.side", Message("problem.both_armies"), tuple(Side), "PRE-G.45")
        for place, army in enumerate(self.armies, start=1):
            gone = army.killed + army.abandoned + army.handed_over + army.under_escort
            if army.men_left + gone > army.starting_men:
                about = Message.of("problem.more_men_than_started", men=army.men_left + gone, start=army.starting_men)
                wrong = "starting_men" if gone > army.starting_men else "men_left"
                yield Problem(f"armies.{place}.{wrong}", about, (), "PRE-G.45")

    def army(self, side: Side) -> Losses:
        """The losses of a side."""
        return next(army for army in self.armies if army.side is side)


@effect()
class Scores(Effect):
    """A side's points (PRE-G.45)."""

    points: int
    lost: int


@effect()
class BattleOver(Effect):
    """The battle is over, and who has won; nobody in a draw (PRE-G.45)."""

    winner: Side | None
    cause: str

    @property
    def message(self) -> Message:
        """A winner or a draw."""
        why = Message(f"effect.battle_over.cause.{self.cause}")
        if self.winner is None:
            return Message.of("effect.battle_over.draw", why=why)
        return Message.of("effect.battle_over.won", side=self.winner, why=why)


@effect()
class BattleGoesOn(Effect):
    """No end yet."""


@action("army", "PRE-G.45", measures="west_points east_points battle_over")
def score(situation: Score, tables: Tables) -> Ruling:
    """Points for what the enemy lost; the end by losses, by turns, or with no unit left (PRE-G.45)."""
    west, east = situation.army(Side.WEST), situation.army(Side.EAST)
    points = {Side.WEST: points_for(east, tables), Side.EAST: points_for(west, tables)}
    cause = end_cause(situation, tables)
    winner = _winner(points, west, east) if cause else None
    effects: list[Effect] = [Scores(whom=side, points=points[side], lost=situation.army(side).lost) for side in Side]
    effects.append(BattleOver(whom="everyone", winner=winner, cause=cause) if cause else BattleGoesOn(whom="everyone"))
    ended = "on" if not cause else "draw" if winner is None else "won"
    return Ruling.of(
        f"score.{ended}",
        *effects,
        reasons=tuple(_steps(situation, points, tables, cause)),
        words={"west": points[Side.WEST], "east": points[Side.EAST], "side": winner},
        west_points=points[Side.WEST],
        east_points=points[Side.EAST],
        battle_over=bool(cause),
    )


def end_cause(situation: Score, tables: Tables) -> str:
    """Why the battle is over, or nothing: an army gone, an army that has lost its share, the last turn (PRE-G.45)."""
    share = Fraction(str(tables.option("break_share")))
    last_turn = tables.number("victory.last_turn")
    if any(army.men_left == 0 for army in situation.armies):
        return "gone"
    if any(army.lost >= army.starting_men * share for army in situation.armies):
        return "broken"
    return "last_turn" if situation.turn >= last_turn else ""


def _winner(points: dict[Side, int], west: Losses, east: Losses) -> Side | None:
    """No unit left loses at once; else more points, then fewer men lost (PRE-G.45)."""
    ranks = {
        Side.WEST: (west.men_left > 0, points[Side.WEST], -west.lost),
        Side.EAST: (east.men_left > 0, points[Side.EAST], -east.lost),
    }
    if ranks[Side.WEST] == ranks[Side.EAST]:
        return None
    return max(Side, key=lambda side: ranks[side])


def _steps(situation: Score, points: dict[Side, int], tables: Tables, cause: str) -> Iterator[Modifier]:
    for army in situation.armies:
        yield note("score.lost", "PRE-G.45", side=army.side, lost=army.lost, start=army.starting_men)
        yield note("score.points", "PRE-G.45", side=army.side, points=points[army.side])
    if cause:
        yield note(f"score.{cause}", "PRE-G.45", share=Fraction(str(tables.option("break_share"))))
