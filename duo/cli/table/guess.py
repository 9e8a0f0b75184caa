"""`duo guess`: rank the words to touch at a real table."""

from typing import TYPE_CHECKING

import click

from duo.cli.commands import DuoCommand
from duo.cli.option_types import IntRange
from duo.cli.options import json_option, lang_option
from duo.cli.safe_output import echo, print_json
from duo.cli.table import unknown_words
from duo.cli.terminal import output
from duo.core.mission import MAX_TOKENS
from duo.text import N_, _, ngettext
from duo.words import wordlist

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.table import Table

    from duo.mind.guesser.explanation import WordEstimate


@click.command(
    cls=DuoCommand,
    help=N_(
        "Rank the words that you may touch by your partner's clue.\n\n"
        "Example: duo guess ocean 2 --words whale,shark,king,tower,piano"
    ),
)
@click.argument("clue")
@click.argument("number", metavar="COUNT", type=IntRange(0, 25))
@click.option("--words", "source", required=True, metavar="FILE|WORDS|-", help=N_("The words that you may touch."))
@click.option("--tokens", type=IntRange(1, MAX_TOKENS), help=N_("Timer tokens left."))
@click.option("--mistakes", type=IntRange(0, MAX_TOKENS), help=N_("How many of them lie bystander side up."))
@click.option("--why", is_flag=True, help=N_("Explain the order."))
@lang_option
@json_option
def guess(
    clue: str,
    number: int,
    source: str,
    tokens: int | None,
    mistakes: int | None,
    why: bool,
    lang: str,
    as_json: bool,
) -> None:
    from duo.mind import registry
    from duo.mind.belief.clue_history import ClueMemory
    from duo.mind.guesser.query import TableDescription, guess_query_from_description
    from duo.table.advice import ModelAdvisor

    words = wordlist.load_visible_words(source)
    read_as = ModelAdvisor(lang).nearest_known_word(clue)
    if read_as:
        notice = _("{word} is not in the dictionary; read as {nearest}.", word=clue, nearest=read_as)
        echo(f"duo: {notice}", err=True)
    clue = read_as or clue
    unknown_words.refuse_unknown_clue(clue, lang)
    unknown_words.warn_of_unknown_words(words, lang)
    query = guess_query_from_description(
        TableDescription(words, ClueMemory(clue, number), tokens=tokens, mistakes=mistakes)
    )
    ranking, touches = registry.ai_guesser(lang).answer(query)
    if as_json:
        from duo.engine.answers import ranking_json

        print_json({**ranking_json(ranking, touches), "read_as": read_as})
        return
    out = output.console()
    out.print(_ranking_table(ranking, touches))
    out.print(ngettext("Touch the first, then stop.", "Touch the first {count} in this order, then stop.", touches))
    if why:
        for sentence in _explain_ranking(clue, number, ranking, touches):
            output.print_sentence(out, sentence)


def _explain_ranking(clue: str, number: int, ranking: "Sequence[WordEstimate]", touches: int) -> list[str]:
    """Return sentences that explain why the first word is best and why to stop after `touches` words."""
    from duo.mind.giver.reason import format_percent

    best = ranking[0]
    reasons = [
        _(
            "{word} is what people think of first for {clue}: its chance to be right is {chance}.",
            word=best.word,
            clue=clue,
            chance=format_percent(best.p),
        )
    ]
    if touches < len(ranking):
        next_word = ranking[touches]
        reasons.append(
            _(
                "{word} has a chance of {chance}, which is not worth the risk.",
                word=next_word.word,
                chance=format_percent(next_word.p),
            )
        )
    if touches > number:
        reasons.append(_("It is worth touching more words than the number says, as a miss costs little here."))
    return reasons


def _ranking_table(ranking: "Sequence[WordEstimate]", touches: int) -> "Table":
    from rich.table import Table
    from rich.text import Text

    from duo.mind.giver.reason import format_percent

    table = Table(box=None, pad_edge=False, show_header=False)
    for place, ranked in enumerate(ranking):
        style = "bold green" if place < touches else ""
        table.add_row(
            Text(f"{place + 1:2}"),
            Text(ranked.word, style=style),
            Text(output.format_share_bar(ranked.p), style=style),
            Text(format_percent(ranked.p), justify="right"),
        )
    return table
