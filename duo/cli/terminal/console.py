"""The console that all of duo prints on."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.status import Status
from rich.text import Text

from duo.core.word import printable


class PlainConsole(Console):
    """Obeys nothing in what it is given to print: no markup, and no escape sequence that stands in a text.

    What Rich itself writes to move the cursor or to colour comes as control segments and as styles, beside the text.
    """

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, markup=False, highlight=False, emoji=False, soft_wrap=False)

    def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
        for segment in super().render(renderable, options):
            yield segment if segment.control else segment._replace(text=printable(segment.text, keep="\n"))

    def status(self, status: RenderableType, **options: Any) -> Status:
        """As Rich's, which would take a plain text for markup."""
        return super().status(Text(status) if isinstance(status, str) else status, **options)
