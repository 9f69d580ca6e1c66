"""What the Mexican-American War tells its desk."""

from __future__ import annotations

from sandtable.kernel.messages import Message
from sandtable.miniatures.desk.look import Look
from sandtable.rulesets.mexican_american_war.command import KnownLeader
from sandtable.rulesets.mexican_american_war.table.state import MawField
from sandtable.rulesets.mexican_american_war.vocabulary import ARM_ICONS

LOOK: Look[MawField] = Look(
    icon=lambda unit: "leader" if isinstance(unit, KnownLeader) else ARM_ICONS[unit.arm],
    letter=lambda unit: (unit.rating if isinstance(unit, KnownLeader) else unit.experience)[0],
    started=lambda unit: 1 if isinstance(unit, KnownLeader) else unit.started,
    house=lambda view, piece: view.inside.get(piece.id, ""),
    enters=lambda _view, _pose: "",
    outline=lambda view, name: next(area.outline for area in view.terrain.areas if area.id == name),
    turn=lambda view: view.books.turn,
    counts=lambda view: Message.of("desk.clock.turn", turn=view.books.turn, turns=view.setting.turns),
    reach=lambda _view, _piece: None,
    marks=lambda _view: {},
    cards=frozenset({"fire", "charge_combat", "maneuver_check"}),
)
