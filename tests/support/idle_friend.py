"""Somebody at another machine who begins, takes part in every round and never gives an order."""

from __future__ import annotations

from tests.support.table_line import Seat


class Idle:
    """Ends its rounds as they come."""

    def __init__(self, seat: Seat, side: str) -> None:
        self.seat = seat
        self.side = side

    def play(self) -> None:
        """Whatever is waited for, until it is for the others."""
        self.seat.ask("panel", piece="")  # takes in the news
        while kind := next((each for each in ("ready", "pass", "finish") if each in self.seat.decisions), ""):
            assert self.seat.order(kind=kind, by=self.side)["kind"] == "accepted"
            self.seat.ask("panel", piece="")
