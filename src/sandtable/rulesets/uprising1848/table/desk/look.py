"""What 1848! tells its desk: icons, qualities, turns, ranges, sites and works. Its words are in the messages beside it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence

from sandtable.battle.scenario.scenario import Hint
from sandtable.battle.scene import Badge, Count, Fact, Mark, Work
from sandtable.geometry.borders import INWARD
from sandtable.geometry.measure import DEGREE, Length, Pose, in_inches
from sandtable.kernel.messages import Message, signed_text
from sandtable.miniatures.bodies import gap_between
from sandtable.miniatures.desk.facts import enemy_off
from sandtable.miniatures.desk.look import Look, Reach, Say
from sandtable.miniatures.field import Piece
from sandtable.miniatures.orders import Act
from sandtable.rulesets.uprising1848.fire import reach_of
from sandtable.rulesets.uprising1848.table.acting import astray
from sandtable.rulesets.uprising1848.table.combat.aiming import alike, vain
from sandtable.rulesets.uprising1848.table.combat.fighting import BY_CLASS
from sandtable.rulesets.uprising1848.table.combat.gunnery import ACTIONS, loaded
from sandtable.rulesets.uprising1848.table.combat.gunnery import reach_of as gun_reach
from sandtable.rulesets.uprising1848.table.combat.shooting import BY_SHOT, SHOTS
from sandtable.rulesets.uprising1848.table.desk.by_hand import course, tiles
from sandtable.rulesets.uprising1848.table.desk.story import HUSHED, QUIET, sentence_of, voided
from sandtable.rulesets.uprising1848.table.figures import Role
from sandtable.rulesets.uprising1848.table.fold import COMBAT
from sandtable.rulesets.uprising1848.table.ground import HEDGE, LINEAR, LOW, ROUGH, legs_of
from sandtable.rulesets.uprising1848.table.movement.moving import friendly_edge
from sandtable.rulesets.uprising1848.table.players import ready
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, UprisingField, length, within
from sandtable.rulesets.uprising1848.table.turning import open_now, turns
from sandtable.rulesets.uprising1848.units import KnownUnit
from sandtable.rulesets.uprising1848.vocabulary import Firearm, Kind, Melee, Shot, Status

SOLDIERS = (Kind.INFANTRY, Kind.CAVALRY, Kind.ARTILLERY, Kind.GARRISON, Kind.CONVOY_GUARDS, Kind.HEADQUARTERS)
SHELTERS = frozenset({*LOW, HEDGE})  # lines that figures line up behind
RANKS = {Role.LEADER: "star", Role.OFFICER: "star", Role.NCO: "chevrons"}
UNARMED = (Kind.CIVILIANS, Kind.ARISTOCRATS)
INKS = {Kind.CIVILIANS: "none"}  # they are nobody's, whoever moves them
ARMS = {Firearm.NONE: "stone", Firearm.PISTOL: "stone", Firearm.CARBINE: "carbine", Firearm.MUSKET: "musket"}
ICONS = {
    Kind.CAVALRY: "cavalry",
    Kind.ARTILLERY: "artillery",
    Kind.CONVOY: "wagon",
    Kind.HEADQUARTERS: "leader",
    Kind.ENEMY_OFFICER: "leader",
    Kind.CIVILIANS: "civilian",
    Kind.ARISTOCRATS: "civilian",
    Kind.MOB: "club",
}


def _counts(view: UprisingField) -> Message:
    last = turns(view)
    name = "turn_of" if last else "turn"
    return Message.of(f"desk.clock.{name}", turn=view.books.turn, turns=last, points=view.books.points)


def _reach(view: UprisingField, piece: Piece) -> Reach | None:
    """As far as whoever has thrown may go; nothing of who waits beside the table; else as far as the best weapon carries, a gun's before its muzzle (R48-7.07, R48-8.13, R48-8.22)."""
    if piece.id in view.waiting:
        return None
    if view.moving is not None and view.moving.piece == piece.id:
        return Reach(view.moving.far)
    unit = view.books.units[piece.id]
    if piece.marker is not None and unit.party.gun is not None:
        far = gun_reach(unit.party.gun, loaded(unit), view.tables)
        return Reach(far, view.tables.number("sight.arc") * DEGREE, piece.marker)
    shots = [shot for man in view.men.get(piece.id, ()) if (shot := man.shot()) is not None]
    return Reach(max(length(reach_of(shot, view.tables)) for shot in shots)) if shots else None


def _marks(view: UprisingField) -> Mapping[str, Mark]:
    """Friendly lines, sites, wagons without drivers, fallen officers."""
    lines = {"friendly lines": Mark("zone", "", view.friendly, side=PLAYER)} if view.friendly else {}
    sites = {name: Mark("objective", name, (site.at,), 0) for name, site in view.sites.items()}
    wagons = {name: Mark("asset", name, (wagon.at.point,), 0) for name, wagon in view.wagons.items()}
    bodies = {name: Mark("objective", name, (body.at,), 0) for name, body in view.bodies.items()}
    return {**lines, **sites, **wagons, **bodies}


def _icon(unit: KnownUnit) -> str:
    """Its arm; of revolutionaries without firearms their scythes."""
    if unit.party.kind is Kind.REVOLUTIONARIES and unit.party.firearm is Firearm.NONE:
        return "scythe"
    return ICONS.get(unit.party.kind, "infantry")


def _letter(unit: KnownUnit) -> str:
    """The first letter of its quality."""
    return unit.party.quality.value[0]


def _drawn(view: UprisingField, piece: Piece) -> str:
    """Soldiers wear shakos; of all others the drawing of their arm says enough."""
    return "shako" if view.books.units[piece.id].party.kind in SOLDIERS else ""


def _man(view: UprisingField, piece: Piece, number: int) -> str:
    """Who is told apart: leaders and officers, NCOs, and among all who are no soldiers what each carries."""
    men = view.men.get(piece.id, ())
    if number >= len(men):
        return ""
    man, kind = men[number], view.books.units[piece.id].party.kind
    if man.role in RANKS:
        return RANKS[man.role]
    if kind in SOLDIERS:
        return ""
    if kind in UNARMED:
        return "civilian"
    if man.melee is Melee.LETHAL and man.firearm in (Firearm.NONE, Firearm.PISTOL):
        return "scythe"
    return ARMS.get(man.firearm, "rifle")


def _ink(unit: KnownUnit) -> str:
    """What a unit is drawn in, where that is not its side's ink."""
    return INKS.get(unit.party.kind, "")


def _engine(unit: KnownUnit) -> str:
    """How its gun is drawn; a limbered one has its team before it."""
    return "" if unit.party.gun is None else "field-gun-limbered" if unit.limbered else "field-gun"


def _badges(view: UprisingField, piece: Piece, say: Say) -> Iterator[Badge]:
    """Conditions that matter to whoever looks: Wavering, unloaded, not seen by the others."""
    unit = view.books.units[piece.id]
    if unit.status is Status.WAVERING:
        yield Badge(say(unit.status.message), letters=say(Message("desk.badge.wavering")))
    if unit.markers:
        loads = Message.of("desk.badge.markers", count=unit.markers)
        yield Badge(say(loads), letters=str(unit.markers))
    if piece.hidden:
        yield Badge(say(Message("desk.badge.unseen")), "hidden")


def _works(view: UprisingField, _: Say) -> Mapping[str, Work]:
    """Barricades that were built, and strongpoints and huts that events have brought."""
    built = {line.id: Work(line.id, "line", line.points) for line in view.works}
    sites = {name: Work(name, "wood", site.area.outline) for name, site in view.sites.items() if site.area is not None}
    return {**built, **sites}


def _counted(view: UprisingField, say: Say) -> Iterator[Count]:
    """Points, and the figures that each side has on the table."""
    yield Count(say(Message("desk.count.points")), str(view.books.points), PLAYER)
    for side in (PLAYER, GOVERNMENT):
        figures = sum(len(piece.figures) for piece in view.there(side))
        yield Count(say(Message(f"desk.count.{side}")), str(figures), side)


def _facts(view: UprisingField, piece: Piece, say: Say) -> Iterator[Fact]:
    """Condition, arms, what is left to do if not all of it, how near the enemy is; how many they are its line says already."""
    unit, men = view.books.units[piece.id], view.men.get(piece.id, ())
    if view.moving is not None and view.moving.piece == piece.id:
        yield Fact(
            say(Message.of("desk.far", far=in_inches(view.moving.far))), say(Message("desk.fact.to_go")), whole=True
        )
    yield Fact(say(unit.status.message), say(Message("desk.condition")))
    arms = Counter(man.firearm for man in men)
    carried = ", ".join(
        say(Message.of(f"desk.fact.{'unarmed' if arm is Firearm.NONE else 'carried'}", count=count, arm=arm))
        for arm, count in arms.most_common()
    )
    if carried:
        yield Fact(carried, say(Message("desk.fact.arms")))
    waits = sum(not man.acted for man in men)
    if waits < len(men) and view.moving is None:
        yield Fact(say(Message.of("desk.figures_of", now=waits, start=len(men))), say(Message("desk.fact.to_act")))
    if not piece.figures or piece.id in view.waiting:
        return
    enemies = [foe for foe in view.there() if foe.owner != piece.owner and not view.unit(foe.id).never_fights]
    foes = [gap_between(piece.stands, foe.stands) for foe in enemies]
    if foes:
        yield enemy_off(min(foes), say)


def _begins(view: UprisingField, _: Piece, end: Pose) -> Pose | None:
    """The place on the friendly edge over which somebody comes who ends somewhere: the nearest one (R48-G.57)."""
    edge = friendly_edge(view)
    xs, ys = [each.x for each in view.friendly], [each.y for each in view.friendly]
    if not xs:
        return None
    wide, high = view.terrain.width, view.terrain.height
    along = edge in ("south", "north")
    x = max(min(xs), 0, min(end.x, max(xs), wide)) if along else 0 if edge == "west" else wide
    y = (0 if edge == "south" else high) if along else max(min(ys), 0, min(end.y, max(ys), high))
    return Pose(x, y, INWARD[edge])


def _toll(view: UprisingField, piece: Piece, kind: str) -> str:
    """What a piece pays where its way meets a feature: so many times the inches in rough ground, so much for an obstacle (R48-7.02, R48-G.16)."""
    men, tables = view.men.get(piece.id, ()), view.tables
    if not all(tables.has("passage", kind, legs_of(man)) for man in men):
        return ""
    classes = {tables.text("passage", kind, legs_of(man)) for man in men}
    if ROUGH in classes:
        rider = all(man.mounted for man in men)
        return f"\N{MULTIPLICATION SIGN}{tables.number('rough', 'mounted' if rider else 'foot')}"
    return signed_text(-tables.number("obstacle.inches")) if LINEAR in classes else ""


def _besides(view: UprisingField, role: str) -> Sequence[Act]:
    """The Players stop at a good point; a referee lets what has come be elsewhere, or not at all, or something else in its place (R48-12.07a, R48-11.44, R48-11.48a)."""
    open_to = open_now(view).get(role, ())
    found = [Act(by=role, action="stop")] if "stop" in open_to else []
    if "place" in open_to:
        pieces = [view.pieces[name] for name in view.books.last_arrivals if name in view.pieces]
        found += [
            Act(by=role, action="place", piece=piece.id, marker=(piece.marker or piece.figures[0],))
            for piece in pieces
            if piece.figures
        ]
    if "ignore_event" in open_to:
        found += [Act(by=role, action="ignore_event", chosen={"draw_again": again}) for again in (False, True)]
    return found


def _never(view: UprisingField, piece: Piece) -> Collection[str]:
    """What a unit is not even told that it cannot do: shots it has no arms for, guns it has not, talk without anybody to talk to."""
    men, unit = view.men.get(piece.id, ()), view.books.units[piece.id]
    own = {shot for man in men if not man.acted and (shot := man.shot()) is not None} | {Shot.THROW}
    shots = {action for shot, action in BY_SHOT.items() if shot not in own}
    guns = {action for gun, action in ACTIONS.items() if gun is not unit.party.gun}
    blows = {action for melee, action in BY_CLASS.items() if all(man.melee is not melee for man in men)}
    talk = set() if view.books.talks.offer_open else {"negotiate"}
    talk |= set() if any(man.role is Role.LEADER for man in men) else {"oratory"}
    kinds = {view.books.units[each.id].party.kind for each in view.there(GOVERNMENT)}
    talk |= set() if Kind.CIVILIANS in kinds else {"parley"}
    return shots | guns | blows | talk


def _titled(view: UprisingField, role: str) -> Message | None:
    """What a side is about: to press, to go as far as it has thrown, or to act with its initiative."""
    now = moment(view)
    if view.moving is not None:
        return Message.of(f"desk.title.{now}.{role}", far=in_inches(view.moving.far))
    return Message(f"desk.title.{now}" if now == "press" else f"desk.title.{now}.{role}")


def moment(view: UprisingField) -> str:
    """What there is to decide, as hints call it: a press, an action of a unit, or where those go who have thrown."""
    if view.moving is not None:
        return "go"
    return "act" if view.acting or view.books.side is not None else "press"


def _own(view: UprisingField, hint: Hint) -> list[Piece]:
    """The pieces of a hint's side that may act, or all on the table where none may yet; or the one that it names."""
    some = ready(view, hint.side) or view.there(hint.side)
    return [piece for piece in some if hint.unit in ("", piece.id) and piece.id not in view.waiting]


def _in_range(view: UprisingField, hint: Hint) -> bool:
    return any(True for _ in _marks_of(view, hint))


def _near(view: UprisingField, hint: Hint) -> bool:
    return any(far <= most // 2 for far, most in _marks_of(view, hint))


def _marks_of(view: UprisingField, hint: Hint) -> Iterator[tuple[Length, Length]]:
    """How far off every enemy is who fights and whom somebody could hit now, and how far that weapon carries."""
    for piece in _own(view, hint):
        for foe in view.there() if not astray(view, piece) else ():
            if foe.owner == hint.side or not foe.figures or not view.fights_on(foe.id):
                continue
            for action, shot in SHOTS.items():
                order = Act(by=piece.owner, action=action, piece=piece.id, target=foe.id)
                if shot is not Shot.THROW and piece.figures and vain(view, order) is None:
                    yield gap_between(piece.stands, foe.stands), length(reach_of(shot, view.tables))


SO = {
    "in_range": _in_range,  # somebody, or the unit that is named, could hit an enemy who fights
    "near": _near,  # and that enemy is within half the reach of those arms
    "astray": lambda view, hint: any(astray(view, piece) for piece in _own(view, hint)),
    "wavering": lambda view, hint: any(not view.solid(piece.id) for piece in _own(view, hint)),
    "waiting": lambda view, hint: any(view.pieces[name].owner == hint.side for name in view.waiting),
}


LOOK: Look[UprisingField] = Look(
    icon=_icon,
    letter=_letter,
    started=lambda unit: unit.reference,
    turn=lambda view: view.books.turn,
    counts=_counts,
    reach=_reach,
    marks=_marks,
    cards=COMBAT,
    drawn=_drawn,
    man=_man,
    engine=_engine,
    ink=_ink,
    loses=lambda unit: not _ink(unit),
    together=lambda view: length(view.tables.number("links.unit")),
    badges=_badges,
    works=_works,
    titled=_titled,
    aside=lambda view, piece: piece.id in view.waiting,
    begins=_begins,
    counted=_counted,
    facts=_facts,
    goers=lambda view, piece: view.moving.figures if view.moving and view.moving.piece == piece.id else None,
    called=lambda order: "stay" if order.action == "go" and not any(order.ways) else "",
    toll=_toll,
    never=_never,
    besides=_besides,
    usual=frozenset({"initiative"}),
    tiles=tiles,
    course=course,
    shelters=SHELTERS,
    moment=moment,
    subject=lambda view: view.moving.piece if view.moving is not None else view.acting[-1] if view.acting else "",
    so=SO,
    told=sentence_of,
    voided=voided,
    part=lambda view, piece: view.books.units[piece.id].player,
    quiet=QUIET,
    hushed=HUSHED,
    within=within,
    foremost=frozenset({"move"}),
    expects=dict.fromkeys(SHOTS, "casualties"),
    alike=alike,
    vain=vain,
)
