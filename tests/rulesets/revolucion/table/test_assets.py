"""Supply dumps and camps: who rests in contact with one of the enemy's destroys it (REV-11.05)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sandtable.battle.scenario.scenario import Objective, Victory
from sandtable.battle.seat import Seat
from sandtable.rulesets.revolucion.ruleset import RULESET
from sandtable.rulesets.revolucion.table import army, offers, orders
from sandtable.rulesets.revolucion.table.rules import TABLE
from sandtable.rulesets.revolucion.table.state import Asset, Terms
from tests.rulesets.revolucion.table.field import GOV, REV, Game, game, point, unit
from tests.support.scenarios import GOVERNMENT, part, two_lines

BY = REV.value
DUMP = Asset("dump", "The dump", GOV.value, point(20, 15))  # 1.3 inches across: its edge is at y = 14.35
BURN = orders.Rest(by=BY, unit="own", destroys="dump")


def at_the_dump(y: float = 14.35, *more, dump: Asset = DUMP, morale: int = 3, **own) -> Game:
    pieces = (unit("own", REV, (20, y, 0), **own), unit("mate", REV, (5, 5, 0)), unit("foe", GOV, (40, 30, 180)))
    return game(*pieces, *more, assets={dump.id: dump}, morale=morale)


@pytest.mark.rule("REV-11.05")
def test_who_rests_in_contact_destroys_it_and_its_army_loses_morale():
    playing = at_the_dump()
    assert BURN in [each.order for each in offers.unit_offers(playing.state, "own") if each.legal]
    playing.do(BURN)
    assert playing.kinds() == ["asset_destroyed", "morale_dropped", "acted"]
    assert not playing.state.assets["dump"].standing
    assert {side: each.morale for side, each in playing.state.armies.items()} == {GOV: 2, REV: 3}
    assert playing.unit("own").deeds.acted
    assert playing.refused(orders.Rest(by=BY, unit="mate", destroys="dump")) == {"REV-11.05"}, "once"


@pytest.mark.rule("REV-11.05", "REV-11.06")
def test_its_loss_may_be_the_last_that_an_army_bears():
    playing = at_the_dump(morale=1).do(BURN)
    result = TABLE.result(playing.state)
    assert result is not None
    assert result.winner == BY


@pytest.mark.rule("REV-11.05")
def test_only_in_contact_only_the_enemy_s_and_not_by_transports():
    assert at_the_dump(14.2).refused(BURN) == {"REV-11.05"}, "0.15 inches off"
    own = at_the_dump(dump=replace(DUMP, side=BY))
    assert own.refused(BURN) == {"REV-11.05"}
    assert at_the_dump(kind="SlowTransport", bases=2).refused(BURN) == {"REV-11.05"}
    assert not at_the_dump().problems(orders.Rest(by=BY, unit="own")), "a plain rest does it no harm"
    assert at_the_dump().do(orders.Rest(by=BY, unit="own")).state.assets["dump"].standing


def test_it_earns_the_points_of_an_objective():
    terms = Terms(objectives=(Objective("burn", "Burn it", "destroy", BY, 3, mark="dump"),), victory=Victory(turns=1))
    playing = at_the_dump()
    playing.state = replace(playing.state, terms=terms)
    assert army.ahead(playing.state) is None
    assert army.ahead(playing.do(BURN).state) is REV


@pytest.mark.rule("REV-G.37")
def test_a_hidden_one_is_its_owner_s_secret_and_a_hidden_unit_that_destroys_is_seen():
    playing = at_the_dump(dump=replace(DUMP, hidden=True))
    assert TABLE.view(playing.state, Seat("rev", (BY,))).assets == {}
    assert set(TABLE.view(playing.state, Seat("gov", (GOV.value,))).assets) == {"dump"}
    sneaking = at_the_dump(hidden=True).do(BURN)
    assert not sneaking.unit("own").hidden


def test_a_scenario_brings_them_in():
    dump = part("mark", name="Supply dump", kind="asset", side=GOVERNMENT, at=[20, 20])
    source = two_lines("A dump", dump)
    (asset,) = TABLE.set_up(source, RULESET.default_tables).assets.values()
    assert (asset.name, asset.side, asset.at, asset.standing) == ("Supply dump", "Government", point(20, 20), True)
