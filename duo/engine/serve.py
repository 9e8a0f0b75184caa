"""One request in, one answer out, whatever comes in: a line of a pipe, or the body of a POST."""

import json
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any, BinaryIO, NamedTuple

from duo.core.refusal import Refusal
from duo.engine.answers import Answer
from duo.engine.ops import UnknownOp, answer
from duo.engine.requests import BadField
from duo.files.os_errors import trouble_with_file
from duo.files.schema import TooLarge
from duo.text import LANGUAGES, speaking, tell

LONGEST_LINE = 1 << 16
_INTERNAL = "internal"
_REFUSED = "refused"


class Reply(NamedTuple):
    """An answer as JSON, and the HTTP status that goes with it."""

    body: bytes
    status: HTTPStatus


class BadLine(Refusal):
    """Something that is not a request. The code is for programs, the sentence for people."""

    def __init__(self, code: str, template: str, /, **fields: object) -> None:
        super().__init__(template, **fields)
        self.code = code


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line up to the end of input."""
    for line in lines(source):
        sink.write(reply(line).body + b"\n")
        sink.flush()


def lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of one that is too long, only so much as shows that it is."""
    while line := source.readline(LONGEST_LINE + 2):
        yield line.removesuffix(b"\n")
        while line and not line.endswith(b"\n"):
            line = source.readline(LONGEST_LINE)


def reply(body: bytes) -> Reply:
    """The answer to a request; neither holds a line end."""
    try:
        request = _request(body)
    except BadLine as refusal:
        return _reply(None, _error(refusal.code, tell(refusal)))
    return _reply(request.get("id"), _told(request))


def _told(request: dict[str, Any]) -> Answer:
    """The answer in the language of the words, or what is wrong."""
    lang = request.get("lang")
    with speaking(lang if isinstance(lang, str) and lang in LANGUAGES else "en"):
        try:
            return answer(request)
        except Refusal as refusal:
            return _error(_code(refusal), tell(refusal))
        except OSError as error:  # a model that may not be read is no fault of ours
            return _error(_REFUSED, tell(trouble_with_file(error)))
        except Exception as error:  # noqa: BLE001 - the engine goes on, and the caller learns what happened
            return _error(_INTERNAL, f"{type(error).__name__}: {error}"[:200])


def _error(code: str, message: str) -> Answer:
    return {"error": {"code": code, "message": message}}


def _request(body: bytes) -> dict[str, Any]:
    if len(body) > LONGEST_LINE:
        raise BadLine("too-large", "a request has at most {most} bytes", most=LONGEST_LINE)
    try:
        request = json.loads(body.decode("utf-8-sig"), parse_constant=_no_constant)
    except UnicodeDecodeError as error:
        raise BadLine("not-utf-8", "the line is not UTF-8 text (byte {place})", place=error.start) from error
    except (ValueError, RecursionError) as error:
        raise BadLine("not-json", "the line is not JSON") from error
    if not isinstance(request, dict):
        raise BadLine("not-an-object", "a request is a JSON object")
    return request


def _no_constant(name: str) -> None:
    """NaN and the infinities are not JSON, whatever Python thinks."""
    raise ValueError(name)


def _code(refusal: Refusal) -> str:
    if isinstance(refusal, TooLarge):
        return "too-large"
    if isinstance(refusal, UnknownOp):
        return "unknown-op"
    return "bad-field" if isinstance(refusal, BadField) else _REFUSED


def _reply(name: object, told: Answer) -> Reply:
    try:
        text = json.dumps({"id": name} | told, allow_nan=False)
    except (ValueError, RecursionError):  # an id such as 1e999 or one nested too deep cannot be written
        text = json.dumps({"id": None} | told)
    return Reply(text.encode(), _status(told))


def _status(told: Answer) -> HTTPStatus:
    match told.get("error"):
        case None:
            return HTTPStatus.OK
        case {"code": "internal"}:
            return HTTPStatus.INTERNAL_SERVER_ERROR
        case _:
            return HTTPStatus.BAD_REQUEST
