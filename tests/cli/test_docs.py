"""The examples of docs/command-line.md, run as they stand there."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.cli.conftest import Run

PAGE = Path(__file__).parents[2] / "docs" / "command-line.md"
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
EXIT_CODE = re.compile(r"\s+# exit code (\d)$")


@dataclass
class Example:
    command: str
    code: int = 0
    said: list[str] = field(default_factory=list)


def examples() -> list[Example]:
    found: list[Example] = []
    for kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        for line in text.splitlines() if kind == "console" else ():
            if line.startswith("$ sandtable "):
                code = EXIT_CODE.search(line)
                found.append(Example(EXIT_CODE.sub("", line).removeprefix("$ sandtable "), int(code[1]) if code else 0))
            elif line.strip():
                found[-1].said.append(line)
    return found


def files() -> dict[str, str]:
    """Files that the page shows, by the name in their first line."""
    texts = [text for kind, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")) if kind == "toml"]
    return {text.splitlines()[0].removeprefix("# "): text for text in texts}


def squeezed(text: str) -> str:
    """Text without its bars and its spacing."""
    return " ".join(re.sub(r"[\u2580-\u259f]+", " ", text).split())


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.command[:60])
def test_the_page_is_true(example: Example, run: Run, tmp_path: Path) -> None:
    for name, text in files().items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    ran = run(*shlex.split(example.command))
    assert ran.code == example.code, ran.err
    for line in example.said:
        assert squeezed(line) in squeezed(ran.out)


def test_the_page_has_examples() -> None:
    assert len(examples()) > 10
