"""A duel in words and numbers that people look at: one sentence before any picture."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from sandtable.kernel.chain import Number
from sandtable.kernel.form import FieldSpec, Section
from sandtable.kernel.ledger import RosterUnit
from sandtable.kernel.messages import Message, Vocabulary, decimal_text, minus
from sandtable.kernel.reader import open_under, plain_field, read_field
from sandtable.kernel.roster import settable
from sandtable.umpire import duel_views
from sandtable.umpire.description import describe_field
from sandtable.umpire.duels.deeds import speaks_of_target
from sandtable.umpire.duels.duel import NOBODY, Answer, Duel, End, Until
from sandtable.umpire.duels.entrants import Books, Description, Entrant, books_with, fields_named
from sandtable.umpire.duels.matrix import Cell, Variant, varied_fields
from sandtable.umpire.duels.reading import read_duel
from sandtable.umpire.duels.script import read_script, script_actions, script_text, step_text, usual_script
from sandtable.umpire.form_views import Labelled
from sandtable.umpire.kernel_texts import desk_text, desk_text_about
from sandtable.umpire.setting import Setting, capital

OPENS, CLOSES = "\ue000", "\ue001"  # around the letter of a unit in a sentence, until it is cut into pieces
LONGEST_FRACTION = 60  # characters; longer ones nobody reads
CERTAIN, HUNDRED = 1, 100
NAMED = 12  # choices of the roster that a unit may be called by


def duel_view(duel: Duel, answer: Answer) -> duel_views.Duel:
    """The answer to a duel."""
    setting, books = duel.setting, books_with(duel.setting, duel.entrants)
    names = names_of(duel, books)
    started = {one.label: books.units[one.label].left()[1] for one in duel.entrants}
    return duel_views.Duel(
        sentence=tuple(_pieces(sentence(duel, answer), names)),
        detail=detail(duel, answer),
        notes=tuple(_notes(duel, answer)),
        units=tuple(_unit(setting, books, one, names[one.label]) for one in duel.entrants),
        script=script_text(duel.script),
        again=sum(len(one) for one in duel.script.rounds[: duel.script.again]),
        steps=tuple(_steps(duel, answer)),
        rounds=tuple(_rounds(duel, answer)),
        ends=tuple(_ends(duel, answer, started)),
        wins=_wins(duel, answer),
        mean_rounds=None if answer.mean_rounds is None else float(answer.mean_rounds),
        mean_steps=None if answer.mean_steps is None else float(answer.mean_steps),
        median=answer.median,
        exact=answer.exact,
        settled=answer.settled,
        counted=counted_noun(setting),
    )


def counted_noun(setting: Setting) -> str:
    """The word for what units are counted in, such as bases; empty where they are not counted."""
    name = getattr(setting.ruleset.ledger, "counted", "")
    return setting.say(Message(f"field.{name}")).lower() if name else ""


def side_letters(duel: Duel) -> tuple[str, str]:
    """The letters of the first unit of each side, by which the sides are called."""
    books = books_with(duel.setting, duel.entrants)
    sides = {books.units[one.label].side: one.label for one in reversed(duel.entrants)}
    first = duel.entrants[0].label
    return first, next(label for label in sides.values() if label != first)


def names_of(duel: Duel, books: Books) -> dict[str, str]:
    """What units are called: by the choices of their roster line; by their letters as well where two are called the same."""
    names = {one.label: _name(duel.setting, one) for one in duel.entrants}
    alike = len(set(names.values())) < len(names)
    sure = {label: name or books.units[label].name for label, name in names.items()}
    return {label: f"{label} ({name})" if alike else name for label, name in sure.items()}


def _name(setting: Setting, entrant: Entrant) -> str:
    entry = setting.action(setting.ruleset.roster_action)
    words = [
        setting.name_of(value)
        for spec in entry.fields
        if spec.kind == "choice"
        and spec.name != "side"
        and entrant.line.get(spec.name) is not None
        and isinstance(value := read_field(spec, entrant.line[spec.name], setting.tables), Vocabulary)
    ]
    return capital(" ".join(words[:NAMED]))


# ---- The sentence ----------------------------------------------------------------------------------------------------------------------


def sentence(duel: Duel, answer: Answer) -> str:
    """Who beats whom, in a hundred; and when half of the duels are over. Names stand between signs, to be set in ink."""
    one, other = side_letters(duel)
    if not answer.settled and not any(answer.wins(label) for label in (one, other, NOBODY)):
        return desk_text("duel.nothing", rounds=len(answer.rounds))
    if answer.never == CERTAIN:
        return desk_text("duel.never")
    chances = {label: answer.wins(label) for label in (one, other)}
    winner = max(chances, key=lambda label: (chances[label], label == one))
    loser = other if winner == one else one
    told = {"winner": _marked(winner, duel), "loser": _marked(loser, duel)}
    even = in_hundred(chances[winner]) == in_hundred(chances[loser]) == "50"
    finding = "duel.even" if even else "duel.beats"
    first = desk_text_about(duel.setting.ruleset.catalogue, finding, **told, share=in_hundred(chances[winner]))
    if not answer.settled:
        return f"{first} {desk_text('duel.after_rounds', rounds=len(answer.rounds), going=in_hundred(answer.rounds[-1].going))}"
    if answer.median is None:
        return f"{first} {desk_text('duel.unending', share=in_hundred(answer.never))}"
    return f"{first} {desk_text('duel.half', round=answer.median)}"


def plain_sentence(duel: Duel, answer: Answer) -> str:
    """The sentence with the names in it, for a terminal."""
    names = names_of(duel, books_with(duel.setting, duel.entrants))
    return "".join(piece.text for piece in _pieces(sentence(duel, answer), names))


def _marked(label: str, duel: Duel) -> str:
    """A unit's name for a sentence, with its letter in signs before it. Nothing may follow it: plurals are told by how a name ends."""
    names = names_of(duel, books_with(duel.setting, duel.entrants))
    return f"{OPENS}{label}{CLOSES} {names[label]}"


def _pieces(text: str, names: Mapping[str, str]) -> Iterator[duel_views.DuelPiece]:
    """A sentence cut where a name begins and where it ends."""
    first, *parts = text.split(OPENS)
    if first:
        yield duel_views.DuelPiece(text=first)
    for part in parts:
        letter, _, rest = part.partition(f"{CLOSES} ")
        name = rest[: len(names[letter])]
        yield duel_views.DuelPiece(text=name, side=letter)
        yield duel_views.DuelPiece(text=rest.removeprefix(name))


def in_hundred(chance: Number) -> str:
    """A chance as so many in a hundred; what is not certain is never told as if it were."""
    whole = round(float(chance) * HUNDRED)
    if whole == HUNDRED and chance != CERTAIN:
        return desk_text("duel.nearly_all")
    return desk_text("duel.hardly_any") if whole == 0 and chance else str(whole)


def percent(chance: Number) -> float:
    """A chance in percent, with as many places as anybody looks at."""
    return round(float(chance) * HUNDRED, 4)


def fraction(chance: Number) -> str:
    """An exact chance as a fraction, where that is short enough to be read."""
    told = f"{chance.numerator}/{chance.denominator}" if isinstance(chance, Fraction) else ""
    return told if len(told) <= LONGEST_FRACTION else ""


def detail(duel: Duel, answer: Answer) -> str:
    """What the sentence rests on: the exact chance, the rounds on average, and what counts as beaten."""
    one, _ = side_letters(duel)
    told = [
        desk_text(
            "duel.exact" if answer.exact else "duel.nearly", letter=one, percent=f"{percent(answer.wins(one)):.3f}"
        )
    ]
    if answer.mean_rounds is not None and answer.mean_steps is not None:
        told.append(
            desk_text(
                "duel.length",
                rounds=decimal_text(round(Fraction(answer.mean_rounds), 1)),
                steps=decimal_text(round(Fraction(answer.mean_steps), 1)),
            )
        )
    if answer.wins(NOBODY):
        told.append(desk_text("duel.neither", share=in_hundred(answer.wins(NOBODY))))
    return " ".join(told)


def _notes(duel: Duel, answer: Answer) -> Iterator[str]:
    """What was done in place of something else, and what counts as beaten."""
    setting = duel.setting
    for one in answer.instead:
        told = {
            "letter": one.who or setting.say(Message(f"action.{one.wanted}.label")),
            "why": setting.say(one.why.message),
        }
        wanted = setting.say(Message(f"action.{one.wanted}.label"))
        if one.action:
            yield desk_text(
                "duel.instead", **told, wanted=wanted, done=setting.say(Message(f"action.{one.action}.label"))
            )
        else:
            yield desk_text("duel.idle", **told, wanted=wanted)
    if duel.until:
        yield desk_text("duel.beaten", conditions="; ".join(_condition(setting, each) for each in duel.until))


def _condition(setting: Setting, until: Until) -> str:
    if not until.name:
        return desk_text("duel.half_left")
    spec = fields_named(setting.ruleset.actions)[until.name]
    value = read_field(spec, until.value, setting.tables)
    told = minus(str(value)) if isinstance(value, int) else setting.name_of(value)
    return desk_text(
        f"duel.{ {'=': 'is', '<=': 'at_most', '>=': 'at_least'}[until.relation] }",
        field=setting.say(Message(f"field.{until.name}")),
        value=told,
    )


# ---- The parts -------------------------------------------------------------------------------------------------------------------------


def _unit(setting: Setting, books: Books, entrant: Entrant, name: str) -> duel_views.DuelUnit:
    listed = books.on_roster(books.units[entrant.label])
    left, of = books.units[entrant.label].left()
    specs = fields_named(setting.ruleset.actions)
    told = {**entrant.stands, **entrant.facts}
    return duel_views.DuelUnit(
        label=entrant.label,
        name=name,
        about=setting.say(listed.label),
        status=setting.say(listed.status),
        left=left,
        of=of,
        facts=tuple(
            setting.name_of(read_field(specs[field], value, setting.tables)) for field, value in entrant.facts.items()
        ),
        line={field: value for field, value in entrant.line.items() if field != "name"},
        stands=setting.on_tape(told),
        booked=_booked(setting, listed, specs),
    )


def _booked(setting: Setting, listed: RosterUnit, specs: Mapping[str, FieldSpec]) -> dict[str, Any]:
    """What the books make of a unit where nobody says otherwise, by the fields of the forms: morale from its type, a weapon from its arm."""
    known = {
        name: plain_field(value) for name, value in {**listed.as_target, **listed.as_actor}.items() if name in specs
    }
    return setting.on_tape({name: value for name, value in known.items() if isinstance(value, str | int | bool)})


def _steps(duel: Duel, answer: Answer) -> Iterator[duel_views.DuelStep]:
    instead = {(one.who, one.wanted): one.action for one in answer.instead}
    say = duel.setting.say
    for number, steps in enumerate(duel.script.rounds):
        for step in steps:
            other = instead.get((step.who, step.action), "")
            yield duel_views.DuelStep(
                who=step.who,
                said=step.said,
                text=step_text(step),
                label=say(Message(f"action.{step.action}.label")),
                round=number,
                instead=say(Message(f"action.{other}.label")) if other else "",
            )


def _rounds(duel: Duel, answer: Answer) -> Iterator[duel_views.DuelRound]:
    one, other = side_letters(duel)
    for each in answer.rounds:
        yield duel_views.DuelRound(
            number=each.number,
            a=percent(each.won[one]),
            b=percent(each.won[other]),
            neither=percent(each.won[NOBODY]),
            going=percent(each.going),
            standings=tuple(
                duel_views.DuelStanding(
                    text="; ".join(f"{label} {left}, {duel.setting.say(state)}" for label, left, state in seen.units),
                    percent=percent(seen.chance),
                )
                for seen in each.standings
            ),
        )


def _ends(duel: Duel, answer: Answer, started: Mapping[str, int]) -> Iterator[duel_views.DuelEnd]:
    """By winner, and by how many it has left, the most first; of several units on a side the first is told of."""
    found: dict[tuple[str, int], Number] = {}
    for end, chance in answer.ends.items():
        key = (end.winner, _left(end))
        found[key] = found.get(key, Fraction(0)) + chance
    order = {label: place for place, label in enumerate((*side_letters(duel), NOBODY))}
    for (winner, left), chance in sorted(found.items(), key=lambda one: (order[one[0][0]], -one[0][1])):
        yield duel_views.DuelEnd(
            winner=winner, left=left, of=started.get(winner, 0), percent=percent(chance), exact=fraction(chance)
        )


def _left(end: End) -> int:
    return end.left_of(end.winner) if end.winner else 0


def _wins(duel: Duel, answer: Answer) -> duel_views.DuelWins:
    one, other = side_letters(duel)
    return duel_views.DuelWins(
        a=percent(answer.wins(one)),
        b=percent(answer.wins(other)),
        neither=percent(answer.wins(NOBODY)),
        never=percent(answer.never),
        exact_a=fraction(answer.wins(one)),
        exact_b=fraction(answer.wins(other)),
    )


def matrix_view(units: Sequence[Variant], first: int, rows: Sequence[Sequence[Cell]]) -> duel_views.DuelMatrix:
    """Rows of a matrix."""
    return duel_views.DuelMatrix(
        labels=tuple(one.label for one in units),
        shorts=tuple(one.short for one in units),
        values=tuple(one.value for one in units),
        first=first,
        rows=tuple(
            tuple(
                duel_views.DuelCell(percent=None if cell.chance is None else percent(cell.chance), why=cell.why)
                for cell in row
            )
            for row in rows
        ),
    )


# ---- The form --------------------------------------------------------------------------------------------------------------------------


def duel_form(setting: Setting, script: str, units: Mapping[str, Description]) -> duel_views.DuelForm:
    """What a duel with this script can be asked with, and what is usual in this game."""
    letters = tuple(units) or ("A", "B")
    read = read_script(setting, script, letters) if script.strip() else usual_script(setting, letters)
    usual = setting.ruleset.duel
    told = dict(units) or dict(zip(letters, usual.units or _some_units(setting), strict=True))
    duel = read_duel(setting, told, script=script_text(read))
    actions = [setting.ruleset.by_id[name] for step in read.steps for name in step.actions]
    books = books_with(setting, duel.entrants)
    kept = {name for one in duel.entrants for known in _filled(books, one.label) for name in known}
    return duel_views.DuelForm(
        fields=tuple(_fields(setting, fields_named(actions), kept, books, duel.entrants[0].label)),
        actions=_labelled(setting, acting=True),
        others=_labelled(setting, acting=False),
        script=script_text(read),
        units=tuple(_fields_of(setting, one) for one in duel.entrants),
        values=dict(usual.fields),
        until=usual.beaten(setting.tables) if usual.beaten else (),
        varied=tuple(
            Labelled(id=spec.name, label=setting.say(Message(f"field.{spec.name}"))) for spec in varied_fields(setting)
        ),
        closed=tuple(_closed(duel, books)),
    )


def _some_units(setting: Setting) -> tuple[str, str]:
    """Two units of a game that names none: its roster's form filled in with the first choices there are."""
    entry = setting.action(setting.ruleset.roster_action)
    words: list[str] = []
    for spec in (one.under(setting.tables) for one in entry.fields):
        open_choice = spec.usual is None and not spec.optional and spec.name not in ("side", "name")
        if open_choice and spec.kind == "choice":
            words.append(f"{spec.name}={spec.values[0].value}")
        elif open_choice and spec.kind == "number":
            words.append(f"{spec.name}={min(max(spec.lowest, 6), spec.highest)}")
    line = " ".join(f"'{word}'" for word in words)
    return line, line


def _fields_of(setting: Setting, entrant: Entrant) -> dict[str, Any]:
    line = {name: value for name, value in entrant.line.items() if name != "name"}
    return {**line, **setting.on_tape({**entrant.stands, **entrant.facts})}


def _filled(books: Books, label: str) -> tuple[Mapping[str, Any], Mapping[str, Any]]:
    listed = books.on_roster(books.units[label])
    return listed.as_actor, listed.as_target


def _labelled(setting: Setting, *, acting: bool) -> tuple[Labelled, ...]:
    """Actions that a unit takes, or those that nobody does by himself."""
    naming = set(getattr(setting.ruleset.ledger, "roles", {}).values()) | {"name"}
    return tuple(
        Labelled(id=action.id, label=setting.say(Message(f"action.{action.id}.label")))
        for action in script_actions(setting)
        if acting
        is any(spec.name in naming or (spec.group and spec.section is Section.ACTOR) for spec in action.fields)
    )


def _fields(
    setting: Setting, specs: Mapping[str, FieldSpec], in_books: set[str], books: Books, label: str
) -> Iterator[duel_views.DuelField]:
    """The fields of a duel: a unit's line, how it stands, where it stands, and what is so for both."""
    entry = setting.action(setting.ruleset.roster_action)
    line = [spec for spec in entry.fields if spec.name != "name" and open_under(spec, setting.tables)]
    for spec in line:
        yield duel_views.DuelField(
            of="line", field=describe_field(setting, spec), more=spec.kind == "text" or spec.name == "side"
        )
    own = {spec.name for spec in line}
    kind = type(books.units[label])
    stands = _stands(kind, specs, own)
    for spec in specs.values():
        if spec.kind in ("group", "text") or not open_under(spec, setting.tables) or spec.name in own:
            continue
        rare = spec.section not in (Section.ACTOR, Section.TARGET, Section.ACTION) and spec.kind != "distance"
        if spec.name in stands:
            yield duel_views.DuelField(of="stands", field=describe_field(setting, spec), more=rare)
        elif spec.name not in in_books:
            of_unit = speaks_of_target(spec) or "actor" in spec.name or spec.section is Section.ACTOR
            of = "ground" if of_unit and spec.kind != "distance" else "both"
            yield duel_views.DuelField(of=of, field=describe_field(setting, spec), more=rare)


def _stands(kind: type[Any], specs: Mapping[str, FieldSpec], own: set[str]) -> set[str]:
    """Fields that say how a unit stands: one for each thing that its books keep and its roster line does not say."""
    attributes = settable(kind)
    begins = {each.name for each in dataclasses.fields(kind) if each.default is not dataclasses.MISSING}
    said = {attributes[name] for name in own if name in attributes} | {"gone", "name", "side"}
    chosen: dict[str, str] = {}
    for name, attribute in attributes.items():
        if name in specs and attribute in begins and attribute not in said:
            chosen.setdefault(attribute, name)
    return set(chosen.values())


def _closed(duel: Duel, books: Books) -> Iterator[duel_views.DuelClosed]:
    """Values of fields for both that are closed to everybody who acts, with the reason."""
    setting = duel.setting
    acting = [step for step in duel.script.steps if step.who]
    told: dict[tuple[str, Any], list[str]] = {}
    for step in acting:
        known = {**_filled(books, step.who)[0], **dict(_facts(duel, step.who))}
        for spec in setting.ruleset.by_id[step.action].fields:
            for bar in spec.under(setting.tables).bars if spec.kind == "distance" else ():
                if bar.condition.holds(known):
                    for value in bar.values:
                        told.setdefault((spec.name, value), []).append(setting.say(bar.reason))
    for (name, value), reasons in told.items():
        if len(reasons) >= len(acting):
            yield duel_views.DuelClosed(field=name, value=value, reason=reasons[0])


def _facts(duel: Duel, label: str) -> Mapping[str, Any]:
    return next(one.facts for one in duel.entrants if one.label == label)
