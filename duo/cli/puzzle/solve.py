"""`duo puzzle solve` and `duo puzzle daily`: solve puzzles at the terminal."""

import datetime as dt
import secrets
from typing import TYPE_CHECKING

import click

from duo.cli.commands import DuoCommand
from duo.cli.errors import Failure, Misuse, NegativeAnswer
from duo.cli.option_types import IntRange
from duo.cli.options import json_option, lang_option, seed_option
from duo.cli.safe_output import echo, print_json
from duo.cli.terminal import output
from duo.core.refusal import Refusal
from duo.files.reading import read_text
from duo.puzzle import pack as packs
from duo.puzzle.kinds.registry import TASK_PARSERS
from duo.puzzle.puzzle import GRADES, Kind
from duo.text import N_, _, format_refusal, ngettext

if TYPE_CHECKING:
    from duo.puzzle.puzzle import Puzzle

_answer_option = click.option("--answer", help=N_("Judge this answer without asking."))


@click.command(
    cls=DuoCommand,
    help=N_(
        "Solve the puzzles of a pack, or a new one, with hints and explanations.\n\n"
        'Examples: duo puzzle solve pack.json; duo puzzle solve pack.json --number 3 --answer "WHALE, SHARK" --json'
    ),
)
@click.argument("pack", required=False)
@click.option("--number", type=IntRange(1, packs.MAX_PACK_PUZZLES), help=N_("Only this puzzle of the pack."))
@click.option("--kind", type=click.Choice([kind.value for kind in TASK_PARSERS]), help=N_("Kind of puzzle."))
@click.option(
    "--grade",
    type=IntRange(GRADES[0], GRADES[-1]),
    help=N_("From 1 (easy) to 5 (default: the grade that suits you)."),
)
@lang_option
@seed_option
@_answer_option
@json_option
def solve(
    pack: str | None,
    number: int | None,
    kind: str | None,
    grade: int | None,
    lang: str,
    seed: int | None,
    answer: str | None,
    as_json: bool,
) -> None:
    if pack:
        parsed = packs.Pack.parse(read_text(pack, packs.MAX_PACK_BYTES))
        lang = parsed.lang
        chosen = [
            (position, puzzle)
            for position, puzzle in enumerate(parsed.puzzles, 1)
            if number in (None, position) and kind in (None, puzzle.kind) and grade in (None, puzzle.proof.grade)
        ]
        if not chosen:
            raise Failure(_("The pack has no such puzzle."))
    else:
        chosen = [(1, _make_puzzle(lang, kind, grade, seed))]
    if answer is not None or as_json:
        if len(chosen) > 1:
            raise Misuse(_("Add --number to choose one puzzle."))
        _judge_answer_or_print_puzzle(chosen[0][1], answer, lang, as_json=as_json)
        return
    _solve_puzzles(chosen, lang)


def _make_puzzle(lang: str, kind: str | None, grade: int | None, seed: int | None) -> "Puzzle":
    """Make a puzzle. The same kind, grade and seed always make the same puzzle.

    Without a grade, the seed decides it. Without a seed as well, the grade suits the user's rating.
    """
    from duo.puzzle.making.make import PuzzleOrder, generate_puzzles
    from duo.puzzle.solver import Solver, solver_path

    kinds = (Kind(kind),) if kind else tuple(TASK_PARSERS)
    level = Solver.load(solver_path(lang)).suitable_grade if seed is None else GRADES[seed % len(GRADES)]
    used_seed = secrets.randbits(32) if seed is None else seed
    with output.console(stderr=True).status(_("Looking for a puzzle ...")):
        order = PuzzleOrder(lang, str(used_seed), (kinds[used_seed % len(kinds)],), (grade or level,))
        return next(generate_puzzles(order, 1, set()))[1]


def _judge_answer_or_print_puzzle(puzzle: "Puzzle", answer: str | None, lang: str, *, as_json: bool) -> None:
    """Judge the given answer and print the verdict. If `answer` is None, print the puzzle as JSON instead."""
    import json

    from duo.puzzle.making.make import get_puzzle_resources
    from duo.puzzle.pack import puzzle_to_line
    from duo.puzzle.solver import Solver, format_verdict, solver_path

    if answer is None:
        statement = puzzle.task.ask()
        fields = {"title": statement.title, "question": statement.question_with_hint, "notes": list(statement.notes)}
        print_json({"kind": puzzle.kind, "grade": puzzle.proof.grade, **fields, "task": puzzle.task.to_json()})
        return
    path = solver_path(lang)
    solver = Solver.load(path)
    try:
        verdict = puzzle.task.judge(
            puzzle.task.parse_answer(answer), solver.with_known_results(puzzle).proof, get_puzzle_resources(lang)
        )
    except Refusal as refusal:
        if not as_json:
            raise
        print_json({"right": False, "refused": format_refusal(refusal)})
        raise NegativeAnswer("") from None
    if verdict.better:
        solver.with_best_clue(puzzle, verdict).save(path)
    if as_json:
        solution, reasons = puzzle.task.solution(puzzle.proof)
        print_json(
            {
                "right": verdict.right,
                "share": round(verdict.share, 4),
                "stars": verdict.stars,
                "new_best": verdict.better is not None,
                "verdict": verdict.words,
                "refused": None,
                "solution": solution,
                "reasons": reasons,
                "puzzle": json.loads(puzzle_to_line(puzzle)),
            }
        )
        return
    echo(format_verdict(verdict))


def _solve_puzzles(chosen: "list[tuple[int, Puzzle]]", lang: str) -> None:
    from duo.cli.terminal.puzzle_session import PuzzleSession
    from duo.cli.terminal.screen import UserQuit
    from duo.puzzle.solver import format_first_tries

    session = PuzzleSession(output.console(), lang)
    before = session.solver.player.rating
    efforts = []
    try:
        for number, puzzle in chosen:
            if len(chosen) > 1:
                echo(_("Puzzle {place} of {count}", place=number, count=chosen[-1][0]))
            efforts.append(session.solve(puzzle))
    except UserQuit:
        echo()
    if len(chosen) > 1:
        first_tries = sum(effort.solved_first_try for effort in efforts)
        later = sum(effort.solved for effort in efforts) - first_tries
        echo(format_first_tries(first_tries, len(efforts)))
        if later:
            echo(_("With more tries or hints: {solved}", solved=later))
    if session.solver.player.rating != before:
        echo(session.solver.rating_text)


@click.command(
    "daily",
    cls=DuoCommand,
    help=N_(
        "The puzzle of the day: the same for everybody on this date, with a streak and a text to share.\n\n"
        "Example: duo puzzle daily --date 2026-05-31"
    ),
)
@click.option("--date", "chosen", metavar="YYYY-MM-DD", help=N_("Day of the puzzle (default: today, UTC)."))
@lang_option
@_answer_option
@json_option
def daily_puzzle(chosen: str | None, lang: str, answer: str | None, as_json: bool) -> None:
    from duo.puzzle import daily

    today = dt.datetime.now(dt.UTC).date()
    date = daily.parse_date(chosen) if chosen else today
    if answer is not None or as_json:
        _judge_answer_or_print_puzzle(_load_daily_puzzle(date, lang), answer, lang, as_json=as_json)
        return
    solve_daily_puzzle(date, lang)


def _load_daily_puzzle(date: dt.date, lang: str) -> "Puzzle":
    from duo.puzzle import daily

    with output.console(stderr=True).status(_("Looking for a puzzle ...")):
        return daily.daily_puzzle(date, lang)


def solve_daily_puzzle(date: dt.date, lang: str) -> None:
    """Let the user solve the daily puzzle of a date, and print the text to share.

    Only today's puzzle counts for the streak, and it can be answered only once. Other dates are practice.
    """
    from duo.cli.terminal.puzzle_session import PuzzleSession
    from duo.cli.terminal.screen import UserQuit
    from duo.puzzle import daily

    today = dt.datetime.now(dt.UTC).date()
    path = daily.diary_path(lang)
    diary = daily.Diary.load(path)
    puzzle, effort = _load_daily_puzzle(date, lang), diary.days.get(str(date)) if date == today else None
    if effort:
        echo(_("Today's puzzle has been answered."))
    elif streak := diary.streak(today):
        echo(ngettext("{count} day in a row", "{count} days in a row", streak))
    if effort is None:
        try:
            effort = PuzzleSession(output.console(), lang).solve(puzzle)
        except UserQuit:
            echo()
            return
        if date == today:
            diary = daily.Diary.load(path).with_day(date, effort)  # reload: another process may have saved a day
            diary.save(path)
            effort = diary.days[str(date)]
    echo(_("To share:"))
    echo(daily.format_share_text(date, puzzle, effort, diary.streak(today), unicode=output.supports_unicode()))
