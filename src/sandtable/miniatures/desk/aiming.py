"""An order at somebody: at which of his figures, by how many, and what to expect of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from sandtable.battle.desk import AimedPart, Dial, Draft, OrderChoice, OrderOption
from sandtable.geometry.footprint import Footprint
from sandtable.kernel.messages import Message, decimal_text
from sandtable.kernel.problem import Problem
from sandtable.miniatures import acting
from sandtable.miniatures.desk.courses import AimedAlike
from sandtable.miniatures.desk.outlines import around_drawn
from sandtable.miniatures.desk.setting import Setting
from sandtable.miniatures.desk.wishes import goes_in
from sandtable.miniatures.kit import State
from sandtable.miniatures.orders import Act

WHOM, MANY = "whom", "many"  # what is drafted among the choices: which of them, and by how many


def problems_at(desk: Setting[State], view: State, order: Act) -> tuple[Problem, ...]:
    """What is wrong with an order at somebody; one that could do nothing at all is not offered either."""
    problems = acting.problems_of(desk.kit, view, order)
    if problems:
        return problems
    vain = desk.look.vain(view, order)
    return () if vain is None else (vain,)


def narrowed(desk: Setting[State], view: State, order: Act, draft: Draft) -> tuple[Act, dict[str, Any]]:
    """The order at those who are chosen, by as many as are set, and of its preview what there is to choose and to know."""
    kinds = desk.look.alike(view, order)
    if not kinds:
        return order, {}
    picked = draft.choices.get(WHOM, "")
    at = int(picked) if picked.isdecimal() and int(picked) < len(kinds) else 0
    kind = kinds[at]
    told = draft.choices.get(MANY, "")
    most = len(kind.members)
    many = max(1, min(int(told) if told.isdecimal() else kind.usual or most, most))
    meant = replace(order, members=kind.members[:many], marks=kind.marks)
    options = tuple(OrderOption(str(number), desk.words(each.words)) for number, each in enumerate(kinds))
    stands = view.pieces[order.target].stands
    return meant, {
        "parts": tuple(_part(desk, view, stands, each, meant=each is kind) for each in kinds),
        "choices": (OrderChoice(WHOM, desk.say("aim.whom"), options, "0"),),
        "dials": (Dial(MANY, desk.own("many", order.action), 1, most, 1, desk.say("aim.of", most=most)),),
        "values": {WHOM: str(at), MANY: str(many)},
        "note": " ".join(filter(None, (expected(desk, view, meant), desk.words(kind.rest) if kind.rest else ""))),
    }


def _part(
    desk: Setting[State], view: State, stands: Sequence[Footprint], kind: AimedAlike, *, meant: bool
) -> AimedPart:
    """Figures who are met alike, with a line around them."""
    around = around_drawn(tuple(stands[each] for each in kind.marks), desk.look.together(view))
    return AimedPart(around, desk.words(kind.label), meant)


def expected(desk: Setting[State], view: State, order: Act) -> str:
    """What to expect of an order on the average, in words; empty where nothing of it is counted."""
    measure = desk.look.expects.get(order.action)
    if measure is None:
        return ""
    mean = acting.law_of(desk.kit, view, order).law.mean(lambda verdict: verdict.measure(measure))
    return desk.own("expects", order.action, mean=decimal_text(round(mean, 1)))


def verb_of(desk: Setting[State], order: Act) -> str:
    """What the button says of an order: with how many, where that is chosen; into where, of a walk that nobody measures; else what it is called."""
    if goes_in(desk, order):
        return desk.say("verb.into")
    many = desk.texts.say_if_any(Message.of(f"desk.verb_many.{order.action}", count=len(order.members)))
    if many and order.members:
        return many
    verb = desk.own_if_any("verb", order.action, chosen=_chosen(desk, order), target=order.target)
    return verb or title(desk, order)


def title(desk: Setting[State], order: Act, *, by_id: bool = False) -> str:
    """What an order is called; ``by_id``: with the bare name of what it is about, where others are called the same."""
    target = order.target if by_id else desk.look.within(order.target)
    return desk.own("offer", order.action, chosen=_chosen(desk, order), target=target, unit=order.piece)


def _chosen(desk: Setting[State], order: Act) -> str:
    """What the ruleset calls an order, else what is chosen in it, as its words are kept."""
    called = desk.look.called(order)
    return f".{called}" if called else "".join(f".{value}" for value in order.chosen.values() if not order.ways)
