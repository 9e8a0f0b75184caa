"""What is stored about a solver of puzzles: a Glicko-2 rating, and the solver's own clues that beat the best known.

A puzzle starts with the rating that its grade or its share of solvers implies. Every first try at a puzzle changes the
ratings of the solver and of the puzzle. The ratings decide which puzzles are offered and which grade is shown.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, Self

from annotated_types import Interval, Len

from duo.core.key import AGENTS_PER_SIDE
from duo.files import store
from duo.files.reading import parse_saved
from duo.files.schema import read_json
from duo.puzzle.glicko import AVERAGE_RATING, GlickoRating
from duo.puzzle.proof import grade
from duo.puzzle.puzzle import Puzzle
from duo.puzzle.statement import Verdict
from duo.text import N_, _, format_decimal

_MAX_SOLVER_BYTES = 4_000_000
_MAX_STORED_PUZZLES = 20_000
_TARGET_SUCCESS_CHANCE = 0.75  # a puzzle suits a player who solves it with this chance
# Deviations of a puzzle's initial rating: from a share of solvers fitted on people, or from a grade set by rule.
_SHARE_DEVIATION, _GRADE_DEVIATION = 120.0, 200.0

_Rating = Annotated[float, Interval(ge=-5000, le=8000)]
_Deviation = Annotated[float, Interval(ge=1, le=1000)]
_Volatility = Annotated[float, Interval(gt=0, le=1)]
_PuzzleCount = Annotated[int, Interval(ge=0, le=10_000_000)]
_PuzzleKey = Annotated[str, Len(16, 16)]


@dataclass(frozen=True, slots=True)
class BestClue:
    """A person's clue that beats the best known clue of a puzzle. `result` is how many agents it should find."""

    clue: Annotated[str, Len(1, 64)]
    count: Annotated[int, Interval(ge=1, le=AGENTS_PER_SIDE)]
    result: Annotated[float, Interval(ge=0, le=AGENTS_PER_SIDE)]


@dataclass(frozen=True, slots=True)
class _RatingEntry:
    rating: _Rating
    deviation: _Deviation
    volatility: _Volatility


@dataclass(frozen=True, slots=True)
class _SolverEntry:
    """The JSON form of a solver."""

    player: _RatingEntry
    met: _PuzzleCount
    solved: _PuzzleCount
    puzzles: Annotated[dict[_PuzzleKey, _RatingEntry], Len(0, _MAX_STORED_PUZZLES)]
    best: Annotated[dict[_PuzzleKey, BestClue], Len(0, _MAX_STORED_PUZZLES)]


@dataclass(frozen=True, slots=True)
class Solver:
    """A player's rating, and the ratings of the puzzles that they tried, by puzzle key.

    `met` is the number of puzzles tried, and `solved` the number solved at the first try. `best` has the player's own
    clues that beat the best known clue, by puzzle key.
    """

    player: GlickoRating = field(default_factory=GlickoRating)
    met: int = 0
    solved: int = 0
    puzzles: Mapping[str, GlickoRating] = field(default_factory=dict)
    best: Mapping[str, BestClue] = field(default_factory=dict)

    @classmethod
    def load(cls, path: Path) -> Self:
        """Load the solver from a file, or return a new one if there is no file."""
        unreadable = N_("{file} cannot be read: {problem}. Move it away to start with a new rating.")
        return parse_saved(path, _MAX_SOLVER_BYTES, cls.parse, unreadable) or cls()

    @classmethod
    def parse(cls, text: str | bytes) -> Self:
        entry = read_json(text, _SolverEntry)
        puzzles = {key: GlickoRating(**asdict(rated)) for key, rated in entry.puzzles.items()}
        return cls(GlickoRating(**asdict(entry.player)), entry.met, entry.solved, puzzles, entry.best)

    def __str__(self) -> str:
        value: dict[str, Any] = {
            "player": asdict(self.player),
            "met": self.met,
            "solved": self.solved,
            "puzzles": {key: asdict(rated) for key, rated in self.puzzles.items()},
            "best": {key: asdict(clue) for key, clue in self.best.items()},
        }
        return json.dumps(value, ensure_ascii=False, indent=1) + "\n"

    def save(self, path: Path) -> None:
        store.write_atomically(path, str(self))

    def rating_of(self, puzzle: Puzzle) -> GlickoRating:
        return self.puzzles.get(puzzle_key(puzzle)) or initial_rating(puzzle)

    def grade_of(self, puzzle: Puzzle) -> int:
        """Return the puzzle's grade. It follows from the puzzle's rating if the player has tried it."""
        rating = self.puzzles.get(puzzle_key(puzzle))
        return puzzle.proof.grade if rating is None else grade.grade_from_rating(rating.rating)

    def with_first_try(self, puzzle: Puzzle, *, solved: bool) -> "Solver":
        """Return the solver after a first try at a puzzle, without hints.

        The solver is returned unchanged if they have tried the puzzle before.
        """
        key, rated = puzzle_key(puzzle), self.rating_of(puzzle)
        if key in self.puzzles or len(self.puzzles) >= _MAX_STORED_PUZZLES:
            return self
        player = self.player.after_results([(rated, float(solved))])
        new_rating = rated.after_results([(self.player, float(not solved))])
        puzzles = {**self.puzzles, key: new_rating}
        return replace(self, player=player, met=self.met + 1, solved=self.solved + solved, puzzles=puzzles)

    def with_best_clue(self, puzzle: Puzzle, verdict: Verdict) -> "Solver":
        """Return the solver with the judged clue stored as the puzzle's best, if it beats the best known clue."""
        if verdict.better is None or len(self.best) >= _MAX_STORED_PUZZLES:
            return self
        return replace(self, best={**self.best, puzzle_key(puzzle): BestClue(*verdict.better)})

    def best_clue_of(self, puzzle: Puzzle) -> BestClue | None:
        return self.best.get(puzzle_key(puzzle))

    def with_known_results(self, puzzle: Puzzle) -> Puzzle:
        """Return the puzzle with its current grade. Answers are measured against the player's best clue."""
        best = self.best_clue_of(puzzle)
        figures = {**puzzle.proof.figures, **({"result": best.result} if best else {})}
        return replace(puzzle, proof=replace(puzzle.proof, grade=self.grade_of(puzzle), figures=figures))

    def describe_best_clue(self, puzzle: Puzzle) -> str:
        """Return a sentence that says that the player's own clue is the best known, or an empty string if it is not."""
        best = self.best_clue_of(puzzle)
        if best is None:
            return ""
        return _(
            "Your own clue is the best known: {clue} {count}, with {result} agents.",
            clue=best.clue,
            count=best.count,
            result=format_decimal(best.result, ".2f"),
        )

    @property
    def rating_text(self) -> str:
        return _(
            "Your rating: {rating}; puzzles of grade {grade} suit you now.",
            rating=round(self.player.rating),
            grade=self.suitable_grade,
        )

    @property
    def first_tries_text(self) -> str:
        """A sentence that says how many puzzles were solved at the first try."""
        return format_first_tries(self.solved, self.met)

    @property
    def suitable_grade(self) -> int:
        """The grade of puzzles that this player solves three times out of four."""
        return grade.grade_from_rating(
            grade.rating_from_share(_TARGET_SUCCESS_CHANCE) + self.player.rating - AVERAGE_RATING
        )


def format_first_tries(solved: int, met: int) -> str:
    return _("Solved at the first try: {solved} of {count}", solved=solved, count=met)


def format_verdict(verdict: Verdict) -> str:
    """Return the verdict's explanation, with a sentence if the judged clue beats the best known clue."""
    if verdict.better is None:
        return verdict.words
    new_best = _("That beats the best known clue and is kept as the new best.")
    return f"{verdict.words} {new_best}"


def initial_rating(puzzle: Puzzle) -> GlickoRating:
    """Return a puzzle's rating before the player has tried it."""
    if share := puzzle.proof.figures.get("solving"):
        return GlickoRating(grade.rating_from_share(share), _SHARE_DEVIATION)
    return GlickoRating(grade.rating_from_share(grade.MIDDLE_SHARE_BY_GRADE[puzzle.proof.grade]), _GRADE_DEVIATION)


def puzzle_key(puzzle: Puzzle) -> str:
    """Return a digest that identifies a puzzle, independent of its origin."""
    content = json.dumps([puzzle.kind, puzzle.task.to_json()], sort_keys=True, ensure_ascii=False)
    return hashlib.sha256(content.encode()).hexdigest()[:16]


def solver_path(lang: str) -> Path:
    return store.user_data_dir() / f"puzzles-{lang}.json"
