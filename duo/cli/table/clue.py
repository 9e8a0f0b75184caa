"""`duo clue`: what to say at a real table."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import click

from duo.cli import shell
from duo.cli.table import unknown_words
from duo.cli.terminal import output
from duo.core.mission import MOST_TOKENS
from duo.core.refusal import Refusal
from duo.core.word import fold
from duo.mind.skill import STYLES
from duo.text import N_, _, speaking, spoken
from duo.words import wordlist

if TYPE_CHECKING:
    from rich.table import Table

    from duo.mind.giver.giver import Suggestion

_WORDS = "FILE|WORDS|-"


@click.command(
    cls=shell.Command,
    help=N_(
        "Suggest clues for the words of your side that your partner may still touch.\n\n"
        "Example: duo clue --green whale,shark,king --black ship --tan tower,piano"
    ),
)
@click.option("--green", required=True, metavar=_WORDS, help=N_("Your agents that are not found yet."))
@click.option("--black", metavar=_WORDS, help=N_("Your assassins."))
@click.option("--tan", metavar=_WORDS, help=N_("Your bystanders that your partner may still touch."))
@click.option("--tokens", type=shell.IntRange(1, MOST_TOKENS), help=N_("Timer tokens left."))
@click.option("--mistakes", type=shell.IntRange(0, MOST_TOKENS), help=N_("How many of them lie bystander side up."))
@click.option("--style", type=click.Choice(list(STYLES)), default="balanced", show_default=True,
              help=N_("How daring the clues are."))  # fmt: skip
@click.option("--top", type=shell.IntRange(1, 50), default=5, show_default=True, help=N_("How many clues."))
@click.option("--why", is_flag=True, help=N_("Explain each clue in a sentence."))
@shell.lang_option
@shell.json_option
def clue(
    green: str,
    black: str | None,
    tan: str | None,
    tokens: int | None,
    mistakes: int | None,
    style: str,
    top: int,
    why: bool,
    lang: str,
    as_json: bool,
) -> None:
    from duo.mind import registry
    from duo.mind.giver import alternatives
    from duo.mind.giver.giver import task_of

    named = {"green": green, "black": black, "tan": tan}
    table = {name: wordlist.visible(source) for name, source in named.items() if source}
    _refuse_twice(table)
    unknown_words.warn(table["green"], lang)
    asked = task_of(
        table["green"], table.get("tan", ()), table.get("black", ()), tokens=tokens, mistakes=mistakes
    )  # fmt: skip
    # What is printed for programs speaks the language of the words, as the engine does.
    with speaking(lang if as_json else spoken()):
        clues = alternatives.different(registry.house_giver(lang, style=style), asked, top)
    if as_json:
        from duo.engine.answers import clues_json

        shell.answer(clues_json(clues))
        return
    if not clues:
        raise shell.AnswerIsNo(_("There is no clue for these words."))
    out = output.console()
    out.print(_table(clues))
    if why:
        for found in clues:
            output.print_sentence(out, _("{clue}: {why}", clue=_spoken(found), why=found.why))


def _refuse_twice(table: Mapping[str, Sequence[str]]) -> None:
    """A word has one colour only."""
    seen: dict[str, str] = {}
    for name, words in table.items():
        for word in words:
            if (first := seen.setdefault(fold(word), name)) != name:
                raise Refusal("{word} is in both --{first} and --{second}", word=word, first=first, second=name)


def _table(clues: "Sequence[Suggestion]") -> "Table":
    from rich.table import Table
    from rich.text import Text

    from duo.mind.giver.reason import percent

    table = Table(box=None, pad_edge=False)
    for heading in (_("Clue"), _("For"), _("All found"), "", _("Assassin"), _("Bystander")):
        table.add_column(Text(heading))
    for found in clues:
        table.add_row(
            Text(_spoken(found), style="bold"),
            Text(", ".join(found.targets)),
            Text(output.bar(found.p_all), style="green"),
            Text(percent(found.p_all), justify="right"),
            Text(percent(found.black), style="bold" if found.black >= 0.05 else ""),
            Text(percent(found.tan)),
        )
    return table


def _spoken(clue: "Suggestion") -> str:
    return f"{clue.word.upper()} {clue.count}"
