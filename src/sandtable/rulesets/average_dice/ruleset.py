"""Average Dice as one object: everything it offers to the umpire."""

from __future__ import annotations

from sandtable.kernel.actions import actions_of
from sandtable.kernel.ruleset import Ruleset, Side, UsualDuel
from sandtable.kernel.sheet import Sheet
from sandtable.rulesets.average_dice import (
    comparison,
    crews,
    dynamite,
    fire,
    forces,
    game,
    melee,
    morale,
    movement,
    panels,
    sheet,
    structures,
    whole_moves,
)
from sandtable.rulesets.average_dice.ledger import AverageDiceLedger
from sandtable.rulesets.average_dice.vocabulary import Cover, Posture, TargetKind, Weapon

RULESET = Ruleset(
    id="average_dice",
    prefix="AVD",
    rules_version="2",
    package="sandtable.rulesets.average_dice",
    actions=actions_of(
        fire,
        dynamite,
        structures,
        melee,
        movement,
        whole_moves,
        crews,
        morale.join,
        morale,
        forces.build_force,
        sheet.force_sheet,
        forces,
        comparison,
        game,
        sheet,
    ),
    groups=("fight", "move", "morale", "force", "game"),
    sides=(Side("villista", "red"), Side("federal", "blue")),
    duel=UsualDuel(units=("infantry mauser 6", "infantry hotchpotch 6"), fields={"range": "6-12"}),
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
    sheets=(Sheet("force", panels.force_sheet),),
)
