"""An interrupted run resumes, and files with other contents are left alone."""

from dataclasses import replace

import pytest
from runs import HEADER, result

from duo.core.refusal import Refusal
from duo.lab.ledger import ResultsLedger


@pytest.fixture
def path(tmp_path):
    return tmp_path / "run.jsonl"


def keep(path, *games, header=HEADER):
    with ResultsLedger(path, header) as ledger:
        for game in games:
            ledger.add(game)
        return ledger.games


def test_a_run_in_two_sittings_is_the_run_in_one(path, tmp_path):
    assert keep(path, result(0)) == 1
    assert keep(path, result(1), result(2)) == 3
    keep(tmp_path / "at once", result(0), result(1), result(2))
    assert path.read_bytes() == (tmp_path / "at once").read_bytes()


@pytest.mark.parametrize("lost", [1, 10, 100])
def test_a_cut_last_line_is_played_again(path, lost):
    keep(path, result(0), result(1))
    whole = path.read_bytes()
    path.write_bytes(whole[:-lost])
    assert keep(path) == 1
    assert keep(path, result(1)) == 2
    assert path.read_bytes() == whole


def test_a_header_cut_short_is_written_again(path):
    keep(path)
    whole = path.read_bytes()
    for length in range(len(whole)):
        path.write_bytes(whole[:length])
        assert keep(path) == 0
        assert path.read_bytes() == whole


def test_the_file_of_another_run_is_left_alone(path):
    keep(path, result(0))
    before = path.read_bytes()
    with pytest.raises(Refusal, match="another seed, guesser"):
        keep(path, header=replace(HEADER, seed=8, guesser="glove"))
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", ["my diary", "my diary\n", "{}\n", "\n"])
def test_a_file_that_is_no_run_is_left_alone(path, content):
    path.write_text(content)
    with pytest.raises(Refusal):
        keep(path)
    assert path.read_text() == content
