"""What Mesoamerica tells its desk: icons, letters, the phase of the turn and the weather, ranges, men who lie on the field. Its words are in the messages beside it."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.battle.scene import Mark
from sandtable.geometry.measure import inches
from sandtable.kernel.messages import Message
from sandtable.miniatures.desk.look import Look, Reach
from sandtable.miniatures.field import Piece
from sandtable.miniatures.shapes import middle_of
from sandtable.rulesets.mesoamerica.ledger import KnownUnit
from sandtable.rulesets.mesoamerica.table.state import MesoamericaField, base_of
from sandtable.rulesets.mesoamerica.vocabulary import MISSILES, WEAPON_ICONS, UnitType

ICONS = {UnitType.LEADER: "leader", UnitType.PRIEST: "priest", UnitType.SPANISH: "cavalry"}
CARDS = frozenset({"fight", "fire", "claim", "sacrifice"})


def _icon(unit: KnownUnit) -> str:
    return ICONS.get(unit.kind) or (WEAPON_ICONS[unit.weapon] if unit.weapon else "club")


def _letter(unit: KnownUnit) -> str:
    """Its strength."""
    return str(unit.strength)


def _counts(view: MesoamericaField) -> Message:
    books = view.books
    if not books.phase:
        return Message("desk.clock.before")
    return Message.of("desk.clock.phase", phase=Message(f"phase.{books.phase}"), weather=books.weather)


def _reach(view: MesoamericaField, piece: Piece) -> Reach | None:
    """As far as its missiles carry in this weather (PRE-5.06, PRE-5.07)."""
    weapon = view.unit(piece).weapon
    if weapon not in MISSILES:
        return None
    factor = view.tables.exact("weather.range", view.books.weather, "factor")
    return Reach(inches(view.tables.exact("missile", weapon, "range") * factor))


def _marks(view: MesoamericaField) -> Mapping[str, Mark]:
    """Where men lie whom their unit has left behind (PRE-G.21)."""
    return {
        f"lying-{name}": Mark("asset", name, (middle_of(base_of(view.unit(name), view.tables), pose),))
        for name, pose in view.lying.items()
        if name in view.books.units
    }


LOOK: Look[MesoamericaField] = Look(
    icon=_icon,
    letter=_letter,
    started=lambda _: 1,
    house=lambda _view, _piece: "",
    enters=lambda _view, _pose: "",
    outline=lambda _view, _name: (),
    turn=lambda view: view.books.turn,
    counts=_counts,
    reach=_reach,
    marks=_marks,
    cards=CARDS,
)
