"""Who can play Revolucion! on the table: the opponent, and two yardsticks to measure it by."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.ai.player import Maker
from sandtable.ai.weights import Weighing
from sandtable.rulesets.revolucion.table.opponent.chance_player import ChancePlayer
from sandtable.rulesets.revolucion.table.opponent.nearest_player import NearestPlayer
from sandtable.rulesets.revolucion.table.opponent.opponent import Opponent
from sandtable.rulesets.revolucion.table.opponent.weights import WEIGHTS

PLAYERS: Mapping[str, Maker] = {
    "opponent": Weighing(WEIGHTS, Opponent),
    "random": lambda _level, seed: ChancePlayer(seed),
    "nearest": lambda _level, seed: NearestPlayer(seed),
}
LEVELS = WEIGHTS.levels
