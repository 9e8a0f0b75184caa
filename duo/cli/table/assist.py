"""`duo assist`: help for people at a real table, who tell it what happens there."""

import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from duo.cli import shell, user_data
from duo.cli.terminal import output
from duo.core.refusal import Refusals
from duo.core.word import board_problems
from duo.table import dealing
from duo.table.real_table import RealTable, side
from duo.table.store.folder import Left, Saved
from duo.text import N_, _
from duo.words import wordlist

if TYPE_CHECKING:
    from duo.cli.terminal.screen import Screen


@click.command(
    cls=shell.Command,
    help=N_(
        "Help at a real table: tell it the 25 words and your own side, then what is said and touched. It follows the "
        "game, checks clues, suggests yours and explains your partner's. The table is saved: without options, duo "
        "assist goes on with the one you left. With --words - it only lists clues.\n\n"
        "Example: duo assist --words table.txt --side gxgg./g...g/ggx../..x../.g..g"
    ),
)
@shell.words_option
@click.option("--side", "own", metavar="HALF", help=N_("Your side of the key: 5 rows of g . x joined by /."))
@click.option("--mission", metavar="T-M|CITY", help=N_("Tokens and allowed mistakes, such as 9-5, or a city."))
@click.option("--new", is_flag=True, help=N_("Begin a new table even if one is waiting."))
@click.option("--list", "listing", is_flag=True, help=N_("List the tables waiting."))
@click.option("--delete", metavar="NUMBER", help=N_("Delete the table with this number in the list."))
@shell.lang_option
@shell.json_option
def assist(
    source: str | None,
    own: str | None,
    mission: str | None,
    new: bool,
    listing: bool,
    delete: str | None,
    lang: str,
    as_json: bool,
) -> None:
    from duo.cli.terminal.screen import Leave, Screen

    if listing or delete:
        from duo.cli.game.unfinished import tidied

        tidied(
            user_data.tables(), None, delete, nothing=_("No table is waiting: duo assist begins one."), as_json=as_json
        )
        return
    if as_json:
        raise shell.Misuse(_("--json belongs to --list."))
    screen = Screen(output.console())
    try:
        taken = None if new or source or own or mission else _resumed(screen)
        if taken:
            _follow(screen, *taken)
            return
        table = _new_table(screen, source, own, mission, lang)
        if source == "-" and not sys.stdin.isatty():  # there is nobody to ask
            _advise(screen, table)
        else:
            _follow(screen, table)
    except Leave:
        screen.console.print()


def _new_table(screen: "Screen", source: str | None, own: str | None, mission: str | None, lang: str) -> RealTable:
    from duo.cli.terminal.assistant import asked_side, asked_words

    words = wordlist.visible(source) if source else asked_words(screen)
    if source == "-":
        output.ask_at_terminal()
    if problems := board_problems(words):
        raise Refusals(problems)
    return RealTable(
        words, side(own) if own else asked_side(screen), dealing.mission(mission, None, None), lang=lang
    )  # fmt: skip


def _resumed(screen: "Screen") -> tuple[RealTable, Saved[RealTable]] | None:
    from duo.cli.game.unfinished import resumed
    from duo.cli.terminal.unfinished_menu import chosen

    tables = user_data.tables()

    def choose(waiting: list[Left[RealTable]]) -> Left[RealTable] | None:
        return chosen(screen, tables, waiting) if waiting else None

    return resumed(screen, tables, choose)


def _follow(screen: "Screen", table: RealTable, saved: Saved[RealTable] | None = None) -> None:
    from duo.cli.terminal.assistant import Assistant
    from duo.cli.terminal.screen import Leave
    from duo.table.advice import HouseAdvisor
    from duo.table.unfound import unfound

    screen.unfound = partial(unfound, lang=table.lang)
    with saved or user_data.tables().begin(table) as kept:
        try:
            with screen.open():
                Assistant(screen, table, HouseAdvisor(table.lang), kept.keep).follow()
        except Leave:
            screen.console.print()
            screen.console.print(_("The table is saved. duo assist goes on from here."))


def _advise(screen: "Screen", table: RealTable) -> None:
    from duo.cli.terminal.assistant import Assistant
    from duo.table.advice import HouseAdvisor

    Assistant(screen, table, HouseAdvisor(table.lang)).advise()
