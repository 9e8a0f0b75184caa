"""Pack files: puzzles with their proofs. Files of any origin are checked as they are read."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from annotated_types import Interval, Len

from duo.core.refusal import Refusal, Refusals
from duo.data import LANGUAGES
from duo.files.schema import Check, check_format, format_value, pattern_check, read_json, read_value
from duo.puzzle.kinds.registry import TASK_PARSERS, ear_digests
from duo.puzzle.puzzle import GENERATOR_VERSION, GRADES, Kind, Proof, Puzzle, PuzzleOrigin, PuzzleTask

if TYPE_CHECKING:
    from duo.puzzle.bench import Bench

FORMAT, VERSION = "duo-puzzles", 1
MAX_BYTES = 16 * 1024 * 1024
MAX_PUZZLES = 5_000
_MAX_PROBLEMS = 20
_MAX_MARKS = 25
_MAX_FIGURE = 1e18
if TYPE_CHECKING:
    _Lang = str
else:
    _Lang = Literal[LANGUAGES]
_Digest = Annotated[str, pattern_check("[0-9a-zA-Z._+-]{1,64}")]
_Seed = Annotated[str, pattern_check("[0-9a-zA-Z:/._-]{1,80}")]
_Name = Annotated[str, pattern_check("[a-z][a-z-]{0,29}")]
_Mark = Annotated[str, pattern_check(r"(?:[AB]:)?[^\W_](?:[^\W_]|[ '’.-]){0,39}(?:=[g.x])?")]  # noqa: RUF001
_Link = Annotated[str, pattern_check(r"[^\W_](?:[^\W_]|[ '’.-]){0,39}:[a-z-]{1,30}")]  # noqa: RUF001
_Marks = Annotated[tuple[_Mark, ...], Len(0, _MAX_MARKS)]
_Minds = Annotated[tuple[_Digest, ...], Len(0, 8)]
_Generator = Annotated[int, Interval(ge=1, le=GENERATOR_VERSION + 1_000)]


def _figure(value: Any) -> float:
    """Check that the value is a number in range, and return it unchanged."""
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= _MAX_FIGURE:
        raise Refusal("{value} is not a number from 0 to {most}", value=format_value(value), most=_MAX_FIGURE)
    return value


@dataclass(frozen=True, slots=True)
class _PackEntry:
    """A pack in a file. Its puzzles are parsed one by one."""

    format: str
    version: int
    lang: _Lang
    generator: _Generator
    seed: _Seed
    words: _Digest
    minds: _Minds
    puzzles: Annotated[tuple[Any, ...], Len(0, MAX_PUZZLES)]


@dataclass(frozen=True, slots=True)
class _PuzzleEntry:
    """A puzzle in a file. Its kind parses the task."""

    kind: Kind
    grade: Annotated[int, Interval(ge=GRADES[0], le=GRADES[-1])]
    tags: Annotated[tuple[_Name, ...], Len(0, _MAX_MARKS)]
    task: dict[str, Any]
    answer: _Marks
    proof: dict[str, Any]
    generator: _Generator
    seed: _Seed
    words: _Digest
    minds: _Minds


@dataclass(frozen=True, slots=True)
class _ProofEntry:
    """The figures, rival and links of a proof, which a file holds in one object."""

    rival: _Marks
    figures: Annotated[dict[_Name, Annotated[Any, Check(_figure)]], Len(0, _MAX_MARKS)]
    links: Annotated[tuple[_Link, ...], Len(0, _MAX_MARKS)] = ()


@dataclass(frozen=True, slots=True)
class Pack:
    """Puzzles of one language, and the origin of the pack."""

    lang: str
    origin: PuzzleOrigin
    puzzles: tuple[Puzzle, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a pack. Raises Refusals with the problems of all puzzles."""
        check_format(text, FORMAT, VERSION)
        entry = read_json(text, _PackEntry)
        return cls(entry.lang, _origin_from_entry(entry), _parse_puzzles(entry.puzzles))

    def __str__(self) -> str:
        """The pack as JSON with one puzzle a line, so that a change to one puzzle shows as one line."""
        head = json.dumps({"format": FORMAT, "version": VERSION, "lang": self.lang, **_origin_json(self.origin)})
        rows = ",\n".join(puzzle_to_line(puzzle) for puzzle in self.puzzles)
        return f'{head[:-1]}, "puzzles": [\n{rows}\n]}}\n'


def puzzle_to_line(puzzle: Puzzle) -> str:
    """Return a puzzle as a line of JSON."""
    proof = puzzle.proof
    return json.dumps(
        {
            "kind": puzzle.kind,
            "grade": proof.grade,
            "tags": proof.tags,
            "task": puzzle.task.to_json(),
            "answer": proof.answer,
            "proof": {**proof.figures, "rival": proof.rival, **({"links": proof.links} if proof.links else {})},
            **_origin_json(puzzle.origin),
        },
        ensure_ascii=False,
    )


def _parse_puzzles(values: Sequence[Any]) -> tuple[Puzzle, ...]:
    puzzles, problems = [], []
    for place, value in enumerate(values, 1):
        try:
            puzzles.append(puzzle_from_json(value))
        except Refusal as refused:
            problems += [
                Refusal("puzzle {place}: {problem}", place=place, problem=each) for each in refused.all_problems()
            ]
    if not puzzles and not problems:
        problems.append(Refusal("it contains no puzzles"))
    if problems:
        raise Refusals(_shorten(problems))
    return tuple(puzzles)


def puzzle_from_json(value: Any) -> Puzzle:
    """Parse one puzzle of a pack."""
    entry = read_value(value, _PuzzleEntry)
    task = TASK_PARSERS[entry.kind](entry.task)
    special = {name: entry.proof.pop(name) for name in ("rival", "links") if name in entry.proof}
    proof_entry = read_value({**special, "figures": entry.proof}, _ProofEntry, where="proof")
    proof = Proof(entry.answer, entry.grade, entry.tags, proof_entry.figures, proof_entry.rival, proof_entry.links)
    _check_form(task, proof)
    return Puzzle(task, proof, _origin_from_entry(entry))


def _check_form(task: PuzzleTask, proof: Proof) -> None:
    """Refuse a proof that cannot be displayed. Only proving the task again shows whether it is right."""
    if task.kind is Kind.DEDUCE:  # a deduction has no rival
        has_valid_rival = not proof.rival
    else:
        has_valid_rival = task.fits(proof.rival) and not set(proof.rival) <= set(proof.answer)
    if not task.fits(proof.answer) or not has_valid_rival:
        raise Refusal("its answer does not have the form that its task requires")
    if not task.figures <= set(proof.figures) <= task.figures | task.optional_figures:
        raise Refusal("its proof must have these figures and no others: {names}", names=", ".join(sorted(task.figures)))


def problems(pack: Pack, bench: "Bench") -> Iterator[tuple[int, list[Refusal]]]:
    """Yield the number of each puzzle, from 1, with everything that is wrong with it."""
    first_with_trait: dict[str, int] = {}
    for place, puzzle in enumerate(pack.puzzles, 1):
        repeats = {first_with_trait[trait] for trait in puzzle.task.traits if trait in first_with_trait}
        repeat_problems = [Refusal("it repeats puzzle {place}", place=earlier) for earlier in sorted(repeats)]
        yield place, repeat_problems + _puzzle_problems(puzzle, bench)
        first_with_trait.update(dict.fromkeys(puzzle.task.traits, place))


def _puzzle_problems(puzzle: Puzzle, bench: "Bench") -> list[Refusal]:
    try:
        new_proof = puzzle.task.prove(bench)
    except Refusal as refusal:
        return [refusal]
    if new_proof.answer != puzzle.proof.answer and not _still_solves(puzzle, bench):
        return [
            Refusal(
                "its answer is {answer}, not {kept}",
                answer=", ".join(new_proof.answer),
                kept=", ".join(puzzle.proof.answer),
            )
        ]
    # Other ears give other figures. It is enough that the answer is clear to them too.
    if puzzle.origin.ears != ear_digests(puzzle.kind, bench) or puzzle.origin.generator != GENERATOR_VERSION:
        return []
    if differences := _differences(puzzle.proof, new_proof):
        return [Refusal("these fields do not follow from its task: {fields}", fields=", ".join(differences))]
    return []


def _still_solves(puzzle: Puzzle, bench: "Bench") -> bool:
    """Whether the stored clue of an older `give` puzzle still solves it, although a better one is known now.

    A puzzle is older if another generator or other ears made it.
    """
    is_same_maker = puzzle.origin.generator == GENERATOR_VERSION and puzzle.origin.ears == ear_digests(
        puzzle.kind, bench
    )
    if puzzle.kind is not Kind.GIVE or is_same_maker:
        return False
    return puzzle.task.judge(puzzle.proof.answer[:1], puzzle.proof, bench).right


def traits_of(puzzles: Iterable[Puzzle]) -> set[str]:
    """Return all traits of these puzzles. A new puzzle must not share any of them."""
    return {trait for puzzle in puzzles for trait in puzzle.task.traits}


def _differences(stored: Proof, found: Proof) -> list[str]:
    """Return the names of the fields in which two proofs of a task differ."""
    names = [name for name in ("grade", "tags") if getattr(stored, name) != getattr(found, name)]
    return names + _differing_figures(stored.figures, found.figures)


def _differing_figures(stored: Mapping[str, float], found: Mapping[str, float]) -> list[str]:
    """Return the names of the figures that differ by more than rounding.

    Figures are rounded when they are written, and the last digit may differ between machines.
    """
    return [
        name
        for name in sorted({*stored, *found})
        if name not in stored or name not in found or abs(stored[name] - found[name]) > 0.002 * max(1, abs(found[name]))
    ]


def _origin_json(origin: PuzzleOrigin) -> dict[str, Any]:
    return {
        "generator": origin.generator,
        "seed": origin.seed,
        "words": origin.words,
        "minds": origin.ears,
    }


def _origin_from_entry(entry: "_PackEntry | _PuzzleEntry") -> PuzzleOrigin:
    return PuzzleOrigin(entry.seed, entry.words, entry.minds, entry.generator)


def _shorten(problems: list[Refusal]) -> list[Refusal]:
    if (omitted := len(problems) - _MAX_PROBLEMS) > 0:
        return [*problems[:_MAX_PROBLEMS], Refusal("and {count} more problems", count=omitted)]
    return problems
