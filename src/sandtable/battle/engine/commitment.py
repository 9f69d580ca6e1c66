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
    """The hash by which a seed is promised at the start: SHA-256 of ``sandtable battle <seed>``, in hexadecimal."""
    return _hashed(f"sandtable battle {seed}")


def promise_of(part: str) -> str:
    """The hash by which a seat promises its part before laying it open: SHA-256 of ``sandtable part <part>``, in hexadecimal."""
    return _hashed(f"sandtable part {part}")


def dice_seed(seed: str, parts: Iterable[tuple[str, str]]) -> str:
    """The seed of the dice: that of the battle alone, or SHA-256 of it with the seats' parts, as JSON, by the seats' names.

    The text is ``["sandtable dice",<seed>,[[<seat>,<part>],...]]``, without spaces.
    """
    laid = sorted(parts)
    if not laid:
        return seed
    return _hashed(json.dumps(["sandtable dice", seed, [list(each) for each in laid]], separators=(",", ":")))


def luck_seed(seed: str, seat: str) -> str:
    """The seed of a computer's own choices, which nobody can know before the battle's seed: SHA-256 of ``sandtable luck <seat> <seed>``."""
    return _hashed(f"sandtable luck {seat} {seed}")


def _hashed(text: str) -> str:
    return sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
