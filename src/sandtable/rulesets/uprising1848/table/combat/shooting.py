"""Volleys: alike shooters at alike targets, one throw for each pair of classes (R48-6.15 to R48-6.22, R48-8.01 to R48-8.18, R48-G.53)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from sandtable.geometry.facts import fact
from sandtable.geometry.measure import in_inches
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts, Fall
from sandtable.rulesets.uprising1848.fire import Aim, band_of, hit_chance
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.acting import (
    astray,
    group_problems,
    in_fight,
    men_acting,
    together,
    told_of,
    wrong,
)
from sandtable.rulesets.uprising1848.table.figures import Man, aimed_as, taken_off
from sandtable.rulesets.uprising1848.table.sighting import COVERS, look
from sandtable.rulesets.uprising1848.table.state import Deciding, UprisingField
from sandtable.rulesets.uprising1848.vocabulary import RIFLES, Cover, Firearm, Quality, Shot

SHOTS = {
    "throw_stone": Shot.THROW,
    "fire_pistol": Shot.PISTOL,
    "fire_carbine": Shot.CARBINE,
    "fire_musket": Shot.MUSKET,
    "fire_rifle": Shot.RIFLE,
}
BY_SHOT = {shot: action for action, shot in SHOTS.items()}


def fires(man: Man, shot: Shot) -> bool:
    """Whether a figure has what it takes; a flintlock rifle may be fired as a musket at any time (R48-6.15, R48-8.14a)."""
    if shot is Shot.THROW:
        return not man.mounted and not man.riding
    return man.shot() is shot or (shot is Shot.MUSKET and man.firearm is Firearm.FLINTLOCK_RIFLE)


@dataclass(frozen=True, slots=True)
class Volley:
    """A class of shooters and a class of targets as they see it."""

    shooters: tuple[int, ...]
    marks: tuple[int, ...]
    man: Man  # one of the shooters
    range: Fraction
    cover: Cover
    target: Quality
    mounted: bool
    named: bool = False

    def aim(self, shot: Shot, tables: Tables) -> Aim:
        """One of its shots."""
        throws = shot is Shot.THROW
        return Aim(
            shot=shot,
            band=band_of(self.range, tables),
            shooter=self.man.quality,
            target=self.target,
            cover=self.cover,
            marksman=self.man.marksman,
            shooter_mounted=(self.man.mounted or self.man.riding) and not throws,
            target_mounted=self.mounted and not throws,
        )

    def kind(self, tables: Tables) -> tuple[object, ...]:
        """What all of its targets have in common, however many fire at them."""
        return band_of(self.range, tables), self.cover, self.target, self.mounted

    def chance(self, shot: Shot, tables: Tables) -> int:
        """The chance of one of its shots, per cent."""
        return hit_chance(self.aim(shot, tables), tables)

    def expected(self, shot: Shot, tables: Tables) -> Fraction:
        """Casualties that it promises."""
        each = tables.number("needle_gun.shots") if self.man.firearm is Firearm.NEEDLE_GUN and shot is Shot.RIFLE else 1
        hits = Fraction(len(self.shooters) * each * self.chance(shot, tables), 100)
        return min(hits, Fraction(len(self.marks)))


def volleys(
    field: UprisingField,
    piece: Piece,
    target: Piece,
    shot: Shot,
    group: Sequence[int] | None = None,
    named: int | None = None,
) -> list[Volley]:
    """Every pair of classes that can be fired, the one that promises most first; strays have to close up (R48-7.14, R48-G.53(f))."""
    men, out = field.men[piece.id], in_fight(field, piece).union(astray(field, piece))
    some = range(len(men)) if group is None else group
    able = [each for each in some if not men[each].acted and each not in out and fires(men[each], shot)]
    found: list[Volley] = []
    for members in _classes(men, able, shot):
        found += _at(field, piece, target, members, named)
    return sorted(found, key=lambda each: -each.expected(shot, field.tables))


def _classes(men: Sequence[Man], able: Sequence[int], shot: Shot) -> Iterator[tuple[int, ...]]:
    """Shooters alike in all that counts; whoever throws leaves his firearm alone (R48-G.53(a))."""
    by: dict[tuple[object, ...], list[int]] = {}
    for each in able:
        man = men[each]
        firearm = None if shot is Shot.THROW else man.firearm
        by.setdefault((man.quality, firearm, man.marksman, man.mounted, man.riding), []).append(each)
    return (tuple(some) for some in by.values())


def _at(
    field: UprisingField, piece: Piece, target: Piece, members: Sequence[int], named: int | None
) -> Iterator[Volley]:
    """The classes of targets that a class of shooters sees; nobody is fired at who fights with a friend (R48-8.04)."""
    view, unit, aimed = look(field, piece, target), field.unit(target.id), field.men[target.id]
    rows = list(members)
    engaged = in_fight(field, target)
    marks = [each for each in range(len(aimed)) if each not in engaged and named in (None, each)]
    if not marks or not rows:
        return
    open_, far, cover = (table[np.ix_(rows, marks)] for table in (view.open, view.far, view.cover))
    bounds = np.array(field.tables.row("range.up_to")) * 1000
    bands = np.digitize(far, bounds, right=True)
    kinds = [
        (aimed[each].quality if named is not None else aimed_as(aimed[each], unit), aimed[each].mounted)
        for each in marks
    ]
    classes = {kind: number for number, kind in enumerate(dict.fromkeys(kinds))}
    code = (bands * 4 + cover) * len(classes) + np.array([classes[kind] for kind in kinds])[None]
    for value in np.unique(code[open_]).tolist():
        hit = open_ & (code == value)
        quality, mounted = kinds[int(np.flatnonzero(hit.any(axis=0))[0])]
        yield Volley(
            shooters=tuple(rows[each] for each in np.flatnonzero(hit.any(axis=1))),
            marks=tuple(marks[each] for each in np.flatnonzero(hit.any(axis=0))),
            man=field.men[piece.id][rows[0]],
            range=in_inches(int(far[hit].min())),
            cover=COVERS[int(cover[hit][0])],
            target=quality,
            mounted=mounted,
            named=named is not None,
        )


def chosen(doing: Deciding) -> Volley | None:
    """The volley that an order means: at those who are marked, by those who are named, else the most promising."""
    order = doing.order
    named = order.chosen.get("officer_named") is True
    return _chosen(doing.field, SHOTS[order.action], doing.actor.id, doing.target.id, order.members, order.marks, named)


@fact
def _chosen(
    field: UprisingField,
    shot: Shot,
    name: str,
    target: str,
    members: tuple[int, ...],
    marks: tuple[int, ...],
    named: bool,
) -> Volley | None:
    if {name, target} & field.waiting:
        return None
    men, aimed = field.men[name], field.men[target]
    group = [each for each in dict.fromkeys(members) if 0 <= each < len(men)]
    marked = [each for each in marks if 0 <= each < len(aimed)]
    officer = marked[0] if marked and named and not aimed[marked[0]].plain else None
    found = volleys(field, field.pieces[name], field.pieces[target], shot, None, officer)
    if marked:
        found = [each for each in found if set(marked) <= set(each.marks)]
    if not members:
        return found[0] if found else None
    by_group = volleys(field, field.pieces[name], field.pieces[target], shot, group, officer)
    kinds = {each.kind(field.tables) for each in found}
    own = (each for each in by_group if set(group) <= set(each.shooters) and each.kind(field.tables) in kinds)
    return next(own, None)


def facts(doing: Deciding) -> Facts:
    """What geometry fills into the form."""
    group = together(doing, lambda man: fires(man, SHOTS[doing.order.action]))
    told = told_of(doing, group)
    volley = chosen(doing)
    if volley is None:
        return {**told, "line_is_blocked": True, "shooters": max(1, len(group)), "range": Fraction(1)}
    rifle = volley.man.firearm if volley.man.firearm in RIFLES else Firearm.PERCUSSION_RIFLE
    return {
        **told,
        "actor": volley.man.quality,
        "shooters": len(volley.shooters),
        "shooter_is_marksman": volley.man.marksman,
        "actor_is_mounted": volley.man.mounted,
        "rides_on_transport": volley.man.riding,
        "rifle_kind": rifle,
        "rifle_loaded": not volley.man.unloaded,
        "target": volley.target,
        "targets": len(volley.marks),
        "target_is_mounted": volley.mounted,
        "range": volley.range,
        "cover": volley.cover,
        "officer_named": volley.named,
    }


def hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """What stands in the way of single figures: nobody has such arms, all of them fight or have acted, nobody sees a target."""
    shot, men = SHOTS[doing.order.action], men_acting(doing)
    group = together(doing, lambda man: fires(man, shot))
    able = [each for each in range(len(men)) if fires(men[each], shot)]
    rule = "R48-6.15" if shot is Shot.THROW else ARMS_RULES[shot]
    if not able or (doing.order.members and not set(group) <= set(able)):
        yield wrong("members", "no_arms", rule, name=doing.actor.id)
        return
    yield from group_problems(doing, group)
    if doing.target.id in doing.field.waiting:
        yield wrong("target", "waits", "R48-G.57", name=doing.target.id)
        return
    if group and set(group) <= in_fight(doing.field, doing.actor):
        yield wrong("members", "in_fight", "R48-G.25", name=doing.actor.id)
    elif set(range(len(doing.target.figures))) <= in_fight(doing.field, doing.target):
        yield wrong("target", "target_in_fight", "R48-8.04", name=doing.target.id)
    elif group and not set(group) & set(astray(doing.field, doing.actor)) and chosen(doing) is None:
        yield wrong("target", "no_line", "R48-8.02", name=doing.target.id)


ARMS_RULES = {
    Shot.PISTOL: "R48-6.17",
    Shot.CARBINE: "R48-6.18",
    Shot.MUSKET: "R48-6.19",
    Shot.RIFLE: "R48-6.20",
}


def falls(fall: Fall[UprisingField]) -> tuple[int, ...]:
    """Who falls: of the class that was hit (R48-G.60)."""
    volley = chosen(fall.doing)
    men = fall.doing.field.men[fall.piece.id]
    among = volley.marks if volley is not None else range(len(men))
    return taken_off(men, tuple(among), fall.by)


def deed(action: str) -> Deed[UprisingField]:
    """Fire or throw as an order."""
    shot = SHOTS[action]
    return Deed(
        action=RULESET.by_id[action],
        by="R48-6.15" if shot is Shot.THROW else ARMS_RULES[shot],
        at="R48-8.02",
        measures=facts,
        chooses=("officer_named",),
        hinders=hinders,
    )


VOLLEYS = {action: deed(action) for action in SHOTS}
