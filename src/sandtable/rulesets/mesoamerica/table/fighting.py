"""Hand-to-hand combat on the table: who begins, who is named against whom, and the fights one after the other (chapter 7, PRE-G.27, PRE-G.28, PRE-G.36, PRE-G.51)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sandtable.battle.event import Story
from sandtable.battle.request import Addressed, Asked
from sandtable.battle.seat import EVERYBODY, Role
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Choose, Option, Request
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts, Heard
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mesoamerica.fighters import HandToHand, other
from sandtable.rulesets.mesoamerica.ledger import KnownUnit
from sandtable.rulesets.mesoamerica.levels import MUST_ADVANCE
from sandtable.rulesets.mesoamerica.numbers import paired
from sandtable.rulesets.mesoamerica.owed import in_order
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.rulesets.mesoamerica.table.events import RollsIn
from sandtable.rulesets.mesoamerica.table.marching import is_bound, is_running
from sandtable.rulesets.mesoamerica.table.nearness import back_of, contacts, touched
from sandtable.rulesets.mesoamerica.table.state import Deciding, MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Back

Pair = tuple[str, str]
DEFENDER, AGGRESSOR = "fight.defender", "fight.aggressor"


# ---- Naming ----------------------------------------------------------------------------------------------------------------------------


def named(field: MesoamericaField, name: str) -> bool:
    """Whether a unit is in a fight already, as attacker or attacked."""
    return any(name in pair for pair in field.books.fights_named)


def may_attack(field: MesoamericaField, piece: Piece) -> bool:
    """Whether a unit can be named: not in a fight, with armed men, guarding nobody, not running (PRE-G.35, PRE-G.36, PRE-G.38, PRE-G.43)."""
    unit = field.unit(piece)
    free = not unit.prisoners and not is_running(field, unit) and unit.men.active > 0
    return free and not named(field, piece.id)


def targets_of(field: MesoamericaField, piece: Piece) -> Iterator[Piece]:
    """The enemies that a unit could be named against: within half an inch, with fewer than six against them (PRE-7.01, PRE-7.16)."""
    if not may_attack(field, piece):
        return
    most = field.tables.number("fight.attackers.most")
    for enemy in touched(field, piece):
        if sum(target == enemy.id for _, target in field.books.fights_named) < most:
            yield enemy


def can_name(field: MesoamericaField, role: Role) -> bool:
    """Whether a side has anybody to name."""
    return any(next(targets_of(field, piece), None) is not None for piece in field.of(role) if not piece.hidden)


def must_name(field: MesoamericaField, role: Role) -> list[Piece]:
    """Units at M3 or M4 beside an enemy, which have to be named unless they are in a fight (PRE-G.36)."""
    eager = [piece for piece in field.of(role) if not piece.hidden and field.unit(piece).shown >= MUST_ADVANCE]
    bound = [piece for piece in eager if is_bound(field, field.unit(piece))]
    return [piece for piece in bound if next(targets_of(field, piece), None) is not None]


def _naming(doing: Deciding) -> Facts:
    return {"side": doing.actor.owner, "passes": False}


def _hinders_naming(doing: Deciding, _: Facts) -> Iterator[Problem]:
    field = doing.field
    if doing.target.id not in contacts(field).get(doing.actor.id, ()):
        yield Problem(
            "target", Message("problem.table.apart"), tuple(contacts(field).get(doing.actor.id, ())), "PRE-7.01"
        )
    if not field.unit(doing.actor).men.active:
        yield Problem("piece", Message("problem.table.nobody_armed"), (), "PRE-G.35")


def _hinders_passing(doing: Deciding, _: Facts) -> Iterator[Problem]:
    eager = must_name(doing.field, doing.order.by)
    if eager:
        about = Message.of("problem.table.must_be_named", name=eager[0].id)
        yield Problem("action", about, tuple(piece.id for piece in eager), "PRE-G.36")


NAME: Deed[MesoamericaField] = Deed(
    action=RULESET.by_id["name_fight"], by="PRE-G.36", at="PRE-7.01", measures=_naming, hinders=_hinders_naming
)
PASS: Deed[MesoamericaField] = Deed(
    action=RULESET.by_id["name_fight"],
    measures=lambda doing: {"side": doing.order.by, "passes": True},
    hinders=_hinders_passing,
)
FIRST: Deed[MesoamericaField] = Deed(action=RULESET.by_id["fight_order"])


# ---- Fights ----------------------------------------------------------------------------------------------------------------------------


def fights_left(field: MesoamericaField) -> list[Pair]:
    """The fights that are still to come, in their order; who is gone fights no more (PRE-G.36)."""
    there = field.pieces.keys()
    return [
        pair
        for pair in in_order(field.books.fights_named)
        if pair not in field.books.fights and there >= set(pair) and _can_strike(field, pair)
    ]


def _can_strike(field: MesoamericaField, pair: Pair) -> bool:
    """Whether anybody of a fight could strike at all."""
    return any(field.unit(name).men.active > 0 for name in pair)


def next_fights(field: MesoamericaField) -> list[Pair]:
    """The fights of which one comes next: all attacks on one unit follow each other, in the order that their owner likes (PRE-7.18c)."""
    left = fights_left(field)
    return [pair for pair in left if pair[1] == left[0][1]]


def attackers_of(field: MesoamericaField, name: str) -> list[str]:
    """Everybody named against a unit, whether he has fought or not."""
    return [attacker for attacker, target in field.books.fights_named if target == name]


def _fought(doing: Deciding) -> Facts:
    """What geometry tells of a fight: who is at whose back, how many attack, and whether the target keeps its roll for another (PRE-G.36)."""
    field, target = doing.field, doing.target.id
    unit = field.unit(target)
    other_one = field.rolls_in.get(target, doing.actor.id) != doing.actor.id
    return {
        "within_half_inch": True,
        "at_the_back": back_of(doing.actor, doing.target),
        "attackers_on_target": max(1, len(attackers_of(field, target))),
        "target_rolled": other_one or unit.rolled_turn == field.books.turn,
        "actor_attacked_by_another": False,
    }


def _hinders_fight(doing: Deciding, _: Facts) -> Iterator[Problem]:
    pairs = next_fights(doing.field)
    if (doing.actor.id, doing.target.id) not in pairs:
        yield Problem("piece", Message("problem.table.not_next"), tuple(actor for actor, _ in pairs), "PRE-7.18c")


def _asked(doing: Deciding, situation: Any, request: Request, heard: Heard) -> Role | None:
    """Who chooses and throws: the defender and the aggressor each for himself (PRE-7.03b, PRE-7.06)."""
    for role in (DEFENDER, AGGRESSOR):
        if request.key.startswith(role):
            whose = _defender(doing, situation, heard)
            whose = whose if role == DEFENDER else other(whose)
            return doing.actor.owner if whose == "actor" else doing.target.owner
    return None


def _defender(doing: Deciding, situation: HandToHand, heard: Heard) -> str:
    """The role of the defender: the lower number, or whom a die made it (PRE-7.03, PRE-G.27)."""
    told = dict(heard)
    if "fight.tie" in told:
        return str(told["fight.tie"])
    pair = paired(situation, Back(told["fight.back"]), doing.field.tables)
    assert pair.defender is not None  # noqa: S101 - no die was thrown
    return pair.defender


FIGHT: Deed[MesoamericaField] = Deed(
    action=RULESET.by_id["fight"],
    by="PRE-7.01",
    at="PRE-7.01",
    measures=_fought,
    hinders=_hinders_fight,
    asks=_asked,
)
FIGHTING: Mapping[str, Deed[MesoamericaField]] = {
    "name_fight": NAME,
    "pass_naming": PASS,
    "fight_order": FIRST,
    "fight": FIGHT,
}


def settled(story: Story[MesoamericaField], order: Act) -> Asked[None]:
    """Before the first attack on a unit that has several attackers, its owner says in which of the fights it rolls (PRE-G.36)."""
    field = story.state
    attackers = [actor for actor, target in fights_left(field) if target == order.target]
    unit = field.books.units.get(order.target)
    if unit is None or len(attackers) < 2 or order.target in field.rolls_in or not _may_roll(field, unit):  # noqa: PLR2004 - several
        return
    options = tuple(Option(name, Message.of("request.fight.rolls_in.option", name=name)) for name in attackers)
    says = Message.of("request.fight.rolls_in.says", who=order.target)
    choice = Choose("fight.rolls_in", options, usual=attackers[0], role="defender", says=says, rule="PRE-G.36")
    against: str = yield Addressed(choice, unit.side.value, EVERYBODY)
    story.tell(RollsIn(piece=order.target, against=against, known_to=EVERYBODY))


def _may_roll(field: MesoamericaField, unit: KnownUnit) -> bool:
    if field.tables.option("rolls_under_several_attacks") == "none":
        return False
    free = not unit.prisoners and not is_running(field, unit) and unit.men.active > 0
    return free and unit.rolled_turn != field.books.turn
