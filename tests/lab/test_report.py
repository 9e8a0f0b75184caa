"""Reports on games written by hand."""

import io
from dataclasses import asdict, replace

import pytest
from runs import HEADER, result

from duo.cli.terminal.lab_report import run_report_lines
from duo.core.position import Outcome
from duo.core.refusal import Refusal
from duo.lab.report import compare_runs, report_run
from duo.lab.results import IllegalClue
from duo.lab.statistics import PairedRuns

LOST = {"score": None, "found": 9}


def counted(*games, header=HEADER):
    return report_run(io.BytesIO("".join(f"{line}\n" for line in (header, *games)).encode()))


FOUR = (
    result(0, turns=5, bystanders=0, score=17),
    result(1, turns=8, bystanders=3, score=8),
    result(2, turns=4, bystanders=1, result=Outcome.ASSASSIN, **LOST),
    result(3, turns=9, bystanders=4, result=Outcome.SUDDEN_DEATH, sudden_death=True, **LOST),
)


CHEATED = IllegalClue(turn=2, seat="B", clue="WHALE", count=1, rule="visible-word", word="WHALE")


def test_a_game_with_a_clue_against_the_rules_counts_as_lost_and_is_named():
    found = counted(result(0), result(1, illegal=(CHEATED,)))
    assert found.win_rate.value == 0.5
    figures = found.figures()
    assert figures["disqualified"] == 1
    assert figures["illegal"] == [{"index": 1, **asdict(CHEATED)}]
    text = " ".join(line.plain for line in run_report_lines("run.jsonl", found, 80))
    assert "1 game is disqualified for a clue against the rules (WHALE 1 in game 1, visible-word)" in text


def test_games_are_counted():
    found = counted(*FOUR)
    assert found.games == 4
    assert found.win_rate.value == 0.5
    assert found.assassin_rate.value == 0.25
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
    assert compare_runs(counted(*FOUR), other) == PairedRuns(both=1, only_first=1)


@pytest.mark.parametrize("change", [{"seed": 8}, {"mission": "9-5"}, {"words": "def"}, {"lang": "fr"}])
def test_runs_over_other_tables_are_not(change):
    header = replace(HEADER, **change)
    other = counted(result(0, seed=header.game_seed(0)), header=header)
    with pytest.raises(Refusal, match="different tables"):
        compare_runs(counted(*FOUR), other)
