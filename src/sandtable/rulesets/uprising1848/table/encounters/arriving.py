"""What rulings bring onto the table: arrivals, garrisons, finds, joiners, news, and the end of talks (R48-4.07, R48-11.32 to R48-11.47, R48-G.12, R48-G.41)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sandtable.battle.event import Event
from sandtable.battle.request import Addressed, Asked
from sandtable.battle.seat import EVERYBODY, Audience
from sandtable.geometry.distance import overlaps
from sandtable.geometry.measure import Point, Pose
from sandtable.kernel.effects import Effect
from sandtable.kernel.messages import Message
from sandtable.kernel.requests import Choose, Option
from sandtable.miniatures.bodies import near
from sandtable.miniatures.events import Came
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Ruling
from sandtable.rulesets.uprising1848.arrivals import volunteers
from sandtable.rulesets.uprising1848.effects import ArmsFound
from sandtable.rulesets.uprising1848.event_effects import (
    EMBASSY,
    ActsAtOnce,
    CachePlaced,
    ExitPoint,
    GarrisonIs,
    Joins,
    NewsIs,
    PartyArrives,
    Revealed,
    StrongpointPlaced,
)
from sandtable.rulesets.uprising1848.party import Place
from sandtable.rulesets.uprising1848.table import events
from sandtable.rulesets.uprising1848.table.encounters.searching import site_area
from sandtable.rulesets.uprising1848.table.figures import (
    WORTH,
    Man,
    Role,
    bases_of,
    men_of,
    on_foot,
    promotable,
)
from sandtable.rulesets.uprising1848.table.ground import HUT, STRONG, structure_at
from sandtable.rulesets.uprising1848.table.movement.placing import (
    edge_middle,
    exit_point,
    opposite_edge,
    ring,
    room,
    sheltered,
    site_room,
    spot,
    structure_near,
)
from sandtable.rulesets.uprising1848.table.state import (
    GOVERNMENT,
    KEPT,
    PLAYER,
    Armoury,
    Sighting,
    Site,
    UprisingField,
    length,
)
from sandtable.rulesets.uprising1848.table.units.mustering import is_led
from sandtable.rulesets.uprising1848.talk import OfficersFlee, TalksEnd
from sandtable.rulesets.uprising1848.units import KnownUnit
from sandtable.rulesets.uprising1848.vocabulary import Firearm, Kind, News, Quality, Side, Status

TROOPS = (Kind.INFANTRY, Kind.CONVOY_GUARDS, Kind.GARRISON, Kind.HEADQUARTERS)


@dataclass
class _Arrivals:
    """The new units and places of a ruling, taken up one after the other as its effects name them."""

    ruling: Ruling[UprisingField]

    def __post_init__(self) -> None:
        field = self.field
        self.units = [
            name
            for name, unit in field.books.units.items()
            if name not in field.pieces and unit.figures and not unit.gone
        ]
        self.places = [name for name in field.books.places if name not in field.sites]
        self.spots: dict[Place, Point | None] = {}
        self.site: Site | None = None
        self.last: list[str] = []

    @property
    def field(self) -> UprisingField:
        return self.ruling.story.state

    def at(self, place: Place | None) -> Point | None:
        """Where something comes: by direction and distance, or beside whoever found it."""
        if place is None:
            return self.beside()
        if place not in self.spots:
            self.spots[place] = spot(self.field, place)
        return self.spots[place]

    def beside(self) -> Point:
        """Where the figure is that acts, else the ring's middle."""
        piece = self.field.pieces.get(self.ruling.doing.actor.id)
        if piece is not None and piece.figures and piece.id not in self.field.waiting:
            number = next(iter(self.ruling.doing.order.members), 0)
            return piece.figures[min(number, len(piece.figures) - 1)].point
        return ring(self.field).centre


def arrived(ruling: Ruling[UprisingField]) -> Asked[None]:
    """Everything that the effects of a ruling put on the table."""
    new = _Arrivals(ruling)
    story = ruling.story
    for effect in ruling.effects:
        if isinstance(effect, NewsIs):
            yield from _news(ruling, effect)
            continue
        for event in _comes(new, effect):
            story.tell(event)


def _comes(new: _Arrivals, effect: Effect) -> Iterator[Event]:
    match effect:
        case StrongpointPlaced():
            yield from _strongpoint(new, effect)
        case CachePlaced():
            yield from _cache(new, effect)
        case PartyArrives():
            yield from _party(new, effect)
        case GarrisonIs() | Revealed():
            yield from _garrison(new, effect)
        case Joins():
            yield from _joins(new, effect)
        case ActsAtOnce():
            troops = [name for name in new.last if name in new.field.pieces]
            yield from (events.Taking(piece=name) for name in troops[:1])
        case ExitPoint():
            for name in new.last:
                if name in new.field.pieces:
                    here = new.field.pieces[name].figures[0].point
                    there = exit_point(new.field, here, length(effect.inches), left=effect.left)
                    yield events.Headed(piece=name, bound=there)
        case ArmsFound():
            yield from _arms(new, effect)
        case OfficersFlee():
            yield events.Wavers(home=(new.ruling.doing.target.id,))
        case TalksEnd():
            yield from _talks(new, effect)


# ---- Units -------------------------------------------------------------------------------------------------------------------------


def came(
    field: UprisingField,
    unit: KnownUnit,
    men: Sequence[Man],
    at: Point,
    inside: Sequence[Point] = (),
    known_to: Audience = EVERYBODY,
) -> Iterator[Event]:
    """A unit comes onto the table about a place: its figures, and its gun."""
    figures, marker = room(field, men, at, gun=unit.party.gun is not None, inside=inside)
    yield from stands(field, unit, men, figures, marker, known_to)


def stands(
    field: UprisingField,
    unit: KnownUnit,
    men: Sequence[Man],
    figures: Sequence[Pose],
    marker: Pose | None,
    known_to: Audience,
) -> Iterator[Event]:
    """A unit is on the table, figure by figure."""
    yield Came(
        piece=unit.name,
        owner=unit.side.value,
        figures=tuple(figures),
        base=on_foot(field.tables),
        marker=marker,
        bases=bases_of(men, field.tables),
        hidden=unit.secret,
        known_to=known_to,
    )
    yield events.Manned(piece=unit.name, men=tuple(men), known_to=known_to)
    if unit.side is Side.NON_PLAYER:
        here = figures[0].point if figures else Point(0, 0)
        yield events.Headed(piece=unit.name, came=here, known_to=KEPT)
        yield events.Noticed(piece=unit.name, sighting=Sighting(field.books.turn), known_to=KEPT)


def _party(new: _Arrivals, effect: PartyArrives) -> Iterator[Event]:
    """A party that comes on; behind friendly lines friends wait, and nobody else comes (R48-11.37, R48-11.42)."""
    field, name = new.field, new.units.pop(0)
    unit = field.books.units[name]
    new.last.append(name)
    men = led(unit, men_of(unit.party, field.tables))
    at = new.at(effect.place)
    if at is None and unit.side is Side.PLAYER:
        yield from waits(field, unit, men)
        return
    if at is None:
        yield events.Withheld(names=(name,))
        return
    known_to = KEPT if unit.secret else EVERYBODY
    inside: Sequence[Point] = ()
    if effect.whom in ("guards", "hiders") and new.site is not None:
        area = site_area(field, new.site)
        at = new.site.at
        inside = area.outline if area is not None and effect.whom == "hiders" else ()
    elif unit.party.kind in TROOPS and effect.place is not None:
        at = sheltered(field, at)
    yield from came(field, unit, men, at, inside, known_to)
    if effect.whom == "guards" and new.site is not None:
        yield events.Headed(piece=name, guards=new.site.id)
    if unit.party.kind is Kind.CONVOY:
        yield events.Headed(piece=name, bound=opposite_edge(field, at))
    if unit.party.kind is Kind.CONVOY_GUARDS:
        convoy = next((each for each in new.last if field.books.units[each].party.kind is Kind.CONVOY), "")
        yield events.Headed(piece=name, guards=convoy)


def led(unit: KnownUnit, men: Sequence[Man]) -> tuple[Man, ...]:
    """Recruits without a leader make one of them NCO (R48-G.42)."""
    if unit.side is not Side.PLAYER or not men or is_led(men):
        return tuple(men)
    first = promotable(men)
    return tuple(replace(man, role=Role.PROMOTED) if number == first else man for number, man in enumerate(men))


def waits(field: UprisingField, unit: KnownUnit, men: Sequence[Man]) -> Iterator[Event]:
    """A unit stands behind friendly lines."""
    yield from stands(field, unit, men, lined_up(field, len(men)), None, EVERYBODY)
    yield events.Waits(piece=unit.name)


def lined_up(field: UprisingField, count: int, first: int = 0) -> tuple[Pose, ...]:
    """Places beyond the friendly edge, in rows."""
    start = edge_middle(field)
    height = field.terrain.height
    outward = {0: (0, -1), height: (0, 1)}.get(start.y)
    x, y = outward if outward is not None else ((-1, 0) if start.x == 0 else (1, 0))
    facing = {(0, -1): 0, (0, 1): 1800, (-1, 0): 900, (1, 0): 2700}[(x, y)]
    poses = []
    for number in range(first, first + count):
        row, place = divmod(number, 12)
        aside, back = (place - 5.5) * 1500, 1000 + row * 2500
        poses.append(Pose(round(start.x + x * back + y * aside), round(start.y + y * back + x * aside), facing))
    return tuple(poses)


# ---- Places ------------------------------------------------------------------------------------------------------------------------


def _strongpoint(new: _Arrivals, effect: StrongpointPlaced) -> Iterator[Event]:
    """A square of works (R48-11.45, R48-11.46)."""
    name = new.places.pop(0)
    at = new.at(effect.place)
    if at is None:
        yield events.Withheld(names=(name,))
        return
    area = site_room(new.field, name, STRONG, at, length(effect.inches))
    (left, low), (right, high) = area.outline[0], area.outline[2]
    new.site = Site(name, Point((left + right) // 2, (low + high) // 2), area)
    yield events.SiteLaid(site=new.site)


def _cache(new: _Arrivals, effect: CachePlaced) -> Iterator[Event]:
    """A find lies in a structure near by, else in a hut of its own (R48-11.47, R48-G.10(c))."""
    name = new.places.pop(0)
    at = new.at(effect.place)
    new.site = None
    if at is None:
        yield events.Withheld(names=(name,))
        return
    near = structure_near(new.field, at)
    if near is not None:
        xs, ys = [point.x for point in near.outline], [point.y for point in near.outline]
        new.site = Site(name, Point((min(xs) + max(xs)) // 2, (min(ys) + max(ys)) // 2), structure=near.id)
    else:
        area = site_room(new.field, name, HUT, at, length(new.field.tables.number("placing.hut")))
        (left, low), (right, high) = area.outline[0], area.outline[2]
        new.site = Site(name, Point((left + right) // 2, (low + high) // 2), area)
    yield events.SiteLaid(site=new.site)


def _garrison(new: _Arrivals, effect: GarrisonIs | Revealed) -> Iterator[Event]:
    """Whoever holds a place stands there for all to see; a unit that was kept back comes out of hiding (R48-G.09(d), R48-11.14a)."""
    field = new.field
    name = field.books.own_name(effect.whom)
    if name in field.pieces:
        yield from shown(field, field.pieces[name])
        return
    site = field.sites.get(name) or new.site
    place = field.books.places.get(site.id) if site is not None else None
    if site is None or place is None:
        nowhere = tuple(new.units[: len(getattr(effect, "parties", ()))])
        yield from (events.Withheld(names=nowhere),) if nowhere else ()
        return
    for _ in place.holders if place.garrison_shown else ():
        if not new.units:
            return
        unit = new.field.books.units[new.units.pop(0)]
        area = site_area(field, site)
        inside = area.outline if area is not None and unit.party.gun is None else ()
        yield from came(new.field, unit, men_of(unit.party, field.tables), site.at, inside)
        yield events.Headed(piece=unit.name, guards=site.id)


def shown(field: UprisingField, piece: Piece) -> Iterator[Event]:
    """A piece comes out of hiding; who is stood on by somebody who did not know of him makes room."""
    if piece.hidden:
        yield Came(
            piece=piece.id,
            owner=piece.owner,
            figures=_made_room(field, piece),
            base=piece.base,
            marker=piece.marker,
            bases=piece.bases,
            known_to=EVERYBODY,
        )
        yield events.Manned(piece=piece.id, men=field.men[piece.id])


def _made_room(field: UprisingField, piece: Piece) -> tuple[Pose, ...]:
    """Where the figures of a piece stand that nobody has seen: where they stood, or as near to it as there is room."""
    figures, men = list(piece.figures), field.men[piece.id]
    seen = [stand for each in field.there() for stand in each.stands]
    for number, stand in enumerate(piece.stands):
        if any(overlaps(stand, other) for other in near(stand.box, seen)):
            inside = structure_at(field.ground, figures[number].point)
            own = replace(
                field, pieces={**field.pieces, piece.id: replace(piece, hidden=False, figures=tuple(figures))}
            )
            (place,), _ = room(own, [men[number]], figures[number].point, inside=inside.outline if inside else ())
            figures[number] = place
    return tuple(figures)


# ---- Joiners -----------------------------------------------------------------------------------------------------------------------


def joining(field: UprisingField, name: str, count: int) -> tuple[int, ...]:
    """Who of an audience comes over: never officers, NCOs last (R48-G.41(d), R48-G.41(e))."""
    men = field.men[name]
    order = sorted(
        (each for each, man in enumerate(men) if man.role is not Role.OFFICER),
        key=lambda each: (men[each].role is not Role.NONE, each),
    )
    return tuple(sorted(order[:count]))


def _joins(new: _Arrivals, effect: Joins) -> Iterator[Event]:
    """They form a new Player unit where they stand, with what they have (R48-G.41(f), R48-G.42)."""
    field, name = new.field, new.units.pop(0)
    unit, target = field.books.units[name], new.ruling.doing.target
    audience = field.books.units.get(target.id)
    new.last.append(name)
    if not unit.ex_government or audience is None or target.id not in field.men:
        men = led(unit, men_of(unit.party, field.tables))
        if effect.acted:
            men = tuple(replace(man, acted=True) for man in men)
        yield from came(field, unit, men, new.beside())
        return
    some = joining(new.ruling.doing.field, target.id, effect.party.figures)
    old = field.men[target.id]
    men = led(unit, [replace(old[each], acted=True) for each in some])
    men = tuple(
        replace(man, firearm=Firearm.MUSKET) if man.gunner and man.firearm is Firearm.NONE else man for man in men
    )  # a gunner carries a musket (R48-3.36)
    yield from stands(field, unit, men, [target.figures[each] for each in some], None, EVERYBODY)
    whole = len(some) >= sum(man.role is not Role.OFFICER for man in old)
    if whole and audience.party.gun is not None:
        yield events.GunGone(piece=target.id, by=name)


def _arms(new: _Arrivals, effect: ArmsFound) -> Iterator[Event]:
    """Arms for some figures at once, or for the whole unit where they lie (R48-3.15, R48-3.50, R48-G.45)."""
    doing = new.ruling.doing
    name = doing.actor.id
    men = new.field.men.get(name)
    if men is None:
        return
    if not effect.figures:
        yield events.Armed(armoury=Armoury(name, doing.order.target))
        return
    worst = sorted(range(len(men)), key=lambda each: (WORTH.index(men[each].firearm), not men[each].unarmed, each))
    yield events.Armed(piece=name, figures=tuple(sorted(worst[: effect.figures])), muskets=effect.muskets)


def _talks(new: _Arrivals, effect: TalksEnd) -> Iterator[Event]:
    """Treachery lets the guards act at once; a withdrawal takes the nearest government unit home (R48-G.39(e))."""
    field = new.field
    if effect.result == "treachery":
        embassy = [piece.id for piece in field.there(GOVERNMENT) if piece.id.startswith(EMBASSY.capitalize())]
        yield from (events.Taking(piece=name) for name in embassy[:1])
    if effect.result == "withdrawal":
        nearest = nearest_government(field, lambda unit: not unit.name.startswith(EMBASSY.capitalize()))
        yield from (events.Wavers(home=(name,)) for name in nearest[:1])


# ---- News --------------------------------------------------------------------------------------------------------------------------


def nearest_government(field: UprisingField, fits: Callable[[KnownUnit], bool]) -> list[str]:
    """Government units of some kind, the nearest to the middle of the Player ring first (R48-G.12)."""
    centre = ring(field).centre
    found = [
        (min((pose.x - centre.x) ** 2 + (pose.y - centre.y) ** 2 for pose in piece.figures), piece.id)
        for piece in field.there(GOVERNMENT)
        if not piece.hidden and field.unit(piece.id).bound_by_truce and fits(field.unit(piece.id))
    ]
    return [name for _, name in sorted(found)]


def _soldiers(unit: KnownUnit, quality: Quality | None = None) -> bool:
    fights = not unit.never_fights and unit.party.kind is not Kind.CONVOY
    return fights and quality in (None, unit.party.quality)


def _news(ruling: Ruling[UprisingField], effect: NewsIs) -> Asked[None]:
    """A change without arrivals; where it applies to nobody, nothing happens (R48-G.12)."""
    story, field = ruling.story, ruling.story.state
    count = effect.count
    if effect.news is News.CROWD:
        yield from _crowd(ruling, count)
    elif effect.news is News.TRICOLOUR:
        shaken = tuple(piece.id for piece in field.of(PLAYER) if field.unit(piece.id).status is Status.WAVERING)
        story.tell(events.Wavers(steady=shaken))
    elif effect.news is News.CONFUSED:
        late = nearest_government(field, lambda unit: _soldiers(unit) and not unit.has_acted)
        story.tell(events.Wavers(acted=tuple(late[:1])))
    elif effect.news is News.DESERTION:
        for quality in (Quality.CONSCRIPT, Quality.AVERAGE):
            some = nearest_government(field, partial(_soldiers, quality=quality))
            if some:
                men = field.men[some[0]]
                plain = [each for each, man in enumerate(men) if man.plain] or list(range(len(men)))
                story.tell(events.WentOff(piece=some[0], figures=tuple(plain[-count:])))
                return
    elif effect.news is News.REINFORCEMENT:
        foot = nearest_government(field, lambda unit: unit.party.kind in (Kind.INFANTRY, Kind.GARRISON))
        for event in _more(field, foot[0], count) if foot else ():
            story.tell(event)


def _more(field: UprisingField, name: str, count: int) -> Iterator[Event]:
    """More soldiers like those of a unit."""
    men = field.men[name]
    like = next((man for man in men if man.plain), men[0])
    more = tuple(replace(like, role=Role.NONE, acted=False, unloaded=False) for _ in range(count))
    figures, _ = room(field, more, field.pieces[name].figures[0].point)
    yield events.Gained(piece=name, men=more, figures=figures)


def _crowd(ruling: Ruling[UprisingField], count: int) -> Asked[None]:
    """Unarmed volunteers join a unit of the Players' choice (R48-G.12)."""
    story, field = ruling.story, ruling.story.state
    units = [piece for piece in field.there(PLAYER) if field.solid(piece.id)]
    if not units:
        return
    largest = max(units, key=lambda piece: len(piece.figures))
    options = tuple(Option(piece.id, Message.of("option.unit", name=piece.id)) for piece in units)
    chosen = largest.id
    if len(options) > 1:
        says = Message.of("asked.news.crowd", count=count)
        choice = Choose("news.crowd", options, usual=largest.id, says=says, rule="R48-G.12")
        chosen = yield Addressed(choice, PLAYER, EVERYBODY)
    men = tuple(replace(man, acted=True) for man in men_of(volunteers(count), field.tables))
    figures, _ = room(field, men, field.pieces[chosen].figures[0].point)
    story.tell(events.Gained(piece=chosen, men=men, figures=figures))
