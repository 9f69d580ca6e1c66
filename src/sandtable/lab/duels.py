"""What beats what, in Python: an exact duel, from the umpire's own rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Any

from sandtable.kernel.chain import Number
from sandtable.umpire.duel_views import Duel as DuelView
from sandtable.umpire.duels.duel import ROUNDS, Answer, Duel
from sandtable.umpire.duels.reading import by_letter, read_duel
from sandtable.umpire.duels.telling import duel_view, plain_sentence, side_letters
from sandtable.umpire.setting import read_setting


@dataclass(frozen=True)
class DuelResult:
    """What comes of a duel, exactly."""

    duel: Duel
    answer: Answer

    @property
    def wins(self) -> Number:
        """How likely A wins: a fraction, unless there are too many places to go through."""
        return self.answer.wins(side_letters(self.duel)[0])

    @property
    def loses(self) -> Number:
        """How likely B wins."""
        return self.answer.wins(side_letters(self.duel)[1])

    @property
    def sentence(self) -> str:
        """The answer in a sentence."""
        return plain_sentence(self.duel, self.answer)

    @property
    def view(self) -> DuelView:
        """The whole answer as data, with numbers rounded for reading."""
        return duel_view(self.duel, self.answer)

    def __repr__(self) -> str:
        return self.sentence

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{one.number}</td><td>{one.a:.1f}</td><td>{one.b:.1f}</td><td>{one.going:.1f}</td></tr>"
            for one in self.view.rounds
        )
        return f"<div><h3>{escape(self.sentence)}</h3><table>{rows}</table></div>"


def duel(
    ruleset: str,
    one: str | None = None,
    other: str | None = None,
    *,
    script: str = "",
    rounds: int = ROUNDS,
    fields: Mapping[str, object] | None = None,
    house: str | Path | None = None,
    options: Mapping[str, Any] | None = None,
    **more: object,
) -> DuelResult:
    """Two units that act against each other by a script. ``fields`` are those of the forms; ``B.cover`` is one of a unit."""
    text = "" if house is None else Path(house).read_text(encoding="utf-8")
    setting = read_setting({"ruleset": ruleset, "options": dict(options or {}), "house": text})
    usual = setting.ruleset.duel
    names = usual.units or ("", "")
    told = {name: str(value) for name, value in {**(fields or {}), **more}.items()}
    common = {name: str(value) for name, value in usual.fields.items()} if one is None or other is None else {}
    units, for_all = by_letter({"A": one or names[0], "B": other or names[1]}, {**common, **told})
    read = read_duel(setting, units, script=script, fields=for_all, rounds=rounds)
    return DuelResult(read, read.answer())
