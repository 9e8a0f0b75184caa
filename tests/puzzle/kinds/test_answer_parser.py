"""Words of the board are understood as people type them."""

import random

import pytest

from duo.core.refusal import Refusal
from duo.core.word import fold
from duo.puzzle.kinds.answer_parser import parse_word_places
from duo.words.wordlist import draw_words, shipped_wordlist

BOARD = ("WHALE", "ICE CREAM", "BAT", "BATTERY", "CŒUR", "ÉLÈVE", "LOCH NESS", "ICE")


@pytest.mark.parametrize(
    ("typed", "places"),
    [
        ("WHALE", [0]),
        ("whale", [0]),
        ("  Whale ,bat", [0, 2]),
        ("whale; bat", [0, 2]),
        ("whale bat", [0, 2]),
        ("bat, whale", [2, 0]),
        ("ice cream", [1]),
        ("ICE_CREAM bat", [1, 2]),
        ("ice  cream, bat", [1, 2]),
        ("ice", [7]),
        ("coeur", [4]),
        ("élève", [5]),
        ("wh", [0]),
        ("batt", [3]),
        ("bat", [2]),
        ("lo", [6]),
        ("w b", None),
        ("ba", None),
        ("eleve", None),
        ("whale, shark", None),
        ("cream", None),
        ("", []),
        (" , ; ", []),
        ("whale, whale", [0, 0]),
    ],
)
def test_typed_words_become_places(typed, places):
    if places is None:
        with pytest.raises(Refusal, match="is not on the board"):
            parse_word_places(typed, BOARD)
    else:
        assert parse_word_places(typed, BOARD) == places


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_word_of_every_board_is_understood_in_any_case_and_as_a_token(lang):
    rng = random.Random(3)
    for _ in range(40):
        board = draw_words(shipped_wordlist(lang), rng)
        chosen = rng.sample(range(25), 6)
        words = [board[place] for place in chosen]
        for typed in (", ".join(words), ",".join(words).lower(), " ".join(word.replace(" ", "_") for word in words)):
            assert parse_word_places(typed, board) == chosen


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_start_of_a_word_is_enough_exactly_if_no_other_word_starts_so(lang):
    rng = random.Random(4)
    for _ in range(20):
        board = [fold(word) for word in draw_words(shipped_wordlist(lang), rng) if word.isalpha()]
        for place, word in enumerate(board):
            for length in range(1, len(word)):
                start = word[:length]
                matches = [other for other in board if other.startswith(start)]
                if start in board or len(matches) == 1:
                    assert parse_word_places(start, board) == [board.index(start) if start in board else place]
                else:
                    with pytest.raises(Refusal):
                        parse_word_places(start, board)


def test_the_word_that_is_not_on_the_board_is_named_without_control_characters():
    with pytest.raises(Refusal, match="zebra") as refused:
        parse_word_places("whale, zebra\x1b[31m", BOARD)
    assert str(refused.value).isprintable()
