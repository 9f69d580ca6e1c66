"""Average Dice as one object: everything it offers to the umpire."""

from __future__ import annotations

from typing import Any

from sandtable.kernel.messages import Message
from sandtable.kernel.ruleset import Action, Ruleset, Side
from sandtable.kernel.sheet import Sheet
from sandtable.rulesets.average_dice import (
    comparison,
    crews,
    days,
    dynamite,
    fire,
    forces,
    melee,
    morale,
    movement,
    printed,
    score,
    sheet,
    structures,
)
from sandtable.rulesets.average_dice.ledger import AverageDiceLedger
from sandtable.rulesets.average_dice.vocabulary import Cover, Posture, TargetKind, Weapon


def _range(situation: Any) -> Message:
    told = situation.range
    if isinstance(told, str):
        return Message.of("word.band", band=told)
    return Message.of("word.distance", distance=told)


def _target(situation: Any) -> Any:
    """Whom it is aimed at: by name, or what kind of target it is."""
    return situation.target_name or Message(f"aimed_at.{situation.target_kind}")


def _fires(situation: fire.Fire) -> Message:
    who = situation.actor_name or situation.weapon
    return Message.of("subject.fire", who=who, whom=_target(situation), range=_range(situation))


def _throws(situation: dynamite.ThrowDynamite) -> Message:
    who = situation.actor_name or Message.of("word.throwers", throwers=situation.throwers)
    return Message.of("subject.throw_dynamite", who=who, whom=_target(situation))


def _hits_structure(situation: structures.HitStructure) -> Message:
    what = situation.structure_name or Message.of("word.some", kind=situation.structure)
    return Message.of("subject.hit_structure", who=situation.actor_name or situation.weapon, what=what)


def _strikes(situation: melee.Melee) -> Message:
    who = situation.actor_name or Message.of(
        "word.figures", count=situation.attacker_number, kind=situation.attacker_class
    )
    whom = situation.target_name or Message.of(
        "word.figures", count=situation.defender_number, kind=situation.defender_class
    )
    return Message.of("subject.melee", who=who, whom=whom)


def _moves(situation: movement.Move) -> Message:
    return Message.of("subject.move", who=situation.actor_name or Message(f"mover_named.{situation.mover}"))


ACTIONS = (
    Action(
        "fire",
        fire.Fire,
        fire.fire,
        fire.VolleyVerdict,
        "fight",
        ("AVD-8.02", "AVD-9.02", "AVD-7.11"),
        subject=_fires,
        summary=fire.summary,
    ),
    Action(
        "throw_dynamite",
        dynamite.ThrowDynamite,
        dynamite.throw_dynamite,
        dynamite.DynamiteVerdict,
        "fight",
        ("AVD-8.21", "AVD-8.22", "AVD-G.37"),
        subject=_throws,
        summary=dynamite.summary,
    ),
    Action(
        "hit_structure",
        structures.HitStructure,
        structures.hit_structure,
        structures.StructureVerdict,
        "fight",
        ("AVD-10.01", "AVD-10.03", "AVD-10.04"),
        subject=_hits_structure,
    ),
    Action(
        "melee",
        melee.Melee,
        melee.melee,
        melee.MeleeVerdict,
        "fight",
        ("AVD-11.04", "AVD-11.05", "AVD-G.36"),
        subject=_strikes,
        summary=melee.summary,
    ),
    Action(
        "move",
        movement.Move,
        movement.move,
        movement.MoveVerdict,
        "move",
        ("AVD-5.01", "AVD-5.12", "AVD-12.02"),
        layout="plain",
        subject=_moves,
    ),
    Action(
        "spend_move",
        movement.SpendMove,
        movement.spend_move,
        movement.MoveVerdict,
        "move",
        ("AVD-5.15", "AVD-5.16", "AVD-6.02"),
        layout="plain",
    ),
    Action(
        "gun_crew",
        crews.GunCrew,
        crews.gun_crew,
        crews.CrewVerdict,
        "move",
        ("AVD-8.13", "AVD-8.16", "AVD-G.31"),
        layout="plain",
    ),
    Action("join", morale.Join, morale.join, morale.JoinVerdict, "move", ("AVD-12.04", "AVD-G.29"), layout="plain"),
    Action(
        "desertion_test",
        morale.DesertionTest,
        morale.desertion_test,
        morale.DesertionVerdict,
        "morale",
        ("AVD-12.05", "AVD-G.30"),
    ),
    Action(
        "general_killed",
        morale.GeneralFalls,
        morale.general_killed,
        morale.GeneralVerdict,
        "morale",
        ("AVD-12.06", "AVD-4.05"),
    ),
    Action(
        "restore_units",
        morale.RestoreUnits,
        morale.restore_units,
        morale.RestoreVerdict,
        "morale",
        ("AVD-3.12", "AVD-G.06"),
    ),
    Action(
        "build_force",
        forces.BuildForce,
        forces.build_force,
        forces.ForceVerdict,
        "force",
        ("AVD-2.03", "AVD-2.04", "AVD-G.47"),
    ),
    Action(
        "force_sheet",
        sheet.ForceSheet,
        sheet.force_sheet,
        sheet.SheetVerdict,
        "force",
        ("AVD-2.05", "AVD-2.07", "AVD-G.03"),
        layout="plain",
    ),
    Action(
        "flank_arrival",
        forces.FlankArrival,
        forces.flank_arrival,
        forces.ArrivalVerdict,
        "force",
        ("AVD-2.10", "AVD-G.05"),
    ),
    Action("draw_lot", forces.DrawLot, forces.draw_lot, forces.LotVerdict, "force", ("AVD-2.11", "AVD-G.06")),
    Action(
        "compare_options",
        comparison.CompareOptions,
        comparison.compare_options,
        comparison.CompareVerdict,
        "force",
        ("AVD-G.47",),
        layout="matrix",
        exhibit=comparison.comparison_table,
    ),
    Action("new_day", days.NewDay, days.new_day, days.DayVerdict, "game", ("AVD-3.05", "AVD-3.08", "AVD-G.08")),
    Action(
        "next_move",
        days.NextMove,
        days.next_move,
        days.NextMoveVerdict,
        "game",
        ("AVD-3.02", "AVD-G.08"),
        layout="plain",
    ),
    Action(
        "village", score.Village, score.village, score.VillageVerdict, "game", ("AVD-13.02", "AVD-G.32"), layout="plain"
    ),
    Action("score", score.Score, score.score, score.ScoreVerdict, "game", ("AVD-13.01", "AVD-G.33"), layout="plain"),
    Action(
        "unit_entry",
        sheet.UnitEntry,
        sheet.unit_entry,
        sheet.SheetVerdict,
        "force",
        ("AVD-2.01", "AVD-4.01"),
        layout="plain",
        ledger_only=True,
    ),
    Action(
        "structure_entry",
        sheet.StructureEntry,
        sheet.structure_entry,
        sheet.NoteVerdict,
        "force",
        ("AVD-10.01",),
        layout="plain",
        ledger_only=True,
    ),
    Action(
        "unit_change",
        sheet.UnitChange,
        sheet.unit_change,
        sheet.NoteVerdict,
        "morale",
        ("AVD-G.06", "AVD-G.31"),
        layout="plain",
        ledger_only=True,
    ),
)

RULESET = Ruleset(
    id="average_dice",
    prefix="AVD",
    rules_version="2",
    package="sandtable.rulesets.average_dice",
    actions=ACTIONS,
    groups=("fight", "move", "morale", "force", "game"),
    sides=(Side("villista", "red"), Side("federal", "blue")),
    fresh=(
        "fire",
        {
            "weapon": Weapon.HOTCHPOTCH,
            "range": "6-12",
            "target_kind": TargetKind.UNIT,
            "target_cover": Cover.OPEN,
            "posture": Posture.UPRIGHT,
        },
    ),
    ours=True,
    own_limits={
        "no path crosses more": ("crossed", "times", "soft_features", "hard_features", "buildings_in_or_out", "jumps"),
    },
    ledger=AverageDiceLedger,
    turn_action="next_move",
    read_roster=sheet.read_roster,
    roster_action="unit_entry",
    option_notes=comparison.option_note,
    sheets=(Sheet("force", printed.force_sheet),),
)
