"""A game of the Mexican-American War played entry by entry, with its books."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.drivers import Finished
from sandtable.kernel.effects import plain
from sandtable.kernel.form import specs_of
from sandtable.kernel.ledger import Entry, fold
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.problem import Refusal
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.melee import FightingUnit
from sandtable.rulesets.mexican_american_war.roster import read_roster
from sandtable.rulesets.mexican_american_war.shooting import FiringUnit
from sandtable.rulesets.mexican_american_war.units import CheckedUnit
from sandtable.umpire.resolution import record_of
from sandtable.umpire.setting import Setting
from tests.rulesets.mexican_american_war.play import RULESET, read, run, tables

SETTING = Setting(RULESET, tables(), PLAIN, "", {})


class Game:
    """A game played entry by entry; forms get what the books know, as the app and the terminal fill them in."""

    def __init__(self, roster=""):
        self.entries = []
        for fields in read_roster(roster, PLAIN) if roster else ():
            self.play("roster_entry", **fields)

    def play(self, action, answers=None, **fields):
        known = self.ledger.prefill(action, tables())
        fields = {**known, **fields}
        result = run(action, answers, **fields)
        assert isinstance(result, Finished)
        form = read(action, fields)
        record = record_of(SETTING, RULESET.by_id[action], form, result, {"id": str(len(self.entries) + 1)})
        self.entries.append(Entry(record, form.situation, result.verdict))
        return result.verdict

    @property
    def fold(self):
        return fold(MexicanAmericanWarLedger.start(tables()), self.entries, tables())

    @property
    def ledger(self):
        return self.fold.ledger

    def unit(self, name):
        return self.ledger.units[name]

    def card(self, name, member):
        """What the books fill into a card of a group when this unit is chosen."""
        wanted = {spec.name for spec in specs_of(member)}
        known = {unit.name: unit for unit in self.ledger.roster()}[name].as_actor
        return {field: value for field, value in known.items() if field in wanted}

    def to_phase(self, phase):
        for _ in range(20):
            if self.ledger.phase == phase:
                return
            self.play("next_phase")
        raise AssertionError(f"never came to {phase}")

    def to_turn_of(self, side, phase):
        while self.ledger.side != side:
            self.play("next_phase")
        self.to_phase(phase)

    # ---- Actions by the names of units ----------------------------------------------------------------------------------------

    def acting(self, action, name, target=None) -> dict[str, Any]:
        """What the books fill into a form when these units are chosen."""
        wanted = {spec.name for spec in specs_of(RULESET.by_id[action].situation)}
        listed = {unit.name: unit for unit in self.ledger.roster()}
        known = {**listed[name].as_actor, **(listed[target].as_target if target else {})}
        return {field: plain(value) for field, value in known.items() if field in wanted}

    def order(self, action, name, target=None, answers=None, **about):
        """One unit acts, on another if one is named."""
        return self.play(action, answers, **{**self.acting(action, name, target), **about})

    def refused(self, action, name, target=None, **about):
        """The rules that refuse what one unit is ordered to do."""
        return self._rules(lambda: self.order(action, name, target, **about))

    def check(self, *names, die, **about):
        """Units check under one die."""
        return self.play(
            "maneuver_check", {"maneuver.die": die}, units=[self.card(name, CheckedUnit) for name in names], **about
        )

    def fire(self, *names, target, die=5, at="4", card=None, **about):
        """Units fire at another."""
        firers = [{**self.card(name, FiringUnit), "range": at, **(card or {})} for name in names]
        struck = {unit.name: unit for unit in self.ledger.roster()}[target].as_target
        return self.play("fire", {"fire.die": die}, **{**struck, "firers": firers, **about})

    def no_fire(self, *names, **about):
        """The rules that refuse a shot."""
        return self._rules(lambda: self.fire(*names, **about))

    def fight(self, attacker, defender, dice, **about):
        """One unit against another in a charge combat."""
        units = {"attackers": [self.card(attacker, FightingUnit)], "defenders": [self.card(defender, FightingUnit)]}
        return self.play("charge_combat", {"charge.1.dice": dice}, **{**units, **about})

    def no_fight(self, attacker, defender, **about):
        """The rules that refuse a charge combat."""
        return self._rules(lambda: self.fight(attacker, defender, [5, 5], **about))

    def _rules(self, act):
        before = list(self.entries)
        try:
            act()
        except Refusal as refusal:
            return {problem.rule for problem in refusal.problems}
        self.entries = before
        return set()
