"""What a verdict does to the table: typed, so that words, roster and digital table need nothing else."""

from __future__ import annotations

from dataclasses import dataclass, fields
from fractions import Fraction
from typing import Any, ClassVar

from sandtable.kernel.messages import Message, Vocabulary, snake_case

EVERYONE = "everyone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """One change: to whom, what (the class), how much (its fields), and who may know of it."""

    whom: str
    known_to: str = EVERYONE
    icon: ClassVar[str] = ""
    told: ClassVar[bool] = True  # False: bookkeeping that needs no words of its own

    @property
    def kind(self) -> str:
        """The name of this effect in records and catalogues."""
        return snake_case(type(self).__name__)

    @property
    def picture(self) -> str:
        """The icon beside the instruction; a class may choose it by its fields."""
        return self.icon

    @property
    def message(self) -> Message:
        """The instruction that tells people to carry it out; a class may choose a finer one."""
        return Message(f"effect.{self.kind}", tuple((field.name, getattr(self, field.name)) for field in fields(self)))

    @property
    def detail(self) -> Message:
        """The small print below the instruction; optional in the catalogue."""
        message = self.message
        return Message(f"{message.id}_detail", message.parameters)

    def plain(self) -> dict[str, Any]:
        """The effect as plain data."""
        return {"effect": self.kind} | {field.name: plain(getattr(self, field.name)) for field in fields(self)}


def plain(value: Any) -> Any:
    """Turn rulebook values into JSON: terms into their names, distances into decimals, messages into their ids."""
    if isinstance(value, Vocabulary):
        return value.value
    if isinstance(value, Fraction):
        return int(value) if value.denominator == 1 else float(value)
    if isinstance(value, Message):
        return {"message": value.id} | {name: plain(parameter) for name, parameter in value.parameters}
    if isinstance(value, tuple | list | frozenset):
        return [plain(item) for item in value]
    if isinstance(value, Effect):
        return value.plain()
    if hasattr(value, "__dataclass_fields__"):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    return value
