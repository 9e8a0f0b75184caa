"""Memory settings of glibc: all threads share one malloc arena."""

import ctypes
import sys

_M_ARENA_MAX = -8


def limit_malloc_arenas() -> None:
    """Let all threads share one malloc arena. Call this before any thread starts.

    The AI's large arrays otherwise cost 30 MB and more per thread. Returning their memory to the system after each
    move (malloc_trim) saves as much again but makes each move take half as long again, because the system clears the
    pages anew.
    """
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None
    if libc and hasattr(libc, "mallopt"):  # only glibc has mallopt, and only glibc needs it
        libc.mallopt(_M_ARENA_MAX, 1)
