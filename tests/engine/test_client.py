"""`duo.Engine`: a real engine in a process of its own, and engines that misbehave."""

import sys

import pytest
from boards import KEY, WORDS

from duo.core.game import Game
from duo.engine.client import Engine, EngineError

GAME = Game.start(WORDS, KEY)


@pytest.fixture(scope="module")
def engine():
    with Engine() as engine:
        yield engine


def test_it_answers_every_operation(engine):
    assert engine.hello()["name"] == "duo"
    assert engine.deal(seed=7)["words"][0] == "LANCE"
    assert engine.check("whales", words=["WHALE"], count=1)["rule"] == "same-family"
    assert engine.guess(words=["WHALE", "KING"], clue="ocean", count=1)["ranking"][0]["word"] == "WHALE"


def test_a_position_in_text_form_is_answered_as_its_record(engine):
    by_record = engine.clue(record=str(GAME), seat="A", top=2)
    by_position = engine.clue(position=GAME.final.to_text(), seat="A", top=2)
    by_view = engine.clue(position=GAME.final.to_text(), seat="B", top=2)
    assert by_record == by_position != by_view


def test_a_refusal_is_an_error_with_its_code(engine):
    with pytest.raises(EngineError, match="green") as refused:
        engine.clue(top=3)
    assert refused.value.code == "bad-field"
    assert engine.hello()["name"] == "duo"


@pytest.mark.parametrize(
    ("program", "problem"),
    [
        ("", "has ended"),
        ("import sys; sys.stdin.readline(); print('nonsense')", "not JSON"),
        ("import sys; sys.stdin.readline(); print('[]')", "not an object"),
        ("import sys; sys.stdin.readline(); print('{\"id\": 7}')", "another request"),
    ],
)
def test_an_engine_that_misbehaves_gives_a_clear_error(program, problem):
    with Engine([sys.executable, "-c", program]) as engine, pytest.raises(EngineError, match=problem):
        engine.hello()


def test_a_closed_engine_says_so_and_can_be_closed_again():
    engine = Engine([sys.executable, "-c", "input()"])
    engine.close()
    engine.close()
    with pytest.raises(EngineError, match="closed"):
        engine.hello()
