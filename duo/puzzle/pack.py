"""Pack files: puzzles of one language with their proofs, as JSON. A pack is checked while it is read.

An ear is a set of model signals that reads clues. A pack stores the digests of the ears that proved it as `minds`.
"""

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
    from duo.puzzle.resources import PuzzleResources

PACK_FORMAT, PACK_VERSION = "duo-puzzles", 1
MAX_PACK_BYTES = 16 * 1024 * 1024
MAX_PACK_PUZZLES = 5_000
_MAX_LISTED_PROBLEMS = 20
_MAX_LIST_LENGTH = 25
_MAX_FIGURE_VALUE = 1e18
if TYPE_CHECKING:
    _Lang = str
else:
    _Lang = Literal[LANGUAGES]
_DigestText = Annotated[str, pattern_check("[0-9a-zA-Z._+-]{1,64}")]
_SeedText = Annotated[str, pattern_check("[0-9a-zA-Z:/._-]{1,80}")]
_TagOrFigureName = Annotated[str, pattern_check("[a-z][a-z-]{0,29}")]
_AnswerMark = Annotated[str, pattern_check(r"(?:[AB]:)?[^\W_](?:[^\W_]|[ '’.-]){0,39}(?:=[g.x])?")]  # noqa: RUF001
_ClueAndSignal = Annotated[str, pattern_check(r"[^\W_](?:[^\W_]|[ '’.-]){0,39}:[a-z-]{1,30}")]  # noqa: RUF001
_AnswerMarks = Annotated[tuple[_AnswerMark, ...], Len(0, _MAX_LIST_LENGTH)]
_EarDigests = Annotated[tuple[_DigestText, ...], Len(0, 8)]
_GeneratorVersion = Annotated[int, Interval(ge=1, le=GENERATOR_VERSION + 1_000)]


def _check_figure(value: Any) -> float:
    """Return a figure of a proof unchanged.

    Raises Refusal if it is not a number from 0 to the maximum.
    """
    if not isinstance(value, int | float) or isinstance(value, bool) or not 0 <= value <= _MAX_FIGURE_VALUE:
        raise Refusal("{value} is not a number from 0 to {most}", value=format_value(value), most=_MAX_FIGURE_VALUE)
    return value


@dataclass(frozen=True, slots=True)
class _PackEntry:
    """The JSON form of a pack. Each of its puzzles is parsed later as a `_PuzzleEntry`."""

    format: str
    version: int
    lang: _Lang
    generator: _GeneratorVersion
    seed: _SeedText
    words: _DigestText
    minds: _EarDigests
    puzzles: Annotated[tuple[Any, ...], Len(0, MAX_PACK_PUZZLES)]


@dataclass(frozen=True, slots=True)
class _PuzzleEntry:
    """The JSON form of a puzzle. The task class of its kind parses the task."""

    kind: Kind
    grade: Annotated[int, Interval(ge=GRADES[0], le=GRADES[-1])]
    tags: Annotated[tuple[_TagOrFigureName, ...], Len(0, _MAX_LIST_LENGTH)]
    task: dict[str, Any]
    answer: _AnswerMarks
    proof: dict[str, Any]
    generator: _GeneratorVersion
    seed: _SeedText
    words: _DigestText
    minds: _EarDigests


@dataclass(frozen=True, slots=True)
class _ProofEntry:
    """The JSON form of a proof: its figures, rival (the next best answer) and links (clue and signal by word)."""

    rival: _AnswerMarks
    figures: Annotated[dict[_TagOrFigureName, Annotated[Any, Check(_check_figure)]], Len(0, _MAX_LIST_LENGTH)]
    links: Annotated[tuple[_ClueAndSignal, ...], Len(0, _MAX_LIST_LENGTH)] = ()


@dataclass(frozen=True, slots=True)
class Pack:
    """Puzzles of one language, and what is needed to generate them again."""

    lang: str
    origin: PuzzleOrigin
    puzzles: tuple[Puzzle, ...]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Parse a pack.

        Raises Refusals with the problems of all its puzzles.
        """
        check_format(text, PACK_FORMAT, PACK_VERSION)
        entry = read_json(text, _PackEntry)
        return cls(entry.lang, _origin_from_entry(entry), _parse_puzzles(entry.puzzles))

    def __str__(self) -> str:
        """The pack as JSON with one puzzle a line, so that a change to one puzzle shows as one line."""
        head = json.dumps(
            {"format": PACK_FORMAT, "version": PACK_VERSION, "lang": self.lang, **_origin_to_json(self.origin)}
        )
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
            **_origin_to_json(puzzle.origin),
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
        raise Refusals(_shorten_problems(problems))
    return tuple(puzzles)


def puzzle_from_json(value: Any) -> Puzzle:
    """Parse one puzzle of a pack."""
    entry = read_value(value, _PuzzleEntry)
    task = TASK_PARSERS[entry.kind](entry.task)
    special = {name: entry.proof.pop(name) for name in ("rival", "links") if name in entry.proof}
    proof_entry = read_value({**special, "figures": entry.proof}, _ProofEntry, where="proof")
    proof = Proof(entry.answer, entry.grade, entry.tags, proof_entry.figures, proof_entry.rival, proof_entry.links)
    _check_proof_form(task, proof)
    return Puzzle(task, proof, _origin_from_entry(entry))


def _check_proof_form(task: PuzzleTask, proof: Proof) -> None:
    """Raise Refusal if answer, rival or figures do not have the form that this kind of task requires.

    Whether the answer is right is not checked here: that takes proving the task again.
    """
    if task.kind is Kind.DEDUCE:  # a deduction has no rival
        has_valid_rival = not proof.rival
    else:
        has_valid_rival = task.is_well_formed_answer(proof.rival) and not set(proof.rival) <= set(proof.answer)
    if not task.is_well_formed_answer(proof.answer) or not has_valid_rival:
        raise Refusal("its answer does not have the form that its task requires")
    if not task.figure_names <= set(proof.figures) <= task.figure_names | task.optional_figure_names:
        raise Refusal(
            "its proof must have these figures and no others: {names}", names=", ".join(sorted(task.figure_names))
        )


def find_pack_problems(pack: Pack, resources: "PuzzleResources") -> Iterator[tuple[int, list[Refusal]]]:
    """Prove each puzzle of a pack again, and yield its number, from 1, with everything that is wrong with it."""
    first_with_trait: dict[str, int] = {}
    for place, puzzle in enumerate(pack.puzzles, 1):
        repeats = {first_with_trait[trait] for trait in puzzle.task.traits if trait in first_with_trait}
        repeat_problems = [Refusal("it repeats puzzle {place}", place=earlier) for earlier in sorted(repeats)]
        yield place, repeat_problems + _find_puzzle_problems(puzzle, resources)
        first_with_trait.update(dict.fromkeys(puzzle.task.traits, place))


def _find_puzzle_problems(puzzle: Puzzle, resources: "PuzzleResources") -> list[Refusal]:
    try:
        new_proof = puzzle.task.prove(resources)
    except Refusal as refusal:
        return [refusal]
    if new_proof.answer != puzzle.proof.answer and not _does_stored_clue_solve(puzzle, resources):
        return [
            Refusal(
                "its answer is {answer}, not {kept}",
                answer=", ".join(new_proof.answer),
                kept=", ".join(puzzle.proof.answer),
            )
        ]
    # Other ears give other figures. It is enough that the answer is clear to them too.
    if puzzle.origin.ears != ear_digests(puzzle.kind, resources) or puzzle.origin.generator != GENERATOR_VERSION:
        return []
    if differences := _differing_fields(puzzle.proof, new_proof):
        return [Refusal("these fields do not follow from its task: {fields}", fields=", ".join(differences))]
    return []


def _does_stored_clue_solve(puzzle: Puzzle, resources: "PuzzleResources") -> bool:
    """Whether the stored clue of a `give` puzzle solves it, although proving it again finds a better clue.

    Returns False for other kinds, and for puzzles that this generator made with these ears.
    """
    is_same_maker = puzzle.origin.generator == GENERATOR_VERSION and puzzle.origin.ears == ear_digests(
        puzzle.kind, resources
    )
    if puzzle.kind is not Kind.GIVE or is_same_maker:
        return False
    return puzzle.task.judge(puzzle.proof.answer[:1], puzzle.proof, resources).right


def all_traits_of(puzzles: Iterable[Puzzle]) -> set[str]:
    """Return the traits of all these puzzles. A new puzzle that shares one of them would be a repeat."""
    return {trait for puzzle in puzzles for trait in puzzle.task.traits}


def _differing_fields(stored: Proof, found: Proof) -> list[str]:
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


def _origin_to_json(origin: PuzzleOrigin) -> dict[str, Any]:
    return {
        "generator": origin.generator,
        "seed": origin.seed,
        "words": origin.words,
        "minds": origin.ears,
    }


def _origin_from_entry(entry: "_PackEntry | _PuzzleEntry") -> PuzzleOrigin:
    return PuzzleOrigin(entry.seed, entry.words, entry.minds, entry.generator)


def _shorten_problems(problems: list[Refusal]) -> list[Refusal]:
    if (omitted := len(problems) - _MAX_LISTED_PROBLEMS) > 0:
        return [*problems[:_MAX_LISTED_PROBLEMS], Refusal("and {count} more problems", count=omitted)]
    return problems
