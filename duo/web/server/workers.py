"""A pool of worker processes. A worker that ends is replaced by a new one.

The parent process loads the language models and then forks the workers. The workers share all memory to which none of
them writes, above all the models. They also share the listening socket, so a crash loses only one worker's requests.
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

_WORKER_POLL_SECONDS = 0.05  # between checks for workers that have ended
_MAX_WAIT_FOR_WORKERS_SECONDS = 30.0  # for the workers to finish after SIGTERM
_MIN_WORKER_LIFETIME_SECONDS = 1.0  # a worker that ends sooner is replaced after a pause

# Called in the worker with the process id of the worker that it replaces, or 0.
WorkerMain = Callable[[int], None]


@dataclass(slots=True)
class WorkerPool:
    """Runs `worker_count` worker processes.

    `on_exit` is called with the process id of each worker that has ended. `on_poll` is called several times per second.
    """

    worker_count: int
    worker_main: WorkerMain
    on_exit: Callable[[int], None]
    on_poll: Callable[[], None]
    _start_times: dict[int, float] = field(default_factory=dict)
    _stopping: bool = False

    def run(self) -> None:
        """Keep the workers running until this process gets SIGTERM or SIGINT, then stop them."""
        gc.collect()
        gc.freeze()  # the collector then does not write to existing objects, so their memory stays shared
        with self._handle_signals():
            for _ in range(self.worker_count):
                self._start_worker(0)
            while not self._stopping:
                time.sleep(_WORKER_POLL_SECONDS)
                self.on_poll()
                for process in self._reap_ended_workers():
                    if not self._stopping:
                        self._start_worker(process)
            self._stop_workers()

    def _start_worker(self, predecessor: int) -> None:
        process = os.fork()
        if process == 0:
            self._run_worker(predecessor)
        self._start_times[process] = time.monotonic()

    def _run_worker(self, predecessor: int) -> NoReturn:
        """Call `worker_main` in a newly forked worker, then exit.

        The worker never returns, because the callers of this method are work of the parent process.
        """
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

    def _reap_ended_workers(self) -> list[int]:
        """The process ids of the workers that have ended since the last call.

        Pauses if a worker ended right after its start, so that broken workers are not restarted without end.
        """
        ended = []
        for process in list(self._start_times):
            found, _status = os.waitpid(process, os.WNOHANG)
            if found:
                age = time.monotonic() - self._start_times.pop(process)
                self.on_exit(process)
                ended.append(process)
                if age < _MIN_WORKER_LIFETIME_SECONDS and not self._stopping:
                    time.sleep(_MIN_WORKER_LIFETIME_SECONDS)
        return ended

    def _stop_workers(self) -> None:
        self._signal_workers(signal.SIGTERM)
        end = time.monotonic() + _MAX_WAIT_FOR_WORKERS_SECONDS
        while self._start_times and time.monotonic() < end:
            self._reap_ended_workers()
            time.sleep(_WORKER_POLL_SECONDS)
        self._signal_workers(signal.SIGKILL)
        while self._start_times:
            self._reap_ended_workers()
            time.sleep(_WORKER_POLL_SECONDS)

    def _signal_workers(self, number: signal.Signals) -> None:
        for process in self._start_times:
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
