"""How the loops are compiled: on first use, and kept on disk until they, or what they call, are written anew."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from numba import njit

SOURCES = Path(__file__).parents[3]
IMPORT = re.compile(r"^from (sandtable\.\w+\.compiled\.\w+) import", re.MULTILINE)

INNER: Any = {"error_model": "numpy", "nogil": True, "no_cpython_wrapper": True, "no_cfunc_wrapper": True}

Loop = TypeVar("Loop", bound=Callable[..., object])


def compiled(loop: Loop) -> Loop:
    """The function as machine code. It divides without asking: whoever may divide by nothing looks first."""
    code: Any = njit(cache=True, error_model="numpy", nogil=True)(loop)
    # Numba asks only whether this function's own file has changed, while the code has grown together with what it calls.
    code._cache._cache_file._source_stamp = stamp(loop.__module__)  # noqa: SLF001
    machine_code: Loop = code
    return machine_code


def part(loop: Loop) -> Loop:
    """A function that only other loops call: it becomes machine code as a part of theirs."""
    code: Loop = njit(**INNER)(loop)
    return code


@cache
def stamp(module: str) -> str:
    """A stamp of the sources of a module and of all compiled modules that it imports, of whichever package."""
    source = SOURCES.joinpath(*module.split(".")).with_suffix(".py").read_text(encoding="utf-8")
    imported = sorted(set(IMPORT.findall(source)))
    return sha256("".join((source, *map(stamp, imported))).encode()).hexdigest()
