"""The level of a solver follows the rating, and a better clue is stored."""

import random
from contextlib import suppress

import pytest

from duo.core.refusal import Refusal
from duo.puzzle.glicko import GlickoRating
from duo.puzzle.making.deduce_search import deduce_tasks
from duo.puzzle.proof.grade import grade_from_rating
from duo.puzzle.puzzle import Puzzle, PuzzleOrigin, UnprovenTask
from duo.puzzle.solver import Solver, initial_rating
from duo.puzzle.statement import Verdict


@pytest.fixture(scope="module")
def puzzles():
    """Deductions of several grades, which need no model."""
    found = []
    tasks = deduce_tasks(random.Random(4), None, 1)
    while len(found) < 60:
        task = next(tasks)
        with suppress(UnprovenTask):
            found.append(Puzzle(task, task.prove(), PuzzleOrigin("4", "", ())))
    return found


def test_who_solves_everything_is_served_harder_puzzles_and_who_solves_nothing_easier_ones(puzzles):
    better = worse = Solver()
    for puzzle in puzzles:
        better, worse = better.with_first_try(puzzle, solved=True), worse.with_first_try(puzzle, solved=False)
    assert worse.suitable_grade < Solver().suitable_grade < better.suitable_grade
    assert (better.met, better.solved, worse.solved) == (60, 60, 0)
    assert better.player.deviation < Solver().player.deviation


def test_a_puzzle_that_is_failed_gets_harder_and_its_grade_follows(puzzles):
    puzzle = puzzles[0]
    strong = Solver(player=GlickoRating(2300, 60))
    after = strong.with_first_try(puzzle, solved=False)
    assert after.rating_of(puzzle).rating > initial_rating(puzzle).rating
    assert after.grade_of(puzzle) == grade_from_rating(after.rating_of(puzzle).rating)
    assert strong.grade_of(puzzle) == puzzle.proof.grade


def test_only_the_first_try_at_a_puzzle_counts(puzzles):
    once = Solver().with_first_try(puzzles[0], solved=False)
    assert once.with_first_try(puzzles[0], solved=True) == once


def test_a_clue_that_beats_the_best_known_is_the_measure_from_then_on(puzzles):
    solver = Solver().with_best_clue(puzzles[0], Verdict(True, 1.2, "", 3, ("JUICE", 2, 1.9)))
    assert solver.best_clue_of(puzzles[0]).clue == "JUICE"
    assert solver.with_known_results(puzzles[0]).proof.figures["result"] == 1.9
    assert solver.with_best_clue(puzzles[0], Verdict(True, 0.9, "", 2)) == solver


def test_a_solver_is_read_back_from_its_file_and_a_broken_file_is_refused(puzzles, tmp_path):
    solver = (
        Solver()
        .with_first_try(puzzles[0], solved=True)
        .with_best_clue(puzzles[1], Verdict(True, 1.1, "", 3, ("JUS", 2, 1.5)))
    )
    solver.save(tmp_path / "solver.json")
    assert Solver.load(tmp_path / "solver.json") == solver
    assert Solver.load(tmp_path / "none.json") == Solver()
    with pytest.raises(Refusal):
        Solver.parse('{"player": {"rating": "high"}}')


def test_counting_alone_is_grade_two_at_most(puzzles):
    for puzzle in puzzles:
        assert (puzzle.proof.grade > 2) == ("partner-said" in puzzle.proof.tags)
