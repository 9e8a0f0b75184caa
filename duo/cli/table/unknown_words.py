"""Warnings about words that the word model does not know, for `duo clue` and `duo guess`."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from duo.cli.errors import Failure
from duo.cli.safe_output import echo
from duo.text import LANGUAGES, _, ngettext

if TYPE_CHECKING:
    from duo.mind.model.model import Model


def refuse_unknown_clue(clue: str, lang: str) -> None:
    """Raise `Failure` if the word model does not know the clue, as it could not rank any words by it."""
    if not _load_model(lang).can_read(clue):
        raise Failure(_("I do not know the word {word}.", word=clue))


def warn_of_unknown_words(words: Sequence[str], lang: str) -> None:
    """Warn about board words that the word model does not know, because it judges them by their spelling alone.

    Raise `Failure` if it knows none of the words.
    """
    if not (unknown := [word for word in words if not _is_known_word(_load_model(lang), word)]):
        return
    message = ngettext(
        "I do not know the word {words}.", "I do not know the words {words}.", len(unknown), words=", ".join(unknown)
    )
    other = next(language for language in LANGUAGES if language != lang)
    sentence = message + " " + _("Is it another language? Try --lang {lang}.", lang=other)
    if len(unknown) == len(words):
        raise Failure(sentence)
    echo(f"duo: {sentence}", err=True)


def _is_known_word(model: "Model", word: str) -> bool:
    """Whether the word model knows the word, or knows every part of a word such as NEW YORK."""
    return model.knows(word) or all(model.knows(part) for part in word.replace("-", " ").split())


def _load_model(lang: str) -> "Model":
    from duo.mind import registry

    return registry.listener(lang).model
