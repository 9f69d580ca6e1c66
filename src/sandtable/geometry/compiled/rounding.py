"""When a measured length becomes a whole number of thousandths."""

from __future__ import annotations

from math import floor

from sandtable.geometry.compiled.compiler import part

# A half goes up, and arithmetic noise does not decide which way.
HALF = 0.5 + 1e-7


def whole(length: float) -> int:
    """The nearest whole thousandth."""
    return floor(length + HALF)


compiled_whole = part(whole)
