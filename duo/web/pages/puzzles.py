"""Puzzles: one a day with a streak, any number by kind and grade, and packs that were brought along."""

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
from duo.puzzle.daily import Diary, Effort, daily, diary_path, share_text
from duo.puzzle.kinds.registry import TASK_PARSERS
from duo.puzzle.making.make import Order, bench_of, made
from duo.puzzle.puzzle import GRADES, Kind, Puzzle
from duo.puzzle.solver import Solver, solver_path, verdict_told
from duo.puzzle.statement import NAMES, Statement
from duo.text import LANGUAGES, spoken, tell
from duo.web.app_state import known_player, services, with_player
from duo.web.forms import Form
from duo.web.rendering import is_part, page
from duo.web.visitor import visitor

SHOWN = 12  # puzzles of a kind and grade that the list offers
_MOST_NUMBER = 100_000
_PACK = "pack"
_MOST_PACK = 1 << 21
_Kept = TypeVar("_Kept", Solver, Diary)


@dataclass(frozen=True, slots=True)
class Source:
    """Where a puzzle comes from: a day, a number, or a place in a pack; its text is the end of its address."""

    text: str
    lang: str
    date: dt.date | None = None
    kind: str = ""
    grade: int = 0
    number: int = 0

    def puzzle(self) -> Puzzle:
        return _of_day(self.date, self.lang) if self.date else _numbered(self.lang, self.kind, self.grade, self.number)


def show(request: Request, form: Form) -> Response:
    """What there is to solve."""
    kinds, numbers = tuple(kind.value for kind in TASK_PARSERS), range(1, SHOWN + 1)
    lang = form.choice("lang", LANGUAGES, spoken())
    solver = _solver(request, lang)
    return page(
        request, "puzzles.html", kinds=kinds, kind=form.choice("kind", kinds, kinds[0]), lang=lang,
        grade=form.number("grade", solver.level, GRADES[0], GRADES[-1]), grades=list(GRADES), numbers=numbers,
        streak=_diary(request, lang).streak(_today()), packed=_pack_size(request),
        rated=[solver.rating_told, solver.tries_told] if solver.met else [],
    )  # fmt: skip


def solve(request: Request, form: Form) -> Response:
    """One puzzle: set, answered, hinted at and explained."""
    source = _source(request)
    if not is_part(request) and request.method == "GET" and not form.flag("now"):
        # Finding it may take a moment, and the page says so meanwhile.
        return page(request, "puzzle.html", source=source, puzzle=None, effort=None)
    made_ = _packed(request, source.number) if source.kind == _PACK else source.puzzle()
    solver = before = _solver(request, source.lang)
    puzzle = solver.as_known(made_)
    tries, hints = form.number("tries", 0, 0, 999) or 0, form.number("hints", 0, 0, 99) or 0
    asked = form.choice("do", ("", "answer", "hint", "solution"), "")
    known = puzzle.task.hints(puzzle.proven)
    words, right, share, stars = "", False, 0.0, 0
    if asked == "hint":
        hints = min(hints + 1, len(known))
    elif asked == "answer":
        try:
            typed = typed_answer(form, puzzle)
            verdict = puzzle.task.judge(puzzle.task.understand(typed), puzzle.proven, bench_of(source.lang))
            tries, words, right, share = tries + 1, verdict_told(verdict), verdict.right, verdict.share
            stars, solver = verdict.stars or 0, solver.with_best(made_, verdict)
        except Refusal as refusal:
            words = tell(refusal)
    ended = right or asked == "solution"
    effort = Effort(tries, hints, share, right)
    player, fresh = known_player(request)
    if ended:
        solver = solver.with_first_try(made_, solved=effort.at_once)
    if solver != before:
        _keep(request, player, _rating(source.lang), solver)
    streak = _note_day(request, player, source, effort) if ended and source.date == _today() else 0
    answer, reasons = puzzle.task.solution(puzzle.proven) if ended else ("", ())
    shared = share_text(source.date, puzzle, effort, streak) if ended and source.date else ""
    response = page(
        request, "puzzle.html", source=source, puzzle=puzzle, asked=puzzle.task.ask(), effort=effort, words=words,
        right=right, told_hints=known[:hints], more_hints=hints < len(known), answer=answer, reasons=reasons,
        stars=stars, rated=[solver.best_told(made_), solver.rating_told, solver.tries_told] if ended else [],
        shared=shared, streak=streak, way=_way(puzzle, puzzle.task.ask()), names=NAMES,
        seats=[(seat, seat, seat) for seat in Seat], typed=form.text("typed"),
        picked=puzzle.proven.answer if ended else form.texts("word"),
        chosen=_marked(puzzle) if ended else [form.text(f"cell-{place}") for place in range(CELLS)],
    )  # fmt: skip
    return with_player(response, request, fresh)


def bring_pack(request: Request, form: Form) -> Response:
    """A pack file, kept for this browser until another is brought."""
    text = form.upload("pack")
    if len(text) > _MOST_PACK:
        raise Refusal("a pack for the browser has at most {most} bytes", most=_MOST_PACK)
    packs.read(text)
    player, fresh = known_player(request)
    services(request).notes.write(player, _PACK, text)
    return with_player(RedirectResponse("/puzzles/pack/1", 303), request, fresh)


def typed_answer(form: Form, puzzle: Puzzle) -> str:
    """What was tapped on the board, as it would have been typed."""
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
    cells = ((name, form.text(f"cell-{place}")) for place, name in enumerate(NAMES))
    if told := [f"{name} {colour}" for name, colour in cells if colour]:
        return ", ".join(told)
    raise Refusal("Choose an answer on the board first.")


def _marked(puzzle: Puzzle) -> list[str]:
    """The answer as the choices on the board: a seat or a colour at each place, where there is one."""
    cells = puzzle.task.ask().grids[-1].cells
    marks: dict[str, str] = {}
    for part in puzzle.proven.answer:
        if puzzle.kind is Kind.ENDGAME:
            seat, _colon, word = part.partition(":")
            marks[word] = seat
        else:
            name, _equals, marks[name] = part.partition("=")
    return [marks.get(cell.text or NAMES[place], "") for place, cell in enumerate(cells)] + [""] * (CELLS - len(cells))


def _way(puzzle: Puzzle, asked: Statement) -> str:
    """How the board takes an answer to a puzzle of this kind."""
    ways = {Kind.READ: "words", Kind.ENDGAME: "seats", Kind.DEDUCE: "colours"}
    return ways.get(puzzle.kind, "typed") if asked.grids else "typed"


def _source(request: Request) -> Source:
    told = request.path_params
    lang = told.get("lang", spoken())
    if lang not in LANGUAGES:
        raise Refusal("{value} is none of {known}", value=lang[:20], known=", ".join(LANGUAGES))
    if "kind" in told:
        if (
            told["kind"] not in set(TASK_PARSERS)
            or told["grade"] not in GRADES
            or not 1 <= told["number"] <= _MOST_NUMBER
        ):
            raise Refusal("There is no such puzzle.")
        text = f"{lang}/{told['kind']}/{told['grade']}/{told['number']}"
        return Source(text, lang, kind=told["kind"], grade=told["grade"], number=told["number"])
    if "number" in told:
        return Source(f"pack/{told['number']}", _pack(request).lang, kind=_PACK, number=told["number"])
    return Source(f"daily/{lang}", lang, date=_today())


def _packed(request: Request, number: int) -> Puzzle:
    puzzles = _pack(request).puzzles
    if not 1 <= number <= len(puzzles):
        raise Refusal("The pack has no such puzzle.")
    return puzzles[number - 1]


def _pack(request: Request) -> packs.Pack:
    text = services(request).notes.read(visitor(request).player, _PACK)
    if not text:
        raise Refusal("No pack has been brought to this browser yet.")
    return packs.read(text)


def _pack_size(request: Request) -> int:
    return len(_pack(request).puzzles) if services(request).notes.read(visitor(request).player, _PACK) else 0


@lru_cache(maxsize=256)
def _numbered(lang: str, kind: str, grade: int, number: int) -> Puzzle:
    return next(made(Order(lang, f"web/{number}", (Kind(kind),), (grade,)), 1, set()))[1]


@lru_cache(maxsize=8)
def _of_day(date: dt.date, lang: str) -> Puzzle:
    return daily(date, lang)


def _today() -> dt.date:
    return dt.datetime.now(dt.UTC).date()


@dataclass(frozen=True, slots=True)
class _Place:
    """Where something of a solver is kept: in a file of this machine's user, or as a note of this browser."""

    path: Path
    note: str


def _rating(lang: str) -> _Place:
    return _Place(solver_path(lang), f"puzzles-{lang}")


def _days(lang: str) -> _Place:
    return _Place(diary_path(lang), f"daily-{lang}")


def _solver(request: Request, lang: str) -> Solver:
    return _kept(request, _rating(lang), Solver, Solver())


def _diary(request: Request, lang: str) -> Diary:
    return _kept(request, _days(lang), Diary, Diary({}))


def _kept(request: Request, place: _Place, kind: type[_Kept], none_yet: _Kept) -> _Kept:
    """That of this machine's user; where strangers are served, that of this browser."""
    at = services(request)
    if not at.settings.is_public:
        return kind.load(place.path)
    text = at.notes.read(visitor(request).player, place.note)
    return kind.parse(text) if text else none_yet


def _keep(request: Request, player: bytes, place: _Place, value: Solver | Diary) -> None:
    at = services(request)
    if at.settings.is_public:
        at.notes.write(player, place.note, str(value))
    else:
        value.save(place.path)


def _note_day(request: Request, player: bytes, source: Source, effort: Effort) -> int:
    """Keep how today's puzzle was met, once; the streak after it."""
    today = _today()
    diary = _diary(request, source.lang).with_day(today, effort)
    _keep(request, player, _days(source.lang), diary)
    return diary.streak(today)
