"""The course of a battle on the table: phases, who has to decide in which of them, and the end (PRE-1.05, chapter 4, PRE-G.25, PRE-G.45)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sandtable.battle.event import Story
from sandtable.battle.request import Asked
from sandtable.battle.rules import Result
from sandtable.battle.seat import EVERYBODY, Role
from sandtable.kernel.problem import Problem
from sandtable.miniatures import acting
from sandtable.miniatures.acting import certain, form_read
from sandtable.miniatures.events import Ended
from sandtable.miniatures.kit import Deed, Doing, Facts, Kit
from sandtable.miniatures.orders import Act
from sandtable.miniatures.planned import still_to_seal
from sandtable.rulesets.mesoamerica.ruleset import RULESET
from sandtable.rulesets.mesoamerica.score import BattleOver
from sandtable.rulesets.mesoamerica.table import capturing, fighting, firing, hiding, judging, moving, ordering
from sandtable.rulesets.mesoamerica.table.marching import ORDERS, may_change
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField
from sandtable.rulesets.mesoamerica.vocabulary import Phase, Side

SIDES: tuple[Role, ...] = tuple(side.value for side in Side)
NEXT_PHASE: Deed[MesoamericaField] = Deed(action=RULESET.by_id["next_phase"])
WEATHER: Deed[MesoamericaField] = Deed(action=RULESET.by_id["weather"])
SCORE: Deed[MesoamericaField] = Deed(action=RULESET.by_id["score"])


# ---- Who decides -----------------------------------------------------------------------------------------------------------------------


def plans(field: MesoamericaField) -> Mapping[Role, tuple[str, ...]]:
    """Who has still to seal a plan of which acts: all that both sides decide at the same moment."""
    return {} if field.ended else still_to_seal(field, _planning(field))


def _planning(field: MesoamericaField) -> Mapping[Role, tuple[str, ...]]:
    match field.books.phase:
        case None:
            access = field.books.access
            return {role: ("hide",) if access is not None and role == access.value else () for role in SIDES}
        case Phase.SACRIFICE:
            return {role: ("sacrifice",) for role in SIDES if capturing.can_offer(field, role)}
        case Phase.ORDERS:
            return dict.fromkeys(SIDES, ordering.ALL_ORDERS)
        case Phase.MOVE:
            return {role: ordering.NEW_ORDERS for role in SIDES if _may_change(field, role)}
        case Phase.PRISONERS:
            return {role: capturing.CLAIMS for role in SIDES if capturing.can_claim(field, role)}
    return {}


def _may_change(field: MesoamericaField, role: Role) -> bool:
    return any(may_change(field, piece) for piece in field.of(role) if not piece.hidden)


def open_now(field: MesoamericaField) -> Mapping[Role, tuple[str, ...]]:
    """Who names a fight, or has one fought (PRE-G.36)."""
    books = field.books
    if field.ended or books.phase != Phase.FIGHT or books.names_next is None:
        return {}
    if not books.naming_over:
        role = books.names_next.value
        return {role: ("name_fight", "pass_naming")} if fighting.can_name(field, role) else {}
    pairs = fighting.next_fights(field)
    return {field.unit(pairs[0][0]).side.value: ("fight",)} if pairs else {}


def fits(field: MesoamericaField, role: Role, acts: Sequence[Act]) -> Iterator[Problem]:
    """What is wrong with a whole plan."""
    match field.books.phase:
        case None:
            yield from hiding.hiding_fits(field, role, acts)
        case Phase.SACRIFICE:
            yield from capturing.once_each(acts, "PRE-8.09b")
        case Phase.PRISONERS:
            yield from capturing.once_each(acts, "PRE-G.37")
        case _:
            yield from ordering.orders_fit(field, role, acts)


# ---- What follows ----------------------------------------------------------------------------------------------------------------------


def comes_of(kit: Kit[MesoamericaField], story: Story[MesoamericaField]) -> Asked[None]:
    """Carry out the plans that lie open, and go on to the next phase."""
    match story.state.books.phase:
        case None:
            yield from hiding.hidden_away(kit, story)
            yield from _next(kit, story)
        case Phase.SACRIFICE:
            yield from capturing.offered(kit, story)
            yield from _next(kit, story)
        case Phase.ORDERS:
            yield from ordering.given(kit, story)
            yield from _next(kit, story)
        case Phase.MOVE:
            if any(act.action in ORDERS for act in story.state.afoot):
                yield from ordering.given(kit, story)
            yield from _moved(kit, story)
        case Phase.PRISONERS:
            before = {name for name, unit in story.state.books.units.items() if unit.prisoners}
            yield from capturing.claimed(kit, story)
            after = {name for name, unit in story.state.books.units.items() if unit.prisoners}
            yield from _closed(kit, story, sorted(after - before))


def follows(kit: Kit[MesoamericaField], story: Story[MesoamericaField]) -> Asked[None]:
    """Whatever happens by itself until somebody has to decide, or the battle is over."""
    while not story.state.ended:
        if _is_beaten(story.state):
            yield from _over(kit, story)
            return
        if plans(story.state) or open_now(story.state):
            return
        yield from _on(kit, story)


def _on(kit: Kit[MesoamericaField], story: Story[MesoamericaField]) -> Asked[None]:
    """A phase in which nobody has anything to decide any more."""
    match story.state.books.phase:
        case Phase.WEATHER:
            yield from run(kit, story, "weather", _season(story.state))
            yield from _next(kit, story)
        case Phase.FIRE:
            yield from firing.fired(kit, story)
            yield from _next(kit, story)
        case Phase.MORALE:
            yield from judging.judged(kit, story)
            yield from _next(kit, story)
        case Phase.MOVE:
            yield from _moved(kit, story)
        case Phase.FIGHT:
            yield from _fights(kit, story)
        case Phase.PRISONERS:
            yield from _closed(kit, story, ())
        case _:
            yield from _next(kit, story)


def _season(field: MesoamericaField) -> Facts:
    """The scenario's season, that of the last throw, or none: then a die finds it (PRE-G.12)."""
    told = field.tables.option("season")
    return {} if told == "dice" else {"season": told}


def _moved(kit: Kit[MesoamericaField], story: Story[MesoamericaField]) -> Asked[None]:
    yield from moving.moved(kit, story)
    yield from _next(kit, story)


def _fights(kit: Kit[MesoamericaField], story: Story[MesoamericaField]) -> Asked[None]:
    """Who begins is thrown for where anybody can fight; a side that can name nobody passes; after the last fight the phase is over."""
    field = story.state
    if field.books.names_next is None and any(fighting.can_name(field, role) for role in SIDES):
        yield from run(kit, story, "fight_order", {})
    elif field.books.names_next is not None and not field.books.naming_over:
        by = field.books.names_next.value
        yield from run(kit, story, "pass_naming", {"side": by, "passes": True}, by)
    else:
        yield from _next(kit, story)


def _closed(kit: Kit[MesoamericaField], story: Story[MesoamericaField], new: Sequence[str]) -> Asked[None]:
    """The end of a turn: prisoners are handed over, then it is seen whether the battle is over (PRE-G.45)."""
    yield from capturing.settled(kit, story, new)
    if _is_over(story.state):
        yield from _over(kit, story)
    else:
        yield from _next(kit, story)


def run(
    kit: Kit[MesoamericaField], story: Story[MesoamericaField], action: str, facts: Facts, by: Role = SIDES[0]
) -> Asked[None]:
    """Let the umpire rule on something that nobody decides."""
    doing = Doing(story.state, Act(by=by, action=action), acting.NO_PIECE, acting.NO_PIECE)
    yield from acting.done(kit, story, doing, acting.form_of(kit.deeds[action], doing, facts))


def _next(kit: Kit[MesoamericaField], story: Story[MesoamericaField]) -> Asked[None]:
    yield from run(kit, story, "next_phase", {})


# ---- The end ---------------------------------------------------------------------------------------------------------------------------


def _is_beaten(field: MesoamericaField) -> bool:
    """Whether a side has nobody left: it loses at once (PRE-G.45)."""
    return any(all(unit.men.all == 0 for unit in field.books.units.values() if unit.side is side) for side in Side)


def _is_over(field: MesoamericaField) -> bool:
    form = form_read(SCORE.action, field.books.prefill("score", field.tables), field.tables)
    return bool(certain(SCORE.action, form.situation, field.tables).measure("battle_over"))


def _over(kit: Kit[MesoamericaField], story: Story[MesoamericaField]) -> Asked[None]:
    """The score, and nothing is hidden any more."""
    yield from run(kit, story, "score", {})
    story.tell(Ended(known_to=EVERYBODY))


def result(field: MesoamericaField) -> Result | None:
    """How it ended: by the score of its last turn (PRE-1.03, PRE-G.45)."""
    if not field.ended:
        return None
    form = form_read(SCORE.action, field.final, field.tables)
    verdict = certain(SCORE.action, form.situation, field.tables)
    over = next(one for one in verdict.effects if isinstance(one, BattleOver))
    points = tuple((side.value, int(verdict.measure(f"{side.value.lower()}_points"))) for side in Side)
    return Result(over.winner.value if over.winner else None, over.message, points)
