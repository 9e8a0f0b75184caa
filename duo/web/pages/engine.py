"""The engine's operations over HTTP: one request object in, one answer out, as `duo engine` gives it."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from duo.engine.serve import LONGEST_LINE, reply
from duo.text import _
from duo.web.app_state import services
from duo.web.live.lanes import RETRY_AFTER, Busy
from duo.web.visitor import client_of


async def answer(request: Request) -> Response:
    """Status 200 for an answer, 400 for an error of the request, 429 or 503 where too much is asked at once."""
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > LONGEST_LINE:
            break
    try:
        told = await services(request).lanes.thoughts.run(client_of(request), reply, bytes(body))
    except Busy as busy:
        error = {"id": None, "error": {"code": "busy", "message": _(busy.template)}}
        return JSONResponse(error, busy.status, {"Retry-After": str(RETRY_AFTER)})
    return Response(told.body, told.status, media_type="application/json")
