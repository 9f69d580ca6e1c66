"""How the loops are compiled: on first use, and kept on disk until they, or what they call, are written anew."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from numba import config, njit
from numba.core.caching import InTreeCacheLocator, UserProvidedCacheLocator, UserWideCacheLocator
from numba.extending import register_jitable

from sandtable.geometry.compiled.late import make_code_late

SOURCES = Path(__file__).parents[3]
IMPORT = re.compile(r"^from (sandtable\.[\w.]+) import", re.MULTILINE)

# Who may make or return arrays has to count who holds them (``_nrt``), which costs most of the time where little else is done.
ENTRY: Any = {"error_model": "numpy", "nogil": True, "cache": True, "_nrt": True}
INNER: Any = {"error_model": "numpy", "nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}
MAKER: Any = {**INNER, "_nrt": True}
PART: Any = {**INNER, "_nrt": False}
SETTINGS: Any = config

make_code_late()

LOOPS: dict[str, Any] = {}  # all that Python calls, of the modules that are imported

Loop = TypeVar("Loop", bound=Callable[..., object])


class _ByAllSources:
    """Where machine code is kept, and when it is out of date.

    Numba asks only whether a function's own file has changed, while the code has grown together with what it calls.
    """

    module = ""

    @classmethod
    def from_function(cls, loop: Callable[..., object], file: str) -> Any:
        """A locator for a function, if this is a place that can be written to; else None."""
        locator: Any = super().from_function(loop, file)  # type: ignore[misc]  # of the locators below
        if locator is not None:
            locator.module = loop.__module__
        return locator

    def get_source_stamp(self) -> str:
        """What changes when any of the sources does."""
        return stamp(self.module)


class Given(_ByAllSources, UserProvidedCacheLocator):
    """In the folder that ``NUMBA_CACHE_DIR`` names."""


class Beside(_ByAllSources, InTreeCacheLocator):
    """Beside the source."""


class Home(_ByAllSources, UserWideCacheLocator):
    """In the user's own cache."""


LOCATORS = ",".join(f"{each.__module__}.{each.__name__}" for each in (Given, Beside, Home))


def compiled(loop: Loop) -> Loop:
    """The function as machine code. It divides without asking: whoever may divide by nothing looks first."""
    others, SETTINGS.CACHE_LOCATOR_CLASSES = SETTINGS.CACHE_LOCATOR_CLASSES, LOCATORS  # asked for at once, by njit
    try:
        code: Any = njit(**ENTRY)(loop)
    finally:
        SETTINGS.CACHE_LOCATOR_CLASSES = others
    LOOPS[f"{loop.__module__}.{loop.__name__}"] = code
    machine_code: Loop = code
    return machine_code


def shared(loop: Loop) -> Loop:
    """A function that Python calls as it is, and that other loops call as machine code."""
    both: Loop = register_jitable(error_model="numpy")(loop)
    return both


def maker(loop: Loop) -> Loop:
    """A function that only other loops call, and that makes arrays: it becomes machine code as a part of theirs."""
    code: Loop = njit(**MAKER)(loop)
    return code


def part(loop: Loop) -> Loop:
    """A function that only other loops call, and that neither makes nor returns arrays."""
    code: Loop = njit(**PART)(loop)
    return code


def inlined(loop: Loop) -> Loop:
    """A part that is called in one place, again and again: there it stands as if it were written there, so that nothing is handed over."""
    code: Loop = njit(**PART, forceinline=True)(loop)
    return code


def uncompiled() -> list[str]:
    """The loops whose machine code for this processor is not on disk."""
    return [name for name, code in LOOPS.items() if not _on_disk(code)]


def _on_disk(code: Any) -> bool:
    processor = code.targetctx.codegen().magic_tuple()
    return any(key[1] == processor for key in code._cache._cache_file._load_index())  # noqa: SLF001 - it has no other way in


def folder() -> Path:
    """Where the machine code is kept."""
    return Path(next(iter(LOOPS.values())).stats.cache_path)


@cache
def stamp(module: str) -> str:
    """A stamp of the sources of a module and of all our own that it imports, of whichever package."""
    source = SOURCES.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
    imported = sorted(set(IMPORT.findall(source)))
    return sha256("".join((source, *map(stamp, imported))).encode()).hexdigest()
