"""A Chromium that the system provides, and the app served to it from a thread."""

import os
import shutil
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect
from werkzeug.serving import make_server

from webui import create_app

# A busy machine may be slow; what a page shows in the end is what is tested.
expect.set_options(timeout=30_000)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of the browser; without one the tests skip, or fail where BOSSCAT_BROWSER=required."""
    path = shutil.which("chromium") or shutil.which("google-chrome")
    if path is not None:
        return path
    reason = "no chromium or google-chrome on the PATH"
    if os.environ.get("BOSSCAT_BROWSER") == "required":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any], chromium: str) -> dict[str, Any]:
    # Chromium as root does not start with its sandbox; the only pages it opens here are our own.
    sandbox = ["--no-sandbox"] if os.name == "posix" and os.geteuid() == 0 else []
    quiet = ["--disable-quic", "--disable-component-update", "--disable-sync"]
    return {**browser_type_launch_args, "executable_path": chromium, "args": [*quiet, *sandbox]}


@pytest.fixture(scope="session")
def base_url() -> Iterator[str]:
    """Address of the app, served on a free port of this machine; ``page.goto("/")`` starts from it."""
    server = make_server("127.0.0.1", 0, create_app(), threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()
