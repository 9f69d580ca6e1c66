from pathlib import Path

import pytest

from scripts import check_locks


def addresses(folder: Path, name: str, text: str) -> list[str]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return list(check_locks.addresses(path))


@pytest.mark.parametrize(
    "line",
    (
        "--index-url=https://example.org/simple",
        "--extra-index-url file:///opt/packages",
        "six @ git+ssh://example.org/six",
        "# https://example.org",
    ),
)
def test_an_address_in_the_python_lock_is_found(tmp_path, line):
    assert addresses(tmp_path, "requirements.lock", f"rich==15.0.0 \\\n{line}\n") == [f"line 2: {line}"]


def test_names_versions_and_hashes_are_no_addresses(tmp_path):
    assert addresses(tmp_path, "requirements.lock", "httpx==0.28.1 \\\n    --hash=sha256:909abc\n") == []


def test_where_a_web_package_came_from_is_found(tmp_path):
    text = '{"packages": {"node_modules/a": {"version": "1.0.0", "resolved": "https://example.org/a.tgz"}}}'
    assert addresses(tmp_path, "package-lock.json", text) == [
        "packages > node_modules/a: https://example.org/a.tgz",
    ]


def test_the_funding_page_of_a_web_package_is_its_authors_business(tmp_path):
    text = '{"packages": {"node_modules/a": {"funding": [{"url": "https://example.org/give"}]}}}'
    assert addresses(tmp_path, "package-lock.json", text) == []


def test_the_lock_files_of_this_repository_are_among_those_checked():
    assert check_locks.ROOT / "requirements.lock" in list(check_locks.lock_files())
