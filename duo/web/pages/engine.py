"""The engine's operations over HTTP: one JSON request in, one JSON answer out, as in `duo engine`."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from duo.engine.serve import MAX_LINE_BYTES, reply
from duo.text import _
from duo.web.app_state import app_state
from duo.web.live.lanes import RETRY_AFTER_SECONDS, Busy
from duo.web.visitor import client_address


async def answer(request: Request) -> Response:
    """Answer with status 200, 400 for a bad request, or 429 or 503 for too many requests at once."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_LINE_BYTES:
            break
    try:
        result = await app_state(request).lanes.quick.run(client_address(request), reply, bytes(body))
    except Busy as busy:
        error = {"id": None, "error": {"code": "busy", "message": _(busy.template)}}
        return JSONResponse(error, busy.status, {"Retry-After": str(RETRY_AFTER_SECONDS)})
    return Response(result.body, result.status, media_type="application/json")
