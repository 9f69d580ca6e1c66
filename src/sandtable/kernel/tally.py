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
    """The modifiers of one throw, or of a result that no throw explains, shown under "Why?"."""

    modifiers: tuple[Modifier, ...] = ()
    title: Message | None = None
    percent: bool = False  # the modifiers are percentage points that make up a chance; nothing is added to the die
    listed: bool = False  # a list whose numbers belong to different things: their sum means nothing and is not told
    pool: bool = False  # the modifiers make up how many dice are thrown; nothing is added to them
    exact: int | Fraction = field(init=False, compare=False, repr=False)  # the sum, which need not be whole

    def __post_init__(self) -> None:
        found = sum((modifier.value for modifier in self.modifiers if modifier.value is not None), 0)
        object.__setattr__(self, "exact", int(found) if found == int(found) else found)

    @property
    def total(self) -> int:
        """What is added to the die, which is a whole number."""
        if not isinstance(self.exact, int):
            raise TypeError(f"{self.exact} is not whole and cannot be added to a die")
        return self.exact

    @property
    def has_sum(self) -> bool:
        """Whether its modifiers add up to something that can be told as a sum."""
        return not self.listed and any(modifier.value is not None for modifier in self.modifiers)

    @classmethod
    def of(
        cls,
        modifiers: Iterable[Modifier | None],
        title: Message | None = None,
        first: Modifier | None = None,
        *,
        percent: bool = False,
        listed: bool = False,
        pool: bool = False,
    ) -> Tally:
        """Gather modifiers; those that do not apply are None, those of nought are left out, but for the ``first``."""
        counting = tuple(entry for entry in modifiers if entry is not None and entry.value != 0)
        return cls((first, *counting) if first is not None else counting, title, percent, listed, pool)

    def __iter__(self) -> Iterator[Modifier]:
        return iter(self.modifiers)
