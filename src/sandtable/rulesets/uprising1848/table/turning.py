"""The course of a game: presses, initiatives, what follows by itself at their end, turns, and how it ends (chapter 4, chapter 12, R48-G.03, R48-G.04, R48-G.46)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandtable.battle.rules import Result
from sandtable.battle.seat import Role
from sandtable.geometry.cover import contains
from sandtable.geometry.facts import fact
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.miniatures.acting import certain, form_read
from sandtable.miniatures.kit import Deed, Facts
from sandtable.miniatures.orders import Act
from sandtable.rulesets.uprising1848.books import grade
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.score import GameEnds
from sandtable.rulesets.uprising1848.table.acting import wrong
from sandtable.rulesets.uprising1848.table.combat import gunnery
from sandtable.rulesets.uprising1848.table.encounters.bystanders import wishing
from sandtable.rulesets.uprising1848.table.encounters.searching import capture_act, captures, found_out, kept_back
from sandtable.rulesets.uprising1848.table.figures import Role as FigureRole
from sandtable.rulesets.uprising1848.table.own_actions import FACE, OVER, PLACE, STOP, TAKE_GUN
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, REFEREE, Deciding, UprisingField
from sandtable.rulesets.uprising1848.table.units.mustering import leaderless
from sandtable.rulesets.uprising1848.units import Once
from sandtable.rulesets.uprising1848.vocabulary import Grade, Scenario, Side

FIGHT = (
    "stand", "move", "charge", "throw_stone", "fire_pistol", "fire_carbine", "fire_musket", "fire_rifle", "attack_lethal",
    "attack_improvised", "fire_light_artillery", "fire_field_artillery",
)  # fmt: skip
PLAYERS_OWN = (
    "parley", "oratory", "negotiate", "search_structure", "scout", "question", "free_prisoners", "build_barricades", "break_through",
    "open_fire",
)  # fmt: skip
AT_THE_START = ("split", "merge")


def open_now(field: UprisingField) -> Mapping[Role, tuple[str, ...]]:
    """Who may do what: the unit that acts goes on, a side with the initiative chooses one, else the Players press (R48-4.06 to R48-4.08)."""
    if field.moving is not None:
        return {field.pieces[field.moving.piece].owner: ("go",)}
    if field.acting:
        name = field.acting[-1]
        owner = field.pieces[name].owner if name in field.pieces else PLAYER
        return {owner: _unit_actions(owner)}
    if field.books.side is not None:
        own = field.books.side.value
        more = ("reveal",) if own == GOVERNMENT and any(True for _ in kept_back(field)) else ()
        return {own: (*_unit_actions(own), *AT_THE_START, *more)}
    pressing = ("initiative", "face", "stop") if may_stop(field) else ("initiative", "face")
    fresh = [field.books.units[name] for name in field.books.last_arrivals if name in field.books.units]
    waits = bool(field.books.last_arrivals) and not any(unit.acted for unit in fresh)
    return {PLAYER: pressing, **({REFEREE: ("ignore_event", "place")} if waits else {})}


def _unit_actions(side: Role) -> tuple[str, ...]:
    return (*FIGHT, *PLAYERS_OWN) if side == PLAYER else FIGHT


# ---- What follows by itself --------------------------------------------------------------------------------------------------------


def follows(field: UprisingField) -> Act | None:
    """The action that comes next without anybody's order: tests, garrisons that are found, the end of an initiative, the next turn."""
    if result(field) is not None:
        return None
    if field.shot is not None:
        return Act(
            by=_owner(field, field.shot.piece), action=gunnery.TESTS[field.shot.ammunition], piece=field.shot.piece
        )
    if field.redraw:
        return Act(by=PLAYER, action="event")
    shown = found_out(field, "near")
    if shown:
        return Act(by=GOVERNMENT, action="reveal", target=shown)
    if field.moving is not None:
        return None
    if field.acting:
        return next(_closing(field, field.acting[-1]), None) if _is_done(field, field.acting[-1]) else None
    if field.books.side is None and not any(to_act(field).values()):
        return Act(by=PLAYER, action="next_turn")
    return None


def _owner(field: UprisingField, name: str) -> Role:
    return field.pieces[name].owner if name in field.pieces else PLAYER


def _is_done(field: UprisingField, name: str) -> bool:
    """Whether every figure of a unit has acted, or nobody is left of it (R48-4.30)."""
    return name not in field.pieces or all(man.acted for man in field.men.get(name, ()))


def _closing(field: UprisingField, name: str) -> Iterator[Act]:
    """The end of an initiative: promotions, checks of morale, what is taken (R48-G.56(a), R48-G.62(c), R48-G.18(b))."""
    owner = _owner(field, name)
    for unled in leaderless(field):
        yield Act(by=PLAYER, action="promote", piece=unled)
    for owed in field.books.owes:
        if owed.label in field.pieces and field.pieces[owed.label].figures:
            yield Act(by=_owner(field, owed.label), action="check_morale", piece=owed.label)
    for what, taken, by in captures(field):
        yield capture_act(what, taken, by)
    for gun, by in gunnery.abandoned(field):
        yield Act(by=_owner(field, by), action="take_gun", piece=by, target=gun)
    yield Act(by=owner, action="over", piece=name)


def to_act(field: UprisingField) -> dict[Side, int]:
    """Units that have not acted, bystanders who want to move among them (R48-G.04(f))."""
    counts = {side: field.books.to_act(side) for side in Side}
    counts[Side.NON_PLAYER] += len(wishing(field))
    return counts


# ---- The deeds of it ---------------------------------------------------------------------------------------------------------------


def pressed(doing: Deciding) -> Facts:
    """Who is left to act (R48-4.09, R48-4.10, R48-G.04(a)); checks were taken when the initiative ended."""
    counts = to_act(doing.field)
    return {
        "player_units_to_act": counts[Side.PLAYER],
        "np_units_to_act": counts[Side.NON_PLAYER],
        "morale_checks_owed": 0,
    }


def facing_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """The force faces where its marker points (R48-11.33, R48-G.13(b))."""
    if len(doing.order.marker) != 1:
        yield wrong("marker", "facing", "R48-G.13")


def may_stop(field: UprisingField) -> bool:
    """An obvious stopping point: nobody of the government fights on the table, and everything known is taken (R48-12.07a)."""
    if field.goal.scenario is not Scenario.GENERIC or field.books.turn <= 1:
        return False
    if any(field.fights_on(piece.id) for piece in field.there(GOVERNMENT)):
        return False
    return all((Once.TAKEN, name) in field.books.once or (Once.FREED, name) in field.books.once for name in field.sites)


INITIATIVE: Deed[UprisingField] = Deed(action=RULESET.by_id["initiative"], measures=pressed)
NEXT_TURN: Deed[UprisingField] = Deed(action=RULESET.by_id["next_turn"])
ENDING: Deed[UprisingField] = Deed(action=OVER, measures=lambda doing: {"actor_name": doing.order.piece})
FACING: Deed[UprisingField] = Deed(action=FACE, hinders=facing_hinders)
STOPPING: Deed[UprisingField] = Deed(action=STOP, ends=lambda _: True)
DRAWN: Deed[UprisingField] = Deed(action=RULESET.by_id["event"])
VETO: Deed[UprisingField] = Deed(action=RULESET.by_id["ignore_event"], chooses=("reason", "draw_again"))
TAKING: Deed[UprisingField] = Deed(
    action=TAKE_GUN, by="R48-G.18", measures=lambda doing: {"target_name": doing.order.target}
)


def placing_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """The referee puts those elsewhere who have just come (R48-11.40, R48-11.44)."""
    field, name = doing.field, doing.order.piece
    if name not in field.books.last_arrivals or name not in field.pieces:
        yield wrong("piece", "not_come", "R48-11.44", field.books.last_arrivals, name=name)
    elif len(doing.order.marker) != 1:
        yield wrong("marker", "where", "R48-11.44")
    elif field.friendly and contains(field.friendly, doing.order.marker[0].point):
        yield wrong("marker", "friendly", "R48-11.37a")


PLACING: Deed[UprisingField] = Deed(action=PLACE, hinders=placing_hinders)


# ---- The end -----------------------------------------------------------------------------------------------------------------------


@fact
def result(field: UprisingField) -> Result | None:
    """How it ended, if it has (R48-12.01, R48-12.07, R48-G.46(h))."""
    why = _why(field)
    if not why:
        return None
    goal, books = field.goal, field.books
    told = {
        "scenario": goal.scenario,
        "points": max(-300, min(700, books.points)),
        "lord_taken": lord_taken(field),
        "estate_taken": estate_taken(field),
        "kossuth_escaped": bool(field.left),
        "wiped_out": why == "wiped_out",
        "concession": books.game_over,
    }
    action = RULESET.by_id["finish"]
    verdict = certain(action, form_read(action, told, field.tables).situation, field.tables)
    ends = next(one for one in verdict.effects if isinstance(one, GameEnds))
    winner = GOVERNMENT if ends.grade is Grade.DEFEAT else PLAYER
    reason = Message.of(f"ended.{why}", points=ends.total, grade=ends.grade)
    return Result(winner, reason, ((PLAYER, ends.total), (GOVERNMENT, 0)))


def _why(field: UprisingField) -> str:
    goal, books = field.goal, field.books
    if books.game_over:
        return "concession"
    if field.left:
        return "escaped"
    if field.ended:
        return "stopped"
    if not any(piece.figures for piece in field.of(PLAYER)):
        return "wiped_out"
    if goal.hero and not _hero_lives(field):
        return "hero_lost"
    if goal.scenario is Scenario.MANOR and lord_gone(field) and estate_taken(field):
        return "manor"
    return "turn_limit" if turns(field) and books.turn > turns(field) else ""


def turns(field: UprisingField) -> int:
    """The last turn: the option's, else the scenario's; nought where there is none."""
    return int(field.tables.option("turnLimit")) or field.goal.turns


def _hero_lives(field: UprisingField) -> bool:
    return any(man.role is FigureRole.LEADER for man in field.men.get(field.goal.hero, ()))


def lord_gone(field: UprisingField) -> bool:
    """Whether the lord is off the table."""
    unit = field.books.units.get(field.goal.lord)
    return unit is not None and unit.gone


def lord_taken(field: UprisingField) -> bool:
    """Whether the lord was killed or captured (R48-11.14)."""
    return lord_gone(field) and field.books.units[field.goal.lord].officer_scored


def estate_taken(field: UprisingField) -> bool:
    """Whether Player figures alone are inside the estate (R48-11.14)."""
    area = next((each for each in field.terrain.areas if each.id == field.goal.estate), None)
    if area is None:
        return False
    inside = {
        piece.owner
        for piece in field.there()
        if field.solid(piece.id) and any(contains(area.outline, pose.point) for pose in piece.figures)
    }
    return inside == {PLAYER}


def graded(field: UprisingField) -> Grade:
    """How the points stand now."""
    return grade(field.books.points, field.tables)
