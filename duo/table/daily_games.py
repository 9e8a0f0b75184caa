"""Daily games that were played: today's, and the winning streak."""

import datetime as dt
from collections.abc import Iterable

from duo.core.game import Game
from duo.core.public import Outcome


def finished_daily(games: Iterable[Game], name: str) -> Game | None:
    """The finished daily game of this name; an unfinished one does not count."""
    return next((game for game in games if game.header("Daily") == name and game.final.outcome()), None)


def daily_streak(games: Iterable[Game], lang: str, today: dt.date) -> int:
    """The number of consecutive days won, up to today, or up to yesterday if today's game is not finished."""
    won: dict[str, bool] = {}
    for game in games:
        if game.lang == lang and (name := game.header("Daily")) and (outcome := game.final.outcome()):
            won.setdefault(name.split(" ")[0], outcome is Outcome.WON)  # only the first attempt counts
    day = today if str(today) in won else today - dt.timedelta(days=1)
    days = 0
    while won.get(str(day)):
        days += 1
        day -= dt.timedelta(days=1)
    return days
