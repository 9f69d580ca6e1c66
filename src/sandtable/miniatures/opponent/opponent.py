"""The opponent: it looks at the table, gives each of its units the order that is worth most, and can say why."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Generic

from sandtable.ai.player import Maker, Reasoning
from sandtable.ai.weighing import picked
from sandtable.ai.weights import Weighing
from sandtable.battle.order import Decision, Order
from sandtable.battle.seat import Role, side_of
from sandtable.kernel.messages import Catalogue
from sandtable.miniatures import acting
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Kit, State
from sandtable.miniatures.opponent.choices import REST, choices
from sandtable.miniatures.opponent.intents import Stance
from sandtable.miniatures.opponent.laws import Laws
from sandtable.miniatures.opponent.mind import Mind
from sandtable.miniatures.opponent.picture import Picture, enemies_as_seen
from sandtable.miniatures.opponent.plan import Plan as Intent
from sandtable.miniatures.opponent.plan import plans_for
from sandtable.miniatures.opponent.thinking import Thinking
from sandtable.miniatures.opponent.values import Choice
from sandtable.miniatures.orders import Act, Plan, Ready
from sandtable.miniatures.players import SET_UP, Aims

SHARED = 4  # pages of weights whose laws are kept at once


class KitOpponent(Reasoning, Generic[State]):
    """One opponent in one battle. It keeps nothing that its view does not tell, but for what it has worked out already."""

    def __init__(
        self,
        kit: Kit[State],
        aims: Aims[State],
        mind: Mind[State],
        laws: Laws[State],
        texts: Catalogue,
        level: str,
        seed: str,
    ) -> None:
        super().__init__(texts.say)
        values = mind.values
        name = level or values.weights.levels[-1]
        self.kit, self.aims, self.mind, self.values, self.laws = kit, aims, mind, values, laws
        self._caution = values.weights.level(name, "danger")
        self._carelessness = values.weights.level(name, "carelessness")
        self._luck = Random(seed)  # noqa: S311 - whoever gives the seed keeps it secret
        self._moment: object = None
        self._rested: set[str] = set()  # who has been let rest since then
        self._plans: Mapping[str, Intent] = {}
        self._picture: Picture[State] | None = None

    def order(self, view: State, decision: Decision) -> Order:
        """The next order: that of the first unit that has something to do, else what the side does without any; or a plan for all of them."""
        self._reason = None
        if decision.kind == SET_UP:
            return Ready(by=decision.by)
        side = side_of(decision.by)
        self._at(view, side)
        wishes = self._wishes(view, side)
        if Plan.kind in decision.orders:
            return self._planned(view, decision.by, [each.thing for each in wishes])
        chosen = next(wishes, None)
        chosen = chosen or self.values.passing(view, side, self._passes(view, side))
        return self.because(chosen.main_reason, chosen.thing)

    def _wishes(self, view: State, side: Role) -> Iterator[Choice]:
        """What units are to do, one after the other; who is to do nothing is let rest."""
        for piece in sorted(self._ready(view, side), key=lambda each: (self.values.first(view, each), each.id)):
            chosen = self._chosen(view, piece)
            if chosen.thing.action == REST:
                self._rested.add(piece.id)
            else:
                yield chosen

    def _planned(self, view: State, by: Role, acts: Sequence[Act]) -> Order:
        """A plan of as many acts as fit together, the first of them before others."""
        fitting: list[Act] = []
        for act in acts:
            if next(self.kit.fits(view, side_of(by), (*fitting, act)), None) is None:
                fitting.append(act)
        return Plan(by=by, acts=tuple(fitting))

    def _ready(self, view: State, side: Role) -> Sequence[Piece]:
        return [piece for piece in self.aims.ready(view, side) if piece.id not in self._rested]

    def _passes(self, view: State, side: Role) -> Sequence[Act]:
        return [order for order in self.aims.passes(view, side) if acting.may_do(self.kit, view, order)]

    # ---- A unit --------------------------------------------------------------------------------------------------------

    def _chosen(self, view: State, piece: Piece) -> Choice:
        found = choices(self.thinking(view, piece), self.mind)
        chosen = picked(found, self._luck.random(), self._carelessness)
        assert chosen is not None  # noqa: S101 - a unit can always rest
        return chosen

    def thinking(self, view: State, piece: Piece) -> Thinking[State]:
        """What is known when a unit's choices are weighed."""
        self._at(view, piece.owner)
        plan = self._plans.get(piece.id)
        if plan is None:  # it has come since
            self._plans = plans_for(self.values, view, piece.owner)
            plan = self._plans[piece.id]
        caution = self._caution * (1 - self.values.weights("plan", "calm") * plan.haste)
        if plan.stance is Stance.HOLD:
            caution = self._caution
        elif plan.storms:
            caution *= 1 - self.values.weights("plan", "dash")
        picture = self._pictured(view, piece.owner)
        return Thinking(self.kit, self.aims, self.values, self.laws, view, piece, plan, picture, caution)

    # ---- What it knows -------------------------------------------------------------------------------------------------

    def _at(self, view: State, side: Role) -> None:
        """Begin anew when a turn begins: everybody may act, and plans are made."""
        moment = (side, self.values.moment(view))
        if moment != self._moment:
            self._moment, self._rested = moment, set()
            self._plans = plans_for(self.values, view, side)

    def _pictured(self, view: State, side: Role) -> Picture[State]:
        picture = self._picture
        if picture is None or picture.side != side or picture.drawn_from != enemies_as_seen(self.values, view, side):
            picture = self._picture = Picture(self.laws, view, side)
        return picture


def opponent_of(kit: Kit[State], aims: Aims[State], mind: Mind[State], texts: Catalogue) -> Maker:
    """Who makes opponents for a table; all that go by the same weights share what was worked out of its laws."""
    weights = mind.values.weights

    @weights.remembers(SHARED)
    def laws() -> Laws[State]:
        return Laws(kit, mind.values)

    def made(level: str, seed: str) -> KitOpponent[State]:
        return KitOpponent(kit, aims, mind, laws(), texts, level, seed)

    return Weighing(weights, made)
