"""Lock files name packages and their hashes, never where they came from: `make lint`."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCKS = re.compile(r"requirements.*\.lock|package-lock\.json|npm-shrinkwrap\.json")
ADDRESS = re.compile(r"\bhttps?:|\bfile:|\bgit\+|--(extra-)?index-url|--find-links")
# Words of a package's authors to its users; they may well name their own pages.
THEIR_WORDS = frozenset({"funding", "deprecated"})


def lock_files() -> Iterator[Path]:
    """The lock files of the repository, committed or about to be."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in sorted(set(listed.split("\0"))):
        path = ROOT / name
        if LOCKS.fullmatch(path.name) and path.is_file():
            yield path


def addresses(path: Path) -> Iterator[str]:
    """Everything in a lock file that says where a package came from."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".json":
        yield from addresses_in(json.loads(text), "")
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if ADDRESS.search(line):
            yield f"line {number}: {line.strip()}"


def addresses_in(node: object, where: str) -> Iterator[str]:
    """The same for a part of a JSON document."""
    if isinstance(node, dict):
        for key, value in node.items():
            if key == "resolved":
                yield f"{where}: {value}"
            elif key not in THEIR_WORDS:
                yield from addresses_in(value, f"{where} > {key}" if where else key)
    elif isinstance(node, list):
        for value in node:
            yield from addresses_in(value, where)
    elif isinstance(node, str) and ADDRESS.search(node):
        yield f"{where}: {node}"


def main() -> int:
    """Name every address in every lock file."""
    found = [f"{path.relative_to(ROOT)}: {line}" for path in lock_files() for line in addresses(path)]
    if found:
        print(*found, sep="\n")
        print(
            "Lock files hold no addresses: run `make lock`, or npm install with omit-lockfile-registry-resolved=true."
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
