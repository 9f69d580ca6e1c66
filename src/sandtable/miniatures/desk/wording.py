"""The words of a table as its desk says them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache

from sandtable.battle.desk import Objection
from sandtable.battle.order import TableProblem
from sandtable.geometry.measure import Length, in_inches
from sandtable.kernel.messages import Catalogue, Message, decimal_text
from sandtable.kernel.problem import Problem

KNOWN_WORDS = 4096


@dataclass(frozen=True, slots=True)
class Wording:
    """Every text that a table may show; those of the desk stand under ``desk``."""

    texts: Catalogue
    said: Callable[[Message], str] = field(init=False, compare=False, repr=False)  # with what it has said before

    def __post_init__(self) -> None:
        # A scene says much the same of the same units after every order.
        object.__setattr__(self, "said", lru_cache(maxsize=KNOWN_WORDS)(self.texts.say))

    def say(self, name: str, /, **parameters: object) -> str:
        """A text of the desk."""
        return self.texts.say(Message.of(f"desk.{name}", **parameters))

    def say_if_any(self, name: str, /, **parameters: object) -> str:
        """A text of the desk; nothing where there is no such text."""
        return self.texts.say_if_any(Message.of(f"desk.{name}", **parameters))

    def words(self, message: Message) -> str:
        """Any message in words."""
        return self.said(message)

    def objection(self, problem: Problem) -> Objection:
        """A problem as the panel shows it."""
        drawing = problem.shows() if isinstance(problem, TableProblem) and problem.shows else ""
        return Objection(self.words(problem.message), problem.rule or "", drawing)

    def inches(self, length: Length) -> str:
        """A length to a tenth of an inch."""
        tenths = round(in_inches(length) * 10)
        number = decimal_text(tenths // 10) if tenths % 10 == 0 else f"{tenths // 10}.{tenths % 10}"
        return self.say("inches", number=number)
