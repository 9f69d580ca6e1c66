"""A whole table from a declaration: what the battle wants of a ruleset, by the kit."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from functools import cached_property
from typing import Any, Generic, cast

from sandtable.ai.player import Maker
from sandtable.battle.desk import TableDesk
from sandtable.battle.event import Event, Story
from sandtable.battle.matches.course import Chronicle
from sandtable.battle.order import Decision, Order
from sandtable.battle.request import Asked
from sandtable.battle.rules import Result
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.scenario import Scenario, Unit
from sandtable.battle.seat import Role, Seat
from sandtable.battle.texts import catalogue
from sandtable.battle.view import seen
from sandtable.kernel import codec
from sandtable.kernel.problem import Problem, refuse
from sandtable.kernel.ruleset import Ruleset
from sandtable.kernel.tables import Tables
from sandtable.miniatures import acting, proposing, setting_up
from sandtable.miniatures.base import OnTheKit
from sandtable.miniatures.chronicle import KitChronicle
from sandtable.miniatures.desk.desk import KitDesk
from sandtable.miniatures.desk.look import Look
from sandtable.miniatures.desk.reckoning import KitReckoner
from sandtable.miniatures.desk.scene import side_words
from sandtable.miniatures.desk.setting import Setting
from sandtable.miniatures.events import EVENTS
from sandtable.miniatures.kit import Kit, State
from sandtable.miniatures.opponent.mind import Mind
from sandtable.miniatures.opponent.opponent import opponent_of
from sandtable.miniatures.orders import ORDERS, Act, Place, Ready
from sandtable.miniatures.pages import in_force
from sandtable.miniatures.players import LEVELS, Aims, players_of
from sandtable.miniatures.scenarios import housed, piece_of


class MiniaturesTable(OnTheKit, Generic[State]):
    """The table of a kit. A ruleset's own is a class below it, beside its texts."""

    orders: Mapping[str, type[Order]] = ORDERS
    events: Mapping[str, type[Event]] = EVENTS

    def __init__(self, kit: Kit[State], aims: Aims[State], look: Look[State], mind: Mind[State] | None = None) -> None:
        self.kit, self.aims, self.look, self.mind = kit, aims, look, mind

    @cached_property
    def players(self) -> Mapping[str, Maker]:
        """Two yardsticks, and the opponent of a ruleset that has given its values; until then the better yardstick."""
        plain = players_of(self.kit, self.aims)
        if self.mind is None:
            return plain
        return {**plain, "opponent": opponent_of(self.kit, self.aims, self.mind, catalogue(self))}

    @property
    def levels(self) -> tuple[str, ...]:
        """From the easiest to the hardest."""
        return LEVELS if self.mind is None else self.mind.values.weights.levels

    @cached_property
    def _setting(self) -> Setting[State]:
        return Setting(catalogue(self), kit=self.kit, aims=self.aims, look=self.look, events=self.events)

    @cached_property
    def desk(self) -> TableDesk[State]:
        return KitDesk(self._setting)

    @cached_property
    def reckoner(self) -> KitReckoner[State]:
        """What is known of a battle once it is over."""
        return KitReckoner(self._setting)

    @cached_property
    def chronicle(self) -> Chronicle[State]:
        return KitChronicle(self.kit)

    @property
    def rules_version(self) -> str:
        return self.kit.rules_version

    @property
    def ruleset(self) -> Ruleset:
        return self.kit.ruleset

    def side_names(self, state: State) -> Mapping[Role, str]:
        """What the sides are called: people, or what the scenario calls them."""
        return {role: side_words(self._setting, state, role) for role in self.sides(state)}

    def set_up(self, scenario: str, tables: Tables) -> State:
        """The table of a scenario file, or of a table that was written down as plain data."""
        if scenario.lstrip().startswith("{"):
            return self._laid(_plain(self.kit, scenario), tables)
        found = read_scenario(scenario, "scenario")
        tables = in_force(found, self.name, tables)
        pieces = tuple(piece_of(self.kit, unit, found.terrain, tables) for unit in found.units)
        houses = ((unit.name, housed(self.kit, unit, found.terrain)) for unit in found.units)
        inside = {name: house.id for name, house in houses if house is not None}
        pieces = setting_up.lined_up(self.kit, found, pieces, tables)
        field = self._laid(self.kit.opened(found, pieces, inside, tables), tables)
        if self.kit.peoples:
            field = replace(field, peoples={side.label: side.name for side in found.sides})
        return _to_place(self.kit, found, field)

    def _laid(self, opening: Any, tables: Tables) -> State:
        pieces = {piece.id: piece for piece in opening.pieces}
        told = {each.name: getattr(opening, each.name) for each in fields(opening)}
        field = self.kit.field(tables=tables, begun=opening.books.turn, **{**told, "pieces": pieces})
        odd = next(acting.disagreements(self.kit, field), "")
        if odd or pieces.keys() - self.kit.roster(opening.books).keys():
            raise refuse("scenario.pieces", "problem.table.opening", reason=odd or "a piece that the books do not know")
        return field

    def goes_by(self, unit: Unit) -> str:
        """What a unit of a scenario file is called on the table: what the books call it."""
        return unit.name

    def decisions(self, state: State) -> tuple[Decision, ...]:
        if self.result(state) is not None:
            return ()
        if state.unset:
            return (Decision(setting_up.placed_by(state), "set_up", (Place.kind, Ready.kind)),)
        about = state.pieces.get(self.look.subject(state))
        subject = "" if about is None or about.hidden else about.id
        return tuple(
            Decision(role, "act", (Act.kind,), subject if about is not None and about.owner == role else "")
            for role in self.kit.open(state)
        )

    def proposals(self, view: State, decision: Decision) -> Iterable[Iterable[Order]]:
        """What might answer a decision, for players from outside."""
        return proposing.proposals(self.aims, view, decision)

    def problems(self, view: State, order: Order) -> tuple[Problem, ...]:
        match order:
            case Place():
                return tuple(setting_up.place_problems(self.kit, view, order))
            case Ready():
                return ()
        return acting.problems_of(self.kit, view, cast("Act", order))

    def carry_out(self, story: Story[State], order: Order) -> Asked[None]:
        match order:
            case Place():
                setting_up.place(self.kit, story, order)
            case Ready():
                setting_up.ready(story, order)
            case _:
                yield from acting.carry_out(self.kit, story, cast("Act", order))

    def after(self, state: State, event: Event) -> State:
        return acting.after(self.kit, state, event)

    def view(self, state: State, seat: Seat) -> State:
        """What a seat may know; of whoever is hidden on the table the books say nothing either."""
        view = seen(state, seat)
        unseen = state.pieces.keys() - view.pieces.keys()
        if not unseen:
            return view
        units = {name: unit for name, unit in view.books.units.items() if name not in unseen}
        return replace(view, books=replace(view.books, units=units))

    def result(self, state: State) -> Result | None:
        return self.kit.result(state)


def _to_place(kit: Kit[State], scenario: Scenario, field: State) -> State:
    """A table on which the sides that have zones still have to place their pieces."""
    zoned = {unit.name: unit.place.zone for unit in scenario.units if unit.place.zone}
    if not zoned:
        return field
    owners = {unit.side for unit in scenario.units if unit.place.zone}
    order = kit.sets_up or tuple(side.id for side in kit.ruleset.sides)
    zones = {zone.id: zone for zone in scenario.zones}
    return replace(field, zones=zones, zoned=zoned, unset=tuple(role for role in order if role in owners))


def _plain(kit: Kit[Any], text: str) -> Any:
    """A table that was written down as plain data."""
    try:
        raw = json.loads(text)
    except json.JSONDecodeError as error:
        raise refuse("scenario", "problem.table.opening", reason=error.msg) from None
    return codec.read(kit.opening, raw, "scenario")
