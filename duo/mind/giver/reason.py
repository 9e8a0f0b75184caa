"""Why a clue is a good one, and the sentence that says so."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from duo.core.key import Colour
from duo.text import _, ngettext


@dataclass(frozen=True, slots=True)
class Danger:
    """A word that is not an agent, and the chance that the partner's turn ends on it."""

    word: str
    colour: Colour
    chance: float


@dataclass(frozen=True, slots=True)
class ClueReason:
    """The reason for a clue: its targets come to mind, and other words are less likely to.

    `dangers` are the words that the partner could touch by mistake, the likeliest first. `recalled` are the targets
    that an earlier clue meant too.
    """

    targets: tuple[str, ...]
    dangers: tuple[Danger, ...] = ()
    recalled: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MarginReason:
    """The reason for a clue of `MarginGiver`: the targets are closer to the clue than every other word."""

    targets: tuple[str, ...]


Reason = ClueReason | MarginReason | str  # a giver of a plugin may give its reason as text


def format_reason(reason: Reason) -> str:
    """Format a reason as a sentence in the current language."""
    if isinstance(reason, ClueReason):
        return _("; ").join(_reason_parts(reason))
    if isinstance(reason, MarginReason):
        return _("{words}: closer than every other word", words=format_words(reason.targets))
    return reason


def _reason_parts(reason: ClueReason) -> Iterator[str]:
    targets, dangers = reason.targets, reason.dangers
    yield ngettext("{words} comes to mind", "{words} come to mind", len(targets), words=format_words(targets))
    if reason.recalled:
        yield _("it recalls {words} from an earlier clue", words=format_words(reason.recalled))
    if not dangers:
        yield _("no other word is in the way")
        return
    nearest = dangers[0]
    yield _("closest other word: {word}, {chance}", word=_format_danger(nearest), chance=format_percent(nearest.chance))
    worst = next((danger for danger in dangers if danger.colour is Colour.ASSASSIN), None)
    if worst and worst is not nearest:
        yield _("closest assassin: {word}, {chance}", word=worst.word, chance=format_percent(worst.chance))


def format_words(words: Sequence[str]) -> str:
    """Join words for a sentence: A, B and C."""
    if len(words) < 2:
        return "".join(words)
    return _("{words} and {last}", words=", ".join(words[:-1]), last=words[-1])


def format_percent(chance: float) -> str:
    """Format a chance as a whole percentage."""
    return _("under 1%") if chance < 0.01 else _("{number}%", number=round(100 * chance))


def _format_danger(danger: Danger) -> str:
    return _("{word} (an assassin)", word=danger.word) if danger.colour is Colour.ASSASSIN else danger.word
