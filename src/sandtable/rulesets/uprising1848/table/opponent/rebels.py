"""Simple revolutionaries for the lab: wishes in a fixed order, with the odds of the rules (R48-A.30)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from sandtable.ai.player import Usual
from sandtable.battle.order import Decision, Order
from sandtable.geometry.measure import Point, Pose, apart, in_inches
from sandtable.miniatures import acting
from sandtable.miniatures.bodies import gap_between
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit
from sandtable.miniatures.orders import Act
from sandtable.rulesets.uprising1848.behaviour_facts import Near, reach_chance, value_of
from sandtable.rulesets.uprising1848.effects import FiguresLost
from sandtable.rulesets.uprising1848.movement import Pace, mean_distance
from sandtable.rulesets.uprising1848.table.acting import astray
from sandtable.rulesets.uprising1848.table.combat.fighting import BY_CLASS
from sandtable.rulesets.uprising1848.table.combat.gunnery import ACTIONS, loaded
from sandtable.rulesets.uprising1848.table.combat.shooting import BY_SHOT, Volley, volleys
from sandtable.rulesets.uprising1848.table.figures import Man
from sandtable.rulesets.uprising1848.table.figures import Role as FigureRole
from sandtable.rulesets.uprising1848.table.ground import HOUSE, HUT, middle
from sandtable.rulesets.uprising1848.table.movement.charge_ways import plans
from sandtable.rulesets.uprising1848.table.movement.moving import friendly_edge
from sandtable.rulesets.uprising1848.table.movement.placing import edge_middle, opposite_edge
from sandtable.rulesets.uprising1848.table.opponent.courses import (
    best_of_ways,
    beyond,
    closing,
    edge_from,
    nearer,
    only_strays,
)
from sandtable.rulesets.uprising1848.table.opponent.danger import Danger, danger_for
from sandtable.rulesets.uprising1848.table.opponent.facts import middle_of, near, rated
from sandtable.rulesets.uprising1848.table.opponent.marching import hero_leaves
from sandtable.rulesets.uprising1848.table.opponent.saving import (
    goes_home,
    may_save_itself,
    outmatched,
    retreat,
    under_cover,
)
from sandtable.rulesets.uprising1848.table.opponent.shots import best_shot
from sandtable.rulesets.uprising1848.table.opponent.wayfinding import left_to
from sandtable.rulesets.uprising1848.table.players import finds, passes, ready
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, UprisingField, length
from sandtable.rulesets.uprising1848.table.turning import turns
from sandtable.rulesets.uprising1848.units import Once
from sandtable.rulesets.uprising1848.vocabulary import Activity, Audience, Firearm, Kind, Scenario, Shot, Status

BEFORE = (700, 1200)  # thousandths before a builder where a barricade may stand
FINDS = ("question", "free_prisoners", "search_structure", "scout")


class Rebels(Usual):
    """The Players' side by the computer. In the middle of a rule it does as is usual: fire when charged, away when they move."""

    def __init__(self, kit: Kit[UprisingField]) -> None:
        self.kit = kit

    def order(self, view: UprisingField, decision: Decision) -> Order:
        """Go on with the unit that acts, take one up, or press."""
        if view.moving is not None:
            return self._go(view, view.pieces[view.moving.piece])
        for piece in self._by_use(view):
            order = next((each for each in self.wishes(view, piece) if acting.may_do(self.kit, view, each)), None)
            if order is not None:
                return order
        stands = [each for each in passes(view, decision.by) if acting.may_do(self.kit, view, each)]
        return stands[0] if stands else Act(by=PLAYER, action="move", piece=ready(view, PLAYER)[0].id)

    def _by_use(self, view: UprisingField) -> list[Piece]:
        """Units that may act, those nearest to an enemy first."""
        enemies = [each for each in view.there(GOVERNMENT) if view.fights_on(each.id)]

        def far(piece: Piece) -> float:
            if piece.id in view.waiting:
                return 10**6
            return min((apart(middle_of(piece), middle_of(each)) for each in enemies), default=10**5)

        return sorted(ready(view, PLAYER), key=lambda piece: (far(piece), piece.id))

    # ---- Wishes in their order -------------------------------------------------------------------------------------------------

    def wishes(self, view: UprisingField, piece: Piece) -> Iterator[Act]:
        """What a unit would do, the first wish first."""
        unit = view.unit(piece.id)
        move = Act(by=PLAYER, action="move", piece=piece.id)
        if unit.status is Status.WAVERING:
            rally = Act(by=PLAYER, action="stand", piece=piece.id, chosen={"activity": Activity.RALLY.value})
            danger = length(view.tables.number("lab.rally_inches"))
            close = nearest_foe(view, piece) <= danger
            yield from (move, rally) if close or goes_home(view, piece, None) else (rally, move)
            return
        if piece.id in view.waiting:
            yield move
            return
        ratio = local_ratio(view, piece)
        if pressed(view, piece):
            yield from _strokes(view, piece)
            yield move
        if view.goal.scenario is not Scenario.KOSSUTH:
            yield from (each for each in finds(view, piece) if each.action in FINDS)
            yield from self._talk(view, piece, ratio)
        yield from _strokes(view, piece)
        if outmatched(view, piece, ratio) and not under_cover(view, piece) and _most_are_free(view, piece):
            yield from _barricade(view, piece, ratio)
            yield move
        yield from _guns(view, piece)
        yield from _fires(view, piece)
        yield from _charges(view, piece, ratio)
        yield from _fires(view, piece, stones=True)
        yield from _barricade(view, piece, ratio)
        yield from _loads(view, piece)
        goes = objective(view, piece) is not None or exposed(view, piece)
        if piece.id != view.goal.hero and goes and _most_are_free(view, piece):
            yield move
        lost = tuple(each for each in astray(view, piece) if not view.men[piece.id][each].acted)
        if lost:
            yield replace(move, members=lost)

    def _talk(self, view: UprisingField, piece: Piece, ratio: Fraction | None) -> Iterator[Act]:
        """Negotiate, speak to Conscripts, or to Average troops that are alone, and parley."""
        enemies = view.there(GOVERNMENT)
        if view.books.talks.offer_open:
            for each in enemies:
                yield Act(by=PLAYER, action="negotiate", piece=piece.id, target=each.id)
        alone = sum(view.fights_on(each.id) for each in enemies) == 1
        weak = ratio is None or ratio < view.tables.exact("lab.oratory_ratio")
        for each in enemies:
            unit = view.unit(each.id)
            audience = unit.as_target()["audience"]
            if weak and (audience is Audience.CONSCRIPT or (audience is Audience.AVERAGE and alone)):
                yield Act(by=PLAYER, action="oratory", piece=piece.id, target=each.id)
        for each in enemies:
            if view.unit(each.id).party.kind is Kind.CIVILIANS:
                yield Act(by=PLAYER, action="parley", piece=piece.id, target=each.id)

    # ---- Where to ----------------------------------------------------------------------------------------------------------------

    def _go(self, view: UprisingField, piece: Piece) -> Act:
        """The legal way to the next objective that scores best; wavering troops go away."""
        assert view.moving is not None  # noqa: S101 - somebody has thrown
        stay = Act(by=PLAYER, action="go", piece=piece.id, ways=((),) * len(piece.figures))
        if only_strays(view, piece):
            return closing(self.kit, view, piece) or stay
        foes = [each for each in view.there(GOVERNMENT) if view.fights_on(each.id)]
        ratio = None if piece.id in view.waiting else local_ratio(view, piece)
        if view.unit(piece.id).status is Status.WAVERING or outmatched(view, piece, ratio):
            return retreat(self.kit, view, piece, home=goes_home(view, piece, ratio)) or stay
        away = hero_leaves(view, piece, view.moving.far)
        if away is not None and acting.may_do(self.kit, view, away):
            return away
        goal_ = objective(view, piece)
        if goal_ is None:
            return (retreat(self.kit, view, piece, home=False) if exposed(view, piece) else None) or stay
        left = nearer(view, piece, goal_)
        bold = piece.id not in view.waiting and dares(view, piece, goal_)
        danger = danger_for(view, piece)
        weight = float(view.tables.exact("lab.bold_inches" if bold else "lab.casualty_inches"))

        leads = _has_leader(view, piece) and piece.id != view.goal.hero
        shy = length(view.tables.number("lab.leader_inches")) if leads else 0
        enemies = [middle_of(each) for each in foes]

        def score(place: Point, far: float) -> float:
            near_by = min((apart(place, each) for each in enemies), default=float(shy))
            return left(place, far) - weight * danger(place) - max(0.0, shy - near_by) / 2000

        return best_of_ways(self.kit, view, piece, goal_, view.moving.far, score) or stay


def pressed(view: UprisingField, piece: Piece) -> bool:
    """Whether a unit goes on before all else: where somebody has to escape his people close with the enemy, and he waits for his moment."""
    if view.goal.scenario is not Scenario.KOSSUTH:
        return False
    tables, far = view.tables, nearest_foe(view, piece)
    if view.goal.hero != piece.id:
        return far > length(tables.number("lab.close_inches"))
    return far > length(tables.number("lab.hero_inches")) or his_moment(view, piece)


def his_moment(view: UprisingField, piece: Piece) -> bool:
    """Whether a hero runs for it: his turns run out, or few of his men would fall on the way."""
    tables, danger, here = view.tables, danger_for(view, piece), middle_of(piece)
    goal = _way_out(view, here, danger)
    pace = length(mean_distance(Pace("move", view.unit(piece.id).party.quality, mounted=False, rough=False), tables))
    need = left_to(view.ground, tables, "foot", here, goal) / pace
    if turns(view) and need + tables.number("lab.spare_turns") >= turns(view) - view.books.turn + 1:
        return True
    steps = [each / max(1.0, need) for each in range(1, int(need) + 1)]
    places = [Point(round(here.x + (goal.x - here.x) * at), round(here.y + (goal.y - here.y) * at)) for at in steps]
    return sum(danger(each) for each in places) <= float(tables.exact("lab.hero_risk")) * len(piece.figures)


def _most_are_free(view: UprisingField, piece: Piece) -> bool:
    """Whether more figures than not are still to act, so that it is worth moving them apart from those who have fired."""
    men = view.men[piece.id]
    return 2 * sum(not man.acted for man in men) > len(men)


def _has_leader(view: UprisingField, piece: Piece) -> bool:
    return any(man.role is FigureRole.LEADER for man in view.men[piece.id])


def nearest_foe(view: UprisingField, piece: Piece) -> int:
    """How far the nearest enemy is who fights."""
    if piece.id in view.waiting:
        return 10**9
    foes = [each for each in view.there(GOVERNMENT) if view.fights_on(each.id)]
    return min((gap_between(piece.stands, each.stands) for each in foes), default=10**9)


def local_ratio(view: UprisingField, piece: Piece) -> Fraction | None:
    """Own combat value within eighteen inches to the government's; None where nobody is there (R48-A.03)."""
    gun = view.tables.exact("value.crewed_gun")
    (own, guns), (theirs, others) = near(view, piece, PLAYER), near(view, piece, GOVERNMENT)
    mine = sum((value_of(each, view.tables) for each in own), Fraction(0)) + guns * gun
    other = sum((value_of(each, view.tables) for each in theirs), Fraction(0)) + others * gun
    return mine / other if other else None


def _foes(view: UprisingField, piece: Piece) -> list[Piece]:
    foes = [each for each in view.there(GOVERNMENT) if view.fights_on(each.id) or not view.solid(each.id)]
    return sorted(foes, key=lambda each: gap_between(piece.stands, each.stands))


def _strokes(view: UprisingField, piece: Piece) -> Iterator[Act]:
    for each in _foes(view, piece)[:2]:
        for action in BY_CLASS.values():
            yield Act(by=PLAYER, action=action, piece=piece.id, target=each.id)


def _fires(view: UprisingField, piece: Piece, *, stones: bool = False) -> Iterator[Act]:
    """Fire where it promises enough, or at foes who are near, at whom it does most harm first; stones only at those near."""
    tables, men = view.tables, view.men[piece.id]
    shots = dict.fromkeys(shot for man in men if not man.acted and (shot := man.shot()) is not None)
    shots = {Shot.THROW: None} if stones else shots
    near_by = length(tables.number("lab.fire_inches"))
    found: list[tuple[Fraction, Act]] = []
    for each in _foes(view, piece)[:4]:
        unit = view.unit(each.id)
        if unit.oratory_this_turn or (not unit.bound_by_truce and unit.never_fights):
            continue
        close = gap_between(piece.stands, each.stands) <= near_by
        shaken = tables.exact("lab.wavering_worth") if not view.solid(each.id) else Fraction(1)
        for shot in shots if close or not stones else ():
            for volley in volleys(view, piece, each, shot)[:1]:
                expected = volley.expected(shot, tables)
                if volley.chance(shot, tables) and (close or expected >= tables.exact("lab.fire")):
                    order = Act(
                        by=PLAYER, action=BY_SHOT[shot], piece=piece.id, target=each.id, members=volley.shooters
                    )
                    worth = shaken * _worth(view, each, volley)
                    found.append((expected * worth, replace(order, marks=volley.marks[:1])))
    found.sort(key=lambda each: -each[0])
    yield from (order for _, order in found)


def _worth(view: UprisingField, target: Piece, volley: Volley) -> Fraction:
    """What a casualty among those aimed at is worth: its points, and a little where it earns none but frees the way (R48-12.03, R48-12.05)."""
    tables, unit = view.tables, view.unit(target.id)
    line = FiguresLost(whom=target.id, count=1, of=unit.figures, quality=volley.target, officer=volley.named).line(unit)
    points = tables.number("points", line) if line is not None else 0
    return max(Fraction(points), tables.exact("lab.least_worth"))


def _guns(view: UprisingField, piece: Piece) -> Iterator[Act]:
    unit = view.unit(piece.id)
    if unit.party.gun is None or piece.marker is None:
        return
    shot = best_shot(view, piece)
    if shot is not None and shot.foes > view.tables.number("behaviour.friends_count") * shot.friends and loaded(unit):
        yield Act(by=PLAYER, action=ACTIONS[unit.party.gun], piece=piece.id, marker=(Pose(*shot.aim),))


def _loads(view: UprisingField, piece: Piece) -> Iterator[Act]:
    unit = view.unit(piece.id)
    if unit.markers:
        yield Act(by=PLAYER, action="stand", piece=piece.id, chosen={"activity": Activity.LOAD_GUN.value})
    if unit.rifles_fired and not unit.acted:
        yield Act(by=PLAYER, action="stand", piece=piece.id, chosen={"activity": Activity.LOAD_RIFLES.value})


def _charges(view: UprisingField, piece: Piece, ratio: Fraction | None) -> Iterator[Act]:
    """At weaker, Wavering or gun crews, when they are likely to get there and stronger."""
    tables = view.tables
    if ratio is not None and ratio < tables.exact("lab.charge_ratio"):
        return
    for each in _foes(view, piece)[:3]:
        unit = view.unit(each.id)
        weak = not view.solid(each.id) or unit.party.gun is not None or 2 * len(each.figures) <= len(piece.figures)
        group = [number for number, man in enumerate(view.men[piece.id]) if not man.acted]
        if not weak or not _may_reach(view, piece, each, group):
            continue
        for plan in plans(view, piece, each, group)[:1]:
            pace = Pace("charge", plan.man.quality, plan.man.mounted, rough=False)
            far = Fraction(min(round(run.cost) for run in plan.runs), 1000)
            if reach_chance(pace, far, tables) * 100 >= tables.number("lab.charge_percent"):
                yield Act(by=PLAYER, action="charge", piece=piece.id, target=each.id)


def _may_reach(view: UprisingField, piece: Piece, foe: Piece, group: Sequence[int]) -> bool:
    """Whether the quickest of them would be likely enough to get there if nothing were in the way."""
    tables, far = view.tables, in_inches(gap_between(piece.stands, foe.stands))
    paces = {
        Pace("charge", view.men[piece.id][each].quality, view.men[piece.id][each].mounted, rough=False)
        for each in group
    }
    return any(reach_chance(pace, far, tables) * 100 >= tables.number("lab.charge_percent") for pace in paces)


def _barricade(view: UprisingField, piece: Piece, ratio: Fraction | None) -> Iterator[Act]:
    """Build when outnumbered, with enough hands free: before them, across the way to the nearest foe."""
    tables = view.tables
    idle = [number for number, man in enumerate(view.men[piece.id]) if not man.acted]
    if ratio is None or ratio >= tables.exact("lab.barricade_ratio") or len(idle) < tables.number("lab.barricade_idle"):
        return
    foes = _foes(view, piece)
    if not foes:
        return
    foe, here = middle_of(foes[0]), middle_of(piece)
    far = apart(here, foe) or 1.0
    x, y = (foe.x - here.x) / far, (foe.y - here.y) / far
    half = length(len(idle) // tables.number("barricade.figures_per_inch")) / 2
    foremost = sorted((piece.figures[each] for each in idle), key=lambda pose: apart(pose.point, foe))
    for front in foremost[:3]:
        for off in BEFORE:
            middle_ = front.x + off * x, front.y + off * y
            ends = tuple(
                Pose(round(middle_[0] - way * half * y), round(middle_[1] + way * half * x)) for way in (1, -1)
            )
            yield Act(by=PLAYER, action="build_barricades", piece=piece.id, marker=ends)


def objective(view: UprisingField, piece: Piece) -> Point | None:
    """Where a unit is bound for: the scenario's goal, else the nearest thing worth having."""
    here = middle_of(piece) if piece.id not in view.waiting else edge_middle(view)
    if view.goal.scenario is Scenario.KOSSUTH:
        foes = [middle_of(each) for each in view.there(GOVERNMENT) if view.fights_on(each.id)]
        if foes and piece.id != view.goal.hero:
            return min(foes, key=lambda each: apart(each, here))
        return _way_out(view, here, danger_for(view, piece))
    spots = [each for each in _worth_having(view, piece) if dares(view, piece, each)]
    if spots:
        others = _bound_for(view, piece)
        return min([each for each in spots if each not in others] or spots, key=lambda each: apart(each, here))
    return edge_from(view, opposite_edge(view, edge_middle(view)), None) if piece.id in view.waiting else None


def strength(view: UprisingField, piece: Piece) -> Fraction:
    """The combat value of a unit as it is (R48-G.11)."""
    return sum((value_of(_as_near(man), view.tables) for man in view.men[piece.id]), Fraction(0))


def _as_near(man: Man) -> Near:
    unarmed = man.firearm is Firearm.NONE
    return Near(actor=rated(man), figures=1, actor_is_mounted=man.mounted, unarmed=unarmed)


def guards(view: UprisingField, spot: Point) -> Fraction:
    """The combat value of the enemies in sight who fight within eighteen inches of a place."""
    within = length(view.tables.number("behaviour.local_inches"))
    foes = [each for each in view.there(GOVERNMENT) if view.fights_on(each.id) and view.solid(each.id)]
    near_by = [each for each in foes if apart(middle_of(each), spot) <= within]
    return sum((strength(view, each) for each in near_by), Fraction(0))


def dares(view: UprisingField, piece: Piece, spot: Point) -> bool:
    """Whether a unit alone is strong enough for whoever holds a place."""
    return strength(view, piece) >= view.tables.exact("lab.dare_ratio") * guards(view, spot)


def exposed(view: UprisingField, piece: Piece) -> bool:
    """Whether a unit that has nothing to go for stands where it would lose somebody."""
    if piece.id in view.waiting or not may_save_itself(view):
        return False
    return danger_for(view, piece)(middle_of(piece)) >= float(view.tables.exact("lab.exposed"))


def _bound_for(view: UprisingField, piece: Piece) -> set[Point]:
    """What the units before this one make for, each for the nearest thing that none before it does."""
    found: set[Point] = set()
    for other in sorted(view.of(PLAYER), key=lambda each: each.id):
        if other.id == piece.id:
            break
        here = middle_of(other) if other.figures and other.id not in view.waiting else edge_middle(view)
        spots = [each for each in _worth_having(view, other) if each not in found and dares(view, other, each)]
        if other.figures and spots:
            found.add(min(spots, key=lambda each: apart(each, here)))
    return found


def _way_out(view: UprisingField, here: Point, danger: Danger) -> Point:
    """The place on the far edge that is near and little under fire."""
    there = opposite_edge(view, edge_middle(view))
    across = friendly_edge(view) in ("south", "north")
    size = view.terrain.width if across else view.terrain.height
    weight = length(view.tables.exact("lab.casualty_inches"))
    exits = [Point(at, there.y) if across else Point(there.x, at) for at in range(size // 12, size, size // 6)]
    best = min(exits, key=lambda each: apart(each, here) + weight * danger(each))
    return beyond(view, best)


def _worth_having(view: UprisingField, piece: Piece) -> Iterator[Point]:
    books = view.books
    for area in view.ground.areas:
        if area.id == view.goal.estate or (area.kind in (HOUSE, HUT) and (Once.SEARCHED, area.id) not in books.once):
            yield middle(area.outline)
    for name, site in view.sites.items():
        if (Once.TAKEN, name) not in books.once and (Once.FREED, name) not in books.once:
            yield site.at
    for each in view.there(GOVERNMENT):
        unit = view.unit(each.id)
        talk = unit.party.kind in (Kind.CIVILIANS, Kind.ARISTOCRATS)
        listens = (
            _has_leader(view, piece) and unit.as_target()["audience"] is Audience.CONSCRIPT and not unit.heard_oratory
        )
        if talk or listens or unit.party.kind is Kind.CONVOY or not view.solid(each.id):
            yield middle_of(each)
    yield from (body.at for body in view.bodies.values())
