"""A round in two sentences: what was done, and what it meant."""

from __future__ import annotations

from collections.abc import Sequence

from sandtable.battle.account import RoundTold
from sandtable.battle.seat import Role
from sandtable.miniatures.desk.wording import Wording


def in_two_sentences(
    desk: Wording, side: Role, title: str, deeds: Sequence[str], fates: Sequence[str]
) -> RoundTold | None:
    """The deeds of a side, of all sides where none is named, and what befell anybody; None where it was nothing."""
    if not deeds and not fates:
        return None
    return RoundTold(
        side=side or None,
        title=title,
        did=desk.say("round_did", deeds=", ".join(deeds)) if deeds else desk.say("round_nothing"),
        meant=desk.say("round_meant", fates="; ".join(fates)) if fates else desk.say("round_unhurt"),
    )
