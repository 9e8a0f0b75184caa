"""Counts as bars, one under the other."""

from collections.abc import Mapping

from rich.text import Text

from duo.cli.terminal import output

_MAX_BAR_LENGTH = 40


def bar_lines(counts: Mapping[str, int] | Mapping[int, int], width: int) -> list[Text]:
    """A line for each count, in no more columns than this; the longest bar fills the room."""
    names = [str(name) for name in counts]
    most = max(counts.values())
    margin, digits = max(map(len, names)), len(str(most))
    room = max(min(_MAX_BAR_LENGTH, width - margin - digits - 6), 1)
    block = "█" if output.supports_unicode() else "#"
    # A single one shows, however many others there are.
    lengths = (max(round(room * number / most), int(number > 0)) for number in counts.values())
    return [
        Text(f"  {name:>{margin}}  {number:>{digits}}  ").append(block * length, style="green")
        for name, number, length in zip(names, counts.values(), lengths, strict=True)
    ]
