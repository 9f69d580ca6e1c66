"""Scenes as JSON, where most of one scene is what the last one was."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from sandtable.battle.scene import Scene
from sandtable.kernel import codec

_BY_KEY = ("pieces", "figures", "marks")
_WHOLE = tuple(each.name for each in fields(Scene) if each.name not in _BY_KEY)


class WrittenScene:
    """The last scene, part by part: what has not changed is not written again, and is the very same object."""

    def __init__(self) -> None:
        self._parts: dict[tuple[str, str], tuple[Any, Any]] = {}

    def written(self, scene: Scene) -> dict[str, Any]:
        """A scene as JSON."""
        before, self._parts = self._parts, {}
        head: dict[str, Any] = codec.write(_without_members(scene))
        members = {
            name: {key: self._part(before, (name, key), part) for key, part in getattr(scene, name).items()}
            for name in _BY_KEY
        }
        return head | members

    def _part(self, before: dict[tuple[str, str], tuple[Any, Any]], key: tuple[str, str], part: Any) -> Any:
        known = before.get(key)
        if known is None or (known[0] is not part and known[0] != part):
            known = (part, codec.write(part))
        self._parts[key] = known
        return known[1]


def _without_members(scene: Scene) -> Scene:
    return Scene(**{name: getattr(scene, name) for name in _WHOLE})
