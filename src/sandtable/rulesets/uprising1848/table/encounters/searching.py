"""Searches, scouts, questions, freed prisoners, captures and what comes to light (R48-6.54 to R48-6.56b, R48-6.62, R48-G.09, R48-G.10, R48-G.45c)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sandtable.geometry.cover import contains
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import Point, in_inches
from sandtable.geometry.sightlines import point
from sandtable.geometry.terrain import Area
from sandtable.kernel.problem import Problem
from sandtable.miniatures.bodies import figure, gaps, house, is_house
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts
from sandtable.miniatures.orders import Act
from sandtable.rulesets.uprising1848.books import STRONGPOINT
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.acting import contact, group_problems, men_acting, together, told_of, wrong
from sandtable.rulesets.uprising1848.table.combat.shooting import SHOTS, fires
from sandtable.rulesets.uprising1848.table.encounters.talking import one_problems
from sandtable.rulesets.uprising1848.table.figures import Role, wagon_base
from sandtable.rulesets.uprising1848.table.ground import HOUSE, HUT, structure_at, structures_at
from sandtable.rulesets.uprising1848.table.own_actions import OPEN_FIRE
from sandtable.rulesets.uprising1848.table.sighting import from_place
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, Deciding, Site, UprisingField, length
from sandtable.rulesets.uprising1848.units import Once
from sandtable.rulesets.uprising1848.vocabulary import Cache, Capture, Kind, PersonKind, Shot, Status

TAKEN = {Cache.DUMP: Capture.DUMP, Cache.PAPERS: Capture.PAPERS, Cache.CASH: Capture.CASH}


# ---- Where things are --------------------------------------------------------------------------------------------------------------


def site_area(field: UprisingField, site: Site) -> Area | None:
    """The ground of a site: its own, or the structure that it is in."""
    if site.area is not None:
        return site.area
    return next((area for area in field.ground.areas if area.id == site.structure), None)


def site_stand(field: UprisingField, site: Site) -> Footprint:
    """A site as something that can be touched."""
    area = site_area(field, site)
    return house(area.outline) if area is not None and is_house(area.outline) else point(site.at)


def touches_site(field: UprisingField, piece: Piece, site: Site) -> tuple[int, ...]:
    """The figures of a piece that are inside a site, or touch it."""
    if piece.id in field.waiting or not piece.figures:
        return ()
    area = site_area(field, site)
    far = gaps(piece.stands, [site_stand(field, site)])[:, 0]
    inside = [area is not None and contains(area.outline, pose.point) for pose in piece.figures]
    return tuple(each for each, near in enumerate(far) if near <= contact(field.tables) or inside[each])


def inside_site(field: UprisingField, piece: Piece, site: Site) -> tuple[int, ...]:
    """The figures of a piece that are inside a site."""
    area = site_area(field, site)
    if area is None or piece.id in field.waiting:
        return ()
    return tuple(each for each, pose in enumerate(piece.figures) if contains(area.outline, pose.point))


def guarded(field: UprisingField, what: str) -> int:
    """The Solid guards that are left of something (R48-3.49a, R48-G.10(d), R48-G.45c(a))."""
    guards = [name for name, kept in field.guarding.items() if kept == what]
    return sum(field.unit(name).figures for name in guards if name in field.books.units and field.solid(name))


def cache_of(field: UprisingField, name: str) -> Cache | None:
    """What is to be had at a site, as the books know it: a find, or what a taken strongpoint holds."""
    place = field.books.places.get(name)
    if place is None:
        return None
    return place.contents if place.kind == STRONGPOINT else place.cache


# ---- Search ------------------------------------------------------------------------------------------------------------------------


def structure_named(field: UprisingField, name: str) -> Area | None:
    """A house or hut of that name."""
    return next((area for area in field.ground.areas if area.id == name and area.kind in (HOUSE, HUT)), None)


def searcher(doing: Deciding) -> tuple[int, ...]:
    """The figure that searches: named, else the first inside."""
    men = men_acting(doing)
    named = [each for each in doing.order.members if 0 <= each < len(men)]
    area = structure_named(doing.field, doing.order.target)
    if named or area is None:
        return tuple(named[:1])
    inside = (each for each, pose in enumerate(doing.actor.figures) if contains(area.outline, pose.point))
    return tuple([each for each in inside if not men[each].acted][:1])


def search_facts(doing: Deciding) -> Facts:
    """Whether the searcher is inside, and whether somebody has found something there."""
    one, area = searcher(doing), structure_named(doing.field, doing.order.target)
    inside = bool(one) and area is not None and contains(area.outline, doing.actor.figures[one[0]].point)
    closed = (Once.SEARCHED, doing.order.target) in doing.field.books.once
    return {
        **told_of(doing, one),
        "target_name": doing.order.target,
        "inside": inside,
        "closed_before": closed,
    }


def search_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """A structure that is there, and somebody inside (R48-6.54a)."""
    if structure_named(doing.field, doing.order.target) is None:
        names = [area.id for area in doing.field.ground.areas if area.kind in (HOUSE, HUT)]
        yield wrong("target", "no_structure", "R48-6.54", names, name=doing.order.target)
        return
    one = searcher(doing)
    if one:
        yield from one_problems(doing, one)
    else:
        yield wrong("members", "not_inside", "R48-6.54a", name=doing.actor.id)


# ---- Scout -------------------------------------------------------------------------------------------------------------------------


def scouting(doing: Deciding, site: Site) -> tuple[tuple[int, ...], Fraction | None, bool]:
    """The figure that looks, how far off, and whether it has a clear line."""
    men = men_acting(doing)
    named = [each for each in doing.order.members if 0 <= each < len(men)]
    able = named[:1] or [each for each, man in enumerate(men) if not man.acted]
    if not able or doing.actor.id in doing.field.waiting:
        return tuple(able[:1]), None, False
    stands = [doing.actor.stands[each] for each in able]
    aim = site_stand(doing.field, site)
    far = gaps(stands, [aim])[:, 0]
    best = int(far.argmin())
    clear = bool(from_place(doing.field, point(site.at), [stands[best]]).open[0, 0])
    return (able[best],), in_inches(int(far[best])), clear


def strongpoint(doing: Deciding) -> Site | None:
    """The strongpoint that is looked at."""
    place = doing.field.books.places.get(doing.order.target)
    return doing.field.sites.get(doing.order.target) if place is not None and place.kind == STRONGPOINT else None


def scout_facts(doing: Deciding) -> Facts:
    """How far it is, and whether there is a line (R48-6.55)."""
    site = strongpoint(doing)
    if site is None:
        return {}
    one, far, clear = scouting(doing, site)
    place = doing.field.books.places[site.id]
    return {
        **told_of(doing, one),
        "target_name": site.id,
        "distance": far,
        "clear_line": clear,
        "scouted_before": (Once.SCOUTED, site.id) in doing.field.books.once or place.garrison_shown,
        "kept_by_umpire": True,
    }


def scout_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """There is an outpost to look at."""
    site = strongpoint(doing)
    if site is None:
        yield wrong("target", "no_strongpoint", "R48-6.55", list(doing.field.sites), name=doing.order.target)
        return
    yield from one_problems(doing, scouting(doing, site)[0])


# ---- Question ----------------------------------------------------------------------------------------------------------------------


def persons(field: UprisingField, piece: Piece) -> list[tuple[int, str, PersonKind]]:
    """Who can be questioned by whom: figure, name, and what they are; bodies, officers who fight no more, aristocrats (R48-6.56, R48-6.56a)."""
    if piece.id in field.waiting or not piece.figures:
        return []
    found: list[tuple[int, str, PersonKind]] = []
    within = contact(field.tables)
    for body in field.bodies.values():
        far = gaps(piece.stands, [point(body.at)])[:, 0]
        found += [(int(far.argmin()), body.id, PersonKind.OFFICER)] if far.min() <= within else []
    for other in field.there():
        unit = field.unit(other.id)
        if other.owner == piece.owner or other.hidden:
            continue
        kinds = {
            Kind.HEADQUARTERS: PersonKind.HEADQUARTERS,
            Kind.ENEMY_OFFICER: PersonKind.ENEMY_OFFICER,
            Kind.ARISTOCRATS: PersonKind.ARISTOCRAT,
        }
        kind = kinds.get(unit.party.kind, PersonKind.OFFICER)
        wanted = [
            number
            for number, man in enumerate(field.men[other.id])
            if kind is PersonKind.ARISTOCRAT or man.role is Role.OFFICER
        ]
        if not wanted:
            continue
        far = gaps(piece.stands, [other.stands[each] for each in wanted]).min(axis=1)
        if far.min() <= within:
            found.append((int(far.argmin()), other.id, kind))
    return found


def asked(doing: Deciding) -> tuple[tuple[int, ...], PersonKind | None]:
    """Who asks, and what the other one is."""
    men = men_acting(doing)
    for figure_, name, kind in persons(doing.field, doing.actor):
        if name == doing.order.target:
            named = [each for each in doing.order.members if 0 <= each < len(men)]
            return (tuple(named[:1]) or (figure_,)), kind
    return (), None


def question_facts(doing: Deciding) -> Facts:
    """Contact, and whether they can still fight."""
    one, kind = asked(doing)
    field, name = doing.field, doing.order.target
    unit = field.books.units.get(name)
    body = name in field.bodies
    told: dict[str, Any] = {
        **told_of(doing, one),
        "target_name": name,
        "in_contact": bool(one),
        "asked_before": (Once.ASKED, name) in field.books.once,
        "already_scored": body or (unit is not None and unit.officer_scored),
        "can_still_fight": unit is not None and not body and not unit.never_fights and unit.status is Status.SOLID,
    }
    return told | ({"person_kind": kind} if kind is not None else {})


def question_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """Somebody who can be asked is touched (R48-6.56)."""
    one, kind = asked(doing)
    if kind is None:
        names = [name for _, name, _ in persons(doing.field, doing.actor)]
        yield wrong("target", "nobody_to_ask", "R48-6.56", names, name=doing.order.target)
        return
    yield from one_problems(doing, one)


# ---- Prisoners ---------------------------------------------------------------------------------------------------------------------


def prison(doing: Deciding) -> Site | None:
    """A place where prisoners are known to be."""
    name = doing.order.target
    place, site = doing.field.books.places.get(name), doing.field.sites.get(name)
    if place is None or site is None or cache_of(doing.field, name) is not Cache.PRISONERS:
        return None
    return site if place.contents_shown else None


def freer(doing: Deciding) -> tuple[int, ...]:
    """Who frees them: whoever touches the place."""
    site, men = prison(doing), men_acting(doing)
    if site is None:
        return ()
    there = [each for each in touches_site(doing.field, doing.actor, site) if not men[each].acted]
    named = [each for each in doing.order.members if each in there]
    return tuple((named or there)[:1])


def free_facts(doing: Deciding) -> Facts:
    """Whether they are found, and unguarded (R48-6.62)."""
    name = doing.order.target
    return {
        **told_of(doing, freer(doing)),
        "target_name": name,
        "discovered": prison(doing) is not None,
        "guards_defeated": not guarded(doing.field, name),
        "freed_before": (Once.FREED, name) in doing.field.books.once,
    }


def free_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """A figure at the place."""
    if prison(doing) is None:
        yield wrong("target", "no_prison", "R48-6.62", name=doing.order.target)
    elif not freer(doing):
        yield wrong("members", "not_there", "R48-6.62a", name=doing.order.target)
    else:
        yield from one_problems(doing, freer(doing))


# ---- What comes to light -----------------------------------------------------------------------------------------------------------


def kept_back(field: UprisingField) -> Iterator[tuple[str, Footprint, bool]]:
    """What is kept from the players and has a place: strongpoints with unknown garrisons, hidden units; with whether it is a unit."""
    for name, site in field.sites.items():
        place = field.books.places.get(name)
        if place is not None and place.kind == STRONGPOINT and not place.garrison_shown:
            yield name, site_stand(field, site), False
    for piece in field.pieces.values():
        if piece.hidden:
            yield from ((piece.id, stand, True) for stand in piece.stands)


def found_out(field: UprisingField, within: str) -> str:
    """What comes to light because a Player figure is so near, or under the same roof (R48-G.09(d))."""
    players = field.there(PLAYER)
    stands = [stand for piece in players for stand in piece.stands]
    if not stands:
        return ""
    reach = length(field.tables.number("reveal", within))
    kept = list(kept_back(field))
    under = structures_at(field.ground, [pose for piece in players for pose in piece.figures]) if kept else []
    entered = {area.id for area in under if area is not None}
    for name, stand, _ in kept:
        inside = structure_at(field.ground, stand.bases[0].point)
        if int(gaps(stands, [stand]).min()) <= reach or (inside is not None and inside.id in entered):
            return name
    return ""


def reveal_facts(doing: Deciding) -> Facts:
    """What it is that is shown."""
    name = doing.order.target
    return {
        "target_name": name,
        "is_unit": name in doing.field.books.units,
        "kept_by_umpire": True,
        "shown_before": False,
    }


def reveal_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """The government lays its own open when it is about to act, a Player figure being near and in sight (R48-G.09(d)(iv))."""
    field, name = doing.field, doing.order.target
    kept = {each: stand for each, stand, _ in kept_back(field)}
    if name not in kept:
        yield wrong("target", "not_kept", "R48-G.09", list(kept), name=name)
        return
    stands = [stand for piece in field.there(PLAYER) for stand in piece.stands]
    reach = length(field.tables.number("reveal.acting"))
    near = [stand for stand in stands if int(gaps([stand], [kept[name]])[0, 0]) <= reach]
    seen = bool(near) and from_place(field, point(kept[name].bases[0]), near).sees()
    if not seen:
        yield wrong("target", "not_near", "R48-G.09", within=in_inches(reach))


def volley_at(doing: Deciding) -> tuple[int, ...]:
    """Who could fire at a strongpoint."""
    men = men_acting(doing)
    shots = [shot for shot in SHOTS.values() if shot is not Shot.THROW]
    return together(doing, lambda man: any(fires(man, shot) for shot in shots)) if men else ()


def open_fire_facts(doing: Deciding) -> Facts:
    """How many fire."""
    return {"target_name": doing.order.target, "shooters": max(1, len(volley_at(doing)))}


def open_fire_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """At an outpost whose garrison nobody has seen (R48-G.09(d)(iii))."""
    site = strongpoint(doing)
    kept = [name for name, _, unit in kept_back(doing.field) if not unit]
    if site is None or site.id not in kept:
        yield wrong("target", "no_strongpoint", "R48-G.09", kept, name=doing.order.target)
        return
    yield from group_problems(doing, volley_at(doing))


# ---- Captures ----------------------------------------------------------------------------------------------------------------------


def captures(field: UprisingField) -> Iterator[tuple[Capture, str, str]]:
    """What is taken now that an initiative is over: what, by its name, and by whom (R48-G.09(e), R48-G.10(d), R48-G.45c)."""
    players = [piece for piece in field.there(PLAYER) if field.solid(piece.id)]
    for name, site in field.sites.items():
        place = field.books.places.get(name)
        if place is None:
            continue
        taken = (Once.TAKEN, name) in field.books.once
        if place.kind == STRONGPOINT and not taken:
            holder = _holder(field, players, site)
            if holder:
                yield Capture.STRONGPOINT, name, holder
            continue
        cache = cache_of(field, name)
        label = f"{name}, {cache.value}" if place.kind == STRONGPOINT and cache is not None else name
        if cache not in TAKEN or (Once.TAKEN, label) in field.books.once or guarded(field, name):
            continue
        by = next((piece.id for piece in players if touches_site(field, piece, site)), "")
        if by:
            yield TAKEN[cache], label, by
    yield from _convoys(field, players)


def _holder(field: UprisingField, players: list[Piece], site: Site) -> str:
    """The unit that holds a strongpoint: inside, with no Solid government figure there."""
    if any(inside_site(field, piece, site) for piece in field.there(GOVERNMENT) if field.solid(piece.id)):
        return ""
    return next((piece.id for piece in players if inside_site(field, piece, site)), "")


def _convoys(field: UprisingField, players: list[Piece]) -> Iterator[tuple[Capture, str, str]]:
    for name, unit in field.books.units.items():
        if unit.party.kind is not Kind.CONVOY or (Once.TAKEN, name) in field.books.once or guarded(field, name):
            continue
        piece = field.pieces.get(name)
        wagons = list(piece.stands) if piece is not None else []
        wagons += [
            figure(wagon_base(field.tables), wagon.at)
            for wagon in field.wagons.values()
            if wagon.id.startswith(f"{name} wagon")
        ]
        for player in players:
            if wagons and int(gaps(player.stands, wagons).min()) <= contact(field.tables):
                yield Capture.CONVOY, name, player.id
                break


def capture_facts(doing: Deciding) -> Facts:
    """What is taken; the contents were thrown when the place was laid."""
    return {"target_name": doing.order.target, "unit_is_solid": True, "guards_left": 0, "kept_by_umpire": True}


def capture_act(what: Capture, name: str, by: str) -> Act:
    """A capture, as it follows by itself."""
    return Act(by=PLAYER, action="capture", piece=by, target=name, chosen={"capture": what.value})


def place_of(field: UprisingField, name: str) -> Point | None:
    """Where something named is: a site, a piece."""
    if name in field.sites:
        return field.sites[name].at
    piece = field.pieces.get(name)
    return piece.figures[0].point if piece is not None and piece.figures else None


SEARCH: Deed[UprisingField] = Deed(
    action=RULESET.by_id["search_structure"], by="R48-6.54", measures=search_facts, hinders=search_hinders
)
SCOUT: Deed[UprisingField] = Deed(
    action=RULESET.by_id["scout"], by="R48-6.55a", measures=scout_facts, hinders=scout_hinders
)
QUESTION: Deed[UprisingField] = Deed(
    action=RULESET.by_id["question"],
    by="R48-6.56",
    measures=question_facts,
    chooses=("send_emissary",),
    hinders=question_hinders,
)
FREE: Deed[UprisingField] = Deed(
    action=RULESET.by_id["free_prisoners"], by="R48-6.62a", measures=free_facts, hinders=free_hinders
)
REVEAL: Deed[UprisingField] = Deed(action=RULESET.by_id["reveal"], measures=reveal_facts, hinders=reveal_hinders)
OPENING_FIRE: Deed[UprisingField] = Deed(
    action=OPEN_FIRE, by="R48-G.09", measures=open_fire_facts, hinders=open_fire_hinders
)
CAPTURE: Deed[UprisingField] = Deed(action=RULESET.by_id["capture"], measures=capture_facts, chooses=("capture",))
