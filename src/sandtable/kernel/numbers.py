"""Numbers as people write them. What is written may be anything, so it is looked at before it is computed."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

LONGEST_NUMBER = 8  # digits; nobody counts more figures than that
YES_NO = {"yes": True, "y": True, "true": True, "1": True, "no": False, "n": False, "false": False, "0": False}
_WHOLE = re.compile(rf"[+-]?[0-9]{{1,{LONGEST_NUMBER}}}")
_FRACTION = re.compile(
    rf"[+-]?(?:[0-9]{{1,{LONGEST_NUMBER}}}(?:\.[0-9]{{0,20}}|/[0-9]{{1,{LONGEST_NUMBER}}})?|\.[0-9]{{1,20}})"
)


def whole_number(raw: Any) -> int | None:
    """A whole number; yes counts as one, no as none. None where it is no number at all."""
    if isinstance(raw, str):
        word = raw.strip().lower()
        if _WHOLE.fullmatch(word):
            return int(word)
        return int(YES_NO[word]) if word in YES_NO else None
    if isinstance(raw, float):
        return int(raw) if raw.is_integer() and abs(raw) < 10**LONGEST_NUMBER else None
    return int(raw) if isinstance(raw, int) else None


def exact_number(raw: Any) -> Fraction | None:
    """A number that may be a fraction: ``6``, ``2.5``, ``1/2``. None where it is none."""
    text = str(raw).strip()
    if isinstance(raw, bool) or not _FRACTION.fullmatch(text):
        return None
    over, _, under = text.partition("/")
    return None if under and not int(under) else Fraction(over) / int(under or 1)
