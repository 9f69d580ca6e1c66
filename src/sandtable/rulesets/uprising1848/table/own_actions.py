"""Actions that only a table has: to go after the throw, to promote, to end an initiative, to face about, to open fire on walls, to place anew."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from sandtable.kernel.form import Section, distance, number, text
from sandtable.kernel.ruleset import Action
from sandtable.kernel.tables import Tables
from sandtable.kernel.verdict import Ruling
from sandtable.rulesets.uprising1848 import fields
from sandtable.rulesets.uprising1848.effects import ACTOR, HaveActed
from sandtable.rulesets.uprising1848.event_effects import Revealed


@dataclass(frozen=True, slots=True, kw_only=True)
class Plain:
    """Somebody does something that needs no throw."""

    actor_name: str | None = fields.name()
    target_name: str | None = fields.name()


@dataclass(frozen=True, slots=True, kw_only=True)
class Go(Plain):
    """A group goes as far as it has thrown (R48-7.01)."""

    inches: Fraction = distance(section=Section.ACTION, bands=(), highest=fields.LONGEST, usual=Fraction(0))
    gone: Fraction | None = distance(section=Section.ACTION, bands=(), highest=fields.LONGEST, optional=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenFire(Plain):
    """Figures fire at a strongpoint in which nobody shows himself (R48-G.09(d))."""

    target_name: str | None = text(section=Section.TARGET, optional=True)
    shooters: int = number(section=Section.ACTOR, lowest=1, highest=fields.LARGEST_CLASS, usual=1)


def _plain(ended: str) -> Callable[[Plain, Tables], Ruling]:
    return lambda _situation, _tables: Ruling.of(ended)


def _go(situation: Go, _: Tables) -> Ruling:
    return Ruling.of("go", inches=situation.inches)


def _open_fire(situation: OpenFire, _: Tables) -> Ruling:
    shown = Revealed(whom=situation.target_name or "")
    return Ruling.of("open_fire", shown, HaveActed(whom=ACTOR, count=situation.shooters))


def _action(name: str, rules: str, form: type[Plain] = Plain, rule: Callable[..., Ruling] | None = None) -> Action:
    return Action(name, form, rule or _plain(name), Ruling, "game", tuple(rules.split()), layout="plain")


GO = _action("go", "R48-7.07 R48-7.08", Go, _go)
PROMOTE = _action("promote", "R48-4.19a R48-G.56")
OVER = _action("over", "R48-4.08a")
FACE = _action("face", "R48-G.13")
OPEN_FIRE = _action("open_fire", "R48-G.09", OpenFire, _open_fire)
PLACE = _action("place", "R48-11.40 R48-11.44")
STOP = _action("stop", "R48-12.07a")
TAKE_GUN = _action("take_gun", "R48-G.18")
