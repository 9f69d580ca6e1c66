"""Single figures: role, arms, load and quality of each, beside the books, which count by unit (R48-3.01, R48-G.06, R48-G.07)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from sandtable.geometry.measure import inches
from sandtable.kernel.tables import Tables
from sandtable.miniatures.bodies import Base
from sandtable.rulesets.uprising1848.fire import shot_with
from sandtable.rulesets.uprising1848.party import Party
from sandtable.rulesets.uprising1848.units import KnownUnit
from sandtable.rulesets.uprising1848.vocabulary import (
    CASUALTIES,
    LOSSES,
    Entry,
    Firearm,
    Kind,
    Leading,
    Melee,
    Quality,
    Shot,
    Side,
)


class Role(StrEnum):
    """What a figure is in its unit."""

    NONE = "none"
    LEADER = "leader"
    OFFICER = "officer"
    NCO = "nco"
    PROMOTED = "promoted"


LED_BY = (Role.LEADER, Role.OFFICER, Role.NCO)  # who makes a unit led without a field promotion
LAST_TO_FALL = (Role.NONE, Role.PROMOTED, Role.NCO, Role.OFFICER, Role.LEADER)  # R48-G.60
WORTH = tuple(Firearm)


@dataclass(frozen=True, slots=True)
class Man:
    """A figure. ``horse``: it may mount again; ``riding``: it drives a wagon and stands on its base."""

    quality: Quality
    role: Role = Role.NONE
    firearm: Firearm = Firearm.NONE
    melee: Melee = Melee.IMPROVISED
    mounted: bool = False
    horse: bool = False
    riding: bool = False
    gunner: bool = False
    marksman: bool = False
    unloaded: bool = False  # a flintlock rifle that was fired as a rifle (R48-6.21)
    acted: bool = False

    @property
    def plain(self) -> bool:
        """Whether it leads nobody."""
        return self.role in (Role.NONE, Role.PROMOTED)

    @property
    def unarmed(self) -> bool:
        """No firearm, and nothing lethal in the hand (R48-A.27)."""
        return self.firearm is Firearm.NONE and self.melee is Melee.IMPROVISED

    @property
    def moves_as(self) -> Quality:
        """Who drives a wagon goes as Transport (R48-3.34, R48-3.37)."""
        return Quality.TRANSPORT if self.riding else self.quality

    def shot(self) -> Shot | None:
        """What it fires as: a flintlock rifle without its load is a musket (R48-8.14a)."""
        return Shot.MUSKET if self.firearm is Firearm.FLINTLOCK_RIFLE and self.unloaded else shot_with(self.firearm)


# ---- A party becomes figures -------------------------------------------------------------------------------------------------------

_NO_BAYONET = (Firearm.PISTOL, Firearm.FLINTLOCK_RIFLE)


def armed(name: str, party: Party, tables: Tables) -> tuple[Firearm, Melee]:
    """What an entry of the arms tables puts into a hand (R48-G.06, R48-G.22, R48-G.42)."""
    if name == "scythe":
        return Firearm.PISTOL, Melee.LETHAL if tables.option("warScythes") else Melee.IMPROVISED
    if name in ("nothing", "improvised"):
        return Firearm.NONE, Melee.IMPROVISED
    firearm = Firearm(name)
    return firearm, Melee.IMPROVISED if firearm in _NO_BAYONET else party.melee


def men_of(party: Party, tables: Tables) -> tuple[Man, ...]:
    """The figures of a party: leaders first, officers and NCOs counted in its number (R48-G.07(a))."""
    roles = _roles(party)
    arms = _arms(party, len(roles), tables)
    men = []
    for role, (firearm, melee) in zip(roles, arms, strict=True):
        men.append(_man(party, role, firearm, melee))
    wagons = party.wagons if party.kind is not Kind.ARISTOCRATS else min(1, party.wagons)
    return tuple(replace(man, riding=number < wagons) for number, man in enumerate(men))


def _roles(party: Party) -> list[Role]:
    ncos = (1 + party.further_ncos) if party.nco else 0
    leading = [Role.LEADER] * party.leader + [Role.OFFICER] * party.officers + [Role.NCO] * ncos
    leading = leading[: party.figures]
    return leading + [Role.NONE] * (party.figures - len(leading))


def _arms(party: Party, figures: int, tables: Tables) -> list[tuple[Firearm, Melee]]:
    listed = [armed(name, party, tables) for name, count in party.arms for _ in range(count)]
    listed.sort(key=lambda arm: -WORTH.index(arm[0]))
    return (listed + [(party.firearm, party.melee)] * figures)[:figures]


def _man(party: Party, role: Role, firearm: Firearm, melee: Melee) -> Man:
    """Officers have sword and pistol, NCOs arms as their men, all of them count as Veterans; a mob's leader does not (R48-G.06(e), R48-G.07(d), R48-G.55)."""
    quality = party.quality
    if role in LED_BY and party.kind not in (Kind.CIVILIANS, Kind.ARISTOCRATS):
        quality = Quality.CONSCRIPT if party.kind is Kind.MOB else Quality.VETERAN
    if role in (Role.LEADER, Role.OFFICER) and party.kind is not Kind.ENEMY_OFFICER:
        firearm, melee = Firearm.PISTOL, Melee.IMPROVISED if party.kind is Kind.MOB else Melee.LETHAL
    if role is Role.NCO and party.kind is not Kind.REVOLUTIONARIES:
        melee = Melee.LETHAL
    return Man(
        quality=quality,
        role=role,
        firearm=firearm,
        melee=melee,
        mounted=party.mounted,
        horse=party.mounted,
        gunner=party.gun is not None,
    )


# ---- What figures are together -----------------------------------------------------------------------------------------------------


def base_of(man: Man, tables: Tables) -> Base:
    """What a figure stands on (R48-G.49(a))."""
    if man.riding:
        return wagon_base(tables)
    behind = inches(tables.exact("base.behind")) if man.mounted else 0
    return Base(radius=inches(tables.exact("base.across") / 2), behind=behind)


def wagon_base(tables: Tables) -> Base:
    """What a wagon stands on."""
    return Base(width=inches(tables.exact("base.wagon_wide")), behind=inches(tables.exact("base.wagon_long")))


def on_foot(tables: Tables) -> Base:
    """The base of a figure on foot."""
    return Base(radius=inches(tables.exact("base.across") / 2))


def bases_of(men: Sequence[Man], tables: Tables) -> tuple[Base, ...]:
    """What figures stand on, one by one; none where all are on foot."""
    bases = tuple(base_of(man, tables) for man in men)
    return bases if any(base != on_foot(tables) for base in bases) else ()


def aimed_as(man: Man, unit: KnownUnit) -> Quality:
    """As targets officers, NCOs and leaders count with their men (R48-G.53(a))."""
    alone = unit.party.kind in (Kind.ENEMY_OFFICER, Kind.HEADQUARTERS) or man.plain
    return man.quality if alone or unit.party.quality is Quality.TRANSPORT else unit.party.quality


def leading_of(men: Iterable[Man], kind: Kind) -> Leading:
    """Who leads figures when their morale is tested (R48-6.41, R48-G.30(b), R48-G.55)."""
    roles = {man.role for man in men}
    if kind is Kind.MOB:
        return Leading.MOB_LEADER if Role.LEADER in roles else Leading.NOBODY
    if roles & set(LED_BY):
        return Leading.OFFICER_OR_NCO
    return Leading.PROMOTED_NCO if Role.PROMOTED in roles else Leading.NOBODY


def best_of(men: Iterable[Man]) -> Quality:
    """The best figure that is not there by rank alone: of the men, else of whoever is left (R48-6.41)."""
    some = list(men)
    plain = [man.quality for man in some if man.plain] or [man.quality for man in some]
    return min(plain, key=tuple(Quality).index)


def slowest_of(men: Iterable[Man]) -> Quality:
    """The Actor of a group that moves (R48-6.07)."""
    return max((man.moves_as for man in men), key=tuple(Quality).index)


def taken_off(men: Sequence[Man], among: Sequence[int], count: int) -> tuple[int, ...]:
    """Whom the owner takes off of those who were hit: leaders last, the worst armed first (R48-G.60)."""
    order = sorted(among, key=lambda each: (LAST_TO_FALL.index(men[each].role), WORTH.index(men[each].firearm), each))
    return tuple(sorted(order[:count]))


def lost_as(man: Man, unit: KnownUnit) -> Entry | None:
    """The line of the score sheet for a figure that fell (R48-12.03a to R48-12.03i, R48-12.05, R48-G.46)."""
    kind = unit.party.kind
    if unit.side is Side.PLAYER:
        if man.role is Role.LEADER:
            return Entry.LEADER_LOST
        return Entry.VOLUNTEER_LOST if unit.ex_government else LOSSES[man.quality]
    if kind in (Kind.MOB, Kind.CIVILIANS, Kind.CONVOY):
        return Entry.MOB_CASUALTY
    if kind is Kind.ARISTOCRATS:
        return None if unit.officer_scored else Entry.OFFICER_OR_ARISTOCRAT
    return Entry.OFFICER_OR_ARISTOCRAT if man.role is Role.OFFICER else CASUALTIES[man.quality]


def promotable(men: Sequence[Man]) -> int:
    """The best figure, who is promoted where nobody leads (R48-4.19a, R48-G.56(a))."""
    return min(range(len(men)), key=lambda each: (tuple(Quality).index(men[each].quality), each))


def without(men: Sequence[Man], gone: Iterable[int]) -> tuple[Man, ...]:
    """Figures after some of them are gone."""
    left_out = set(gone)
    return tuple(man for number, man in enumerate(men) if number not in left_out)


def left_to_act(men: Sequence[Man]) -> Iterator[int]:
    """The figures that have not acted."""
    return (number for number, man in enumerate(men) if not man.acted)
