"""The games of the day that were played: today's, and how many days in a row were won."""

import datetime as dt
from collections.abc import Iterable

from duo.core.game import Game
from duo.core.public import Outcome


def finished_daily(games: Iterable[Game], name: str) -> Game | None:
    """The game of this day if it is over; one that waits has not been played yet."""
    return next((game for game in games if game.header("Daily") == name and game.final.outcome()), None)


def daily_streak(games: Iterable[Game], lang: str, today: dt.date) -> int:
    """How many days in a row were won up to today, or up to yesterday while today's game is still to come."""
    won: dict[str, bool] = {}
    for game in games:
        if game.lang == lang and (name := game.header("Daily")) and (outcome := game.final.outcome()):
            won.setdefault(name.split(" ")[0], outcome is Outcome.WON)  # the first time counts
    day = today if str(today) in won else today - dt.timedelta(days=1)
    days = 0
    while won.get(str(day)):
        days += 1
        day -= dt.timedelta(days=1)
    return days
