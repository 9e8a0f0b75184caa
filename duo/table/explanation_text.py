"""Sentences that explain a guesser's decision: the chances behind it, and the clue."""

from typing import TYPE_CHECKING

from duo.text import _

if TYPE_CHECKING:
    from collections.abc import Sequence

    from duo.mind.guesser.explanation import Explanation, WordEstimate

_MAX_RUNNERS_UP = 3


def explanation_sentence(explained: "Explanation") -> str:
    """Why the guesser touched a word, or why it stopped."""
    return stop_sentence(explained) if explained.word is None else touch_sentence(explained)


def touch_sentence(explained: "Explanation") -> str:
    """The chance of the touched word, its clue, and the runners-up."""
    from duo.mind.giver.reason import format_percent

    touched, *others = explained.estimates
    fields = {
        "word": touched.word,
        "chance": format_percent(touched.p),
        "others": format_estimates(others[:_MAX_RUNNERS_UP]),
    }
    if touched.clue is None:
        reason = _("{word}: no clue pointed to it, and it had a chance of {chance}.", **fields)
    else:
        reason = _("{word}: for {clue}, with a chance of {chance}.", clue=touched.clue.upper(), **fields)
    if not others:
        return reason
    return reason + " " + _("What else came to mind: {others}.", **fields)


def stop_sentence(explained: "Explanation") -> str:
    """The word that would have been next, and why the guesser did not touch it."""
    from duo.mind.giver.reason import format_percent

    if not explained.estimates:
        return _("No word was left to touch.")
    next_word = explained.estimates[0]
    fields = {"word": next_word.word, "chance": format_percent(next_word.p)}
    if explained.all_answered:
        return _("Stopped: the clues seem answered; the likeliest word, {word}, had a chance of {chance}.", **fields)
    if next_word.clue is None:
        reason = _(
            "Stopped: no clue pointed to another word, and the likeliest, {word}, had a chance of {chance}.", **fields
        )
    else:
        reason = _(
            "Stopped: the next word was {word} for {clue}, with a chance of {chance}.",
            clue=next_word.clue.upper(),
            **fields,
        )
    if explained.stop_value is None or explained.touch_value >= explained.stop_value:
        return reason
    weighed = _(
        "Touching it left a {touch} chance to win the mission, stopping {stop}.",
        touch=format_percent(explained.touch_value),
        stop=format_percent(explained.stop_value),
    )
    return f"{reason} {weighed}"


def describe_estimate(estimate: "WordEstimate") -> str:
    """A word, its chance, and the clue that points to it."""
    from duo.mind.giver.reason import format_percent

    fields = {"word": estimate.word, "chance": format_percent(estimate.p)}
    if estimate.clue is None:
        return _("{word}: {chance}; no clue points to it.", **fields)
    return _(
        "{word}: {chance}; the chance that {clue} means it is {share}.",
        clue=estimate.clue.upper(),
        share=format_percent(estimate.share),
        **fields,
    )


def format_estimates(estimates: "Sequence[WordEstimate]") -> str:
    """Words with their chances, on one line."""
    from duo.mind.giver.reason import format_percent

    return ", ".join(f"{estimate.word} {format_percent(estimate.p)}" for estimate in estimates)
