"""What pip installs with Sandtable is what Sandtable itself runs on."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
# Taken by name, by SQLAlchemy and uvicorn.
BY_NAME = {"aiosqlite", "asyncpg", "websockets"}


def imported() -> set[str]:
    found = set()
    for file in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.partition(".")[0])
    return found


def test_every_dependency_is_imported() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    needed = {re.split(r"[<>=~!\[; ]", one)[0] for one in project["dependencies"]}
    assert needed >= BY_NAME
    assert needed - BY_NAME - imported() == set()
    assert "icepool" not in imported()
