"""Names of units in a form, compared with the roster: whoever is not in it, acts for another side or is named in two roles is questioned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from typing import Any

from sandtable.kernel import codec
from sandtable.kernel.form import FieldSpec, specs_of
from sandtable.kernel.ledger import Ledger, RosterUnit, known_as
from sandtable.kernel.messages import Message
from sandtable.kernel.problem import Refusal, refuse
from sandtable.kernel.roster import UNIT, UNITS
from sandtable.kernel.ruleset import Action
from sandtable.kernel.spelling import folded
from sandtable.umpire import roster_views
from sandtable.umpire.setting import Setting

NEAR = 0.6  # how alike a name must be to be offered instead
NEW_ELSEWHERE = (
    "name",
    "listed_as",
)  # on a card they mean who is in the roster, on a form of their own perhaps somebody new


@dataclass(frozen=True, slots=True)
class _Names:
    """The part of a call that carries them."""

    names: tuple[roster_views.NamedUnits, ...]


@dataclass
class _Named:
    """A field that names units, while the roster is gathered: the names there are, and the other fields that are filled in with them."""

    names: list[str] = field(default_factory=list)
    hidden: list[str] = field(default_factory=list)
    fills: set[str] = field(default_factory=set)
    sides: dict[str, str] = field(default_factory=dict)
    side_fields: set[str] | None = None


def known_names(
    roster: Iterable[RosterUnit], hidden_units: Iterable[RosterUnit] = ()
) -> tuple[roster_views.NamedUnits, ...]:
    """Each field that names a unit, with the names on the roster, the hidden ones, and the other fields that the roster fills in."""
    found: dict[str, _Named] = {}
    listed = [(unit, False) for unit in roster if not unit.place]
    for unit, is_hidden in (*listed, *((unit, True) for unit in hidden_units)):
        for known in (unit.as_actor, unit.as_target):
            for naming in (name for name, value in known.items() if value == unit.name):
                entry = found.setdefault(naming, _Named())
                (entry.hidden if is_hidden else entry.names).append(unit.name)
                entry.fills |= known.keys() - {naming}
                if known is unit.as_actor and not is_hidden:
                    own = {name for name, value in known.items() if value == unit.side}
                    entry.sides[unit.name] = str(unit.side)
                    entry.side_fields = own if entry.side_fields is None else entry.side_fields & own
    return tuple(
        roster_views.NamedUnits(
            field=naming,
            names=tuple(one.names),
            hidden=tuple(one.hidden),
            fills=tuple(sorted(one.fills)),
            sides=tuple(one.sides.get(name, "") for name in one.names) if one.sides else (),
            side_fields=tuple(sorted(one.side_fields or ())),
        )
        for naming, one in found.items()
    )


def read_names(raw: Any) -> tuple[roster_views.NamedUnits, ...]:
    """The names of the roster as the books told them; none where a call leaves them out."""
    if raw is None:
        return ()
    try:
        return codec.read(_Names, {"names": raw}).names
    except Refusal:
        raise refuse("names", "kernel.desk.part", part="names") from None


def notes(
    setting: Setting, action: Action, fields: Mapping[str, Any], known: Iterable[roster_views.NamedUnits]
) -> tuple[str, ...]:
    """What is to be said about the names in a form. An action that enters or changes a line of the roster is free to name new ones."""
    if action.id == setting.ruleset.roster_action or action.id not in setting.ruleset.by_id:
        return ()
    named = [
        mention
        for naming in _namings(setting.ruleset.ledger, known)
        for mention in _named(action.fields, fields, naming)
    ]
    told = [
        *(_note(setting, one) for one in named),
        *(_for_another_side(setting, one, fields) for one in named),
        *(_in_both_roles(setting, one, named) for one in named),
    ]
    return tuple(dict.fromkeys(note for note in told if note))


@dataclass(frozen=True, slots=True)
class _Naming:
    """A field that names somebody: who there is, and the fields of a form that takes what the roster knows of him."""

    field: str
    names: tuple[str, ...]
    hidden: tuple[str, ...]
    fills: frozenset[str]
    sides: Mapping[str, str]  # of those who act, where it names them
    side_fields: tuple[str, ...]
    several: bool = False  # names with commas between them
    on_cards: bool = False  # elsewhere it names somebody new


def _namings(ledger: type[Ledger], known: Iterable[roster_views.NamedUnits]) -> Iterator[_Naming]:
    """The fields that the roster fills in with names, and those by which people name the same things: a refuge, a priest, a building."""
    named: Mapping[str, str] = getattr(ledger, "named", {})
    kinds: dict[str, list[_Naming]] = {}
    for entry in known:
        sides = dict(zip(entry.names, entry.sides, strict=False))
        naming = _Naming(
            entry.field,
            entry.names,
            entry.hidden,
            frozenset(entry.fills),
            sides,
            entry.side_fields,
        )
        kinds.setdefault(named.get(entry.field, ""), []).append(naming)
        yield naming
    told = {naming.field for alike in kinds.values() for naming in alike}
    for name, kind in named.items():
        several = kind == UNITS
        alike = kinds.get(UNIT if several else kind, [])
        if alike and name not in told:
            fills = frozenset(field for naming in alike for field in naming.fills)
            plain = name in NEW_ELSEWHERE
            yield replace(
                alike[0],
                field=name,
                fills=fills if plain else frozenset({name}),
                several=several,
                on_cards=plain,
                sides={},
            )


@dataclass(frozen=True, slots=True)
class _Mention:
    """A name that a form gives: by which field, and on which of its cards if it is on one."""

    name: str
    naming: _Naming
    card: str = ""

    def is_together_with(self, other: _Mention) -> bool:
        """Whether both belong to one deed: what stands on the form itself goes with every card, two cards not with each other."""
        return not self.card or not other.card or self.card == other.card


def _named(
    specs: Iterable[FieldSpec], fields: Mapping[str, Any], naming: _Naming, card: str = ""
) -> Iterator[_Mention]:
    """The names that a form gives in this field: in a form that takes what the roster knows, and in the cards of its groups."""
    specs = list(specs)
    told = fields.get(naming.field)
    known = any(spec.name in naming.fills for spec in specs) or (bool(card) and naming.field in NEW_ELSEWHERE)
    if known and isinstance(told, str) and (card or not naming.on_cards):
        yield from (_Mention(name.strip(), naming, card) for name in (told.split(",") if naming.several else (told,)))
    for spec in specs:
        if spec.group is not None:
            for number, inner in enumerate(fields.get(spec.name, ()), start=1):
                yield from _named(specs_of(spec.group), inner, naming, f"{spec.name}.{number}")


def _note(setting: Setting, mention: _Mention) -> str:
    name, naming = mention.name, mention.naming
    everybody = (*naming.names, *naming.hidden)
    if not name or known_as(name, everybody) in everybody:
        return ""
    by_fold = {folded(known): known for known in naming.names}
    near = get_close_matches(folded(name), by_fold, n=1, cutoff=NEAR)
    if near:
        return setting.say(Message.of("kernel.name.near", name=name, near=by_fold[near[0]]))
    return setting.say(Message.of("kernel.name.unknown", name=name))


def _for_another_side(setting: Setting, mention: _Mention, fields: Mapping[str, Any]) -> str:
    """That a unit acts here for a side that is not its own: its line of the roster says another one than the form."""
    naming = mention.naming
    known = known_as(mention.name, naming.names)
    own = naming.sides.get(known)
    told = next((fields[side] for side in naming.side_fields if side in fields), None)
    if own is None or told is None or told == own:
        return ""
    say = setting.say
    sides = {"own": say(Message(f"side.{own}")), "told": say(Message(f"side.{told}"))}
    return say(Message.of("kernel.name.other_side", name=known, **sides))


def _in_both_roles(setting: Setting, mention: _Mention, named: Iterable[_Mention]) -> str:
    """That somebody who acts is also whom it is done to."""
    names = mention.naming.names
    known = known_as(mention.name, names)
    if known not in mention.naming.sides:
        return ""
    others = (other for other in named if mention.is_together_with(other) and _is_whom(other.naming, mention.naming))
    if all(known_as(other.name, names) != known for other in others):
        return ""
    return setting.say(Message.of("kernel.name.both_roles", name=known))


def _is_whom(naming: _Naming, actor: _Naming) -> bool:
    """Whether a field names those to whom something is done, and not those who do it."""
    return naming.field != actor.field and not naming.sides and bool(naming.names)
