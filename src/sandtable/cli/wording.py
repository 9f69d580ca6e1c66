"""Whose words problems are told in: a ruleset's, or those of scenarios and tables."""

from __future__ import annotations

from collections.abc import Iterable

from sandtable.cli.problems import Words
from sandtable.kernel import registry
from sandtable.kernel.messages import Catalogue
from sandtable.kernel.problem import Refusal


def ruleset_words(name: str) -> Words:
    """The words of a ruleset; one that does not load has none."""

    def catalogues() -> Iterable[Catalogue]:
        try:
            return (registry.ruleset(name).catalogue,)
        except Refusal:
            return ()

    return catalogues
