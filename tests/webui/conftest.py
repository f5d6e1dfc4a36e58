"""A client of the app, and records to show it."""

from importlib.resources import files

import pytest
from flask.testing import FlaskClient

from solver import Record
from solver.play import simulate
from webui import create_app


@pytest.fixture(scope="session")
def client() -> FlaskClient:
    app = create_app()
    app.testing = True
    app.config["ADVICE_SECONDS"] = 0.1
    return app.test_client()


@pytest.fixture(scope="session")
def example() -> Record:
    """The record of four players in mid-game that is shipped with the package."""
    return Record.from_toml(files("solver").joinpath("examples", "mid-game.toml").read_text("utf-8"))


@pytest.fixture(scope="session")
def expansion() -> Record:
    return simulate(6, True, 3, seed=5).record(2)
