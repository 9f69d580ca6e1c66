"""What Mesoamerica tells its desk: icons, letters, the phase of the turn and the weather, ranges, men who lie on the field, hints. Its words are in the messages beside it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from math import ceil

from sandtable.battle.scenario.scenario import Hint
from sandtable.battle.scene import Badge, Count, Fact, Mark, Step
from sandtable.geometry.measure import Length, inches
from sandtable.kernel.messages import Message
from sandtable.kernel.verdict import Verdict
from sandtable.miniatures.acting import certain
from sandtable.miniatures.desk.look import Look, Reach, Say
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.miniatures.shapes import middle_of
from sandtable.rulesets.mesoamerica.filling import army_line
from sandtable.rulesets.mesoamerica.ledger import KnownUnit
from sandtable.rulesets.mesoamerica.levels import MUST_ADVANCE, duty, level_inches, level_message
from sandtable.rulesets.mesoamerica.losses import Losses, points_for
from sandtable.rulesets.mesoamerica.table import capturing
from sandtable.rulesets.mesoamerica.table.firing import aims_at
from sandtable.rulesets.mesoamerica.table.marching import is_running, ordered
from sandtable.rulesets.mesoamerica.table.nearness import touched
from sandtable.rulesets.mesoamerica.table.pacing import MOVE, legs_of, way_of
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField, base_of
from sandtable.rulesets.mesoamerica.vocabulary import MISSILES, OTHER_SIDE, WEAPON_ICONS, Phase, Side, UnitType

ICONS = {UnitType.LEADER: "flag", UnitType.PRIEST: "sacrifice", UnitType.SPANISH: "cavalry"}
CARDS = frozenset({"fight"})
QUIET = frozenset({"orders", "reveal_orders", "next_phase", "divisions", "move", "pass_naming"})
HUSHED = frozenset({"effect.naming_passed", "effect.fight_named"})  # their lines say the same, by the peoples' names
MOMENTS = {None: "begin", Phase.MOVE: "new_orders", Phase.PRISONERS: "claim"}  # where it is not the phase


def icon(unit: KnownUnit) -> str:
    """The picture of a unit: its weapon, or what it is."""
    return ICONS.get(unit.kind) or (WEAPON_ICONS[unit.weapon] if unit.weapon else "club")


def _counts(view: MesoamericaField) -> Message:
    books = view.books
    if not books.phase:
        return Message("desk.clock.before")
    return Message.of("desk.clock.phase", phase=Message(f"phase.{books.phase}"), weather=books.weather)


def _steps(view: MesoamericaField, say: Say) -> Iterator[Step]:
    """The phases of a turn (PRE-1.05)."""
    phases = list(Phase)
    at = phases.index(Phase(view.books.phase)) if view.books.phase else -1
    yield from (Step(say(Message(f"phase.{each}")), at == number, number < at) for number, each in enumerate(phases))


def _reach(view: MesoamericaField, piece: Piece) -> Reach | None:
    """As far as its missiles carry in this weather (PRE-5.06, PRE-5.07)."""
    weapon = view.unit(piece).weapon
    if weapon not in MISSILES:
        return None
    factor = view.tables.exact("weather.range", view.books.weather, "factor")
    return Reach(inches(view.tables.exact("missile", weapon, "range") * factor))


def _marks(view: MesoamericaField) -> Mapping[str, Mark]:
    """Where men lie whom their unit has left behind (PRE-G.21)."""
    return {
        f"lying-{name}": Mark("asset", name, (middle_of(base_of(view.unit(name), view.tables), pose),))
        for name, pose in view.lying.items()
        if name in view.books.units
    }


def _facts(view: MesoamericaField, piece: Piece, say: Say) -> Iterator[Fact]:
    """Men of those it began with, strength, level, and whoever cannot fight or is guarded; nothing where there is nobody."""
    unit = view.unit(piece)
    yield Fact(f"{unit.men.all}/{unit.started}", say(Message("desk.fact.men")))
    yield Fact(str(unit.strength), say(Message("desk.fact.strength")))
    yield Fact(say(unit.condition()), say(Message("desk.fact.level")))
    counted = {
        "unarmed": unit.men.unarmed,
        "unconscious": unit.men.unconscious,
        "prisoners": unit.prisoners,
        "held": unit.held,
    }
    yield from (Fact(str(count), say(Message(f"desk.fact.{name}"))) for name, count in counted.items() if count)


def _division(view: MesoamericaField, piece: Piece) -> str:
    """The division of a unit, which is ordered as one (PRE-3.23)."""
    unit = view.unit(piece)
    return f"{piece.owner} {unit.division}" if unit.division else ""


def _foreseen(_: MesoamericaField, order: Act) -> Act:
    """A fight that is named is fought later (PRE-G.36)."""
    return replace(order, action="fight") if order.action == "name_fight" else order


def _manned(view: MesoamericaField, piece: Piece) -> tuple[int, int]:
    """The men of a unit that has lost some; a whole one needs no plate."""
    unit = view.unit(piece)
    return (0 if unit.men.all == unit.started else unit.men.all), 0


def _badges(view: MesoamericaField, piece: Piece, say: Say) -> Iterator[Badge]:
    """What a plate tells at a glance: whoever is led away or held, men who cannot fight, a level that binds, and that nobody sees it."""
    unit = view.unit(piece)
    for count, name, picture in (
        (unit.prisoners, "leads", "captive"),
        (unit.held, "holds", "captive"),
        (unit.men.unarmed, "unarmed", ""),
        (unit.men.unconscious, "unconscious", ""),
    ):
        if count:
            words = say(Message.of(f"desk.badge.{name}", count=count))
            yield Badge(words, picture, "" if picture else say(Message.of(f"desk.badge.{name}_short", count=count)))
    if unit.shown >= MUST_ADVANCE or is_running(view, unit):
        yield Badge(
            say(duty(unit.shown, level_inches(unit.shown, view.tables))), letters=say(level_message(unit.shown))
        )
    if piece.hidden:
        yield Badge(say(Message("desk.badge.unseen")), "hidden")


def _counted(view: MesoamericaField, say: Say) -> Iterator[Count]:
    """Points and men lost of each side, and at how many lost men the battle ends, as far as the armies are seen (PRE-G.45)."""
    if not view.books.phase:
        return
    share = Fraction(str(view.tables.option("break_share")))
    armies = {side: Losses(**army_line(view.books, side)) for side in Side}
    for side, army in armies.items():
        points = points_for(armies[OTHER_SIDE[side]], view.tables)
        people = view.peoples.get(side.value) or Message(f"side.{side.value}")
        yield Count(say(Message.of("desk.count.points", people=people)), str(points), side.value)
        lost = Message.of("desk.count.lost_of", lost=army.lost, most=ceil(army.starting_men * share))
        yield Count(say(Message("desk.count.lost")), say(lost), side.value)


def _paced(view: MesoamericaField, order: Act) -> tuple[Length, Verdict]:
    """How far a walk could go, and the umpire's sum of it."""
    piece = view.pieces[order.piece]
    places = way_of(piece, order.ways)
    march = ordered(view, piece, order, free=view.books.phase != Phase.MOVE)
    legs = legs_of(view, places)
    assert march is not None  # noqa: S101 - the order is legal
    verdict = certain(MOVE.action, march.pace.form(legs), view.tables)
    return inches(sum((leg.inches for leg in legs), verdict.measure("inches_left"))), verdict


def moment(view: MesoamericaField) -> str:
    """What there is to decide, as hints call it."""
    phase = view.books.phase
    if phase == Phase.FIGHT:
        return "fight" if view.books.naming_over else "name"
    return MOMENTS.get(None if phase is None else Phase(phase), phase or "")


def _in_range(view: MesoamericaField, told: Hint) -> bool:
    own = (piece for piece in view.of(told.side) if told.unit in ("", piece.id))
    return any(aims_at(view, piece, foe) for piece in own for foe in view.foes(piece))


def _in_contact(view: MesoamericaField, told: Hint) -> bool:
    return any(touched(view, piece) for piece in view.of(told.side) if told.unit in ("", piece.id))


SO = {
    "in_range": _in_range,  # somebody, or the unit that is named, could fire at an enemy
    "in_contact": _in_contact,  # an enemy is within half an inch of somebody, or of the unit that is named
    "can_claim": lambda view, told: capturing.can_claim(view, told.side),  # helpless men could be claimed
}
LOOK: Look[MesoamericaField] = Look(
    icon=icon,
    letter=lambda _: "",
    started=lambda _: 1,
    turn=lambda view: view.books.turn,
    counts=_counts,
    reach=_reach,
    marks=_marks,
    cards=CARDS,
    quiet=QUIET,
    hushed=HUSHED,
    group=_division,
    foreseen=_foreseen,
    manned=_manned,
    badges=_badges,
    counted=_counted,
    steps=_steps,
    facts=_facts,
    paced=_paced,
    moment=moment,
    so=SO,
)
