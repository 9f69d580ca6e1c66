"""What is worked out once about a value that does not change, and kept with it: a fact, as true of it later as it was at first.

A fact is found from its value and from what was asked, and from nothing else. It is never changed, taken out or gone through, and never
given to another value, so that several threads may ask at the same time: both may work it out, and both get the one that was kept first.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from inspect import signature
from typing import Any, Concatenate, Generic, ParamSpec, Self, TypeVar, overload

Asked = ParamSpec("Asked")
Owner = TypeVar("Owner", bound="Lasting")
Made = TypeVar("Made")
_UNKNOWN: Any = object()


class once(Generic[Made]):  # noqa: N801 - it decorates, as a property does
    """A property worked out at the first asking, as ``functools.cached_property`` but without its lock, which costs more than most of them."""

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
        object.__setattr__(owner, self.name, made)
        return made

    def hand_over(self, owner: object, made: Made) -> None:
        """Give it to an owner, who then has it of his own and asks no more."""
        object.__setattr__(owner, self.name, made)


class Lasting:
    """A value that does not change, and keeps the facts about it that were asked for."""

    @once
    def facts(self) -> dict[Any, Any]:
        """What has been worked out, by the function that did it and what it was asked."""
        return {}


def fact(find: Callable[Concatenate[Owner, Asked], Made]) -> Callable[Concatenate[Owner, Asked], Made]:
    """A function that tells something about a value: what it finds is kept with the value, by what it was asked."""
    if len(signature(find).parameters) == 1:  # it is asked nothing: the function alone says what was found
        return _fact_alone(find)

    @wraps(find)
    def told(owner: Owner, /, *asked: Asked.args, **named: Asked.kwargs) -> Made:
        key = (find, asked, *named.items()) if named else (find, asked)
        known = owner.facts
        found: Made = known.get(key, _UNKNOWN)
        return known.setdefault(key, find(owner, *asked, **named)) if found is _UNKNOWN else found

    return told


def _fact_alone(find: Callable[..., Made]) -> Callable[..., Made]:
    """The same for a function of the value and nothing else."""

    @wraps(find)
    def told(owner: Lasting) -> Made:
        known = owner.facts
        found: Made = known.get(find, _UNKNOWN)
        return known.setdefault(find, find(owner)) if found is _UNKNOWN else found

    return told
