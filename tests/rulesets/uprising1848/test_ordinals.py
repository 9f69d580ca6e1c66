"""Who is better than whom: the rulebook's inequalities, held on exact laws over all tables."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any

import pytest

from sandtable.kernel.dice import law_of_counts
from sandtable.rulesets.uprising1848.fields import BANDS
from sandtable.rulesets.uprising1848.fire import Aim, hit_chance
from sandtable.rulesets.uprising1848.melee import Blow, blow_tally
from sandtable.rulesets.uprising1848.vocabulary import FIGHTERS, Cover, Melee, Quality, Shot
from tests.rulesets.uprising1848.play import chance, law, mean, outcomes, tables

TABLES = tables()
LOWEST, HIGHEST = 1, 95  # the ends of the ladder, where strict orders become equal ones


def better(more: int, less: int) -> bool:
    """More than, but for the ends of the ladder, where it may be as much (R48-G.01)."""
    return more > less or (more == less and more in (LOWEST, HIGHEST))


def aims() -> list[Aim]:
    """Every shot in range: weapon, bracket, both qualities, cover."""
    return [
        Aim(shot=shot, band=band, shooter=shooter, target=target, cover=cover)
        for shot, band, shooter, target, cover in product(Shot, BANDS, FIGHTERS, FIGHTERS, Cover)
        if TABLES.number_or_none("fire", shot, band) is not None
    ]


@pytest.mark.rule("R48-6.08", "R48-3.23", "R48-3.27", "R48-G.14")
@pytest.mark.parametrize("terrain", ("Open/Road", "Rough/Steep"))
@pytest.mark.parametrize("mounted", (True, False))
def test_the_better_move_farther(terrain: str, mounted: bool) -> None:
    fields = {"terrain": terrain, "actor_is_mounted": mounted}
    means = [mean("move", {**fields, "actor": quality.value}, "inches") for quality in Quality]
    assert all(farther > nearer for farther, nearer in pairwise(means)), means


@pytest.mark.rule("R48-G.15")
def test_a_charge_goes_farther_than_a_move() -> None:
    for quality in FIGHTERS:
        walked = mean("move", {"actor": quality.value}, "inches")
        assert TABLES.number("charge.added", quality) + 5 > walked  # two dice of four sides have a mean of five


@pytest.mark.rule("R48-3.24", "R48-3.27", "R48-G.01", "R48-G.20")
def test_better_shots_hit_more_often() -> None:
    for aim in aims():
        chances = [
            hit_chance(Aim(shot=aim.shot, band=aim.band, shooter=shooter, target=aim.target, cover=aim.cover), TABLES)
            for shooter in FIGHTERS
        ]
        assert all(better(more, less) for more, less in pairwise(chances)), (aim, chances)


@pytest.mark.rule("R48-8.12", "R48-G.20")
def test_cover_protects() -> None:
    for aim in aims():
        chances = [
            hit_chance(Aim(shot=aim.shot, band=aim.band, shooter=aim.shooter, target=aim.target, cover=cover), TABLES)
            for cover in Cover
        ]
        assert all(better(more, less) for more, less in pairwise(chances)), (aim, chances)


@pytest.mark.rule("R48-8.15")
def test_a_rifle_reaches_farther_and_hits_more_often_than_a_musket() -> None:
    reach = {shot: [band for band in BANDS if TABLES.number_or_none("fire", shot, band) is not None] for shot in Shot}
    assert len(reach[Shot.RIFLE]) > len(reach[Shot.MUSKET])
    for band in reach[Shot.MUSKET]:
        rifle, musket = (
            hit_chance(Aim(shot=shot, band=band, shooter=Quality.AVERAGE, target=Quality.AVERAGE), TABLES)
            for shot in (Shot.RIFLE, Shot.MUSKET)
        )
        assert rifle > musket


@pytest.mark.rule("R48-6.22", "R48-G.20")
def test_each_box_has_its_sign() -> None:
    plain: dict[str, Any] = {"actor": "Average", "target": "Average", "range": "6-12"}
    base = chance("fire_musket", plain)
    assert chance("fire_musket", {**plain, "shooter_is_marksman": True}) > base
    assert chance("fire_musket", {**plain, "actor_is_mounted": True}) < base
    assert chance("fire_musket", {**plain, "target_is_mounted": True}) > base


@pytest.mark.rule("R48-6.14", "R48-3.24", "R48-3.27", "R48-G.21")
def test_attacks_rank_by_quality_and_weapon() -> None:
    for target, cover, charging in product(FIGHTERS, Cover, (True, False)):
        by_weapon = {
            melee: [
                blow_tally(
                    Blow(attacker=attacker, target=target, melee=melee, cover=cover, charging=charging), TABLES
                ).total
                for attacker in FIGHTERS
            ]
            for melee in Melee
        }
        for chances in by_weapon.values():
            assert all(better(more, less) for more, less in pairwise(chances)), (target, cover, chances)
        pairs = zip(by_weapon[Melee.LETHAL], by_weapon[Melee.IMPROVISED], strict=True)
        assert all(better(lethal, improvised) for lethal, improvised in pairs)


@pytest.mark.rule("R48-10.13", "R48-10.10b", "R48-G.36")
@pytest.mark.parametrize("half", (True, False))
def test_morale_ranks_by_quality_and_losses(half: bool) -> None:
    fields = {"leading": "nobody", "half_or_more_gone": half}
    chances = [chance("check_morale", {**fields, "actor": quality.value}) for quality in FIGHTERS]
    assert all(more > less for more, less in pairwise(chances))
    for quality in FIGHTERS:
        whole, halved = (
            chance("check_morale", {"leading": "nobody", "actor": quality.value, "half_or_more_gone": gone})
            for gone in (False, True)
        )
        assert whole > halved


@pytest.mark.rule("R48-3.44", "R48-G.55")
@pytest.mark.parametrize("half", (True, False))
def test_a_mob_holds_worse_than_volunteers(half: bool) -> None:
    led_mob = chance("check_morale", {"actor": "Civilian", "leading": "mob leader", "half_or_more_gone": half})
    led = chance("check_morale", {"actor": "Conscript", "half_or_more_gone": half})
    mob = chance("check_morale", {"actor": "Civilian", "leading": "nobody", "half_or_more_gone": half})
    volunteers = chance("check_morale", {"actor": "Conscript", "leading": "nobody", "half_or_more_gone": half})
    assert led_mob < led
    assert mob < volunteers


@pytest.mark.rule("R48-3.25", "R48-G.05")
def test_conscripts_come_in_larger_numbers() -> None:
    sizes = [
        mean("event", {"event": event}, "figures")
        for event in ("conscript infantry", "average infantry", "veteran infantry")
    ]
    assert sizes == [10, 8, Fraction(13, 2)]
    deck = outcomes("event", {})
    infantry = sum(deck[event] for event in ("conscript infantry", "average infantry", "veteran infantry"))
    assert infantry > deck["cavalry"]


@pytest.mark.rule("R48-3.19", "R48-3.28", "R48-3.30", "R48-G.41")
@pytest.mark.parametrize("setting", ("Generic", "Milan"))
def test_individuals_come_over_sooner_than_whole_units(setting: str) -> None:
    for wavering, leaderless in product((True, False), repeat=2):
        any_of: dict[str, Fraction] = {}
        for audience in ("Conscript", "Average", "Veteran"):
            fields = {"audience": audience, "audience_wavering": wavering, "audience_leaderless": leaderless}
            rows = outcomes("oratory", fields, options={"setting": setting})
            assert rows["some"] > rows["all"] > 0
            any_of[audience] = rows["some"] + rows["all"]
        assert 0 < any_of["Average"] < Fraction(1, 2)
        assert any_of["Veteran"] < any_of["Average"] < any_of["Conscript"]
        assert any_of["Veteran"] < Fraction(1, 20)


@pytest.mark.rule("R48-13.03a")
@pytest.mark.parametrize("band", ("6-12", "12-18"))
def test_veterans_beat_conscripts_in_a_clear_majority_of_fire_fights(band: str) -> None:
    veterans = hit_chance(Aim(shot=Shot.MUSKET, band=band, shooter=Quality.VETERAN, target=Quality.CONSCRIPT), TABLES)
    conscripts = hit_chance(Aim(shot=Shot.MUSKET, band=band, shooter=Quality.CONSCRIPT, target=Quality.VETERAN), TABLES)
    first, second = fire_fight(12, 12, veterans, conscripts), 1 - fire_fight(12, 12, conscripts, veterans)
    assert (first + second) / 2 > Fraction(3, 4)


def fire_fight(ours: int, theirs: int, our_chance: int, their_chance: int) -> float:
    """The chance that those who shoot first outlast the others, volley by volley, exactly but for rounding."""
    wins = [[0.0] * (theirs + 1) for _ in range(ours + 1)]
    for own in range(1, ours + 1):
        wins[own][0] = 1.0
    for own, other in product(range(1, ours + 1), range(1, theirs + 1)):
        gained = stays = 0.0
        for (hits,), weight in law_of_counts((our_chance,), 100 - our_chance, own):
            left = max(0, other - hits)
            share = weight / 100**own
            for (back,), weight_back in law_of_counts((their_chance,), 100 - their_chance, left):
                both = share * weight_back / 100**left
                if left == other and not back:
                    stays += both
                else:
                    gained += both * wins[max(0, own - back)][left]
        wins[own][other] = gained / (1 - stays)
    return wins[ours][theirs]


@pytest.mark.rule("R48-13.03a", "R48-G.63")
def test_veterans_charge_better_than_conscripts() -> None:
    fields = {"attackers": 6, "targets": 6, "start_distance": "6", "target_has_acted": True}
    veterans = law("charge", {**fields, "actor": "Veteran", "target": "Conscript"}).law
    conscripts = law("charge", {**fields, "actor": "Conscript", "target": "Veteran"}).law

    def gain(found: Any) -> int:
        return int(found.targets_lost) - int(found.chargers_lost)

    assert veterans.mean(gain) > 3
    assert conscripts.mean(gain) < 0


@pytest.mark.rule("R48-8.18a")
def test_a_needle_gun_brings_three_times_the_hits_of_a_rifle() -> None:
    fields = {"actor": "Veteran", "shooters": 4, "target": "Average", "targets": 60, "range": "12-18"}
    rifle = mean("fire_rifle", fields, "casualties")
    assert mean("fire_rifle", {**fields, "rifle_kind": "needle gun"}, "casualties") == 3 * rifle


@pytest.mark.rule("R48-G.53", "R48-G.20")
def test_more_shooters_never_hurt_less() -> None:
    random = Random(1848)
    for _ in range(25):
        fields = {
            "actor": random.choice(FIGHTERS).value,
            "target": random.choice(FIGHTERS).value,
            "range": random.choice(BANDS[:4]),
            "cover": random.choice(tuple(Cover)).value,
            "targets": random.randint(1, 12),
            "shooter_is_marksman": random.random() < 0.5,
            "target_is_mounted": random.random() < 0.5,
        }
        means = [mean("fire_musket", {**fields, "shooters": shooters}, "casualties") for shooters in (1, 4, 12)]
        assert means == sorted(means)
        assert law("fire_musket", {**fields, "shooters": 12}).law.total == 1
