"""What is kept of one who solves puzzles: a rating that moves with every first try, and clues that beat the best known.

A puzzle starts with the rating that its grade or its share of solvers gives it, and moves too; what is served and the
grade that is shown follow the two.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Self

from annotated_types import Interval, Len

from duo.files import store
from duo.files.reading import parse_saved
from duo.files.schema import read_json
from duo.puzzle.glicko import AVERAGE_RATING, GlickoRating
from duo.puzzle.proof import grade
from duo.puzzle.puzzle import Puzzle
from duo.puzzle.statement import Verdict
from duo.text import N_, _, format_decimal

_MAX_BYTES = 4_000_000
_MAX_PUZZLES = 20_000
_TARGET_SUCCESS = 0.75  # the chance of success that makes a puzzle worth trying
_SHARE_DEVIATION, _GRADE_DEVIATION = 120.0, 200.0  # deviations of a puzzle's first rating: fitted on people, or by rule

_Rating = Annotated[float, Interval(ge=-5000, le=8000)]
_Deviation = Annotated[float, Interval(ge=1, le=1000)]
_Volatility = Annotated[float, Interval(gt=0, le=1)]
_Count = Annotated[int, Interval(ge=0, le=10_000_000)]
_Key = Annotated[str, Len(16, 16)]


@dataclass(frozen=True, slots=True)
class BestClue:
    """A person's clue that beats the best known of a puzzle, and what it is expected to bring."""

    clue: Annotated[str, Len(1, 64)]
    count: Annotated[int, Interval(ge=1, le=9)]
    result: Annotated[float, Interval(ge=0, le=9)]


@dataclass(frozen=True, slots=True)
class _RatedEntry:
    rating: _Rating
    deviation: _Deviation
    volatility: _Volatility


@dataclass(frozen=True, slots=True)
class _Entry:
    """A solver as the file keeps one."""

    player: _RatedEntry
    met: _Count
    solved: _Count
    puzzles: Annotated[dict[_Key, _RatedEntry], Len(0, _MAX_PUZZLES)]
    best: Annotated[dict[_Key, BestClue], Len(0, _MAX_PUZZLES)]


@dataclass(frozen=True, slots=True)
class Solver:
    """A player's rating, the puzzles that were met with theirs, and how many first tries solved one."""

    player: GlickoRating = field(default_factory=GlickoRating)
    met: int = 0
    solved: int = 0
    puzzles: Mapping[str, GlickoRating] = field(default_factory=dict)
    best: Mapping[str, BestClue] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> Self:
        """The solver in this file, or a new one."""
        unreadable = N_("{file} cannot be read: {problem}. Move it away, and your rating begins anew.")
        return parse_saved(path, _MAX_BYTES, cls.parse, unreadable) or cls()

    @classmethod
    def parse(cls, text: str | bytes) -> Self:
        entry = read_json(text, _Entry)
        puzzles = {key: GlickoRating(**asdict(rated)) for key, rated in entry.puzzles.items()}
        return cls(GlickoRating(**asdict(entry.player)), entry.met, entry.solved, puzzles, entry.best)

    def __str__(self) -> str:
        kept: dict[str, Any] = {
            "player": asdict(self.player),
            "met": self.met,
            "solved": self.solved,
            "puzzles": {key: asdict(rated) for key, rated in self.puzzles.items()},
            "best": {key: asdict(clue) for key, clue in self.best.items()},
        }
        return json.dumps(kept, ensure_ascii=False, indent=1) + "\n"

    def save(self, path: Path) -> None:
        store.write(path, str(self))

    def rating_of(self, puzzle: Puzzle) -> GlickoRating:
        return self.puzzles.get(puzzle_key(puzzle)) or initial_rating(puzzle)

    def grade_of(self, puzzle: Puzzle) -> int:
        """The grade of the puzzle, by its rating once it has been met."""
        kept = self.puzzles.get(puzzle_key(puzzle))
        return puzzle.proof.grade if kept is None else grade.grade_from_rating(kept.rating)

    def with_first_try(self, puzzle: Puzzle, *, solved: bool) -> "Solver":
        """The solver after a first try, without hints; another one at the same puzzle counts for nothing."""
        key, rated = puzzle_key(puzzle), self.rating_of(puzzle)
        if key in self.puzzles or len(self.puzzles) >= _MAX_PUZZLES:
            return self
        player = self.player.after_results([(rated, float(solved))])
        moved = rated.after_results([(self.player, float(not solved))])
        puzzles = {**self.puzzles, key: moved}
        return replace(self, player=player, met=self.met + 1, solved=self.solved + solved, puzzles=puzzles)

    def with_best(self, puzzle: Puzzle, verdict: Verdict) -> "Solver":
        """The solver with the clue of this verdict as the best that is known of the puzzle, if it is."""
        if verdict.better is None or len(self.best) >= _MAX_PUZZLES:
            return self
        return replace(self, best={**self.best, puzzle_key(puzzle): BestClue(*verdict.better)})

    def best_of(self, puzzle: Puzzle) -> BestClue | None:
        return self.best.get(puzzle_key(puzzle))

    def with_known_results(self, puzzle: Puzzle) -> Puzzle:
        """The puzzle with the grade that its rating gives it, and measured by the best clue that is known here."""
        best = self.best_of(puzzle)
        figures = {**puzzle.proof.figures, **({"result": best.result} if best else {})}
        return replace(puzzle, proof=replace(puzzle.proof, grade=self.grade_of(puzzle), figures=figures))

    def describe_best(self, puzzle: Puzzle) -> str:
        """That the best clue known here is this player's, or nothing."""
        best = self.best_of(puzzle)
        if best is None:
            return ""
        return _(
            "The best known here is yours: {clue} {count}, with {result} agents.",
            clue=best.clue,
            count=best.count,
            result=format_decimal(best.result, ".2f"),
        )

    @property
    def rating_text(self) -> str:
        return _(
            "Your rating: {rating}; puzzles of grade {grade} suit you now.",
            rating=round(self.player.rating),
            grade=self.level,
        )

    @property
    def tries_text(self) -> str:
        """How many first tries solved their puzzle."""
        return format_first_tries(self.solved, self.met)

    @property
    def level(self) -> int:
        """The grade that this player solves three times out of four."""
        return grade.grade_from_rating(grade.rating_from_share(_TARGET_SUCCESS) + self.player.rating - AVERAGE_RATING)


def format_first_tries(solved: int, met: int) -> str:
    return _("Solved at the first try: {solved} of {count}", solved=solved, count=met)


def format_verdict(verdict: Verdict) -> str:
    """What is said of a verdict: right or wrong, and whether it is the new best."""
    if verdict.better is None:
        return verdict.words
    return f"{verdict.words} {_('That beats the best known and is kept as the new best.')}"


def initial_rating(puzzle: Puzzle) -> GlickoRating:
    """What is known of a puzzle's rating before anybody here has met it."""
    if share := puzzle.proof.figures.get("solving"):
        return GlickoRating(grade.rating_from_share(share), _SHARE_DEVIATION)
    return GlickoRating(grade.rating_from_share(grade.MIDDLE_SHARES[puzzle.proof.grade]), _GRADE_DEVIATION)


def puzzle_key(puzzle: Puzzle) -> str:
    """What tells a puzzle from all others, wherever it came from."""
    told = json.dumps([puzzle.kind, puzzle.task.to_json()], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(told.encode()).hexdigest()[:16]


def solver_path(lang: str) -> Path:
    return store.user_data_dir() / f"puzzles-{lang}.json"
