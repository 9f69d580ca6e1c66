"""The morale step: divisions that hold together or not, then every unit that must check, measured and worked out as one list (chapter 9, PRE-3.24 to PRE-3.26, PRE-G.41, PRE-G.44, PRE-G.52)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from sandtable.battle.event import Story
from sandtable.battle.request import Asked
from sandtable.kernel.effects import OnUnit, effect
from sandtable.kernel.form import Section, group, number, text
from sandtable.kernel.ruleset import Action
from sandtable.kernel.verdict import Ruling
from sandtable.miniatures import acting
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Doing, Kit
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mesoamerica.fields import MOST_UNITS
from sandtable.rulesets.mesoamerica.ledger import KnownUnit
from sandtable.rulesets.mesoamerica.morale import MOST_NEAR
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.rulesets.mesoamerica.table.ground import sees
from sandtable.rulesets.mesoamerica.table.nearness import astray, counted_near
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Side


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """A unit, and how many distances its division does not keep."""

    name: str = text()
    violations: int = number(highest=2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Divisions:
    """Units whose divisions have come apart, or found together again, since they were last looked at."""

    members: tuple[Member, ...] = group(Member, highest=2 * MOST_UNITS, section=Section.ALL)


@effect(has_words=False)
class Strays(OnUnit):
    """A unit's division keeps its distances, or does not; while it does not, every member loses a point (PRE-3.26)."""

    violations: int

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(unit, astray=self.violations)


def divisions(situation: Divisions, _: Any) -> Ruling:
    """No die: what was measured is written down."""
    effects = tuple(Strays(whom=each.name, violations=each.violations) for each in situation.members)
    return Ruling.of("divisions", *effects)


DIVISIONS: Deed[MesoamericaField] = Deed(
    action=Action("divisions", Divisions, divisions, Ruling, "fight", ("PRE-3.26",), ledger_only=True)
)
MORALE: Deed[MesoamericaField] = Deed(action=RULESET.by_id["morale"])


def judged(kit: Kit[MesoamericaField], story: Story[MesoamericaField]) -> Asked[None]:
    """Look at the divisions, then check everybody who must be checked."""
    changed = [(name, broken) for name, broken in astray(story.state) if broken != story.state.unit(name).astray]
    if changed:
        rows = [{"name": name, "violations": broken} for name, broken in changed]
        yield from _run(kit, story, "divisions", {"members": rows})
    rows = list(lines(story.state))
    if rows:
        yield from _run(kit, story, "morale", {"units_to_check": rows, "gone_units": ""})


def _run(kit: Kit[MesoamericaField], story: Story[MesoamericaField], action: str, facts: dict[str, Any]) -> Asked[None]:
    doing = Doing(story.state, Act(by=Side.WEST.value, action=action), acting.NO_PIECE, acting.NO_PIECE)
    yield from acting.done(kit, story, doing, acting.form_of(kit.deeds[action], doing, facts))


def lines(field: MesoamericaField) -> Iterator[dict[str, Any]]:
    """The list of those who must check, as the books fill it in, with what only the table can tell (PRE-G.52)."""
    for line in field.books.prefill("morale", field.tables).get("units_to_check", ()):
        piece = field.pieces.get(line["name"])
        if piece is not None and not piece.hidden:
            yield {**line, **_measured(field, piece, line)}


def _measured(field: MesoamericaField, piece: Piece, line: dict[str, Any]) -> dict[str, Any]:
    friends, enemies = counted_near(field, piece)
    seen = {
        f"{whose}_retreating": line[f"{whose}_retreating"] and _in_sight(field, piece, own=whose == "friends")
        for whose in ("friends", "enemies")
    }
    return {"friends": min(friends, MOST_NEAR), "enemies": min(enemies, MOST_NEAR), **seen}


def _in_sight(field: MesoamericaField, piece: Piece, *, own: bool) -> bool:
    """Whether a unit sees one that moved under M-3 or M-4 in the last movement, a friend or an enemy (PRE-G.44)."""
    before = field.books.turn - 1
    return any(
        each.id != piece.id
        and (each.owner == piece.owner) == own
        and field.unit(each).retreated_turn == field.unit(each).moved_turn == before
        and sees(field, piece, each)
        for each in field.seen()
    )
