"""Health checks and metrics, for load balancers and Prometheus."""

import asyncio
import time
from collections.abc import Mapping
from contextlib import suppress

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from duo.table.store.database import DatabaseUnavailable
from duo.web import logs
from duo.web.app_state import AppState, app_state
from duo.web.metrics import Metrics
from duo.web.server.security import PROBE_PATHS

_DATABASE_TIMEOUT_SECONDS = 3.0  # for the database to answer
_STREAM_ROUTE = "/game/{game}/events"


async def healthz(_request: Request) -> Response:
    """Answer with status 200, which shows that the process runs."""
    return PlainTextResponse("ok\n")


async def readyz(request: Request) -> Response:
    """Answer with status 200 if the server can take requests, or else with 503.

    It can if the database answers, the language models are loaded and the server is not stopping.
    """
    state = app_state(request)
    checks = {
        "store": await _is_database_reachable(state),
        "partner": state.ai_runner.is_ready,
        "staying": not state.is_stopping,
    }
    return JSONResponse(checks, 200 if all(checks.values()) else 503)


async def metrics_text(request: Request) -> Response:
    """Send the metrics to a client whose address is in `Settings.metrics_from`. Other clients get status 404."""
    state = app_state(request)
    if not state.settings.can_read_metrics(request.client.host if request.client else ""):
        raise HTTPException(404)
    counts = await asyncio.to_thread(state.ai_runner.count_unfinished_and_due_games)
    return Response(state.metrics.render(*counts), media_type="text/plain; version=0.0.4; charset=utf-8")


async def _is_database_reachable(state: AppState) -> bool:
    with suppress(DatabaseUnavailable, TimeoutError):
        async with asyncio.timeout(_DATABASE_TIMEOUT_SECONDS):
            return await asyncio.to_thread(state.database.row, "SELECT 1") is not None
    return False


class RequestObserver:
    """Middleware that counts and logs every request under its route pattern, such as /game/{game}.

    `patterns` has the route pattern of each endpoint.
    """

    def __init__(self, app: ASGIApp, metrics: Metrics, patterns: Mapping[object, str]) -> None:
        self._app = app
        self._metrics = metrics
        self._patterns = patterns

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http" or scope["path"] in PROBE_PATHS:
            await self._app(scope, receive, send)
            return
        started, status = time.perf_counter(), 500

        async def send_and_observe(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        try:
            await self._app(scope, receive, send_and_observe)
        finally:
            route = self._patterns.get(scope.get("endpoint"), "none")
            seconds = None if route == _STREAM_ROUTE else time.perf_counter() - started
            self._metrics.count_request(route, scope["method"], status, seconds)
            logs.log_request(route, scope["method"], status, started)
