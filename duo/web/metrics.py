"""What a server does in figures, for Prometheus. They are counts and times: no name, no address, no game.

Several processes of one machine keep their counts in files of one folder, and whichever is asked adds up all of them,
those of processes that have ended too. How many games there are is asked of the database, so every machine answers the
same.
"""

import os
import tempfile
from importlib.util import find_spec
from typing import Protocol

_FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"  # where prometheus_client looks when it is imported
_BUCKETS_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics(Protocol):
    """What is counted."""

    def count_request(self, route: str, method: str, status: int, seconds: float | None) -> None:
        """A request; a stream has no time."""

    def observe_thinking(self, seconds: float) -> None:
        """A move of the house, and how long it was thought about."""

    def count_streams(self, change: int) -> None:
        """So many more browsers listen."""

    def render(self, waiting: int, due: int) -> bytes:
        """All of it in the text format, with the games under way and those in which the house must act."""


class NoMetrics:
    """Where prometheus_client is not installed nothing is counted."""

    def count_request(self, route: str, method: str, status: int, seconds: float | None) -> None: ...

    def observe_thinking(self, seconds: float) -> None: ...

    def count_streams(self, change: int) -> None: ...

    def render(self, waiting: int, due: int) -> bytes:
        return b"# pip install 'duo[hosting]' for figures\n"


class PrometheusMetrics:
    """The figures of this process, or of all that share a folder."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self._registry = CollectorRegistry()
        self._requests = Counter(
            "duo_requests", "Requests answered", ("route", "method", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "duo_request_seconds", "Time to answer", ("route",), buckets=_BUCKETS_SECONDS, registry=self._registry
        )
        self._thinking = Histogram(
            "duo_thinking_seconds",
            "Time that the partner thought about a move",
            buckets=_BUCKETS_SECONDS,
            registry=self._registry,
        )
        self._streams = Gauge("duo_streams", "Event streams open", multiprocess_mode="livesum", registry=self._registry)

    def count_request(self, route: str, method: str, status: int, seconds: float | None) -> None:
        self._requests.labels(route, method, str(status)).inc()
        if seconds is not None:
            self._seconds.labels(route).observe(seconds)

    def observe_thinking(self, seconds: float) -> None:
        self._thinking.observe(seconds)

    def count_streams(self, change: int) -> None:
        self._streams.inc(change)

    def render(self, waiting: int, due: int) -> bytes:
        from prometheus_client import CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = self._registry
        if os.environ.get(_FOLDER_VARIABLE):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)
        counts = (
            f"# HELP duo_games_waiting Games under way in the store\n# TYPE duo_games_waiting gauge\n"
            f"duo_games_waiting {waiting}\n"
            f"# HELP duo_house_queue Games in which the partner must act\n# TYPE duo_house_queue gauge\n"
            f"duo_house_queue {due}\n"
        )
        written: bytes = generate_latest(registry)
        return written + counts.encode()


def create_metrics() -> Metrics:
    return NoMetrics() if find_spec("prometheus_client") is None else PrometheusMetrics()


def share_between_processes() -> "tempfile.TemporaryDirectory[str]":
    """Let all processes that are forked from now on count together; before any has counted."""
    folder = tempfile.TemporaryDirectory(prefix="duo-metrics-")
    os.environ[_FOLDER_VARIABLE] = folder.name
    return folder


def mark_process_ended(process: int) -> None:
    """A process counts no more: what it had open is closed, what it has counted stays."""
    if os.environ.get(_FOLDER_VARIABLE) and find_spec("prometheus_client"):
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(process)
