"""`duo play`, `duo watch`, `duo review` and a city of the map, from the command line."""

import json

import pytest
from boards import KEY, WORDS, A, B, winning_moves, words_of

from duo.core.game import Game
from duo.core.position import Clue, Guess, Outcome
from duo.core.record import read
from duo.table.campaigns import CampaignFolder
from duo.table.missionmap import shipped
from duo.table.setting import today

TABLE = ["--words", ",".join(WORDS), "--key", KEY.code, "--lang", "en"]


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("DUO_HOME", str(tmp_path))
    monkeypatch.setenv("DUO_PACE", "0")
    return tmp_path


@pytest.fixture
def campaigns(home):
    return CampaignFolder(home / "campaigns")


def only_game(home):
    [path] = (home / "games").glob("*.duo")
    return read(path.read_text())


def test_watching_ends_by_itself_and_is_the_same_for_the_same_seed(duo):
    first, second = (duo("watch", "--fast", "--seed", "7") for _ in range(2))
    assert first.code == 0
    assert first.stdout == second.stdout
    assert "Mission" in first.stdout
    assert "\x1b" not in first.stdout


def test_watching_for_programs_tells_figures_and_record(duo, tmp_path):
    told = json.loads(duo("watch", "--seed", "7", "--json", "--out", tmp_path / "g.duo").stdout)
    game = read(told["record"])
    assert told["result"] == game.final.outcome()
    assert (tmp_path / "g.duo").read_text() == told["record"]
    assert game.header("Seed") == "7"
    assert game.header("Model")
    assert game.header("Wordlist")


def test_the_end_of_input_leaves_the_mission_to_be_gone_on_with(duo, home):
    ran = duo("play", "--seed", "3", stdin="")
    assert ran.code == 0
    assert "The mission is saved" in ran.stdout
    assert only_game(home).header("A") == "person"
    assert "Go on? [Y/n]" in duo("play", stdin="").stdout


def test_a_broken_save_is_reported_and_the_play_goes_on(duo, home):
    (home / "games").mkdir()
    (home / "games" / "2020-01-01-000000-dead.duo").write_text("rubbish")
    ran = duo("play", stdin="")
    assert "could not be read and was put aside" in ran.stdout
    assert ran.code == 0


def test_options_lay_the_table(duo, home):
    options = ["--seat", "B", "--partner", "bold", "--level", "beginner", "--mission", "Cairo", "--variants", "zero"]
    assert duo("play", *options, stdin="").code == 0
    game = only_game(home)
    assert (game.header("A"), game.header("B")) == ("duo bold beginner", "person")
    assert str(game.final.mission) == "Cairo 9-5"
    assert game.final.variants == {"zero"}


@pytest.mark.parametrize(
    ("options", "code"),
    [(["--tokens", "0"], 1), (["--key", "nonsense"], 1), (["--words", "A,B"], 1), (["--seat", "C"], 2)],
)
def test_what_cannot_be_played_is_refused(duo, options, code):
    ran = duo("play", *options, stdin="")
    assert ran.code == code
    assert ran.stderr


def test_the_daily_game_is_the_same_for_everybody_and_is_gone_on_with(duo, home):
    duo("play", "--daily", "--lang", "en", stdin="")
    duo("play", "--daily", "--lang", "en", stdin="")
    game = only_game(home)
    name = game.header("Daily")
    assert name.startswith(f"{today()} en ")
    assert game.header("Model")[:6] in name
    assert game.header("Wordlist")[:6] in name
    assert duo("play", "--daily", "--seed", "3").code == 2


def test_a_city_is_played_and_its_result_entered_by_itself(duo, home, campaigns):
    campaigns.create("Ann", shipped())
    assert "still locked" in duo("campaign", "play", "Cairo").stderr
    ran = duo("campaign", "play", "Prague", "--words", ",".join(WORDS), "--lang", "en", "--seed", "5", stdin="")
    assert ran.code == 0
    key = only_game(home).final.key
    assassin = next(word for word, letter in zip(WORDS, key.b, strict=True) if letter == "x")
    ran = duo("play", stdin=f"\n\n{assassin}\nn\n")
    assert "Entered in the campaign of Ann: Prague" in ran.stdout
    [played] = campaigns.load("Ann").campaign.games
    assert played.result == Outcome.ASSASSIN
    assert "lost to an assassin" in duo("campaign", "log").stdout


def test_a_finished_game_that_was_not_entered_is_entered_later(campaigns):
    campaigns.create("Ann", shipped())
    game = Game.start(WORDS, KEY, shipped().city("Prague").mission, more={"Team": "Ann", "City": "Prague"})
    for move in winning_moves():
        game = game.play(move)
    before, after = campaigns.catch_up("Ann", [game], "2026-01-01")
    assert [city.name for city in after.campaign.opened_since(before)] == ["Berlin", "Cairo", "Moscow"]
    again, _ = campaigns.catch_up("Ann", [game], "2026-01-02")
    assert len(again.games) == 1


def test_a_review_tells_every_turn_with_chances_and_alternatives(duo, tmp_path):
    game = Game.start(WORDS, KEY)
    moves = [Clue(A, "SEA", 2, meant=("WHALE", "PIRATE")), Guess(B, "WHALE"), Guess(B, words_of(A, "x")[0])]
    for move in moves:
        game = game.play(move)
    path = tmp_path / "game.duo"
    path.write_text(str(game))
    told = json.loads(duo("review", path, "--json").stdout)
    [turn] = told["turns"]
    assert turn["meant"] == ["WHALE", "PIRATE"]
    assert [touch["colour"] for touch in turn["touches"]] == ["g", "x"]
    assert all(0 <= touch["p"] <= 1 for touch in turn["touches"])
    assert len(turn["alternatives"]) == 3
    shown = duo("review", path).stdout
    assert "1A SEA 2  meant: WHALE, PIRATE" in shown
    assert "Instead:" in shown


def test_a_broken_record_is_refused(duo, tmp_path):
    path = tmp_path / "game.duo"
    path.write_text("rubbish")
    ran = duo("review", path)
    assert ran.code == 1
    assert str(path) in ran.stderr
