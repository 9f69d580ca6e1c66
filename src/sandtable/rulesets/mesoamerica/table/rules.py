"""The table of Mesoamerica, declared: which actions are orders, and what follows by itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cached_property

from sandtable.ai.player import Maker
from sandtable.battle.event import Event, Story
from sandtable.battle.order import Order
from sandtable.battle.request import Asked
from sandtable.battle.texts import catalogue
from sandtable.kernel.tables import Tables
from sandtable.miniatures.events import Ended, Left, Opened, Ruled
from sandtable.miniatures.kit import Kit
from sandtable.miniatures.orders import Act
from sandtable.miniatures.plans import PlannedTable
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.rulesets.mesoamerica.table import (
    capturing,
    fighting,
    firing,
    hiding,
    judging,
    opening,
    ordering,
    turning,
)
from sandtable.rulesets.mesoamerica.table.events import EVENTS, RollsIn, Trod
from sandtable.rulesets.mesoamerica.table.look import LOOK
from sandtable.rulesets.mesoamerica.table.marching import ORDERS
from sandtable.rulesets.mesoamerica.table.opponent.opponent import opponent_of
from sandtable.rulesets.mesoamerica.table.opponent.worth import WEIGHTS
from sandtable.rulesets.mesoamerica.table.pacing import MOVE
from sandtable.rulesets.mesoamerica.table.players import AIMS
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField, MesoamericaOpening, base_of, strength
from sandtable.rulesets.mesoamerica.vocabulary import Phase, Side

DEEDS = {
    **ordering.ORDERING,
    **fighting.FIGHTING,
    "orders": ordering.GIVE,
    "reveal_orders": ordering.SHOW,
    "fire": firing.FIRE,
    "divisions": judging.DIVISIONS,
    "morale": judging.MORALE,
    "move": MOVE,
    "leave_field": capturing.LEAVE,
    "hide": hiding.HIDE,
    "reveal": hiding.REVEAL,
    "claim": capturing.CLAIM,
    "claim_marker": capturing.CLAIM_MARKER,
    "hand_over": capturing.HAND_OVER,
    "rearm": capturing.REARM,
    "sacrifice": capturing.SACRIFICE,
    "weather": turning.WEATHER,
    "next_phase": turning.NEXT_PHASE,
    "score": turning.SCORE,
}
KIT = Kit(
    ruleset=RULESET,
    rules_version="1",
    field=MesoamericaField,
    opening=MesoamericaOpening,
    deeds=DEEDS,
    strength=strength,
    base=base_of,
    falls=lambda _: (),
    open=turning.open_now,
    result=turning.result,
    opened=opening.opened,
    enters=opening.enters,
    peoples=True,
    plans=turning.plans,
    fits=turning.fits,
    keeps=ordering.keeps,
    rests="hold_order",
    repeats=frozenset(ordering.ALL_ORDERS),
)


class MesoamericaTable(PlannedTable[MesoamericaField]):
    """The rules of Mesoamerica on the table."""

    events: Mapping[str, type[Event]] = EVENTS

    @cached_property
    def players(self) -> Mapping[str, Maker]:
        """Two yardsticks, and the opponent of these rules."""
        return {**super().players, "opponent": opponent_of(self.kit, self.aims, catalogue(self))}

    @property
    def levels(self) -> tuple[str, ...]:
        """From the easiest to the hardest."""
        return WEIGHTS.levels

    def set_up(self, scenario: str, tables: Tables) -> MesoamericaField:
        """The table before the first order; of a side that knew the field nothing is seen before the battle (PRE-3.09, PRE-G.10)."""
        field = super().set_up(scenario, tables)
        access = field.tables.option("access")
        books = replace(field.books, rules=field.tables)
        if access != "nobody" and not books.phase:
            books = replace(books, access=Side(str(access)))
        if books.access is None or books.phase:
            return replace(field, books=books)
        pieces = {
            name: replace(piece, hidden=True) if piece.owner == books.access.value else piece
            for name, piece in field.pieces.items()
        }
        return replace(field, books=books, pieces=pieces)

    def comes_of(self, story: Story[MesoamericaField]) -> Asked[None]:
        return turning.comes_of(self.kit, story)

    def follows(self, story: Story[MesoamericaField]) -> Asked[None]:
        return turning.follows(self.kit, story)

    def _given(self, story: Story[MesoamericaField], order: Order) -> Asked[None]:
        if isinstance(order, Act) and order.action == "fight":
            yield from fighting.settled(story, order)
        yield from super()._given(story, order)

    def after(self, state: MesoamericaField, event: Event) -> MesoamericaField:
        """The table after an event; where men lie, who went over them and who left by which place is the table's own to remember."""
        match event:
            case Trod():
                return replace(state, trodden={**state.trodden, event.marker: event.pieces})
            case RollsIn():
                return replace(state, rolls_in={**state.rolls_in, event.piece: event.against})
        after = super().after(state, event)
        match event:
            case Opened() if state.books.phase == Phase.MOVE:
                return replace(after, afoot=_changed(state, event.acts), kept=state.kept)
            case Ruled():
                return _ruled(state, after, event)
            case Left() if not after.unit(event.piece).gone:
                return replace(after, away={**after.away, event.piece: state.pieces[event.piece].figures[0]})
            case Ended():
                shown = {name: replace(piece, hidden=False) for name, piece in after.pieces.items()}
                books = after.books.each(lambda unit: replace(unit, hidden=False), lambda unit: unit.hidden)
                return replace(after, pieces=shown, books=books)
        return after


def _changed(state: MesoamericaField, acts: tuple[Act, ...]) -> tuple[Act, ...]:
    """Orders as they stand after some were changed (PRE-G.25)."""
    new = {act.piece for act in acts}
    kept = (act for act in state.afoot if act.action in ORDERS and act.piece not in new)
    return (*kept, *acts)


def _ruled(state: MesoamericaField, after: MesoamericaField, event: Ruled) -> MesoamericaField:
    """What the table remembers with a ruling: where men were left behind, the last score; with a new turn it forgets."""
    if after.books.turn != state.books.turn:
        return replace(after, lying={}, trodden={}, rolls_in={})
    if event.action == "score":
        return replace(after, final=event.fields)
    new = [marker.name for marker in after.books.markers if marker not in state.books.markers]
    if not new:
        return after
    return replace(after, lying={**after.lying, **{name: state.pieces[name].figures[0] for name in new}})


TABLE = MesoamericaTable(KIT, AIMS, LOOK)
