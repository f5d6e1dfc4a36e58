"""`bosscat web --lan`: where it listens and what it prints, without opening a port to the network."""

import ipaddress

import pytest
from click.testing import CliRunner

from solver.cli import main, server


@pytest.fixture
def listening(monkeypatch):
    hosts = []

    def serve(host, port, ready):
        hosts.append((host, port))
        ready()

    monkeypatch.setattr(server, "serve", serve)
    return hosts


def test_by_default_only_this_machine_is_served(listening):
    printed = CliRunner().invoke(main, ["--lang", "en", "web", "--port", "8123"])
    assert listening == [("127.0.0.1", 8123)]
    assert "http://127.0.0.1:8123/" in printed.stderr
    assert "network" not in printed.stderr


@pytest.mark.parametrize(("lang", "warning"), [("en", "Anyone on this network"), ("ja", "だれでもページを開けます")])
def test_lan_serves_the_network_prints_address_and_code_and_warns(listening, lang, warning):
    printed = CliRunner().invoke(main, ["--lang", lang, "web", "--lan", "--port", "8123"])
    assert listening == [("0.0.0.0", 8123)]
    url = f"http://{server.own_address()}:8123/"
    assert url in printed.stderr
    assert server.code(url) in printed.stderr
    assert warning in printed.stderr


def test_the_own_address_is_one_a_phone_could_open():
    assert ipaddress.ip_address(server.own_address()).version == 4
