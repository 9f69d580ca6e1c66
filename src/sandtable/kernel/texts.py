"""Texts of packages, each from its own file of messages; the kernel's are for whoever speaks while no ruleset's catalogue is at hand."""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from sandtable.kernel.messages import Catalogue


@cache
def texts_of(package: str, file: str = "messages/en.toml") -> Catalogue:
    """The catalogue that a package keeps in a file of its own."""
    return Catalogue.parse(files(package).joinpath(*file.split("/")).read_text(encoding="utf-8"))


def kernel_catalogue() -> Catalogue:
    """The kernel's catalogue."""
    return texts_of("sandtable.kernel", "messages_en.toml")
