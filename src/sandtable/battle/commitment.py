"""The seed of a battle's dice: promised by its hash at the start, laid open at the end, so that everybody can check every throw."""

from __future__ import annotations

import secrets
from hashlib import sha256

SEED_BYTES = 24  # more than anybody can try


def new_seed() -> str:
    """A seed nobody can guess."""
    return secrets.token_urlsafe(SEED_BYTES)


def commitment(seed: str) -> str:
    """What is told of a seed at the start: SHA-256 of ``sandtable battle <seed>``, in hexadecimal."""
    return sha256(f"sandtable battle {seed}".encode("utf-8", "surrogatepass")).hexdigest()
