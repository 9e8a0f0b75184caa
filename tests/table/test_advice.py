"""Help for a person, with the model that ships."""

import pytest
from boards import KEY, WORDS, A, B, words_of

from duo.core.mission import STANDARD, Mission
from duo.core.position import Clue, Guess, Phase, Position, Stop
from duo.table.advice import HouseAdvisor

START = Position.start(WORDS, KEY)


@pytest.fixture(scope="module")
def advisor():
    return HouseAdvisor("en")


def after(*moves, mission=STANDARD):
    position = Position.start(WORDS, KEY, mission)
    for move in moves:
        position = position.apply(move)
    return position


def test_a_clue_is_judged_against_the_visible_words(advisor):
    assert "WHALE" in advisor.objection(START.view(A), Clue(A, "whales", 1))
    assert advisor.objection(START.view(A), Clue(A, "zeppelin", 1)) is None
    found = after(Clue(A, "sea", 1), Guess(B, "WHALE"))
    assert advisor.objection(found.view(B), Clue(A, "whale", 1)) is None


def test_hints_for_a_clue_speak_of_ones_own_agents_and_say_more_each_time(advisor):
    nudge, several, reasons = (" ".join(advisor.hint(START.view(A), level)) for level in (1, 2, 3))
    named = [word for word in WORDS if word in nudge.split(".")[0].replace(",", "").split()]
    assert named
    assert set(named) <= set(words_of(A, "g"))
    assert several.count(",") == 4
    assert "comes to mind" in reasons or "come to mind" in reasons


def test_hints_for_a_guess_point_at_what_the_clue_brings_to_mind(advisor):
    view = after(Clue(B, "royalty", 2)).view(A)
    row, words, reasons = (advisor.hint(view, level) for level in (1, 2, 3))
    assert row[0] in ("Look closely at row 1.", "Look closely at row 2.")
    assert "KING" in words[0] or "QUEEN" in words[0]
    assert any("ROYALTY" in reason for reason in reasons)


def test_hints_go_on_in_sudden_death(advisor):
    agent = words_of(A, "g")[-1]
    position = after(Clue(A, "sky", 1), Guess(B, agent), Stop(B), mission=Mission(1, 1))
    assert position.phase is Phase.SUDDEN_DEATH
    for level in (1, 2, 3):
        assert advisor.hint(position.view(A), level)
        assert advisor.hint(position.view(B), level)


def test_a_touch_is_explained_by_the_clue(advisor):
    view = after(Clue(A, "sea", 2), Guess(B, "WHALE"), Guess(B, "PIRATE"), Stop(B)).view(A)
    [about_last] = advisor.why(view, "")
    assert about_last.startswith("PIRATE: your clue SEA brought to mind ")
    assert "WHALE" not in about_last
    assert advisor.why(view, "whale")[0].startswith("WHALE: your clue SEA")
    assert "no such word" in advisor.why(view, "moon")[0]
    assert "no such word" in advisor.why(START.view(A), "")[0]
