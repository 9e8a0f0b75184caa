"""JSON logs, one object per line, without secrets.

URLs contain secrets, so a request is logged by its route pattern. Bodies, cookies and names of people are never logged.
"""

import json
import logging
import os
import sys
import time
from datetime import UTC, datetime
from typing import Any

REQUEST_LOGGER = "duo.web.requests"
_FIELDS = "fields"


class JsonFormatter(logging.Formatter):
    """Formats a record as one line of JSON. `extra={"fields": {...}}` adds fields."""

    def format(self, record: logging.LogRecord) -> str:
        entry: dict[str, Any] = {
            "time": f"{datetime.fromtimestamp(record.created, UTC):%Y-%m-%dT%H:%M:%S.%fZ}",
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": os.getpid(),
            "message": record.getMessage(),
            **getattr(record, _FIELDS, {}),
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
    logging.getLogger(REQUEST_LOGGER).info(
        "request",
        extra={
            _FIELDS: {
                "route": route,
                "method": method,
                "status": status,
                "ms": round(1000 * (time.perf_counter() - started), 1),
            }
        },
    )
