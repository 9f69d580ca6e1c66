"""The facts of *What do they do?* as a unit's figures could see them: every field and every question is measured (R48-A.01 to R48-A.04, R48-A.27)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from dataclasses import field as dataclass_field
from fractions import Fraction
from functools import partial
from math import hypot
from typing import Any, TypeVar

import numpy as np

from sandtable.geometry.facts import once
from sandtable.geometry.measure import Point, Pose, in_inches
from sandtable.kernel.requests import Observe
from sandtable.kernel.tables import Tables
from sandtable.miniatures import drawing_up
from sandtable.miniatures.bodies import box_of, gaps
from sandtable.miniatures.bodies import near as near_box
from sandtable.miniatures.field import Piece
from sandtable.rulesets.uprising1848.behaviour import first_target, has_target
from sandtable.rulesets.uprising1848.behaviour_facts import Near, Seen, WhatDoTheyDo, reach_chance, threat_distance
from sandtable.rulesets.uprising1848.movement import Pace, mean_distance
from sandtable.rulesets.uprising1848.table.acting import in_fight
from sandtable.rulesets.uprising1848.table.combat.gunnery import loaded
from sandtable.rulesets.uprising1848.table.encounters.bystanders import cornered, fighting_near
from sandtable.rulesets.uprising1848.table.figures import Man, Role, aimed_as
from sandtable.rulesets.uprising1848.table.ground import legs_of, passed
from sandtable.rulesets.uprising1848.table.movement.charge_ways import plans
from sandtable.rulesets.uprising1848.table.movement.moving import crew_at
from sandtable.rulesets.uprising1848.table.opponent.shots import best_shot
from sandtable.rulesets.uprising1848.table.sighting import COVERS, Look, look
from sandtable.rulesets.uprising1848.table.state import GOVERNMENT, PLAYER, UprisingField, length
from sandtable.rulesets.uprising1848.vocabulary import (
    Cover,
    Firearm,
    GunState,
    Kind,
    Melee,
    Quality,
    Terrain,
)

GROUPS, CARDS = 3, 6  # as the form has room for
Value = TypeVar("Value")
FIGURES = 60  # no class is larger


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenOnTable(Seen):
    """A group in sight of a table, where the way to it is known."""

    way: Callable[[], bool] = dataclass_field(compare=False)

    @property
    def can_be_charged(self) -> bool:
        """Whether any of those who see it find a way and room beside it."""
        return self.way()


@dataclass(frozen=True, slots=True)
class Spotted:
    """A Player unit that some figures see: which of its figures, and how it stands in the form."""

    piece: Piece
    marks: tuple[int, ...]
    group: Seen


def view_of(field: UprisingField, piece: Piece, other: Piece) -> tuple[Look, Any]:
    """How a unit sees another one: by a clear line, or within six inches (R48-A.01)."""
    view = look(field, piece, other)
    return view, view.open | (view.far <= length(field.tables.number("behaviour.near_inches")))


def spotted(field: UprisingField, piece: Piece, figures: Sequence[int]) -> list[Spotted]:
    """The Player units that these figures see, the nearest first."""
    found: list[Spotted] = []
    rows = list(figures)
    for player in field.there(PLAYER):
        view, seen = view_of(field, piece, player)
        seen = seen[rows]
        if not seen.any():
            continue
        marks = np.flatnonzero(seen.any(axis=0)).tolist()
        far = int(view.far[rows][seen].min())
        covers = Counter(view.cover[rows][seen].tolist())
        group = _group(field, player, marks, far, covers, partial(_may_charge, field, piece, player, tuple(rows)))
        found.append(Spotted(player, tuple(marks), group))
    return sorted(found, key=lambda each: each.group.distance)


def _may_charge(field: UprisingField, piece: Piece, player: Piece, figures: tuple[int, ...]) -> bool:
    """Whether some figures find a way to a unit that they may run to its end, and room beside it."""
    return any(
        reach_chance(
            Pace("charge", plan.man.quality, plan.man.mounted, rough=False),
            in_inches(round(min(run.cost for run in plan.runs))),
            field.tables,
        )
        for plan in plans(field, piece, player, figures)
    )


def _group(
    field: UprisingField,
    player: Piece,
    marks: Sequence[int],
    far: int,
    covers: Counter[int],
    way: Callable[[], bool],
) -> Seen:
    unit, men = field.unit(player.id), [field.men[player.id][each] for each in marks]
    kinds = Counter((aimed_as(man, unit), man.mounted) for man in men)
    (quality, mounted), _ = kinds.most_common(1)[0]
    return SeenOnTable(
        distance=in_inches(far),
        target=quality,
        targets=min(FIGURES, len(men)),
        cover=COVERS[covers.most_common(1)[0][0]],
        target_is_mounted=mounted,
        wavering=not field.solid(player.id),
        unarmed=2 * sum(man.unarmed for man in men) > len(men),
        leader_among_them=any(man.role is Role.LEADER for man in men),
        way=way,
    )


def commonest(values: Sequence[Value], otherwise: Value) -> Value:
    """The value that most have."""
    return Counter(values).most_common(1)[0][0] if values else otherwise


def near(field: UprisingField, piece: Piece, side: str) -> tuple[tuple[Near, ...], int]:
    """Figures of a side within eighteen inches by class, and guns that somebody serves; of the Players units that are seen (R48-A.03)."""
    within = length(field.tables.number("behaviour.local_inches"))
    counts: Counter[tuple[Quality, bool, bool]] = Counter()
    guns = 0
    for other in field.there(side):
        unit = field.unit(other.id)
        if unit.never_fights or unit.party.kind is Kind.CONVOY:
            continue
        if not near_box(box_of(piece.stands, within), other.stands):
            continue
        close = np.atleast_1d((gaps(piece.stands, other.stands) <= within).any(axis=0))
        if side != piece.owner:
            _, seen = view_of(field, piece, other)
            close &= seen.any()  # whoever sees the front rank of a unit knows how many they are
        men = [man for man, counts_ in zip(field.men[other.id], close, strict=True) if counts_]
        counts.update((rated(man), man.mounted, side == PLAYER and man.firearm is Firearm.NONE) for man in men)
        guns += bool(men) and bool(crew_at(field, other))
    cards = tuple(
        Near(actor=quality, figures=min(FIGURES, count), actor_is_mounted=mounted, unarmed=unarmed)
        for (quality, mounted, unarmed), count in counts.most_common(CARDS)
    )
    return cards, guns


def rated(man: Man) -> Quality:
    """What a figure counts as in combat values."""
    return Quality.CIVILIAN if man.quality is Quality.TRANSPORT else man.quality


class Facts:
    """A government unit, or some of its figures, as the rules ask about it."""

    def __init__(
        self, field: UprisingField, piece: Piece, tables: Tables, figures: Sequence[int] | None = None
    ) -> None:
        self.field, self.piece, self.tables = field, piece, tables
        men = field.men[piece.id]
        self.figures = tuple(figures) if figures is not None else tuple(n for n, man in enumerate(men) if not man.acted)
        self.figures = self.figures or tuple(range(len(men)))
        self.men = [men[each] for each in self.figures]
        self.unit = field.unit(piece.id)
        self._known: dict[bool, WhatDoTheyDo] = {}

    @once
    def seen(self) -> list[Spotted]:
        """The Player units that they see, the nearest first."""
        return spotted(self.field, self.piece, self.figures) if self.piece.figures else []

    @property
    def kind(self) -> Kind:
        """What they are to the rules; who has come over and back is infantry."""
        kind = self.unit.party.kind
        return kind if kind is not Kind.REVOLUTIONARIES else Kind.INFANTRY

    @property
    def quality(self) -> Quality:
        """What most of them are who are not there by rank alone."""
        plain = [man for man in self.men if man.plain] or self.men
        return commonest([rated(man) for man in plain], self.unit.party.quality)

    @property
    def count(self) -> int:
        """How many they are, as far as the form goes."""
        return min(FIGURES, max(1, len(self.men)))

    @property
    def nearest(self) -> Spotted | None:
        """The nearest Player unit in sight."""
        return self.seen[0] if self.seen else None

    def target(self, group: Seen | None) -> Spotted | None:
        """The unit that a group of the answer is."""
        return next((each for each in self.seen if each.group == group), self.nearest)

    def situation(self, *, charged: bool = False) -> WhatDoTheyDo:
        """The form, filled in."""
        if charged not in self._known:
            self._known[charged] = self._filled(charged=charged)
        return self._known[charged]

    def _filled(self, *, charged: bool) -> WhatDoTheyDo:
        unit, men = self.unit, self.men
        firearm = commonest([man.firearm for man in men if man.shot() is not None], Firearm.NONE)
        friends, own_guns = near(self.field, self.piece, GOVERNMENT)
        players, guns = near(self.field, self.piece, PLAYER)
        about: dict[str, Any] = {
            "actor_name": unit.name,
            "kind": self.kind,
            "actor": self.quality,
            "figures": self.count,
            "firearm": firearm,
            "melee": commonest([man.melee for man in men], Melee.IMPROVISED),
            "actor_is_mounted": bool(men) and all(man.mounted for man in men),
            "actor_status": unit.status,
            "being_charged": charged,
            "groups": tuple(each.group for each in self.seen[:GROUPS]) or (self._far_off(),),
            "friends_near": friends,
            "players_near": players,
            "own_guns_near": own_guns,
            "player_guns_near": guns,
            "truce": bool(self.field.books.talks.truce_turns) and unit.bound_by_truce,
            "priority_target": unit.priority_target,
        }
        return WhatDoTheyDo(**about, **self._gun())

    def _far_off(self) -> Seen:
        """Nobody is in sight: as far as can be."""
        return Seen(distance=Fraction(999))

    def _gun(self) -> dict[str, Any]:
        unit = self.unit
        if unit.party.gun is None or self.piece.marker is None:
            return {}
        shot = best_shot(self.field, self.piece)
        foes, friends = (shot.foes, shot.friends) if shot is not None else (0, 0)
        first = self.nearest
        return {
            "gun_class": unit.party.gun,
            "howitzer": unit.party.howitzer,
            "ammunition": loaded(unit),
            "gun_state": GunState.LIMBERED if unit.limbered else GunState.UNLIMBERED,
            "reload_markers": unit.markers,
            "crew_away_from_gun": not crew_at(self.field, self.piece),
            "foes_in_the_way": min(40, foes),
            "friends_in_the_way": min(40, friends),
            "nearest_unit_figures": min(FIGURES, len(first.piece.figures)) if first is not None else FIGURES,
        }

    # What the rules ask on the way

    def answer(self, request: Observe) -> Any:
        """What geometry says; a question that nobody knows keeps its usual answer."""
        measure = self.MEASURES.get(request.key)
        found = request.usual if measure is None else measure(self)
        return min(found, request.highest) if request.value_kind == "number" else found

    def in_contact(self) -> int:
        """How many of them touch Player figures who fight."""
        return len(in_fight(self.field, self.piece) & set(self.figures))

    def with_line(self) -> int:
        """How many have a line to their first target."""
        target = self.target(first_target(self.situation(), self.tables))
        if target is None:
            return 0
        view = look(self.field, self.piece, target.piece)
        return int(view.open[list(self.figures)].any(axis=1).sum())

    def own_cover(self) -> str:
        """The cover that most of them have from the nearest enemy."""
        first = self.nearest
        if first is None:
            return Cover.NONE.value
        view = look(self.field, first.piece, self.piece)
        covers = view.cover[:, list(self.figures)][view.open[:, list(self.figures)]].tolist()
        return COVERS[commonest(covers, 0)].value

    def ground(self) -> str:
        """Whether the straight way to the nearest enemy is mostly rough."""
        first = self.nearest
        if first is None:
            return Terrain.OPEN.value
        here = self.piece.figures[self.figures[0]]
        there = first.piece.figures[first.marks[0]]
        way = passed(self.field.ground, self.tables, legs_of(self.men[0]), here, (there,))
        return Terrain.ROUGH.value if way.rough > way.open else Terrain.OPEN.value

    def can_get_away(self) -> bool:
        """Whether there is room to go farther from the nearest enemy: the edge is not right behind them, or they may cross it."""
        first = self.nearest
        if first is None:
            return True
        here, foe = middle_of(self.piece), middle_of(first.piece)
        far = hypot(here.x - foe.x, here.y - foe.y) or 1.0
        step = length(2)
        place = Point(round(here.x + (here.x - foe.x) / far * step), round(here.y + (here.y - foe.y) / far * step))
        ways = passed(
            self.field.ground, self.tables, legs_of(self.men[0]), self.piece.figures[0], (Pose(place.x, place.y),)
        )
        return not ways.barred

    def outdistances(self) -> bool:
        """Whether a move of theirs is longer than what the chargers have left."""
        charge = self.field.charge
        quality = max((man.quality for man in self.men), key=tuple(Quality).index)
        mounted = all(man.mounted for man in self.men)
        mean = length(mean_distance(Pace("move", quality, mounted, rough=False), self.tables))
        return charge is None or mean > charge.left

    def seen_lately(self) -> bool:
        """Whether they have seen a revolutionary in the last two turns."""
        known = self.field.sightings.get(self.piece.id)
        return known is None or self.field.books.turn - known.turn < 2  # noqa: PLR2004 - as the rule has it

    def half_gone(self) -> bool:
        """Whether half or more of the unit is gone."""
        return 2 * (self.unit.reference - self.unit.figures) >= self.unit.reference

    def led(self) -> bool:
        """Whether officer and NCO are both there."""
        roles = {man.role for man in self.field.men[self.piece.id]}
        return {Role.OFFICER, Role.NCO} <= roles

    def last_known(self) -> bool:
        """Whether they remember where somebody was."""
        known = self.field.sightings.get(self.piece.id)
        return known is not None and known.at is not None

    MEASURES: dict[str, Callable[[Facts], Any]] = {  # noqa: RUF012 - a table, never changed
        "np.can_get_away": can_get_away,
        "np.fighting_near": lambda self: fighting_near(self.field, self.piece),
        "np.discovered": lambda self: not self.piece.hidden,
        "np.cornered": lambda self: cornered(self.field, self.piece),
        "np.in_contact": in_contact,
        "np.seen": lambda self: bool(self.seen),
        "np.own_cover": own_cover,
        "np.outdistance": outdistances,
        "np.officer_and_nco": led,
        "np.last_known": last_known,
        "np.seen_lately": seen_lately,
        "np.half_gone": half_gone,
        "np.with_line": with_line,
        "np.ground": ground,
    }

    # Who acts (R48-A.02)

    def threatened(self) -> bool:
        """Whether a Player figure could charge them."""
        first = self.nearest
        return first is not None and first.group.distance <= threat_distance(first.group, "threat_inches", self.tables)

    def gun_has_target(self) -> bool:
        """Whether their gun is ready and has something to fire at."""
        unit = self.unit
        ready = unit.party.gun is not None and not unit.markers and not unit.limbered
        return ready and bool(crew_at(self.field, self.piece)) and has_target(self.situation(), self.tables)


def middle_of(piece: Piece) -> Point:
    """The middle of a piece's figures."""
    return drawing_up.middle_of(piece.figures)
