"""The desk itself: every question a player may ask, in one object."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Generic

from sandtable.battle.account import Deed, Moment, RoundTold, ToldThrow
from sandtable.battle.desk import Draft, Line, OrderPanel, Outlook, Pad, Preview
from sandtable.battle.scene import Scene
from sandtable.battle.seat import Seat
from sandtable.geometry.measure import Point
from sandtable.miniatures.desk import outlook, pad, panel, preview, scene, telling
from sandtable.miniatures.desk.setting import Setting
from sandtable.miniatures.kit import State


class KitDesk(Generic[State]):
    """The desk of a kit's table."""

    def __init__(self, setting: Setting[State]) -> None:
        self.setting = setting

    def scene(self, view: State, seat: Seat) -> Scene:
        return scene.scene(self.setting, view, seat)

    def lines(self, view: State, entry: Any) -> tuple[Line, ...]:
        return telling.lines(self.setting, view, entry)

    def deed(self, moments: Sequence[Moment[State]], after: State, throws: tuple[ToldThrow, ...], entry: Any) -> Deed:
        return telling.deed(self.setting, moments, after, throws, entry)

    def round_told(self, view: State, entries: Sequence[Any]) -> RoundTold | None:
        return telling.round_told(self.setting, view, entries)

    def panel(self, view: State, seat: Seat, piece: str) -> OrderPanel:
        return panel.panel(self.setting, view, seat, piece)

    def preview(self, view: State, seat: Seat, draft: Draft) -> Preview:
        return preview.preview(self.setting, view, seat, draft)

    def outlook(self, view: State, seat: Seat, piece: str, offer: str) -> Outlook:
        return outlook.outlook(self.setting, view, seat, piece, offer)

    def pad(self, view: State, seat: Seat, plan: tuple[Any, ...]) -> Pad | None:
        return pad.pad(self.setting, view, seat, plan)

    def sight(self, view: State, seat: Seat, place: Point) -> tuple[tuple[Point, ...], ...]:  # noqa: ARG002 - nothing is worked out
        return ()
