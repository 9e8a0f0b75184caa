"""Words that the model does not know, told before an answer is built on them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from duo.cli import shell
from duo.text import LANGUAGES, _, ngettext

if TYPE_CHECKING:
    from duo.mind.model.model import Model


def refuse_unknown_clue(clue: str, lang: str) -> None:
    """Refuse a clue of which the model makes nothing: every word would seem equally likely."""
    if not _model(lang).can_read(clue):
        raise shell.Failure(_("I do not know the word {word}.", word=clue))


def warn_of_unknown_words(words: Sequence[str], lang: str) -> None:
    """Say which words of the table are guessed at by their spelling alone; refuse if these are all."""
    if not (unknown := [word for word in words if not _is_known(_model(lang), word)]):
        return
    named = ngettext(
        "I do not know the word {words}.", "I do not know the words {words}.", len(unknown), words=", ".join(unknown)
    )
    other = next(language for language in LANGUAGES if language != lang)
    sentence = named + " " + _("Is it another language? Try --lang {lang}.", lang=other)
    if len(unknown) == len(words):
        raise shell.Failure(sentence)
    shell.echo(f"duo: {sentence}", err=True)


def _is_known(model: "Model", word: str) -> bool:
    """Whether the word is known, or each of its parts: NEW YORK."""
    return model.knows(word) or all(model.knows(part) for part in word.replace("-", " ").split())


def _model(lang: str) -> "Model":
    from duo.mind import registry

    return registry.listener(lang).model
