"""The desk itself: every question a player may ask, in one object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandtable.battle.account import Deed, Moment, RoundTold, ToldThrow
from sandtable.battle.desk import Draft, Line, OrderPanel, Outlook, Preview
from sandtable.battle.scene import Scene
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point
from sandtable.rulesets.revolucion.table.desk import deeds, lines, outlook, panel, preview, scene, summary
from sandtable.rulesets.revolucion.table.state import State


class RevolucionDesk:
    """The desk of Revolucion!."""

    def scene(self, view: State, seat: Seat) -> Scene:
        return scene.scene(view, seat)

    def lines(self, view: State, entry: Any) -> tuple[Line, ...]:
        return lines.lines(view, entry)

    def deed(self, moments: Sequence[Moment[State]], after: State, throws: tuple[ToldThrow, ...], entry: Any) -> Deed:
        return deeds.deed(moments, after, throws, entry)

    def round_told(self, view: State, entries: Sequence[Any]) -> RoundTold | None:
        return summary.round_told(view, entries)

    def panel(self, view: State, seat: Seat, piece: str) -> OrderPanel:
        return panel.panel(view, seat, piece)

    def preview(self, view: State, seat: Seat, draft: Draft) -> Preview:
        return preview.preview(view, seat, draft)

    def outlook(self, view: State, seat: Seat, piece: str, offer: str) -> Outlook:
        return outlook.outlook(view, seat, piece, offer)

    def sight(self, view: State, seat: Seat, place: Point) -> tuple[tuple[Point, ...], ...]:  # noqa: ARG002 - ground hides nothing
        return outlook.sight(view, place)


DESK = RevolucionDesk()
