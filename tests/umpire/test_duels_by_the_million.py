"""Random duels of every game, a million of each by chance, against the exact chances; numpy draws, so the phone's own Python leaves them out."""

from __future__ import annotations

from math import sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

from sandtable.kernel.problem import Refusal
from sandtable.umpire.duels.reading import read_duel
from tests.umpire import duel_twin
from tests.umpire.test_duels import GAMES, setting


def any_duel(game: str, luck: Random) -> tuple[dict[str, str], dict[str, Any]]:
    """A duel of a game, small enough for a million of them."""

    def one(*words: str) -> str:
        return luck.choice(words)

    def unit() -> str:
        men = luck.randrange(1, 6)
        if game == "revolucion":
            kind = one("RegularInfantry", "IrregularInfantry", "VeteranInfantry", "RegularCavalry", "MachineGuns")
            formed, cover = one("deployed", "maneuver", "march"), one("open", "soft", "hard")
            return (
                f"{kind} {men} target_formation={formed} cover={cover} status={one('OK', 'Disordered', 'Demoralized')}"
            )
        if game == "mexican_american_war":
            grade, cover = one("Raw", "Trained", "Veteran", "Elite"), one("none", "soft", "hard")
            return f"infantry {men + 2} {grade} cover={cover} formation={one('line', 'attack column')}"
        if game == "mesoamerica":
            weapon = one("club", "war_club", "sword", "lance")
            return f"{weapon} men={men + 4} strength={luck.randrange(2, 5)} {one('elite', '')}"
        if game == "average_dice":
            return f"{one('infantry', 'cavalry')} {one('mauser', 'winchester', 'hotchpotch')} {men} target_cover={one('open', 'soft')}"
        return f"{one('Veteran', 'Average', 'Conscript', 'Civilian')} {min(men, 4)} {one('musket', 'carbine')} cover={one('None', 'Soft')}"

    scripts = {
        "revolucion": (
            "A fires, B fires",
            "A fires, B regroups or fires",
            "A fires, B fires, A regroups, B fires",
            "A assaults, B fires",
        ),
        "mexican_american_war": ("A fires, B fires", "A fires, B fires, A charge_combat, B fires"),
        "mesoamerica": ("A fights", "A fights fight.defender=aggressive, morale", "A fights, B fights"),
        "average_dice": ("A fires, B fires", "A fires, B melee"),
        "uprising1848": ("A fires or rallies, B fires or rallies", "A fires, B attack_lethal or rallies"),
    }
    ranges = {
        "revolucion": one("0-3", "3-6", "6-12"),
        "mexican_american_war": one("1", "2", "4"),
        "average_dice": one("0-6", "6-12"),
        "uprising1848": one("0-6", "6-12"),
    }
    fields = {"range": ranges[game]} if game in ranges else {}
    return {"A": unit(), "B": unit()}, {"script": one(*scripts[game]), "fields": fields}


def disagreements(game: str, duels: int, battles: int, rounds: int, seed: int) -> list[str]:
    """Random duels whose samples lie further than four standard deviations from the exact chance; and those that cannot be fought."""
    luck, found, fought = Random(f"{game} {seed}"), [], 0
    while fought < duels:
        units, about = any_duel(game, luck)
        try:
            duel = read_duel(setting(game), units, rounds=rounds, **about)
            exact = duel.answer()
        except Refusal:
            continue
        fought += 1
        for number, won in enumerate(
            duel_twin.counted(duel, battles, np.random.default_rng(luck.randrange(2**32)), rounds)
        ):
            for who in ("A", "B", ""):
                chance = float(exact.rounds[number].won[who])
                if abs(won[who] - battles * chance) > 4 * sqrt(battles * chance * (1 - chance)) + 1e-6:
                    found.append(f"{units} {about}, round {number + 1}: {who} {won[who]} of {battles}, {chance}")
    return found


@pytest.mark.parametrize("game", GAMES)
def test_random_duels_come_out_as_a_million_samples_do(game: str) -> None:
    assert disagreements(game, duels=3, battles=1_000_000, rounds=3, seed=1) == []


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_two_hundred_random_duels_come_out_as_a_million_samples_do(game: str) -> None:
    found = disagreements(game, duels=200, battles=1_000_000, rounds=6, seed=2)
    # 200 duels, six rounds, two sides: about 2400 numbers, of which one in 16,000 lies beyond four deviations by chance.
    assert len(found) <= 1, found
