"""A reason is a value; its sentence is made in the language of whoever reads it."""

import random
from itertools import pairwise

import pytest

from duo.core.key import Colour, Seat, deal
from duo.core.position import Position
from duo.mind import registry
from duo.mind.giver.giver import Suggestion
from duo.mind.giver.query import clue_query_from_words
from duo.mind.giver.reason import ClueReason, Danger, MarginReason, format_reason
from duo.text import in_language
from duo.words.wordlist import draw_words, shipped_wordlist

LION = Danger("LION", Colour.ASSASSIN, 0.04)
FORK = Danger("FORK", Colour.BYSTANDER, 0.126)


@pytest.mark.parametrize(
    ("reason", "english", "french"),
    [
        (
            ClueReason(("ICE",), (FORK, LION)),
            "ICE comes to mind; closest other word: FORK, 13%; closest assassin: LION, 4%",
            "ICE vient à l'esprit ; mot le plus proche ensuite : FORK, 13 % ; Assassin le plus proche : LION, 4 %",
        ),
        (
            ClueReason(("ICE", "BERRY"), (LION, FORK), ("BERRY",)),
            (
                "ICE and BERRY come to mind; it recalls BERRY from an earlier clue; "
                "closest other word: LION (an assassin), 4%"
            ),
            None,
        ),
        (ClueReason(("A", "B", "C")), "A, B and C come to mind; no other word is in the way", None),
        (MarginReason(("ICE",)), "ICE: closer than every other word", "ICE : plus près que tout autre mot"),
        ("What a plugin says.", "What a plugin says.", "What a plugin says."),
    ],
)
def test_a_reason_is_read_in_both_languages(reason, english, french):
    clue = Suggestion("cold", 1, ("ICE",), p_all=0.8, expected=0.8, black=0.04, tan=0.16, reason=reason)
    assert clue.why == format_reason(reason) == english
    with in_language("fr"):
        if french is not None:
            assert clue.why.translate({0xA0: " ", 0x202F: " "}) == french
        assert (clue.why == english) == isinstance(reason, str)
    assert clue.why == english


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_reason_of_a_clue_is_the_same_value_in_whichever_language_it_is_asked_for(lang):
    board = draw_words(shipped_wordlist(lang), random.Random(7))
    query = clue_query_from_words(board[:9], board[9:22], board[22:])
    giver = registry.ai_giver(lang)
    with in_language("en"):
        english = giver.answer(query, 5)
    with in_language("fr"):
        french = giver.answer(query, 5)
    assert french == english


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_dangers_are_all_other_words_the_likeliest_first_and_add_up_to_the_risk(lang):
    board = draw_words(shipped_wordlist(lang), random.Random(8))
    query = clue_query_from_words(board[:9], board[9:22], board[22:])
    for clue in registry.ai_giver(lang).answer(query, 5):
        dangers = clue.reason.dangers
        assert clue.reason.targets == clue.targets
        assert {danger.word for danger in dangers} == {*query.bystanders, *query.assassins}
        assert all(one.chance >= other.chance for one, other in pairwise(dangers))
        assassins = [danger.chance for danger in dangers if danger.colour is Colour.ASSASSIN]
        assert sum(assassins) == pytest.approx(clue.black)
        assert sum(danger.chance for danger in dangers) <= clue.black + clue.tan + 1e-6


def test_the_baseline_gives_its_targets_as_the_reason():
    position = Position.start(draw_words(shipped_wordlist("en"), random.Random(9)), deal(random.Random(9)))
    for clue in registry.giver("margin", "en", random.Random(1)).suggest(position.view(Seat.A), 3):
        assert clue.reason == MarginReason(clue.targets)


def test_a_bot_may_give_its_reason_as_text():
    by_name = Suggestion(word="sea", count=1, targets=("WHALE",), p_all=1, expected=1, black=0, tan=0, why="it swims")
    by_place = Suggestion("sea", 1, ("WHALE",), 1, 1, 0, 0, "it swims")
    assert by_name == by_place
    assert by_name.why == "it swims"
    assert Suggestion("sea", 1, ("WHALE",), 1, 1, 0, 0).why == ""
