"""A sentence for the giver on why a clue is a good one."""

from collections.abc import Sequence
from dataclasses import dataclass

from duo.core.key import Colour
from duo.text import _, ngettext


@dataclass(frozen=True, slots=True)
class Danger:
    """A word that is not an agent, and the chance that the partner's turn ends on it."""

    word: str
    colour: Colour
    chance: float


def explain_clue(targets: Sequence[str], dangers: Sequence[Danger], recalled: Sequence[str] = ()) -> str:
    """Name the targets, the earlier targets that the clue recalls, and the words that could go wrong."""
    parts = [ngettext("{words} comes to mind", "{words} come to mind", len(targets), words=format_words(targets))]
    if recalled:
        parts.append(_("it recalls {words} from an earlier clue", words=format_words(recalled)))
    nearest = max(dangers, key=lambda danger: danger.chance, default=None)
    if nearest is None:
        parts.append(_("no other word is in the way"))
    else:
        parts.append(
            _(
                "closest other word: {word}, {chance}",
                word=_format_danger(nearest),
                chance=format_percent(nearest.chance),
            )
        )
        worst = max((d for d in dangers if d.colour is Colour.ASSASSIN), key=lambda d: d.chance, default=None)
        if worst and worst is not nearest:
            parts.append(_("closest assassin: {word}, {chance}", word=worst.word, chance=format_percent(worst.chance)))
    return _("; ").join(parts)


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
