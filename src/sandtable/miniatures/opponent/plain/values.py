"""An opponent for a small game, from a few declared things: what is worth what comes from the umpire's own laws and effects.

A unit is worth as much as it has figures left of the most that one may have. What fire and blows cost is read off the effects of each verdict.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import hypot
from typing import Any, Generic

from sandtable.ai.weighing import Reason, Weighed
from sandtable.battle.seat import Role
from sandtable.geometry.cover import area_at
from sandtable.geometry.crowd import Crowd
from sandtable.geometry.going import Going
from sandtable.geometry.measure import INCH, Length, Point
from sandtable.geometry.terrain import Terrain
from sandtable.kernel.effects import OnUnit
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Refusal
from sandtable.kernel.tables import Tables
from sandtable.miniatures.acting import form_read
from sandtable.miniatures.contact import up_to
from sandtable.miniatures.drawing_up import middle_of
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit, State
from sandtable.miniatures.opponent.mind import Mind
from sandtable.miniatures.opponent.thinking import Thinking
from sandtable.miniatures.opponent.values import Choice, Goal, Reach, Spot, Stride, Values
from sandtable.miniatures.opponent.weights import Weights
from sandtable.miniatures.orders import Act
from sandtable.miniatures.players import Aims

ACTOR, TARGET = "actor", "target"  # what effects call who acts and who is acted on
PAIR = 2  # units that go for one enemy
CHARGED = 2  # enemies that are thought of for a charge


@dataclass(frozen=True, kw_only=True)
class Plain(Generic[State]):
    """What a small game declares. ``fire`` and ``melee`` are the umpire's actions, empty where there is none of the kind; ``full``: figures of a
    whole unit; ``reach``: how far fire carries; ``run``: how far a unit goes at most.

    ``covers`` are kinds of ground from no cover to the best, as the field ``cover`` of the form of fire has them; what is not among them is
    none. ``hides``: kinds of ground that nobody sees through; ``going``: what ground costs; ``goals``: places that count, without which every enemy is one; ``turns_left``: turns
    that a side still has.
    """

    full: Callable[[Tables], int]
    fire: str = "fire"
    melee: str = "melee"
    reach: Callable[[Tables], Length] = lambda _: 0
    run: Callable[[Tables], Length] = lambda _: 0
    cover: str = "cover"
    covers: tuple[str, ...] = ("open",)
    hides: frozenset[str] = frozenset()
    going: Callable[[Tables], Going] = lambda _: Going()
    goals: Callable[[State, Role], Sequence[Goal]] | None = None
    turns_left: Callable[[State], float | None] = lambda _: None
    weights: str = ""  # the package with a page of its own, where it has one


def plain_mind(kit: Kit[State], aims: Aims[State], told: Plain[State]) -> Mind[State]:
    """All that an opponent needs to know of a small game."""
    values = PlainValues(kit, aims, told)
    return Mind(values, spots=values.charges)


class PlainValues(Values[State]):
    """The values of a small game."""

    def __init__(self, kit: Kit[State], aims: Aims[State], told: Plain[State]) -> None:
        self.kit, self.aims, self.told = kit, aims, told
        pages = (__package__, told.weights) if told.weights else (__package__,)
        self.weights, self.covers = Weights(*pages), len(told.covers)

    # ---- Troops ------------------------------------------------------------------------------------------------------------

    def kind(self, unit: Any) -> Hashable:
        nameless: Hashable = replace(unit, name="")
        return nameless

    def price(self, unit: Any) -> float:
        """As much as it has figures: sides are only compared by it."""
        return 0.0 if unit is None else float(self.kit.strength(unit) or 0)

    def share(self, view: State, unit: Any) -> float:
        """What a unit is worth beside a whole one."""
        return self.price(unit) / self.told.full(view.tables)

    def reach(self, view: State, piece: Piece, unit: Any) -> Reach:  # noqa: ARG002 - all carry as far
        far = self._carries(view)
        return Reach((far,)) if far else Reach()

    def run(self, view: State, piece: Piece) -> Length:  # noqa: ARG002 - all go as far
        return self.told.run(view.tables) if self.told.melee else 0

    def harm(self, view: State, shooter: Any, mark: Any, far: Length, cover: int) -> float:  # noqa: ARG002 - one band
        told = {self.told.cover: self.told.covers[cover]} if len(self.told.covers) > 1 else {}
        return self._balance(view, self.told.fire, shooter, mark, told)

    def strike(self, view: State, striker: Any, mark: Any, cover: int) -> float:  # noqa: ARG002 - hand to hand nothing shelters
        return self._balance(view, self.told.melee, striker, mark, {})

    def _balance(self, view: State, action: str, actor: Any, target: Any, told: dict[str, Any]) -> float:
        """What an action would cost its target on average less what it costs the actor, when he may act again."""
        rule, books = self.kit.deeds[action].action, view.books
        own = {spec.name for spec in rule.fields}
        filled = {**books.fills(target)[1], **books.fills(actor.rested())[0], **told}
        try:
            form = form_read(rule, {name: value for name, value in filled.items() if name in own}, view.tables)
        except Refusal:
            return 0.0  # who may not do it harms nobody
        law = rule.law(form.situation, view.tables, form.answers).law
        return sum(float(chance) * self._cost(view, actor, target, verdict) for verdict, chance in law)

    def _cost(self, view: State, actor: Any, target: Any, verdict: Any) -> float:
        left = {ACTOR: actor, TARGET: target}
        for one in verdict.changes:
            if isinstance(one, OnUnit) and one.whom in left:
                left[one.whom] = one.on(left[one.whom])
        lost = self.share(view, target) - self.share(view, left[TARGET])
        return lost - (self.share(view, actor) - self.share(view, left[ACTOR]))

    def stands_off(self, view: State, piece: Piece) -> Length:  # noqa: ARG002 - all carry as far
        """Where no place counts the enemy is what it goes for: as near as fire carries is near enough."""
        return 0 if self.told.goals is not None else round(self.weights("plan", "in_reach") * self._carries(view))

    def _carries(self, view: State) -> Length:
        return self.told.reach(view.tables) if self.told.fire else 0

    def strides(self, view: State, piece: Piece) -> Sequence[Stride]:
        unit = self.unit(view, piece.id)
        return tuple(Stride(far, unit, chosen) for far, chosen in self.aims.strides(view, piece))

    # ---- Ground ------------------------------------------------------------------------------------------------------------

    def ground(self, view: State) -> Terrain:
        return view.terrain

    @property
    def hides(self) -> frozenset[str]:
        return self.told.hides

    def cover(self, view: State, start: Point, end: Point, radius: Length) -> int:  # noqa: ARG002 - what is stood in
        area = area_at(view.terrain, end)
        return self.told.covers.index(area.kind) if area is not None and area.kind in self.told.covers else 0

    def going(self, view: State, piece: Piece) -> Going:  # noqa: ARG002 - the same for all
        return self.told.going(view.tables)

    def taken(self, view: State, piece: Piece) -> Crowd:
        return Crowd([stand for each in view.pieces.values() if each.id != piece.id for stand in each.stands])

    # ---- What it is about --------------------------------------------------------------------------------------------------

    def goals(self, view: State, side: Role) -> Sequence[Goal]:
        """The places that count; where none does, every enemy, two units to each."""
        if self.told.goals is not None:
            return self.told.goals(view, side)
        enemies = (each for each in view.enemies_of(side) if each.figures)
        return tuple(Goal(each.id, middle_of(each.figures), wants=PAIR) for each in enemies)

    def leads(self, view: State, side: Role) -> bool:
        """Whether it has more left than all others."""
        own, others = self._left(view, side)
        return own > others

    def _left(self, view: State, side: Role) -> tuple[float, float]:
        """What a side has left, and all others."""
        sides = (view.of(side), view.enemies_of(side))
        own, others = (sum(self.price(self.unit(view, each.id)) for each in some) for some in sides)
        return own, others

    def turns_left(self, view: State) -> float | None:
        return self.told.turns_left(view)

    def gathers(self, view: State) -> float:
        """Where the enemy cannot come into reach and fire at once: who comes first is fired at first."""
        return (self._carries(view) + self.told.run(view.tables)) / INCH

    def storms(self, view: State, side: Role, gathered: float) -> bool:
        """Who is gathered and stronger does not wait for the enemy to come."""
        own, others = self._left(view, side)
        return super().storms(view, side, gathered) and own >= self.weights("plan", "attack") * others

    # ---- Deeds -------------------------------------------------------------------------------------------------------------

    def gain(self, view: State, order: Act, verdict: Any) -> float:
        return self._cost(view, self.unit(view, order.piece), self.unit(view, order.target), verdict)

    def passing(self, view: State, side: Role, orders: Sequence[Act]) -> Choice:  # noqa: ARG002 - the first is wished for most
        return Weighed(orders[0], (Reason(Message("opponent.done"), 0.0, ()),))

    def charges(self, thinking: Thinking[State]) -> Iterator[Spot]:
        """Places at enemies whom a unit would get the better of."""
        view, here = thinking.view, thinking.middle
        strides = self.strides(view, thinking.piece) if self.told.melee else ()
        foes = sorted(thinking.picture.foes, key=lambda foe: hypot(foe.eye.x - here.x, foe.eye.y - here.y))
        for foe in foes[:CHARGED]:
            gain = self.strike(view, thinking.unit, foe.unit, 0)
            if gain < self.weights("strike", "least"):
                continue
            for stride in strides:
                contact = up_to(thinking.piece, foe.piece, here, thinking.room, stride.far)
                if contact is not None:
                    yield Spot(stride, contact.figures, "charges", gain, None, foe.piece.id, calm=True)
