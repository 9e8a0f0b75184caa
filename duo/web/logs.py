"""What a server writes about its work: one JSON object a line, without anything that opens a seat.

An address carries secrets, so a request is told by the pattern of its address; bodies, cookies and names of people are
never written.
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
    """A record as one line of JSON; `extra={"fields": {...}}` adds to it."""

    def format(self, record: logging.LogRecord) -> str:
        told: dict[str, Any] = {
            "time": f"{datetime.fromtimestamp(record.created, UTC):%Y-%m-%dT%H:%M:%S.%fZ}",
            "level": record.levelname.lower(),
            "logger": record.name,
            "process": os.getpid(),
            "message": record.getMessage(),
            **getattr(record, _FIELDS, {}),
        }
        if record.exc_info:
            told["error"] = self.formatException(record.exc_info)
        return json.dumps(told, ensure_ascii=False, default=str)


def configure_json_logging() -> None:
    """Have everything that is logged written as JSON to standard error, requests included."""
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
