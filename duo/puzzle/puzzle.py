"""What a puzzle is: a task with one clear answer, the proof of the answer, and the origin of the puzzle.

Each kind of puzzle is a module of `duo.puzzle.kinds` with a task class. Everything in the proof follows from the task,
so a puzzle is checked by proving it again. Proofs ask ears: an ear is a set of model signals that reads clues as a
person would.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol

from duo.core.refusal import Refusal
from duo.text import N_

if TYPE_CHECKING:
    from duo.puzzle.resources import PuzzleResources
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


class UnprovenTask(Refusal):
    """Raised for a task that has no clear answer."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The answer of a task and the figures that prove it.

    `rival` is the next best answer. `links` says for each word of the answer which clue means it and by which signal of
    the model, such as `BEER:synonyms`. It is empty in packs of earlier generators.
    """

    answer: tuple[str, ...]
    grade: int
    tags: tuple[str, ...]
    figures: Mapping[str, float]
    rival: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


class PuzzleTask(Protocol):
    """The interface of a puzzle's task, which each kind of puzzle implements."""

    @property
    def kind(self) -> Kind: ...

    @property
    def traits(self) -> frozenset[str]:
        """Texts that identify the task, such as its words. Two puzzles that share a trait are repeats of each other."""
        ...

    @property
    def figure_names(self) -> frozenset[str]:
        """Names of the figures that every proof of this kind has."""
        ...

    @property
    def optional_figure_names(self) -> frozenset[str]:
        """Names of further figures, which proofs of earlier generators lack."""
        ...

    def to_json(self) -> dict[str, Any]: ...

    def is_well_formed_answer(self, answer: tuple[str, ...]) -> bool:
        """Whether these texts have the form of an answer to this task, no matter whether it is right."""
        ...

    def prove(self, resources: "PuzzleResources") -> Proof:
        """Return the answer with its proof.

        Raises UnprovenTask if there is no clear answer.
        """
        ...

    def ask(self) -> "Statement":
        """Return what the puzzle shows the solver, in the current language."""
        ...

    def parse_answer(self, typed: str) -> tuple[str, ...]:
        """Parse a typed answer into the form of `Proof.answer`.

        Raises Refusal if it cannot be an answer.
        """
        ...

    def judge(self, answer: tuple[str, ...], proof: Proof, resources: "PuzzleResources") -> "Verdict":
        """Return whether an answer solves the puzzle, and why."""
        ...

    def hints(self, proof: Proof) -> tuple[str, ...]:
        """Return hints, each more helpful than the one before."""
        ...

    def solution(self, proof: Proof) -> tuple[str, tuple[str, ...]]:
        """Return the answer as text, and the reasons for it step by step."""
        ...


@dataclass(frozen=True, slots=True)
class PuzzleOrigin:
    """What is needed to generate a puzzle again.

    `words` is the digest of the word list. `ears` has the digest of each ear (set of model signals) that proved the
    puzzle. `generator` is the version of the generator.
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
