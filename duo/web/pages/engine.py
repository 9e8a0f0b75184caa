"""The operations of `duo engine` over HTTP. The body of a request is one JSON object, and so is the answer."""

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from duo.engine.serve import MAX_LINE_BYTES, reply_to_request
from duo.text import _
from duo.web.app_state import app_state
from duo.web.live.lanes import RETRY_AFTER_SECONDS, TooManyRequests
from duo.web.visitor import client_address


async def answer_engine_request(request: Request) -> Response:
    """Answer one request to the engine.

    The status is 200, or 400 for a bad request. It is 429 for too many requests of this client at once, and 503 for too
    many of all clients.
    """
    body = bytearray()
    async for part in request.stream():
        body += part
        if len(body) > MAX_LINE_BYTES:
            break
    try:
        result = await app_state(request).lanes.quick.run(client_address(request), reply_to_request, bytes(body))
    except TooManyRequests as busy:
        error = {"id": None, "error": {"code": "busy", "message": _(busy.template)}}
        return JSONResponse(error, busy.status, {"Retry-After": str(RETRY_AFTER_SECONDS)})
    return Response(result.body, result.status, media_type="application/json")
