"""The turn: its phases in order (PRE-1.05), with the weather only when it is due."""

from __future__ import annotations

from dataclasses import dataclass

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.effects import OthersRecover, PhaseBegins, TurnBegins
from sandtable.rulesets.mesoamerica.periods import weather_due
from sandtable.rulesets.mesoamerica.vocabulary import Phase

ORDER = tuple(Phase)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPhase:
    """On to the next phase, or back to one named. Before the first turn the turn is 0."""

    turn: int = fields.turn(usual=0)
    phase: Phase = fields.phase(usual=Phase.PRISONERS)
    begin: Phase | None = fields.phase(optional=True)


@action("army", "PRE-1.05", measures="turn", ledger_only=True)
def next_phase(situation: NextPhase, tables: Tables) -> Ruling:
    """The phase after this one; after the last a new turn begins and the unconscious wake (PRE-1.05, PRE-5.16)."""
    step = tables.number("morale.limit.step")
    turn, phase = after(situation.turn, situation.phase, tables)
    if situation.begin is not None:
        turn, phase = max(1, situation.turn), situation.begin
    effects: list[Effect] = []
    if turn > situation.turn:
        effects.append(TurnBegins(whom="everyone", turn=turn))
    if situation.phase is Phase.MORALE and situation.begin is None:
        effects.append(OthersRecover(whom="everyone", step=step))
    effects.append(PhaseBegins(whom="everyone", turn=turn, phase=phase))
    return Ruling.of("phase", *effects, words={"phase": phase}, turn=turn)


def after(turn: int, phase: Phase, tables: Tables) -> tuple[int, Phase]:
    """The next phase and its turn."""
    following = ORDER.index(phase) + 1
    if following == len(ORDER):
        turn, following = turn + 1, 0
    if ORDER[following] is Phase.WEATHER and not weather_due(turn, tables):
        following += 1
    return turn, ORDER[following]
