"""A process pool that ends at once on an interrupt."""

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
    """Run a pool of `jobs` processes within the block. An exception in the block, or Ctrl-C, kills them at once."""
    # Spawning works on every platform and is safe beside the thread of a progress bar; forking is neither.
    executor = ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("spawn"), initializer=_exit_with_parent)
    try:
        with _block_interrupts_in_children():
            executor.submit(_do_nothing)  # the first task starts all processes
        yield executor
    except BaseException:
        _kill_processes(executor)
        raise
    executor.shutdown(cancel_futures=True)


@contextmanager
def single_interrupt() -> Iterator[None]:
    """Raise KeyboardInterrupt at the first Ctrl-C within the block, and ignore later ones during the cleanup."""

    def end(_number: int, _frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():  # only the main thread receives signals
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
    """Block interrupts within the block. Processes started in it inherit the blocked state."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _kill_processes(executor: ProcessPoolExecutor) -> None:
    for process in list((executor._processes or {}).values()):  # noqa: SLF001 - kill_workers() comes with Python 3.14
        process.kill()
    executor.shutdown(wait=False, cancel_futures=True)


def _do_nothing() -> None:
    pass


def _exit_with_parent() -> None:
    """Prepare a worker process: it ignores Ctrl-C and exits as soon as its parent has ended."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_after_parent, daemon=True).start()


def _exit_after_parent() -> None:
    if parent := multiprocessing.parent_process():
        parent.join()
        os._exit(1)
