"""A Rich console that escapes control characters and respects no-break spaces."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.status import Status
from rich.text import Text

from duo.core.word import printable

# Rich also breaks lines at no-break spaces. A private-use character replaces them while it wraps.
_NO_BREAK_SPACE, _STAND_IN = "\N{NO-BREAK SPACE}", "\ue000"


class PlainConsole(Console):
    """A console that interprets no markup and escapes control characters in text.

    Rich's own cursor movements and colours are control segments and styles, so they are not affected.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, markup=False, highlight=False, emoji=False, soft_wrap=False)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        if isinstance(renderable, str | Text) and _NO_BREAK_SPACE in str(renderable):
            renderable = _with_stand_ins(renderable)
        for segment in super().render(renderable, options):
            text = segment.text.replace(_STAND_IN, _NO_BREAK_SPACE)
            yield segment if segment.control else segment._replace(text=printable(text, keep="\n"))

    def status(self, status: RenderableType, **options: Any) -> Status:
        """Like Rich's `status`, but without markup in a string."""
        return super().status(Text(status) if isinstance(status, str) else status, **options)


def wrap_line(line: Text, console: Console, width: int) -> list[Text]:
    """Wrap a line and keep its styles. No-break spaces do not break."""
    parts = list(_with_stand_ins(line).wrap(console, width))
    for part in parts:
        part.plain = part.plain.replace(_STAND_IN, _NO_BREAK_SPACE)
    return parts or [Text()]


def _with_stand_ins(text: str | Text) -> Text:
    copy = Text(text) if isinstance(text, str) else text.copy()
    copy.plain = copy.plain.replace(_NO_BREAK_SPACE, _STAND_IN)
    return copy
