"""Where a battle's luck comes from, so that nobody can choose it and everybody can check it afterwards.

Whoever runs a battle promises a seed by its hash before anybody sits down. Each seat that plays may add a part of its own: promised by its
hash as well, then laid open, all before the first die is thrown. The dice come from all of it together. At the end the seed is laid open.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Iterable
from hashlib import sha256

SEED_BYTES = 24  # more than anybody can try
PROMISE = re.compile(r"[0-9a-f]{64}")
PART = re.compile(r"[0-9A-Za-z_-]{16,64}")


def new_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_urlsafe(SEED_BYTES)


def commitment(seed: str) -> str:
    """What is told of a seed at the start: SHA-256 of ``sandtable battle <seed>``, in hexadecimal."""
    return _hashed(f"sandtable battle {seed}")


def promised(part: str) -> str:
    """What is told of a seat's part before it is laid open: SHA-256 of ``sandtable part <part>``, in hexadecimal."""
    return _hashed(f"sandtable part {part}")


def dice_seed(seed: str, parts: Iterable[tuple[str, str]]) -> str:
    """What the dice are thrown from: the seed alone, or SHA-256 of it with the seats' parts, as JSON, by the seats' names.

    The text is ``["sandtable dice",<seed>,[[<seat>,<part>],...]]``, without spaces.
    """
    laid = sorted(parts)
    if not laid:
        return seed
    return _hashed(json.dumps(["sandtable dice", seed, [list(each) for each in laid]], separators=(",", ":")))


def luck(seed: str, seat: str) -> str:
    """What a computer's own choices are drawn from, which nobody knows before the seed: SHA-256 of ``sandtable luck <seat> <seed>``."""
    return _hashed(f"sandtable luck {seat} {seed}")


def _hashed(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
