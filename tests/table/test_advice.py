"""Advice for a person, with the shipped model."""

import re

import pytest
from boards import KEY, WORDS, A, B, words_of

from duo.core.game import Game
from duo.core.key import KeyCard
from duo.core.mission import STANDARD, Mission
from duo.core.position import Clue, Guess, Phase, Position, Stop
from duo.mind import registry
from duo.mind.giver import alternatives
from duo.mind.giver.query import clue_query_from_view
from duo.mind.giver.reason import format_percent
from duo.mind.guesser.query import public_guess_query
from duo.mind.registry import ai_guesser
from duo.table.advice import ModelAdvisor
from duo.text import in_language

START = Position.start(WORDS, KEY)


@pytest.fixture(scope="module")
def advisor():
    return ModelAdvisor("en")


def position_after(*moves, mission=STANDARD):
    position = Position.start(WORDS, KEY, mission)
    for move in moves:
        position = position.apply(move)
    return position


def test_a_clue_is_judged_against_the_visible_words(advisor):
    assert "WHALE" in advisor.clue_problem(START.view(A), Clue(A, "whales", 1))
    assert advisor.clue_problem(START.view(A), Clue(A, "zeppelin", 1)) is None
    found = position_after(Clue(A, "sea", 1), Guess(B, "WHALE"))
    assert advisor.clue_problem(found.view(B), Clue(A, "whale", 1)) is None


def test_hints_for_a_clue_speak_of_ones_own_agents_and_say_more_each_time(advisor):
    nudge, several, reasons = (" ".join(advisor.hint(START.view(A), level)) for level in (1, 2, 3))
    named = [word for word in WORDS if word in nudge.split(".")[0].replace(",", "").split()]
    assert named
    assert set(named) <= set(words_of(A, "g"))
    assert several.count(",") == 4
    assert "comes to mind" in reasons or "come to mind" in reasons


def test_the_clues_of_a_hint_are_different_ideas(advisor):
    found = alternatives.diverse_clues(registry.ai_giver("en"), clue_query_from_view(START.view(A)), 5)
    assert len({frozenset(clue.targets) for clue in found}) == len(found) == 5
    assert all(clue.word.upper() in advisor.hint(START.view(A), 2)[0] for clue in found)


@pytest.mark.parametrize("level", [1, 2, 3])
def test_a_hint_for_a_seat_that_has_nothing_to_decide_says_so(advisor, level):
    own_clue = position_after(Clue(A, "royalty", 2))
    assassin = next(word for word in words_of(A, "x"))
    over = own_clue.apply(Guess(B, assassin))
    for view in (own_clue.view(A), over.view(A), over.view(B)):
        assert advisor.hint(view, level) == ["It is not your turn: there is nothing to decide just now."]


def test_a_chance_is_not_torn_from_its_sign(advisor):
    view = position_after(Clue(B, "royalty", 2)).view(A)
    assert re.search(r"\d%", advisor.hint(view, 2)[0])
    with in_language("fr"):
        assert re.search(r"\d\N{NO-BREAK SPACE}%", advisor.hint(view, 2)[0])


def test_hints_for_a_guess_point_at_what_the_clue_brings_to_mind(advisor):
    view = position_after(Clue(B, "royalty", 2)).view(A)
    row, words, reasons = (advisor.hint(view, level) for level in (1, 2, 3))
    assert row[0] in ("Look closely at row 1.", "Look closely at row 2.")
    assert "KING" in words[0] or "QUEEN" in words[0]
    assert any("ROYALTY" in reason for reason in reasons)


def test_hints_go_on_in_sudden_death(advisor):
    agent = words_of(A, "g")[-1]
    position = position_after(Clue(A, "sky", 1), Guess(B, agent), Stop(B), mission=Mission(1, 1))
    assert position.phase is Phase.SUDDEN_DEATH
    for level in (1, 2, 3):
        assert advisor.hint(position.view(A), level)
        assert advisor.hint(position.view(B), level)


def play_game(*moves):
    game = Game.start(WORDS, KEY)
    for move in moves:
        game = game.play(move)
    return game


def test_a_touch_is_explained_by_the_chance_with_which_it_was_decided(advisor):
    game = play_game(Clue(A, "sea", 2), Guess(B, "WHALE"), Guess(B, "PIRATE"), Stop(B))
    *_, second, _touched, _stopped = game.positions()
    ranking, _ = ai_guesser("en").answer(public_guess_query(second, B))
    chance = next(ranked.p for ranked in ranking if ranked.word == "PIRATE")
    [explanations] = advisor.explain_partner(game, A, "pirate")
    assert explanations.startswith(
        f"PIRATE: for SEA, with a chance of {format_percent(chance)}. What else came to mind: "
    )
    assert "WHALE" not in explanations
    assert advisor.explain_partner(game, A, "whale")[0].startswith("WHALE: for SEA")
    assert "has not touched" in advisor.explain_partner(game, A, "moon")[0]
    assert "has not touched" in advisor.explain_partner(Game.start(WORDS, KEY), A, "")[0]


def test_an_old_clues_find_is_told_as_such(advisor):
    game = play_game(
        Clue(A, "sea", 2),
        Guess(B, "WHALE"),
        Stop(B),
        Clue(B, "astronomy", 1),
        Guess(A, "COMET"),
        Stop(A),
        Clue(A, "monarch", 1),
        Guess(B, "PIRATE"),
    )
    assert advisor.explain_partner(game, A, "")[0].startswith("PIRATE: for SEA, ")


def test_a_stop_is_explained_by_the_next_word_and_why_that_was_not_enough(advisor):
    game = play_game(Clue(A, "ocean", 1), Guess(B, "WHALE"), Stop(B))
    for about in ("", "stop"):
        assert advisor.explain_partner(game, A, about)[0].startswith(
            "Stopped: the clues seem answered; the likeliest word, SHARK, "
        )
    vague = play_game(Clue(A, "building", 3), Guess(B, "CASTLE"), Stop(B))
    [explanations] = advisor.explain_partner(vague, A, "")
    assert explanations.startswith("Stopped: the next word was TOWER for BUILDING, with a chance of ")
    touched = play_game(Clue(A, "ocean", 1), Guess(B, "WHALE"))
    assert "has not touched" in advisor.explain_partner(touched, A, "stop")[0]


def test_what_is_explained_does_not_depend_on_how_a_word_is_spelt(advisor):
    game = play_game(Clue(A, "ocean", 1), Guess(B, "WHALE"))
    assert (
        advisor.explain_partner(game, A, "Whale")
        == advisor.explain_partner(game, A, "WHALE")
        == advisor.explain_partner(game, A, "")
    )


def test_why_tells_nothing_of_the_partners_own_side(advisor):
    """Play the same touches on cards that differ only in what the partner alone sees."""
    moves = (Clue(A, "sea", 2), Guess(B, "WHALE"), Guess(B, "PIRATE"), Stop(B))
    bystanders = [place for place in range(25) if KEY.a[place] == "."]
    letters = list(KEY.b)
    for place, other in zip(bystanders, reversed(bystanders), strict=True):
        letters[place] = KEY.b[other]
    other = KeyCard(KEY.a, "".join(letters))
    assert other != KEY
    explanations = []
    for key in (KEY, other):
        game = Game.start(WORDS, key)
        for move in moves:
            game = game.play(move)
        explanations.append([advisor.explain_partner(game, A, about) for about in ("whale", "pirate", "stop", "")])
    assert explanations[0] == explanations[1]
