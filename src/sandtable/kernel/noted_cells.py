"""Entries of tables that remember which of them were read, by whatever way: every reader of a table comes through them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from _collections_abc import dict_items, dict_values


class NotedCells(dict[str, Any]):
    """Entries by their paths; ``seen`` are those whose value somebody has asked for. Whether an entry is there tells nothing of its value."""

    def __init__(self, cells: Mapping[str, Any], seen: set[str] | None = None) -> None:
        super().__init__(cells)
        self.seen: set[str] = set() if seen is None else seen

    def __getitem__(self, path: str) -> Any:
        self.seen.add(path)
        return super().__getitem__(path)

    def get(self, path: str, default: Any = None) -> Any:
        """An entry, or ``default`` where there is none; either way it counts as read."""
        self.seen.add(path)
        return super().get(path, default)

    def items(self) -> dict_items[str, Any]:
        """All entries by their paths; every one counts as read."""
        self.seen.update(self)
        return super().items()

    def values(self) -> dict_values[str, Any]:
        """The values of all entries; every one counts as read."""
        self.seen.update(self)
        return super().values()

    def under(self, overrides: Mapping[str, Any]) -> NotedCells:
        """A copy with other entries laid over these; both note in one set what is read."""
        return NotedCells({**self, **overrides}, self.seen)
