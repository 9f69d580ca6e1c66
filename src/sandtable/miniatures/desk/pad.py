"""The pad: a secret plan while it is written. It stays with whoever writes it, and the desk judges and draws what it is handed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sandtable.battle.desk import Objection, Pad, PlanCount, PlannedAct
from sandtable.battle.order import read_order, write_order
from sandtable.battle.seat import Role, Seat
from sandtable.geometry.measure import Point
from sandtable.kernel.messages import Message, joined
from sandtable.kernel.problem import Refusal
from sandtable.miniatures import acting
from sandtable.miniatures.desk.alike import again, led
from sandtable.miniatures.desk.outlines import figures_drawn
from sandtable.miniatures.desk.scene import side_words
from sandtable.miniatures.desk.setting import Setting, anchor_of
from sandtable.miniatures.kit import State
from sandtable.miniatures.orders import PLANNED, Act, Entrust, Plan, Reopen
from sandtable.miniatures.planned import PlannedField, SealedPlan, plan_problems

MOST_NAMES = 3  # of those who have no order, that are told by name


@dataclass(frozen=True, slots=True)
class _Judged:
    """An act of a plan, and why it cannot be planned as things are."""

    act: Act
    objection: Objection | None


def pad(desk: Setting[State], view: State, seat: Seat, plan: Sequence[Any]) -> Pad | None:
    """A seat's plan so far; None where its side plans nothing now."""
    own = view.plans if isinstance(view, PlannedField) else {}
    sealed = next((role for role in own if seat.speaks_for(role)), "")
    if sealed:
        return _sealed(desk, view, sealed, own[sealed])
    side = next((role for role in desk.kit.plans(view) if seat.speaks_for(role)), "")
    if not side or desk.kit.result(view) is not None or view.unset:
        return _waiting(desk, view, seat)
    judged = list(_judged(desk, view, side, plan))
    acts = tuple(each.act for each in judged if each.objection is None)
    order = Plan(by=side, acts=acts)
    wrong = tuple(desk.objection(problem) for problem in plan_problems(desk.kit, view, order))
    idle = [piece.id for piece in desk.aims.ready(view, side) if piece.id not in {act.piece for act in acts}]
    counts = Counter(act.action for act in acts)
    rest = tuple(_rests(desk, view, side, idle))
    before = tuple(again(desk, view, side, idle))
    lead = acts[-1] if acts else None
    following = tuple(led(desk, view, lead, idle)) if lead is not None else ()
    return Pad(
        acts=tuple(_drawn(desk, view, each) for each in judged),
        counts=tuple(PlanCount(desk.own("plan", action, count=count), count) for action, count in counts.items()),
        missing=tuple(idle),
        order=None if wrong else write_order(order),
        verb=_verb(desk, len(acts), len(idle)),
        note=_told(desk, view, side, idle),
        objections=wrong,
        rest=tuple(write_order(act) for act in rest),
        rest_verb=desk.say("pad.rest" if acts else "pad.rest_all", count=len(rest)) if rest else "",
        again=tuple(write_order(act) for act in before),
        again_verb=desk.say("pad.again", count=len(before)) if before else "",
        led=tuple(write_order(act) for act in following),
        led_verb=desk.say("pad.led", count=len(following), lead=lead.piece) if following and lead else "",
    )


def _verb(desk: Setting[State], planned: int, idle: int) -> str:
    """What the button says: where nobody can be given an order, there is nothing to seal."""
    if planned:
        return desk.say("verb.seal", count=planned)
    return desk.say("verb.seal_none") if idle else desk.say("verb.go_on")


def _rests(desk: Setting[State], view: State, side: Role, idle: Sequence[str]) -> Iterator[Act]:
    """Orders to stay as they are for those who have none, as far as the rules let them."""
    for name in idle if desk.kit.rests else ():
        act = Act(by=side, action=desk.kit.rests, piece=name)
        if not acting.problems_of(desk.kit, view, act):
            yield act


def _judged(desk: Setting[State], view: State, side: Role, plan: Sequence[Any]) -> Iterator[_Judged]:
    """The acts of a plan, each judged for itself; of a piece the last one counts, and what is no act of this side is left out."""
    acts: dict[str, Act] = {}
    for number, raw in enumerate(plan):
        try:
            act = read_order(PLANNED, raw, f"plan.{number}")
        except Refusal:
            continue
        if isinstance(act, Act) and act.by == side:
            acts[act.piece] = act
    for act in acts.values():
        problems = acting.problems_of(desk.kit, view, act)
        yield _Judged(act, desk.objection(problems[0]) if problems else None)


def _drawn(desk: Setting[State], view: State, judged: _Judged) -> PlannedAct:
    """An act as it is drawn: its way, its end, the rays to those who are aimed at."""
    act, piece = judged.act, view.pieces[judged.act.piece]
    start = anchor_of(piece).point
    aimed = [view.pieces[name] for name in (act.target, *act.targets) if name in view.pieces]
    ends = [way[-1] if way else pose for way, pose in zip(act.ways, piece.figures, strict=False)]
    path = tuple(Point(pose.x, pose.y) for pose in act.ways[0]) if act.ways else ()
    return PlannedAct(
        piece=piece.id,
        words=desk.own("planned", act.action, target=act.target),
        path=(start, *path) if path else (),
        ghost=figures_drawn(piece.base, ends) if ends and path else (),
        rays=tuple((start, anchor_of(each).point) for each in aimed),
        objection=judged.objection,
    )


def _told(desk: Setting[State], view: State, side: Role, idle: Sequence[str]) -> str:
    """What will happen when the plan is sealed: who has no order, whether the others have sealed, and what comes next."""
    parts, plans = [], desk.kit.plans(view)
    if idle:
        names = joined(idle) if len(idle) <= MOST_NAMES else desk.say("pad.many", count=len(idle))
        holds = desk.kit.rests in plans[side]
        parts.append(desk.say("pad.idle_holds" if holds else "pad.idle", names=names, count=len(idle)))
    others = [role.id for role in desk.kit.ruleset.sides if role.id != side]
    waits = [role for role in others if role in plans]
    told = joined([side_words(desk, view, role) for role in waits or others])
    parts.append(desk.say("pad.open" if waits else "pad.last", sides=told))
    then = f"desk.then.{desk.look.moment(view)}"
    if then in desk.texts.texts:
        parts.append(desk.words(Message(then)))
    return " ".join(parts)


def _sealed(desk: Setting[State], view: State, side: Role, plan: SealedPlan) -> Pad:
    """A plan that is sealed: it waits for the others, and may be opened again until they have sealed, too."""
    late = [role for role in desk.kit.plans(view) if role != side]
    waits = joined([side_words(desk, view, role) for role in late])
    return Pad(
        acts=tuple(_drawn(desk, view, _Judged(act, None)) for act in plan.acts if act.piece in view.pieces),
        note=desk.say("pad.waits", sides=waits),
        verb=desk.say("pad.waits", sides=waits),
        sealed=True,
        reopen=write_order(Reopen(by=side)),
        late=write_order(Entrust(by=side, role=late[0])) if late else None,
    )


def _waiting(desk: Setting[State], view: State, seat: Seat) -> Pad | None:
    """Somebody who has nothing to plan while another side does may let the program plan for it."""
    late = [role for role in desk.kit.plans(view) if not seat.speaks_for(role)]
    own = next((side.id for side in desk.kit.ruleset.sides if seat.speaks_for(side.id)), "")
    if not late or not own or own in desk.kit.open(view):
        return None
    waits = joined([side_words(desk, view, role) for role in late])
    told = desk.say("pad.waits", sides=waits)
    return Pad(note=told, verb=told, sealed=True, late=write_order(Entrust(by=own, role=late[0])))
