"""A battle played over the lines of its seats, by nothing but what they are offered, until somebody may be dragged: whatever the game."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import dist
from statistics import fmean
from typing import Any

from tests.support.table_line import Seat

MOST_STEPS = 80
INCH = 1000
STEPS_ASIDE = ((0, INCH), (0, -INCH), (INCH, 0), (-INCH, 0))


@dataclass(frozen=True, slots=True)
class Drag:
    """Who may be dragged: by which seat, which piece, under the button of which order, and to where: inches from the lower left corner."""

    seat: Seat
    piece: str
    order: str
    towards: tuple[float, float]


def played_to_a_drag(seats: Sequence[Seat]) -> Drag:
    """The first unit that goes where it is dragged, once the battle has come so far."""
    for _ in range(MOST_STEPS):
        _take_in_the_news(seats)
        for seat in seats:
            if found := _drag_of(seat):
                return found
        one_step(seats)
    raise AssertionError("nobody may be dragged, however long the battle goes on")


def one_step(seats: Sequence[Seat]) -> None:
    """Whoever is waited for does the first thing that is offered and needs nothing more than an inch of way; a secret plan leaves all as they are."""
    _take_in_the_news(seats)
    for seat in seats:
        if seat.table["question"] and seat.table["question"]["mine"]:
            _answer(seat)
            return
        if any(_given(seat, order) for order in _offered(seat)):
            return
    raise AssertionError("nobody is offered anything that he could do")


def _take_in_the_news(seats: Sequence[Seat]) -> None:
    """Whatever was told before a question is heard before its answer."""
    for seat in seats:
        seat.ask("panel", piece="")


def _given(seat: Seat, order: Any) -> bool:
    reply = seat.order(**order)
    if reply["kind"] == "accepted":
        seat.until(lambda now: now.table["number"] >= reply["number"])
    return bool(reply["kind"] == "accepted")


def _answer(seat: Seat) -> None:
    question, last = seat.table["question"], seat.table["number"]
    options = question.get("options")
    if options:
        seat.ask("answer", key=question["key"], value=options[0]["value"], last=last)
    else:
        seat.ask("throw", key=question["key"], last=last)


def _offered(seat: Seat) -> Iterator[Any]:
    """Orders that can be given now: the plan of everybody who stays as he is, those of each unit, those of the side."""
    if not seat.table["decisions"]:
        return
    if pad := seat.ask("pad", plan=[])["answer"]:
        whole = seat.ask("pad", plan=pad["rest"])["answer"]
        if whole["order"] and not whole["sealed"]:
            yield whole["order"]
    for piece in (*_ready(seat), ""):
        for offer in seat.ask("panel", piece=piece)["answer"]["offers"]:
            for path in _ways(seat, piece, offer["needs"]):
                draft = {"piece": piece, "offer": offer["id"], "path": path}
                if order := seat.ask("preview", draft=draft)["answer"]["order"]:
                    yield order


def _ways(seat: Seat, piece: str, needs: list[str]) -> list[list[list[int]]]:
    """The ways to try for an offer: none where it needs none, nor anybody but company; an inch to every side where it needs nothing else."""
    if set(needs) <= {"company"}:
        return [[]]
    if needs != ["path"]:
        return []
    x, y = seat.table["scene"]["pieces"][piece]["anchor"]
    return [[[x + right, y + up]] for right, up in STEPS_ASIDE]


def _drag_of(seat: Seat) -> Drag | None:
    """The unit nearest to the middle of all that can be dragged that way at a cost, by its usual order where it can."""
    if not seat.table["decisions"]:
        return None
    pad = seat.ask("pad", plan=[])["answer"]
    places = {name: piece["anchor"] for name, piece in seat.table["scene"]["pieces"].items()}
    middle = [fmean(each[axis] for each in places.values()) for axis in (0, 1)]
    ready = {*_ready(seat), *(pad["missing"] if pad else ())}
    for piece in sorted(ready, key=lambda name: dist(places[name], middle)):
        panel = seat.ask("panel", piece=piece)["answer"]
        ways = [offer for offer in panel["offers"] if "path" in offer["needs"]]
        for offer in sorted(ways, key=lambda each: each["id"] != panel["usual"]):
            draft = {"piece": piece, "offer": offer["id"], "path": [_an_inch_on(places[piece], middle)]}
            if seat.ask("preview", draft=draft)["answer"]["cost"]:
                return Drag(seat, piece, offer["title"], (middle[0] / INCH, middle[1] / INCH))
    return None


def _an_inch_on(place: Sequence[float], towards: Sequence[float]) -> list[int]:
    """An inch from a place on the way to another."""
    share = INCH / max(dist(place, towards), INCH)
    return [round(here + share * (there - here)) for here, there in zip(place, towards, strict=True)]


def _ready(seat: Seat) -> list[str]:
    """Units that may be given orders; leaders ride about as long as one likes."""
    pieces = seat.table["scene"]["pieces"].items()
    return [name for name, piece in pieces if piece["ready"] and piece["icon"] != "leader"]
