"""What is worked out once for a footprint or a terrain and kept with it: both are frozen, so it stays true."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Generic, Self, TypeVar, overload

Owner = TypeVar("Owner")
Made = TypeVar("Made")


def kept(owner: Owner, name: str, make: Callable[[Owner], Made]) -> Made:
    """What ``make`` makes of the owner, made at the first asking."""
    store: dict[str, Any] = owner.__dict__
    key = "kept " + name
    if key not in store:
        store[key] = make(owner)
    made: Made = store[key]
    return made


class once(Generic[Made]):  # noqa: N801 - it decorates, as a property does
    """A property worked out at the first asking, as ``functools.cached_property`` but without its lock, which costs more than most of them.

    Two who ask at the same time may both work it out: it is the same to the thousandth.
    """

    def __init__(self, make: Callable[[Any], Made]) -> None:
        self.make = make
        self.__doc__ = make.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, owner: None, kind: type) -> Self: ...

    @overload
    def __get__(self, owner: object, kind: type) -> Made: ...

    def __get__(self, owner: object | None, kind: type) -> Self | Made:
        if owner is None:
            return self
        made: Made = self.make(owner)
        owner.__dict__[self.name] = made
        return made
