"""Answer requests, from a line of a pipe or the body of a POST. Every input gets one answer."""

import json
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, BinaryIO, NamedTuple

from duo.core.refusal import Refusal
from duo.engine.answers import Answer
from duo.engine.ops import UnknownOperation, answer
from duo.engine.requests import BadField
from duo.files.os_errors import os_error_with_file
from duo.files.schema import LimitExceeded
from duo.text import LANGUAGES, format_refusal, in_language

MAX_LINE_BYTES = 1 << 16
_INTERNAL_ERROR_CODE = "internal"
_REFUSED_ERROR_CODE = "refused"


class Reply(NamedTuple):
    """An answer as JSON, and its HTTP status."""

    body: bytes
    status: HTTPStatus


class MalformedRequest(Refusal):
    """The error for input that is not a JSON request. `code` is for programs, the message for people."""

    def __init__(self, code: str, template: str, /, **fields: object) -> None:
        super().__init__(template, **fields)
        self.code = code


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line up to the end of input."""
    for line in read_lines(source):
        sink.write(reply_to_request(line).body + b"\n")
        sink.flush()


def read_lines(source: BinaryIO) -> Iterator[bytes]:
    """Yield the lines of a stream. A longer line is cut just above the limit, so that it is still refused."""
    while line := source.readline(MAX_LINE_BYTES + 2):
        yield line.removesuffix(b"\n")
        while line and not line.endswith(b"\n"):
            line = source.readline(MAX_LINE_BYTES)


def reply_to_request(body: bytes) -> Reply:
    """Return the reply to a request. Its text does not end with a line break."""
    try:
        request = _parse_body(body)
    except MalformedRequest as refusal:
        return _encode_reply(None, _error_answer(refusal.code, format_refusal(refusal)))
    return _encode_reply(request.get("id"), _answer_or_error(request))


def _answer_or_error(request: dict[str, Any]) -> Answer:
    """Return the answer to a request, or its error as JSON, in the language of the request's words."""
    lang = request.get("lang")
    with in_language(lang if isinstance(lang, str) and lang in LANGUAGES else "en"):
        try:
            return answer(request)
        except Refusal as refusal:
            return _error_answer(_error_code(refusal), format_refusal(refusal))
        except OSError as error:  # such as a model file without read permission
            return _error_answer(_REFUSED_ERROR_CODE, format_refusal(os_error_with_file(error)))
        except Exception as error:  # noqa: BLE001 - the engine keeps running and reports the error
            return _error_answer(_INTERNAL_ERROR_CODE, f"{type(error).__name__}: {error}"[:200])


def _error_answer(code: str, message: str) -> Answer:
    return {"error": {"code": code, "message": message}}


def _parse_body(body: bytes) -> dict[str, Any]:
    if len(body) > MAX_LINE_BYTES:
        raise MalformedRequest("too-large", "a request has at most {most} bytes", most=MAX_LINE_BYTES)
    try:
        request = json.loads(body.decode("utf-8-sig"), parse_constant=_reject_constant)
    except UnicodeDecodeError as error:
        raise MalformedRequest("not-utf-8", "the line is not UTF-8 text (byte {place})", place=error.start) from error
    except (ValueError, RecursionError) as error:
        raise MalformedRequest("not-json", "the line is not JSON") from error
    if not isinstance(request, dict):
        raise MalformedRequest("not-an-object", "a request is a JSON object")
    return request


def _reject_constant(name: str) -> None:
    """Reject NaN and infinities, which Python accepts but JSON does not allow."""
    raise ValueError(name)


def _error_code(refusal: Refusal) -> str:
    if isinstance(refusal, LimitExceeded):
        return "too-large"
    if isinstance(refusal, UnknownOperation):
        return "unknown-op"
    return "bad-field" if isinstance(refusal, BadField) else _REFUSED_ERROR_CODE


def _encode_reply(request_id: object, content: Answer) -> Reply:
    try:
        text = json.dumps({"id": request_id} | content, allow_nan=False)
    except (ValueError, RecursionError):  # an id such as 1e999 or one nested too deep cannot be written
        text = json.dumps({"id": None} | content)
    return Reply(text.encode(), _status(content))


def _status(content: Answer) -> HTTPStatus:
    match content.get("error"):
        case None:
            return HTTPStatus.OK
        case {"code": "internal"}:
            return HTTPStatus.INTERNAL_SERVER_ERROR
        case _:
            return HTTPStatus.BAD_REQUEST
