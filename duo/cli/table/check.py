"""`duo check`: check whether a clue is legal."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from duo.cli.commands import DuoCommand
from duo.cli.errors import Misuse, NegativeAnswer
from duo.cli.option_types import IntRange
from duo.cli.options import json_option, lang_option, variant_option, words_option
from duo.cli.safe_output import echo, print_json
from duo.core.word import fold
from duo.text import N_, _

if TYPE_CHECKING:
    from duo.words.legality import Ruling


@click.command(
    cls=DuoCommand,
    help=N_(
        "Check whether CLUE COUNT may be given while these words are visible.\n\n"
        "Example: duo check FELL 1 --words FALL,PIANO,QUEEN"
    ),
)
@click.argument("clue")
@click.argument("count", type=IntRange(0, 25), required=False)
@words_option
@lang_option
@click.option(
    "--meant",
    metavar="FILE|WORDS|-",
    help=N_("The visible words that the clue is for; even chance matches of letters count for these."),
)
@click.option(
    "--strict",
    is_flag=True,
    help=N_("Also refuse chance matches of letters, rhymes, and words that differ by one sound."),
)
@variant_option
@json_option
def check(
    clue: str,
    count: int | None,
    source: str | None,
    lang: str,
    meant: str | None,
    strict: bool,
    variants: tuple[str, ...],
    as_json: bool,
) -> None:
    from duo.words import legality, wordlist

    if source is None:
        raise Misuse(_("Which words are visible? Name them with --words."))
    words = wordlist.load_visible_words(source)
    targets = _require_visible_words(wordlist.load_visible_words(meant), words) if meant else ()
    ruling = legality.check(clue, count, words, lang, variants, targets, strict)
    if as_json:
        print_json(ruling.to_json())
    else:
        for sentence in _describe_ruling(ruling):
            echo(sentence)
    if not ruling.legal:
        raise NegativeAnswer("")


def _require_visible_words(meant: Sequence[str], visible: Sequence[str]) -> Sequence[str]:
    visible_folds = {fold(word) for word in visible}
    if stray := next((word for word in meant if fold(word) not in visible_folds), None):
        raise Misuse(_("{word} is meant, but it is not among the visible words.", word=stray))
    return meant


def _describe_ruling(ruling: "Ruling") -> Iterator[str]:
    yield ruling.why
    if ruling.nearest:
        yield _("The nearest word is {word}.", word=ruling.nearest.upper())
    if ruling.caution:
        yield ruling.caution
