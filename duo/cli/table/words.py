"""`duo words`: word lists, checked and shown."""

import click

from duo.cli import shell
from duo.text import N_, ngettext, tell
from duo.words import wordlist


@click.group(cls=shell.Group, help=N_("Word lists: check your own, show those that ship."))
def words() -> None:
    pass


@words.command(
    help=N_(
        "Check a word list and report problems with their lines: a file, words separated by commas, or - for "
        "standard input. Blank lines and lines that start with # are skipped. --json tells them all, however "
        "many.\n\nExample: duo words check mylist.txt"
    )
)
@click.argument("source")
@shell.json_option
def check(source: str, as_json: bool) -> None:
    text = wordlist.read(source)
    problems, kinships = wordlist.problems(text), wordlist.kinships(text)
    total = len(wordlist.words_of(text))
    if as_json:
        told = [{"line": line or None, "problem": tell(problem)} for line, problem in problems]
        warned = [{"line": line, "warning": tell(kinship)} for line, kinship in kinships]
        shell.answer({"valid": not problems, "words": total, "problems": told, "warnings": warned})
    else:
        if kinships:
            shell.echo(shell.told(tell(wordlist.located(*kinship)) for kinship in kinships), err=True)
        if not problems:
            shell.echo(ngettext("The list is good: {count} word.", "The list is good: {count} words.", total))
    if problems:
        raise shell.AnswerIsNo("" if as_json else shell.told(tell(wordlist.located(*entry)) for entry in problems))


@words.command("list", help=N_("Show the words that boards are dealt from.\n\nExample: duo words list --lang fr"))
@shell.lang_option
@shell.words_option
@shell.json_option
def show(lang: str, source: str | None, as_json: bool) -> None:
    chosen = wordlist.load(source, lang) if source else wordlist.shipped(lang)
    if as_json:
        shell.answer({"lang": chosen.lang, "digest": chosen.digest, "words": chosen.words})
    else:
        shell.echo(str(chosen), nl=False)
