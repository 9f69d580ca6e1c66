"""Two small armies, and how a test brings them to a fight or to prisoners."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sandtable.kernel.ledger import Entry
from sandtable.kernel.record import Record
from sandtable.rulesets.mesoamerica.fight import MenDisarmed
from tests.rulesets.mesoamerica import play
from tests.rulesets.mesoamerica.play import Game

ARMIES = (
    "West, war club, 4, Jaguars",
    "West, club, 3, Coyotes",
    "West, bow, 3, Archers",
    "West, leader, 5, Lord West",
    "West, priest, 1, Priests West",
    "East, club, 3, Eagles",
    "East, sling, 3, Slingers",
    "East, leader, 5, Lord East",
    "East, priest, 1, Priests East",
)


def started(game: Game, phase: str) -> Game:
    game.to_phase(phase)
    return game


def fight(game: Game, actor: str, target: str, **answers: Any) -> Any:
    given = {f"fight.{key}": value for key, value in answers.items()}
    return game.play("fight", game.tap(actor, target) | {"within_half_inch": True, "at_the_back": "neither"}, given)


def captured(game: Game, actor: str, target: str, number: int) -> None:
    """Some men of the target lose their weapons and are led away."""
    unit = game.unit(target)
    fields = game.tap(actor, target) | {"target_unarmed": number, "target_men": unit.men.all, "men_claimed": number}
    game.write(disarmed(game, target, number))
    game.play("claim", fields, {})


def disarmed(game: Game, target: str, number: int) -> Entry:
    """An entry that disarms men: a fight of which only this effect is kept."""
    actor = "Coyotes" if game.unit(target).side == "East" else "Slingers"
    fields = {"actor_name": actor, "target_name": target, "within_half_inch": False}
    fields |= {
        f"{role}_{what}": value for role in ("actor", "target") for what, value in (("weapon", "club"), ("strength", 3))
    }
    form = play.form("fight", fields)
    verdict = replace(play.verdict("fight", fields), effects=(MenDisarmed(whom="target", count=number),))
    return Entry(Record("mesoamerica", "1", "fight", form.fields, ()), form.situation, verdict)
