"""Self-play games: the same seed gives the same games, whoever plays them."""

import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest

from duo.core.game import read
from duo.core.mission import Mission
from duo.core.position import Outcome
from duo.core.refusal import Refusal
from duo.lab import executors
from duo.lab.ledger import ResultsLedger
from duo.lab.match import SelfPlayRun
from duo.lab.results import GameResult
from duo.mind import registry
from duo.mind.giver.giver import Suggestion
from duo.words.wordlist import shipped_wordlist

GAMES = 3


@pytest.fixture(scope="module")
def match():
    return SelfPlayRun.between("regular", "human-like", shipped_wordlist("en"), seed=3, mission=Mission(9, 5))


@pytest.fixture(scope="module")
def alone(match):
    """The games, played one after another in this process."""
    return [match.play_indexed_game(index) for index in range(GAMES)]


def test_a_game_is_decided_by_its_seed(match, alone):
    assert match.play_indexed_game(2) == alone[2]
    assert len({game.game for game in alone}) == GAMES


def test_every_game_is_a_record_that_fits_its_figures(alone):
    for result in alone:
        game = read(result.game)
        assert str(game.final.mission) == "9-5"
        assert (game.final.outcome(), game.final.turns, game.final.found) == (result.result, result.turns, result.found)
        assert game.header("Seed") == str(result.seed)


@pytest.mark.parametrize("jobs", [1, 2])
def test_games_are_the_same_with_any_number_of_jobs(match, alone, jobs):
    with executors.local_executor(jobs) as players:
        assert list(match.play_games(range(GAMES), players)) == alone


def test_games_of_a_dask_cluster_are_the_same(match, alone):
    distributed = pytest.importorskip("distributed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as workers,
        executors.cluster_executor(workers.scheduler_address) as players,
    ):
        assert players.parallel_games == 2
        assert list(match.play_games(range(GAMES), players)) == alone


def test_a_scheduler_that_does_not_answer_is_named(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.setattr(executors, "_CONNECT_TIMEOUT", 1)
    with pytest.raises(Refusal, match=r"tcp://127\.0\.0\.1:9"), executors.cluster_executor("tcp://127.0.0.1:9"):
        pass


def test_unknown_players_are_refused_before_the_first_game():
    with pytest.raises(Refusal, match="there is no giver nobody"):
        SelfPlayRun.between("nobody", "expert", shipped_wordlist("en"), seed=0, mission=Mission(9, 9))


def test_a_worker_with_other_models_does_not_play(match):
    elsewhere = replace(match, header=replace(match.header, models={"en": "other"}))
    with pytest.raises(Refusal, match=r"game 0 \(seed .*other models"):
        elsewhere.play_indexed_game(0)


def start(out):
    """Start a long run and wait for its first game."""
    command = [
        sys.executable,
        "-c",
        "from duo.cli.main import main; main()",
        "lab",
        "selfplay",
        "--count",
        "1000",
        "--seed",
        "3",
        "--jobs",
        "1",
        "--giver",
        "regular",
        "--guesser",
        "human-like",
        "--mission",
        "9-5",
        "--out",
        str(out),
    ]
    running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    while not out.exists() or out.read_text().count("\n") < 2:
        assert running.poll() is None, running.stderr.read()
        time.sleep(0.05)
    return running


def test_an_interrupted_run_leaves_whole_lines_and_goes_on(tmp_path, match, alone):
    out = tmp_path / "run.jsonl"
    running = start(out)
    running.send_signal(signal.SIGINT)
    _, errors = running.communicate(timeout=60)
    assert running.returncode == 1
    assert "Traceback" not in errors
    with ResultsLedger(out, match.header) as ledger:
        games = ledger.games
    lines = out.read_text().splitlines()
    assert len(lines) == games + 1
    assert lines[1 : 1 + GAMES] == [str(game) for game in alone][:games]


def test_a_killed_run_leaves_no_players_behind(tmp_path):
    psutil = pytest.importorskip("psutil")
    running = start(tmp_path / "run.jsonl")
    players = psutil.Process(running.pid).children(recursive=True)
    running.kill()
    running.communicate(timeout=60)
    assert players
    assert psutil.wait_procs(players, timeout=60)[1] == []


class Cheat:
    """A giver whose clue is the word that it means."""

    def suggest(self, view, top):
        agents = (word for word, colour in zip(view.words, view.own, strict=True) if colour == "g")
        agent = next(word for word in agents if word in view.visible_words)
        return [Suggestion(agent, 1, (agent,), p_all=1.0, expected=1.0, black=0.0, tan=0.0, reason="")]


def test_a_giver_that_cheats_is_reported_and_disqualified(monkeypatch):
    monkeypatch.setitem(registry._BUILT_IN_GIVERS, "cheat", lambda lang, ear: Cheat())
    match = SelfPlayRun.between("cheat", "regular", shipped_wordlist("en"), seed=3, mission=Mission(9, 9))
    played = match.play_indexed_game(0)
    game = read(played.game)
    assert [clue.clue for clue in played.illegal] == [turn.clue.word for turn in game.final.clues]
    assert {clue.rule for clue in played.illegal} == {"visible-word"}
    assert game.final.discarded == len(played.illegal)
    assert not replace(played, result=Outcome.WON).won
    assert GameResult.parse(str(played), match.header, 0) == played


def test_the_line_of_an_honest_game_is_as_it_was(alone):
    assert all('"illegal"' not in str(game) and not game.illegal for game in alone)
