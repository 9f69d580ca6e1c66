"""Duels played out the long way, by the umpire's own rules, to hold the exact ones against: nothing is merged, kept or solved here.

One twin throws every die; the other sends a million duels through the rules at once, parting them at each throw as chance would.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Protocol

from sandtable.kernel.drivers import Finished, Given, advance
from sandtable.kernel.effects import Deed
from sandtable.kernel.form import Section, specs_of
from sandtable.kernel.messages import PLAIN
from sandtable.kernel.reader import Form, plain_field, read_form
from sandtable.kernel.stream import DiceStream
from sandtable.kernel.verdict import Verdict
from sandtable.umpire.duels.duel import Duel
from sandtable.umpire.duels.entrants import books_with

Done = tuple[str, Any, Form, Mapping[str, Given]]  # an action, its form, and the answers that the script gives


def is_left(books: Any, label: str) -> bool:
    return not books.units[label].gone and books.units[label].left()[0] > 0


def is_beaten(duel: Duel, books: Any, label: str) -> bool:
    if not is_left(books, label):
        return True
    unit = books.on_roster(books.units[label])
    known = {name: plain_field(value) for name, value in {**unit.as_target, **unit.as_actor}.items()}
    return any(one.holds(known, books.units[label].left()) for one in duel.until)


def winner(duel: Duel, books: Any) -> str | None:
    """A, B, nobody's, or nothing while both stand."""
    beaten = {label: is_beaten(duel, books, label) for label in ("A", "B")}
    if not any(beaten.values()):
        return None
    return "" if all(beaten.values()) else next(label for label, down in beaten.items() if not down)


def filled_in(duel: Duel, books: Any, name: str, who: str, given: Mapping[str, Any]) -> Form | None:
    """A form filled in as a player would: by the books, by what is said of both, and of each of them."""
    action = duel.setting.ruleset.by_id[name]
    other = {"A": "B", "B": "A", "": ""}[who]
    told = {key: value for key, value in given.items() if "." not in key}
    facts = {one.label: one.facts for one in duel.entrants}
    raw = dict(books.prefill(name, duel.setting.tables))
    cards: dict[str, Any] = {}
    if who:
        acting, aimed = books.on_roster(books.units[who]), books.on_roster(books.units[other])
        raw |= {**aimed.as_target, **acting.as_actor, **told}
        for spec in action.fields:
            aims = "target" in spec.name if spec.section is not Section.TARGET else spec.kind != "distance"
            aims = aims and spec.section is not Section.ACTOR
            if spec.name in facts[other if aims else who]:
                raw[spec.name] = facts[other if aims else who][spec.name]
            if spec.group and spec.section in (Section.ACTOR, Section.TARGET) and spec.name not in told:
                unit, label = (acting, who) if spec.section is Section.ACTOR else (aimed, other)
                parts = {one.name for one in specs_of(spec.group)}
                if "name" in parts:
                    known = {**unit.as_target, **unit.as_actor, **told, **facts[label], "name": label}
                    cards[spec.name] = [{key: plain_field(known[key]) for key in parts & known.keys()}]
    own = {spec.name for spec in action.fields}
    form = read_form(
        action, {k: plain_field(v) for k, v in raw.items() if k in own} | cards, duel.setting.tables, PLAIN
    )
    return form if isinstance(form, Form) else None


def doing(duel: Duel, books: Any, number: int, place: int) -> Done | None:
    """What is done at a place of the script: the first that can be, of the step itself and then of the unit's other steps."""
    step = duel.script.round_at(number)[place]
    if step.who and not is_left(books, step.who):
        return None
    common = {name: values[min(number, len(values) - 1)] for name, values in duel.fields.items()}
    said = {**common, **step.fields}
    others = [name for one in duel.script.steps if one.who == step.who for name in one.actions]
    for name in dict.fromkeys((*step.actions, *others)):
        form = filled_in(duel, books, name, step.who, said)
        if form is not None:
            answers = {key: Given(value) for key, value in said.items() if "." in key}
            return name, step.who, form, {**form.answers, **answers}
    return None


def owed(duel: Duel, books: Any) -> Done | None:
    for offer in books.owed():
        if any(value in ("A", "B") for value in offer.fields.values()):
            form = filled_in(duel, books, offer.action, "", {})
            action = duel.setting.ruleset.by_id[offer.action]
            raw = {name: plain_field(value) for name, value in offer.fields.items()}
            read = read_form(action, raw, duel.setting.tables, PLAIN)
            form = read if isinstance(read, Form) else form
            if form is not None:
                return offer.action, "", form, form.answers
    return None


def after(duel: Duel, books: Any, done: Done, verdict: Verdict) -> Any:
    name, who, form, _ = done
    side = str(books.units[who].side) if who else ""
    return books.with_deed(Deed(name, form.situation, verdict.changes, side), duel.setting.tables)


def thrown(duel: Duel, seed: int, rounds: int) -> str | None:
    """Who wins one duel of which every die is thrown; nobody yet after so many rounds."""
    dice = DiceStream(f"duel {seed}")
    books: Any = books_with(duel.setting, duel.entrants)
    for number in range(rounds):
        books = books.next_round()
        for place in range(len(duel.script.round_at(number))):
            done = doing(duel, books, number, place)
            while done is not None:
                name, _, form, answers = done
                action = duel.setting.ruleset.by_id[name]
                ruled = advance(action.start(form.situation, duel.setting.tables), answers, dice, usual=True)
                assert isinstance(ruled, Finished)
                books = after(duel, books, done, ruled.verdict)
                done = owed(duel, books)
            if (won := winner(duel, books)) is not None:
                return won
    return None


class Luck(Protocol):
    """Who parts so many duels by the chances of what may become of them, as numpy's generators do."""

    def multinomial(self, n: int, pvals: list[float], /) -> Any: ...


def counted(duel: Duel, battles: int, luck: Luck, rounds: int) -> Iterator[Counter[str]]:
    """Of so many duels who has won after each round: at every throw chance parts those that stand alike."""
    standing: dict[str, tuple[Any, int]] = {"": (books_with(duel.setting, duel.entrants), battles)}
    won: Counter[str] = Counter()
    for number in range(rounds):
        standing = gathered((books.next_round(), count) for books, count in standing.values())
        for place in range(len(duel.script.round_at(number))):
            parted = [
                one for books, count in standing.values() for one in sent(duel, books, count, (number, place), luck)
            ]
            standing = gathered((books, count) for books, count in parted if winner(duel, books) is None)
            for books, count in parted:
                if (who := winner(duel, books)) is not None:
                    won[who] += count
        yield Counter(won)


def gathered(parted: Any) -> dict[str, tuple[Any, int]]:
    together: dict[str, tuple[Any, int]] = {}
    for books, count in parted:
        key = repr((books.units, books))
        together[key] = (books, together[key][1] + count if key in together else count)
    return together


def sent(duel: Duel, books: Any, count: int, place: tuple[int, int] | None, luck: Luck) -> list[tuple[Any, int]]:
    """What becomes of duels that stand alike when they do the next thing."""
    done = doing(duel, books, *place) if place is not None else owed(duel, books)
    if done is None:
        return [(books, count)]
    name, _, form, answers = done
    law = list(duel.setting.ruleset.by_id[name].law(form.situation, duel.setting.tables, answers).law)
    shares = luck.multinomial(count, [float(weight) for _, weight in law])
    return [
        one
        for (verdict, _), share in zip(law, shares, strict=True)
        if share
        for one in sent(duel, after(duel, books, done, verdict), int(share), None, luck)
    ]
