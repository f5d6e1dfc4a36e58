"""What SECURITY.md promises: nothing is stored, nothing is told to other sites, and a worker's end loses nothing."""

import os
import re
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import IncompleteRead
from importlib.resources import files
from pathlib import Path
from urllib.error import HTTPError
from urllib.parse import quote
from urllib.request import urlopen

import pytest
from flask.testing import FlaskClient

from solver import Record
from solver.cli.server import WORKERS
from solver.logic.model import TIME_LIMIT
from solver.record.line import LONGEST
from solver.record.wire import MAX_TEXT
from tests.server import served, workers
from webui import HEADERS, MAX_BODY, MAX_FIELDS, create_app
from webui.why import MOST_TEXT

PROMISES = (Path(__file__).resolve().parent.parent / "SECURITY.md").read_text("utf-8")
SCREENS = [
    "/",
    "/new",
    "/table",
    "/answer",
    "/history",
    "/end",
    "/share",
    "/cover",
    "/record.toml",
    "/open",
    "/nowhere",
]
FOR_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_TRUNC

written: list[str] = []
watching = False


def watch(event: str, arguments: tuple[object, ...]) -> None:
    """Note every file opened for writing; a hook of the interpreter, which cannot be taken out again."""
    if watching and event == "open" and isinstance(arguments[2], int) and arguments[2] & FOR_WRITING:
        written.append(str(arguments[0]))


sys.addaudithook(watch)


@contextmanager
def watched() -> Iterator[list[str]]:
    """Note the files opened for writing meanwhile."""
    global watching
    written.clear()
    watching = True
    try:
        yield written
    finally:
        watching = False


@pytest.fixture(scope="module")
def client() -> FlaskClient:
    return create_app().test_client()


@pytest.fixture(scope="module")
def line() -> str:
    text = files("solver").joinpath("examples", "mid-game.toml").read_text("utf-8")
    return Record.from_toml(text).to_line()


def test_a_file_opened_for_writing_is_noticed(tmp_path: Path):
    with watched() as noticed:
        (tmp_path / "x").write_text("x")
    assert noticed == [str(tmp_path / "x")]


def test_no_page_writes_a_file_or_sets_a_cookie(client: FlaskClient, line: str):
    with watched() as noticed:
        for screen in SCREENS:
            with client.get(screen, query_string={"r": line}) as response:
                assert "Set-Cookie" not in response.headers
        for text in (line, "no record", "x" * 100_000):
            assert "Set-Cookie" not in client.post("/open", data={"text": text}).headers
            client.post("/api/solve", data=text)
    assert noticed == []


def test_no_other_site_may_read_an_answer(client: FlaskClient, line: str):
    for screen in (*SCREENS, "/api/solve"):
        with client.get(screen, query_string={"r": line}, headers={"Origin": "https://example.org"}) as response:
            assert not [name for name, _ in response.headers if name.startswith("Access-Control")]


def test_scripts_keep_nothing_in_the_browser_but_the_last_record():
    kept = []
    for script in files("webui").joinpath("static").iterdir():
        if script.name.endswith(".js"):
            kept += re.findall(r"(?:localStorage|sessionStorage|indexedDB|\.cookie)[^)]*", script.read_text("utf-8"))
    assert kept == ["localStorage.setItem(LAST, kept", "localStorage.getItem(LAST"]


def test_the_bounds_and_headers_promised_are_those_of_the_program():
    plain = re.sub(r"\s+", " ", PROMISES)
    assert all(f"{name}: {value}" in plain for name, value in HEADERS.items())
    assert f"body {MAX_BODY // 1024} KiB, {MAX_FIELDS} fields" in plain
    assert f"{MAX_TEXT:,} characters; as a line {LONGEST:,}" in plain
    assert f"{TIME_LIMIT:.0f} seconds" in plain


def answered(address: str) -> bytes:
    """Return the page, asked for again as a reader would where the connection breaks."""
    for _ in range(100):
        try:
            with urlopen(address, timeout=30) as response:
                return bytes(response.read())
        except (ConnectionError, IncompleteRead):
            time.sleep(0.1)
    raise AssertionError("no answer")


def all_workers(parent: int, but: int = 0) -> set[int]:
    """Return the workers, once there are as many as there should be and one of old is gone."""
    for _ in range(300):
        found = set(workers(parent))
        if len(found) == WORKERS and but not in found:
            return found
        time.sleep(0.1)
    raise AssertionError(f"{len(found)} workers")


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="tells workers by /proc")
def test_a_killed_worker_is_replaced_and_loses_nothing(line: str):
    with served() as (base, parent):
        address = f"{base}/answer?r={line}"
        page, before = answered(address), all_workers(parent)
        os.kill(min(before), signal.SIGKILL)
        assert answered(address) == page
        assert len(all_workers(parent, but=min(before)) - before) == 1
        assert answered(address) == page


def test_the_longest_claims_in_japanese_reach_the_page(line: str):
    text = "あ" * MOST_TEXT
    with served() as (base, _), pytest.raises(HTTPError) as refused:
        urlopen(f"{base}/check?r={line}&c={quote(text)}", timeout=30)
    assert refused.value.code == 422
    assert text in refused.value.read().decode("utf-8")


def test_the_server_logs_no_record(line: str):
    log: list[str] = []
    with served(log) as (base, _):
        answered(f"{base}/answer?r={line}")
        with pytest.raises(HTTPError):
            urlopen(f"{base}/answer?r={line}x")
    assert log
    assert not [said for said in log if line[:20] in said]
