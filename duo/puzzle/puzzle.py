"""What a puzzle is: a task with one clear answer, the proof of it, and its origin.

Each kind of puzzle is a module of `duo.puzzle.kinds` with a task class. Answer, grade, tags and figures of the proof
all follow from the task, so a puzzle is checked by proving it again.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from duo.core.refusal import Refusal
from duo.text import N_

if TYPE_CHECKING:
    from duo.puzzle.bench import Bench
    from duo.puzzle.statement import Statement, Verdict

# Increase it whenever the same seed would give other puzzles.
GENERATOR_VERSION = 6
GRADES = range(1, 6)


class Kind(StrEnum):
    """The kinds of puzzle. Files and command-line options use the values."""

    READ = N_("read")
    GIVE = N_("give")
    ENDGAME = N_("endgame")
    DEDUCE = N_("deduce")


class Unproven(Refusal):
    """The task has no clear answer."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The answer of a task and the figures that prove it.

    `rival` is the next best answer. `links` has one entry for each word of the answer, such as `BEER:synonyms`, or is
    empty in packs of earlier generators.
    """

    answer: tuple[str, ...]
    grade: int
    tags: tuple[str, ...]
    figures: Mapping[str, float]
    rival: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


class PuzzleTask(Protocol):
    """The interface of all kinds of puzzle."""

    @property
    def kind(self) -> Kind: ...

    @property
    def traits(self) -> frozenset[str]:
        """Two puzzles that share a trait are repeats of each other."""
        ...

    @property
    def figures(self) -> frozenset[str]:
        """Names of the figures that every proof has."""
        ...

    @property
    def optional_figures(self) -> frozenset[str]:
        """Names of the figures that proofs of earlier generators lack."""
        ...

    def to_json(self) -> dict[str, Any]: ...

    def fits(self, answer: tuple[str, ...]) -> bool:
        """Whether this has the form of an answer, right or wrong."""
        ...

    def prove(self, bench: "Bench") -> Proof:
        """Return the answer with its proof.

        Raises Unproven if there is no clear answer.
        """
        ...

    def ask(self) -> "Statement":
        """Return the task as text in the current language."""
        ...

    def parse_answer(self, typed: str) -> tuple[str, ...]:
        """Parse a typed answer into the form of `Proof.answer`.

        Raises Refusal if it cannot be an answer.
        """
        ...

    def judge(self, answer: tuple[str, ...], proof: Proof, bench: "Bench") -> "Verdict": ...

    def hints(self, proof: Proof) -> tuple[str, ...]:
        """Return hints, each more helpful than the one before."""
        ...

    def solution(self, proof: Proof) -> tuple[str, tuple[str, ...]]:
        """Return the answer as text, and the reasons for it step by step."""
        ...


@dataclass(frozen=True, slots=True)
class PuzzleOrigin:
    """What is needed to make a puzzle again.

    `words` is the digest of the word list, and `ears` are the digests of the ears that proved the puzzle.
    """

    seed: str
    words: str
    ears: tuple[str, ...]
    generator: int = GENERATOR_VERSION


@dataclass(frozen=True, slots=True)
class Puzzle:
    task: PuzzleTask
    proof: Proof
    origin: PuzzleOrigin

    @property
    def kind(self) -> Kind:
        return self.task.kind
