"""The engine's operations over HTTP: one request object in, one answer out, as `duo engine` gives it."""

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from duo.engine.serve import LONGEST_LINE, reply


async def answer(request: Request) -> Response:
    """Status 200 for an answer, 400 for an error of the request."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_LINE:
            break
    told = await run_in_threadpool(reply, bytes(body))
    return Response(told.body, told.status, media_type="application/json")
