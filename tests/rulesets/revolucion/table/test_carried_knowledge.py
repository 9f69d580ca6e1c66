"""What is carried on from state to state about who stands where is what would be worked out anew."""

from __future__ import annotations

from dataclasses import replace

from sandtable.battle.matches.play import play
from sandtable.kernel.stream import DiceStream
from sandtable.rulesets.revolucion.table.opponent.chance_player import ChancePlayer
from sandtable.rulesets.revolucion.table.rules import TABLE, RevolucionTable
from sandtable.rulesets.revolucion.table.scenarios.by_chance.scenario import random_scenario
from sandtable.rulesets.revolucion.vocabulary import Side

GOALS = 3


class Watching(RevolucionTable):
    """The table, with a look at every state that an event leads to."""

    def __init__(self) -> None:
        self.carried = 0

    def after(self, state, event):
        self.ask(state)
        then = super().after(state, event)
        self.carried += "on_table" in then.__dict__ and then.units is not state.units
        assert self.ask(then) == self.ask(replace(then))
        return then

    @staticmethod
    def ask(state):
        """Everything that is carried on; asked of a state without a past it is worked out anew."""
        places = [goal for goal in state.terms.objectives if goal.at is not None][:GOALS]
        near = [state.near(side, goal.at, goal.within) for side in Side for goal in places]
        standing = [state.standing(side) for side in Side]
        return near, standing, list(state.on_table.items()), state.figures, state.open_to_all


def test_nothing_is_lost_or_added_on_the_way():
    watching = Watching()
    start = TABLE.set_up(random_scenario(5), TABLE.ruleset.default_tables)
    play(watching, start, {side.value: ChancePlayer(f"seen {side}") for side in Side}, DiceStream("carried"))
    assert watching.carried
