"""What the books show: score sheet, places, captured things, talks, events the referee ignored."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sandtable.kernel.ledger import Item, Offer, Panel
from sandtable.kernel.messages import Message
from sandtable.kernel.tables import Tables
from sandtable.rulesets.uprising1848.books import STRONGPOINT, Books, KnownPlace, grade
from sandtable.rulesets.uprising1848.party import garrison_words
from sandtable.rulesets.uprising1848.units import Once
from sandtable.rulesets.uprising1848.vocabulary import Capture, Entry, Grade, Side


def all_panels(books: Books, tables: Tables) -> tuple[Panel, ...]:
    """Every panel that has something to show."""
    return (*_score(books, tables), *_places(books), *_kept(books), *_books(books), *_ending(books, tables))


def _score(books: Books, tables: Tables) -> Iterator[Panel]:
    """The score sheet after the point table, by player where scoring is by player (R48-12.03, R48-12.01a, R48-G.46(g))."""
    if not books.lines:
        return
    judged = Grade.HIGHEST if books.game_over else grade(books.points, tables)
    by_player = tables.option("scoring") == "perPlayer"
    rows = [(entry.message, str(count), f"{points:+d}") for entry, count, points in _summed(books)]
    if by_player:
        rows += [
            (Message.of("panel.player", name=name), "", f"{points:+d}") for name, points in _by_player(books).items()
        ]
    rows.append((Message("panel.total"), "", f"{books.points:+d}"))
    yield Panel(
        id="score",
        title=Message.of("panel.score", points=books.points, grade=judged),
        kind="table",
        columns=(Message("panel.entry"), Message("panel.count"), Message("panel.points")),
        rows=tuple(rows),
        offers=(Offer(Message("offer.finish"), "finish", {"points": books.points}),),
    )


def _summed(books: Books) -> list[tuple[Entry, int, int]]:
    sums: dict[Entry, tuple[int, int]] = {}
    for line in books.lines:
        count, points = sums.get(line.entry, (0, 0))
        sums[line.entry] = (count + line.count, points + line.points)
    return [(entry, *sums[entry]) for entry in Entry if entry in sums]


def _by_player(books: Books) -> dict[str, int]:
    """Points by player; lines without one, negotiations among them, count for all (R48-G.46(g))."""
    players = {unit.player for unit in books.units.values() if unit.player}
    common = sum(line.points for line in books.lines if not line.player)
    return {
        player: common + sum(line.points for line in books.lines if line.player == player) for player in sorted(players)
    }


def _places(books: Books) -> Iterator[Panel]:
    """Strongpoints and caches; what only the referee knows stays behind a tap (R48-3.53d, R48-11.45a)."""
    if not books.places:
        return
    items = [item for place in books.places.values() for item in _place_items(place, books)]
    offers = [offer for place in books.places.values() for offer in _place_offers(place, books)]
    yield Panel(id="places", title=Message("panel.places"), kind="list", items=tuple(items), offers=tuple(offers))


def _place_items(place: KnownPlace, books: Books) -> Iterator[Item]:
    name = Message.of("panel.place", name=place.name)
    inside_known = place.contents_shown or (Once.TAKEN, place.name) in books.once
    if place.garrison is None and place.contents is None and place.cache is None:
        yield Item(name)
    if place.garrison is not None:
        yield Item(name, garrison_words(place.holders), secret=not place.garrison_shown)
    if place.contents is not None:
        yield Item(name, Message.of("effect.contents_are", cache=place.contents), secret=not inside_known)
    if place.cache is not None:
        yield Item(name, Message(f"effect.cache_is.{place.cache}"), secret=not inside_known)


def _place_offers(place: KnownPlace, books: Books) -> Iterator[Offer]:
    """To look at a strongpoint from afar, to show who holds it, to take it."""
    if place.kind != STRONGPOINT or (Once.TAKEN, place.name) in books.once:
        return
    fields: dict[str, Any] = {"target_name": place.name, "kept_by_umpire": True}
    if not place.garrison_shown and (Once.SCOUTED, place.name) not in books.once:
        yield Offer(Message.of("offer.scout", name=place.name), "scout", fields)
    if not place.garrison_shown and place.garrison is not None:
        yield Offer(Message.of("offer.reveal", name=place.name), "reveal", fields)
    taken = fields | {"capture": Capture.STRONGPOINT, "kept_by_umpire": place.contents is not None}
    yield Offer(Message.of("offer.take", name=place.name), "capture", taken)


def _kept(books: Books) -> Iterator[Panel]:
    """Units that only the referee knows; a tap puts one on the table (R48-11.11, R48-11.14a)."""
    kept = [unit for unit in books.units.values() if unit.secret and not unit.gone]
    if not kept:
        return
    items = tuple(Item(Message("panel.kept_unit"), unit.described(), secret=True) for unit in kept)
    offers = tuple(
        Offer(Message.of("offer.reveal_unit", number=number), "reveal", {"target_name": unit.name, "is_unit": True})
        for number, unit in enumerate(kept, start=1)
    )
    yield Panel(id="kept", title=Message("panel.kept"), kind="list", items=items, offers=offers)


def _books(books: Books) -> Iterator[Panel]:
    """Captured things, talks, and what the referee ignored."""
    if books.captured:
        items = tuple(Item(what.message) for what in books.captured)
        yield Panel(id="captured", title=Message("panel.captured"), kind="list", items=items)
    talks = books.talks
    if talks.emissary_away or talks.offer_open or talks.truce_turns:
        name = "offer" if talks.offer_open else "truce" if talks.truce_turns else "emissary"
        text = Message.of(f"panel.talks.{name}", turns=talks.truce_turns)
        yield Panel(id="talks", title=Message("panel.talks_title"), kind="text", text=text)
    if books.ignored_events:
        items = tuple(Item(Message.of("panel.ignored", reason=reason)) for reason in books.ignored_events)
        yield Panel(id="ignored", title=Message("panel.ignored_title"), kind="list", items=items)


def _ending(books: Books, tables: Tables) -> Iterator[Panel]:
    """The turn limit, a concession, or nobody left: the points stand (R48-12.03p, R48-12.09a, R48-G.46(h))."""
    limit = int(tables.option("turnLimit"))
    players = [unit for unit in books.units.values() if unit.side is Side.PLAYER]
    name = ""
    if books.game_over:
        name = "concession"
    elif players and all(unit.gone for unit in players):
        name = "wiped_out"
    elif limit and books.turn > limit:
        name = "turn_limit"
    if name:
        yield Panel(id="end", title=Message("panel.end"), kind="text", text=Message(f"panel.ended.{name}"))
