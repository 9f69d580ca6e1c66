"""What effects say: every field of every effect shows in its words."""

from __future__ import annotations

import re

import pytest

from sandtable.kernel.effects import Effect, effect_kinds
from tests.rulesets.average_dice.play import RULESET
from tests.support.told_effects import untold_fields

TOLD = [kind for kind in effect_kinds(RULESET.package).values() if kind.has_words]


@pytest.mark.parametrize("kind", TOLD, ids=lambda kind: kind.__name__)
def test_every_field_of_an_effect_shows_in_its_words(kind: type[Effect]):
    assert untold_fields(kind, RULESET) == set()


def test_no_text_has_a_distance_of_its_own():
    own = {name: text for name, text in RULESET.catalogue.texts.items() if not name.startswith(("kernel.", "ruleset."))}
    measured = {name for name, text in own.items() if re.search(r"\d (in|inch|inches)\b(?! (the|hard|soft))", text)}
    assert measured == set(), "distances are quoted from the tables, so that scale, unit and house rules show"
