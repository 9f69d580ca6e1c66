"""Names as people type them."""

from __future__ import annotations

_PASSED_OVER = dict.fromkeys(map(ord, " -_/"))
APOSTROPHE = "\N{RIGHT SINGLE QUOTATION MARK}"  # as texts have it


def folded(text: str) -> str:
    """A name with case, spaces, hyphens, underscores and slashes taken out, for comparing what people type."""
    return as_typed(text).lower().translate(_PASSED_OVER)


def as_typed(text: str) -> str:
    """A text with its apostrophes as a keyboard has them: whichever stands in a name, it is the same name."""
    return text.replace(APOSTROPHE, "'")
