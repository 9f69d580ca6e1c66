"""Nothing hidden from a seat reaches it: every frame of its line, its log and its map are searched for every secret of the other side."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from tests.server.ambush import GOVERNMENTS, REVOLUTIONARIES, SCENARIO
from tests.support.mirrored_battle import SIDES, SPECTATOR, Mirror
from tests.support.serving import start_server
from tests.support.table_line import Seat, call

GOVERNMENT, REVOLUTIONARY = SIDES
Secrets = dict[str, tuple[str, ...]]  # by name: all that would give it away
KEPT_FROM: dict[str, Secrets] = {
    GOVERNMENT: REVOLUTIONARIES,
    REVOLUTIONARY: GOVERNMENTS,
    SPECTATOR: GOVERNMENTS | REVOLUTIONARIES,
}
STEPS = 60


@pytest.fixture(scope="module")
def database(tmp_path_factory):
    return f"sqlite:///{tmp_path_factory.mktemp('secrets') / 'battles.db'}"


@pytest.fixture(scope="module")
def server(database):
    running = start_server("--database", database)
    yield running
    running.stop()


def found_in(text: str, tells: tuple[str, ...]) -> list[str]:
    """Words and numbers that give a secret away, as JSON or SVG spell them."""
    close = text.replace(", ", ",")
    return [tell for tell in tells if re.search(rf"(?<![\w.]){re.escape(tell)}(?![\w.])", close)]


def still_secret(mirror: Mirror, seat: str) -> Secrets:
    """What the rules keep from a seat at this moment."""
    view = mirror.battle.view(seat)
    known = {*view.units, *view.leaders, *view.mines}
    return {name: (*tells, *places(mirror, name)) for name, tells in KEPT_FROM[seat].items() if name not in known}


def places(mirror: Mirror, name: str) -> list[str]:
    """Where a unit stands now: its anchor and the corners of its bases, as frames spell them."""
    unit = mirror.battle.state.units.get(name)
    if unit is None or unit.stands is None:
        return []
    points = [unit.stands.anchor, *(corner for quad in unit.stands.quads for corner in quad)]
    return [f"{int(point[0])},{int(point[1])}" for point in points]


def search(seat: str, secrets: Secrets, texts: list[str]) -> None:
    for text in texts:
        for name, tells in secrets.items():
            assert not found_in(text, tells), f"{seat} was told of {name}: {text[:2000]}"


def pry(seat: Seat, luck: Random, secrets: Secrets) -> None:
    """Ask for everything that can be asked for, of whom one knows and of whom one guesses."""
    own = [*seat.table["scene"]["pieces"], *secrets]
    piece = luck.choice(own)
    seat.ask("panel", piece="")
    offers = seat.ask("panel", piece=piece).get("answer", {}).get("offers", [])
    offer = luck.choice(offers)["id"] if offers else "Maneuver"
    place = [luck.randrange(40_000), luck.randrange(30_000)]
    seat.ask("outlook", piece=piece, offer=offer)
    seat.ask("sight", place=place)
    seat.ask("preview", draft={"piece": piece, "offer": offer, "path": [place]})
    seat.ask("preview", draft={"piece": piece, "offer": offer, "target": luck.choice(own)})
    seat.ask("scene_at", number=luck.randrange(seat.table["number"] + 1))
    seat.ask("why", number=seat.table["number"])
    seat.ask("account", number=luck.randrange(seat.table["number"] + 2))
    seat.ask("round", first=luck.randrange(seat.table["number"] + 1), last=seat.table["number"])


def test_no_frame_of_a_seat_gives_away_what_is_hidden_from_it(database, server):
    mirror = Mirror.kept_in(database, SCENARIO, "hush")
    mirror.sit_down(dict.fromkeys(KEPT_FROM, server))
    luck = Random(4)
    searched = dict.fromkeys(KEPT_FROM, 0)
    secrets = {seat: still_secret(mirror, seat) for seat in KEPT_FROM}
    assert all(secrets[seat].keys() == KEPT_FROM[seat].keys() for seat in KEPT_FROM), "the scenario hides too little"
    for step in range(STEPS):
        mirror.step()
        mirror.catch_up()
        assert not mirror.is_over, "whatever is over lies open"
        for seat, line in mirror.lines.items():
            now = still_secret(mirror, seat)
            secrets[seat] = {name: tells for name, tells in now.items() if name in secrets[seat]}
            if luck.random() < 0.3:
                pry(line, luck, secrets[seat])
            told = line.frames[searched[seat] :]
            searched[seat] = len(line.frames)
            if step % 10 == 0:
                told.append(call(server, "log", {"token": mirror.tokens[seat]}).text)
            search(seat, secrets[seat], told)
    for seat in KEPT_FROM:
        assert secrets[seat], "everything came to light: nothing was searched for"
        assert len(mirror.lines[seat].frames) > STEPS / 2
        drawn = call(server, "map", {"token": mirror.tokens[seat]}).text
        search(seat, secrets[seat], [drawn, call(server, "log", {"token": mirror.tokens[seat]}).text])
    mirror.get_up()


def test_the_search_would_find_them(database, server):
    """The same words stand in what their owner is told."""
    mirror = Mirror.kept_in(database, SCENARIO, "told")
    mirror.sit_down(dict.fromkeys(SIDES, server))
    for seat, tells in ((GOVERNMENT, GOVERNMENTS), (REVOLUTIONARY, REVOLUTIONARIES)):
        told = "\n".join(mirror.lines[seat].frames) + call(server, "log", {"token": mirror.tokens[seat]}).text
        for name, spelled in tells.items():
            assert found_in(told, spelled), f"{name} is told to nobody"
    mirror.get_up()


@pytest.mark.parametrize("order", ("fire", "assault"))
def test_a_guess_at_a_hidden_unit_is_answered_like_a_guess_at_nobody(database, server, order):
    mirror = Mirror.kept_in(database, SCENARIO, f"guess {order}")
    mirror.sit_down(dict.fromkeys(SIDES, server))
    while not any(piece["ready"] for piece in mirror.lines[REVOLUTIONARY].table["scene"]["pieces"].values()):
        mirror.step()
        mirror.catch_up()
    line = mirror.lines[REVOLUTIONARY]
    unit = next(name for name, piece in line.table["scene"]["pieces"].items() if piece["ready"])
    told = []
    for target in ("hush-zaragoza", "nobody"):
        more = {"mode": "deployed"} if order == "fire" else {}
        reply = line.order(kind=order, by=REVOLUTIONARY, unit=unit, target=target, **more)
        assert reply["kind"] == "refused"
        told.append(json.dumps(reply["problems"]).replace(target, "TARGET"))
    assert told[0] == told[1]
    mirror.get_up()
