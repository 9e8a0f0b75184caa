"""How the rooms say no."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

Problem = TypeVar("Problem", bound="Refusal")


class Refusal(ValueError):
    """Something asked for that cannot be done: what is wrong and, where it helps, what to do.

    The template is the English sentence and at the same time the message id, so that whoever shows it to a
    person can show it in that person's language.
    """

    def __init__(self, template: str, /, **fields: object) -> None:
        super().__init__(template, fields)
        self.template = template
        self.fields = fields

    def __reduce__(self) -> tuple[object, ...]:
        # An exception that went through another process is built anew without its constructor.
        return type(self).__new__, (type(self),), self.__dict__

    def __str__(self) -> str:
        return self.template.format(**self.fields)

    def all_problems(self) -> "tuple[Refusal, ...]":
        """The problems that this refusal is made of."""
        return (self,)


class Refusals(Refusal):
    """Several problems of one thing, all reported at once."""

    def __init__(self, problems: Sequence[Refusal]) -> None:
        super().__init__("{problems}", problems="; ".join(str(problem) for problem in problems))
        self.problems = tuple(problems)

    def all_problems(self) -> tuple[Refusal, ...]:
        return self.problems


@contextmanager
def add_line_number(number: int, error_type: type[Problem], wrap: Callable[[int, Problem], Refusal]) -> Iterator[None]:
    """Say of every refusal of this kind within it that it stands in this line."""
    try:
        yield
    except error_type as problem:
        raise wrap(number, problem) from problem
