"""What takes a whole move: limbering, mounting, boarding, clearing wire, realigning (AVD-5.15 to AVD-5.16b, AVD-6.02, AVD-7.06b)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

from sandtable.kernel.actions import action
from sandtable.kernel.effects import Effect, OnUnit, effect
from sandtable.kernel.form import Section, choice, when, yes_no
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Problem
from sandtable.kernel.tables import Tables
from sandtable.kernel.tally import Modifier
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.average_dice import fields
from sandtable.rulesets.average_dice.ledger import KnownUnit
from sandtable.rulesets.average_dice.vocabulary import Posture, WholeMove

LIMBERING = when("whole_move", WholeMove.LIMBER, WholeMove.UNLIMBER)
BOARDING = when("whole_move", WholeMove.BOARD, WholeMove.GET_OFF)
MOUNTING = when("whole_move", WholeMove.MOUNT, WholeMove.DISMOUNT)
WHOLE_MOVE_RULES = {
    WholeMove.LIMBER: "AVD-5.15",
    WholeMove.UNLIMBER: "AVD-5.15",
    WholeMove.MOUNT: "AVD-5.16",
    WholeMove.DISMOUNT: "AVD-5.16",
    WholeMove.BOARD: "AVD-5.16b",
    WholeMove.GET_OFF: "AVD-5.16b",
    WholeMove.CLEAR_WIRE: "AVD-6.02",
    WholeMove.REALIGN: "AVD-7.06b",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SpendMove:
    """A whole move goes into something else."""

    actor_name: str | None = fields.name()
    whole_move: WholeMove = choice(WholeMove, widget="list", section=Section.ACTION)
    moved_this_turn: bool = fields.unticked()
    fired_this_turn: bool = fields.unticked()
    fought_this_turn: bool = fields.unticked()
    in_contact: bool = fields.unticked()
    inside_building: bool = fields.unticked(needed=when("whole_move", WholeMove.MOUNT))
    limbered: bool | None = yes_no(section=Section.CIRCUMSTANCE, optional=True, needed=LIMBERING)
    mounted: bool | None = yes_no(section=Section.CIRCUMSTANCE, optional=True, needed=MOUNTING)
    aboard: bool | None = yes_no(section=Section.CIRCUMSTANCE, optional=True, needed=BOARDING)
    actor_off_table: bool = fields.unticked()

    def problems(self, tables: Tables) -> Iterator[Problem]:
        """It takes the whole move: nothing before it (AVD-5.15 to AVD-5.16b, AVD-G.46)."""
        yield from fields.off_table_problems(self)
        rule = WHOLE_MOVE_RULES[self.whole_move]
        for done in ("moved_this_turn", "fired_this_turn", "fought_this_turn"):
            if getattr(self, done):
                yield Problem(done, Message("problem.whole_move"), ("no",), rule)
        if self.limbered is (self.whole_move is WholeMove.LIMBER) and self.limbered is not None:
            name = "problem.limbered_already" if self.limbered else "problem.unlimbered_already"
            yield Problem("whole_move", Message(name), (), rule)
        if self.mounted is (self.whole_move is WholeMove.MOUNT) and self.mounted is not None:
            name = "problem.mounted_already" if self.mounted else "problem.on_foot_already"
            yield Problem("whole_move", Message(name), (), rule)
        if self.aboard is (self.whole_move is WholeMove.BOARD) and self.aboard is not None:
            name = "problem.aboard_already" if self.aboard else "problem.off_already"
            yield Problem("whole_move", Message(name), (), rule)
        if self.whole_move is WholeMove.MOUNT and (self.inside_building or self.in_contact):
            place = "inside_building" if self.inside_building else "in_contact"
            yield Problem(place, Message("problem.cannot_mount"), ("no",), "AVD-G.46")
        if self.whole_move in (WholeMove.BOARD, WholeMove.GET_OFF) and not tables.option("vehicles"):
            yield Problem("whole_move", Message("problem.no_vehicles"), (), "AVD-G.39")


@effect(icon="clock", says="{on}")
class MoveSpent(Effect):
    """A whole move is spent on something else (AVD-5.15, AVD-5.16, AVD-6.02, AVD-7.06b)."""

    on: WholeMove
    inches: Fraction


@effect(has_words=False)
class WholeMoveSpent(OnUnit):
    """It has no move left, and is mounted, on foot, aboard, limbered or unlimbered now; riders sit upright."""

    spent_on: WholeMove

    def on(self, unit: KnownUnit) -> KnownUnit:
        return replace(
            unit,
            moved=True,
            spent=True,
            moved_fast=False,
            mounted={WholeMove.MOUNT: True, WholeMove.DISMOUNT: False}.get(self.spent_on, unit.mounted),
            limbered={WholeMove.LIMBER: True, WholeMove.UNLIMBER: False}.get(self.spent_on, unit.limbered),
            aboard={WholeMove.BOARD: True, WholeMove.GET_OFF: False}.get(self.spent_on, unit.aboard),
            posture=Posture.UPRIGHT if self.spent_on in (WholeMove.MOUNT, WholeMove.BOARD) else unit.posture,
        )


@action("move", "AVD-5.15 AVD-5.16 AVD-6.02", measures="inches", lengths="inches")
def spend_move(situation: SpendMove, tables: Tables) -> Ruling:
    """Limber, mount, board, clear wire, realign: the whole move, without fire or melee (AVD-G.13, AVD-G.46)."""
    spent_on = situation.whole_move
    return Ruling.of(
        "move.spent",
        MoveSpent(whom="actor", on=spent_on, inches=tables.exact("wire.passage")),
        notes=(WholeMoveSpent(whom="actor", spent_on=spent_on),),
        reasons=(Modifier(Message("reason.move.whole"), None, WHOLE_MOVE_RULES[spent_on]),),
        inches=Fraction(0),
    )
