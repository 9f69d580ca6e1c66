"""A rising without end: an abstract game with the real chances, crude in everything else."""

from __future__ import annotations

from random import Random

import pytest

from sandtable.rulesets.uprising1848.event_effects import PartyArrives
from sandtable.rulesets.uprising1848.fire import Aim, hit_chance
from sandtable.rulesets.uprising1848.initiative import face_of
from sandtable.rulesets.uprising1848.morale import morale_tally
from sandtable.rulesets.uprising1848.vocabulary import Kind, Press, Quality, Shot
from tests.rulesets.uprising1848.play import tables, verdict

TABLES = tables()
GAMES, CHECKPOINTS = 20, (10, 50, 300)
ARMED = (Kind.INFANTRY, Kind.CAVALRY, Kind.ARTILLERY, Kind.CONVOY_GUARDS, Kind.HEADQUARTERS)


def wiped_out_at(game: int, figures: int) -> int | None:
    """The turn in which a core of Veterans is gone, or None; both sides only shoot, at 12 to 18 inches."""
    random = Random(f"1848/{game}")
    force, enemies, drawn = figures, list[tuple[Quality, int]](), 0
    for turn in range(1, CHECKPOINTS[-1] + 1):
        to_act = {Press.PLAYER: 1, Press.NON_PLAYER: len(enemies)}
        while any(to_act.values()):
            press = face_of(random.randint(1, 20), TABLES)
            if press is Press.EVENT:
                drawn += 1
                arrivals = verdict("event", {}, seed=f"{game}/{drawn}").effects
                enemies += [(e.party.quality, e.party.figures) for e in arrivals if _armed(e)]
                to_act[Press.NON_PLAYER] += sum(_armed(e) for e in arrivals)
            elif to_act[press]:
                to_act[press] -= 1
                if press is Press.PLAYER and enemies:
                    enemies[0] = _shot_at(enemies[0], force, random)
                    enemies = [enemy for enemy in enemies if enemy[1] > 0]
                elif press is Press.NON_PLAYER and enemies:
                    force -= _hits(random.choice(enemies), random)
        if force <= 0:
            return turn
    return None


def _armed(effect: object) -> bool:
    return isinstance(effect, PartyArrives) and effect.party.kind in ARMED


def _shot_at(enemy: tuple[Quality, int], shooters: int, random: Random) -> tuple[Quality, int]:
    quality, figures = enemy
    left = figures - _thrown(
        shooters, Aim(shot=Shot.MUSKET, band="12-18", shooter=Quality.VETERAN, target=quality), random
    )
    holds = random.randint(1, 100) <= morale_tally("check", Quality.VETERAN, TABLES, half=2 * left <= figures).total
    return quality, left if left == figures or holds else 0


def _hits(enemy: tuple[Quality, int], random: Random) -> int:
    quality, figures = enemy
    return _thrown(figures, Aim(shot=Shot.MUSKET, band="12-18", shooter=quality, target=Quality.VETERAN), random)


def _thrown(shooters: int, aim: Aim, random: Random) -> int:
    return sum(random.randint(1, 100) <= hit_chance(aim, TABLES) for _ in range(shooters))


@pytest.mark.rule("R48-12.08a", "R48-12.09", "R48-12.08")
def test_the_longer_the_game_the_surer_the_end() -> None:
    ends = [wiped_out_at(game, 24) for game in range(GAMES)]
    beaten = [sum(end is not None and end <= turn for end in ends) for turn in CHECKPOINTS]
    assert beaten == sorted(beaten)
    assert beaten[0] < beaten[1] < GAMES
    assert beaten[1] > 0  # wiped out not uncommonly
    assert beaten[2] >= GAMES - 1  # in the end all but surely
