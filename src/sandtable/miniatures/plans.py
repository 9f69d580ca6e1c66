"""Secret plans: each side seals what it wants done as one, and when all have sealed it lies open and is carried out.

What somebody is still thinking over never leaves his hands. A sealed plan is one entry of the log, in which nobody else hears more than that it was
sealed; it may be opened again until all have. Of a side that does not come back the program takes over for a turn, at another side's
word and before everybody's eyes.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping
from dataclasses import replace
from typing import Generic

from sandtable.ai.player import Opponent
from sandtable.battle.event import Event, Story
from sandtable.battle.order import Decision, Order
from sandtable.battle.request import Addressed, Asked
from sandtable.battle.seat import EVERYBODY, Role, Seat, side_of
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.requests import Choose
from sandtable.miniatures import events, orders
from sandtable.miniatures.events import Entrusted, Kept, Opened, Planned, Reopened, Sealed, Went
from sandtable.miniatures.orders import Act, Entrust, Plan, Reopen
from sandtable.miniatures.planned import KeptPlan, SealedPlan, State, plan_problems, remembered
from sandtable.miniatures.players import NearestPlayer
from sandtable.miniatures.table import MiniaturesTable


class PlannedTable(MiniaturesTable[State], Generic[State]):
    """The table of a kit with secret plans. A ruleset says what comes of them, and what follows by itself after every order."""

    orders: Mapping[str, type[Order]] = orders.PLANNED
    events: Mapping[str, type[Event]] = events.PLANNED

    @abstractmethod
    def comes_of(self, story: Story[State]) -> Asked[None]:
        """Carry out the plans that lie open."""

    @abstractmethod
    def follows(self, story: Story[State]) -> Asked[None]:
        """Whatever happens without anybody deciding, until somebody has to."""

    # Who decides

    def decisions(self, state: State) -> tuple[Decision, ...]:
        if self.result(state) is not None:
            return ()
        plans = tuple(Decision(role, Plan.kind, (Plan.kind,)) for role in self.kit.plans(state))
        return (*plans, *super().decisions(state))

    def allowed(self, state: State) -> tuple[Decision, ...]:
        """Who has sealed may open his plan again; who waits for another side may let the program stand in for it."""
        awaited = dict.fromkeys(decision.by for decision in self.decisions(state))
        if not awaited:
            return ()
        sealed = tuple(Decision(role, "sealed", (Reopen.kind,)) for role in state.plans)
        waits = (role for role in self.sides(state) if role not in awaited)
        return sealed + tuple(
            Decision(role, "waiting", (Entrust.kind,), subject=late) for role in waits for late in awaited
        )

    def gathers(self, decision: Decision) -> bool:
        """Whether a decision takes a whole plan."""
        return Plan.kind in decision.orders

    def gathered(self, decision: Decision, orders: tuple[Order, ...]) -> Order:
        """Some acts as a plan."""
        return Plan(by=decision.by, acts=tuple(order for order in orders if isinstance(order, Act)))

    def problems(self, view: State, order: Order) -> tuple[Problem, ...]:
        match order:
            case Plan():
                return tuple(plan_problems(self.kit, view, order))
            case Reopen():
                return ()
            case Entrust():
                late = tuple(each.subject for each in self.allowed(view) if each.subject and each.by == order.by)
                return () if order.role in late else (Problem("role", Message("problem.table.not_late"), late),)
        return super().problems(view, order)

    # What comes of it

    def carry_out(self, story: Story[State], order: Order) -> Asked[None]:
        yield from self._stood_in_for(story, self._done(story, order))

    def _done(self, story: Story[State], order: Order) -> Asked[None]:
        """An order, what follows it, and whatever the program decides for those who are not there."""
        yield from self._given(story, order)
        while True:
            yield from self.follows(story)
            late = next((each for each in self.decisions(story.state) if story.state.is_entrusted(each.by)), None)
            if late is None:
                return
            yield from self._given(story, self._stand_in(story.state, late))

    def _given(self, story: Story[State], order: Order) -> Asked[None]:
        role = side_of(order.by)
        match order:
            case Plan():
                yield from self._sealed(story, order, role)
            case Reopen():
                story.tell(Reopened(role=role, known_to=EVERYBODY))
            case Entrust():
                turn = story.state.books.turn
                story.tell(Entrusted(role=order.role, by=role, turn=turn, known_to=EVERYBODY))
            case _:
                yield from super().carry_out(story, order)

    def _sealed(self, story: Story[State], plan: Plan, role: Role) -> Asked[None]:
        story.tell(Planned(role=role, acts=plan.acts, known_to=(role,)))
        story.tell(Sealed(role=role, known_to=EVERYBODY))
        if self.kit.plans(story.state):
            return
        state = story.state
        acts = [act for side in self.sides(state) if side in state.plans for act in state.plans[side].acts]
        keeps = [act for act in acts if self.kit.keeps(state, act)]
        story.tell(Opened(acts=tuple(act for act in acts if act not in keeps), known_to=EVERYBODY))
        for side in self.sides(state):
            own = tuple(act for act in keeps if side_of(act.by) == side)
            if own:
                story.tell(Kept(role=side, acts=own, known_to=(side,)))
        yield from self.comes_of(story)

    def _stand_in(self, state: State, decision: Decision) -> Order:
        """What the program decides for somebody who is not there: by what he sees, and always the same."""
        player: Opponent[State] = NearestPlayer(self.kit, self.aims)
        return player.order(self.view(state, Seat("stand-in", (side_of(decision.by),))), decision)

    def _stood_in_for(self, story: Story[State], asked: Asked[None]) -> Asked[None]:
        """Put to people what is asked; who is not there chooses what is usual."""
        try:
            put = next(asked)
            while True:
                absent = isinstance(put, Addressed) and put.to is not None and story.state.is_entrusted(side_of(put.to))
                if absent and isinstance(put, Addressed) and isinstance(put.request, Choose):
                    put = asked.send(put.request.reading(put.request.usual))
                else:
                    put = asked.send((yield put))
        except StopIteration:
            return

    def after(self, state: State, event: Event) -> State:
        match event:
            case Planned():
                plan = SealedPlan(event.role, event.acts)
                former = remembered(self.kit, state, event.role, event.acts)
                return replace(
                    state,
                    plans={**state.plans, event.role: plan},
                    former={**state.former, event.role: former},
                )
            case Sealed():
                return state  # what was sealed its side knows
            case Reopened():
                return replace(state, plans={role: plan for role, plan in state.plans.items() if role != event.role})
            case Opened():
                return replace(state, plans={}, afoot=event.acts, kept=())
            case Kept():
                return replace(state, kept=(*state.kept, KeptPlan(event.role, event.acts)))
            case Entrusted():
                return replace(state, entrusted={**state.entrusted, event.role: event.turn})
            case Went():
                return state.with_piece(event.piece, figures=event.figures)
        return super().after(state, event)
