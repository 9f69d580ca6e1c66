"""The battle that most tests of the ledger begin with."""

from __future__ import annotations

import pytest

from tests.rulesets.mesoamerica.play import Game
from tests.rulesets.mesoamerica.two_armies import ARMIES


@pytest.fixture
def game() -> Game:
    game = Game()
    game.muster(*ARMIES)
    return game
