"""Daily games and winning streaks."""

import datetime as dt

from duo.core.game import read
from duo.table import daily_games

WORDS = (
    "WHALE SHARK PIRATE KING TOWER FALL QUEEN ROSE NOTE BELL RIVER CASTLE PIANO"
    " ROBOT DRAGON MOON TIGER BRIDGE ENGINE GLASS HONEY LEMON MARBLE NEEDLE NEW_YORK"
)
RECORD = """[Duo "1"]
[Mission "Short 3-3"]
[Lang "en"]
[Daily "{name}"]
[Words "{words}"]
[Key "gxgg./g...g/ggx../..x../.g..g xg..g/g..gg/....g/g.x.x/..g.g"]
[Result "{result}"]

{moves}"""
WON = (
    "1A OCEAN 9: WHALE+ PIRATE+ KING+ FALL+ BELL+ RIVER+ CASTLE+ LEMON+ NEW_YORK+ =\n"
    "2B REST 6: SHARK+ TOWER+ NOTE+ DRAGON+ MOON+ MARBLE+\n"
)
LOST = "1A OCEAN 1: SHARK#\n"


def game(day, *, won=True):
    return read(
        RECORD.format(
            words=WORDS, name=f"{day} en 1 2", result="won" if won else "lost:assassin", moves=WON if won else LOST
        )
    )


def waiting(day):
    return read(RECORD.format(words=WORDS, name=f"{day} en 1 2", result="*", moves=""))


def test_only_a_game_that_is_over_has_been_played():
    today = "2026-05-03 en 1 2"
    assert daily_games.finished_daily([waiting("2026-05-03"), game("2026-05-02")], today) is None
    assert daily_games.finished_daily([waiting("2026-05-03"), game("2026-05-03")], today) is not None


def test_a_streak_counts_days_won_in_a_row_and_waits_for_todays_game():
    days = [game(f"2026-05-0{day}") for day in (1, 2, 3)]
    assert daily_games.daily_streak(days, "en", dt.date(2026, 5, 3)) == 3
    assert daily_games.daily_streak(days, "en", dt.date(2026, 5, 4)) == 3
    assert daily_games.daily_streak(days, "en", dt.date(2026, 5, 5)) == 0
    assert daily_games.daily_streak(days, "fr", dt.date(2026, 5, 3)) == 0


def test_the_first_time_counts_and_a_defeat_ends_the_streak():
    days = [game("2026-05-02"), game("2026-05-03", won=False), game("2026-05-03")]
    assert daily_games.daily_streak(days, "en", dt.date(2026, 5, 3)) == 0
