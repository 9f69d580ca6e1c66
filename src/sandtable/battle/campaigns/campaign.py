"""A campaign: an order of battle that is carried from one battle to the next, and the battles that were fought."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from typing import Any

from sandtable.battle.desk import HasDesk
from sandtable.battle.engine.fold import set_up, states
from sandtable.battle.engine.log import Log
from sandtable.battle.engine.verify import Verdict, verify
from sandtable.battle.matches.match import REFEREE, Renames
from sandtable.battle.rules import TableRules
from sandtable.battle.scenario.reader import read_scenario
from sandtable.battle.scenario.scenario import Scenario
from sandtable.battle.scene import Scene
from sandtable.battle.seat import Role
from sandtable.kernel.problem import refuse

FORMAT = 1
UNSOUND = {Verdict.DIFFERS: "battle.campaign.differs", Verdict.OPEN: "battle.campaign.not_vouched_for"}


@dataclass(frozen=True, slots=True)
class Enrolled:
    """A unit of a campaign: bases at its start and now, and its fatigue, a point for every battle in which it lost, less one for each in which it did not."""

    id: str
    name: str
    side: Role
    start: int
    bases: int
    fatigue: int = 0


@dataclass(frozen=True, slots=True)
class Officer:
    """A leader of a campaign, and how many of his place have fallen."""

    id: str
    name: str
    side: Role
    fallen: int = 0


@dataclass(frozen=True, slots=True)
class Fought:
    """A battle that was fought: its log by its promise, and who won."""

    title: str
    commitment: str
    winner: Role | None


@dataclass(frozen=True, slots=True)
class Campaign:
    """All that is carried on. ``next`` is the hash of the battle that was handed out; its log alone is taken."""

    id: str
    title: str
    ruleset: str
    scenario: str
    units: tuple[Enrolled, ...]
    leaders: tuple[Officer, ...]
    battles: tuple[Fought, ...] = ()
    next: str = ""
    format: int = FORMAT

    @property
    def number(self) -> int:
        """Which battle comes next."""
        return len(self.battles) + 1


def new_campaign(name: str, scenario: Scenario) -> Campaign:
    """A new campaign with the armies of a scenario, in which nothing has been fought yet."""
    units = tuple(Enrolled(unit.id, unit.name, unit.side, unit.bases, unit.bases) for unit in scenario.units)
    leaders = tuple(Officer(leader.id, leader.name, leader.side) for leader in scenario.leaders)
    return Campaign(name, scenario.title, scenario.ruleset, scenario.source, units, leaders)


def hash_of(text: str) -> str:
    """The hash by which a battle that was handed out is recognised when its log comes back."""
    return sha256(text.encode()).hexdigest()


def campaign_after(campaign: Campaign, log: Log, rules: TableRules[Any]) -> Campaign:
    """The campaign after a battle: what was lost there, who fell and who is tired. A log that is not sound, or of another battle, is refused."""
    if any(one.commitment == log.commitment for one in campaign.battles):
        raise refuse("LOG", "battle.campaign.twice")
    if log.ruleset != campaign.ruleset or hash_of(log.scenario) != campaign.next:
        raise refuse("LOG", "battle.campaign.other", number=campaign.number)
    outcome = verify(rules, log)
    if outcome.verdict in UNSOUND:
        raise refuse("LOG", UNSOUND[outcome.verdict])
    if not isinstance(rules, HasDesk):
        raise refuse("LOG", "battle.table.unknown", name=rules.name)
    *_, end = states(rules, start := set_up(rules, log), log.live())
    result = rules.result(end)
    fought = Fought(read_scenario(log.scenario).title, log.commitment, None if result is None else result.winner)
    first, last = (rules.desk.scene(state, REFEREE) for state in (start, end))
    return replace(
        campaign,
        units=tuple(_worn(unit, _left(rules, log.scenario, first, last)) for unit in campaign.units),
        leaders=tuple(_led(officer, first, last) for officer in campaign.leaders),
        battles=(*campaign.battles, fought),
        next="",
    )


def _left(rules: TableRules[Any], scenario: str, first: Scene, last: Scene) -> Mapping[str, int]:
    """The bases that each unit of a battle has at its end; whoever never came onto the table has lost nothing."""
    waiting = {one.id for one in set(first.off) & set(last.off)}
    left: dict[str, int] = {}
    for unit in read_scenario(scenario).units:
        piece_id = rules.goes_by(unit) if isinstance(rules, Renames) else unit.id
        piece = last.pieces.get(piece_id)
        left[unit.id] = piece.plate.now if piece is not None else unit.bases if piece_id in waiting else 0
    return left


def _worn(unit: Enrolled, left: Mapping[str, int]) -> Enrolled:
    """A unit after a battle; one that was not there has rested."""
    now = left.get(unit.id, unit.bases)
    return replace(unit, bases=now, fatigue=unit.fatigue + 1 if now < unit.bases else max(0, unit.fatigue - 1))


def _led(officer: Officer, first: Scene, last: Scene) -> Officer:
    fell = officer.id in first.figures and officer.id not in last.figures and officer.id not in {o.id for o in last.off}
    return replace(officer, fallen=officer.fallen + 1) if fell else officer
