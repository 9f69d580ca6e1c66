"""Units that split and merge, and figures that are promoted on the spot (R48-4.18 to R48-4.25a, R48-G.37a, R48-G.50, R48-G.56)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from sandtable.geometry.measure import in_inches
from sandtable.kernel.problem import Problem
from sandtable.miniatures.bodies import gaps
from sandtable.miniatures.field import Piece
from sandtable.miniatures.kit import Deed, Facts
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.acting import links, men_acting, wrong
from sandtable.rulesets.uprising1848.table.figures import LED_BY, Man, Role
from sandtable.rulesets.uprising1848.table.own_actions import PROMOTE
from sandtable.rulesets.uprising1848.table.state import PLAYER, Deciding, UprisingField
from sandtable.rulesets.uprising1848.vocabulary import FIGHTERS, Kind, Quality

INFANTRY, CAVALRY, ARTILLERY, TRANSPORT = "infantry", "cavalry", "artillery", "transport"


def is_led(men: Sequence[Man]) -> bool:
    """Whether an officer or NCO is among figures (R48-4.19)."""
    return any(man.role in (*LED_BY, Role.PROMOTED) for man in men)


def type_of(field: UprisingField, name: str) -> str:
    """What kind of unit it is, for mergers (R48-G.50(e))."""
    men = field.men[name]
    if field.unit(name).party.gun is not None:
        return ARTILLERY
    if all(man.riding for man in men):
        return TRANSPORT
    return CAVALRY if all(man.mounted for man in men) else INFANTRY


def at_the_start(doing: Deciding, names: Sequence[str]) -> Iterator[Problem]:
    """Splits and mergers come at the start of a friendly initiative that some of these figures take, all for the same units (R48-4.25)."""
    if all(man.acted for name in names for man in doing.field.men.get(name, ())):
        yield wrong("piece", "acted", "R48-4.25", name=names[0])
    if doing.field.bound and not set(names) & set(doing.field.bound):
        yield wrong("piece", "bound", "R48-4.25", doing.field.bound)


# ---- Split -------------------------------------------------------------------------------------------------------------------------


def going(doing: Deciding) -> tuple[int, ...]:
    """The figures that become a unit of their own."""
    return tuple(sorted({each for each in doing.order.members if 0 <= each < len(men_acting(doing))}))


def split_facts(doing: Deciding) -> Facts:
    """Whether both parts are led, none of them by a promotion for it (R48-4.22, R48-4.22a)."""
    men, some = men_acting(doing), going(doing)
    both = [[man for each, man in enumerate(men) if (each in some) is goes] for goes in (True, False)]
    return {
        "actor_name": doing.actor.id,
        "number_of_figures": max(1, len(some)),
        "figures_left": len(men),
        "both_led": all(is_led(part) for part in both),
        "name": _fresh(doing),
    }


def _fresh(doing: Deciding) -> str:
    told = doing.order.chosen.get("name")
    if isinstance(told, str) and told.strip():
        return told.strip()
    taken = doing.field.books.units
    return next(name for number in range(2, 99) if (name := f"{doing.actor.id} {number}") not in taken)


def split_hinders(doing: Deciding, told: Facts) -> Iterator[Problem]:
    """Some stay and some go, under a name that nobody has."""
    if not going(doing) or len(going(doing)) != len(doing.order.members):
        yield wrong("members", "no_member", "R48-4.22", figures=len(men_acting(doing)))
    if doing.field.books.own_name(told["name"]) in (*doing.field.books.units, *doing.field.books.places):
        yield wrong("chosen.name", "name_taken", "R48-4.22", name=told["name"])
    yield from at_the_start(doing, (doing.actor.id,))


# ---- Merge -------------------------------------------------------------------------------------------------------------------------


def merge_facts(doing: Deciding) -> Facts:
    """Both units figure by figure: most of them give the rating (R48-4.24)."""
    cards = [card for piece in (doing.actor, doing.target) for card in _cards(doing.field, piece)]
    return {"parts": cards[:6]}


def _cards(field: UprisingField, piece: Piece) -> Iterator[dict[str, Any]]:
    counts = Counter(man.quality for man in field.men.get(piece.id, ()) if man.quality is not Quality.TRANSPORT)
    for number, (quality, figures) in enumerate(
        sorted(counts.items(), key=lambda each: (-each[1], FIGHTERS.index(each[0])))
    ):
        yield {"actor": quality, "figures": figures} | ({"name": piece.id} if not number else {})


def merge_hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """Units of a kind, near each other, of the same mind (R48-4.23, R48-4.23a, R48-G.50(d))."""
    field, one, other = doing.field, doing.actor, doing.target
    if one.id == other.id:
        yield wrong("target", "itself", "R48-4.23")
        return
    yield from at_the_start(doing, (one.id, other.id))
    if type_of(field, one.id) != type_of(field, other.id):
        yield wrong("target", "other_type", "R48-4.23", name=other.id)
    both = [each.id in field.waiting for each in (one, other)]
    if both[0] != both[1] or (not both[0] and int(gaps(one.stands, other.stands).min()) > links(field.tables)):
        yield wrong("target", "too_far_to_merge", "R48-4.23a", name=other.id, within=in_inches(links(field.tables)))
    if field.unit(one.id).status is not field.unit(other.id).status:
        yield wrong("target", "other_mind", "R48-G.50", name=other.id)


# ---- Promotion ---------------------------------------------------------------------------------------------------------------------


def leaderless(field: UprisingField) -> Iterator[str]:
    """Player units that nobody leads any more (R48-4.19a); the government promotes nobody (R48-G.30(c))."""
    for piece in field.of(PLAYER):
        if (
            piece.figures
            and not is_led(field.men[piece.id])
            and field.unit(piece.id).party.kind is Kind.REVOLUTIONARIES
        ):
            yield piece.id


SPLIT: Deed[UprisingField] = Deed(
    action=RULESET.by_id["split"], by="R48-4.22", measures=split_facts, chooses=("name",), hinders=split_hinders
)
MERGE: Deed[UprisingField] = Deed(
    action=RULESET.by_id["merge"],
    by="R48-4.23",
    at="R48-4.23",
    with_own=True,
    measures=merge_facts,
    hinders=merge_hinders,
)
PROMOTION: Deed[UprisingField] = Deed(
    action=PROMOTE, by="R48-4.19a", measures=lambda doing: {"actor_name": doing.actor.id}
)
