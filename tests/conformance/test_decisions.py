"""A form that would decide for a player is caught."""

from __future__ import annotations

from dataclasses import dataclass, replace

import pytest

from sandtable.conformance.action_promises import every_request_can_be_answered
from sandtable.conformance.breach import BreachError
from sandtable.kernel import registry
from sandtable.kernel.form import Section, choice
from sandtable.rulesets.uprising1848.vocabulary import Reaction


@dataclass(frozen=True, slots=True, kw_only=True)
class Presuming:
    """Questions that take a reaction for granted."""

    reaction: Reaction | None = choice(Reaction, section=Section.QUESTION, question="charge.reaction", optional=True)


def test_a_decision_is_never_assumed():
    ruleset = registry.ruleset("uprising1848")
    charge = ruleset.by_id["charge"]
    every_request_can_be_answered(ruleset, charge)
    with pytest.raises(BreachError, match="never assumed"):
        every_request_can_be_answered(ruleset, replace(charge, questions=Presuming))
