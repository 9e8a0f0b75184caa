"""`duo review`: review a game turn by turn."""

import click

from duo.cli.commands import DuoCommand
from duo.cli.game.record_files import LAST_GAME_KEYWORD, add_yes_option, confirm_spoilers, find_record_file, read_record
from duo.cli.options import json_option
from duo.cli.safe_output import echo, print_json
from duo.cli.terminal import output
from duo.text import N_, _


@click.command(
    "review",
    cls=DuoCommand,
    help=N_(
        "Look back at a game: what each clue meant, how likely each touch was, and for people's clues the best three "
        "alternatives. Without a file, the last game that you played; a bare name is looked for among your games.\n\n"
        "Example: duo review game.duo"
    ),
)
@click.argument("file", metavar="[FILE|NAME|last]", default=LAST_GAME_KEYWORD)
@click.option("--all", "everyone", is_flag=True, help=N_("Alternatives for the partner's clues as well."))
@add_yes_option
@json_option
def review_command(file: str, everyone: bool, yes: bool, as_json: bool) -> None:
    from duo.cli.terminal.review_report import review_lines, review_with_progress

    file = find_record_file(file)
    game = read_record(file)
    confirm_spoilers(file, game, yes=yes)
    turns = list(review_with_progress(game, everyone=everyone))
    if as_json:
        outcome = game.final.outcome()
        print_json({"result": outcome or "*", "lang": game.lang, "turns": [turn.to_json() for turn in turns]})
        return
    if not turns:
        echo(_("This game has no clues or touches yet."))
    out = output.console()
    for line in review_lines(turns, out.width):
        out.print(line)
