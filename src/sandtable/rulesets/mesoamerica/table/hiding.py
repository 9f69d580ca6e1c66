"""Hidden units: put into hiding before the battle, and how they come to light (PRE-3.27 to PRE-3.28b, PRE-6.06, PRE-9.01c, PRE-G.10)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from sandtable.battle.event import Story
from sandtable.battle.request import Asked
from sandtable.battle.seat import EVERYBODY, Role
from sandtable.geometry.measure import Pose
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal
from sandtable.miniatures import acting
from sandtable.miniatures.bodies import figure
from sandtable.miniatures.events import Came, Stood
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Doing, Facts, Kit
from sandtable.miniatures.orders import Act
from sandtable.miniatures.together import cleared, is_clear
from sandtable.miniatures.ways import off_board
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.rulesets.mesoamerica.table.ground import HIDING, centre, ground_at
from sandtable.rulesets.mesoamerica.table.nearness import NEAR, body, is_within
from sandtable.rulesets.mesoamerica.table.state import Deciding, MesoamericaField, measure
from sandtable.rulesets.mesoamerica.vocabulary import Cause


def _rows(field: MesoamericaField, names: Sequence[str]) -> list[dict[str, Any]]:
    units = [field.unit(name) for name in names]
    return [{"name": unit.name, "type": unit.kind.value, "elite": unit.elite} for unit in units]


def _hidden(doing: Deciding) -> Facts:
    return {"side": doing.actor.owner, "hidden_units": _rows(doing.field, [doing.actor.id])}


def _place(doing: Deciding) -> Piece:
    """The unit where it is to hide: where its way ends, else where it stands."""
    way = doing.order.ways[0] if doing.order.ways else ()
    return replace(doing.actor, figures=(way[-1],)) if way else doing.actor


def _hinders_hiding(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """The place is rough or uneven, free, and not within 2 inches of an enemy, who would find it at once (PRE-3.27b)."""
    field, there = doing.field, _place(doing)
    if off_board(field.terrain, figure(there.base, there.figures[0])):
        yield Problem("ways.0", Message("problem.table.off_board"), (), "PRE-3.27b")
        return
    if ground_at(field.terrain, centre(there)) not in HIDING:
        yield Problem("ways.0", Message("problem.table.no_hiding"), (), "PRE-3.27b")
    others = [body(each) for each in field.pieces.values() if each.id != there.id]
    near = measure(field.tables, NEAR)
    if any(is_within(there, foe, near) for foe in field.foes(there)):
        yield Problem("ways.0", Message("problem.table.found_at_once"), (), "PRE-3.28b")
    elif not is_clear(body(there), others):
        yield Problem("ways.0", Message("problem.table.crowded"), (), "PRE-3.27b")


HIDE: Deed[MesoamericaField] = Deed(
    action=RULESET.by_id["hide"], by="PRE-3.27", measures=_hidden, hinders=_hinders_hiding, secret=True
)
REVEAL: Deed[MesoamericaField] = Deed(action=RULESET.by_id["reveal"])


def hiding_fits(field: MesoamericaField, role: Role, acts: Sequence[Act]) -> Iterator[Problem]:
    """All that a side hides, as the umpire sees it: each once, five at most; and no two in one place (PRE-3.27, PRE-G.10)."""
    told = {**field.books.prefill("hide", field.tables), "side": role}
    told["hidden_units"] = _rows(field, [act.piece for act in acts])
    names = [act.piece for act in acts]
    if len(set(names)) < len(names):
        yield Problem("acts", Message("problem.table.told_twice"), (), "PRE-3.27")
        return
    if acts:
        try:
            acting.form_read(HIDE.action, told, field.tables)
        except Refusal as refusal:
            yield from refusal.problems
    places = [
        body(replace(field.pieces[act.piece], figures=(act.ways[0][-1],))) for act in acts if act.ways and act.ways[0]
    ]
    for number, place in enumerate(places):
        if not is_clear(place, places[:number]):
            yield Problem(f"acts.{number}.ways.0", Message("problem.table.crowded"), (), "PRE-3.27b")


def hidden_away(kit: Kit[MesoamericaField], story: Story[MesoamericaField]) -> Asked[None]:
    """Units go into hiding, known to their side alone; all others of it are seen from now on."""
    for side in ("West", "East"):
        for act in story.state.planned(side):
            piece = story.state.pieces[act.piece]
            doing = Doing(story.state, act, piece, acting.NO_PIECE)
            yield from acting.done(kit, story, doing, acting.form_of(HIDE, doing, _hidden(doing)))
            stands = _place(doing)
            story.tell(Stood(piece=piece.id, figures=stands.figures, base=stands.base, known_to=(piece.owner,)))
    for piece in tuple(story.state.pieces.values()):
        if piece.hidden and not story.state.unit(piece).hidden:
            story.tell(came(piece))


def came(piece: Piece, pose: Pose | None = None) -> Came:
    """A unit that everybody sees from now on."""
    figures = piece.figures if pose is None else (pose,)
    return Came(piece=piece.id, owner=piece.owner, figures=figures, base=piece.base, known_to=EVERYBODY)


def revealed(
    kit: Kit[MesoamericaField],
    story: Story[MesoamericaField],
    name: str,
    cause: Cause,
    near: Sequence[str] | None = None,
) -> Asked[None]:
    """A hidden unit shows itself for good; enemies within 2 inches check their morale (PRE-9.01c).

    A friend who has gone over its place without knowing stays there, and it stands beside him.
    """
    field, piece = story.state, story.state.pieces[name]
    reach = measure(field.tables, NEAR)
    if near is None:
        near = [foe.id for foe in field.foes(piece) if is_within(piece, foe, reach)]
    doing = Doing(field, Act(by=piece.owner, action="reveal", piece=name), piece, acting.NO_PIECE)
    facts = {"cause": cause, "near": [{"name": each} for each in near], "actor_hidden": True}
    others = [body(each) for each in field.seen()]
    stands = cleared(body(piece), others)
    yield from acting.done(kit, story, doing, acting.form_of(REVEAL, doing, facts))
    story.tell(came(piece, stands.pose))
