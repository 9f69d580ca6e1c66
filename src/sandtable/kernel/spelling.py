"""Names as people type them."""

from __future__ import annotations

_PASSED_OVER = dict.fromkeys(map(ord, " -_/"))


def folded(text: str) -> str:
    """A name with case, spaces, hyphens, underscores and slashes taken out, for comparing what people type."""
    return text.lower().translate(_PASSED_OVER)
