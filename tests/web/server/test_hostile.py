"""Hostile requests to every URL get a refusal, never a server error or a traceback."""

import os
import random

import pytest
from boards import KEY, WORDS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from starlette.testclient import TestClient

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.moves import Clue, Guess
from duo.web.seats import Role
from duo.web.server.app import PAGES

BASE = "http://127.0.0.1"
# The default is what a test run has time for; DUO_HOSTILE=20000 is the long run.
REQUESTS = int(os.environ.get("DUO_HOSTILE", "1500"))
NASTY = (
    "",
    "0",
    "-1",
    "24",
    "25",
    "1e9",
    "9" * 30,
    "null",
    "true",
    "../../etc/passwd",
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "\x00",
    "\ud800",
    "\u202eevil",
    "A" * 5_000,
    "{word}",
    "{0.__class__}",
    "%s%n",
    "g" * 25,
    "ZEBRA",
    "en",
    "fr",
    "read",
    "A",
    "B",
    "onlooker",
    "duo",
    "person",
    "won",
    "lost",
    "answer",
    "hint",
    "clue",
    "touch",
    "9-9",
    "Prague",
    "2026-05-31",
    "HDNQXZJ2WH1~",
    "pdf",
    "fold",
    "colour-blind",
    "\r\nSet-Cookie: x=1",
    "é" * 40,
)
FIELDS = (
    "word",
    "count",
    "meant",
    "invalid",
    "place",
    "level",
    "role",
    "name",
    "by",
    "open",
    "allow",
    "move",
    "record",
    "lang",
    "with",
    "mission",
    "style",
    "first",
    "seed",
    "key",
    "words",
    "practice",
    "variants",
    "daily",
    "tokens",
    "checks",
    "sudden",
    "page",
    "size",
    "flip",
    "palette",
    "format",
    "shown",
    "side",
    "card",
    "deck",
    "team",
    "city",
    "result",
    "date",
    "kind",
    "grade",
    "tries",
    "hints",
    "do",
    "typed",
    "pack",
    "w",
    "green",
    "black",
    "what",
    "who",
    "colour",
    "back",
    "theme",
    "now",
    "cell-3",
)
values = st.one_of(st.sampled_from(NASTY), st.text(max_size=40))
forms = st.dictionaries(st.sampled_from(FIELDS), st.one_of(values, st.lists(values, max_size=4)), max_size=6)


def addresses(game, over):
    """Every path with valid and invalid parameters."""
    parts = {
        "{game}": (game, over, "0" * 16, "file-x", "x"),
        "{secret}": ("A" * 22, "x"),
        "{lang}": ("en", "xx"),
        "{kind}": ("deduce", "x"),
        "{grade:number}": ("1", "9"),
        "{number:number}": ("1", "999999999", "9" * 5000),
    }
    found = []
    for path, method, _page in PAGES:
        for choice in range(5 if "{" in path else 2):
            filled = path
            for name, options in parts.items():
                filled = filled.replace(name, options[choice % len(options)])
            found.append((method, filled))
    return [
        *found,
        ("POST", "/engine"),
        ("DELETE", "/"),
        ("PUT", "/games"),
        ("GET", "/static/../app.py"),
        ("GET", "//x"),
    ]


@pytest.mark.timeout(max(300, REQUESTS // 5))
def test_no_request_breaks_the_server(site):
    game, a, _b = site.table()
    a.post(f"/game/{game}/clue", data={"word": "zebra", "count": "1"})
    client = TestClient(
        site.app, base_url=BASE, headers={"Origin": BASE}, follow_redirects=False, raise_server_exceptions=False
    )
    client.cookies = a.cookies
    targets = st.sampled_from(addresses(game, lost(site, a)))
    seen = set()

    @settings(max_examples=REQUESTS, suppress_health_check=list(HealthCheck), database=None)
    @given(targets, forms, st.booleans(), st.sampled_from(["", "multipart", "json", "junk"]))
    def throw(target, form, part, body):
        method, path = target
        headers = {"HX-Request": "true"} if part else {}
        cleaned = {
            name: [_text(each) for each in (value if isinstance(value, list) else [value])]
            for name, value in form.items()
        }
        if path == "/keys/deck":
            cleaned.setdefault("count", ["1"])  # twenty cards, drawn again and again, would take an hour
        if method == "GET":
            answer = client.get(path, params=cleaned, headers=headers)
        elif body == "multipart":
            answer = client.request(
                method,
                path,
                files={name: (value or ["x"])[0].encode() for name, value in cleaned.items()},
                headers=headers,
            )
        elif body in ("json", "junk"):
            kind = "application/json" if body == "json" else "application/x-www-form-urlencoded"
            answer = client.request(
                method, path, content=str(cleaned).encode(), headers={**headers, "Content-Type": kind}
            )
        else:
            answer = client.request(method, path, data=cleaned, headers=headers)
        seen.add((method, path, answer.status_code))
        assert answer.status_code < 500, (method, path, cleaned, answer.text[-600:])
        assert "Traceback" not in answer.text
        assert "<script>alert" not in answer.text
        assert "set-cookie" not in answer.headers or "x=1" not in answer.headers["set-cookie"]

    throw()
    # Somebody with a seat was heard all along, and the game is a game.
    assert site.state.games.store.load(game).game.final.clues[0].clue == Clue(a_seat(), "ZEBRA", 1)
    assert {status for _method, _path, status in seen} >= {200, 303, 400, 404}


def lost(site, client):
    """Store a finished mission of this visitor, which can be reviewed and replayed."""
    game = Game.start(WORDS, KEY).play(Clue(Seat.A, "ZEBRA", 1))
    assassin = WORDS[KEY.side(Seat.A).index("x")]
    stored = site.state.games.begin(game.play(Guess(Seat.B, assassin)), client.player, Role.A)
    assert stored.game.final.outcome()
    return stored.id


def a_seat():
    return Role.A.seat


def _text(value):
    return str(value).encode("utf-8", "replace").decode()


def test_random_bytes_as_bodies(site):
    rng = random.Random(5)
    client = TestClient(site.app, base_url=BASE, headers={"Origin": BASE}, raise_server_exceptions=False)
    for path in ("/games", "/records", "/keys/check", "/puzzles/pack", "/engine", "/table/lay", "/preferences"):
        for kind in (
            "application/x-www-form-urlencoded",
            "multipart/form-data; boundary=x",
            "multipart/form-data",
            "text/x",
        ):
            answer = client.post(
                path, content=rng.randbytes(3000), headers={"Content-Type": kind}, follow_redirects=False
            )
            assert answer.status_code < 500, (path, kind)
