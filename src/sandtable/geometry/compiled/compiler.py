"""How the loops are compiled: on first use, and kept on disk until any loop here is written anew."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

from numba import njit

Loop = TypeVar("Loop", bound=Callable[..., object])


def compiled(loop: Loop) -> Loop:
    """The function as machine code. It divides without asking: whoever may divide by nothing looks first."""
    code: Any = njit(cache=True, error_model="numpy", nogil=True)(loop)
    # Numba asks only whether this function's own file has changed, while the code has grown together with what it calls.
    code._cache._cache_file._source_stamp = _sources()  # noqa: SLF001
    machine_code: Loop = code
    return machine_code


@cache
def _sources() -> str:
    """A stamp of all loops."""
    return sha256(b"".join(path.read_bytes() for path in sorted(Path(__file__).parent.glob("*.py")))).hexdigest()
