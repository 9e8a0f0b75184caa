"""A pool of worker processes, forked from one that has loaded the models. A worker that dies is replaced.

The workers share the listening socket, so a crash loses only the requests of one worker. They also share all memory
that none of them writes to, above all the models.
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

_POLL_SECONDS = 0.05  # between checks for workers that have ended
_SHUTDOWN_SECONDS = 30.0  # for the workers to finish after SIGTERM
_MIN_LIFETIME_SECONDS = 1.0  # a worker that ends sooner is replaced after a pause

# Called in the worker with the process id of the worker that it replaces, or 0.
WorkerMain = Callable[[int], None]


@dataclass(slots=True)
class WorkerPool:
    """Runs `count` workers. `on_exit` gets the process id of each that ended; `on_poll` is called regularly."""

    count: int
    worker_main: WorkerMain
    on_exit: Callable[[int], None]
    on_poll: Callable[[], None]
    _started: dict[int, float] = field(default_factory=dict)
    _stopping: bool = False

    def run(self) -> None:
        """Keep the workers running until SIGTERM or SIGINT."""
        gc.collect()
        gc.freeze()  # the collector then does not write to existing objects, so their memory stays shared
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
        """Run in the new worker. It exits here, because the callers on the stack belong to its parent."""
        status = 1
        try:
            signal.signal(
                signal.SIGTERM, signal.SIG_IGN
            )  # uvicorn sets its own handler; afterwards nothing may end us early
            self.worker_main(predecessor)
            status = 0
        except BaseException:  # noqa: BLE001 - the process ends in any case; log why
            traceback.print_exc()
        finally:
            os._exit(status)

    def _reap(self) -> list[int]:
        """Collect the workers that have ended. Pauses after one that ended at once, to avoid a fork loop."""
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

        previous_handlers = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
        try:
            yield
        finally:
            for number, handler in previous_handlers.items():
                signal.signal(number, handler)
