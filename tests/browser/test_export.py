"""The app as plain files on a host that knows nothing of Sandtable."""

from __future__ import annotations

import subprocess
import sys
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer

import pytest

from tests.support.umpire_page import UmpirePage


class Quiet(SimpleHTTPRequestHandler):
    extensions_map = {  # noqa: RUF012 - the standard library's own attribute
        **SimpleHTTPRequestHandler.extensions_map,
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
    }

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the standard library's own name
        pass


@pytest.fixture
def static_host(tmp_path):
    folder = tmp_path / "site" / "umpire"
    done = subprocess.run(
        [sys.executable, "-m", "sandtable", "export", str(folder)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert (folder / "engine.zip").is_file()
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder.parent)))
    thread = threading.Thread(target=host.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{host.server_address[1]}/umpire"
    host.shutdown()
    host.server_close()
    thread.join()


def test_a_static_host_serves_the_whole_umpire(new_phone, static_host):
    """There is no desk behind it: the phone's own Python gives the form, the odds and the verdict."""
    phone: UmpirePage = new_phone(static_host, python=True)
    phone.page.set_default_timeout(60_000)
    phone.open("revolucion", patience=90_000)
    phone.complete_form()
    phone.act()
    phone.answer_everything()
    assert phone.headline
    assert phone.page.evaluate("() => window.sandtable.deskState") == "python"


def test_a_folder_that_cannot_be_written_is_refused_in_words(tmp_path):
    (tmp_path / "file").write_text("a file, not a folder")
    done = subprocess.run(
        [sys.executable, "-m", "sandtable", "export", str(tmp_path / "file")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "is a file" in done.stderr
    assert "Traceback" not in done.stderr
