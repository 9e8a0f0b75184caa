"""Views and events as JSON, which never reveal the side that a seat may not know."""

import json
import random
from pathlib import Path

import jsonschema
import pytest
from boards import KEY, WORDS, A, B, words_of

from duo.core.game import Game
from duo.core.key import PATTERN, KeyCard, Seat
from duo.core.mission import Mission
from duo.core.position import Clue, Guess
from duo.core.referee import legal_moves
from duo.table.events import NothingToGoBy
from duo.table.json_views import EVENT_NAMES, event_json, events_json, view_json
from duo.table.session import Session

SCHEMAS = Path(__file__).parents[2] / "docs" / "schemas"
VIEW, EVENT = (json.loads((SCHEMAS / f"duo-{name}.json").read_text("utf-8")) for name in ("view", "event"))
CLUES = ["OCEAN", "MUSIC", "ROYAL", "METAL", "ANIMAL"]


def play_randomly(seed):
    """A game of random moves, with all its events and the views of both seats after each."""
    rng = random.Random(seed)
    session = Session(Game.start(WORDS, KEY, Mission(rng.randint(1, 9), 1), rng.choice([(), ("several-clues",)])))
    while session.acting_order:
        seat = rng.choice(session.acting_order)
        if session.position.phase == "clue":
            meant = tuple(rng.sample(WORDS, 2)) if rng.random() < 0.5 else ()
            move = Clue(seat, rng.choice(CLUES), rng.randint(1, 3), rng.random() < 0.1, meant)
        else:
            moves = [move for move in legal_moves(session.position) if move.seat is seat]
            green = [move for move in moves if isinstance(move, Guess) and move.word in words_of(seat.other, "g")]
            move = rng.choice(green if green and rng.random() < 0.8 else moves)
        yield session.submit(move), session.position


@pytest.mark.parametrize("seed", range(20))
def test_every_view_and_event_of_a_game_fits_its_schema(seed):
    for happened, position in play_randomly(seed):
        for event in happened:
            jsonschema.validate(json.loads(json.dumps(event_json(event))), EVENT)
        for seat in Seat:
            jsonschema.validate(json.loads(json.dumps(view_json(position.view(seat)))), VIEW)


def test_every_kind_of_event_is_told():
    event_names = {
        event["event"] for seed in range(60) for happened, _ in play_randomly(seed) for event in events_json(happened)
    }
    # Only programs announce that they have nothing to go by.
    assert event_json(NothingToGoBy(Seat.B)) == {"event": "nothing-to-go-by", "seat": "B"}
    assert event_names == set(EVENT_NAMES.values()) - {"nothing-to-go-by"}


@pytest.mark.parametrize("seat", Seat)
def test_a_view_tells_nothing_of_the_partners_side_that_was_not_shown(seat):
    """Two cards that differ in one pair of cells that nobody has touched give the same JSON."""
    other = swap_cells(KEY, seat)
    assert other.side(seat) == KEY.side(seat)
    assert other != KEY
    for key in (KEY, other):
        assert dict.fromkeys(PATTERN) == dict.fromkeys(sorted(set(key.pairs()), key=list(PATTERN).index))
    views = [view_json(Game.start(WORDS, key).play(Clue(seat, "OCEAN", 2)).final.view(seat)) for key in (KEY, other)]
    assert views[0] == views[1]


def swap_cells(key, seat):
    """The card with two cells of the partner's side exchanged where the seat's own side has one colour."""
    own, partner = key.side(seat), list(key.side(seat.other))
    places = [place for place, colour in enumerate(own) if colour == "."]
    first = places[0]
    second = next(place for place in places if partner[place] != partner[first])
    partner[first], partner[second] = partner[second], partner[first]
    sides = {seat: own, seat.other: "".join(partner)}
    return KeyCard(sides[A], sides[B])


def test_what_was_meant_is_told_to_the_giver_alone():
    position = Game.start(WORDS, KEY).play(Clue(A, "OCEAN", 2, meant=("WHALE", "SHARK"))).final
    assert view_json(position.view(A))["clues"][0]["meant"] == ["WHALE", "SHARK"]
    assert view_json(position.view(B))["clues"][0]["meant"] == []
