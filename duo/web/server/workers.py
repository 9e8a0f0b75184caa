"""Several processes that answer at one address: forked from one that has loaded the models, and replaced when they die.

They share the listening socket, so a process that dies takes along only what it was answering, and the pages of memory
that none of them changes: the models above all.
"""

import contextlib
import gc
import os
import signal
import time
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from types import FrameType
from typing import NoReturn

_POLL_SECONDS = 0.05  # seconds between looks for processes that have ended
_SHUTDOWN_SECONDS = 30.0  # seconds for them to finish when all shall stop
_MIN_LIFETIME_SECONDS = 1.0  # a process that lives no longer than this is not replaced at once

# Told the process in whose place the new one is, or 0.
WorkerMain = Callable[[int], None]


@dataclass(slots=True)
class WorkerPool:
    """So many processes that do this work; `ended` is told of each that is no more, `look` is done again and again."""

    count: int
    worker_main: WorkerMain
    on_exit: Callable[[int], None]
    on_poll: Callable[[], None]
    _started: dict[int, float] = field(default_factory=dict)
    _stopping: bool = False

    def run(self) -> None:
        """Keep them alive until a signal says that all shall stop."""
        gc.collect()
        gc.freeze()  # what is there now is never looked at again, so its memory stays shared
        with self._handle_signals():
            for _ in range(self.count):
                self._start(0)
            while not self._stopping:
                time.sleep(_POLL_SECONDS)
                self.on_poll()
                for process in self._reap():
                    if not self._stopping:
                        self._start(process)
            self._stop()

    def _start(self, predecessor: int) -> None:
        process = os.fork()
        if process == 0:
            self._run_child(predecessor)
        self._started[process] = time.monotonic()

    def _run_child(self, predecessor: int) -> NoReturn:
        """What the new process does, and nothing after it: what stands above belongs to the one it came from."""
        status = 1
        try:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)  # the server has its own; after it nothing ends us early
            self.worker_main(predecessor)
            status = 0
        except BaseException:  # noqa: BLE001 - it ends here in any case, and the log shall say why
            traceback.print_exc()
        finally:
            os._exit(status)

    def _reap(self) -> list[int]:
        """The processes that have ended. One that did so at once makes us wait, lest we fork in a frenzy."""
        ended = []
        for process in list(self._started):
            found, _status = os.waitpid(process, os.WNOHANG)
            if found:
                age = time.monotonic() - self._started.pop(process)
                self.on_exit(process)
                ended.append(process)
                if age < _MIN_LIFETIME_SECONDS and not self._stopping:
                    time.sleep(_MIN_LIFETIME_SECONDS)
        return ended

    def _stop(self) -> None:
        self._send(signal.SIGTERM)
        end = time.monotonic() + _SHUTDOWN_SECONDS
        while self._started and time.monotonic() < end:
            self._reap()
            time.sleep(_POLL_SECONDS)
        self._send(signal.SIGKILL)
        while self._started:
            self._reap()
            time.sleep(_POLL_SECONDS)

    def _send(self, number: signal.Signals) -> None:
        for process in self._started:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, number)

    @contextlib.contextmanager
    def _handle_signals(self) -> Iterator[None]:
        def stop(_number: int, _frame: FrameType | None) -> None:
            self._stopping = True

        before = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)
