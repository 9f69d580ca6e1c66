"""What was done in an entry and what came of it: for the card of a shot or an assault, and for every row of the log that is opened."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from sandtable.battle.account import Deed, Moment, ToldChange, ToldStep, ToldThrow
from sandtable.battle.event import Event
from sandtable.battle.odds import OrderOdds
from sandtable.geometry.footprint import Footprint
from sandtable.geometry.measure import apart, inches
from sandtable.kernel.codec import Json, read_by_kind
from sandtable.kernel.drivers import Exact
from sandtable.miniatures.desk.entries import bare
from sandtable.miniatures.desk.laws import row_of
from sandtable.rulesets.revolucion import effects
from sandtable.rulesets.revolucion.close_combat import Charge, no_fire
from sandtable.rulesets.revolucion.outnumbering import counted
from sandtable.rulesets.revolucion.regroup import NAMES
from sandtable.rulesets.revolucion.table import events, leadership, orders, passengers
from sandtable.rulesets.revolucion.table.combat import assaults
from sandtable.rulesets.revolucion.table.combat.aims import Aim
from sandtable.rulesets.revolucion.table.desk import odds
from sandtable.rulesets.revolucion.table.desk.fates import BACK, fate_of
from sandtable.rulesets.revolucion.table.desk.lines import lines
from sandtable.rulesets.revolucion.table.desk.words import inches_text, say
from sandtable.rulesets.revolucion.table.state import State, Unit
from sandtable.rulesets.revolucion.vocabulary import STATUS_ICONS, OrderResult

Moments = Sequence[Moment[State]]
Chances = tuple[OrderOdds | None, int | None, int]  # the odds, the bar it came to, how grave that is
UNKNOWN: Chances = (None, None, 1)
DEFENCE, FIGHT = "assault.defensive_fire", "assault.close_combat"


def deed(moments: Moments, after: State, throws: tuple[ToldThrow, ...], entry: Mapping[str, Json]) -> Deed:
    """The shot, the assault, the order or whatever else it was."""
    happened = [moment.event for moment in moments]
    (line,) = lines(after, entry)
    main = next((moment for kind in TOLD for moment in moments if type(moment.event) is kind), None)
    told = TOLD[type(main.event)](main, moments, throws, entry) if main is not None else Deed("", "")
    return Deed(
        who=line.who,
        words=bare(line),
        headline=told.headline,
        severity=told.severity,
        piece=_piece(happened),
        target=told.target,
        changes=tuple(_changes(moments)),
        steps=told.steps,
        odds=told.odds,
        came=told.came,
    )


def _piece(happened: Sequence[Event]) -> str:
    """Whom it is about first."""
    for event in happened:
        if isinstance(event, events.UnitEvent):
            return event.unit
        if isinstance(event, events.LeaderEvent):
            return event.leader
    return ""


def _chances(law: Exact[Any] | None, key: str) -> Chances:
    """Odds with the row that it came to; every row has its key."""
    if law is None:
        return UNKNOWN
    came, bars = row_of(law, key), odds.shown(law)
    return bars, came, bars.bars[came].severity if came is not None else 1


# ---- Shots -----------------------------------------------------------------------------------------------------------------------


def _shot(moment: Moment[State], moments: Moments, _throws: tuple[ToldThrow, ...], _entry: Mapping[str, Json]) -> Deed:
    event = moment.event
    assert isinstance(event, events.Fired)  # noqa: S101 - the table below says so
    fate = fate_of((each.event for each in moments), event.target)
    shown, came, grave = _chances(_shot_law(moment.view, event), fate.key)
    return Deed("", "", f"{fate.words}.", grave if fate.key != "none" else 0, "", event.target, odds=shown, came=came)


def _shot_law(view: State, event: events.Fired) -> Exact[Any] | None:
    """The law of a shot as it was aimed; an aircraft's attack is none."""
    if event.start is None or event.end is None or not {event.unit, event.target} <= view.units.keys():
        return None
    side = view.units[event.unit].side.value
    order = orders.Fire(by=side, unit=event.unit, target=event.target, mode=event.mode, indirect=event.indirect)
    return odds.shot_law(view, order, Aim(inches(event.range), event.cover, event.start, event.end))


# ---- Assaults --------------------------------------------------------------------------------------------------------------------


def _assault(moment: Moment[State], moments: Moments, throws: tuple[ToldThrow, ...], entry: Mapping[str, Json]) -> Deed:
    event = moment.event
    assert isinstance(event, events.AssaultEnded)  # noqa: S101 - the table below says so
    unit = moment.view.units.get(event.unit)
    name = unit.card.name if unit is not None else say("line.somebody")
    order = _assault_order(event, moments, entry)
    shown, came, grave = _chances(_assault_law(order, event, moments), event.ended)
    headline = say(f"card.ended.{event.ended}", unit=name)
    steps = tuple(_steps(event, moments, throws))
    return Deed("", "", headline, grave, "", event.target, steps=steps, odds=shown, came=came)


def _assault_law(order: orders.Assault | None, event: events.AssaultEnded, moments: Moments) -> Exact[Any] | None:
    view = next((each.view for each in moments if isinstance(each.event, events.Commanded)), None)
    if order is None or view is None or not {event.unit, event.target} <= view.units.keys():
        return None
    return odds.assault_law(view, order)


def _assault_order(event: events.AssaultEnded, moments: Moments, entry: Mapping[str, Json]) -> orders.Assault | None:
    """The order as its giver knows it; others see which way it faced, in which ranks, and who rode along."""
    if entry.get("order") is not None:
        return read_by_kind({orders.Assault.kind: orders.Assault}, entry["order"], "order")
    launched = next((each for each in moments if isinstance(each.event, events.AssaultLaunched)), None)
    unit = launched.view.units.get(event.unit) if launched is not None else None
    if launched is None or unit is None or unit.stands is None:
        return None
    attached = leadership.attached(launched.view, unit)
    rode = any(isinstance(each.event, events.LeaderStood) and each.event.how == "along" for each in moments)
    if attached and not rode:  # whether one who stayed behind led it cannot be seen
        return None
    return orders.Assault(
        by=unit.side.value,
        unit=event.unit,
        target=event.target,
        facing=unit.stands.anchor.facing,
        ranks=_ranks(unit.stands),
    )


def _ranks(stands: Footprint) -> tuple[int, ...]:
    """How many bases stand in each rank."""
    full, rest = divmod(len(stands.bases), stands.front)
    return (stands.front,) * full + ((rest,) if rest else ())


def _steps(event: events.AssaultEnded, moments: Moments, throws: tuple[ToldThrow, ...]) -> Iterator[ToldStep]:
    """Every throw in its order; a step that did not take place is told with the reason."""
    launched = next((each for each in moments if isinstance(each.event, events.AssaultLaunched)), None)
    fired = any(each.key.startswith(DEFENCE) for each in throws)
    for each in throws:
        if each.key == FIGHT and not fired and launched is not None:
            yield ToldStep(say("card.defence"), _no_fire(launched))
        yield ToldStep(each.label, each.reading, each.name, each.faces, each.sum)
    if event.ended == "stopped":
        yield ToldStep(say("card.fight"), say("card.not_reached"))


def _no_fire(launched: Moment[State]) -> str:
    """Why the defender did not fire, by the rule itself."""
    event, view = launched.event, launched.view
    assert isinstance(event, events.AssaultLaunched)  # noqa: S101 - whoever calls has looked
    unit, target = view.units[event.unit], view.units[event.target]
    told = assaults.situation(view, unit, target, None, leads=False)
    charge = Charge(
        unit=unit.kind,
        status=unit.status,
        led=False,
        target=target.kind,
        target_status=target.status,
        target_leaders=0,
        formation=told.formation_as_target(view.tables),
        cover=event.cover,
        train=passengers.target_aboard(view, target),
        frontal=event.frontal,
        rough=False,
        outnumber=counted(told, view.tables),
    )
    why = no_fire(charge, view.tables)
    return say(f"card.no_fire.{why}") if why else say("card.none")


# ---- Orders and rallies ----------------------------------------------------------------------------------------------------------


def _ordered(
    moment: Moment[State], _moments: Moments, _throws: tuple[ToldThrow, ...], _entry: Mapping[str, Json]
) -> Deed:
    event = moment.event
    assert isinstance(event, events.Commanded)  # noqa: S101 - the table below says so
    unit = moment.view.units.get(event.unit)
    law = None if unit is None or unit.rails is not None else odds.order_law(moment.view, unit, event.order)
    shown, came, grave = _chances(law, event.result.value)
    calm = event.result is OrderResult.RECEIVED
    return Deed("", "", say(f"card.order.{event.result.value}"), 0 if calm else max(grave, 1), odds=shown, came=came)


def _rallied(
    moment: Moment[State], _moments: Moments, _throws: tuple[ToldThrow, ...], _entry: Mapping[str, Json]
) -> Deed:
    event = moment.event
    assert isinstance(event, events.RegroupTried)  # noqa: S101 - the table below says so
    unit = moment.view.units.get(event.unit)
    law = odds.regroup_law(moment.view, unit) if unit is not None else None
    shown, came, _ = _chances(law, NAMES[event.steps])
    words = shown.bars[came].words if shown is not None and came is not None else say("seen.no_rally")
    return Deed("", "", f"{words}.", 0, odds=shown, came=came)


Teller = Callable[[Moment[State], Moments, tuple[ToldThrow, ...], Mapping[str, Json]], Deed]
TOLD: Mapping[type[Event], Teller] = {  # the first of these that there is says what it was
    events.Fired: _shot,
    events.AssaultEnded: _assault,
    events.RegroupTried: _rallied,
    events.Commanded: _ordered,
}


# ---- What is otherwise than before -----------------------------------------------------------------------------------------------


def _changes(moments: Moments) -> Iterator[ToldChange]:
    for moment in moments:
        change = CHANGES[type(moment.event)](moment.view, moment.event) if type(moment.event) in CHANGES else None
        if change is not None:
            yield change


def _known(view: State, name: str) -> Unit | None:
    return view.units.get(name)


def _status(view: State, event: events.StatusChanged) -> ToldChange | None:
    unit = _known(view, event.unit)
    if unit is None:
        return None
    words = say("card.status", unit=unit.card.name, before=unit.status.message, after=event.status.message)
    return ToldChange(STATUS_ICONS[event.status], words, "", event.unit)


def _bases(view: State, event: events.BasesRemoved) -> ToldChange | None:
    unit = _known(view, event.unit)
    if unit is None:
        return None
    left = say("card.bases_left", left=unit.bases - event.count, start=unit.card.started)
    words = say("card.bases", unit=unit.card.name, count=event.count)
    return ToldChange(effects.BasesLost.icon, words, left, event.unit)


def _gone(view: State, event: events.UnitGone) -> ToldChange | None:
    unit = _known(view, event.unit)
    if unit is None:
        return None
    words = say("card.gone", unit=unit.card.name, how=say(f"seen.gone.{event.why.value}"))
    return ToldChange(effects.Destroyed.icon, words, "", event.unit)


def _back(view: State, event: events.Stood) -> ToldChange | None:
    unit = _known(view, event.unit)
    if unit is None or unit.stands is None or event.how not in (*BACK, "returns"):
        return None
    here, there = unit.stands.anchor, event.stands.anchor
    far = inches_text(round(apart(there, here)))
    how = {"falls_back": "back", "pushed_back": "pushed"}.get(event.how, "returns")
    return ToldChange(effects.FallsBack.icon, say(f"card.{how}", unit=unit.card.name, far=far), "", event.unit)


def _fell(view: State, event: events.LeaderFell) -> ToldChange | None:
    leader = view.leaders.get(event.leader)
    if leader is None:
        return None
    return ToldChange(effects.LeaderKilled.icon, say("card.killed", leader=leader.name), "", event.leader)


def _morale(_view: State, event: events.MoraleDropped) -> ToldChange:
    return ToldChange(effects.MoraleLost.icon, say("card.morale", side=event.side.message, points=event.points))


CHANGES: Mapping[type[Event], Callable[[State, Any], ToldChange | None]] = {
    events.StatusChanged: _status,
    events.BasesRemoved: _bases,
    events.UnitGone: _gone,
    events.Stood: _back,
    events.LeaderFell: _fell,
    events.MoraleDropped: _morale,
}
