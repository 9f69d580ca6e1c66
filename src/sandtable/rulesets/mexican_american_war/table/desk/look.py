"""What the Mexican-American War tells its desk: icons, badges, the clock, key positions, losses. Its words are in the messages beside it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from fractions import Fraction
from typing import Any

import shapely

from sandtable.battle.scene import Badge, Count, Fact, Mark, Step
from sandtable.geometry.measure import Length, Point
from sandtable.kernel.messages import Message, decimal_text
from sandtable.kernel.verdict import Verdict
from sandtable.miniatures.acting import certain, form_read
from sandtable.miniatures.desk.facts import nearest_enemy
from sandtable.miniatures.desk.look import Look, Reach, Say
from sandtable.miniatures.events import Ruled
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.command import KnownLeader
from sandtable.rulesets.mexican_american_war.table import seeing, shooting, turning
from sandtable.rulesets.mexican_american_war.table.desk import lesson
from sandtable.rulesets.mexican_american_war.table.desk.menu import called, joined
from sandtable.rulesets.mexican_american_war.table.desk.prospects import asks, prospect
from sandtable.rulesets.mexican_american_war.table.desk.threatening import threats
from sandtable.rulesets.mexican_american_war.table.desk.tiles import course, tiles
from sandtable.rulesets.mexican_american_war.table.desk.volleys import VOLLEYS
from sandtable.rulesets.mexican_american_war.table.leaders import commanding, riding
from sandtable.rulesets.mexican_american_war.table.movement.steps import StepKind
from sandtable.rulesets.mexican_american_war.table.shapes import FILES
from sandtable.rulesets.mexican_american_war.table.state import Kind, MawField, Stage, TaskKind, length
from sandtable.rulesets.mexican_american_war.vocabulary import (
    ARM_ICONS,
    ORDER_ICONS,
    CheckEffect,
    Commander,
    Formation,
    HastyManeuver,
    Light,
    Maneuver,
    OrderState,
    Phase,
    Side,
)

CARDS = frozenset({"fire", "charge_combat", "maneuver_check"})
QUIET = frozenset({"let_them_come", "set_light", "army_state", "next_phase", "recall"})
TERSE = frozenset({"next_phase", "maneuver", "move", "declare_charge", "hasty_maneuver"})  # their lines say it all
HATS = {Side.US: "hat-kepi", Side.MEX: "general"}
GOES_ELSEWHERE = (TaskKind.HALT, TaskKind.RECALL, TaskKind.CARRY)  # where it does not go back
MOST_KEYS = 2  # that the top of the page has room for
LISTS = {"fire": "firers", "charge_combat": "attackers", "maneuver_check": "units"}
AIMED = {"fire": "target_name", "declare_charge": "target_name", "attach": "unit", "take_guns": "guns"}


def _steps(view: MawField, say: Say) -> Iterator[Step]:
    """The phases of a player turn (MAW-2.01)."""
    phases = list(Phase)
    at = phases.index(Phase(view.books.phase)) if view.books.phase else -1
    yield from (Step(say(phase.message), number == at, number < at) for number, phase in enumerate(phases))


def _titled(view: MawField, role: str) -> Message | None:
    """What a side is about, by phase and by how far a check has come."""
    phase = view.books.phase
    if phase is None:
        return None
    name = f"{phase}_{view.stage.value}" if phase == Phase.MANEUVER and view.stage else phase
    return Message.of(f"desk.title.{name}", side=Message(f"side.{role}"))


def _told(_: MawField, ruled: Ruled) -> Message | None:
    """A check with what it brought, a phase, a shot with all who fire, a charge with how far it may go, a reply, a maneuver with its steps."""
    fields = ruled.fields
    if ruled.action == "maneuver_check":
        return _check_told(ruled)
    if ruled.action == "next_phase":
        begun: Mapping[str, Any] = next((each for each in ruled.effects if "phase" in each), {})
        return Message.of("desk.told.phase", phase=Message(f"desk.begins.{begun.get('phase', 'end')}"))
    if ruled.action == "fire":
        firers = tuple(str(each["name"]) for each in fields.get("firers", ()))
        return Message.of("desk.told.fire", who=firers, target=fields["target_name"])
    if ruled.action == "declare_charge":
        kind = "steel" if fields.get("cold_steel") else "charge"
        far: Mapping[str, Any] = next((each for each in ruled.effects if "distance" in each), {})
        return Message.of(
            f"desk.told.{kind}",
            who=fields["name"],
            target=fields["target_name"],
            far=decimal_text(round(Fraction(far.get("distance", 0)), 1)),
        )
    if ruled.action == "hasty_maneuver":
        reply = HastyManeuver(fields["hasty_maneuver"])
        return Message.of("desk.told.reply", who=fields["name"], what=reply.message)
    if ruled.action == "retreat" and fields.get("task") in GOES_ELSEWHERE:
        return Message.of(f"desk.told.{fields['task']}", who=fields["name"])
    if ruled.action != "maneuver":
        return None
    what, steps = Maneuver(fields["maneuver"]), tuple(_step_told(each) for each in fields.get("steps", ()))
    if fields.get("new_formation"):
        steps = (Formation(fields["new_formation"]).message, *steps)
    kind = "steps" if steps else "plain"
    return Message.of(f"desk.told.{kind}", who=fields["name"], what=what.message, steps=steps)


def _check_told(ruled: Ruled) -> Message:
    """What one die brought to each of those who shared it; a unit by itself checks."""
    brought = {
        str(each["whom"]): CheckEffect(each["result"]) for each in ruled.effects if each.get("effect") == "checked"
    }
    units = [str(each["name"]) for each in ruled.fields.get("units", ())]
    if len(units) == 1:
        effect = brought.get(units[0])
        if effect is not None:
            return Message.of("desk.told.checks", who=units[0], effect=effect.message)
    each_of = tuple(
        Message.of("desk.told.brought", who=name, effect=brought[name].message) if name in brought else name
        for name in units
    )
    return Message.of("desk.told.check", units=each_of)


def _step_told(step: Mapping[str, Any]) -> Message:
    """A step of a way: how far, how far round, and to which hand."""
    kind, turn, far = StepKind(step["step"]), int(step.get("degrees") or 0), Fraction(step.get("inches") or 0)
    name = "turn" if turn and not far else "slant" if turn else "far"
    hand = "right" if turn > 0 else "left"
    said = decimal_text(round(far, 1))
    return Message.of(
        f"desk.told.{name}", kind=kind.message, degrees=abs(turn), far=said, hand=Message(f"desk.hand.{hand}")
    )


def _letter(unit: Any) -> str:
    """The first letter of a rating."""
    told: str = unit.rating.value if isinstance(unit, KnownLeader) else unit.experience.value
    return told[0]


def _counts(view: MawField) -> Message:
    """The turn, and the time of day where the scenario has one (MAW-0.09)."""
    turn, turns = view.books.turn, view.setting.turns
    at = turning.clock_of(view, turn)
    light = view.books.light
    if at is None:
        return Message.of("desk.clock.turn", turn=turn, turns=turns)
    clock = f"{at[0]}:{at[1]:02}"
    kind = "timed" if light is Light.DAY else "dark"
    return Message.of(f"desk.clock.{kind}", turn=turn, turns=turns, clock=clock, light=light.message)


def _reach(view: MawField, piece: Piece) -> Reach | None:
    if piece.id not in view.books.units:
        return Reach(commanding.radius(view, piece), command=True)
    far = shooting.reach_of(view, piece)
    wedges = _wedges(view, piece, far) if far and shooting.can_fire(view, piece) else ()
    return Reach(far, wedges=wedges) if wedges else None


def _wedges(view: MawField, piece: Piece, far: Length) -> tuple[tuple[Point, ...], ...]:
    """The ground before the muzzles of a unit, as far as they carry (MAW-G.07a)."""
    some = seeing.muzzles(view, piece)
    if not some:
        return ()
    around = shapely.union_all(shapely.polygons(seeing.quads(view, piece.id))).buffer(far)
    arcs = shapely.union_all(shapely.polygons(seeing.wedges(some, far, view.tables)))
    table = shapely.box(0, 0, view.terrain.width, view.terrain.height)
    parts = shapely.get_parts(arcs.intersection(around).intersection(table))
    return tuple(
        tuple(Point(round(x), round(y)) for x, y in part.exterior.coords[:-1])
        for part in parts
        if part.geom_type == "Polygon" and not part.is_empty
    )


def _marks(view: MawField) -> Mapping[str, Mark]:
    """Key positions, with who was the last to hold each (MAW-G.18b)."""
    return {
        key.id: Mark("objective", key.name, (key.at,), key.within, view.held.get(key.id)) for key in view.setting.keys
    }


def _badges(view: MawField, piece: Piece, say: Say) -> Iterator[Badge]:
    """Conditions that matter to whoever looks."""
    if piece.id not in view.books.units:
        return
    unit = view.books.units[piece.id]
    if unit.order is not OrderState.GOOD:
        yield Badge(say(unit.order.message), ORDER_ICONS[unit.order])
    if unit.silenced:
        yield Badge(say(Message("desk.badge.silenced")), "disordered")
    if unit.is_guns and unit.limbered:
        yield Badge(say(Message("desk.badge.limbered")), "limbered")
    if unit.low_ammunition:
        yield Badge(say(Message("desk.badge.low")), "ammunition")
    if piece.id in view.charges:
        yield Badge(say(Message("desk.badge.charges")), "charge")
    if any(leader.unit == piece.id and leader.leads for leader in view.books.leaders.values()):
        yield Badge(say(Message("desk.badge.leader")), "leader-attached")
    if view.instruction(piece.id) is not None:
        yield Badge(say(Message("desk.badge.told")), "hand")


def _facts(view: MawField, piece: Piece, say: Say) -> Iterator[Fact]:
    """Order, check, how near the enemy is: stands, formation and ratings stand in the line about it; of a leader how he is."""
    leader = view.books.leaders.get(piece.id)
    if leader is not None:
        yield Fact(say(leader.condition()), say(Message("desk.condition")))
        return
    unit = view.books.units[piece.id]
    yield Fact(say(unit.condition()), say(Message("desk.condition")))
    if unit.checked is not None:
        yield Fact(say(unit.checked.message), say(Message("desk.fact.check")))
    yield from nearest_enemy(view, piece, say)


def _counted(view: MawField, say: Say) -> Iterator[Count]:
    """Stands that each side has lost, of how many (MAW-G.18, MAW-G.27c)."""
    for side in Side:
        lost, limit = view.books.lost(side), view.setting.withdraws.get(side)
        how = "of" if limit is None else "until"
        told = say(Message.of(f"desk.count.{how}", now=lost, start=view.books.started(side), limit=limit or 0))
        yield Count(say(Message(f"desk.count.lost_{side.value}")), told, side.value)
    for key in view.setting.keys[:MOST_KEYS]:
        holder = view.held.get(key.id)
        held = Message(f"side.{holder}") if holder else Message("desk.count.nobody")
        yield Count(say(Message.of("desk.count.held", place=key.name)), say(held), holder)


def _front(view: MawField, piece: Piece) -> int:
    """How many stands are its front."""
    drawn = view.shapes[piece.id]
    if drawn.kind in (Kind.MOB, Kind.HOUSE, Kind.SQUARE):
        return 0
    return 1 if drawn.state in FILES else min(len(piece.figures), drawn.array.files)


def _engine(unit: Any) -> str:
    """Guns show whether they are limbered."""
    if isinstance(unit, KnownLeader) or not unit.is_guns:
        return ""
    return "field-gun-limbered" if unit.limbered else "field-gun"


def _outline(view: MawField, name: str) -> tuple[Point, ...]:
    return next(area.outline for area in view.terrain.areas if area.id == name)


def _never(view: MawField, piece: Piece) -> Collection[str]:
    """Leaders neither fire nor charge; units do not ride; charges are declared by those who have checked."""
    if piece.id in view.books.leaders:
        return {"fire", "declare_charge"}
    declares = piece.id in view.group and view.stage in (Stage.DECLARE, Stage.MOVE)
    fires = shooting.can_fire(view, piece)
    return {"move", *(() if declares else ("declare_charge",)), *(() if fires else ("fire",))}


def _named(ruled: Ruled) -> tuple[str, str]:
    """Who acts in a ruling, and at whom."""
    told = ruled.fields
    many = told.get(LISTS.get(ruled.action, ""), ())
    who = str(many[0].get("name") or "") if many else str(told.get("name") or told.get("leader") or "")
    if ruled.action == "maneuver_check" and len(many) > 1:
        who = ""
    target = told.get(AIMED.get(ruled.action, ""), "")
    if ruled.action == "charge_combat":
        target = told["defenders"][0].get("name")
    return who, str(target or "")


def _paced(view: MawField, order: Act) -> tuple[Length, Verdict]:
    """How far a leader may ride by a way."""
    told = riding.ridden(view, order)
    form = form_read(riding.RIDE_ACTION, told, view.tables)
    verdict = certain(riding.RIDE_ACTION, form.situation, view.tables)
    return length(Fraction(verdict.measure("distance"))), verdict


LOOK: Look[MawField] = Look(
    icon=lambda unit: "leader" if isinstance(unit, KnownLeader) else ARM_ICONS[unit.arm],
    letter=_letter,
    started=lambda unit: 1 if isinstance(unit, KnownLeader) else unit.started,
    house=lambda view, piece: view.inside.get(piece.id, ""),
    outline=_outline,
    turn=lambda view: view.books.turn,
    counts=_counts,
    reach=_reach,
    marks=_marks,
    cards=CARDS,
    front=_front,
    badges=_badges,
    counted=_counted,
    steps=_steps,
    titled=_titled,
    told=_told,
    engine=_engine,
    drawn=lambda view, piece: HATS[view.books.leaders[piece.id].side] if piece.id in view.books.leaders else "",
    chief=lambda view, piece: piece.id in view.books.leaders and view.books.leaders[piece.id].rank is Commander.ARMY,
    facts=_facts,
    never=_never,
    quiet=QUIET,
    terse=TERSE,
    hushed=frozenset({"effect.unit_removed"}),
    foremost=frozenset({"maneuver_check"}),
    linked=lambda view, piece: commanding.commanded(view, piece.id) if piece.id in view.books.leaders else (),
    moment=lesson.moment,
    so=lesson.SO,
    whom=lesson.WHOM,
    paced=_paced,
    called=called,
    joined=joined,
    named=_named,
    tiles=tiles,
    course=course,
    expects={"fire": "stands_lost"},
    loses=lambda unit: not isinstance(unit, KnownLeader),
    volleys=VOLLEYS,
    threats=threats,
    asks=asks,
    prospect=prospect,
)
