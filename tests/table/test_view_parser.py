"""Views survive the round trip through JSON."""

import json
import random

import pytest

from duo.core.game import read
from duo.core.key import Seat, deal
from duo.core.mission import Mission
from duo.core.position import Clue, Guess, Phase, Position, Stop
from duo.core.refusal import Refusal
from duo.table.json_views import view_json
from duo.table.view_parser import read_view

WORDS = tuple(f"word{number}" for number in range(25))


def through_json(view):
    return json.loads(json.dumps(view_json(view)))


def positions(rng, variants=()):
    """The positions of a random game that seldom ends early, so that it reaches finished sides and sudden death."""
    position = Position.start(WORDS, deal(rng), Mission(rng.randint(3, 11), rng.randint(0, 3)), variants)
    yield position
    while position.phase is not Phase.OVER:
        if position.phase is Phase.CLUE:
            giver = rng.choice(position.givers)
            meant = tuple(rng.sample(WORDS, rng.randint(0, 2)))
            move = Clue(giver, f"clue{len(position.clues)}", rng.randint(1, 3), rng.random() < 0.1, meant)
        else:
            by_colour = {"g": [], ".": [], "x": [], "=": []}
            for move in position.legal_moves():
                place = position.words.index(move.word) if isinstance(move, Guess) else None
                by_colour["=" if place is None else position.key.side(move.seat.other)[place]].append(move)
            wanted = rng.choices("g.x=", [10, 2, 0.1, 1 if position.phase is Phase.GUESS else 0.1])[0]
            choice = by_colour[wanted] or by_colour["g"] or by_colour["="] or by_colour["."]
            move = rng.choice(choice)
        position = position.apply(move)
        yield position


@pytest.mark.parametrize("variants", [(), ("several-clues",)])
def test_every_view_of_many_games_comes_back(variants):
    rng = random.Random(9)
    met = set()
    for _ in range(40):
        for position in positions(rng, variants):
            for seat in Seat:
                view = position.view(seat)
                assert read_view(through_json(view)) == view
            met |= {position.phase, f"{len(position.finished)} finished"}
    assert met == {*Phase, "0 finished", "1 finished", "2 finished"}


@pytest.fixture
def view():
    game = Position.start(WORDS, deal(random.Random(2)))
    agent = next(word for word, letter in zip(WORDS, game.key.a, strict=True) if letter == "g")
    game = game.apply(Clue(Seat.A, "sea", 2, meant=(agent,))).apply(Guess(Seat.B, agent)).apply(Stop(Seat.B))
    return game.view(Seat.B)


def test_a_few_fields_are_enough(view):
    few = {name: through_json(view)[name] for name in ("seat", "words", "own")}
    turn = {
        "giver": "A",
        "word": "sea",
        "count": 2,
        "touches": through_json(view)["clues"][0]["touches"],
        "stopped": True,
    }
    assert read_view(few | {"clues": [turn]}) == view


def test_what_is_meant_by_the_partner_is_not_in_it(view):
    assert view_json(view)["clues"][0]["meant"] == []


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"tokens_left": 5}, "tokens_left is 5, but by the moves it is 8"),
        ({"finished": ["A"]}, "finished"),
        ({"phase": "guess"}, "phase"),
        ({"own": "g" * 25}, "a side has 9 g"),
        ({"seat": "C"}, "seat"),
        ({"words": ["a"]}, "view.words has fewer than 25 entries"),
        ({"mission": "12-12"}, "1 to 11 tokens"),
        ({"variants": ["chaos"]}, "variants"),
        ({"clues": [{"giver": "A", "word": "two words", "count": 1}]}, "a clue is one word"),
        ({"clues": [{"giver": "A", "word": "sea", "count": 1, "stopped": True}]}, "at least one word"),
        ({"sudden": [{"seat": "A", "word": "word1", "colour": "g"}]}, "waits for a clue"),
    ],
)
def test_what_cannot_be_is_refused(view, change, reason):
    with pytest.raises(Refusal, match=reason):
        read_view(through_json(view) | change)


def test_a_colour_that_the_own_side_denies_is_refused(view):
    changed = through_json(view)
    changed["seat"] = "A"
    with pytest.raises(Refusal):
        read_view(changed)


def test_recorded_games_come_back(playthroughs):
    for text in playthroughs:
        for position in read(text).positions():
            for seat in Seat:
                assert read_view(through_json(position.view(seat))) == position.view(seat)


@pytest.fixture
def playthroughs(request):
    return [path.read_text() for path in sorted((request.config.rootpath / "tests" / "playthroughs").glob("*.duo"))]
