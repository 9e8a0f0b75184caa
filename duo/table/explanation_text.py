"""Sentences for what a guesser thought: the numbers by which it was decided, and for which clue."""

from typing import TYPE_CHECKING

from duo.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duo.mind.guesser.explanation import Explanation, WordEstimate

_MAX_OTHERS = 3


def explanation_sentence(explained: "Explanation") -> str:
    """Why this was touched, or why nothing more."""
    return stop_sentence(explained) if explained.word is None else touch_sentence(explained)


def touch_sentence(explained: "Explanation") -> str:
    """The chance of the word touched, its clue, and what else came to mind."""
    from duo.mind.giver.reason import format_percent

    touched, *others = explained.estimates
    told = {"word": touched.word, "chance": format_percent(touched.p), "others": thoughts_text(others[:_MAX_OTHERS])}
    if touched.clue is None:
        reason = _("{word}: no clue pointed to it, and it had a chance of {chance}.", **told)
    else:
        reason = _("{word}: for {clue}, with a chance of {chance}.", clue=touched.clue.upper(), **told)
    if not others:
        return reason
    return reason + " " + _("What else came to mind: {others}.", **told)


def stop_sentence(explained: "Explanation") -> str:
    """What the next word would have been, and why that was not enough."""
    from duo.mind.giver.reason import format_percent

    if not explained.estimates:
        return _("No word was left to touch.")
    after = explained.estimates[0]
    told = {"word": after.word, "chance": format_percent(after.p)}
    if explained.all_answered:
        return _("Stopped: the clues seem answered; the likeliest word, {word}, had a chance of {chance}.", **told)
    if after.clue is None:
        reason = _(
            "Stopped: no clue pointed to another word, and the likeliest, {word}, had a chance of {chance}.", **told
        )
    else:
        reason = _(
            "Stopped: the next word was {word} for {clue}, with a chance of {chance}.", clue=after.clue.upper(), **told
        )
    if explained.stop_value is None or explained.touch_value >= explained.stop_value:
        return reason
    weighed = _(
        "Touching it left a {touch} chance to win the mission, stopping {stop}.",
        touch=format_percent(explained.touch_value),
        stop=format_percent(explained.stop_value),
    )
    return f"{reason} {weighed}"


def thought_sentence(thought: "WordEstimate") -> str:
    """A word, and which clue speaks for it."""
    from duo.mind.giver.reason import format_percent

    told = {"word": thought.word, "chance": format_percent(thought.p)}
    if thought.clue is None:
        return _("{word}: {chance}; no clue points to it.", **told)
    return _(
        "{word}: {chance}; the chance that {clue} means it is {share}.",
        clue=thought.clue.upper(),
        share=format_percent(thought.share),
        **told,
    )


def thoughts_text(thoughts: "Sequence[WordEstimate]") -> str:
    """Words with their chances, in a line."""
    from duo.mind.giver.reason import format_percent

    return ", ".join(f"{thought.word} {format_percent(thought.p)}" for thought in thoughts)
