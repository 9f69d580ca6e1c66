"""A flank march is nobody's business but its owner's: every frame, log and map of the other seats is searched until the day it may come."""

from __future__ import annotations

from typing import Any

import pytest

from tests.server.test_secrets import found_in
from tests.support.serving import Server, start_server
from tests.support.table_line import Seat, call, open_battle

VILLISTA, FEDERAL, SPECTATOR = "villista", "federal", "spectator"
MARCHERS = ("Dinamiteros", "Leales de Camargo")
TELLS = (*MARCHERS, ':"left"', "flank_arrival", "flank_arrives")


@pytest.fixture(scope="module")
def server():
    running = start_server()
    yield running
    running.stop()


def given(seat: Seat, **order: Any) -> None:
    reply = seat.order(by=VILLISTA, kind="act", **order)
    assert reply["kind"] == "accepted", reply


def pry(seat: Seat) -> None:
    """Ask for everything that can be asked for, of those who are there and of those who are not."""
    seat.ask("panel", piece="")
    for piece in (next(iter(seat.table["scene"]["pieces"])), *MARCHERS):
        seat.ask("panel", piece=piece)
        seat.ask("outlook", piece=piece, offer="fire")
        seat.ask("preview", draft={"piece": "Sappers", "offer": "fire", "target": piece})
    seat.ask("sight", place=[1000, 40_000])
    for number in range(seat.table["number"] + 1):
        seat.ask("scene_at", number=number)
        seat.ask("why", number=number)
        seat.ask("account", number=number)
    seat.ask("round", first=0, last=seat.table["number"])


def told(server: Server, seat: Seat) -> list[str]:
    """All that has reached a seat, less its own questions, with its log and its map as they are now."""
    more = [call(server, name, {"token": seat.token}).text for name in ("log", "map")]
    return [text for text in (*seat.frames, *more) if not _echoes(text)]


def _echoes(text: str) -> bool:
    """Whether a frame is a refusal of what was asked about somebody unknown, and names him for that alone."""
    return '"kind": "refused"' in text or '"kind":"refused"' in text


@pytest.mark.long
def test_no_frame_log_or_map_tells_of_a_flank_march_before_it_comes(server):
    tokens = open_battle(server, "gomez-palacio-1914", villista="me", federal="friend")
    with (
        Seat(server, tokens[VILLISTA]) as owner,
        Seat(server, tokens[FEDERAL]) as other,
        Seat(server, tokens[SPECTATOR]) as guest,
    ):
        for name in MARCHERS:
            given(owner, action="flank_march", piece=name, chosen={"edge": "left"})
        given(owner, action="flank_arrival")
        given(owner, action="new_day")
        for seat in (other, guest):
            seat.until(lambda now: now.table["scene"]["clock"]["turn"] == 1)
            assert "Zaragoza" in seat.table["scene"]["pieces"], "the others have lined up before everybody's eyes"
            assert not seat.table["scene"]["pieces"].keys() & set(MARCHERS)
            pry(seat)
            for text in told(server, seat):
                assert found_in(text, TELLS) == [], text[:3000]
                assert text.count("arrivals") == text.count('"arrivals":[]'), "the turn in which they come"
        assert any(found_in(text, MARCHERS) for text in told(server, owner)), "the search would find them"
