"""What is wrong with an input, as a value: where, why, and what would be right."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from sandtable.kernel.messages import Message


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing wrong with an input. ``field`` names the place; ``choices`` are the values that would be legal."""

    field: str
    message: Message
    choices: tuple[str, ...] = ()
    rule: str | None = None

    def inside(self, place: str) -> Problem:
        """This problem with the place of its group before its field: ``weapon`` becomes ``firers.2.weapon``."""
        return replace(self, field=f"{place}.{self.field}")


class Refusal(Exception):  # noqa: N818 - a refusal is an answer to the user, not an error of the program
    """Nothing was done; these are all the reasons."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__("; ".join(f"{problem.field}: {problem.message.id}" for problem in self.problems))


def refuse(
    field: str, message_id: str, choices: Iterable[str] = (), rule: str | None = None, **parameters: object
) -> Refusal:
    """Build a refusal with a single problem."""
    return Refusal([Problem(field, Message.of(message_id, **parameters), tuple(choices), rule)])
