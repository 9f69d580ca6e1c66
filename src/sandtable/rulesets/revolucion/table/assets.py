"""Supply dumps, camps and the like: what an enemy who rests in contact with them destroys (REV-11.05).

The printed rules do not say how; ours do it as wire is cut: a Rest spent on it, at once, by whoever can fight.
"""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.battle.event import Story
from sandtable.geometry.distance import touches
from sandtable.geometry.footprint import figure
from sandtable.geometry.measure import Length, inches
from sandtable.kernel.problem import Problem
from sandtable.rulesets.revolucion.morale import counts_for_break_point
from sandtable.rulesets.revolucion.table import army, events
from sandtable.rulesets.revolucion.table.ground.kinds import page
from sandtable.rulesets.revolucion.table.ground.measures import measures
from sandtable.rulesets.revolucion.table.hidden import secrecy
from sandtable.rulesets.revolucion.table.permission import problem
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.vocabulary import Loss, Side


def radius() -> Length:
    """How far the ground of an asset reaches from its point."""
    return inches(page("units")["mark"]["asset"]["size"]) // 2


def touched(state: State, unit: Unit) -> tuple[str, ...]:
    """The assets of the enemy, still standing, that a unit is in contact with; only combat units destroy them."""
    if unit.stands is None or unit.flight is not None or not counts_for_break_point(unit.kind):
        return ()
    contact = measures(state.tables).contact
    return tuple(
        asset.id
        for asset in state.assets.values()
        if asset.standing
        and asset.side != unit.side.value
        and touches(unit.stands, figure(asset.at, radius()), contact)
    )


def destroy_problems(state: State, unit: Unit, name: str) -> Iterator[Problem]:
    """Only an asset of the enemy that the unit touches."""
    near = touched(state, unit)
    if name not in near:
        yield problem("destroys", "no_asset", "REV-11.05", near)


def destroy(story: Story[State], name: str, asset: str) -> None:
    """It is gone, and its side loses morale (REV-11.05)."""
    secrecy.reveal(story, name)
    side = Side(story.state.assets[asset].side)
    story.tell(events.AssetDestroyed(unit=name, asset=asset))
    army.lose(story, side, Loss.ASSET_DESTROYED)
