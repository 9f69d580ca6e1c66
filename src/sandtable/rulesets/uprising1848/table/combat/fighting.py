"""Attacks hand to hand by figures that touch (R48-6.11 to R48-6.14, R48-G.21, R48-G.53b)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sandtable.geometry.cover import contains
from sandtable.geometry.measure import Point, Pose
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.problem import Problem
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts, Fall
from sandtable.miniatures.pairing import paired
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.acting import group_of, group_problems, men_acting, told_of, touching, wrong
from sandtable.rulesets.uprising1848.table.figures import Man, aimed_as, taken_off
from sandtable.rulesets.uprising1848.table.ground import HOLDS, LOW, lines_over
from sandtable.rulesets.uprising1848.table.state import Deciding, UprisingField
from sandtable.rulesets.uprising1848.vocabulary import Cover, Melee, Quality

ACTIONS = {"attack_lethal": Melee.LETHAL, "attack_improvised": Melee.IMPROVISED}
BY_CLASS = {melee: action for action, melee in ACTIONS.items()}
COVERS = tuple(Cover)
MOST = 6  # figures that find room around one


def cover_between(ground: Terrain, one: Point | Pose, other: Point | Pose) -> Cover:
    """What somebody fights from behind: what he is inside of and his enemy is not, or what stands between them (R48-6.12)."""
    a, b = Point(one.x, one.y), Point(other.x, other.y)
    found = [LOW[kind] for kind in lines_over(ground, a, b) if kind in LOW]
    around = (area for area in ground.areas if area.kind in HOLDS)
    found += [HOLDS[each.kind] for each in around if contains(each.outline, b) and not contains(each.outline, a)]
    return max(found, key=COVERS.index, default=Cover.NONE)


@dataclass(frozen=True, slots=True)
class Brawl:
    """Attackers of a class, and those of a class whom they touch and strike at."""

    attackers: tuple[int, ...]
    marks: tuple[int, ...]
    man: Man
    target: Quality
    cover: Cover
    mounted: bool


def brawls(field: UprisingField, piece: Piece, target: Piece, melee: Melee, group: tuple[int, ...]) -> list[Brawl]:
    """Every pair of classes that touch, the largest first; each strikes at one of those whom he touches (R48-6.11, R48-G.53b(b))."""
    men, aimed, unit = field.men[piece.id], field.men[target.id], field.unit(target.id)
    touched = touching(field).get(piece.id, ())
    by: dict[tuple[object, ...], list[tuple[int, int]]] = {}
    able = [each for each in group if each < len(touched) and men[each].melee is melee and not men[each].acted]
    rows = [[mark for name, mark in touched[each] if name == target.id] for each in able]
    for each, mark in zip(able, paired(rows, MOST), strict=True):
        if mark is None:
            continue
        cover = cover_between(field.ground, piece.figures[each], target.figures[mark])
        key = (men[each].quality, men[each].mounted, aimed_as(aimed[mark], unit), aimed[mark].mounted, cover)
        by.setdefault(key, []).append((each, mark))
    found = [
        Brawl(
            tuple(each for each, _ in pairs),
            tuple(sorted({mark for _, mark in pairs})),
            men[pairs[0][0]],
            aimed_as(aimed[pairs[0][1]], unit),
            cover_between(field.ground, piece.figures[pairs[0][0]], target.figures[pairs[0][1]]),
            aimed[pairs[0][1]].mounted,
        )
        for pairs in by.values()
    ]
    return sorted(found, key=lambda each: -len(each.attackers))


def chosen(doing: Deciding) -> Brawl | None:
    """The attack that an order means."""
    melee = ACTIONS[doing.order.action]
    group = group_of(doing, lambda man: man.melee is melee)
    found = brawls(doing.field, doing.actor, doing.target, melee, group)
    if doing.order.members:
        found = [each for each in found if set(each.attackers) == set(group)]
    if doing.order.marks:
        found = [each for each in found if set(doing.order.marks) <= set(each.marks)]
    return found[0] if found else None


def facts(doing: Deciding) -> Facts:
    """What geometry fills into the form."""
    brawl = chosen(doing)
    told = told_of(doing, brawl.attackers if brawl else group_of(doing))
    if brawl is None:
        return {**told, "attackers": 1, "targets": 1}
    return {
        **told,
        "actor": brawl.man.quality,
        "attackers": len(brawl.attackers),
        "actor_is_mounted": brawl.man.mounted,
        "rides_on_transport": brawl.man.riding,
        "target": brawl.target,
        "targets": len(brawl.marks),
        "target_is_mounted": brawl.mounted,
        "cover": brawl.cover,
    }


def hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """An attacker touches whom he attacks (R48-6.11a)."""
    melee, men = ACTIONS[doing.order.action], men_acting(doing)
    group = group_of(doing, lambda man: man.melee is melee)
    if not any(man.melee is melee for man in men):
        yield wrong("members", "no_arms", "R48-6.13", name=doing.actor.id)
        return
    brawl = chosen(doing)
    yield from group_problems(doing, brawl.attackers if brawl else group, strays=False)
    if brawl is None:
        yield wrong("target", "no_contact", "R48-6.11a", name=doing.target.id)


def falls(fall: Fall[UprisingField]) -> tuple[int, ...]:
    """Who falls: of those who were struck at."""
    brawl = chosen(fall.doing)
    men = fall.doing.field.men[fall.piece.id]
    return taken_off(men, brawl.marks if brawl is not None else tuple(range(len(men))), fall.by)


ATTACKS: dict[str, Deed[UprisingField]] = {
    action: Deed(action=RULESET.by_id[action], by="R48-6.11", at="R48-6.11a", measures=facts, hinders=hinders)
    for action in ACTIONS
}
