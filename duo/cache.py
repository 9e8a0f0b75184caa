"""A cache for slow functions that several threads call at once."""

from collections.abc import Callable, Hashable
from functools import wraps
from threading import Lock
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")


def cached_once(function: Callable[P, T]) -> Callable[P, T]:
    """Cache results per positional arguments. Exceptions are not cached.

    With `functools.cache`, two threads that call at once with equal arguments both run the function. Here the second
    thread waits for the result of the first.
    """
    results: dict[Hashable, T] = {}
    locks: dict[Hashable, Lock] = {}

    @wraps(function)
    def cached(*args: P.args, **kwargs: P.kwargs) -> T:
        if kwargs:
            raise TypeError("keyword arguments would be cached separately: pass arguments by position")
        if args not in results:
            with locks.setdefault(args, Lock()):  # atomic in CPython: all threads get the same lock
                if args not in results:
                    results[args] = function(*args, **kwargs)
        return results[args]

    return cached
