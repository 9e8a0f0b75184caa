"""`duo words`: check and show word lists."""

import click

from duo.cli.commands import DuoGroup
from duo.cli.errors import NegativeAnswer, format_problems
from duo.cli.options import json_option, lang_option, words_option
from duo.cli.safe_output import echo, print_json
from duo.text import N_, format_refusal, ngettext
from duo.words import wordlist


@click.group(cls=DuoGroup, help=N_("Word lists: check your own, show those that ship."))
def words() -> None:
    pass


@words.command(
    help=N_(
        "Check a word list and report problems with their lines: a file, words separated by commas, or - for "
        "standard input. Blank lines and lines that start with # are skipped. --json lists all problems, "
        "however many.\n\nExample: duo words check mylist.txt"
    )
)
@click.argument("source")
@json_option
def check(source: str, as_json: bool) -> None:
    text = wordlist.read_wordlist_source(source)
    problems, warnings = wordlist.wordlist_problems(text), wordlist.related_word_warnings(text)
    total = len(wordlist.parse_words(text))
    if as_json:
        problems_json = [{"line": line or None, "problem": format_refusal(problem)} for line, problem in problems]
        warnings_json = [{"line": line, "warning": format_refusal(warning)} for line, warning in warnings]
        print_json({"valid": not problems, "words": total, "problems": problems_json, "warnings": warnings_json})
    else:
        if warnings:
            echo(format_problems(format_refusal(wordlist.add_line_number(*warning)) for warning in warnings), err=True)
        if not problems:
            echo(ngettext("The list is good: {count} word.", "The list is good: {count} words.", total))
    if problems:
        raise NegativeAnswer(
            "" if as_json else format_problems(format_refusal(wordlist.add_line_number(*entry)) for entry in problems)
        )


@words.command("list", help=N_("Show the words that boards are dealt from.\n\nExample: duo words list --lang fr"))
@lang_option
@words_option
@json_option
def list_words(lang: str, source: str | None, as_json: bool) -> None:
    word_list = wordlist.load_wordlist(source, lang) if source else wordlist.shipped_wordlist(lang)
    if as_json:
        print_json({"lang": word_list.lang, "digest": word_list.digest, "words": word_list.words})
    else:
        echo(str(word_list), nl=False)
