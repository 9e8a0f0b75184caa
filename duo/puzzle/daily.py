"""The daily puzzle and its diary. On each date everybody gets the same puzzle. A streak is a run of solved days."""

import datetime as dt
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any, Self

from annotated_types import Interval, Len

from duo import text
from duo.core.refusal import Refusal
from duo.files import store
from duo.files.reading import parse_saved
from duo.files.schema import pattern_check, read_json
from duo.puzzle.kinds.registry import TASK_PARSERS
from duo.puzzle.making.make import PuzzleOrder, generate_puzzles
from duo.puzzle.puzzle import Puzzle
from duo.text import N_, _, ngettext

_MAX_DIARY_BYTES = 1_000_000
_MAX_DIARY_DAYS = 20_000
_DATE_PATTERN = r"\d{4}-\d{2}-\d{2}"
# Easy on Mondays, hard at the end of the week.
_GRADES_BY_WEEKDAY = (1, 2, 2, 3, 4, 5, 3)


@dataclass(frozen=True, slots=True)
class SolvingEffort:
    """What a player needed for a puzzle: the numbers of tries and hints.

    `share` is how good the player's best answer was, as a share of the best known answer.
    """

    tries: int
    hints: int
    share: float
    solved: bool

    @property
    def solved_first_try(self) -> bool:
        """Whether the player's first answer solved the puzzle without hints."""
        return self.solved and self.tries == 1 and not self.hints


def daily_puzzle(date: dt.date, lang: str) -> Puzzle:
    """Return the puzzle of a date. The date decides its kind, and the day of the week its grade."""
    kinds = tuple(TASK_PARSERS)
    order = PuzzleOrder(
        lang, f"daily/{date}", (kinds[date.toordinal() % len(kinds)],), (_GRADES_BY_WEEKDAY[date.weekday()],)
    )
    return next(generate_puzzles(order, 1, set()))[1]


@dataclass(frozen=True, slots=True)
class _DayEntry:
    date: Annotated[str, pattern_check(_DATE_PATTERN)]
    tries: Annotated[int, Interval(ge=0, le=1_000_000)]
    hints: Annotated[int, Interval(ge=0, le=1_000_000)]
    share: Annotated[float, Interval(ge=0, le=2)]
    solved: bool


@dataclass(frozen=True, slots=True)
class _DiaryEntry:
    """The JSON form of a diary."""

    days: Annotated[tuple[_DayEntry, ...], Len(0, _MAX_DIARY_DAYS)]


@dataclass(frozen=True, slots=True)
class Diary:
    """The effort for each daily puzzle that was tried on its own day, by ISO date. Later efforts do not replace it."""

    days: Mapping[str, SolvingEffort]

    @classmethod
    def load(cls, path: Path) -> Self:
        """Load the diary from a file, or return an empty one if there is no file."""
        unreadable = N_("{file} cannot be read: {problem}. Move it away to start a new streak.")
        return parse_saved(path, _MAX_DIARY_BYTES, cls.parse, unreadable) or cls({})

    @classmethod
    def parse(cls, text: str | bytes) -> Self:
        entry = read_json(text, _DiaryEntry)
        return cls({day.date: SolvingEffort(day.tries, day.hints, day.share, day.solved) for day in entry.days})

    def __str__(self) -> str:
        days: list[dict[str, Any]] = [{"date": date, **asdict(day)} for date, day in sorted(self.days.items())]
        return json.dumps({"days": days}, indent=1) + "\n"

    def save(self, path: Path) -> None:
        store.write_atomically(path, str(self))

    def with_day(self, date: dt.date, effort: SolvingEffort) -> "Diary":
        return Diary({str(date): effort, **self.days})

    def streak(self, today: dt.date) -> int:
        """Return the number of days in a row with a solved puzzle, up to today.

        If today's puzzle has not been tried yet, the streak ends yesterday.
        """
        day = today if str(today) in self.days else today - dt.timedelta(days=1)
        length = 0
        while (effort := self.days.get(str(day))) and effort.solved:
            length += 1
            day -= dt.timedelta(days=1)
        return length


def diary_path(lang: str) -> Path:
    return store.user_data_dir() / f"daily-{lang}.json"


def parse_date(text: str) -> dt.date:
    try:
        return dt.date.fromisoformat(text)
    except ValueError as error:
        raise Refusal("{text} is not a date: write it like 2026-05-31", text=text[:20]) from error


def format_share_text(
    date: dt.date, puzzle: Puzzle, effort: SolvingEffort, streak: int, *, unicode: bool = True
) -> str:
    """Return a text that shares the result of a daily puzzle and does not give the answer away."""
    full, empty = ("★", "☆") if unicode else ("*", "-")
    grade = puzzle.proof.grade
    yes, no, hint = ("🟩", "🟨", "💡") if unicode else ("+", "~", "?")
    row = hint * effort.hints + no * (effort.tries - effort.solved) + yes * effort.solved
    best = "" if effort.solved else " " + _("{number}%", number=round(100 * effort.share))
    lines = [
        _(
            "duo puzzle {date}: {kind} {stars}",
            date=text.format_date(date),
            kind=_(puzzle.kind),
            stars=full * grade + empty * (5 - grade),
        ),
        f"{row}{best}",
    ]
    if streak > 1:
        lines.append(ngettext("{count} day in a row", "{count} days in a row", streak))
    return "\n".join(lines)
