"""The worked examples and computed numbers of the rulebook; tests/support/golden.py says what a case may expect."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.rulesets.average_dice import play
from tests.support import golden


@pytest.mark.parametrize("case", tuple(golden.cases(Path(__file__).parent / "cases")))
def test_the_rulebooks_own_numbers(case: dict[str, Any]) -> None:
    golden.check(play.talk, case)
