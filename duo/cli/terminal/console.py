"""The console that all of duo prints on."""

from collections.abc import Iterable
from typing import Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.status import Status
from rich.text import Text

from duo.core.word import printable

# Rich breaks lines at no-break spaces too, so a letter that nobody uses stands for them until the lines are broken.
_NO_BREAK_SPACE, _STAND_IN = "\N{NO-BREAK SPACE}", "\ue000"


class PlainConsole(Console):
    """Obeys nothing in what it is given to print: no markup, and no escape sequence that stands in a text.

    What Rich itself writes to move the cursor or to colour comes as control segments and as styles, beside the text.
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
        """As Rich's, which would take a plain text for markup."""
        return super().status(Text(status) if isinstance(status, str) else status, **options)


def wrap_line(line: Text, console: Console, width: int) -> list[Text]:
    """The line in as many lines as it takes, with its styles, broken at no no-break space."""
    parts = list(_with_stand_ins(line).wrap(console, width))
    for part in parts:
        part.plain = part.plain.replace(_STAND_IN, _NO_BREAK_SPACE)
    return parts or [Text()]


def _with_stand_ins(text: str | Text) -> Text:
    copy = Text(text) if isinstance(text, str) else text.copy()
    copy.plain = copy.plain.replace(_NO_BREAK_SPACE, _STAND_IN)
    return copy
