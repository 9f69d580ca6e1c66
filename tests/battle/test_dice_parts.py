"""Dice that nobody can choose: each seat adds a part of its own to the promised seed, before the first die is thrown."""

from __future__ import annotations

import json
from dataclasses import replace
from hashlib import sha256

import pytest

from sandtable.battle.engine.commitment import commitment, dice_seed, luck_seed, promise_of
from sandtable.battle.engine.log import Part, read_log
from sandtable.battle.engine.verify import Verdict, What, verify
from sandtable.kernel.dice import D6
from sandtable.kernel.requests import Roll
from sandtable.kernel.stream import DiceStream
from tests.battle.skirmish.game import SKIRMISH, Pass
from tests.battle.skirmish.playing import SEED, begin
from tests.battle.test_battle import BOLD_RED, SHOOT, WARY_BLUE, done, refused

ANNAS, BORISES = "anna-threw-this-out-of-hand", "boris-has-another-0123456789"


def with_parts(*parts):
    """A battle whose seats have promised these parts and laid them open."""
    battle = begin()
    for seat, part in parts:
        battle = done(battle.promise_part(seat, promise_of(part)))
    for seat, part in parts:
        battle = done(battle.lay_part(seat, part))
    return battle


def shot(battle):
    """The first dice that are thrown."""
    battle = done(done(battle.submit("anna", BOLD_RED)).submit("boris", WARY_BLUE))
    battle = done(done(battle.submit("anna", SHOOT)).answer("boris", "reply", "stand"))
    return battle, next(reply.value for reply in battle.log.entries[-1].answers if reply.key == "shot.dice")


def test_the_dice_come_from_the_seed_and_every_part():
    (battle, both), (_, one), (_, none) = (
        shot(with_parts(*parts)) for parts in ((("anna", ANNAS), ("boris", BORISES)), (("anna", ANNAS),), ())
    )
    text = json.dumps(["sandtable dice", SEED, [["anna", ANNAS], ["boris", BORISES]]], separators=(",", ":"))
    seed = sha256(text.encode()).hexdigest()
    assert battle.log.dice_seed(SEED) == seed == dice_seed(SEED, [("boris", BORISES), ("anna", ANNAS)])
    for thrown, source in ((both, seed), (one, dice_seed(SEED, [("anna", ANNAS)])), (none, SEED)):
        assert thrown == DiceStream(source).answer(Roll("shot.dice", (D6,) * len(thrown), sum))
    assert len({dice_seed(SEED, parts) for parts in ((), [("anna", ANNAS)], [("boris", ANNAS)])}) == 3


def test_a_log_with_parts_holds_and_a_forged_part_is_told():
    battle, _ = shot(with_parts(("anna", ANNAS), ("boris", BORISES)))
    log = read_log(json.dumps(battle.log.plain()))
    assert verify(SKIRMISH, log, SEED).sound
    forged = replace(log, parts=(replace(log.parts[0], value="another-part-0123456789"), log.parts[1]))
    found = {each.what for each in verify(SKIRMISH, forged, SEED).differences}
    assert What.PART in found
    mended = (Part("anna", promise_of("another-part-0123456789"), "another-part-0123456789"), log.parts[1])
    assert What.DIE in {each.what for each in verify(SKIRMISH, replace(log, parts=mended), SEED).differences}
    assert What.DIE in {each.what for each in verify(SKIRMISH, replace(log, parts=()), SEED).differences}


def test_a_part_that_is_promised_and_never_laid_open_holds_nobody_up():
    battle = done(begin().promise_part("anna", promise_of(ANNAS)))
    battle, thrown = shot(battle)
    assert thrown == shot(begin())[1]
    assert verify(SKIRMISH, battle.log, SEED).sound
    assert battle.log.parts == (Part("anna", promise_of(ANNAS)),)


def test_once_a_die_is_thrown_nothing_is_added():
    battle, _ = shot(done(begin().promise_part("anna", promise_of(ANNAS))))
    assert not battle.takes_parts
    refused(battle.lay_part("anna", ANNAS), "battle.dice.begun")
    refused(battle.promise_part("boris", promise_of(BORISES)), "battle.dice.begun")


def test_only_what_was_promised_can_be_laid_open_and_only_by_whoever_plays():
    battle = done(begin().promise_part("anna", promise_of(ANNAS)))
    refused(battle.lay_part("anna", BORISES), "battle.dice.not_promised")
    refused(battle.lay_part("boris", BORISES), "battle.dice.not_promised")
    refused(battle.lay_part("anna", "short"), "battle.dice.part")
    refused(battle.promise_part("boris", "no hash"), "battle.dice.promise")
    refused(battle.promise_part("walter", promise_of(BORISES)), "battle.seat.spectator")


def test_whoever_has_seen_anothers_part_cannot_change_his_own():
    battle = done(begin().promise_part("anna", promise_of(ANNAS)))
    battle = done(battle.promise_part("anna", promise_of(ANNAS + "again")))  # nobody has laid anything open yet
    battle = done(battle.promise_part("boris", promise_of(BORISES)))
    battle = done(battle.lay_part("boris", BORISES))
    refused(battle.promise_part("anna", promise_of(ANNAS)), "battle.dice.promised")
    refused(battle.promise_part("boris", promise_of(ANNAS)), "battle.dice.promised")


def test_a_battle_with_parts_is_taken_up_again_and_branched():
    battle, _ = shot(with_parts(("anna", ANNAS)))
    again = type(battle).resume(SKIRMISH, read_log(json.dumps(battle.log.plain())), SEED)
    assert done(again.submit("anna", Pass(by="red"))).state == done(battle.submit("anna", Pass(by="red"))).state
    branch = done(battle.branch(battle.log.number, "another seed").submit("anna", Pass(by="red")))
    found = verify(SKIRMISH, branch.log, "another seed", {battle.log.commitment: SEED})
    assert found.sound
    assert found.unchecked == 0
    assert branch.log.parts == ()


@pytest.mark.parametrize("seat", ("Government", "Revolutionary"))
def test_a_computers_luck_is_checked_from_the_seed_and_tells_nothing_of_it(seat):
    assert luck_seed(SEED, seat) == sha256(f"sandtable luck {seat} {SEED}".encode()).hexdigest()
    assert luck_seed(SEED, seat) not in {commitment(SEED), dice_seed(SEED, [(seat, ANNAS)])}
    assert verify(SKIRMISH, begin().log, SEED).verdict is Verdict.OPEN
