"""The built web app: where its files are, and how long a browser may keep each."""

from __future__ import annotations

import mimetypes
from dataclasses import dataclass
from pathlib import Path

from sandtable.server.engine import engine_archive, engine_version

WEB_APP = Path(__file__).resolve().parent.parent / "web_dist"
ENGINE_MARK = "__ENGINE_EDITION__"
FOREVER = "public, max-age=31536000, immutable"
ASK_EACH_TIME = "no-cache"
TYPES = {
    ".wasm": "application/wasm",
    ".mjs": "text/javascript",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}


@dataclass(frozen=True, slots=True)
class WebFile:
    """A file of the web app, ready to be sent or written."""

    content: bytes
    media_type: str
    cache: str


def is_built() -> bool:
    """Say whether the web app has been built."""
    return (WEB_APP / "index.html").is_file()


def web_file(path: str) -> WebFile | None:
    """A file of the web app by its address, or None. The engine and the worker's edition are made from the Python sources."""
    if path == "engine.zip":
        return WebFile(engine_archive(), "application/zip", ASK_EACH_TIME)
    place = (WEB_APP / (path or "index.html")).resolve()
    if not place.is_relative_to(WEB_APP) or not place.is_file():
        return None
    content = place.read_bytes()
    if path == "sw.js":
        content = content.replace(ENGINE_MARK.encode(), engine_version().encode())
    hashed = path.startswith("assets/")  # the build names these by their content
    return WebFile(content, _media_type(place), FOREVER if hashed else ASK_EACH_TIME)


def all_paths() -> list[str]:
    """The addresses of all files of the app, the engine included."""
    built = sorted(path.relative_to(WEB_APP).as_posix() for path in WEB_APP.rglob("*") if path.is_file())
    return [*built, "engine.zip"]


def _media_type(place: Path) -> str:
    known = TYPES.get(place.suffix) or mimetypes.guess_type(place.name)[0] or "application/octet-stream"
    return f"{known}; charset=utf-8" if known.startswith("text/") else known
