"""Puzzle pages: the daily puzzle, puzzles by kind and grade, and packs (files of puzzles) that a visitor uploads."""

import datetime as dt
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duo.core.key import CELLS, Seat
from duo.core.refusal import Refusal
from duo.puzzle import pack as packs
from duo.puzzle.daily import Diary, SolvingEffort, daily_puzzle, diary_path, format_share_text
from duo.puzzle.kinds.registry import TASK_PARSERS
from duo.puzzle.making.make import PuzzleOrder, generate_puzzles, get_puzzle_resources
from duo.puzzle.puzzle import GRADES, Kind, Puzzle
from duo.puzzle.solver import Solver, format_verdict, solver_path
from duo.puzzle.statement import CELL_NAMES, Statement
from duo.text import LANGUAGES, current_language, format_refusal
from duo.web.app_state import app_state, find_or_create_player, set_player_cookie
from duo.web.forms import Form
from duo.web.rendering import is_htmx, render_page
from duo.web.visitor import identify_visitor

LISTED_PUZZLES_PER_GRADE = 12  # per kind and grade
_MAX_PUZZLE_NUMBER = 100_000
_PACK_KIND = "pack"  # in place of a kind of puzzle, for a puzzle from the browser's pack
_PACK_NOTE_NAME = "pack"
_MAX_PACK_LENGTH = 1 << 21
_SolverDataT = TypeVar("_SolverDataT", Solver, Diary)


@dataclass(frozen=True, slots=True)
class PuzzleSource:
    """Says which puzzle a URL names: that of a day, one by kind, grade and number, or one of the uploaded pack.

    `path` is the part of the URL after /puzzles/.
    """

    path: str
    lang: str
    date: dt.date | None = None
    kind: str = ""
    grade: int = 0
    number: int = 0

    def make_puzzle(self) -> Puzzle:
        return (
            _cached_daily_puzzle(self.date, self.lang)
            if self.date
            else _cached_numbered_puzzle(self.lang, self.kind, self.grade, self.number)
        )


def show_puzzle_list(request: Request, form: Form) -> Response:
    """Show the list of puzzles."""
    kinds, numbers = tuple(kind.value for kind in TASK_PARSERS), range(1, LISTED_PUZZLES_PER_GRADE + 1)
    lang = form.choice("lang", LANGUAGES, current_language())
    solver = _load_solver(request, lang)
    return render_page(
        request,
        "puzzles.html",
        kinds=kinds,
        kind=form.choice("kind", kinds, kinds[0]),
        lang=lang,
        grade=form.number("grade", solver.suitable_grade, GRADES[0], GRADES[-1]),
        grades=list(GRADES),
        numbers=numbers,
        streak=_load_diary(request, lang).streak(_today()),
        packed=_pack_size(request),
        rated=[solver.rating_text, solver.first_tries_text] if solver.met else [],
    )


def show_or_judge_puzzle(request: Request, form: Form) -> Response:
    """Show the puzzle of the URL.

    The field `do` of the form asks to judge an answer, to give a hint or to show the solution.
    """
    source = _puzzle_source_from_url(request)
    if not is_htmx(request) and request.method == "GET" and not form.flag("now"):
        # Generating a puzzle can take a moment. The page shows that, then requests the puzzle.
        return render_page(request, "puzzle.html", source=source, puzzle=None, effort=None)
    original = _load_pack_puzzle(request, source.number) if source.kind == _PACK_KIND else source.make_puzzle()
    solver = before = _load_solver(request, source.lang)
    puzzle = solver.with_known_results(original)
    tries, hints = form.number("tries", 0, 0, 999) or 0, form.number("hints", 0, 0, 99) or 0
    asked = form.choice("do", ("", "answer", "hint", "solution"), "")
    known = puzzle.task.hints(puzzle.proof)
    words, right, share, stars = "", False, 0.0, 0
    if asked == "hint":
        hints = min(hints + 1, len(known))
    elif asked == "answer":
        try:
            typed = answer_text_from_form(form, puzzle)
            verdict = puzzle.task.judge(
                puzzle.task.parse_answer(typed), puzzle.proof, get_puzzle_resources(source.lang)
            )
            tries, words, right, share = tries + 1, format_verdict(verdict), verdict.right, verdict.share
            stars, solver = verdict.stars or 0, solver.with_best_clue(original, verdict)
        except Refusal as refusal:
            words = format_refusal(refusal)
    ended = right or asked == "solution"
    effort = SolvingEffort(tries, hints, share, right)
    player, fresh_secret = find_or_create_player(request)
    if ended:
        solver = solver.with_first_try(original, solved=effort.solved_first_try)
    if solver != before:
        _save_solver_data(request, player, _rating_location(source.lang), solver)
    streak = _record_daily_result(request, player, source, effort) if ended and source.date == _today() else 0
    answer, reasons = puzzle.task.solution(puzzle.proof) if ended else ("", ())
    shared = format_share_text(source.date, puzzle, effort, streak) if ended and source.date else ""
    response = render_page(
        request,
        "puzzle.html",
        source=source,
        puzzle=puzzle,
        asked=puzzle.task.ask(),
        effort=effort,
        words=words,
        right=right,
        told_hints=known[:hints],
        more_hints=hints < len(known),
        answer=answer,
        reasons=reasons,
        stars=stars,
        rated=[solver.describe_best_clue(original), solver.rating_text, solver.first_tries_text] if ended else [],
        shared=shared,
        streak=streak,
        answer_input=_answer_input_kind(puzzle, puzzle.task.ask()),
        names=CELL_NAMES,
        seats=[(seat, seat, seat) for seat in Seat],
        typed=form.text("typed"),
        picked=puzzle.proof.answer if ended else form.texts("word"),
        chosen=_solution_marks(puzzle) if ended else [form.text(f"cell-{place}") for place in range(CELLS)],
    )
    return set_player_cookie(response, request, fresh_secret)


def upload_pack(request: Request, form: Form) -> Response:
    """Store an uploaded pack for this browser. It replaces the browser's earlier pack."""
    text = form.uploaded_text("pack")
    if len(text) > _MAX_PACK_LENGTH:
        raise Refusal("a pack for the browser has at most {most} bytes", most=_MAX_PACK_LENGTH)
    packs.Pack.parse(text)
    player, fresh_secret = find_or_create_player(request)
    app_state(request).notes.write(player, _PACK_NOTE_NAME, text)
    return set_player_cookie(RedirectResponse("/puzzles/pack/1", 303), request, fresh_secret)


def answer_text_from_form(form: Form, puzzle: Puzzle) -> str:
    """The visitor's answer as text, whether it was typed or tapped on the board. Raises Refusal if there is none."""
    if typed := form.text("typed"):
        return typed
    if words := form.texts("word"):
        return ", ".join(words)
    asked = puzzle.task.ask()
    by_seat = {
        seat: [cell.text for place, cell in enumerate(asked.grids[-1].cells) if form.text(f"cell-{place}") == seat]
        for seat in Seat
    }
    if any(by_seat.values()):
        return ", ".join(f"{seat}: {', '.join(words)}" for seat, words in by_seat.items() if words)
    cells = ((name, form.text(f"cell-{place}")) for place, name in enumerate(CELL_NAMES))
    if marked := [f"{name} {colour}" for name, colour in cells if colour]:
        return ", ".join(marked)
    raise Refusal("Choose an answer on the board first.")


def _solution_marks(puzzle: Puzzle) -> list[str]:
    """The solution of a puzzle as 25 marks, one per cell of the board. A mark is a seat, a colour or empty."""
    cells = puzzle.task.ask().grids[-1].cells
    marks: dict[str, str] = {}
    for part in puzzle.proof.answer:
        if puzzle.kind is Kind.ENDGAME:
            seat, _colon, word = part.partition(":")
            marks[word] = seat
        else:
            name, _equals, marks[name] = part.partition("=")
    return [marks.get(cell.text or CELL_NAMES[place], "") for place, cell in enumerate(cells)] + [""] * (
        CELLS - len(cells)
    )


def _answer_input_kind(puzzle: Puzzle, asked: Statement) -> str:
    """How the visitor enters an answer: by tapping "words", "seats" or "colours" on the board, or "typed"."""
    inputs = {Kind.READ: "words", Kind.ENDGAME: "seats", Kind.DEDUCE: "colours"}
    return inputs.get(puzzle.kind, "typed") if asked.grids else "typed"


def _puzzle_source_from_url(request: Request) -> PuzzleSource:
    params = request.path_params
    lang = params.get("lang", current_language())
    if lang not in LANGUAGES:
        raise Refusal("{value} is none of {known}", value=lang[:20], known=", ".join(LANGUAGES))
    if "kind" in params:
        if (
            params["kind"] not in set(TASK_PARSERS)
            or params["grade"] not in GRADES
            or not 1 <= params["number"] <= _MAX_PUZZLE_NUMBER
        ):
            raise Refusal("There is no such puzzle.")
        text = f"{lang}/{params['kind']}/{params['grade']}/{params['number']}"
        return PuzzleSource(text, lang, kind=params["kind"], grade=params["grade"], number=params["number"])
    if "number" in params:
        return PuzzleSource(
            f"pack/{params['number']}", _load_pack(request).lang, kind=_PACK_KIND, number=params["number"]
        )
    return PuzzleSource(f"daily/{lang}", lang, date=_today())


def _load_pack_puzzle(request: Request, number: int) -> Puzzle:
    puzzles = _load_pack(request).puzzles
    if not 1 <= number <= len(puzzles):
        raise Refusal("The pack has no such puzzle.")
    return puzzles[number - 1]


def _load_pack(request: Request) -> packs.Pack:
    text = app_state(request).notes.read(identify_visitor(request).player, _PACK_NOTE_NAME)
    if not text:
        raise Refusal("No pack has been opened in this browser yet.")
    return packs.Pack.parse(text)


def _pack_size(request: Request) -> int:
    return (
        len(_load_pack(request).puzzles)
        if app_state(request).notes.read(identify_visitor(request).player, _PACK_NOTE_NAME)
        else 0
    )


@lru_cache(maxsize=256)
def _cached_numbered_puzzle(lang: str, kind: str, grade: int, number: int) -> Puzzle:
    return next(generate_puzzles(PuzzleOrder(lang, f"web/{number}", (Kind(kind),), (grade,)), 1, set()))[1]


@lru_cache(maxsize=8)
def _cached_daily_puzzle(date: dt.date, lang: str) -> Puzzle:
    return daily_puzzle(date, lang)


def _today() -> dt.date:
    return dt.datetime.now(dt.UTC).date()


@dataclass(frozen=True, slots=True)
class _SolverDataLocation:
    """Where the rating or the diary of the person who solves puzzles is stored.

    A private server uses the file `path`. A public server uses the browser's note `note_name` in the database.
    """

    path: Path
    note_name: str


def _rating_location(lang: str) -> _SolverDataLocation:
    return _SolverDataLocation(solver_path(lang), f"puzzles-{lang}")


def _diary_location(lang: str) -> _SolverDataLocation:
    return _SolverDataLocation(diary_path(lang), f"daily-{lang}")


def _load_solver(request: Request, lang: str) -> Solver:
    return _load_solver_data(request, _rating_location(lang), Solver, Solver())


def _load_diary(request: Request, lang: str) -> Diary:
    return _load_solver_data(request, _diary_location(lang), Diary, Diary({}))


def _load_solver_data(
    request: Request, location: _SolverDataLocation, kind: type[_SolverDataT], default: _SolverDataT
) -> _SolverDataT:
    """Load a rating or a diary: that of the machine's user or, on a public server, that of the browser."""
    state = app_state(request)
    if not state.settings.is_public:
        return kind.load(location.path)
    text = state.notes.read(identify_visitor(request).player, location.note_name)
    return kind.parse(text) if text else default


def _save_solver_data(request: Request, player: bytes, location: _SolverDataLocation, value: Solver | Diary) -> None:
    state = app_state(request)
    if state.settings.is_public:
        state.notes.write(player, location.note_name, str(value))
    else:
        value.save(location.path)


def _record_daily_result(request: Request, player: bytes, source: PuzzleSource, effort: SolvingEffort) -> int:
    """Record the result of today's puzzle in the diary. Returns the new streak, the number of days solved in a row."""
    today = _today()
    diary = _load_diary(request, source.lang).with_day(today, effort)
    _save_solver_data(request, player, _diary_location(source.lang), diary)
    return diary.streak(today)
