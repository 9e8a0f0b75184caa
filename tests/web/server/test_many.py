"""Several real processes with one database: notifications, replaced workers, clean stops and backups."""

import contextlib
import json
import os
import re
import secrets
import signal
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx2
import pytest
from boards import KEY, WORDS
from servers import Server, wait_until

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.moves import Clue
from duo.table.store.connect import open_database
from duo.table.store.database_store import DatabaseStore
from duo.web.seats import Role, Seats
from duo.web.visitor import PLAYER_COOKIE, hash_secret

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="several processes need a system that can fork")
TWO = {"A": "person", "B": "person", "First": "A", "Practice": "yes"}
WITH_AI = {"A": "person", "B": "duo balanced expert", "First": "A"}

_VACUUM = "import sqlite3, sys; sqlite3.connect(sys.argv[1]).execute('VACUUM INTO ?', sys.argv[2:])"


class Store:
    """Direct access to the database of the servers."""

    def __init__(self, address):
        self.address = address
        self.database = open_database(address)
        self.games = DatabaseStore(self.database)
        self.seats = Seats(self.database)

    def table(self, headers):
        """Store a game with a browser at each seat. Returns its id and the cookies."""
        stored = self.games.add(Game.start(WORDS, KEY, extra_headers=headers))
        people = [secrets.token_urlsafe(16) for _ in Seat]
        for role, secret in zip((Role.A, Role.B), people, strict=True):
            self.seats.assign_role(stored.id, hash_secret(secret), role)
        return stored.id, *({"Cookie": f"{PLAYER_COOKIE}={secret}"} for secret in people)

    def game(self, game_id):
        return self.games.load(game_id).game


@pytest.fixture
def store(any_store):
    store = Store(any_store)
    with contextlib.closing(store.database):
        yield store


@pytest.fixture
def start(tmp_path, store):
    """Start servers with one database, each in its own folder, stopped after the test."""
    started = []

    def server(*options):
        folder = tmp_path / f"server-{len(started)}"
        folder.mkdir()
        started.append(Server(folder, store=store.address, options=options))
        return started[-1]

    yield server
    for each in started:
        if each.process.poll() is None:
            each.stop()


@contextlib.contextmanager
def listening(server, game, cookie):
    """The versions from an event stream, each with its time of arrival."""
    heard, ready = [], threading.Event()

    def listen():
        with (
            contextlib.suppress(httpx2.TransportError),
            httpx2.stream("GET", f"{server.address}/game/{game}/events", headers=cookie, timeout=60) as answer,
        ):
            for line in answer.iter_lines():
                if line.startswith("retry:"):
                    heard.append(("retry", line))
                elif re.fullmatch(r"data: \d+", line):
                    heard.append((int(line[6:]), time.monotonic()))
                    ready.set()
            heard.append(("end", time.monotonic()))

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    assert ready.wait(30)
    yield heard
    thread.join(1)


def give(server, game, cookie, word):
    headers = {**cookie, "Origin": server.address}
    return httpx2.post(f"{server.address}/game/{game}/clue", data={"word": word, "count": "1"}, headers=headers)


def test_what_happens_at_one_process_is_seen_at_the_other(store, start, record_property):
    here, there = start(), start()
    game, a, b = store.table(TWO)
    took, after = [], []
    with listening(there, game, b) as heard:
        for word in ("zebra", "yacht", "opera", "lunar", "velvet"):
            asked = time.monotonic()
            assert give(here, game, a, word).status_code == 303
            answered = time.monotonic()
            version = store.games.load(game).version
            wait_until(lambda version=version: version in dict(heard), 20)
            took.append(dict(heard)[version] - asked)
            after.append(dict(heard)[version] - answered)
            undone = httpx2.post(f"{here.address}/game/{game}/undo", headers={**a, "Origin": here.address})
            assert undone.status_code == 303
            wait_until(lambda version=version: version + 1 in dict(heard), 20)
        assert "is here" in httpx2.get(f"{here.address}/game/{game}", headers=a).text
    kind = "PostgreSQL" if store.address.startswith("postgresql") else "SQLite"
    record_property(
        "figure",
        f"a move is seen at the other process ({kind}) {1000 * statistics.median(took):.0f} ms "
        f"after it was sent, {1000 * statistics.median(after):.0f} ms after it was answered "
        f"(medians of {len(took)})",
    )
    assert statistics.median(took) < 3


def test_a_killed_worker_is_replaced_and_its_games_go_on(store, start):
    server = start("--workers", "2")
    tables = [store.table(WITH_AI) for _ in range(3)]
    for game, a, _b in tables:
        assert give(server, game, a, "zebra").status_code == 303
    # Kill the worker that computes a move. The lease names it.
    thinkers = set()

    def found():
        thinkers.update(
            name for (name,) in store.database.rows("SELECT thinker FROM games WHERE due = 1 AND lease > 0")
        )
        return thinkers or not store.database.row("SELECT 1 FROM games WHERE due = 1")

    wait_until(found)
    children = Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()
    victim = next(iter(thinkers)).rpartition("-")[2] if thinkers else children[0]
    os.kill(int(victim), signal.SIGKILL)
    wait_until(lambda: not store.database.row("SELECT 1 FROM games WHERE due = 1"), 90)
    for game, _a, _b in tables:
        moves = store.game(game).moves
        assert moves[0] == Clue(Seat.A, "ZEBRA", 1)
        assert moves[1].seat is Seat.B
    wait_until(lambda: len(_children(server)) == 2)
    assert victim not in _children(server)
    assert httpx2.get(f"{server.address}/readyz").status_code in (200, 503)
    assert server.stop() == 0


def _children(server):
    return Path(f"/proc/{server.process.pid}/task/{server.process.pid}/children").read_text().split()


def test_a_stop_tells_streams_to_come_again_and_writes_no_secret(store, start):
    server = start("--workers", "2", "--log", "json")
    game, a, b = store.table(TWO)
    with listening(server, game, b) as heard:
        assert give(server, game, a, "zebra").status_code == 303
        invited = httpx2.post(
            f"{server.address}/game/{game}/invite", data={"role": "onlooker"}, headers={**a, "Origin": server.address}
        ).text
        link = re.search(r"/join/([\w-]{22})", invited)[1]
        httpx2.get(f"{server.address}/join/{link}")
        assert server.stop() == 0
        wait_until(lambda: heard[-1][0] == "end", 10)
        assert heard[-2][0] == "retry"
    text = server.log.read_text()
    lines = [json.loads(line) for line in text.splitlines()]
    assert {"/game/{game}/clue", "/join/{secret}", "/game/{game}/events"} <= {line.get("route") for line in lines}
    for secret in (link, a["Cookie"].partition("=")[2], b["Cookie"].partition("=")[2]):
        assert secret not in text
    assert store.game(game).final.clues


def test_a_backup_is_restored_and_played_on(store, start, request, tmp_path):
    """The procedure of docs/hosting.md: dump, kill, restore, continue."""
    server = start()
    game, a, b = store.table(TWO)
    assert give(server, game, a, "zebra").status_code == 303
    if store.address.startswith("postgresql"):
        cluster = request.getfixturevalue("postgres")
        dump, schema = cluster.folder / "games.dump", store.address.rpartition("%3D")[2]
        cluster.program("pg_dump", "--format=custom", f"--file={dump}", "--schema", schema, cluster.address("postgres"))
        server.kill()
        cluster.query("postgres", f"DROP SCHEMA {schema} CASCADE")
        cluster.program("pg_restore", "--dbname", cluster.address("postgres"), str(dump))
        restored = store.address
    else:
        restored = tmp_path / "restored.sqlite"
        subprocess.run([sys.executable, "-c", _VACUUM, store.address, restored], check=True)
        server.kill()
        Path(store.address).unlink()
    (tmp_path / "again").mkdir()
    again = Server(tmp_path / "again", store=restored)
    try:
        place = WORDS.index(next(word for word, side in zip(WORDS, KEY.side(Seat.A), strict=True) if side == "g"))
        touched = httpx2.post(
            f"{again.address}/game/{game}/touch", data={"place": str(place)}, headers={**b, "Origin": again.address}
        )
        assert touched.status_code == 303
        with contextlib.closing(open_database(str(restored))) as database:
            assert len(DatabaseStore(database).load(game).game.moves) == 2
    finally:
        again.stop()
