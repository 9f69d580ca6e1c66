"""What hints of a scenario may wait for: what there is to decide, and what a unit could do now."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sandtable.battle.scenario.scenario import Hint
from sandtable.geometry.measure import Point, apart, inches
from sandtable.kernel.problem import Refusal
from sandtable.miniatures.acting import NO_PIECE, form_of, may
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Doing
from sandtable.miniatures.orders import Act
from sandtable.miniatures.players import by_distance
from sandtable.rulesets.average_dice.table import housing, turning
from sandtable.rulesets.average_dice.table.aiming import FIRE, THROW
from sandtable.rulesets.average_dice.table.fighting import MELEE
from sandtable.rulesets.average_dice.table.moving import MOVE
from sandtable.rulesets.average_dice.table.opponent.course import free_days, winner_now
from sandtable.rulesets.average_dice.table.players import against, others, ready, strides
from sandtable.rulesets.average_dice.table.state import AverageDiceField
from sandtable.rulesets.average_dice.table.works import HIT
from sandtable.rulesets.average_dice.vocabulary import UNIT_ARMS, Arm, Side

FIRST_DAY, TURN, DAY_OVER, RESTORE, COMES = MOMENTS = ("first_day", "turn", "day_over", "restore", "comes")
STEP = inches(2)  # what a unit must be able to go for an advance to be worth a word
AIMED: Mapping[str, Deed[AverageDiceField]] = {"melee": MELEE, "throw_dynamite": THROW, "fire": FIRE}
MOST_TRIED = 3  # enemies, the nearest first

Judged = Callable[[AverageDiceField, Piece], bool]


def moment(view: AverageDiceField) -> str:
    """What there is to decide, as hints call it."""
    actions = next(iter(turning.open_now(view).values()), ())
    if "restore_units" in actions:
        return RESTORE
    if "arrive" in actions:
        return COMES
    if "move" in actions:
        return TURN
    return DAY_OVER if "score" in actions else FIRST_DAY


# ---- What a unit could do ------------------------------------------------------------------------------------------------------------


def _open_to(view: AverageDiceField, piece: Piece, action: str) -> Iterator[Doing[AverageDiceField]]:
    """Those of the nearest enemies to whom a unit could do something."""
    for _, enemy in by_distance(view, piece)[:MOST_TRIED]:
        for order in against(view, piece, enemy):
            doing = Doing(view, order, piece, enemy)
            if order.action == action and may(AIMED[action], doing):
                yield doing


def _hurts(action: str) -> Judged:
    """Whether a unit could do something to an enemy, and would be likely to kill somebody."""

    def judged(view: AverageDiceField, piece: Piece) -> bool:
        return any(_kills(AIMED[action], doing) for doing in _open_to(view, piece, action))

    return judged


def _kills(deed: Deed[AverageDiceField], doing: Doing[AverageDiceField]) -> bool:
    try:
        form = form_of(deed, doing, deed.measures(doing))
    except Refusal:
        return False
    law = deed.action.law(form.situation, doing.field.tables, form.answers).law
    return law.mean(lambda verdict: verdict.measure("figures_lost")) * 2 >= 1


def _into(view: AverageDiceField, piece: Piece, *, storms: bool) -> bool:
    """Whether a unit could go into a house of a village: one with fewer enemies in it than half of its own figures, or one that is empty."""
    own, counted = Side(piece.owner), {name for houses in view.villages for name in houses}
    here = housing.house_of(view, piece)
    if here in counted and (not storms or any(housing.contacts(view, piece))):
        return False
    for order in others(view, piece):
        house = housing.house_at(view, order.ways[0][-1]) if order.action == "move" and order.ways else ""
        if house not in counted:
            continue
        inside = view.books.inside(view.books.structures[house])
        enemies = sum(unit.all_figures for unit in inside if unit.side is not own)
        wanted = 0 < 2 * enemies <= len(piece.figures) if storms else not inside
        if wanted and may(MOVE, Doing(view, order, piece, NO_PIECE)):
            return True
    return False


def _shells(view: AverageDiceField, piece: Piece) -> bool:
    """Whether a field gun could shoot at a house with enemies in it."""
    if view.books.units[piece.id].arm is not Arm.FIELD_GUN:
        return False
    for known in view.books.structures.values():
        foes = any(unit.side.value != piece.owner for unit in view.books.inside(known))
        order = Act(by=piece.owner, action="hit_structure", piece=piece.id, target=known.name)
        if foes and may(HIT, Doing(view, order, piece, NO_PIECE)):
            return True
    return False


def _advances(view: AverageDiceField, piece: Piece) -> bool:
    """Whether a unit of foot or horse that is not weak could go straight on to a village, and is in none of its houses."""
    weak = len(piece.figures) <= view.tables.number("morale.weak.figures")
    if view.books.units[piece.id].arm not in UNIT_ARMS or weak or not view.villages:
        return False
    counted = {name for houses in view.villages for name in houses}
    if housing.house_of(view, piece) in counted or any(housing.contacts(view, piece)):
        return False
    here = middle_of(piece.figures)
    there = min((housing.centre_of(view, houses) for houses in view.villages), key=lambda each: apart(here, each))
    return any(_steps(view, piece, there, chosen) for _, chosen in strides(view, piece))


def _steps(view: AverageDiceField, piece: Piece, there: Point, chosen: Mapping[str, str]) -> bool:
    here = middle_of(piece.figures)
    share = STEP / max(STEP, apart(here, there))
    x, y = round(share * (there.x - here.x)), round(share * (there.y - here.y))
    ways = tuple((pose._replace(x=pose.x + x, y=pose.y + y),) for pose in piece.figures)
    order = Act(by=piece.owner, action="move", piece=piece.id, ways=ways, chosen=dict(chosen))
    return may(MOVE, Doing(view, order, piece, NO_PIECE))


# ---- What hints know -----------------------------------------------------------------------------------------------------------------


def _first(judged: Judged) -> Callable[[AverageDiceField, Hint], str]:
    """The first unit that may still act of which something is so: the one that a hint names, or any of its side."""

    def found(view: AverageDiceField, told: Hint) -> str:
        some = (piece for piece in ready(view, told.side) if told.unit in ("", piece.id))
        return next((piece.id for piece in some if judged(view, piece)), "")

    return found


WHOM: Mapping[str, Callable[[AverageDiceField, Hint], str]] = {
    "can_melee": _first(lambda view, piece: any(True for _ in _open_to(view, piece, "melee"))),
    "can_throw": _first(_hurts("throw_dynamite")),
    "can_fire": _first(_hurts("fire")),
    "can_storm": _first(lambda view, piece: _into(view, piece, storms=True)),
    "can_go_in": _first(lambda view, piece: _into(view, piece, storms=False)),
    "can_shell": _first(_shells),
    "can_advance": _first(_advances),
}
SO: Mapping[str, Callable[[AverageDiceField, Hint], bool]] = {
    "ahead": lambda view, told: winner_now(view).value == told.side,  # who would win if the Villistas stopped now
    "day_is_free": lambda view, _: view.books.boxes < free_days(view),  # another day would bring the Federals nothing
}
