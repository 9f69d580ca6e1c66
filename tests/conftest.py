"""What all tests share: the rule marker, the browser marker, and how Hypothesis searches."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

os.environ["SANDTABLE_STRICT_TEXTS"] = "yes"  # here, and in every process that a test starts
BROWSER = Path(__file__).parent / "browser"
IN_THE_BROWSER = sys.platform == "emscripten"  # tests/pyodide runs the umpire's tests on the browser's own Python
NEEDS_COMPILED_PARTS = (
    "import hypothesis",
    "from hypothesis",
    "import httpx",
    "import schemathesis",
    "import subprocess",
)

if not IN_THE_BROWSER:
    import hypothesis

    # No deadline: speed is measured by `make bench`. In CI the same examples every time, so that a failure is the commit's.
    hypothesis.settings.register_profile("here", deadline=None)
    hypothesis.settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
    hypothesis.settings.load_profile("ci" if os.environ.get("CI") else "here")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """In the browser's Python, leave out what needs compiled packages or processes."""
    if not IN_THE_BROWSER or collection_path.suffix != ".py":
        return None
    source = collection_path.read_text(encoding="utf-8")
    return True if any(needed in source for needed in NEEDS_COMPILED_PARTS) else None


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rule-marks", metavar="FILE", help="write which rules each test is marked with, as JSON")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if item.path.is_relative_to(BROWSER):
            item.add_marker(pytest.mark.browser)
    marked = {item.nodeid: ids for item in items if (ids := rule_ids(item))}
    if target := config.getoption("--rule-marks"):
        Path(target).write_text(json.dumps(marked, indent=1), encoding="utf-8")


def rule_ids(item: pytest.Item) -> list[str]:
    """The ids of all rule marks of a test. A test that is skipped, or expected to fail, vouches for nothing."""
    ids: list[str] = []
    for mark in item.iter_markers("rule"):
        if not mark.args or mark.kwargs or not all(isinstance(argument, str) for argument in mark.args):
            message = f"{item.nodeid}: a rule mark names rules by id, as in pytest.mark.rule('REV-6.04', 'REV-6.05')"
            raise pytest.UsageError(message)
        ids += mark.args
    idle = item.get_closest_marker("skip") or item.get_closest_marker("xfail")
    return [] if idle else sorted(set(ids))
