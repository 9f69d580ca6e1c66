"""The app's files as the build has packed them: the same bytes, and nothing twice in the list."""

from __future__ import annotations

import gzip

import pytest

from sandtable.server.web_files import all_paths, web_file

BEGIN = (".html", ".js", ".css")


@pytest.mark.parametrize("path", [path for path in all_paths() if path.endswith(BEGIN)])
def test_a_packed_file_is_the_same_file(path):
    found = web_file(path)
    assert found is not None
    if found.packed is not None:
        assert gzip.decompress(found.packed) == found.content


def test_whatever_a_page_begins_with_is_packed():
    page = web_file("index.html")
    assert page is not None
    assert page.packed is not None
    named = [path for path in all_paths() if path.startswith("assets/") and f'"./{path}"' in page.content.decode()]
    assert [path for path in named if path.endswith((".js", ".css"))]
    for path in named:
        if path.endswith((".js", ".css")):
            found = web_file(path)
            assert found is not None
            assert found.packed is not None


@pytest.mark.parametrize("piece", ("early", "index", "umpire"))
def test_what_draws_the_first_form_is_compiled_while_it_comes_in(piece):
    [path] = [path for path in all_paths() if path.startswith(f"assets/{piece}-") and path.endswith(".js")]
    found = web_file(path)
    assert found is not None
    assert found.content.startswith(b"//# allFunctionsCalledOnLoad\n")


def test_packed_files_are_not_files_of_their_own():
    assert not [path for path in all_paths() if path.endswith(".gz")]
    assert web_file("index.html.gz") is None
