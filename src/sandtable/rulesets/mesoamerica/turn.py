"""The turn: its phases in order (PRE-1.05), with the weather only when it is due."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, OnBooks, effect
from sandtable.kernel.ledger import Deed
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.mesoamerica import fields
from sandtable.rulesets.mesoamerica.ledger import KnownUnit, MesoamericaLedger
from sandtable.rulesets.mesoamerica.levels import recovered, shown_level
from sandtable.rulesets.mesoamerica.periods import weather_due
from sandtable.rulesets.mesoamerica.vocabulary import Phase

ORDER = tuple(Phase)


@dataclass(frozen=True, slots=True, kw_only=True)
class NextPhase:
    """On to the next phase, or back to one named. Before the first turn the turn is 0."""

    turn: int = fields.turn(usual=0)
    phase: Phase = fields.phase(usual=Phase.PRISONERS)
    begin: Phase | None = fields.phase(optional=True)


@effect()
class TurnBegins(OnBooks):
    """The unconscious wake (PRE-5.16)."""

    turn: int

    def on(self, books: MesoamericaLedger) -> MesoamericaLedger:
        """Men left behind and not claimed are out of the game (PRE-5.17b)."""
        for marker in books.markers:
            books = books.with_toll(marker.side, abandoned=marker.count)
        return replace(
            books.each(KnownUnit.rested),
            turn=self.turn,
            markers=(),
            names_next=None,
            passed=frozenset(),
            fights_named=(),
            fights=(),
            closed=frozenset(),
            orders={},
            orders_shown=False,
        )


@effect()
class OthersRecover(OnBooks):
    """Units that were not checked go one step toward 0 (PRE-G.41)."""

    step: int

    def fold(self, books: MesoamericaLedger, _: Deed, tables: Tables, /) -> MesoamericaLedger:
        """They are shown with what is not kept."""

        def recovering(unit: KnownUnit) -> KnownUnit:
            stored = recovered(unit.stored, tables)
            shown = shown_level(stored, books.additions(unit, tables), tables)
            same = (stored, shown) == (unit.stored, unit.shown) and not unit.due
            return unit if same else replace(unit, stored=stored, shown=shown, due=frozenset())

        return books.each(recovering, lambda unit: not unit.gone and unit.checked_turn != books.turn)


@effect(says="{phase}")
class PhaseBegins(OnBooks):
    """The next phase of the turn."""

    turn: int
    phase: Phase

    @property
    def detail(self) -> Message:
        """The turn."""
        return Message.of("effect.phase_begins.turn_detail", turn=self.turn)

    def fold(self, books: MesoamericaLedger, _: Deed, tables: Tables, /) -> MesoamericaLedger:
        """Who moves at this level retreats, and men who fell to fire fire no more (PRE-G.43, PRE-G.20)."""
        books = replace(books, turn=self.turn, phase=self.phase.value)
        if self.phase is not Phase.FIRE:
            books = books.each(lambda unit: unit.cleared("fire"))
        if self.phase is Phase.MOVE:
            retreats = tables.number("morale.retreats.level")
            books = books.each(
                lambda unit: replace(unit, retreated_turn=self.turn), lambda unit: unit.shown <= retreats
            )
        return books


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
