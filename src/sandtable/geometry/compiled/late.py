"""Machine code that is made late: only of what is called by its address.

Numba makes machine code of every function on its own, and optimises it together with all that it calls, though a part of a loop is never
called by itself: it stands in the loop's machine code. Here a part is only linked to what it calls, and all is optimised once, in the loop.
"""

from __future__ import annotations

from typing import Any

from numba.core.codegen import JITCodeLibrary
from numba.core.registry import cpu_target

# What is ignored below: numba's functions have no types.


class LateLibrary(JITCodeLibrary):
    """A function and what it calls; machine code as soon as somebody wants the address of something in it."""

    is_late = True

    def get_pointer_to_function(self, name: str) -> int:
        """The address of a function; nought if it is none of this library's."""
        self._ensure_finalized()  # type: ignore[no-untyped-call]
        if self.is_late and self._has(name):
            self.is_late = False
            super()._optimize_final_module()  # type: ignore[no-untyped-call]
            super()._finalize_final_module()  # type: ignore[no-untyped-call]
        address: int = super().get_pointer_to_function(name)  # type: ignore[no-untyped-call]
        return address

    def _optimize_final_module(self) -> None:
        """Nothing yet: numba asks for it when everything is linked."""

    def _finalize_final_module(self) -> None:
        """Nothing yet; what comes from disk is machine code already."""
        self._finalized = True
        if self._from_disk():
            self.is_late = False
            super()._finalize_final_module()  # type: ignore[no-untyped-call]

    def _from_disk(self) -> bool:
        return self._object_caching_enabled and self._compiled_object is not None

    def _has(self, name: str) -> bool:
        return any(each.name == name and not each.is_declaration for each in self._final_module.functions)


def make_code_late() -> None:
    """Let whatever numba compiles for this processor from now on become machine code late."""
    codegen: Any = cpu_target.target_context.codegen()
    if codegen._library_class is LateLibrary:  # noqa: SLF001 - numba has no other way in
        return
    codegen._library_class = LateLibrary  # noqa: SLF001 - as above
    set_env = codegen.set_env

    def set_env_of_machine_code(name: str, env: object) -> None:
        """Tell machine code which Python objects belong to it, where there is any."""
        if codegen._engine.is_symbol_defined(name):  # noqa: SLF001 - as above
            set_env(name, env)

    codegen.set_env = set_env_of_machine_code
