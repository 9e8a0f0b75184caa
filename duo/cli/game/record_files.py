"""Find and read the game record that a command is given."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from duo.cli import user_data
from duo.cli.terminal.confirm import confirm
from duo.core.game import Game, read
from duo.core.record import MAX_RECORD_LENGTH
from duo.core.refusal import Refusal
from duo.files.reading import parse_text
from duo.table.store.game_store import GIVEN_UP_HEADER
from duo.text import N_, _

LAST_GAME = "last"


def find_record(source: str) -> str:
    """Return the file that `source` names: a path, `-`, `last`, or the name of a saved game."""
    if source == "-" or Path(source).exists():
        return source
    if source == LAST_GAME:
        found = user_data.last_game_file()
        if found is None:
            raise Refusal("No game has been played yet; start one with `duo play`")
        return str(found)
    saved = user_data.find_game_file(source)
    return str(saved) if saved else source


def read_record(source: str) -> Game:
    """Read the game that `source` names. A refusal names the file."""
    return parse_text(find_record(source), MAX_RECORD_LENGTH, read)


def yes_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--yes", is_flag=True, help=N_("Show your own unfinished mission without asking."))(function)


def confirm_spoilers(source: str, game: Game, *, yes: bool) -> None:
    """Ask before showing both sides of the key of the user's own unfinished mission."""
    if yes or game.final.outcome() or game.header(GIVEN_UP_HEADER) or not user_data.is_saved_game(source):
        return
    if not sys.stdin.isatty():
        raise Refusal(
            "{source} is your unfinished mission, and this shows the whole key. Add --yes to show it anyway.",
            source=source,
        )
    if not confirm(_("Your mission is unfinished, and this shows the whole key. Continue?")):
        raise click.Abort
