"""What hints of a scenario may wait for: what there is to decide, and what a unit could do now."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping

from sandtable.battle.scenario.scenario import Hint
from sandtable.geometry.measure import Length
from sandtable.miniatures.acting import NO_PIECE, may
from sandtable.miniatures.desk.courses import Tile
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Doing
from sandtable.rulesets.mexican_american_war.table import seeing, shooting, turning
from sandtable.rulesets.mexican_american_war.table.charges import charging, fighting, replying
from sandtable.rulesets.mexican_american_war.table.desk.tiles import tiles
from sandtable.rulesets.mexican_american_war.table.leaders import commanding
from sandtable.rulesets.mexican_american_war.table.movement import drilling
from sandtable.rulesets.mexican_american_war.table.players import in_action, off, ready
from sandtable.rulesets.mexican_american_war.table.shapes import middle_of
from sandtable.rulesets.mexican_american_war.table.state import MawField, Stage, length
from sandtable.rulesets.mexican_american_war.vocabulary import (
    SQUARES,
    Arm,
    HastyManeuver,
    Maneuver,
    OrderState,
    Phase,
)

MOMENTS = ("leaders", "check", "declare", "reply", "move", "fire", "fight", "end")
DECISIONS: Mapping[str | None, str] = {Phase.LEADERS: "leaders", Phase.CHARGES: "fight", Phase.END: "end"}
AHEAD = 30  # degrees off the front up to which an enemy is before a unit
GALLOPS = f"guns {Maneuver.MOVE_UNLIMBER_FIRE.value}"

Judged = Callable[[MawField, Piece], bool]


def moment(view: MawField) -> str:
    """What there is to decide, as hints call it."""
    if view.books.phase == Phase.MANEUVER:
        return view.stage.value or "check"
    return DECISIONS.get(view.books.phase, "fire")


# ---- What a unit could be told -------------------------------------------------------------------------------------------------------


def _may_be_told(view: MawField, piece: Piece, *names: str) -> bool:
    """Whether a unit may be told one of these maneuvers: as it is usual, or by the smallest numbers."""
    return any(_legal(view, piece, tile) for tile in tiles(view, piece) if tile.name in names)


def _legal(view: MawField, piece: Piece, tile: Tile) -> bool:
    usual = {knob.name: knob.usual for knob in tile.knobs}
    least = {**usual, **{knob.name: knob.least for knob in tile.knobs if knob.name == tile.stretches}}
    orders = (tile.given(how, tile.within(how, values)) for how in tile.hows for values in (usual, least))
    return any(may(drilling.MANEUVER, Doing(view, order, piece, NO_PIECE)) for order in orders)


def _gap(view: MawField, piece: Piece, foes: Iterable[Piece]) -> Length | None:
    """How far the nearest of some is; None where there is nobody."""
    return min((seeing.gap(view, each, piece) for each in foes if each.figures), default=None)


def _horse_is_near(view: MawField, piece: Piece) -> bool:
    """Whether horse of the enemy could be here with one charge."""
    enemies = seeing.enemies_of(view, piece.owner)
    far = _gap(view, piece, (each for each in enemies if view.books.units[each.id].on_horse))
    return far is not None and far <= length(view.tables.number("movement.cavalry.line.open.Double Quick"))


def _squares(view: MawField, piece: Piece) -> bool:
    """Whether foot in line had better form square."""
    foot = view.books.units[piece.id].arm is Arm.INFANTRY and view.shapes[piece.id].state not in SQUARES
    return foot and _horse_is_near(view, piece) and _may_be_told(view, piece, "deliberate square")


def _leaves_square(view: MawField, piece: Piece) -> bool:
    """Whether a square may become a line again, no horse being near."""
    square = view.shapes[piece.id].state in SQUARES
    return square and not _horse_is_near(view, piece) and _may_be_told(view, piece, "line")


def _foe_ahead(view: MawField, piece: Piece) -> bool:
    foe = seeing.nearest_enemy(view, piece)
    return foe is not None and abs(off(view, piece, middle_of(foe))) <= AHEAD


def _is_clear(view: MawField, piece: Piece) -> bool:
    """Whether no enemy could fire at a unit from close by, or be upon it at once."""
    known = seeing.threats(view, piece.owner).values()
    near = max((each.reach for each in known), default=0)
    far = _gap(view, piece, seeing.enemies_of(view, piece.owner))
    return far is None or far > near


def _comes_on(tile: str, *, ahead: bool) -> Judged:
    """Whether a unit of foot or horse with nobody close by may go toward the enemy: straight, or with a wheel."""

    def judged(view: MawField, piece: Piece) -> bool:
        troops = not view.books.units[piece.id].is_guns and view.shapes[piece.id].state not in SQUARES
        return (
            troops and _is_clear(view, piece) and _foe_ahead(view, piece) is ahead and _may_be_told(view, piece, tile)
        )

    return judged


def _bears(view: MawField, piece: Piece) -> bool:
    """Whether unlimbered guns have an enemy before their muzzles."""
    if not in_action(view, piece):
        return False
    marks = (shooting.mark_of(view, each) for each in seeing.enemies_of(view, piece.owner) if each.figures)
    return any(shooting.bears(view, piece, mark).numbers for mark in marks)


def _close(view: MawField, piece: Piece) -> bool:
    """Whether an enemy is in close range of guns, limbered or not."""
    far = _gap(view, piece, seeing.enemies_of(view, piece.owner))
    return far is not None and far <= length(view.tables.number("close_range.guns_12"))


def _charges(view: MawField, piece: Piece) -> bool:
    """Whether a unit may charge somebody who is shaken, or guns that do not fire."""
    if piece.id not in view.group or not charging.may_charge(view, piece.id):
        return False
    return any(
        _is_weak(view, order.target) and may(charging.DECLARE, Doing(view, order, piece, view.pieces[order.target]))
        for order in charging.charges_at(view, piece)
    )


def _is_weak(view: MawField, name: str) -> bool:
    unit = view.books.units[name]
    return unit.limbered or unit.silenced if unit.is_guns else unit.order is not OrderState.GOOD


def _replies(reply: HastyManeuver) -> Judged:
    """Whether a unit may reply to a charge so."""

    def judged(view: MawField, piece: Piece) -> bool:
        open_to = replying.open_replies(view, piece.owner) if view.stage is Stage.REPLY else ()
        return any(each.piece == piece.id and each.chosen["hasty_maneuver"] == reply.value for each in open_to)

    return judged


def _checks(view: MawField, piece: Piece) -> bool:
    return any(order.piece == piece.id for order in commanding.checks(view, piece.owner))


# ---- What hints know -----------------------------------------------------------------------------------------------------------------


def _first(judged: Judged) -> Callable[[MawField, Hint], str]:
    """The first piece that may still act of which something is so: the one that a hint names, or any of its side."""

    def found(view: MawField, told: Hint) -> str:
        some = (piece for piece in ready(view, told.side) if told.unit in ("", piece.id))
        return next((piece.id for piece in some if judged(view, piece)), "")

    return found


def _unit(judged: Judged) -> Callable[[MawField, Hint], str]:
    """As the one before, of units alone."""
    return _first(lambda view, piece: piece.id in view.books.units and judged(view, piece))


def _strays(view: MawField, told: Hint) -> str:
    """A leader who may ride, some of whose units have gone out of his reach."""
    if "move" not in turning.open_now(view).get(told.side, ()):
        return ""
    for leader in commanding.leaders_of(view, told.side):
        known = commanding.leader_of(view, leader)
        if not known.unit and leader.id not in view.ridden and any(_lost_sight_of(view, leader)):
            return leader.id
    return ""


def _lost_sight_of(view: MawField, leader: Piece) -> Iterator[str]:
    own: Collection[str] = commanding.leader_of(view, leader).command
    reached = commanding.commanded(view, leader.id)
    yield from (name for name in own if name in view.pieces and view.pieces[name].figures and name not in reached)


WHOM: Mapping[str, Callable[[MawField, Hint], str]] = {
    "checks": _first(_checks),
    "charges": _unit(_charges),
    "gallops": _unit(lambda view, piece: not _close(view, piece) and _may_be_told(view, piece, GALLOPS)),
    "unlimbers": _unit(lambda view, piece: _may_be_told(view, piece, Maneuver.UNLIMBER.value)),
    "pivots": _unit(lambda view, piece: not _bears(view, piece) and _may_be_told(view, piece, Maneuver.PIVOT.value)),
    "stays": _unit(lambda view, piece: _may_be_told(view, piece, Maneuver.FIRE.value)),
    "rallies": _unit(lambda view, piece: _may_be_told(view, piece, Maneuver.RALLY_GUNS.value)),
    "squares": _unit(_squares),
    "leaves_square": _unit(_leaves_square),
    "goes_ahead": _unit(_comes_on("ahead", ahead=True)),
    "wheels": _unit(_comes_on("wheel", ahead=False)),
    "holds": _unit(lambda view, piece: _may_be_told(view, piece, Maneuver.HOLD.value)),
    "strays": _strays,
    "answers_with_square": _unit(_replies(HastyManeuver.HASTY_SQUARE)),
    "answers_with_charge": _unit(_replies(HastyManeuver.COUNTER_CHARGE)),
    "fights": _unit(lambda view, piece: piece.id in fighting.chargers(view)),
    "breaks_through": _unit(lambda view, piece: piece.id in view.breaking and not fighting.chargers(view)),
}
SO: Mapping[str, Callable[[MawField, Hint], bool]] = {
    "fires": lambda view, told: bool(shooting.fireable(view, told.side)),
}
