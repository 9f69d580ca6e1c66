"""Numbers as people write them. What is written may be anything, so it is looked at before it is computed."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

LONGEST_NUMBER = 8  # digits; nobody counts more figures than that
YES_NO = dict.fromkeys(("yes", "y", "true", "on", "1"), True) | dict.fromkeys(("no", "n", "false", "off", "0"), False)
LONGEST_LENGTH = 40  # characters
INCHES_PER_FOOT = 12
MILLIMETRES = 10  # in a centimetre
_UNITS = {
    "in": ("in", "in.", "inch", "inches", '"', "\N{DOUBLE PRIME}", "\N{RIGHT DOUBLE QUOTATION MARK}", "''"),
    "ft": ("ft", "ft.", "foot", "feet", "'", "\N{PRIME}", "\N{RIGHT SINGLE QUOTATION MARK}"),
    "cm": ("cm", "cm.", "centimetre", "centimetres", "centimeter", "centimeters"),
    "mm": ("mm", "mm.", "millimetre", "millimetres", "millimeter", "millimeters"),
}
_UNIT_OF = {written: unit for unit, spellings in _UNITS.items() for written in spellings}
_WHOLE = re.compile(rf"[+-]?[0-9]{{1,{LONGEST_NUMBER}}}")
_FRACTION = re.compile(
    rf"[+-]?(?:[0-9]{{1,{LONGEST_NUMBER}}}(?:\.[0-9]{{0,20}}|/[0-9]{{1,{LONGEST_NUMBER}}})?|\.[0-9]{{1,20}})"
)
_LENGTH = re.compile(r"([0-9./]+)\s*([^0-9./\s]\S*?)?(?=\s*\.?[0-9]|\s*$)")


def truth(raw: Any) -> bool | None:
    """Yes or no in any of the words for it; None where it is neither."""
    return raw if isinstance(raw, bool) else YES_NO.get(str(raw).strip().lower())


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


def length_of(raw: Any) -> tuple[Fraction, str] | None:
    """A length as people write it, in inches, centimetres or in the unit that is not said: ``30 cm``, ``2'``, ``1 ft 6 in``.

    The unit is ``in``, ``cm`` or empty; None where it is no length.
    """
    if not isinstance(raw, str):
        number = exact_number(raw)
        return None if number is None else (number, "")
    parts = _LENGTH.findall(raw.strip()) if len(raw) <= LONGEST_LENGTH else []
    if not parts or _LENGTH.sub("", raw.strip()).strip():
        return None
    lengths = [_one_length(number, unit.lower()) for number, unit in parts]
    units = {length[1] for length in lengths if length is not None}
    if None in lengths or len(units) != 1 or (len(lengths) > 1 and units == {""}):
        return None
    return sum((length[0] for length in lengths if length is not None), Fraction(0)), units.pop()


def _one_length(written: str, unit: str) -> tuple[Fraction, str] | None:
    number, known = exact_number(written), _UNIT_OF.get(unit, "" if not unit else None)
    if number is None or known is None:
        return None
    if known == "ft":
        return number * INCHES_PER_FOOT, "in"
    return (number / MILLIMETRES, "cm") if known == "mm" else (number, known)
