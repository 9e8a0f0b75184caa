"""`duo check`: check whether a clue is legal."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from duo.cli import shell
from duo.core.word import fold
from duo.text import N_, _

if TYPE_CHECKING:
    from duo.words.legality import Ruling

VARIANTS = ("zero", "any-clue", "any-clue+wordplay", "several-clues")


@click.command(
    cls=shell.DuoCommand,
    help=N_(
        "Check whether CLUE COUNT may be given while these words are visible.\n\n"
        "Example: duo check FELL 1 --words FALL,PIANO,QUEEN"
    ),
)
@click.argument("clue")
@click.argument("count", type=shell.IntRange(0, 25), required=False)
@shell.words_option
@shell.lang_option
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
@click.option("--variants", default="", metavar="NAMES", help=N_("Variants in force, such as any-clue."))
@shell.json_option
def check(
    clue: str,
    count: int | None,
    source: str | None,
    lang: str,
    meant: str | None,
    strict: bool,
    variants: str,
    as_json: bool,
) -> None:
    from duo.words import legality, wordlist

    if source is None:
        raise shell.Misuse(_("Which words are visible? Name them with --words."))
    chosen = frozenset(variants.replace(",", " ").split())
    if unknown := sorted(chosen.difference(VARIANTS)):
        names = ", ".join(VARIANTS)
        raise shell.Misuse(_("There is no variant {name}; there are {names}.", name=unknown[0], names=names))
    words = wordlist.load_visible_words(source)
    targets = _require_visible(wordlist.load_visible_words(meant), words) if meant else ()
    ruling = legality.check(clue, count, words, lang, chosen, targets, strict)
    if as_json:
        shell.print_json(asdict(ruling))
    else:
        for sentence in _ruling_sentences(ruling):
            shell.echo(sentence)
    if not ruling.legal:
        raise shell.AnswerIsNo("")


def _require_visible(meant: Sequence[str], visible: Sequence[str]) -> Sequence[str]:
    visible_folds = {fold(word) for word in visible}
    if stray := next((word for word in meant if fold(word) not in visible_folds), None):
        raise shell.Misuse(_("{word} is meant, but it is not among the visible words.", word=stray))
    return meant


def _ruling_sentences(ruling: "Ruling") -> Iterator[str]:
    yield ruling.why
    if ruling.nearest:
        yield _("The nearest word is {word}.", word=ruling.nearest.upper())
    if ruling.caution:
        yield ruling.caution
