"""The exceptions that every package raises for invalid input."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

Problem = TypeVar("Problem", bound="Refusal")


class Refusal(ValueError):
    """The error for anything that duo refuses to do. The message says what is wrong and, if it helps, what to do.

    The template is both the English sentence and the message id, so that a front end can translate it.
    """

    def __init__(self, template: str, /, **fields: object) -> None:
        super().__init__(template, fields)
        self.template = template
        self.fields = fields

    def __reduce__(self) -> tuple[object, ...]:
        # Unpickling, after a trip through another process, must bypass the constructor.
        return type(self).__new__, (type(self),), self.__dict__

    def __str__(self) -> str:
        return self.template.format(**self.fields)

    def all_problems(self) -> "tuple[Refusal, ...]":
        """Return the problems that this refusal reports: itself, or each problem of a `Refusals`."""
        return (self,)

    def each(self) -> "tuple[Refusal, ...]":
        """Return `all_problems()`. This is its name in 0.2, kept for bots."""
        return self.all_problems()


class Refusals(Refusal):
    """Several problems, reported together."""

    def __init__(self, problems: Sequence[Refusal]) -> None:
        super().__init__("{problems}", problems="; ".join(str(problem) for problem in problems))
        self.problems = tuple(problems)

    def all_problems(self) -> tuple[Refusal, ...]:
        return self.problems


@contextmanager
def add_line_number(number: int, error_type: type[Problem], wrap: Callable[[int, Problem], Refusal]) -> Iterator[None]:
    """Re-raise errors of this type as `wrap(number, error)`, which adds the line number."""
    try:
        yield
    except error_type as problem:
        raise wrap(number, problem) from problem
