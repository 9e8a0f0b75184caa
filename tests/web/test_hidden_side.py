"""Nothing that a seat gets before the end depends on the other side of the key."""

import asyncio
import random

import pytest
from anyio.from_thread import start_blocking_portal
from boards import KEY, WORDS

from duo.core.game import Game
from duo.core.key import CARD_COUNT, Colour, KeyCard, Seat
from duo.core.moves import Clue, Guess, Stop
from duo.web.seats import Role

# Everything that a seat can request during a game.
ASKED = (
    ("GET", "", {}),
    ("GET", "/people", {}),
    ("GET", "/record", {}),
    ("GET", "/review", {}),
    ("GET", "/replay", {}),
    ("POST", "/ruling", {"word": "zebra", "count": "2"}),
    ("POST", "/ruling", {"word": WORDS[3], "count": "2"}),
    ("POST", "/hint", {"level": "1"}),
    ("POST", "/hint", {"level": "2"}),
    ("POST", "/hint", {"level": "3"}),
    ("POST", "/why", {}),
    ("POST", "/undo", {}),
    ("POST", "/pass", {}),
    ("POST", "/clue", {"word": WORDS[0], "count": "1"}),
    ("POST", "/touch", {"place": "77"}),
)
SEATS = {"A": "person", "B": "person", "First": "A"}


def game_with(key, moves):
    game = Game.start(WORDS, key, extra_headers=SEATS)
    for move in moves:
        game = game.play(move)
    return game


def keys_like(seat, known, rng):
    """A key card that this seat cannot tell from KEY: same own side, same roles on the `known` places."""
    own = KEY.side(seat)
    while True:
        letters = list(KEY.side(seat.other))
        for colour in Colour:
            cells = [place for place in range(25) if own[place] == colour and place not in known]
            shuffled = [letters[place] for place in cells]
            rng.shuffle(shuffled)
            for place, letter in zip(cells, shuffled, strict=True):
                letters[place] = letter
        other = "".join(letters)
        if other != KEY.side(seat.other):
            return KeyCard(own, other) if seat is Seat.A else KeyCard(other, own)


def stages():
    """Named stages of a game: its moves, the seat whose answers are compared, and the places it knows."""
    green_b = next(place for place in range(25) if KEY.b[place] == "g" and KEY.a[place] == ".")
    green_a = next(place for place in range(25) if KEY.a[place] == "g" and KEY.b[place] == ".")
    first = [Clue(Seat.A, "ZEBRA", 1)]
    second = [*first, Guess(Seat.B, WORDS[green_a]), Stop(Seat.B), Clue(Seat.B, "YACHT", 2)]
    third = [*second, Guess(Seat.A, WORDS[green_b])]
    yield "laid", [], Seat.A, ()
    yield "given", first, Seat.A, ()
    yield "asked to guess", second, Seat.A, ()
    yield "after a touch", third, Seat.A, (green_b,)
    yield "the guesser's side", first, Seat.B, ()


@pytest.mark.parametrize(
    ("name", "moves", "seat", "known"), list(stages()), ids=lambda value: value if isinstance(value, str) else ""
)
def test_every_answer_is_the_same_whatever_the_other_side_is(site, name, moves, seat, known):
    rng = random.Random(7)
    others = [keys_like(seat, known, rng) for _ in range(3)]
    results = [_answers(site, game_with(key, moves), seat) for key in (KEY, *others)]
    for answers in results[1:]:
        for asked, one, other in zip(ASKED, results[0], answers, strict=True):
            assert one == other, asked


def test_an_onlooker_is_told_nothing_of_either_side(site):
    rng = random.Random(3)
    results = [
        _answers(site, game_with(key, []), None)
        for key in (KEY, *(KeyCard.from_number(rng.randrange(CARD_COUNT)) for _ in range(3)))
    ]
    assert all(answers == results[0] for answers in results)


def _answers(site, game, seat):
    """Status, headers and body of every answer, with the game's id replaced."""
    stored = site.state.games.store.add(game)
    client = site.visitor()
    client.headers["Accept-Encoding"] = "identity"  # a packed body's length depends on the game's id
    site.state.seats.assign_role(stored.id, client.player, Role(seat.value) if seat else Role.ONLOOKER)
    answers = []
    for method, path, data in ASKED:
        for part in ({}, {"HX-Request": "true"}):
            # No request here is a legal move, which would reveal a card.
            answer = client.request(method, f"/game/{stored.id}{path}", data=data or None, headers=part)
            headers = {name: value for name, value in answer.headers.items() if name != "date"}
            answers.append(
                (answer.status_code, str(headers).replace(stored.id, "ID"), answer.text.replace(stored.id, "ID"))
            )
    return [tuple(answers[place : place + 2]) for place in range(0, len(answers), 2)]


def test_the_stream_of_news_is_the_same_whatever_the_other_side_is(site):
    rng = random.Random(11)
    moves = [Clue(Seat.A, "ZEBRA", 1)]
    games = [game_with(key, moves) for key in (KEY, *(keys_like(Seat.A, (), rng) for _ in range(3)))]
    with start_blocking_portal() as portal:  # a loop of its own: a browser's may run in this thread
        results = [portal.call(_stream_messages, site, game) for game in games]
    assert results[0][-1].startswith("event: version")
    assert all(messages == results[0] for messages in results)


async def _stream_messages(site, game):
    """The first messages of a game's stream, and the one after a move."""
    stored = site.state.games.store.add(game)
    stream = site.state.streams._stream_changes(stored.id, changed := asyncio.Event())
    first = [await anext(stream), await anext(stream)]
    site.state.games.make_saver(stored)(game.play(Guess(Seat.B, WORDS[KEY.a.index("g")])))
    changed.set()
    return [*first, await anext(stream)]
