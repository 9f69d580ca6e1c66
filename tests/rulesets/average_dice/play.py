"""How the tests of Average Dice talk to the umpire, and a game in the ledger."""

from __future__ import annotations

from typing import Any

from sandtable.kernel import registry
from sandtable.kernel.requests import Request
from sandtable.rulesets.average_dice.ruleset import RULESET
from sandtable.umpire import desk
from tests.support.talk import Fields, Talk, effect, kinds

__all__ = ["RULESET", "effect", "kinds"]

registry.add("average_dice", "sandtable.rulesets.average_dice.ruleset:RULESET")
talk = Talk(RULESET)
tables, read, problems, refused_by = talk.tables, talk.read, talk.problems, talk.refused_by
run, verdict, law, mean, chance = talk.run, talk.verdict, talk.law, talk.mean, talk.chance


def pending(action: str, *about: Any, **fields: Any) -> Request:
    """The request that an action waits for."""
    return talk.asking(action, *about, **fields).request


class Game:
    """A game at the desk: every action is resolved and entered; the books are folded when asked for."""

    def __init__(self, options: Fields | None = None) -> None:
        self.options = dict(options or {})
        self.entries: list[dict[str, Any]] = []

    def do(self, action: str, answers: Fields | None = None, acting: str = "villista", **fields: Any) -> dict[str, Any]:
        """Resolve an action with these dice, in one stroke; what is not given is thrown from a seed."""
        body = {
            "ruleset": "average_dice",
            "options": self.options,
            "action": action,
            "fields": fields,
            "answers": [{"key": key, "value": value} for key, value in (answers or {}).items()],
            "seed": "tests",
            "throws": len(self.entries),
            "meta": {"id": str(len(self.entries) + 1), "side": acting},
        }
        reply = desk.call("resolve", body)
        assert reply["status"] == "ok", reply
        self.entries.append({"record": reply["record"], "voided": False})
        return reply

    def books(self) -> dict[str, Any]:
        """What the umpire remembers."""
        view = desk.call("ledger", {"ruleset": "average_dice", "options": self.options, "entries": self.entries})
        assert view["status"] == "ok", view
        return view

    def panel(self, name: str) -> dict[str, Any]:
        """One panel of the books."""
        return next(panel for panel in self.books()["panels"] if panel["id"] == name)

    def unit(self, name: str) -> dict[str, Any]:
        """One unit of the roster."""
        return next(unit for unit in self.books()["roster"] if unit["id"] == name)
