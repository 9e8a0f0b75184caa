"""Work in several processes of this machine, which ends at once when it is interrupted."""

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from types import FrameType


@contextmanager
def process_pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    """So many processes. If what they are for ends early, by an interrupt or otherwise, they are killed at work."""
    # Spawned and not forked: the same on every platform, and safe beside the thread of a progress bar.
    executor = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_end_with_parent)
    try:
        with _block_interrupts_in_children():
            executor.submit(_do_nothing)  # the first task has all of them started
        yield executor
    except BaseException:
        _kill(executor)
        raise
    executor.shutdown(cancel_futures=True)


@contextmanager
def single_interrupt() -> Iterator[None]:
    """Let the first interrupt end what is done within, and no second one disturb it while it ends.

    Nobody is heard again after it: the command is ending.
    """

    def end(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():  # signals come to the main thread only
        yield
        return
    before = signal.signal(signal.SIGINT, end)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is end:
            signal.signal(signal.SIGINT, before)


@contextmanager
def _block_interrupts_in_children() -> Iterator[None]:
    """Children inherit that the signal is blocked; the interrupt of a terminal goes to every process of a command."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _kill(executor: ProcessPoolExecutor) -> None:
    for process in list((executor._processes or {}).values()):  # noqa: SLF001 - kill_workers() comes with Python 3.14
        process.kill()
    executor.shutdown(wait=False, cancel_futures=True)


def _do_nothing() -> None:
    pass


def _end_with_parent() -> None:
    """Leave interrupts to the parent, and end when it does, however it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_wait_for_parent, daemon=True).start()


def _wait_for_parent() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)
