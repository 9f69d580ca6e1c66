"""Charges go in: to contact with whomever they meet, half way to meet them, after evaders, and through a beaten enemy (MAW-2.06, MAW-14.04, MAW-G.23a, MAW-G.25d)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from math import floor, inf

from sandtable.battle.event import Event
from sandtable.geometry.measure import CIRCLE, DEGREE, Length, Pose, ahead, bearing, direction, in_inches, veer
from sandtable.kernel.effects import Effect, OnBooks, effect
from sandtable.kernel.form import Section, distance, text
from sandtable.kernel.messages import Message, Vocabulary
from sandtable.kernel.problem import Problem, refuse
from sandtable.kernel.requests import Choose, Option
from sandtable.kernel.ruleset import Action
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Rule, Ruling
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts
from sandtable.miniatures.regiment import quads_of, swung
from sandtable.rulesets.mexican_american_war import fields
from sandtable.rulesets.mexican_american_war.ledger import MexicanAmericanWarLedger
from sandtable.rulesets.mexican_american_war.table import seeing
from sandtable.rulesets.mexican_american_war.table.charges.approaching import (
    Approach,
    Crossing,
    Turn,
    approach,
    crossing,
    drawn_after,
    first_met,
    gap_of,
    tried,
)
from sandtable.rulesets.mexican_american_war.table.charges.going_back import carried
from sandtable.rulesets.mexican_american_war.table.movement import room
from sandtable.rulesets.mexican_american_war.table.shapes import middle_of, stands_of
from sandtable.rulesets.mexican_american_war.table.state import (
    Charge,
    Deciding,
    Drawn,
    Formed,
    Kind,
    MawField,
    Task,
    TaskKind,
    length,
)
from sandtable.rulesets.mexican_american_war.vocabulary import Ground, Side


@dataclass(frozen=True)
class Closing:
    """Where a charge ends, whom it meets there, and over what it came."""

    drawn: Drawn
    figures: tuple[Pose, ...]
    met: str
    gone: Length
    over: Crossing
    way: tuple[Pose, ...] = ()


NOTHING = Crossing(Ground.OPEN, (), 0, False)


def closed(field: MawField, name: str) -> Closing:
    """How a charge goes in, as things stand now."""
    charge, piece = field.charges[name], field.pieces[name]
    if charge.counter:
        return _countered(field, piece, charge)
    if charge.vacated and not charge.pursues:
        place = carried(field, piece, Task(TaskKind.CARRY, name, place=charge.vacated))
        front, end = field.shapes[name].array.front, place.drawn.array.front
        gone = round(((end.x - front.x) ** 2 + (end.y - front.y) ** 2) ** 0.5)
        return Closing(place.drawn, place.figures, "", gone, _over(field, name, Turn.read(charge.turn)), (front, end))
    target = charge.target if charge.target in field.pieces else ""
    way = approach(field, name, target, Turn.read(charge.turn), charge.far) if target else None
    way = way or (approach(field, name, target, None, charge.far) if target else None)
    if way is not None:
        return _at(field, name, way, gap_of(way), way.met)
    return _short(field, name, charge)


def _over(field: MawField, name: str, turn: Turn | None) -> Crossing:
    if field.shapes[name].kind is not Kind.RANKS:
        return NOTHING
    way = tried(field, name, turn or Turn())
    return crossing(field, name, way, gap_of(way))


def _at(field: MawField, name: str, way: Approach, far: Length, met: str) -> Closing:
    drawn, figures = drawn_after(field, name, way, far)
    places = (*(each.front for each in (way.start, *way.stations)), drawn.array.front)
    return Closing(drawn, figures, met, way.cost + far, crossing(field, name, way, far), places)


def _short(field: MawField, name: str, charge: Charge) -> Closing:
    """A charge whose target has got out of reach goes on as far as it can, and meets whoever is there, or halts short of him."""
    piece = field.pieces[name]
    if field.shapes[name].kind is not Kind.RANKS:
        return Closing(field.shapes[name], piece.figures, "", 0, NOTHING)
    way = tried(field, name, Turn.read(charge.turn) or Turn())
    if way.straight == inf or way.met == "":
        clear = floor(way.straight) - 1 if way.straight < inf else charge.far
        far = max(0, min(charge.far - way.cost, clear, _on_table(field, piece, way)))
        return _at(field, name, way, _free(field, piece, way, far), "")
    if way.total <= charge.far:
        return _at(field, name, way, gap_of(way), way.met)
    apart = length(field.tables.number("apart.enemy"))
    far = max(0, min(charge.far - way.cost, gap_of(way) - apart))
    return _at(field, name, way, _free(field, piece, way, far), "")


def _free(field: MawField, piece: Piece, way: Approach, far: Length) -> Length:
    """The furthest place on the way, up to so far, where it stands on nobody."""
    for less in range(far, -1, -250):
        if room.is_free(field, piece, quads_of(piece.base, drawn_after(field, piece.id, way, less)[1])):
            return less
    return 0


def _on_table(field: MawField, piece: Piece, way: Approach) -> Length:
    """How far it may go without leaving the table."""
    x, y = direction(way.bearing)
    corners = quads_of(piece.base, drawn_after(field, piece.id, way, 0)[1]).reshape(-1, 2).tolist()
    limits = [inf]
    for px, py in corners:
        limits += [(field.terrain.width - px) / x] if x > 0 else [-px / x] if x < 0 else []
        limits += [(field.terrain.height - py) / y] if y > 0 else [-py / y] if y < 0 else []
    return max(0, floor(min(limits)))


def _countered(field: MawField, piece: Piece, charge: Charge) -> Closing:
    """A counter charge: faced to the charger, half the gap between them, at most half a move (MAW-G.23a)."""
    foe = field.pieces.get(charge.target)
    drawn = field.shapes[piece.id]
    if foe is None:
        return Closing(drawn, piece.figures, "", 0, NOTHING)
    here, there = middle_of(piece), middle_of(foe)
    facing = bearing(there.x - here.x, there.y - here.y)
    turn = (facing - drawn.array.front.facing) % CIRCLE
    turned = replace(drawn, array=replace(drawn.array.straight, front=swung(drawn.array.front, here, turn)))
    figures = stands_of(turned, len(piece.figures), piece.base, field.tables)
    if not room.is_free(field, piece, quads_of(piece.base, figures)):
        turned, figures = drawn, piece.figures
        facing = drawn.array.front.facing
    gap = seeing.gap(field, piece, foe)
    far, _ = first_met(field, piece, quads_of(piece.base, figures), facing)
    half = max(0, min(gap // 2, charge.far, floor(far) if far < inf else gap))
    moved = room.moved(turned, figures, ahead(Pose(0, 0, facing), half))
    return Closing(*moved, "", half, NOTHING, (drawn.array.front, moved[0].array.front))


# ---- The ruling ------------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class ChargeMove:
    """A charge that goes in."""

    side: Side = fields.side()
    name: str = text(section=Section.ACTOR)
    met: str | None = text(section=Section.TARGET, optional=True)
    counters: bool = fields.box()
    ground: Ground = fields.ground()
    favors: bool = fields.box()
    inches: Fraction = distance(section=Section.CIRCUMSTANCE, widget="step", highest=120, usual=Fraction(0))

    def subject(self) -> Message:
        """Who goes in."""
        return Message.of("subject.charge_move", who=self.name)


@effect(has_words=False)
class ChargeMeets(OnBooks):
    """Whom a charge has met: it is his now, and nobody else's (MAW-G.22f)."""

    charger: str
    target: str = ""

    def on(self, books: MexicanAmericanWarLedger) -> MexicanAmericanWarLedger:
        own = books.own_name(self.charger)
        books = books.each(
            lambda unit: replace(
                unit, charged_by=(unit.charged_by | {own}) if unit.name == self.target else unit.charged_by - {own}
            )
        )
        return books.with_changes(self.charger, charging=frozenset({self.target} if self.target else ()))


def _goes_in(situation: ChargeMove, _: Tables) -> Ruling:
    """It is in contact with whomever it has met."""
    met = situation.met or ""
    note = ChargeMeets(whom=situation.name, charger=situation.name, target=met)
    return Ruling.of(
        "charge_home" if met else "charge_short", notes=(note,), words={"name": situation.name, "target": met}
    )


def move_facts(doing: Deciding) -> Facts:
    """Whom it meets, and what it comes over."""
    found = closed(doing.field, doing.actor.id)
    return {
        "side": Side(doing.actor.owner),
        "name": doing.actor.id,
        "met": found.met or None,
        "counters": doing.field.charges[doing.actor.id].counter,
        "ground": found.over.ground,
        "favors": found.over.favors,
        "inches": str(float(in_inches(found.gone))),
    }


def move_moves(doing: Deciding, _: ChargeMove) -> Iterator[Event]:
    """The stands where it ends."""
    found = closed(doing.field, doing.actor.id)
    yield Formed(
        piece=doing.actor.id, figures=found.figures, base=doing.actor.base, drawn=found.drawn, way=found.way, done=True
    )


CHARGE_MOVE: Deed[MawField] = Deed(
    action=Action(
        "charge_move",
        ChargeMove,
        _goes_in,
        Ruling,
        "charge",
        ("MAW-2.06", "MAW-G.22e"),
        layout="plain",
        ledger_only=True,
    ),
    by="MAW-2.06",
    measures=move_facts,
    moves=move_moves,
)


# ---- After an evasion ------------------------------------------------------------------------------------------------------------------


class Pursuit(Vocabulary):
    """What a charger does whose target has made off (MAW-14.04)."""

    CARRY = "carry the position"
    GO_ON = "go on"


@dataclass(frozen=True, slots=True, kw_only=True)
class Pursue:
    """A charger whose target has made off."""

    side: Side = fields.side()
    name: str = text(section=Section.ACTOR)


@effect(has_words=False)
class Pursues(Effect):
    """Whether it goes on."""

    goes_on: bool


def _pursue(situation: Pursue, _: Tables) -> Rule[Ruling]:
    """Its owner carries the place or goes on toward the evader (MAW-14.04)."""
    options = tuple(Option(each.value, each.message) for each in Pursuit)
    says = Message.of("request.pursue", name=situation.name)
    told = yield Choose("pursue", options, Pursuit.CARRY.value, says=says, rule="MAW-14.04")
    goes_on = told == Pursuit.GO_ON
    return Ruling.of(
        "pursues" if goes_on else "carries",
        notes=(Pursues(whom=situation.name, goes_on=goes_on),),
        words={"name": situation.name},
    )


PURSUE: Deed[MawField] = Deed(
    action=Action("pursue", Pursue, _pursue, Ruling, "charge", ("MAW-14.04",), layout="plain", ledger_only=True),
    by="MAW-14.04",
    measures=lambda doing: {"side": Side(doing.actor.owner), "name": doing.actor.id},
)


# ---- Breaking through ------------------------------------------------------------------------------------------------------------------


def breakthrough_target(field: MawField, name: str) -> Approach | None:
    """The way to the closest enemy within half the double quick rate and 45 degrees of the front; None where there is none (MAW-G.25d)."""
    piece, task = field.pieces[name], field.breaking[name]
    if field.shapes[name].kind is not Kind.RANKS:
        return None
    most, widest = length(task.far), field.tables.number("angle.breakthrough") * DEGREE
    enemies = [
        (seeing.gap(field, piece, each), each.id) for each in seeing.enemies_of(field, piece.owner) if each.figures
    ]
    for far, enemy in sorted(enemies):
        if far > most or not _within(field, piece, enemy, widest):
            continue
        return approach(field, name, enemy, None, most)
    return None


def who_breaks(field: MawField) -> frozenset[str]:
    """Those who may break through now and have somebody to break through to; all others only carry the position (MAW-G.25d)."""
    return frozenset(
        name for name in field.breaking if name in field.pieces and breakthrough_target(field, name) is not None
    )


def _within(field: MawField, piece: Piece, enemy: str, widest: int) -> bool:
    """Whether any part of an enemy lies within an angle of the front."""
    front = field.shapes[piece.id].array.front
    for x, y in seeing.quads(field, enemy).reshape(-1, 2).tolist():
        if abs(veer(front.facing, bearing(x - front.x, y - front.y))) <= widest:
            return True
    return False


@dataclass(frozen=True, slots=True, kw_only=True)
class BreakThrough:
    """A unit that breaks through, or does not."""

    side: Side = fields.side()
    name: str = text(section=Section.ACTOR)
    target: str | None = text(section=Section.TARGET, optional=True)
    mounted: bool = fields.box()

    def subject(self) -> Message:
        """Who breaks through."""
        return Message.of("subject.break_through", who=self.name)


def _breaks(situation: BreakThrough, _: Tables) -> Ruling:
    met = situation.target or ""
    note = ChargeMeets(whom=situation.name, charger=situation.name, target=met)
    return Ruling.of(
        "breaks_through" if met else "no_breakthrough", notes=(note,), words={"name": situation.name, "target": met}
    )


def break_facts(doing: Deciding) -> Facts:
    """The closest enemy."""
    field, name = doing.field, doing.actor.id
    if name not in field.breaking:
        raise refuse("piece", "problem.table.no_breakthrough", rule="MAW-G.25e", name=name)
    way = breakthrough_target(field, name)
    unit = field.books.units[name]
    return {"side": unit.side, "name": name, "target": way.met if way is not None else None, "mounted": unit.on_horse}


def break_hinders(doing: Deciding, told: Facts) -> Iterator[Problem]:
    """There must be somebody to break through to (MAW-G.25d)."""
    if told["target"] is None and doing.order.action == "break_through" and not told["mounted"]:
        yield Problem("piece", Message.of("problem.table.nobody_beyond", name=doing.actor.id), (), "MAW-G.25d")


def break_moves(doing: Deciding, situation: BreakThrough) -> Iterator[Event]:
    """Into contact with the next enemy."""
    if situation.target is None:
        return
    way = breakthrough_target(doing.field, doing.actor.id)
    assert way is not None  # noqa: S101 - the form names whom it meets
    found = _at(doing.field, doing.actor.id, way, gap_of(way), way.met)
    yield Formed(
        piece=doing.actor.id, figures=found.figures, base=doing.actor.base, drawn=found.drawn, way=found.way, broke=True
    )


BREAK_THROUGH: Deed[MawField] = Deed(
    action=Action(
        "break_through",
        BreakThrough,
        _breaks,
        Ruling,
        "charge",
        ("MAW-2.10a", "MAW-G.25d"),
        layout="plain",
        ledger_only=True,
    ),
    by="MAW-2.10a",
    measures=break_facts,
    hinders=break_hinders,
    moves=break_moves,
)
CLOSING = {"charge_move": CHARGE_MOVE, "pursue": PURSUE, "break_through": BREAK_THROUGH}
