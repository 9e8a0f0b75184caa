"""A server in this process, with a store of its own and browsers that keep their cookies apart."""

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


class House:
    """An application, and as many visitors as a test needs."""

    def __init__(self, app):
        self.app = app
        self.at = app.state.app_state

    def visitor(self, lang="en"):
        """A browser that has been here before."""
        secret = new_secret()
        client = TestClient(self.app, base_url=BASE, follow_redirects=False, headers={"Origin": BASE})
        client.cookies.set(PLAYER_COOKIE, secret)
        client.cookies.set("duo-lang", lang)
        client.player = hash_secret(secret)
        return client

    def program(self):
        """Somebody who is no browser: no cookies, no origin."""
        return TestClient(self.app, base_url=BASE, follow_redirects=False)

    def table(self, game=None, *, people=True, first="A"):
        """A game, with a visitor at seat A and, if two play, one at seat B."""
        if game is None:
            seats = {"A": str(SeatHolder()), "B": str(SeatHolder() if people else SeatHolder("balanced", "expert"))}
            game = Game.start(WORDS, KEY, extra_headers={**seats, "First": first})
        stored = self.at.games.store.add(game)
        players = [self.visitor() for _ in (Seat if people else [Seat.A])]
        for client, role in zip(players, (Role.A, Role.B), strict=False):
            self.at.seats.assign_role(stored.id, client.player, role)
        return stored.id, *players


@pytest.fixture
def store(tmp_path):
    """Where the games are; a module whose tests shall run with both kinds of store asks for `any_store` here."""
    return str(tmp_path / "games.sqlite")


@pytest.fixture
def opened_house(monkeypatch, tmp_path):
    """A house with settings of one's own, closed after the test."""
    monkeypatch.setenv("DUO_HOME", str(tmp_path / "home"))
    opened = []

    def start(**settings):
        opened.append(House(create_app(Settings(pace=0, **settings))))
        return opened[-1]

    yield start
    for each in opened:
        each.at.database.close()


@pytest.fixture
def house(opened_house, store):
    return opened_house(store=store)


@pytest.fixture
def public_house(opened_house, store):
    return opened_house(store=store, host="192.0.2.1")
