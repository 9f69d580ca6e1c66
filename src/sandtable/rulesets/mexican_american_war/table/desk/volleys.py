"""A fire phase as its side lays it out: whom it could fire at with which stands, what each unit adds to a shot, and what the shot means."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sandtable.battle.seat import Role
from sandtable.kernel.bands import farthest
from sandtable.kernel.drivers import Exact
from sandtable.kernel.messages import Message, decimal_text, signed_text
from sandtable.kernel.reader import Form
from sandtable.miniatures.desk.volleys import Added, Stands, Volleys
from sandtable.miniatures.orders import Act
from sandtable.rulesets.mexican_american_war.fire_points import FiringLine
from sandtable.rulesets.mexican_american_war.shooting import points_of
from sandtable.rulesets.mexican_american_war.table import seeing, shooting, turning
from sandtable.rulesets.mexican_american_war.table.shooting import TableFire, TableFirer
from sandtable.rulesets.mexican_american_war.table.state import MawField
from sandtable.rulesets.mexican_american_war.vocabulary import OrderState, Weapon

TENTH = Fraction(1, 10)


def marks(view: MawField, side: Role) -> Mapping[str, Stands]:
    """Those whom a side could fire at: chargers first, then the nearest."""
    if "fire" not in turning.open_now(view).get(side, ()):
        return {}
    found = shooting.fireable(view, side)
    far = {
        name: min(seeing.gap(view, view.pieces[unit], view.pieces[name]) for unit in bear)
        for name, bear in found.items()
    }
    return {name: found[name] for name in sorted(found, key=lambda name: (name not in view.charges, far[name], name))}


def given(view: MawField, side: Role, target: str, by: Stands) -> Act:
    """A shot by these stands; they are named where not all that bear take part."""
    bear = shooting.fireable(view, side).get(target, {})
    some = {name: " ".join(map(str, stands)) for name, stands in by.items() if len(stands) < len(bear.get(name, ()))}
    first, *others = by or ("",)
    chosen = {"split": some} if some else {}
    return Act(by=side, action="fire", piece=first, target=target, helpers=tuple(others), chosen=chosen)


def added(view: MawField, form: Form) -> Mapping[str, Added]:
    """What each unit of a shot adds: so many stands, how near the nearest of them is, and their points."""
    situation: TableFire = form.situation
    return {str(firer.name): _added(view, situation, firer) for firer in situation.firers}


def _added(view: MawField, situation: TableFire, firer: TableFirer) -> Added:
    parts = firer.parts()
    points = sum((points_of(part, situation.side, view.tables) for part in parts), Fraction(0))
    count, near = sum(part.bearing(view.tables) for part in parts), farthest(firer.range)
    kind = "guns" if firer.is_guns else "stands" if count < firer.stands else "all"
    words = Message.of(f"desk.added.{kind}", count=count, start=firer.stands, far=_tenths(near))
    told = _tenths(points)
    return Added(words, told if firer.weapon is not Weapon.HR else f"≤{told}")


def _tenths(number: Fraction) -> str:
    return decimal_text(round(number / TENTH) * TENTH)


def summed(view: MawField, form: Form) -> Message:
    """The points of a shot, and what they add to the die."""
    line = FiringLine.of(form.situation, view.tables)
    shot = line.shot(line.points, view.tables)
    kind = "rockets" if line.rockets else "sum"
    return Message.of(f"desk.added.{kind}", points=shot.total, added=signed_text(shot.row_modifier))


def meant(view: MawField, order: Act, exact: Exact[Any]) -> Message:
    """What a shot does on the average: whether a charge is stopped, guns silenced, troops disordered, and stands lost."""
    foe, law = view.books.units[order.target], exact.law
    lost = law.mean(lambda verdict: verdict.measure("stands_lost"))
    if order.target in view.charges:
        kind, measure = "stops", "charge_checked"
    elif foe.is_guns:
        kind, measure = "silences", "disordered"
    else:
        kind, measure = "shaken" if foe.order is not OrderState.GOOD else "disorders", "disordered"
    chance = law.mean(lambda verdict: int(verdict.measure(measure)))
    loss = Message.of("desk.meant.lost" if lost >= TENTH / 2 else "desk.meant.spared", lost=_tenths(lost))
    return Message.of(f"desk.meant.{kind}", percent=round(chance * 100), loss=loss)


VOLLEYS: Volleys[MawField] = Volleys(
    action="fire",
    most=shooting.MOST,
    armed=lambda view, piece: piece in seeing.units_of(view, piece.owner),
    marks=marks,
    given=given,
    added=added,
    summed=summed,
    meant=meant,
)
