"""A puzzle: a task with one clear answer, the proof that it has one, and where it came from.

Each kind of puzzle is a module with a task of its own. A task can prove itself: from the task alone follow its
answer, its grade, its tags and the figures of the proof. So a puzzle is checked by proving it again.
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

# Rises whenever the same seed would give other puzzles.
GENERATOR_VERSION = 6
GRADES = range(1, 6)


class Kind(StrEnum):
    """What is asked; the values name the kinds in files and options."""

    READ = N_("read")
    GIVE = N_("give")
    ENDGAME = N_("endgame")
    DEDUCE = N_("deduce")


class Unproven(Refusal):
    """The task has no clear answer."""


@dataclass(frozen=True, slots=True)
class Proof:
    """What follows from a task: the answer, and the figures that prove it; `rival` is the next best answer.

    `links` has a link such as `synonyms` for each word of the answer, or nothing where none was noted.
    """

    answer: tuple[str, ...]
    grade: int
    tags: tuple[str, ...]
    figures: Mapping[str, float]
    rival: tuple[str, ...] = ()
    links: tuple[str, ...] = ()


class PuzzleTask(Protocol):
    """What every kind of puzzle can do."""

    @property
    def kind(self) -> Kind: ...

    @property
    def traits(self) -> frozenset[str]:
        """What makes two puzzles repeats of each other: they share one of these."""
        ...

    @property
    def figures(self) -> frozenset[str]:
        """The names of the figures that a proof has."""
        ...

    @property
    def optional_figures(self) -> frozenset[str]:
        """The names of those that it may have, which earlier generators did not give."""
        ...

    def to_json(self) -> dict[str, Any]: ...

    def fits(self, answer: tuple[str, ...]) -> bool:
        """Whether this has the form of an answer, right or wrong."""
        ...

    def prove(self, bench: "Bench") -> Proof:
        """The answer with its proof; raises Unproven where there is no clear one."""
        ...

    def ask(self) -> "Statement":
        """The task in the language in use."""
        ...

    def parse_answer(self, typed: str) -> tuple[str, ...]:
        """The answer that was typed, in the form of `Proven.answer`; refuses what is none."""
        ...

    def judge(self, answer: tuple[str, ...], proof: Proof, bench: "Bench") -> "Verdict": ...

    def hints(self, proof: Proof) -> tuple[str, ...]:
        """Sentences that help more and more."""
        ...

    def solution(self, proof: Proof) -> tuple[str, tuple[str, ...]]:
        """The answer as a person reads it, and its reasons, step by step."""
        ...


@dataclass(frozen=True, slots=True)
class PuzzleOrigin:
    """Where a puzzle came from: enough to make it again."""

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
