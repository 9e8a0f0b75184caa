"""Warnings about words that the model does not know, for `duo clue` and `duo guess`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from duo.cli.errors import Failure
from duo.cli.safe_output import echo
from duo.text import LANGUAGES, _, ngettext

if TYPE_CHECKING:
    from duo.mind.model.model import Model


def refuse_unknown_clue(clue: str, lang: str) -> None:
    """Refuse a clue that the model cannot read: every word would be equally likely."""
    if not _model(lang).can_read(clue):
        raise Failure(_("I do not know the word {word}.", word=clue))


def warn_of_unknown_words(words: Sequence[str], lang: str) -> None:
    """Warn about unknown words, which are judged by spelling alone. Fail if all are unknown."""
    if not (unknown := [word for word in words if not _is_known(_model(lang), word)]):
        return
    message = ngettext(
        "I do not know the word {words}.", "I do not know the words {words}.", len(unknown), words=", ".join(unknown)
    )
    other = next(language for language in LANGUAGES if language != lang)
    sentence = message + " " + _("Is it another language? Try --lang {lang}.", lang=other)
    if len(unknown) == len(words):
        raise Failure(sentence)
    echo(f"duo: {sentence}", err=True)


def _is_known(model: "Model", word: str) -> bool:
    """Whether the model knows the word, or each part of it, as in NEW YORK."""
    return model.knows(word) or all(model.knows(part) for part in word.replace("-", " ").split())


def _model(lang: str) -> "Model":
    from duo.mind import registry

    return registry.listener(lang).model
