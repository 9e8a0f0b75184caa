"""`duo check`: whether a clue may be given."""

import click

from duo.cli import shell
from duo.text import N_, _

VARIANTS = ("zero", "any-clue", "any-clue+wordplay", "several-clues")


@click.command(
    cls=shell.Command,
    help=N_(
        "Say whether CLUE, with the number COUNT, may be given while these words are visible.\n\n"
        "Example: duo check FELL 1 --words FALL,PIANO,QUEEN"
    ),
)
@click.argument("clue")
@click.argument("count", type=click.IntRange(0, 25), required=False)
@shell.words_option
@shell.lang_option
@click.option("--strict", is_flag=True, help=N_("Refuse chance letters, rhymes, and a sound added or dropped too."))
@click.option("--variants", default="", metavar="NAMES", help=N_("Variants in force, such as any-clue."))
@shell.json_option
def check(
    clue: str, count: int | None, source: str | None, lang: str, strict: bool, variants: str, as_json: bool
) -> None:
    from duo.words import legality, wordlist

    if source is None:
        raise shell.Misuse(_("Which words are visible? Name them with --words."))
    chosen = frozenset(variants.replace(",", " ").split())
    if unknown := sorted(chosen.difference(VARIANTS)):
        names = ", ".join(VARIANTS)
        raise shell.Misuse(_("There is no variant {name}; there are {names}.", name=unknown[0], names=names))
    ruling = legality.check(clue, count, wordlist.visible(source), lang, chosen, strict)
    if as_json:
        shell.answer({"legal": ruling.legal, "rule": ruling.rule, "word": ruling.word, "why": ruling.why})
    else:
        click.echo(ruling.why)
    if not ruling.legal:
        raise shell.AnswerIsNo("")
