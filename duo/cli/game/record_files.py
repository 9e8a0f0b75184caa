"""Find and read the game record that the user names in a command."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from duo.cli import user_data
from duo.cli.terminal.confirm import ask_confirmation
from duo.core.game import Game, read
from duo.core.record import MAX_RECORD_LENGTH
from duo.core.refusal import Refusal
from duo.files.reading import parse_text
from duo.table.store.game_store import GIVEN_UP_HEADER
from duo.text import N_, _

LAST_GAME_KEYWORD = "last"


def find_record_file(source: str) -> str:
    """Return the path of a record. `source` is a path, `-`, `last`, or the name of a saved game."""
    if source == "-" or Path(source).exists():
        return source
    if source == LAST_GAME_KEYWORD:
        found = user_data.last_game_file()
        if found is None:
            raise Refusal("No game has been played yet; start one with `duo play`")
        return str(found)
    saved = user_data.find_game_file(source)
    return str(saved) if saved else source


def read_record(source: str) -> Game:
    """Read the game that `source` names, as in `find_record_file`. The message of a refusal includes the file name."""
    return parse_text(find_record_file(source), MAX_RECORD_LENGTH, read)


def add_yes_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--yes", is_flag=True, help=N_("Show your own unfinished mission without asking."))(function)


def confirm_spoilers(source: str, game: Game, *, yes: bool) -> None:
    """Ask for confirmation if the game is an unfinished mission of the user, whose key would be revealed."""
    if yes or game.final.outcome() or game.header(GIVEN_UP_HEADER) or not user_data.is_saved_game_file(source):
        return
    if not sys.stdin.isatty():
        raise Refusal(
            "{source} is your unfinished mission, and this shows the whole key. Add --yes to show it anyway.",
            source=source,
        )
    if not ask_confirmation(_("Your mission is unfinished, and this shows the whole key. Continue?")):
        raise click.Abort
