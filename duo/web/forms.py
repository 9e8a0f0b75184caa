"""Form and query fields with limits, and `make_endpoint`, which turns a page function into a Starlette endpoint."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import FormData, QueryParams, UploadFile
from starlette.requests import Request
from starlette.responses import Response

from duo.core.refusal import Refusal
from duo.core.word import printable
from duo.web.live.lanes import Lane
from duo.web.visitor import client_address

PageFunction = Callable[["Request", "Form"], Response]
_MAX_FIELDS = 100
_MAX_UPLOAD_TEXT_LENGTH = 1 << 17


class Form:
    """The fields of a form or query string.

    Each method takes the name of a field and returns its value. A value that is not allowed raises Refusal.
    """

    def __init__(self, values: Mapping[str, Sequence[str]], files: Mapping[str, bytes]) -> None:
        self._values = values
        self._files = files

    def texts(self, name: str) -> tuple[str, ...]:
        """All texts of a field that occurs several times, such as a group of checkboxes."""
        return tuple(self._values.get(name, ()))

    def text(self, name: str, default: str = "", max_length: int = 200) -> str:
        """The first text of a field without surrounding spaces, or the default if the field is absent."""
        values = self._values.get(name)
        text = values[0].strip() if values else default
        if len(text) > max_length:
            raise Refusal("{field} has more than {most} characters", field=name, most=max_length)
        return text

    def number(self, name: str, default: int | None, low: int, high: int) -> int | None:
        """A whole number from `low` to `high`, or the default for an empty field."""
        text = self.text(name)
        if not text:
            return default
        if not (text.isascii() and text.isdigit() and len(text) < 20) or not low <= int(text) <= high:
            raise Refusal(
                "{field} is a number from {low} to {high}, not {value}",
                field=name,
                low=low,
                high=high,
                value=printable(text[:40]),
            )
        return int(text)

    def choice(self, name: str, choices: Sequence[str], default: str) -> str:
        """One of `choices`, or the default for an empty field."""
        text = self.text(name, default) or default
        if text not in choices:
            raise Refusal("{value} is none of {known}", value=printable(text[:40]), known=", ".join(choices))
        return text

    def flag(self, name: str) -> bool:
        """Whether a field is filled in, such as a ticked checkbox."""
        return bool(self.text(name))

    def uploaded_text(self, name: str) -> str:
        """The text of an uploaded file, or of a text field with the same name."""
        data = self._files.get(name)
        if not data:
            return self.text(name, max_length=_MAX_UPLOAD_TEXT_LENGTH)
        try:
            return data.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise Refusal("{source} is not UTF-8 text (byte {place})", source=name, place=error.start) from error


def make_endpoint(page: PageFunction, lane: Lane | None = None) -> Callable[[Request], object]:
    """Make a Starlette endpoint of a page function.

    The endpoint reads the form, then runs the page function in a thread. With `lane`, the thread is that of the lane,
    which runs one function at a time.
    """

    @wraps(page)
    async def endpoint(request: Request) -> Response:
        form = await _read_form(request)
        if lane:
            return await lane.run(client_address(request), page, request, form)
        return await run_in_threadpool(page, request, form)

    return endpoint


async def _read_form(request: Request) -> Form:
    if request.method in ("GET", "HEAD"):
        return _build_form(request.query_params)
    async with request.form(
        max_files=4, max_fields=_MAX_FIELDS, max_part_size=_MAX_UPLOAD_TEXT_LENGTH * 32
    ) as received:
        files = {
            name: await value.read()
            for name, value in received.multi_items()
            if isinstance(value, UploadFile) and value.size
        }
        return _build_form(received, files)


def _build_form(received: FormData | QueryParams, files: Mapping[str, bytes] | None = None) -> Form:
    values: dict[str, list[str]] = {}
    for name, value in received.multi_items()[:_MAX_FIELDS]:
        if isinstance(value, str):
            # Nobody types lone surrogates or nulls, and neither files nor databases accept them.
            values.setdefault(name, []).append(value.encode("utf-8", "replace").decode().replace("\0", ""))
    return Form(values, files or {})
