"""Names as people type them."""

from __future__ import annotations


def folded(text: str) -> str:
    """A name with case, spaces, hyphens, underscores and slashes taken out, for comparing what people type."""
    return "".join(character for character in text.lower() if character not in " -_/")
