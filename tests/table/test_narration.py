"""Sentences for the events of a game."""

import pytest
from boards import A, B

from duo import text
from duo.core.key import Colour
from duo.core.position import Outcome, Touch
from duo.table import events
from duo.table.narration import Narrator

EVENTS = [
    events.ClueGiven(A, "ocean", 2),
    events.PenaltyPaid(A),
    events.NothingToGoBy(A),
    *(events.Touched(Touch(A, "WHALE", 0, colour), 0) for colour in Colour),
    events.Touched(Touch(A, "WHALE", 0, Colour.BYSTANDER), 1),
    events.Touched(Touch(A, "WHALE", 0, Colour.BYSTANDER), 2),
    events.TurnStopped(A),
    events.SideFinished(A),
    events.SuddenDeathBegan((A, B)),
    events.SuddenDeathBegan((A,)),
    *(events.GameEnded(outcome) for outcome in Outcome),
]


@pytest.mark.parametrize("language", text.LANGUAGES)
def test_every_event_has_a_sentence_of_its_own_for_each_hearer(language):
    text.set_language(language)
    for hearer in (A, B, None):
        sentences = [Narrator(hearer).describe(event) for event in EVENTS]
        assert len(set(sentences)) == len(sentences)
        assert not any("{" in sentence for sentence in sentences)


def test_you_and_your_partner_are_told_apart():
    touch = events.Touched(Touch(A, "WHALE", 0, Colour.GREEN), 0)
    assert Narrator(A).describe(touch) == "You touch WHALE: an agent!"
    assert Narrator(B).describe(touch) == "Your partner touches WHALE: an agent!"
    assert Narrator().describe(touch) == "A touches WHALE: an agent!"


def test_a_miss_says_what_it_costs():
    one, two = (events.Touched(Touch(A, "WHALE", 0, Colour.BYSTANDER), tokens) for tokens in (1, 2))
    assert "a token lies on the word" in Narrator(A).describe(one)
    assert "costs two" in Narrator(A).describe(two)
