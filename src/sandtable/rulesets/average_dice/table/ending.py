"""How it ends: the umpire adds up the points and names the winner (AVD-13.01, AVD-G.33)."""

from __future__ import annotations

from sandtable.battle.rules import Result
from sandtable.miniatures.acting import certain, form_read
from sandtable.rulesets.average_dice.game import Wins
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.vocabulary import Side

SCORE = RULESET.by_id["score"]


def scored(field: AverageDiceField) -> Result:
    """The winner, and the points of both sides."""
    form = form_read(SCORE, field.books.prefill("score", field.tables), field.tables)
    verdict = certain(SCORE, form.situation, field.tables)
    won = next(one for one in verdict.effects if isinstance(one, Wins))
    points = tuple((side.value, int(verdict.measure(f"{side}_points"))) for side in Side)
    return Result(won.side.value, won.message, points)
