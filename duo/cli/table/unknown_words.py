"""Words that the model does not know, told before an answer is built on them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from duo.cli import shell
from duo.text import LANGUAGES, _, ngettext

if TYPE_CHECKING:
    from duo.mind.model.model import Model


def refuse_clue(clue: str, lang: str) -> None:
    """Refuse a clue of which the model makes nothing: every word would seem equally likely."""
    if not _model(lang).reads(clue):
        raise shell.Failure(_("I do not know the word {word}.", word=clue))


def warn(words: Sequence[str], lang: str) -> None:
    """Say which words of the table are guessed at by their spelling alone; refuse if these are all."""
    if not (unknown := [word for word in words if not _known(_model(lang), word)]):
        return
    named = ngettext("I do not know the word {words}.", "I do not know the words {words}.",
                  len(unknown), words=", ".join(unknown))  # fmt: skip
    other = next(language for language in LANGUAGES if language != lang)
    sentence = named + " " + _("Is it another language? Try --lang {lang}.", lang=other)
    if len(unknown) == len(words):
        raise shell.Failure(sentence)
    shell.echo(f"duo: {sentence}", err=True)


def _known(model: "Model", word: str) -> bool:
    """Whether the word is known, or each of its parts: NEW YORK."""
    return model.knows(word) or all(model.knows(part) for part in word.replace("-", " ").split())


def _model(lang: str) -> "Model":
    from duo.mind import registry

    return registry.listener(lang).model
