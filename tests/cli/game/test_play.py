"""`duo play`, `duo watch`, `duo review` and `duo campaign play`."""

import json
import os

import pytest
from boards import KEY, WORDS, A, B, winning_moves, words_of

from duo.core.game import Game, read
from duo.core.position import Clue, Guess, Outcome, Stop
from duo.table.campaign.campaign_store import CampaignFolder
from duo.table.campaign.mission_map import shipped_map
from duo.table.dealing import today

TABLE = ["--words", ",".join(WORDS), "--key", KEY.code, "--lang", "en"]


@pytest.fixture(autouse=True)
def data_dir(tmp_path, monkeypatch):
    monkeypatch.setenv("DUO_HOME", str(tmp_path))
    monkeypatch.setenv("DUO_PACE", "0")
    return tmp_path


@pytest.fixture
def campaigns(data_dir):
    return CampaignFolder(data_dir / "campaigns")


def only_game(data_dir):
    [path] = (data_dir / "games").glob("*.duo")
    return read(path.read_text())


def test_watching_ends_by_itself_and_is_the_same_for_the_same_seed(duo):
    first, second = (duo("watch", "--fast", "--seed", "7") for _ in range(2))
    assert first.code == 0
    assert first.stdout == second.stdout
    assert "Mission" in first.stdout
    assert "\x1b" not in first.stdout


def test_watching_for_programs_tells_figures_and_record(duo, tmp_path):
    answer = json.loads(duo("watch", "--seed", "7", "--json", "--out", tmp_path / "g.duo").stdout)
    game = read(answer["record"])
    assert answer["result"] == game.final.outcome()
    assert (tmp_path / "g.duo").read_text() == answer["record"]
    assert game.header("Seed") == "7"
    assert game.header("Model")
    assert game.header("Wordlist")


def test_the_end_of_input_leaves_the_mission_to_be_gone_on_with(duo, data_dir):
    ran = duo("play", "--seed", "3", stdin="")
    assert ran.code == 0
    assert "Mission saved" in ran.stdout
    assert only_game(data_dir).header("A") == "person"
    assert "agents found)? [Y/n]" in duo("play", stdin="").stdout


def test_a_broken_save_is_reported_and_the_play_goes_on(duo, data_dir):
    (data_dir / "games").mkdir()
    (data_dir / "games" / "2020-01-01-000000-dead.duo").write_text("rubbish")
    ran = duo("play", stdin="")
    assert "could not be read and was put aside" in ran.stdout
    assert ran.code == 0


def test_options_lay_the_table(duo, data_dir):
    options = ["--seat", "B", "--style", "bold", "--level", "beginner", "--mission", "Cairo", "--variant", "zero"]
    assert duo("play", *options, stdin="").code == 0
    game = only_game(data_dir)
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


def test_the_daily_game_is_the_same_for_everybody_and_is_gone_on_with(duo, data_dir):
    duo("play", "--daily", "--lang", "en", stdin="")
    duo("play", "--daily", "--lang", "en", stdin="")
    game = only_game(data_dir)
    name = game.header("Daily")
    assert name.startswith(f"{today()} en ")
    assert game.header("Model")[:6] in name
    assert game.header("Wordlist")[:6] in name
    assert duo("play", "--daily", "--seed", "3").code == 2


def test_a_city_is_played_and_its_result_entered_by_itself(duo, data_dir, campaigns):
    campaigns.create("Ann", shipped_map())
    assert "still locked" in duo("campaign", "play", "Cairo").stderr
    ran = duo("campaign", "play", "Prague", "--words", ",".join(WORDS), "--lang", "en", "--seed", "5", stdin="")
    assert ran.code == 0
    key = only_game(data_dir).final.key
    assassin = next(word for word, letter in zip(WORDS, key.b, strict=True) if letter == "x")
    ran = duo("play", stdin=f"\n\n{assassin}\nn\n")
    assert "Added to the campaign of Ann: Prague" in ran.stdout
    [played] = campaigns.load("Ann").campaign.games
    assert played.result == Outcome.ASSASSIN
    assert "lost to an assassin" in duo("campaign", "log").stdout


def test_a_finished_game_that_was_not_entered_is_entered_later(campaigns):
    campaigns.create("Ann", shipped_map())
    game = Game.start(WORDS, KEY, shipped_map().city("Prague").mission, extra_headers={"Team": "Ann", "City": "Prague"})
    for move in winning_moves():
        game = game.play(move)
    before, after = campaigns.enter_finished_games("Ann", [game], "2026-01-01")
    assert [city.name for city in after.campaign.newly_open_cities(before)] == ["Berlin", "Cairo", "Moscow"]
    again, _ = campaigns.enter_finished_games("Ann", [game], "2026-01-02")
    assert len(again.games) == 1


def test_a_review_tells_every_turn_with_chances_and_alternatives(duo, tmp_path):
    game = Game.start(WORDS, KEY)
    moves = [Clue(A, "SEA", 2, meant=("WHALE", "PIRATE")), Guess(B, "WHALE"), Guess(B, words_of(A, "x")[0])]
    for move in moves:
        game = game.play(move)
    path = tmp_path / "game.duo"
    path.write_text(str(game))
    answer = json.loads(duo("review", path, "--json").stdout)
    [turn] = answer["turns"]
    assert turn["meant"] == ["WHALE", "PIRATE"]
    assert [touch["colour"] for touch in turn["touches"]] == ["g", "x"]
    assert all(0 <= touch["p"] <= 1 for touch in turn["touches"])
    assert len(turn["alternatives"]) == 3
    shown = duo("review", path).stdout
    assert "1A SEA 2  meant: WHALE, PIRATE" in shown
    assert "Instead:" in shown


@pytest.mark.parametrize(("touched", "early"), [(("WHALE",), True), (("WHALE", "PIRATE"), False)])
def test_a_review_explains_a_stop_before_the_number_and_no_other(duo, tmp_path, touched, early):
    game = Game.start(WORDS, KEY).play(Clue(A, "SEA", 2))
    for move in (*(Guess(B, word) for word in touched), Stop(B), Clue(B, "ROYAL", 1)):
        game = game.play(move)
    path = tmp_path / "game.duo"
    path.write_text(str(game))
    shown = duo("review", path, "--yes").stdout
    assert ("B Stopped: the next word was " in shown) is early
    assert shown.count("Stopped") == early


def test_a_broken_record_is_refused(duo, tmp_path):
    path = tmp_path / "game.duo"
    path.write_text("rubbish")
    ran = duo("review", path)
    assert ran.code == 1
    assert str(path) in ran.stderr


# Unfinished missions and reviews


def begin(duo, *options):
    return duo("play", "--new", "--words", ",".join(WORDS), "--lang", "en", *options, stdin="")


def test_missions_that_wait_are_listed_with_their_kind_given_up_and_deleted(duo, data_dir):
    assert "No unfinished mission" in duo("play", "--list").stdout
    begin(duo, "--practice", "--seed", "1")
    begin(duo, "--hot-seat", "--mission", "Cairo")
    begin(duo, "--style", "bold")
    shown = duo("play", "--list").stdout
    assert "practice, with duo balanced expert" in shown
    assert "Cairo 9-5" in shown
    assert "hot seat" in shown
    assert "with duo bold expert" in shown
    missions = json.loads(duo("play", "--list", "--json").stdout)["missions"]
    assert len(missions) == 3
    named = next(mission["id"] for mission in missions if mission["practice"])
    gone, *left = duo("play", "--give-up", named).stdout.splitlines()
    assert gone.startswith("Given up: ")
    assert "practice" in gone
    assert left
    assert "practice" not in "".join(left)
    assert duo("review", named).code == 0  # its key is no longer secret
    [record] = [path for path in (data_dir / "games").glob("*.duo") if "GivenUp" in path.read_text()]
    assert record.stem == named
    assert len(json.loads(duo("play", "--delete", "1", "--json").stdout)["missions"]) == 1
    assert len(list((data_dir / "games").glob("*.duo"))) == 2
    assert "Deleted: " in duo("play", "--delete", "1").stdout
    for wrong in ("7", "nothing", "../x"):
        ran = duo("play", "--delete", wrong)
        assert ran.code == 1
        assert "see --list" in ran.stderr
    assert duo("play", "--json").code == 2


def test_a_mission_is_given_up_where_one_is_chosen(duo, data_dir):
    begin(duo, "--practice")
    begin(duo, "--hot-seat")
    ran = duo("play", stdin="-1\ny\nn\n")
    assert "Give up" in ran.stdout
    assert sum("GivenUp" in path.read_text() for path in (data_dir / "games").glob("*.duo")) == 1


def finished(data_dir, name):
    game = Game.start(WORDS, KEY, extra_headers={"A": "person", "B": "person"})
    for move in winning_moves():
        game = game.play(move)
    path = data_dir / "games" / f"{name}.duo"
    path.parent.mkdir(exist_ok=True)
    path.write_text(str(game))


def test_the_last_game_is_reviewed_without_a_name_and_any_by_its_name(duo, data_dir):
    assert "No game has been played yet" in duo("review").stderr
    finished(data_dir, "2026-01-01-000000-abcd")
    for arguments in ((), ("last",), ("2026-01-01-000000-abcd",), ("2026-01-01-000000-abcd.duo",)):
        ran = duo("review", *arguments, "--json")
        assert ran.code == 0, ran.stderr
        assert len(json.loads(ran.stdout)["turns"]) == 2
    os.mkfifo(data_dir / "games" / "pipe.duo")
    (data_dir / "games" / "loop.duo").symlink_to("loop.duo")
    (data_dir / "games" / "folder.duo").mkdir()
    assert duo("replay", "last", "--json").code == 0
    assert duo("review", "2026-01-01-000000-none").code == 1
    assert duo("review", "../games/2026-01-01-000000-abcd").code == 1


def test_a_game_without_turns_says_so(duo, tmp_path):
    (tmp_path / "new.duo").write_text(str(Game.start(WORDS, KEY)))
    assert "This game has no clues or touches yet." in duo("review", tmp_path / "new.duo").stdout
