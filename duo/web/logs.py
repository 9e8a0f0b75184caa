"""Logs in JSON, one object per line.

The logs contain no secrets. A URL can contain one, so the log of a request names its route pattern, such as
/game/{game}, instead. Bodies, cookies and names of people are never logged.
"""

import json
import logging
import os
import sys
import time
from datetime import UTC, datetime
from typing import Any

REQUEST_LOGGER_NAME = "duo.web.requests"
_EXTRA_FIELDS_ATTRIBUTE = "fields"


class JsonFormatter(logging.Formatter):
    """Formats a log record as one line of JSON.

    A logging call with `extra={"fields": {...}}` adds those fields to the object.
    """

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": f"{datetime.fromtimestamp(record.created, UTC):%Y-%m-%dT%H:%M:%S.%fZ}",
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": os.getpid(),
            "message": record.getMessage(),
            **getattr(record, _EXTRA_FIELDS_ATTRIBUTE, {}),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return json.dumps(entry, ensure_ascii=False, default=str)


def configure_json_logging() -> None:
    """Write all log records, including requests, as JSON to standard error."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(JsonFormatter())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("duo").setLevel(logging.INFO)


def log_request(route: str, method: str, status: int, started: float) -> None:
    """Log an answered request. `started` is the time of `time.perf_counter` at its start."""
    logging.getLogger(REQUEST_LOGGER_NAME).info(
        "request",
        extra={
            _EXTRA_FIELDS_ATTRIBUTE: {
                "route": route,
                "method": method,
                "status": status,
                "ms": round(1000 * (time.perf_counter() - started), 1),
            }
        },
    )
