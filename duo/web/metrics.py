"""Metrics for Prometheus: counts and times, without names of people, addresses or ids of games.

The processes of one machine keep their counts in files of a shared folder. The process that answers a request for the
metrics adds up the counts of all processes, including ended ones. The numbers of games come from the database, so every
machine reports the same numbers.
"""

import os
import tempfile
from importlib.util import find_spec
from typing import Protocol

_METRICS_FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"  # prometheus_client reads it on import
_HISTOGRAM_BUCKETS_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Metrics(Protocol):
    """Collects the measurements of the server."""

    def count_request(self, route: str, method: str, status: int, seconds: float | None) -> None:
        """Count a request and the seconds it took. `seconds` is None for an event stream, which is not timed."""

    def observe_thinking_time(self, seconds: float) -> None:
        """Record how many seconds the AI took to compute a move."""

    def change_open_streams(self, change: int) -> None:
        """Add `change`, 1 or -1, to the number of open event streams."""

    def render(self, unfinished: int, ai_due: int) -> bytes:
        """The metrics in the text format of Prometheus.

        `unfinished` is the number of unfinished games, `ai_due` the number of games in which the AI has to move.
        """


class NoMetrics:
    """Metrics that record nothing. The server uses them if prometheus_client is not installed."""

    def count_request(self, route: str, method: str, status: int, seconds: float | None) -> None: ...

    def observe_thinking_time(self, seconds: float) -> None: ...

    def change_open_streams(self, change: int) -> None: ...

    def render(self, unfinished: int, ai_due: int) -> bytes:
        return b"# pip install 'duo[hosting]' for figures\n"


class PrometheusMetrics:
    """Metrics kept by prometheus_client, for this process or for all processes that share a folder."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        self._registry = CollectorRegistry()
        self._requests = Counter(
            "duo_requests", "Requests answered", ("route", "method", "status"), registry=self._registry
        )
        self._seconds = Histogram(
            "duo_request_seconds",
            "Time to answer",
            ("route",),
            buckets=_HISTOGRAM_BUCKETS_SECONDS,
            registry=self._registry,
        )
        self._thinking = Histogram(
            "duo_thinking_seconds",
            "Time that the partner thought about a move",
            buckets=_HISTOGRAM_BUCKETS_SECONDS,
            registry=self._registry,
        )
        self._streams = Gauge("duo_streams", "Event streams open", multiprocess_mode="livesum", registry=self._registry)

    def count_request(self, route: str, method: str, status: int, seconds: float | None) -> None:
        self._requests.labels(route, method, str(status)).inc()
        if seconds is not None:
            self._seconds.labels(route).observe(seconds)

    def observe_thinking_time(self, seconds: float) -> None:
        self._thinking.observe(seconds)

    def change_open_streams(self, change: int) -> None:
        self._streams.inc(change)

    def render(self, unfinished: int, ai_due: int) -> bytes:
        from prometheus_client import CollectorRegistry, generate_latest
        from prometheus_client.multiprocess import MultiProcessCollector

        registry = self._registry
        if os.environ.get(_METRICS_FOLDER_VARIABLE):
            registry = CollectorRegistry()
            MultiProcessCollector(registry)
        counts = (
            f"# HELP duo_games_waiting Games under way in the store\n# TYPE duo_games_waiting gauge\n"
            f"duo_games_waiting {unfinished}\n"
            f"# HELP duo_house_queue Games in which the partner must act\n# TYPE duo_house_queue gauge\n"
            f"duo_house_queue {ai_due}\n"
        )
        rendered: bytes = generate_latest(registry)
        return rendered + counts.encode()


def create_metrics() -> Metrics:
    return NoMetrics() if find_spec("prometheus_client") is None else PrometheusMetrics()


def share_metrics_between_processes() -> "tempfile.TemporaryDirectory[str]":
    """Create a folder in which all processes forked from now on share their counts, and return it.

    Call this before anything is counted.
    """
    folder = tempfile.TemporaryDirectory(prefix="duo-metrics-")
    os.environ[_METRICS_FOLDER_VARIABLE] = folder.name
    return folder


def mark_process_ended(process: int) -> None:
    """Drop the gauges (current values) of an ended process. Its counters (totals) stay."""
    if os.environ.get(_METRICS_FOLDER_VARIABLE) and find_spec("prometheus_client"):
        from prometheus_client.multiprocess import mark_process_dead

        mark_process_dead(process)
