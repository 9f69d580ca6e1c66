"""The desk over HTTP: the same answers as in the same process, and refusals that say what would be right."""

from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile

import httpx
import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.sync.client import connect

from sandtable.kernel import registry
from sandtable.umpire import desk
from tests.support.talk import there

FIELDS = {"unit": "RegularInfantry", "range": "3-6", "target_type": "RegularInfantry", "target_formation": "maneuver"}
JSON = {"content-type": "application/json"}
FIRE = {"ruleset": "revolucion", "action": "deployed_fire", "fields": FIELDS}


@pytest.fixture
def client(server):
    with httpx.Client(base_url=server.address, timeout=20) as client:
        yield client


@pytest.mark.parametrize("call", ("ruleset", "rulebook"))
@pytest.mark.parametrize("name", registry.names())
def test_every_ruleset_is_told_over_http_as_in_process(client, call, name):
    told = client.post(f"/api/{call}", json={"ruleset": name})
    assert told.status_code == 200
    assert told.json() == json.loads(desk.answer(call, json.dumps({"ruleset": name})))


def test_the_same_seed_throws_the_same_dice_wherever_it_is_thrown(client):
    body = {**FIRE, "fields": {**FIELDS, "leader_with_target": 0}, "seed": "one game", "throws": 3}
    told = client.post("/api/resolve", json=body)
    assert told.status_code == 200
    assert told.json() == json.loads(desk.answer("resolve", json.dumps(body)))


def test_a_refusal_has_status_422_and_names_every_field_with_its_choices(client):
    told = client.post(
        "/api/odds", json={"ruleset": "revolucion", "action": "deployed_fire", "fields": {"unit": "Dragons"}}
    )
    assert told.status_code == 422
    problems = {problem["field"]: problem for problem in told.json()["problems"]}
    assert {"unit", "range", "target_type", "target_formation"} <= set(problems)
    assert "RegularInfantry" in problems["unit"]["choices"]


@pytest.mark.parametrize(
    "body", (b"", b"[]", b"{", b"null", b"\xff\xfe", b'{"ruleset": 3}', b'{"ruleset": "chess"}', b"1e999")
)
def test_whatever_is_no_call_is_refused_in_words(client, body):
    told = client.post("/api/odds", content=body, headers=JSON)
    assert told.status_code == 422
    assert told.json()["problems"][0]["message"]


def test_a_body_larger_than_any_log_is_refused(client):
    told = client.post("/api/ledger", content=b" " * (desk.LARGEST_BODY + 1), headers=JSON)
    assert told.status_code == 413
    assert told.json()["problems"][0]["message"]


def test_an_unknown_address_says_where_the_app_is(client):
    told = client.get("/no/such/page")
    assert told.status_code == 404
    assert "/" in told.json()["problems"][0]["message"]


def test_a_reader_at_an_unknown_address_gets_words_and_the_way_home(client):
    told = client.get("/no/such/page", headers={"accept": "text/html,application/xhtml+xml"})
    assert told.status_code == 404
    assert told.headers["content-type"].startswith("text/html")
    assert '<a href="/">' in told.text
    assert "nothing at this address" in told.text
    assert client.get("/api/nothing", headers={"accept": "text/html"}).headers["content-type"] == "application/json"


def test_no_path_leads_out_of_the_app(client):
    for path in ("/../pyproject.toml", "/%2e%2e/app.py", "/..%2f..%2fserver/app.py", "/assets/../../server/app.py"):
        told = client.get(path)
        assert told.status_code == 404, path


def test_the_page_may_speak_to_nobody_else(client):
    policy = client.get("/").headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "http" not in policy


def test_files_named_by_their_content_are_kept_and_the_page_is_asked_for_each_time(client):
    page = client.get("/")
    assert page.headers["cache-control"] == "no-cache"
    asset = next(part.split('"')[0] for part in page.text.split('src="./')[1:] if part.startswith("assets/"))
    assert "immutable" in client.get(f"/{asset}").headers["cache-control"]
    again = client.get("/", headers={"if-none-match": page.headers["etag"]})
    assert again.status_code == 304


def test_files_go_out_packed_where_the_browser_can_unpack_them(client):
    asset = next(part.split('"')[0] for part in client.get("/").text.split('"./')[1:] if ".css" in part.split('"')[0])
    packed = client.get(f"/{asset}", headers={"accept-encoding": "gzip"})
    plain = client.get(f"/{asset}", headers={"accept-encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) == len(plain.content)
    assert packed.content == plain.content
    assert packed.headers["etag"] == plain.headers["etag"]


def test_the_engine_answers_alone_as_the_server_does(client, tmp_path):
    """The archive for the browser holds all it needs: unpacked, without this package, it gives the same words."""
    archive = zipfile.ZipFile(io.BytesIO(client.get("/engine.zip").content))
    archive.extractall(tmp_path)
    names = [name for name in archive.namelist() if not name.endswith(".toml")]  # armies come from scenarios
    assert not [name for name in names if "/table/" in name or "/server/" in name or "__pycache__" in name]
    program = "import sys; sys.path.insert(0, sys.argv[1]); from sandtable.umpire.desk import answer; print(answer('odds', sys.argv[2]))"
    alone = subprocess.run(
        [sys.executable, "-I", "-S", "-c", program, str(tmp_path), json.dumps(FIRE)],
        capture_output=True, text=True, check=True, timeout=60,
    )  # fmt: skip
    assert json.loads(alone.stdout) == client.post("/api/odds", json=FIRE).json()


def test_the_worker_knows_the_edition_of_the_engine(client):
    worker = client.get("/sw.js").text
    assert "__ENGINE_EDITION__" not in worker
    assert "engine.zip" in worker


def test_a_screen_asked_for_twice_is_the_same_packed_or_not(client):
    body = {"ruleset": "revolucion"}
    first, again = (client.post("/api/ruleset", json=body) for _ in range(2))
    plain = client.post("/api/ruleset", json=body, headers={"accept-encoding": "identity"})
    assert first.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert first.text == again.text == plain.text


def test_bytes_on_the_table_s_line_are_refused_and_harm_no_other(client, server):
    with connect(server.address.replace("http", "ws") + "/api/table/line") as line:
        line.send(b"odds{}")
        with pytest.raises(ConnectionClosedError) as closed:
            line.recv(timeout=20)
    assert there(closed.value.rcvd).code == 1003
    assert "as text" in there(closed.value.rcvd).reason
    assert client.post("/api/odds", content=json.dumps(FIRE), headers=JSON).status_code == 200
