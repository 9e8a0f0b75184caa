"""Large arrays go back to the system when they are freed, in the place of staying with the thread that used them."""

import ctypes
import sys

_M_MMAP_THRESHOLD = -3
_LARGE = 1 << 20  # bytes


def return_large_arrays() -> None:
    """Costs a thought a tenth more processor time, and spares a process 30 MB and more for each thread that thinks.

    Left alone, glibc takes the arrays of a thought for something that comes again, and keeps their memory.
    """
    libc = ctypes.CDLL(None) if sys.platform == "linux" else None
    if libc and hasattr(libc, "mallopt"):  # only glibc has it, and needs it
        libc.mallopt(_M_MMAP_THRESHOLD, _LARGE)
