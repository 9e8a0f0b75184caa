"""`duo clue`: suggest clues at a real table."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from duo.cli.commands import DuoCommand
from duo.cli.errors import NegativeAnswer
from duo.cli.option_types import IntRange, RenamedOption
from duo.cli.options import json_option, lang_option
from duo.cli.safe_output import print_json
from duo.cli.table import unknown_words
from duo.cli.terminal import output
from duo.core.mission import MAX_TOKENS
from duo.core.refusal import Refusal
from duo.core.word import fold
from duo.mind.skill import STYLES
from duo.text import N_, _, in_language
from duo.words import wordlist

if TYPE_CHECKING:
    from rich.table import Table

    from duo.mind.giver.giver import Suggestion

_WORDS_METAVAR = "FILE|WORDS|-"


@click.command(
    cls=DuoCommand,
    help=N_(
        "Suggest clues for the words of your side that your partner may still touch.\n\n"
        "Example: duo clue --agents whale,shark,king --assassins ship --bystanders tower,piano"
    ),
)
@click.option(
    "--agents",
    cls=RenamedOption,
    old_names=["--green"],
    required=True,
    metavar=_WORDS_METAVAR,
    help=N_("Your agents that are not found yet."),
)
@click.option(
    "--assassins", cls=RenamedOption, old_names=["--black"], metavar=_WORDS_METAVAR, help=N_("Your assassins.")
)
@click.option(
    "--bystanders",
    cls=RenamedOption,
    old_names=["--tan"],
    metavar=_WORDS_METAVAR,
    help=N_("Your bystanders that your partner may still touch."),
)
@click.option("--tokens", type=IntRange(1, MAX_TOKENS), help=N_("Timer tokens left."))
@click.option("--mistakes", type=IntRange(0, MAX_TOKENS), help=N_("How many of them lie bystander side up."))
@click.option(
    "--style",
    type=click.Choice(list(STYLES)),
    default="balanced",
    show_default=True,
    help=N_("How daring the clues are."),
)
@click.option(
    "--count",
    cls=RenamedOption,
    old_names=["--top"],
    type=IntRange(1, 50),
    default=5,
    show_default=True,
    help=N_("How many clues."),
)
@click.option("--why", is_flag=True, help=N_("Explain each clue in a sentence."))
@lang_option
@json_option
def clue(
    agents: str,
    assassins: str | None,
    bystanders: str | None,
    tokens: int | None,
    mistakes: int | None,
    style: str,
    count: int,
    why: bool,
    lang: str,
    as_json: bool,
) -> None:
    from duo.mind import registry
    from duo.mind.giver import alternatives
    from duo.mind.giver.query import clue_query_from_words

    sources = {"agents": agents, "assassins": assassins, "bystanders": bystanders}
    table = {name: wordlist.load_visible_words(source) for name, source in sources.items() if source}
    _refuse_words_with_two_roles(table)
    unknown_words.warn_of_unknown_words(table["agents"], lang)
    query = clue_query_from_words(
        table["agents"], table.get("bystanders", ()), table.get("assassins", ()), tokens=tokens, mistakes=mistakes
    )
    clues = alternatives.diverse_clues(registry.ai_giver(lang, style=style), query, count)
    if as_json:
        from duo.engine.answers import clues_json

        with in_language(lang):  # JSON explains clues in the language of the words, as the engine does
            print_json(clues_json(clues))
        return
    if not clues:
        raise NegativeAnswer(_("There is no clue for these words."))
    out = output.console()
    out.print(_suggestion_table(clues))
    if why:
        for suggestion in clues:
            output.print_sentence(out, _("{clue}: {why}", clue=_format_clue(suggestion), why=suggestion.why))


def _refuse_words_with_two_roles(table: Mapping[str, Sequence[str]]) -> None:
    """Raise `Refusal` if a word is listed under two roles, such as agent and assassin."""
    seen: dict[str, str] = {}
    for name, words in table.items():
        for word in words:
            if (first := seen.setdefault(fold(word), name)) != name:
                raise Refusal("{word} is in both --{first} and --{second}", word=word, first=first, second=name)


def _suggestion_table(clues: "Sequence[Suggestion]") -> "Table":
    from rich.table import Table
    from rich.text import Text

    from duo.mind.giver.reason import format_percent

    table = Table(box=None, pad_edge=False)
    for heading in (_("Clue"), _("For"), _("All found"), "", _("Assassin"), _("Bystander")):
        table.add_column(Text(heading))
    for suggestion in clues:
        table.add_row(
            Text(_format_clue(suggestion), style="bold"),
            Text(", ".join(suggestion.targets)),
            Text(output.format_share_bar(suggestion.p_all), style="green"),
            Text(format_percent(suggestion.p_all), justify="right"),
            Text(format_percent(suggestion.black), style="bold" if suggestion.black >= 0.05 else ""),
            Text(format_percent(suggestion.tan)),
        )
    return table


def _format_clue(clue: "Suggestion") -> str:
    return f"{clue.word.upper()} {clue.count}"
