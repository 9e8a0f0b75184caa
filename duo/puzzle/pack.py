"""Pack files: puzzles with their proofs, written by us and read from anybody."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from duo.core.refusal import Refusal, Refusals
from duo.core.word import printable
from duo.puzzle.fields import Fields, shown
from duo.puzzle.kinds import MAKERS
from duo.puzzle.puzzle import GENERATOR, GRADES, Kind, Origin, Proven, Puzzle, Task
from duo.text import LANGUAGES

FORMAT, VERSION = "duo-puzzles", 1
MOST_BYTES = 16 * 1024 * 1024
MOST_PUZZLES = 5_000
_MOST_TOLD = 20
_MOST_MARKS = 25
_MOST_MINDS = 8
_LARGEST_FIGURE = 1e18
_DIGEST = "[0-9a-zA-Z._+-]{1,64}"
_SEED = "[0-9a-zA-Z:/._-]{1,80}"
_NAME = "[a-z][a-z-]{0,29}"
_MARK = r"(?:[AB]:)?[^\W_](?:[^\W_]|[ '’.-]){0,39}(?:=[g.x])?"  # noqa: RUF001


@dataclass(frozen=True, slots=True)
class Pack:
    """Puzzles of one language, with where the whole pack came from."""

    lang: str
    origin: Origin
    puzzles: tuple[Puzzle, ...]

    def __str__(self) -> str:
        """The pack with a puzzle a line, so that a change to one puzzle shows as one line."""
        head = json.dumps({"format": FORMAT, "version": VERSION, "lang": self.lang, **_origin_json(self.origin)})
        rows = ",\n".join(line_of(puzzle) for puzzle in self.puzzles)
        return f'{head[:-1]}, "puzzles": [\n{rows}\n]}}\n'


def line_of(puzzle: Puzzle) -> str:
    """One puzzle as a line of JSON."""
    proven = puzzle.proven
    return json.dumps(
        {
            "kind": puzzle.kind,
            "grade": proven.grade,
            "tags": proven.tags,
            "task": puzzle.task.to_json(),
            "answer": proven.answer,
            "proof": {**proven.figures, "rival": proven.rival},
            **_origin_json(puzzle.origin),
        },
        ensure_ascii=False,
    )


def read(text: str) -> Pack:
    """The pack in a file's text; refuses with the first problem of every puzzle."""
    fields = Fields(loaded(text), "pack")
    if not fields.has("format") or fields.text("format", ".*") != FORMAT:
        raise Refusal('this is no pack of puzzles: its "format" is not "duo-puzzles"')
    if fields.whole("version", 1, 1_000_000) != VERSION:
        raise Refusal("this pack's version is not 1: a newer duo may read it")
    lang = fields.text("lang", "|".join(LANGUAGES))
    origin = _origin(fields)
    puzzles, problems = [], []
    for place, value in enumerate(fields.values("puzzles", MOST_PUZZLES), 1):
        try:
            puzzles.append(puzzle_of(value))
        except Refusal as refusal:
            problems.append(Refusal("puzzle {place}: {problem}", place=place, problem=refusal))
    fields.done()
    if not puzzles and not problems:
        problems.append(Refusal("there is no puzzle in it"))
    if problems:
        raise Refusals(_shortened(problems))
    return Pack(lang, origin, tuple(puzzles))


def loaded(text: str) -> Any:
    """The JSON value in a text that anybody may have written."""
    try:
        return json.loads(text, parse_constant=_no_number, object_pairs_hook=_no_field_twice)
    except (ValueError, RecursionError) as error:
        raise Refusal("this is not JSON: {reason}", reason=printable(str(error))[:200]) from error


def puzzle_of(value: Any) -> Puzzle:
    """The puzzle in an object out of a file."""
    fields = Fields(value, "puzzle")
    name = fields.text("kind", _NAME)
    if name not in MAKERS:
        raise Refusal("there is no kind of puzzle called {kind}", kind=shown(name))
    task = MAKERS[Kind(name)].from_json(fields.inner("task"))
    proof = fields.inner("proof")
    proven = Proven(
        answer=fields.texts("answer", _MARK, _MOST_MARKS),
        grade=fields.whole("grade", GRADES[0], GRADES[-1]),
        tags=fields.texts("tags", _NAME, _MOST_MARKS),
        rival=proof.texts("rival", _MARK, _MOST_MARKS),
        figures=proof.numbers(_NAME, _MOST_MARKS, _LARGEST_FIGURE),
    )
    origin = _origin(fields)
    fields.done()
    _check_form(task, proven)
    return Puzzle(task, proven, origin)


def _check_form(task: Task, proven: Proven) -> None:
    """Refuse what cannot be shown: whether it is right, only a proof can tell."""
    if task.kind is Kind.DEDUCE:  # what is certain has no rival
        rivalled = not proven.rival
    else:
        rivalled = task.fits(proven.rival) and not set(proven.rival) <= set(proven.answer)
    if not task.fits(proven.answer) or not rivalled:
        raise Refusal("its answer has not the form that its task asks for")
    if set(proven.figures) != task.figures:
        raise Refusal("its proof must have these figures and no others: {names}", names=", ".join(sorted(task.figures)))


def traits_of(puzzles: Iterable[Puzzle]) -> set[str]:
    """Everything that a new puzzle may not share with these."""
    return {trait for puzzle in puzzles for trait in puzzle.task.traits}


def differences(kept: Proven, found: Proven) -> list[str]:
    """What a proof made again has otherwise than the one on file, by the names of the fields."""
    names = [name for name in ("grade", "tags") if getattr(kept, name) != getattr(found, name)]
    return names + _other_figures(kept.figures, found.figures)


def _other_figures(kept: Mapping[str, float], found: Mapping[str, float]) -> list[str]:
    """Figures are rounded when they are written, and the last digit may differ between machines."""
    return [
        name
        for name in sorted({*kept, *found})
        if name not in kept or name not in found or abs(kept[name] - found[name]) > 0.002 * max(1, abs(found[name]))
    ]


def _origin_json(origin: Origin) -> dict[str, Any]:
    return {
        "generator": origin.generator,
        "seed": origin.seed,
        "words": origin.words,
        "minds": origin.minds,
    }


def _origin(fields: Fields) -> Origin:
    return Origin(
        generator=fields.whole("generator", 1, GENERATOR + 1_000),
        seed=fields.text("seed", _SEED),
        words=fields.text("words", _DIGEST),
        minds=fields.texts("minds", _DIGEST, _MOST_MINDS),
    )


def _shortened(problems: list[Refusal]) -> list[Refusal]:
    if (left := len(problems) - _MOST_TOLD) > 0:
        return [*problems[:_MOST_TOLD], Refusal("and {count} puzzles more with problems", count=left)]
    return problems


def _no_number(name: str) -> float:
    raise ValueError(name)


def _no_field_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Readers differ in which of two they take, so neither can be meant."""
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ValueError("a field stands twice in one object")
    return values
