"""What a report says of games written by hand."""

import io
from dataclasses import replace

import pytest
from runs import HEADER, result

from duo.core.position import Outcome
from duo.core.refusal import Refusal
from duo.lab.report import compare, report
from duo.lab.statistics import Pairs

LOST = {"score": None, "found": 9}


def counted(*games, header=HEADER):
    return report(io.BytesIO("".join(f"{line}\n" for line in (header, *games)).encode()))


FOUR = (
    result(0, turns=5, bystanders=0, score=17),
    result(1, turns=8, bystanders=3, score=8),
    result(2, turns=4, bystanders=1, result=Outcome.ASSASSIN, **LOST),
    result(3, turns=9, bystanders=4, result=Outcome.SUDDEN_DEATH, sudden_death=True, **LOST),
)


def test_games_are_counted():
    found = counted(*FOUR)
    assert found.games == 4
    assert found.win_rate.value == 0.5
    assert found.assassins.value == 0.25
    assert found.sudden_deaths == 1
    assert found.outcomes == {"won": 2, "lost:assassin": 1, "lost:sudden-death": 1, "lost:tokens": 0}
    figures = found.figures()
    assert figures["mean_turns"] == 6.5
    assert figures["mean_bystanders"] == 2.0
    assert figures["mean_score"] == 12.5
    assert figures["mean_found"] == 12.0


def test_values_between_that_no_game_had_are_shown_as_none():
    assert counted(*FOUR).turns == {4: 1, 5: 1, 6: 0, 7: 0, 8: 1, 9: 1}


def test_games_without_a_win_have_no_score():
    found = counted(result(0, result=Outcome.TOKENS, **LOST))
    assert found.scores == {}
    assert found.figures()["mean_score"] is None


def test_a_run_without_games_has_no_rate():
    with pytest.raises(Refusal, match="no game"):
        counted()


def test_two_runs_over_the_same_tables_are_compared():
    other = counted(result(0), result(1, result=Outcome.ASSASSIN, **LOST), header=replace(HEADER, giver="margin"))
    assert compare(counted(*FOUR), other) == Pairs(both=1, only_first=1)


@pytest.mark.parametrize("change", [{"seed": 8}, {"mission": "9-5"}, {"words": "def"}, {"lang": "fr"}])
def test_runs_over_other_tables_are_not(change):
    header = replace(HEADER, **change)
    other = counted(result(0, seed=header.game_seed(0)), header=header)
    with pytest.raises(Refusal, match="different tables"):
        compare(counted(*FOUR), other)
