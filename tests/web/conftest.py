"""An application in this process, with its own store and visitors with separate cookies."""

import pytest
from boards import KEY, WORDS
from starlette.testclient import TestClient

from duo.core.game import Game
from duo.core.key import Seat
from duo.table.dealing import SeatHolder
from duo.web.seats import Role
from duo.web.server.app import create_app
from duo.web.settings import Settings
from duo.web.visitor import PLAYER_COOKIE, hash_secret, new_secret

BASE = "http://127.0.0.1"


class Site:
    """An application and its visitors."""

    def __init__(self, app):
        self.app = app
        self.state = app.state.app_state

    def visitor(self, lang="en"):
        """A browser with a player cookie."""
        secret = new_secret()
        client = TestClient(self.app, base_url=BASE, follow_redirects=False, headers={"Origin": BASE})
        client.cookies.set(PLAYER_COOKIE, secret)
        client.cookies.set("duo-lang", lang)
        client.player = hash_secret(secret)
        return client

    def program(self):
        """A client without cookies or an Origin header."""
        return TestClient(self.app, base_url=BASE, follow_redirects=False)

    def table(self, game=None, *, people=True, first="A"):
        """Store a game. Returns its id and the visitors at its seats."""
        if game is None:
            seats = {"A": str(SeatHolder()), "B": str(SeatHolder() if people else SeatHolder("balanced", "expert"))}
            game = Game.start(WORDS, KEY, extra_headers={**seats, "First": first})
        stored = self.state.games.store.add(game)
        players = [self.visitor() for _ in (Seat if people else [Seat.A])]
        for client, role in zip(players, (Role.A, Role.B), strict=False):
            self.state.seats.assign_role(stored.id, client.player, role)
        return stored.id, *players


@pytest.fixture
def store(tmp_path):
    """The address of the database. Modules override this with `any_store` to test every kind of database."""
    return str(tmp_path / "games.sqlite")


@pytest.fixture
def make_site(monkeypatch, tmp_path):
    """Create sites with given settings, closed after the test."""
    monkeypatch.setenv("DUO_HOME", str(tmp_path / "home"))
    opened = []

    def start(**settings):
        opened.append(Site(create_app(Settings(pace=0, **settings))))
        return opened[-1]

    yield start
    for each in opened:
        each.state.database.close()


@pytest.fixture
def site(make_site, store):
    return make_site(store=store)


@pytest.fixture
def public_site(make_site, store):
    return make_site(store=store, host="192.0.2.1")
