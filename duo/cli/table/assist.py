"""`duo assist`: follow a game at a real table, suggest clues and explain the clues of the partner."""

import sys
from functools import partial
from typing import TYPE_CHECKING

import click

from duo.cli import user_data
from duo.cli.commands import DuoCommand
from duo.cli.errors import Misuse
from duo.cli.options import json_option, lang_option, words_option
from duo.cli.terminal import output
from duo.core.refusal import Refusals
from duo.core.word import board_problems
from duo.table import dealing
from duo.table.real_table import RealTable, parse_side
from duo.table.store.game_store import SavedEntry, SaveHandle
from duo.text import N_, _
from duo.words import wordlist

if TYPE_CHECKING:
    from duo.cli.terminal.screen import Screen


@click.command(
    cls=DuoCommand,
    help=N_(
        "Get help at a real table: enter the 25 words and your side, then each clue and touch. The command follows the "
        "game, checks clues, suggests yours and explains your partner's. The table is saved; without options, resume "
        "your unfinished table. With --words - it only lists clues.\n\n"
        "Example: duo assist --words table.txt --side gxgg./g...g/ggx../..x../.g..g"
    ),
)
@words_option
@click.option("--side", "own", metavar="HALF", help=N_("Your side of the key: 5 rows of g . x joined by /."))
@click.option("--mission", metavar="T-M|CITY", help=N_("Tokens and allowed mistakes, such as 9-5, or a city."))
@click.option("--new", is_flag=True, help=N_("Start a new table even if one is unfinished."))
@click.option("--list", "listing", is_flag=True, help=N_("List the unfinished tables."))
@click.option("--delete", metavar="NUMBER", help=N_("Delete the table with this number in the list."))
@lang_option
@json_option
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
    from duo.cli.terminal.screen import Screen, UserQuit

    if listing or delete:
        from duo.cli.game.unfinished import manage_unfinished

        manage_unfinished(
            user_data.table_store(),
            None,
            delete,
            empty_message=_("No unfinished table. Start one with `duo assist`."),
            as_json=as_json,
        )
        return
    if as_json:
        raise Misuse(_("--json works only with --list."))
    screen = Screen(output.console())
    try:
        resumed = None if new or source or own or mission else _resume_table(screen)
        if resumed:
            _follow_table(screen, *resumed)
            return
        table = _create_table(screen, source, own, mission, lang)
        if source == "-" and not sys.stdin.isatty():  # nobody can answer questions
            _show_advice(screen, table)
        else:
            _follow_table(screen, table)
    except UserQuit:
        screen.console.print()


def _create_table(screen: "Screen", source: str | None, own: str | None, mission: str | None, lang: str) -> RealTable:
    from duo.cli.terminal.assistant import ask_board_words, ask_key_side

    words = wordlist.load_visible_words(source) if source else ask_board_words(screen)
    if source == "-":
        output.reopen_terminal_input()
    if problems := board_problems(words):
        raise Refusals(problems)
    return RealTable(
        words, parse_side(own) if own else ask_key_side(screen), dealing.choose_mission(mission, None, None), lang=lang
    )


def _resume_table(screen: "Screen") -> tuple[RealTable, SaveHandle[RealTable]] | None:
    from duo.cli.game.unfinished import resume_chosen_entry
    from duo.cli.terminal.unfinished_menu import choose_unfinished

    tables = user_data.table_store()

    def choose(entries: list[SavedEntry[RealTable]]) -> SavedEntry[RealTable] | None:
        return choose_unfinished(screen, tables, entries) if entries else None

    return resume_chosen_entry(screen, tables, choose)


def _follow_table(screen: "Screen", table: RealTable, saved: SaveHandle[RealTable] | None = None) -> None:
    from duo.cli.terminal.assistant import TableAssistant
    from duo.cli.terminal.screen import UserQuit
    from duo.table.advice import ModelAdvisor
    from duo.table.unfound import unfound_counts

    screen.count_unfound = partial(unfound_counts, lang=table.lang)
    with saved or user_data.table_store().begin(table) as handle:
        try:
            with screen.open_for_game():
                TableAssistant(screen, table, ModelAdvisor(table.lang), handle.save).follow_game()
        except UserQuit:
            screen.console.print()
            screen.console.print(_("Table saved. Run `duo assist` to continue."))


def _show_advice(screen: "Screen", table: RealTable) -> None:
    from duo.cli.terminal.assistant import TableAssistant
    from duo.table.advice import ModelAdvisor

    TableAssistant(screen, table, ModelAdvisor(table.lang)).show_advice()
