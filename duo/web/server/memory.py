"""Reduces the memory that glibc's malloc reserves for threads."""

import ctypes
import sys

_MALLOPT_ARENA_MAX = -8


def limit_malloc_arenas() -> None:
    """Let all threads share one malloc arena (a region of memory). Call this before any thread starts.

    With an arena per thread, the AI's large arrays cost at least 30 MB per thread. Calling malloc_trim after each move
    would save as much again. It is not done, because each move would take 50% longer: the system has to clear the
    returned memory before its next use.
    """
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None
    if libc and hasattr(libc, "mallopt"):  # only glibc has mallopt, and only glibc needs it
        libc.mallopt(_MALLOPT_ARENA_MAX, 1)
