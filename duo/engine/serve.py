"""One request a line in, one answer a line out, whatever comes in."""

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from duo.core.refusal import Refusal
from duo.engine.fields import BadField
from duo.engine.ops import Answer, UnknownOp, answer
from duo.text import LANGUAGES, speaking, tell

LONGEST_LINE = 1 << 20


class BadLine(Refusal):
    """A line that is not a request. The code is for programs, the sentence for people."""

    def __init__(self, code: str, template: str, /, **fields: object) -> None:
        super().__init__(template, **fields)
        self.code = code


def serve(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line up to the end of input."""
    for line in lines(source):
        sink.write(reply(line))
        sink.flush()


def lines(source: BinaryIO) -> Iterator[bytes | None]:
    """The lines of a stream; None for one that is too long, whose rest is thrown away as it is read."""
    while line := source.readline(LONGEST_LINE + 1):
        if len(line) <= LONGEST_LINE or line.endswith(b"\n"):
            yield line
            continue
        while rest := source.readline(LONGEST_LINE):
            if rest.endswith(b"\n"):
                break
        yield None


def reply(line: bytes | None) -> bytes:
    """The answer to a line, as a line."""
    try:
        request = _request(line)
    except BadLine as refusal:
        return _line(None, _error(refusal.code, tell(refusal)))
    return _line(request.get("id"), _told(request))


def _told(request: dict[str, Any]) -> Answer:
    """The answer in the language of the words, or what is wrong."""
    lang = request.get("lang")
    with speaking(lang if isinstance(lang, str) and lang in LANGUAGES else "en"):
        try:
            return answer(request)
        except Refusal as refusal:
            return _error(_code(refusal), tell(refusal))
        except Exception as error:  # noqa: BLE001 - the engine goes on, and the caller learns what happened
            return _error("internal", f"{type(error).__name__}: {error}"[:200])


def _error(code: str, message: str) -> Answer:
    return {"error": {"code": code, "message": message}}


def _request(line: bytes | None) -> dict[str, Any]:
    if line is None:
        raise BadLine("too-long", "a line has at most {most} bytes", most=LONGEST_LINE)
    try:
        request = json.loads(line.decode("utf-8-sig"), parse_constant=_no_constant)
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
    if isinstance(refusal, UnknownOp):
        return "unknown-op"
    return "bad-field" if isinstance(refusal, BadField) else "refused"


def _line(name: object, told: Answer) -> bytes:
    try:
        text = json.dumps({"id": name} | told, allow_nan=False)
    except (ValueError, RecursionError):  # an id such as 1e999 or one nested too deep cannot be written
        text = json.dumps({"id": None} | told)
    return text.encode() + b"\n"
