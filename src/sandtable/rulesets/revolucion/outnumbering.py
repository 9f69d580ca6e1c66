"""Who outnumbers whom, from base counts or from the boxes (REV-6.30, REV-7.30)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.rulesets.revolucion.vocabulary import Outnumber

_MIRROR = {
    Outnumber.NONE: Outnumber.NONE,
    Outnumber.ACTOR: Outnumber.TARGET,
    Outnumber.ACTOR_BADLY: Outnumber.TARGET_BADLY,
    Outnumber.TARGET: Outnumber.ACTOR,
    Outnumber.TARGET_BADLY: Outnumber.ACTOR_BADLY,
}


class Boxes(Protocol):
    """The fields that tell who is outnumbered."""

    @property
    def bases_of_actor(self) -> int | None: ...
    @property
    def bases_of_target(self) -> int | None: ...
    @property
    def actor_outnumbered(self) -> bool | None: ...
    @property
    def actor_badly_outnumbered(self) -> bool | None: ...
    @property
    def target_outnumbered(self) -> bool | None: ...
    @property
    def target_badly_outnumbered(self) -> bool | None: ...


def compared(actor: int, target: int, tables: Tables) -> Outnumber:
    """More bases outnumber, twice as many or more outnumber badly (REV-6.30 to REV-6.30c)."""
    if actor == target:
        return Outnumber.NONE
    badly = max(actor, target) >= tables.exact("outnumber.badly") * min(actor, target)
    if target > actor:
        return Outnumber.ACTOR_BADLY if badly else Outnumber.ACTOR
    return Outnumber.TARGET_BADLY if badly else Outnumber.TARGET


def seen_from_target(outnumber: Outnumber) -> Outnumber:
    """Who outnumbers whom with actor and target swapped, for defensive fire (REV-G.09b)."""
    return _MIRROR[outnumber]


def ticked(boxes: Boxes) -> list[Outnumber]:
    """The boxes ticked; a badly outnumbered one takes the place of its plain one."""
    actor = Outnumber.ACTOR_BADLY if boxes.actor_badly_outnumbered else Outnumber.ACTOR
    target = Outnumber.TARGET_BADLY if boxes.target_badly_outnumbered else Outnumber.TARGET
    return [
        *([actor] if boxes.actor_outnumbered or boxes.actor_badly_outnumbered else []),
        *([target] if boxes.target_outnumbered or boxes.target_badly_outnumbered else []),
    ]


def counted(boxes: Boxes, tables: Tables, earlier: int = 0) -> Outnumber:
    """Who is outnumbered: as ticked, else by the base counts; ``earlier`` are bases that assaulted before (REV-7.30)."""
    if boxes_ticked := ticked(boxes):
        return boxes_ticked[0]
    if boxes.bases_of_actor is not None and boxes.bases_of_target is not None:
        return compared(boxes.bases_of_actor + earlier, boxes.bases_of_target, tables)
    return Outnumber.NONE


def numbers(boxes: Boxes, tables: Tables) -> Message | None:
    """Both base counts and who is outnumbered, over the odds; nothing where one is missing."""
    if boxes.bases_of_actor is None or boxes.bases_of_target is None:
        return None
    outnumber = Message(f"summary.{counted(boxes, tables)}")
    return Message.of("summary.numbers", actor=boxes.bases_of_actor, target=boxes.bases_of_target, outnumber=outnumber)


def has_counts(boxes: Boxes) -> bool:
    """Say whether the base counts decide, no box being ticked."""
    return boxes.bases_of_actor is not None and boxes.bases_of_target is not None and not ticked(boxes)


def box_problems(boxes: Boxes, tables: Tables, *, assault: bool = False) -> Iterator[Problem]:
    """Boxes that contradict each other or the base counts are an error (REV-G.53).

    In an assault a box may say more than the counts, since it contains the bases that assaulted earlier (REV-7.30).
    """
    boxes_ticked = ticked(boxes)
    if len(boxes_ticked) > 1:
        yield Problem(
            "actor_outnumbered", Message("problem.two_boxes"), ("actor_outnumbered", "target_outnumbered"), "REV-G.53"
        )
    elif boxes_ticked and boxes.bases_of_actor is not None and boxes.bases_of_target is not None:
        by_count = compared(boxes.bases_of_actor, boxes.bases_of_target, tables)
        agrees = _RANKS[boxes_ticked[0]] >= _RANKS[by_count] if assault else boxes_ticked[0] is by_count
        if not agrees:
            numbers = {"actor": boxes.bases_of_actor, "target": boxes.bases_of_target, "box": by_count}
            yield Problem(
                _FIELD_OF[boxes_ticked[0]], Message.of("problem.box_against_count", **numbers), (), "REV-G.53"
            )


_RANKS = {
    Outnumber.ACTOR_BADLY: -2,
    Outnumber.ACTOR: -1,
    Outnumber.NONE: 0,
    Outnumber.TARGET: 1,
    Outnumber.TARGET_BADLY: 2,
}
_FIELD_OF = {
    Outnumber.ACTOR: "actor_outnumbered",
    Outnumber.ACTOR_BADLY: "actor_badly_outnumbered",
    Outnumber.TARGET: "target_outnumbered",
    Outnumber.TARGET_BADLY: "target_badly_outnumbered",
}
