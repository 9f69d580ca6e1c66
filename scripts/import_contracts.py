"""The two kinds of promise about imports that pyproject.toml makes beside import-linter's own."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output

BUILT_IN = frozenset({*sys.stdlib_module_names, "__future__"})


@dataclass(frozen=True, slots=True)
class Breach:
    """One import that should not be there."""

    importer: str
    imported: str
    reason: str


def inside(module: str, pattern: str) -> bool:
    """Whether a module is the package, or in the package, that a pattern names; `*` stands for one name."""
    names = r"\.".join("[^.]+" if name == "*" else re.escape(name) for name in pattern.split("."))
    return re.fullmatch(rf"{names}(\..+)?", module) is not None


def texts(field: object) -> list[str]:
    """The value of a contract's list field, which import-linter types as the field itself."""
    return cast("list[str]", field)


def edges(graph: ImportGraph) -> Iterator[tuple[str, str]]:
    """Every import of one module by another, once."""
    for importer in sorted(graph.modules):
        for imported in sorted(graph.find_modules_directly_imported_by(importer)):
            yield importer, imported


class BreachContract(Contract):
    """A promise whose breaches are single imports."""

    @property
    def root(self) -> str:
        """The package that the promises are about."""
        return str(self.session_options["root_packages"][0])

    def breaches(self, graph: ImportGraph) -> Iterator[Breach]:
        """What breaks the promise."""
        raise NotImplementedError

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:  # noqa: ARG002 - import-linter's signature
        """Keep the promise, or name every import that breaks it and its line."""
        found = [
            (breach, tuple(d["line_number"] for d in self._details(graph, breach))) for breach in self.breaches(graph)
        ]
        return ContractCheck(kept=not found, metadata={"found": found})

    def render_broken_contract(self, check: ContractCheck) -> None:
        """Say what is wrong, an import a line."""
        for breach, lines in check.metadata["found"]:
            where = f" (line {', '.join(map(str, lines))})" if lines else ""
            imports = f" imports {breach.imported}" if breach.imported else ""
            output.print_error(f"{breach.importer}{where}{imports}: {breach.reason}", bold=False)
        output.new_line()

    @staticmethod
    def _details(graph: ImportGraph, breach: Breach) -> list[dict[str, int]]:
        return list(graph.get_import_details(importer=breach.importer, imported=breach.imported))  # type: ignore[arg-type]


class LevelsContract(BreachContract):
    """Every module stands on a level and imports only its own package and lower levels."""

    levels = fields.ListField(subfield=fields.StringField())

    def breaches(self, graph: ImportGraph) -> Iterator[Breach]:
        """Modules that stand nowhere, and imports that point upwards or sideways."""
        root = self.root
        places = [
            (number, part.strip()) for number, level in enumerate(texts(self.levels)) for part in level.split("|")
        ]

        def place(module: str) -> tuple[int, str] | None:
            # The root package itself stands at the bottom; a module of it that no other level names stands nowhere.
            matching = (
                (number, part) for number, part in places if (module == part if part == root else inside(module, part))
            )
            return next(matching, None)

        ours = {module: place(module) for module in sorted(graph.modules) if inside(module, root)}
        yield from (Breach(module, "", "stands on no level") for module, at in ours.items() if at is None)
        for importer, imported in edges(graph):
            above, below = ours.get(importer), ours.get(imported)
            if above and below and above != below and above[0] >= below[0]:
                yield Breach(importer, imported, f"{above[1]} does not stand above {below[1]}")


class OnlyContract(BreachContract):
    """Some modules import nothing but each other, the standard library, and what is named."""

    modules = fields.ListField(subfield=fields.StringField())
    apart_from = fields.ListField(subfield=fields.StringField(), required=False, default=[])
    allowed = fields.ListField(subfield=fields.StringField(), required=False, default=[])
    refused = fields.ListField(subfield=fields.StringField(), required=False, default=[])

    def breaches(self, graph: ImportGraph) -> Iterator[Breach]:
        """Imports of anything else."""
        for importer, imported in edges(graph):
            if not self._bound(importer):
                continue
            if self._named(imported, self.refused):
                yield Breach(importer, imported, "refused here")
            elif not (self._bound(imported) or self._named(imported, self.allowed) or self._built_in(imported)):
                yield Breach(importer, imported, "neither in the standard library nor named in pyproject.toml")

    def _bound(self, module: str) -> bool:
        return self._named(module, self.modules) and not self._named(module, self.apart_from)

    def _named(self, module: str, names: object) -> bool:
        # The root package by itself, as everywhere: its name would otherwise name everything.
        return any(module == name if name == self.root else inside(module, name) for name in texts(names))

    @staticmethod
    def _built_in(module: str) -> bool:
        return module.partition(".")[0] in BUILT_IN
