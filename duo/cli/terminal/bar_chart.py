"""Bar charts of counts, with horizontal bars."""

from collections.abc import Mapping

from rich.text import Text

from duo.cli.terminal import output

_MAX_BAR_LENGTH = 40


def bar_chart_lines(counts: Mapping[str, int] | Mapping[int, int], width: int) -> list[Text]:
    """Return one line per count, with its label, bar and number, at most `width` columns wide.

    Bars are scaled so that the one for the largest count fills the space.
    """
    names = [str(name) for name in counts]
    largest = max(counts.values())
    margin, digits = max(map(len, names)), len(str(largest))
    max_length = max(min(_MAX_BAR_LENGTH, width - margin - digits - 6), 1)
    block = "█" if output.supports_unicode() else "#"
    # Every count above zero gets a visible bar.
    lengths = (max(round(max_length * count / largest), int(count > 0)) for count in counts.values())
    return [
        Text(f"  {name:>{margin}}  {count:>{digits}}  ").append(block * length, style="green")
        for name, count, length in zip(names, counts.values(), lengths, strict=True)
    ]
