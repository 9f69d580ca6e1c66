"""What effects say: every field of every effect shows in its words, or has a reason not to."""

from __future__ import annotations

import re

import pytest

from sandtable.kernel.effects import Effect, effect_kinds
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from tests.support.told_effects import untold_fields

TOLD = [kind for kind in effect_kinds(RULESET.package).values() if kind.has_words]
UNTOLD = {
    "Moves": {"share": "for shock, which the books work out; the players are told what is left"},
    "LevelBecomes": {
        "stored": "carried to the next check, where it is told as the level before",
        "standing": "carried to the next check under an option, where it is told",
        "friends": "a term of the sum under Why",
        "enemies": "a term of the sum under Why",
    },
}


@pytest.mark.parametrize("kind", TOLD, ids=lambda kind: kind.__name__)
def test_every_field_of_an_effect_shows_in_its_words(kind: type[Effect]):
    assert untold_fields(kind, RULESET) == set(UNTOLD.get(kind.__name__, ()))


def test_no_text_has_a_distance_of_its_own():
    own = {name: text for name, text in RULESET.catalogue.texts.items() if not name.startswith(("kernel.", "ruleset."))}
    measured = {name for name, text in own.items() if re.search(r"\d (in|inch|inches)\b(?! the)", text)}
    assert measured == set(), "distances are quoted from the tables, so that scale, unit and house rules show"
