"""Standing, rallying, loading, and checks of morale (R48-6.03 to R48-6.06a, chapter 10, R48-G.37, R48-G.62)."""

from __future__ import annotations

from collections.abc import Iterator

from sandtable.kernel.problem import Problem
from sandtable.miniatures.kit import Deed, Facts
from sandtable.rulesets.uprising1848.ruleset import RULESET
from sandtable.rulesets.uprising1848.table.acting import group_of, group_problems, men_acting, told_of, wrong
from sandtable.rulesets.uprising1848.table.figures import best_of, leading_of
from sandtable.rulesets.uprising1848.table.movement.moving import crew_at
from sandtable.rulesets.uprising1848.table.state import Deciding, UprisingField
from sandtable.rulesets.uprising1848.vocabulary import Activity, Firearm, Status


def activity(doing: Deciding) -> Activity:
    """What the action is: as chosen, else as the unit is."""
    told = doing.order.chosen.get("activity")
    if told in set(Activity):
        return Activity(told)
    wavering = doing.field.unit(doing.actor.id).status is Status.WAVERING
    return Activity.RALLY if wavering else Activity.STAND


def standers(doing: Deciding) -> tuple[int, ...]:
    """Who stands: those named, else everybody who has not acted; at a gun its crew (R48-6.03a, R48-6.06)."""
    if activity(doing) is Activity.LOAD_GUN and not doing.order.members:
        crew, men = crew_at(doing.field, doing.actor), men_acting(doing)
        return tuple(each for each in crew if not men[each].acted)
    return group_of(doing)


def facts(doing: Deciding) -> Facts:
    """The best figure rallies a unit; a gun is served by those beside it."""
    men, unit = men_acting(doing), doing.field.unit(doing.actor.id)
    return {
        **told_of(doing, standers(doing)),
        "activity": activity(doing),
        "actor": best_of(men) if men else unit.party.quality,
        "actor_status": unit.status,
        "figures_left": max(1, unit.figures),
        "leading": leading_of(men, unit.party.kind),
        "crew": len(crew_at(doing.field, doing.actor)),
    }


def hinders(doing: Deciding, _: Facts) -> Iterator[Problem]:
    """Wavering troops only move or rally, all of them; rifles are loaded by who has fired one (R48-10.07, R48-G.37(b))."""
    unit, men, group, what = doing.field.unit(doing.actor.id), men_acting(doing), standers(doing), activity(doing)
    yield from group_problems(doing, group, strays=False)
    if unit.status is Status.WAVERING and what is not Activity.RALLY:
        yield wrong("chosen.activity", "wavers", "R48-10.07", (Activity.RALLY.value,), name=unit.name)
    if what is Activity.RALLY and any(not man.acted for number, man in enumerate(men) if number not in group):
        yield wrong("members", "together", "R48-G.37", name=unit.name)
    if what is Activity.LOAD_RIFLES and not any(
        men[each].unloaded and men[each].firearm is Firearm.FLINTLOCK_RIFLE for each in group
    ):
        yield wrong("members", "nothing_to_load", "R48-8.16a", name=unit.name)
    if what is Activity.LOAD_GUN:
        if unit.party.gun is None:
            yield wrong("chosen.activity", "no_gun", "R48-6.05")
        elif set(group) != set(crew_at(doing.field, doing.actor)):
            yield wrong("members", "crew", "R48-6.06", name=unit.name)


STAND: Deed[UprisingField] = Deed(
    action=RULESET.by_id["stand"],
    by="R48-4.30",
    measures=facts,
    chooses=("activity", "ammunition"),
    hinders=hinders,
)


def checked(doing: Deciding) -> Facts:
    """What a check of morale hangs on, as the table sees the unit (R48-10.10a, R48-10.11)."""
    unit, men = doing.field.unit(doing.actor.id), men_acting(doing)
    return {
        "actor_name": unit.name,
        "actor": best_of(men),
        "actor_status": unit.status,
        "figures_left": unit.figures,
        "reference_strength": max(unit.reference, unit.figures),
        "leading": leading_of(men, unit.party.kind),
    }


CHECK: Deed[UprisingField] = Deed(action=RULESET.by_id["check_morale"], by="R48-6.40", measures=checked)
