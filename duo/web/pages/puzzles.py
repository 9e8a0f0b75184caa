"""Puzzle pages: the daily puzzle, puzzles by kind and grade, and uploaded packs."""

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
from duo.puzzle.daily import Diary, Effort, daily_puzzle, diary_path, share_text
from duo.puzzle.kinds.registry import TASK_PARSERS
from duo.puzzle.making.make import PuzzleOrder, generate_puzzles, get_bench
from duo.puzzle.puzzle import GRADES, Kind, Puzzle
from duo.puzzle.solver import Solver, format_verdict, solver_path
from duo.puzzle.statement import CELL_NAMES, Statement
from duo.text import LANGUAGES, current_language, format_refusal
from duo.web.app_state import app_state, player_or_new, set_player_cookie
from duo.web.forms import Form
from duo.web.rendering import is_htmx, page
from duo.web.visitor import visitor

LISTED_PUZZLES = 12  # per kind and grade
_MAX_NUMBER = 100_000
_PACK = "pack"
_MAX_PACK_LENGTH = 1 << 21
_StoredT = TypeVar("_StoredT", Solver, Diary)


@dataclass(frozen=True, slots=True)
class PuzzleSource:
    """Where a puzzle comes from: a day, a number or a pack. `path` is the end of its URL."""

    path: str
    lang: str
    date: dt.date | None = None
    kind: str = ""
    grade: int = 0
    number: int = 0

    def puzzle(self) -> Puzzle:
        return (
            _daily_puzzle(self.date, self.lang)
            if self.date
            else _numbered_puzzle(self.lang, self.kind, self.grade, self.number)
        )


def show(request: Request, form: Form) -> Response:
    """Show the list of puzzles."""
    kinds, numbers = tuple(kind.value for kind in TASK_PARSERS), range(1, LISTED_PUZZLES + 1)
    lang = form.choice("lang", LANGUAGES, current_language())
    solver = _load_solver(request, lang)
    return page(
        request,
        "puzzles.html",
        kinds=kinds,
        kind=form.choice("kind", kinds, kinds[0]),
        lang=lang,
        grade=form.number("grade", solver.level, GRADES[0], GRADES[-1]),
        grades=list(GRADES),
        numbers=numbers,
        streak=_load_diary(request, lang).streak(_today()),
        packed=_pack_size(request),
        rated=[solver.rating_text, solver.tries_text] if solver.met else [],
    )


def solve(request: Request, form: Form) -> Response:
    """Show a puzzle; judge an answer, give a hint or show the solution."""
    source = _puzzle_source(request)
    if not is_htmx(request) and request.method == "GET" and not form.flag("now"):
        # Generating a puzzle can take a moment. The page shows that, then requests the puzzle.
        return page(request, "puzzle.html", source=source, puzzle=None, effort=None)
    original = _pack_puzzle(request, source.number) if source.kind == _PACK else source.puzzle()
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
            typed = typed_answer(form, puzzle)
            verdict = puzzle.task.judge(puzzle.task.parse_answer(typed), puzzle.proof, get_bench(source.lang))
            tries, words, right, share = tries + 1, format_verdict(verdict), verdict.right, verdict.share
            stars, solver = verdict.stars or 0, solver.with_best(original, verdict)
        except Refusal as refusal:
            words = format_refusal(refusal)
    ended = right or asked == "solution"
    effort = Effort(tries, hints, share, right)
    player, fresh_secret = player_or_new(request)
    if ended:
        solver = solver.with_first_try(original, solved=effort.solved_first_try)
    if solver != before:
        _save(request, player, _rating_storage(source.lang), solver)
    streak = _record_day(request, player, source, effort) if ended and source.date == _today() else 0
    answer, reasons = puzzle.task.solution(puzzle.proof) if ended else ("", ())
    shared = share_text(source.date, puzzle, effort, streak) if ended and source.date else ""
    response = page(
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
        rated=[solver.describe_best(original), solver.rating_text, solver.tries_text] if ended else [],
        shared=shared,
        streak=streak,
        answer_input=_answer_input(puzzle, puzzle.task.ask()),
        names=CELL_NAMES,
        seats=[(seat, seat, seat) for seat in Seat],
        typed=form.text("typed"),
        picked=puzzle.proof.answer if ended else form.texts("word"),
        chosen=_answer_marks(puzzle) if ended else [form.text(f"cell-{place}") for place in range(CELLS)],
    )
    return set_player_cookie(response, request, fresh_secret)


def upload_pack(request: Request, form: Form) -> Response:
    """Store an uploaded pack for this browser. It replaces an earlier one."""
    text = form.upload("pack")
    if len(text) > _MAX_PACK_LENGTH:
        raise Refusal("a pack for the browser has at most {most} bytes", most=_MAX_PACK_LENGTH)
    packs.Pack.parse(text)
    player, fresh_secret = player_or_new(request)
    app_state(request).notes.write(player, _PACK, text)
    return set_player_cookie(RedirectResponse("/puzzles/pack/1", 303), request, fresh_secret)


def typed_answer(form: Form, puzzle: Puzzle) -> str:
    """The answer that was tapped on the board or typed, as text."""
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


def _answer_marks(puzzle: Puzzle) -> list[str]:
    """The solution as the marks on the board: a seat, a colour or nothing for each cell."""
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


def _answer_input(puzzle: Puzzle, asked: Statement) -> str:
    """How the page takes an answer to a puzzle of this kind."""
    inputs = {Kind.READ: "words", Kind.ENDGAME: "seats", Kind.DEDUCE: "colours"}
    return inputs.get(puzzle.kind, "typed") if asked.grids else "typed"


def _puzzle_source(request: Request) -> PuzzleSource:
    params = request.path_params
    lang = params.get("lang", current_language())
    if lang not in LANGUAGES:
        raise Refusal("{value} is none of {known}", value=lang[:20], known=", ".join(LANGUAGES))
    if "kind" in params:
        if (
            params["kind"] not in set(TASK_PARSERS)
            or params["grade"] not in GRADES
            or not 1 <= params["number"] <= _MAX_NUMBER
        ):
            raise Refusal("There is no such puzzle.")
        text = f"{lang}/{params['kind']}/{params['grade']}/{params['number']}"
        return PuzzleSource(text, lang, kind=params["kind"], grade=params["grade"], number=params["number"])
    if "number" in params:
        return PuzzleSource(f"pack/{params['number']}", _load_pack(request).lang, kind=_PACK, number=params["number"])
    return PuzzleSource(f"daily/{lang}", lang, date=_today())


def _pack_puzzle(request: Request, number: int) -> Puzzle:
    puzzles = _load_pack(request).puzzles
    if not 1 <= number <= len(puzzles):
        raise Refusal("The pack has no such puzzle.")
    return puzzles[number - 1]


def _load_pack(request: Request) -> packs.Pack:
    text = app_state(request).notes.read(visitor(request).player, _PACK)
    if not text:
        raise Refusal("No pack has been opened in this browser yet.")
    return packs.Pack.parse(text)


def _pack_size(request: Request) -> int:
    return len(_load_pack(request).puzzles) if app_state(request).notes.read(visitor(request).player, _PACK) else 0


@lru_cache(maxsize=256)
def _numbered_puzzle(lang: str, kind: str, grade: int, number: int) -> Puzzle:
    return next(generate_puzzles(PuzzleOrder(lang, f"web/{number}", (Kind(kind),), (grade,)), 1, set()))[1]


@lru_cache(maxsize=8)
def _daily_puzzle(date: dt.date, lang: str) -> Puzzle:
    return daily_puzzle(date, lang)


def _today() -> dt.date:
    return dt.datetime.now(dt.UTC).date()


@dataclass(frozen=True, slots=True)
class _Storage:
    """Where a solver's data is stored: a file of the machine's user, or a note of the browser."""

    path: Path
    note: str


def _rating_storage(lang: str) -> _Storage:
    return _Storage(solver_path(lang), f"puzzles-{lang}")


def _diary_storage(lang: str) -> _Storage:
    return _Storage(diary_path(lang), f"daily-{lang}")


def _load_solver(request: Request, lang: str) -> Solver:
    return _load(request, _rating_storage(lang), Solver, Solver())


def _load_diary(request: Request, lang: str) -> Diary:
    return _load(request, _diary_storage(lang), Diary, Diary({}))


def _load(request: Request, storage: _Storage, kind: type[_StoredT], default: _StoredT) -> _StoredT:
    """Load the data of the machine's user, or on a public server that of the browser."""
    state = app_state(request)
    if not state.settings.is_public:
        return kind.load(storage.path)
    text = state.notes.read(visitor(request).player, storage.note)
    return kind.parse(text) if text else default


def _save(request: Request, player: bytes, storage: _Storage, value: Solver | Diary) -> None:
    state = app_state(request)
    if state.settings.is_public:
        state.notes.write(player, storage.note, str(value))
    else:
        value.save(storage.path)


def _record_day(request: Request, player: bytes, source: PuzzleSource, effort: Effort) -> int:
    """Record the result of today's puzzle. Returns the streak after it."""
    today = _today()
    diary = _load_diary(request, source.lang).with_day(today, effort)
    _save(request, player, _diary_storage(source.lang), diary)
    return diary.streak(today)
