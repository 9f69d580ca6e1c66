"""A new edition of the app: offered after a finished action, taken at a tap, with nothing lost."""

from __future__ import annotations

import os
import re
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import expect

from tests.support import forked_commands


class Files(SimpleHTTPRequestHandler):
    """The app's files from a folder, the desk's calls from a server behind."""

    desk: str

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the standard library's own name
        pass

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        reply = httpx.post(
            f"{self.desk}{self.path}", content=body, headers={"content-type": "application/json"}, timeout=30
        )
        self.send_response(reply.status_code)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(reply.content)


class Press:
    """A host that prints a second edition when it is told to."""

    def __init__(self, folder: Path, address: str) -> None:
        self.worker = folder / "sw.js"
        self.address = address

    def print_second_edition(self) -> None:
        script = self.worker.read_text(encoding="utf-8")
        (first,) = re.findall(r"\bEDITION\s*=\s*[\"'`]([^\"'`]+)", script)
        written = self.worker.stat().st_mtime
        self.worker.write_text(script.replace(first, "second"), encoding="utf-8")
        # Such a host tells a file's versions apart by the second of their writing: the second edition is a later one.
        os.utime(self.worker, (written + 2, written + 2))


@pytest.fixture
def press(tmp_path, server) -> Iterator[Press]:
    folder = tmp_path / "app"
    code, _, complaint = forked_commands.run(["export", str(folder)], b"", tmp_path, os.environ)
    assert code == 0, complaint
    kind = type("FilesOfThisServer", (Files,), {"desk": server.address})
    host = ThreadingHTTPServer(("127.0.0.1", 0), partial(kind, directory=str(folder)))
    thread = threading.Thread(target=host.serve_forever, daemon=True)
    thread.start()
    yield Press(folder, f"http://127.0.0.1:{host.server_address[1]}")
    host.shutdown()
    host.server_close()
    thread.join()


def test_a_new_edition_is_offered_after_a_finished_action_and_taken_at_a_tap(new_phone, press):
    phone = new_phone(press.address, python=True)
    offer = phone.page.get_by_text("A new edition is ready.")
    phone.open("revolucion")
    phone.until("() => window.sandtable.stored === 'stored'", patience=60_000)
    press.print_second_edition()
    phone.page.evaluate("() => navigator.serviceWorker.getRegistration().then(worker => worker.update())")
    phone.until("() => window.sandtable.newEdition !== null", patience=60_000)
    expect(offer).to_have_count(0)  # nobody is interrupted in the middle of a form
    phone.complete_form()
    phone.act()
    phone.answer_everything()
    expect(offer).to_be_visible()
    with phone.page.expect_navigation():
        phone.page.get_by_role("button", name="Reload").click()
    phone.until("() => caches.keys().then(names => names.length === 1 && names[0].endsWith('second'))")
    phone.dock.wait_for()
    phone.wait_for_voids(False)
