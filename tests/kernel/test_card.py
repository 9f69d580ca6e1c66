"""What a game's card tells: its paper is a colour, or nothing."""

from __future__ import annotations

import pytest

from sandtable.kernel.card import parse_card
from sandtable.kernel.flaw import Flaw

WORDS = '[en]\ntitle = "A"\ntagline = "B"\nperiod = "C"\nscale = "D"\n'


def test_a_game_may_tint_its_paper():
    assert parse_card(f'paper = "#e1e5e8"\n{WORDS}').paper == "#e1e5e8"
    assert parse_card(WORDS).paper == ""


@pytest.mark.parametrize("paper", ('"blue"', '"#E1E5E8"', '"url(x)"', "3"))
def test_what_is_no_colour_is_refused_in_words(paper):
    with pytest.raises(Flaw) as refused:
        parse_card(f"paper = {paper}\n{WORDS}")
    assert refused.value.place == "paper"
    assert ("wanted", "a colour like #e1e5e8") in refused.value.reason.parameters
