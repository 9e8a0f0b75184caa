"""The size that a request may have, so that whatever comes is answered at once."""

from collections.abc import Iterator, Mapping
from typing import Any

from duo.engine.requests import BadField
from duo.files.schema import TooLarge, shown

LONGEST_TEXT = 64
MOST_ENTRIES = 25
MOST_FIELDS = 32
# An id comes back as it is, and the text of a game has bounds of its own; a line bounds them both.
_FREE = frozenset({"id", "record"})


def check(request: Mapping[str, Any]) -> None:
    """Refuse a request with a text, a list or an object that is too large, or a text that is none."""
    for path, value in _parts(request):
        if isinstance(value, str):
            _check_text(path, value)
        elif len(value) > (most := MOST_ENTRIES if isinstance(value, list) else MOST_FIELDS):
            raise TooLarge("{field} has more than {max_length} entries", field=path, max_length=most)


def _check_text(path: str, text: str) -> None:
    if len(text) > LONGEST_TEXT:
        raise TooLarge("{field} is longer than {max_length} characters", field=path, max_length=LONGEST_TEXT)
    if any("\ud800" <= letter <= "\udfff" for letter in text):  # JSON can write it, UTF-8 cannot
        raise BadField("{field} has half a character, which is not text", field=path)


def _parts(request: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Every text, list and object within a request, with its path; not by recursion, which has an end."""
    waiting: list[tuple[str, Any]] = [(name, value) for name, value in request.items() if name not in _FREE]
    yield from (("op", name) for name in request)
    while waiting:
        path, value = waiting.pop()
        if not isinstance(value, str | list | dict):
            continue
        yield shown(path), value
        if isinstance(value, dict):
            yield from ((shown(path), name) for name in value)
            waiting += ((f"{path}.{name}", inner) for name, inner in value.items())
        elif isinstance(value, list):
            waiting += ((f"{path}[{place}]", inner) for place, inner in enumerate(value))
