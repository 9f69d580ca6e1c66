"""Modifiers and their sum: every number that is added to a die, with its reason and its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from sandtable.kernel.messages import Message


@dataclass(frozen=True, slots=True)
class Modifier:
    """One number with the reason for it. ``value`` is None for a reason that counts nothing."""

    reason: Message
    value: int | Fraction | None
    rule: str | None = None
    house: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """The modifiers of one throw, shown under "Why?"."""

    modifiers: tuple[Modifier, ...] = ()
    title: Message | None = None
    percent: bool = False  # the modifiers are percentage points that make up a chance; nothing is added to the die

    @classmethod
    def of(
        cls,
        modifiers: Iterable[Modifier | None],
        title: Message | None = None,
        first: Modifier | None = None,
        *,
        percent: bool = False,
    ) -> Tally:
        """Gather modifiers; those that do not apply are None, those of nought are left out, but for the ``first``."""
        counting = tuple(entry for entry in modifiers if entry is not None and entry.value != 0)
        return cls((first, *counting) if first is not None else counting, title, percent)

    @property
    def total(self) -> int:
        """What is added to the die."""
        return sum(int(modifier.value) for modifier in self.modifiers if modifier.value is not None)

    def __iter__(self) -> Iterator[Modifier]:
        return iter(self.modifiers)
