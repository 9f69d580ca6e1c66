"""The table of the Mexican-American War, declared: which actions are orders, what follows them, and what the table remembers beside the books."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from sandtable.ai.player import Maker
from sandtable.battle.event import Event
from sandtable.battle.order import Decision
from sandtable.battle.texts import catalogue
from sandtable.kernel.tables import Tables
from sandtable.miniatures.events import EVENTS
from sandtable.miniatures.kit import Deed, Kit
from sandtable.miniatures.orders import Act
from sandtable.miniatures.players import players_of
from sandtable.miniatures.table import MiniaturesTable
from sandtable.rulesets.mexican_american_war.ruleset import RULESET
from sandtable.rulesets.mexican_american_war.table import drawing, opening, remembering, shooting, turning
from sandtable.rulesets.mexican_american_war.table.charges import charging, closing, fighting, going_back, replying
from sandtable.rulesets.mexican_american_war.table.desk.lesson import moment
from sandtable.rulesets.mexican_american_war.table.desk.look import LOOK
from sandtable.rulesets.mexican_american_war.table.desk.menu import DESK_AIMS
from sandtable.rulesets.mexican_american_war.table.leaders import commanding, riding
from sandtable.rulesets.mexican_american_war.table.movement import drilling, refusing
from sandtable.rulesets.mexican_american_war.table.opponent.odds import WEIGHTS
from sandtable.rulesets.mexican_american_war.table.opponent.opponent import opponent_of
from sandtable.rulesets.mexican_american_war.table.players import AIMS
from sandtable.rulesets.mexican_american_war.table.state import (
    Formed,
    MawField,
    MawOpening,
    base_of,
    roster,
    strength,
)

DEEDS: dict[str, Deed[MawField]] = {
    "maneuver_check": commanding.CHECK,
    **riding.LEADING,
    "maneuver": drilling.MANEUVER,
    "refuse": refusing.REFUSE,
    "declare_charge": charging.DECLARE,
    "go_in": charging.GO_IN,
    "let_them_come": charging.LET_COME,
    "hasty_maneuver": replying.HASTY,
    "instruct": replying.INSTRUCT,
    **closing.CLOSING,
    "retreat": going_back.RETREAT,
    "recall": going_back.RECALL,
    "fire": shooting.FIRE,
    "charge_combat": fighting.COMBAT,
    **turning.COURSE,
}


KIT: Kit[MawField] = Kit(
    ruleset=RULESET,
    rules_version="1",
    field=MawField,
    opening=MawOpening,
    deeds=DEEDS,
    strength=strength,
    base=base_of,
    falls=fighting.falls,
    open=turning.open_now,
    result=turning.result,
    follows=turning.follows,
    roster=roster,
    draws=drawing.draws,
    opened=opening.opened,
    enters=opening.enters,
    draws_up=opening.draws_up,
    houses=opening.HOUSES,
)


class MawTable(MiniaturesTable[MawField]):
    """The rules of the Mexican-American War on the table."""

    events: Mapping[str, type[Event]] = {**EVENTS, Formed.kind: Formed}

    @cached_property
    def players(self) -> Mapping[str, Maker]:
        """Who can play it: they maneuver, where people pick from a list."""
        return {**players_of(self.kit, AIMS), "opponent": opponent_of(self.kit, catalogue(self))}

    @property
    def levels(self) -> tuple[str, ...]:
        """From the easiest to the hardest."""
        return WEIGHTS.levels

    def set_up(self, scenario: str, tables: Tables) -> MawField:
        """The table before the first order."""
        field = super().set_up(scenario, tables)
        return turning.with_holders(field)

    def decisions(self, state: MawField) -> tuple[Decision, ...]:
        """Who decides, and what about: so that hints can wait for it."""
        if self.result(state) is not None:
            return ()
        return tuple(Decision(role, moment(state), (Act.kind,)) for role in self.kit.open(state))

    def after(self, state: MawField, event: Event) -> MawField:
        """The table after an event."""
        return remembering.after(self.kit, state, event)


TABLE = MawTable(KIT, DESK_AIMS, LOOK)
