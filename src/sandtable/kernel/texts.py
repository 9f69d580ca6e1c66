"""The kernel's own sentences, for whoever speaks while no ruleset's catalogue is at hand."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sandtable.kernel.messages import Catalogue


@cache
def kernel_catalogue() -> Catalogue:
    """The kernel's catalogue."""
    return Catalogue.parse(files("sandtable.kernel").joinpath("messages_en.toml").read_text(encoding="utf-8"))
