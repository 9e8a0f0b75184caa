"""Statistics of games."""

from boards import KEY, WORDS, A, B, winning_moves, words_of

from duo.core.game import Game
from duo.core.position import Clue, Guess
from duo.table.stats import Summary, mission_name, partner_name, summarise_by


def play_game(moves, **headers):
    game = Game.start(WORDS, KEY, extra_headers=headers)
    for move in moves:
        game = game.play(move)
    return game


WON = play_game(winning_moves(), A="person", B="duo bold expert")
LOST = play_game([Clue(A, "SEA", 1), Guess(B, words_of(A, "x")[0])], A="person", B="person")
OPEN = play_game([])


def test_unfinished_games_do_not_count():
    assert Summary.from_games([OPEN]).to_json()["games"] == 0
    assert Summary.from_games([]).to_json()["mean_score"] is None


def test_wins_scores_streaks_and_assassins():
    total = Summary.from_games([WON, WON, LOST, WON]).to_json()
    assert (total["games"], total["wins"], total["assassins"]) == (4, 3, 1)
    assert (total["streak"], total["best_streak"]) == (1, 2)
    assert total["scores"] == [23, 23, 23]
    assert total["mean_turns"] == 1.75


def test_games_are_grouped_by_partner_and_mission():
    games = [WON, WON, LOST]
    assert {name: group.games for name, group in summarise_by(games, partner_name).items()} == {
        "duo bold expert": 2,
        "person": 1,
    }
    assert list(summarise_by(games, mission_name)) == ["9-9"]
