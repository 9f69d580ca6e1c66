"""What 1848! tells its desk: icons, qualities, turns, ranges, sites and works. Its words are in the messages beside it."""

from __future__ import annotations

from collections.abc import Mapping

from sandtable.battle.scene import Mark
from sandtable.geometry.measure import DEGREE, Pose
from sandtable.kernel.messages import Message
from sandtable.miniatures.desk.look import Look, Reach
from sandtable.miniatures.field import Piece
from sandtable.rulesets.uprising1848.fire import reach_of
from sandtable.rulesets.uprising1848.table.fold import COMBAT
from sandtable.rulesets.uprising1848.table.gunnery import loaded
from sandtable.rulesets.uprising1848.table.gunnery import reach_of as gun_reach
from sandtable.rulesets.uprising1848.table.state import UprisingField, length
from sandtable.rulesets.uprising1848.table.turning import turns
from sandtable.rulesets.uprising1848.units import KnownUnit
from sandtable.rulesets.uprising1848.vocabulary import Kind

ICONS = {
    Kind.CAVALRY: "cavalry",
    Kind.ARTILLERY: "artillery",
    Kind.CONVOY: "wagon",
    Kind.HEADQUARTERS: "leader",
    Kind.ENEMY_OFFICER: "leader",
}


def _counts(view: UprisingField) -> Message:
    last = turns(view)
    name = "turn_of" if last else "turn"
    return Message.of(f"desk.clock.{name}", turn=view.books.turn, turns=last, points=view.books.points)


def _reach(view: UprisingField, piece: Piece) -> Reach | None:
    """As far as the best weapon of a unit carries; a gun's before its muzzle (R48-8.13, R48-8.22)."""
    unit = view.books.units[piece.id]
    if piece.marker is not None and unit.party.gun is not None:
        far = gun_reach(unit.party.gun, loaded(unit), view.tables)
        return Reach(far, view.tables.number("sight.arc") * DEGREE, piece.marker)
    shots = [shot for man in view.men.get(piece.id, ()) if (shot := man.shot()) is not None]
    return Reach(max(length(reach_of(shot, view.tables)) for shot in shots)) if shots else None


def _marks(view: UprisingField) -> Mapping[str, Mark]:
    """Sites, wagons without drivers, fallen officers."""
    sites = {name: Mark("objective", name, (site.at,), 0) for name, site in view.sites.items()}
    wagons = {name: Mark("asset", name, (wagon.at.point,), 0) for name, wagon in view.wagons.items()}
    bodies = {name: Mark("objective", name, (body.at,), 0) for name, body in view.bodies.items()}
    return {**sites, **wagons, **bodies}


def _letter(unit: KnownUnit) -> str:
    """The first letter of its quality."""
    return unit.party.quality.value[0]


def _nowhere(_: UprisingField, __: Pose) -> str:
    return ""


LOOK: Look[UprisingField] = Look(
    icon=lambda unit: ICONS.get(unit.party.kind, "infantry"),
    letter=_letter,
    started=lambda unit: unit.reference,
    house=lambda _view, _piece: "",
    enters=_nowhere,
    outline=lambda _view, _name: (),
    turn=lambda view: view.books.turn,
    counts=_counts,
    reach=_reach,
    marks=_marks,
    cards=COMBAT,
)
