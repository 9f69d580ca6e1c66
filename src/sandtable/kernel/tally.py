"""Modifiers and their sum: every number that is added to a die, with its reason and its rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
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
    total: int = field(
        init=False, compare=False, repr=False
    )  # what is added to the die; readings ask for it on every face

    def __post_init__(self) -> None:
        counted = (int(modifier.value) for modifier in self.modifiers if modifier.value is not None)
        object.__setattr__(self, "total", sum(counted))

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

    def __iter__(self) -> Iterator[Modifier]:
        return iter(self.modifiers)
