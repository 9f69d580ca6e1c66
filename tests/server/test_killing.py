"""kill -9 at random points of running battles, in the middle of questions too: nothing that was acknowledged is lost, and the battles go on."""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass

import pytest
from websockets.exceptions import WebSocketException

from tests.support.mirrored_battle import SIDES, Mirror
from tests.support.mutations import how_many
from tests.support.postgres import running_cluster
from tests.support.serving import Server, start_server

BATTLES = 3
MOST_STEPS = 40  # of all battles from one kill to the next
alive = threading.Thread.is_alive


@dataclass
class Driver:
    """Plays one battle as fast as the server answers, until the server is gone."""

    mirror: Mirror

    def play(self, server: Server) -> None:
        try:
            self.mirror.sit_down(dict.fromkeys(SIDES, server))
            while not self.mirror.is_over:
                self.mirror.step()
        except (WebSocketException, OSError, EOFError):
            pass  # killed: whatever was under way may be stored or not
        finally:
            self.mirror.get_up()

    def check(self, server: Server) -> None:
        """Everything acknowledged is there; what was under way is there as a whole or not at all."""
        mirror, kept = self.mirror, self.mirror.kept_log(server)
        if not mirror.matches(kept) and mirror.under_way is not None:
            mirror.battle = mirror.under_way
        mirror.under_way = None
        assert mirror.matches(kept), "an acknowledged step is missing, or something else was stored"


def killed_at_random(database: str, seed: int, times: int) -> tuple[int, int]:
    """Kill a server so many times; how many steps it acknowledged, and how many kills fell into a question."""
    luck = random.Random(seed)
    drivers = [
        Driver(Mirror.kept_in(database, "tutorial", f"{seed}-{n}", own_dice=SIDES[n % 2])) for n in range(BATTLES)
    ]
    running = start_server("--database", database)
    questions = 0
    try:
        for kill in range(times):
            for driver in drivers:
                if driver.mirror.is_over:
                    name = f"{seed}-{kill}-again"
                    driver.mirror = Mirror.kept_in(database, "tutorial", name, own_dice=luck.choice(SIDES))
            threads = [threading.Thread(target=driver.play, args=(running,)) for driver in drivers]
            enough = luck.randrange(1, MOST_STEPS) + sum(driver.mirror.acknowledged for driver in drivers)
            for thread in threads:
                thread.start()
            while sum(driver.mirror.acknowledged for driver in drivers) < enough and any(map(alive, threads)):
                time.sleep(0.01)
            time.sleep(luck.uniform(0, 0.1))  # anywhere from an order's arrival to its acknowledgement
            running.kill()
            for thread in threads:
                thread.join()
            questions += sum(driver.mirror.battle.question is not None for driver in drivers)
            running = start_server("--database", database)
            for driver in drivers:
                driver.check(running)
        for driver in drivers:  # and they go on
            driver.mirror.sit_down(dict.fromkeys(SIDES, running))
            if not driver.mirror.is_over:
                driver.mirror.step()
                driver.mirror.catch_up()
            driver.mirror.get_up()
    finally:
        running.kill()
    return sum(driver.mirror.acknowledged for driver in drivers), questions


def test_a_server_that_is_killed_loses_nothing_that_it_acknowledged(tmp_path):
    acknowledged, _ = killed_at_random(f"sqlite:///{tmp_path / 'battles.db'}", 1910, 3)
    assert acknowledged > BATTLES


@pytest.mark.long
def test_a_hundred_kills_at_random_points_lose_nothing(tmp_path):
    acknowledged, questions = killed_at_random(f"sqlite:///{tmp_path / 'battles.db'}", 1848, how_many(100))
    assert acknowledged > 50
    assert questions, "no kill fell into the middle of a question"


@pytest.mark.long
def test_a_hundred_kills_over_a_shared_database_lose_nothing():
    with running_cluster() as cluster:
        acknowledged, _ = killed_at_random(cluster.new_database(), 1911, how_many(100))
    assert acknowledged > 50
