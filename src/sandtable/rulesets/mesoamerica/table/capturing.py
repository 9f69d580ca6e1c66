"""Prisoners on the table: claims of both sides at once, escorts beside their priests or off the field, men who find weapons again, and sacrifices (chapter 8, PRE-5.17, PRE-G.21, PRE-G.35, PRE-G.37 to PRE-G.39)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from sandtable.battle.event import Story
from sandtable.battle.request import Asked
from sandtable.battle.seat import Role
from sandtable.geometry.borders import INWARD
from sandtable.geometry.measure import Point, Pose
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem, Refusal
from sandtable.miniatures import acting
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Doing, Facts, Kit
from sandtable.miniatures.orders import Act
from sandtable.miniatures.together import Body, cleared
from sandtable.rulesets.mesoamerica.ledger import KnownUnit
from sandtable.rulesets.mesoamerica.men import Men
from sandtable.rulesets.mesoamerica.prisoners import most_claimed
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.rulesets.mesoamerica.table import hiding
from sandtable.rulesets.mesoamerica.table.marching import is_running
from sandtable.rulesets.mesoamerica.table.nearness import CONTACT, NEAR, body, contacts, far_between, is_within, touched
from sandtable.rulesets.mesoamerica.table.state import Deciding, MesoamericaField, base_of, measure
from sandtable.rulesets.mesoamerica.vocabulary import HelplessOf, Purpose, UnitType

CLAIMS = ("claim", "claim_marker")


def priests_of(field: MesoamericaField, role: Role) -> list[Piece]:
    """The priest units of a side that can be gone to; one that is hidden cannot."""
    return [each for each in field.of(role) if field.unit(each).kind is UnitType.PRIEST and not each.hidden]


# ---- Claims ----------------------------------------------------------------------------------------------------------------------------


def may_claim(field: MesoamericaField, piece: Piece) -> bool:
    """Whether a unit is free to claim: no escort, not running, with men who can (PRE-G.37)."""
    unit = field.unit(piece)
    return not piece.hidden and not unit.prisoners and not is_running(field, unit) and unit.men.active > 0


def most_of(field: MesoamericaField, claimer: KnownUnit, men: Men) -> int:
    """How many a unit may claim of some men (PRE-8.02)."""
    return most_claimed(claimer.men, men, field.tables) if men.helpless else 0


def lying_of(field: MesoamericaField, name: str) -> Men:
    """The men that a unit has left behind, whom nobody covers (PRE-G.21)."""
    count = sum(marker.count for marker in field.books.markers if marker.name == name)
    return Men(count, 0, count)


def claims_of(field: MesoamericaField, piece: Piece) -> Iterator[Act]:
    """What a unit could claim, the most there is of each."""
    if not may_claim(field, piece):
        return
    own = field.unit(piece)
    for enemy in touched(field, piece):
        if most_of(field, own, field.unit(enemy).men):
            yield Act(by=piece.owner, action="claim", piece=piece.id, target=enemy.id)
    for marker, over in field.trodden.items():
        if piece.id in over and most_of(field, own, lying_of(field, marker)):
            yield Act(by=piece.owner, action="claim_marker", piece=piece.id, chosen={"marker": marker})


def can_claim(field: MesoamericaField, role: Role) -> bool:
    """Whether a side has anybody to claim."""
    return any(next(claims_of(field, piece), None) is not None for piece in field.of(role))


def _claimed(doing: Deciding) -> Facts:
    return _claim_facts(doing.field, doing.actor, doing.field.unit(doing.target).men, doing.order) | {
        "helpless_of": HelplessOf.UNIT
    }


def _claim_facts(field: MesoamericaField, piece: Piece, men: Men, order: Act) -> dict[str, Any]:
    """Whether priests are on the field, and how many are claimed: as was said, else the most if there are priests (PRE-8.02)."""
    priests = bool(priests_of(field, piece.owner))
    most = most_of(field, field.unit(piece), men) if priests else 0
    told = order.chosen.get("men_claimed", most)
    return {"priest_on_the_field": priests, "men_claimed": told}


def _marker_claimed(doing: Deciding) -> Facts:
    name = str(doing.order.chosen.get("marker", ""))
    men = lying_of(doing.field, name)
    kind = doing.field.books.units[name].kind if name in doing.field.books.units else UnitType.COMBAT
    return _claim_facts(doing.field, doing.actor, men, doing.order) | {
        "helpless_of": HelplessOf.MARKER,
        "target_name": name,
        "target_unconscious": men.all,
        "target_type": kind,
    }


def _hinders_claim(doing: Deciding, _: Facts) -> Iterator[Problem]:
    beside = contacts(doing.field).get(doing.actor.id, ())
    if doing.target.id not in beside:
        yield Problem("target", Message("problem.table.apart"), tuple(beside), "PRE-8.01")


def _hinders_marker(doing: Deciding, _: Facts) -> Iterator[Problem]:
    over = [name for name, pieces in doing.field.trodden.items() if doing.actor.id in pieces]
    if doing.order.chosen.get("marker") not in over:
        yield Problem("chosen.marker", Message("problem.table.not_over"), tuple(over), "PRE-5.17")


CLAIM: Deed[MesoamericaField] = Deed(
    action=RULESET.by_id["claim"],
    by="PRE-8.01",
    at="PRE-8.01",
    measures=_claimed,
    chooses=("men_claimed",),
    hinders=_hinders_claim,
)
CLAIM_MARKER: Deed[MesoamericaField] = Deed(
    action=RULESET.by_id["claim"],
    by="PRE-5.17",
    measures=_marker_claimed,
    chooses=("men_claimed", "marker"),
    hinders=_hinders_marker,
)


def once_each(acts: Sequence[Act], rule: str) -> Iterator[Problem]:
    """Nobody is told twice."""
    names = [act.piece for act in acts]
    for number, name in enumerate(names):
        if name in names[:number]:
            yield Problem(f"acts.{number}.piece", Message("problem.table.told_twice"), (), rule)


def claimed(kit: Kit[MesoamericaField], story: Story[MesoamericaField]) -> Asked[None]:
    """All claims at once, by the numbers at the end of the fights; of several on one unit the first come first (PRE-G.37)."""
    for act in story.state.afoot:
        if act.action not in CLAIMS:
            continue
        field = story.state
        if act.piece not in field.pieces:
            continue
        doing = Doing(field, act, field.pieces[act.piece], field.pieces.get(act.target, acting.NO_PIECE))
        yield from _claimed_now(kit, story, doing)


def _claimed_now(kit: Kit[MesoamericaField], story: Story[MesoamericaField], doing: Deciding) -> Asked[None]:
    """A claim on whoever is left; no more than was wished for."""
    field, act = doing.field, doing.order
    on_unit = act.action == "claim"
    men = field.books.units[act.target].men if on_unit else lying_of(field, str(act.chosen.get("marker", "")))
    most = most_of(field, field.unit(act.piece), men)
    if not most or (on_unit and act.target not in field.pieces):
        return
    deed = kit.deeds[act.action]
    facts = dict(deed.measures(doing))
    form = acting.form_of(deed, doing, {**facts, "men_claimed": min(most, facts["men_claimed"])})
    yield from acting.done(kit, story, doing, form)


# ---- Escorts ---------------------------------------------------------------------------------------------------------------------------

HAND_OVER: Deed[MesoamericaField] = Deed(action=RULESET.by_id["hand_over"])
REARM: Deed[MesoamericaField] = Deed(action=RULESET.by_id["rearm"])
LEAVE: Deed[MesoamericaField] = Deed(action=RULESET.by_id["leave_field"])


def settled(kit: Kit[MesoamericaField], story: Story[MesoamericaField], new: Sequence[str]) -> Asked[None]:
    """The rest of the phase: escorts hand over what they had when it began, quiet units find weapons (PRE-8.07, PRE-G.35)."""
    for name, unit in tuple(story.state.books.units.items()):
        if unit.prisoners and not unit.gone and name not in new:
            yield from _handed_over(kit, story, name)
    for name, unit in tuple(story.state.books.units.items()):
        if unit.men.unarmed and name in story.state.pieces and not story.state.pieces[name].hidden:
            yield from _rearmed(kit, story, name)


def _handed_over(kit: Kit[MesoamericaField], story: Story[MesoamericaField], name: str) -> Asked[None]:
    """An escort waits, or is rid of its prisoners; one that is still on its way goes on."""
    field = story.state
    unit, piece = field.unit(name), field.pieces.get(name)
    near = measure(field.tables, CONTACT)
    beside = [] if piece is None else [each for each in priests_of(field, piece.owner) if is_within(piece, each, near)]
    if piece is not None and not beside and not unit.waited:
        return
    nearest = min(beside, key=lambda each: far_between(piece, each), default=None) if piece is not None else None
    facts = {"priests_reached": True, "gone_units": "", **({"priest_name": nearest.id} if nearest else {})}
    stands = piece or Piece(name, unit.side.value, base_of(unit, field.tables), (field.away[name],))
    doing = Doing(field, Act(by=unit.side.value, action="hand_over", piece=name), stands, acting.NO_PIECE)
    yield from acting.done(kit, story, doing, acting.form_of(HAND_OVER, doing, facts))
    if piece is None and not story.state.unit(name).off_field:
        story.tell(hiding.came(stands, back_at_edge(story.state, stands)))


def back_at_edge(field: MesoamericaField, piece: Piece) -> Pose:
    """How an escort stands that comes back where it left, or as near as there is room, facing the field (PRE-G.38)."""
    facing = INWARD[field.edges[piece.owner]]
    x, y = _inside(field, piece)
    wanted = Body(piece.id, piece.owner, piece.base, x, y, facing)
    room = measure(field.tables, CONTACT)
    others = [body(each) for each in field.pieces.values() if not each.hidden or each.owner == piece.owner]
    keep = [_wider(each, room) if each.owner != piece.owner else each for each in others]
    return cleared(wanted, keep).pose


def _wider(foe: Body, room: int) -> Body:
    """An enemy with the ground about him that nobody comes into."""
    base = replace(foe.base, width=foe.base.width + 2 * room, behind=foe.base.behind + 2 * room)
    return replace(foe, base=base)


def _inside(field: MesoamericaField, piece: Piece) -> tuple[float, float]:
    half = max(piece.base.width, piece.base.behind) / 2
    place = Point(piece.figures[0].x, piece.figures[0].y)
    return (
        min(max(place.x, half), field.terrain.width - half),
        min(max(place.y, half), field.terrain.height - half),
    )


def _rearmed(kit: Kit[MesoamericaField], story: Story[MesoamericaField], name: str) -> Asked[None]:
    """A unit that spent the turn in quiet with no enemy within 2 inches finds weapons (PRE-G.35)."""
    field, piece = story.state, story.state.pieces[name]
    doing = Doing(field, Act(by=piece.owner, action="rearm", piece=name), piece, acting.NO_PIECE)
    near = any(is_within(piece, foe, measure(field.tables, NEAR)) for foe in field.foes(piece))
    form = acting.form_of(REARM, doing, {"enemy_near": near})
    if not form.situation.moved_fired_or_fought and not near:
        yield from acting.done(kit, story, doing, form)


# ---- Sacrifices ------------------------------------------------------------------------------------------------------------------------


def _offered(doing: Deciding) -> Facts:
    return {"side": doing.actor.owner, "purpose": doing.order.chosen.get("purpose", Purpose.MORALE.value)}


SACRIFICE: Deed[MesoamericaField] = Deed(
    action=RULESET.by_id["sacrifice"], by="PRE-8.09", measures=_offered, chooses=("purpose",)
)


def offers_of(field: MesoamericaField, piece: Piece) -> Iterator[Act]:
    """The sacrifices that a priest unit could make now, the usual one first."""
    unit = field.unit(piece)
    if unit.kind is not UnitType.PRIEST or piece.hidden or unit.held < field.tables.number("sacrifice.men"):
        return
    for purpose in Purpose:
        act = Act(by=piece.owner, action="sacrifice", piece=piece.id, chosen={"purpose": purpose.value})
        doing = Doing(field, act, piece, acting.NO_PIECE)
        try:
            acting.form_of(SACRIFICE, doing, _offered(doing))
        except Refusal:
            continue
        yield act


def can_offer(field: MesoamericaField, role: Role) -> bool:
    """Whether a side has priests who could sacrifice."""
    return any(next(offers_of(field, piece), None) is not None for piece in field.of(role))


def offered(kit: Kit[MesoamericaField], story: Story[MesoamericaField]) -> Asked[None]:
    """The sacrifices of both sides."""
    for act in story.state.afoot:
        if act.action == "sacrifice":
            doing = Doing(story.state, act, story.state.pieces[act.piece], acting.NO_PIECE)
            yield from acting.done(kit, story, doing, acting.form_of(SACRIFICE, doing, _offered(doing)))
