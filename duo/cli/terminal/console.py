"""A Rich console that escapes control characters and never breaks a line at a no-break space."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.status import Status
from rich.text import Text

from duo.core.word import printable

# Rich also breaks lines at no-break spaces. A private-use character replaces them while it wraps.
_NO_BREAK_SPACE, _NO_BREAK_SPACE_STAND_IN = "\N{NO-BREAK SPACE}", "\ue000"


class PlainConsole(Console):
    """A Rich console that interprets no markup and escapes control characters in text.

    Colours and cursor movements still work, because Rich does not represent them as text.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, markup=False, highlight=False, emoji=False, soft_wrap=False)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        if isinstance(renderable, str | Text) and _NO_BREAK_SPACE in str(renderable):
            renderable = _replace_no_break_spaces(renderable)
        for segment in super().render(renderable, options):
            text = segment.text.replace(_NO_BREAK_SPACE_STAND_IN, _NO_BREAK_SPACE)
            yield segment if segment.control else segment._replace(text=printable(text, keep="\n"))

    def status(self, status: RenderableType, **options: Any) -> Status:
        """Show a spinner as Rich's `status` does, but interpret no markup in a string."""
        return super().status(Text(status) if isinstance(status, str) else status, **options)


def wrap_line(line: Text, console: Console, width: int) -> list[Text]:
    """Wrap a line to `width` columns and keep its styles. Lines never break at a no-break space."""
    parts = list(_replace_no_break_spaces(line).wrap(console, width))
    for part in parts:
        part.plain = part.plain.replace(_NO_BREAK_SPACE_STAND_IN, _NO_BREAK_SPACE)
    return parts or [Text()]


def _replace_no_break_spaces(text: str | Text) -> Text:
    copy = Text(text) if isinstance(text, str) else text.copy()
    copy.plain = copy.plain.replace(_NO_BREAK_SPACE, _NO_BREAK_SPACE_STAND_IN)
    return copy
