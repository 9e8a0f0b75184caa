"""`duo assist`: help for people at a real table, who tell it what happens there."""

import click

from duo.cli import shell
from duo.cli.terminal import output
from duo.core.refusal import Refusals
from duo.core.word import board_problems
from duo.table import setting
from duo.table.realtable import RealTable, side
from duo.text import N_
from duo.words import wordlist


@click.command(
    cls=shell.Command,
    help=N_(
        "Help at a real table: tell it the 25 words and your own side, then what is said and touched. It follows the "
        "game, checks clues, proposes yours and reads your partner's. With --words - it tells its clues and ends.\n\n"
        "Example: duo assist --words table.txt --side gxgg./g...g/ggx../..x../.g..g"
    ),
)
@shell.words_option
@click.option("--side", "own", metavar="HALF", help=N_("Your side of the key: 5 rows of g . x joined by /."))
@click.option("--mission", metavar="T-M|CITY", help=N_("Tokens and allowed mistakes, such as 9-5, or a city."))
@shell.lang_option
def assist(source: str | None, own: str | None, mission: str | None, lang: str) -> None:
    from duo.cli.terminal.assistant import Assistant, asked_side, asked_words
    from duo.cli.terminal.screen import Leave, Screen
    from duo.table.advice import HouseAdvisor

    screen = Screen(output.console())
    try:
        words = wordlist.visible(source) if source else asked_words(screen)
        alone = source == "-" and not output.ask_at_terminal()
        if problems := board_problems(words):
            raise Refusals(problems)
        table = RealTable(words, side(own) if own else asked_side(screen), setting.mission(mission, None, None))
        assistant = Assistant(screen, table, HouseAdvisor(lang))
        if alone:
            assistant.advise()
            return
        with screen.open():
            assistant.follow()
    except Leave:
        screen.console.print()
