"""The wheel, installed where no checkout is: what a user of a release gets."""

import contextlib
import json
import os
import re
import socket
import subprocess
import sys
import sysconfig
import time
import urllib.request
import venv
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urljoin

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = sorted(path.name for path in (ROOT / "solver" / "examples").glob("*.toml"))


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment with the wheel installed, which sees this one's libraries but not the checkout."""
    home = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(home / "dist"), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    (wheel,) = (home / "dist").glob("*.whl")
    venv.create(home / "env", symlinks=True)
    pip = [sys.executable, "-m", "pip", "--python", str(home / "env" / "bin" / "python")]
    install = [*pip, "install", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(install, check=True, capture_output=True)
    # Only now, or pip would find an installed bosscat here. A .pth file in the folder it names (such as that of an
    # editable install) is not followed in its turn, so the checkout stays out of sight.
    site_packages = sysconfig.get_path("purelib", vars={"base": str(home / "env")})
    (Path(site_packages) / "libraries.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    return home


def run(home: Path, *command: str) -> str:
    """Return what ``command``, a program of the environment, prints; CalledProcessError where it fails."""
    program = home / "env" / "bin" / command[0]
    done = subprocess.run([program, *command[1:]], cwd=home, env=plain(), check=True, capture_output=True)
    return done.stdout.decode("utf-8")


def plain() -> dict[str, str]:
    """Return this process's environment without what would let Python find the checkout."""
    return {key: value for key, value in os.environ.items() if key != "PYTHONPATH"} | {"PYTHONUTF8": "1"}


def installed(home: Path) -> Path:
    """Return the folder of the installed package."""
    return Path(run(home, "python", "-c", "import solver; print(solver.__path__[0])").strip())


def test_the_package_in_use_is_that_of_the_wheel(home: Path):
    assert installed(home).is_relative_to(home)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_installed_program_solves_each_example(home: Path, name: str):
    result = json.loads(run(home, "bosscat", "solve", str(installed(home) / "examples" / name), "--json"))
    assert result["consistent"] is True
    assert sum(kind["p"] for kind in result["boss"]) == pytest.approx(1, abs=1e-9)


def test_at_least_three_examples_are_shipped(home: Path):
    assert len(SHIPPED) >= 3
    assert sorted(path.name for path in (installed(home) / "examples").glob("*.toml")) == SHIPPED


@contextlib.contextmanager
def serving(home: Path) -> Iterator[str]:
    """Serve the page with the installed program and yield its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    log = home / "server.log"
    with log.open("wb") as output:
        server = subprocess.Popen(
            [home / "env" / "bin" / "bosscat", "web", "--host", "127.0.0.1", "--port", str(port)],
            cwd=home,
            env=plain(),
            stdout=output,
            stderr=subprocess.STDOUT,
        )
    try:
        wait_for(f"http://127.0.0.1:{port}/", server, log)
        yield f"http://127.0.0.1:{port}/"
    finally:
        server.terminate()
        server.wait(timeout=30)


def wait_for(url: str, server: subprocess.Popen[bytes], log: Path) -> None:
    """Return once ``url`` answers; fail with the server's log where it has stopped or stays silent for a minute."""
    for _ in range(600):
        with contextlib.suppress(OSError), urllib.request.urlopen(url):
            return
        if server.poll() is not None:
            break
        time.sleep(0.1)
    pytest.fail(f"the server does not answer:\n{log.read_text('utf-8', 'replace')}")


def test_the_installed_program_serves_the_page_in_japanese(home: Path):
    with serving(home) as url:
        request = urllib.request.Request(url, headers={"Accept-Language": "ja"})
        with urllib.request.urlopen(request) as response:
            page = response.read().decode("utf-8")
        assert re.search(r"<html[^>]* lang=\"?ja\b", page)
        assert re.search("[ぁ-ん]", page)
        files = re.findall(r"(?:href|src)=\"([^\"#?]+\.(?:css|js|svg|png|ico|webmanifest))", page)
        assert any(name.endswith(".css") for name in files)
        for name in files:
            with urllib.request.urlopen(urljoin(url, name)) as response:
                assert response.read()
