"""What takes long to make and is kept for the life of the process: made once, however many threads ask at a time."""

from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def cached_once(function: Callable[P, T]) -> Callable[P, T]:
    """Keep what the function returns for each of its arguments, which are told by position; an error is not kept.

    Unlike `functools.cache`, a second thread that asks for the same waits for the first instead of making its own.
    """
    made: dict[Hashable, T] = {}
    locks: dict[Hashable, Lock] = {}

    @wraps(function)
    def kept(*arguments: P.args, **named: P.kwargs) -> T:
        if named:
            raise TypeError("told by name, the same would be made twice")
        if arguments not in made:
            with locks.setdefault(arguments, Lock()):  # one step in CPython: all threads get the same lock
                if arguments not in made:
                    made[arguments] = function(*arguments, **named)
        return made[arguments]

    return kept
