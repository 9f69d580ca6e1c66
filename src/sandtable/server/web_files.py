"""The built web app: where its files are, how long a browser may keep each, and each of them as the build has packed it."""

from __future__ import annotations

import gzip
import mimetypes
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
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
PACKED = ".gz"
SMALLEST_PACKED = 600  # bytes; below that nothing is gained
FIRST_SUFFIXES = frozenset({".html", ".js", ".css"})


@dataclass(frozen=True, slots=True)
class WebFile:
    """A file of the web app, ready to be sent or written."""

    content: bytes
    media_type: str
    cache: str
    tag: str
    packed: bytes | None = None  # by gzip, where that makes it smaller


def _web_file(content: bytes, media_type: str, cache: str, packed: bytes | None = None) -> WebFile:
    return WebFile(content, media_type, cache, f'"{sha256(content).hexdigest()[:16]}"', packed)


def is_built() -> bool:
    """Say whether the web app has been built."""
    return (WEB_APP / "index.html").is_file()


def web_file(path: str) -> WebFile | None:
    """A file of the web app by its address, or None. The engine and the worker's edition are made from the Python sources."""
    if path == "engine.zip":
        return _engine()
    try:
        place = (WEB_APP / (path or "index.html")).resolve()
        if not place.is_relative_to(WEB_APP) or not place.is_file() or place.suffix == PACKED:
            return None
        return _read(place, place.stat().st_mtime_ns)
    except (OSError, ValueError):  # a name that no file can have
        return None


def read_ahead() -> None:
    """Read what a first page asks for, so that it need not wait for it."""
    for path in all_paths():
        if Path(path).suffix in FIRST_SUFFIXES:
            web_file(path)


@lru_cache(maxsize=1)
def _engine() -> WebFile:
    return _web_file(engine_archive(), "application/zip", ASK_EACH_TIME)


@lru_cache(maxsize=256)
def _read(place: Path, modified: int) -> WebFile:  # noqa: ARG001 - a file that was built anew is read anew
    content = place.read_bytes()
    beside = place.with_name(place.name + PACKED)
    packed = beside.read_bytes() if beside.is_file() else None
    path = place.relative_to(WEB_APP).as_posix()
    if path == "sw.js":
        content = content.replace(ENGINE_MARK.encode(), engine_version().encode())
        packed = gzip.compress(content)
    hashed = path.startswith("assets/")  # the build names these by their content
    cache = FOREVER if hashed else ASK_EACH_TIME
    return _web_file(content, _media_type(place), cache, packed)


def all_paths() -> list[str]:
    """The addresses of all files of the app, the engine included."""
    files = (path for path in WEB_APP.rglob("*") if path.is_file() and path.suffix != PACKED)
    built = sorted(path.relative_to(WEB_APP).as_posix() for path in files)
    return [*built, "engine.zip"]


def write_all(folder: Path) -> Iterator[tuple[int, int]]:
    """Write every file below a folder, for any host that speaks HTTPS; yields how many are done of how many."""
    paths = all_paths()
    for number, path in enumerate(paths, start=1):
        found = web_file(path)
        if found is not None:
            target = folder / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(found.content)
        yield number, len(paths)


def _media_type(place: Path) -> str:
    known = TYPES.get(place.suffix) or mimetypes.guess_type(place.name)[0] or "application/octet-stream"
    return f"{known}; charset=utf-8" if known.startswith("text/") else known
