"""Entry point of `duo`: a table of commands, each imported only when it runs."""

import gettext
import importlib
import os
import sys
from pathlib import Path

import click

from duo import __version__, text
from duo.blas import ONE_THREAD_ENVIRONMENT
from duo.cli.commands import DuoGroup
from duo.cli.errors import Failure, describe_os_error
from duo.cli.terminal import output
from duo.core.refusal import Refusal
from duo.text import N_, _

# name: (module:function, short help)
COMMANDS = {
    "play": ("duo.cli.game.play:play", N_("Play a mission with a partner, or two people at one screen.")),
    "web": ("duo.cli.programs.web:web", N_("Play in the browser, with the partner or with someone far away.")),
    "watch": ("duo.cli.game.watch:watch", N_("Watch two partners play a mission.")),
    "review": ("duo.cli.game.review:review_command", N_("Look back at a recorded game, turn by turn.")),
    "assist": ("duo.cli.table.assist:assist", N_("Get help at a real table: clues to give, and what a clue may mean.")),
    "stats": ("duo.cli.game.stats:stats", N_("Count your games: wins, scores, streaks.")),
    "board": ("duo.cli.cards.board:board", N_("Word boards: print a table's words or word cards.")),
    "campaign": ("duo.cli.campaign.campaign:campaign", N_("Campaigns: the mission map, what is won, what is open.")),
    "check": ("duo.cli.table.check:check", N_("Check whether a clue is legal.")),
    "replay": ("duo.cli.game.replay:replay", N_("Check a game record against every rule and show it.")),
    "score": ("duo.cli.game.score:score", N_("Score recorded games, or one played at a real table.")),
    "clue": ("duo.cli.table.clue:clue", N_("Suggest clues for the words on your table.")),
    "engine": ("duo.cli.programs.engine:engine", N_("Answer other programs, one JSON object per line.")),
    "guess": ("duo.cli.table.guess:guess", N_("Rank the words on your table by a clue.")),
    "key": ("duo.cli.cards.key:key", N_("Key cards: deal, show, check, and make decks.")),
    "puzzle": (
        "duo.cli.puzzle.puzzle:puzzle",
        N_("Puzzles: make, solve, check and print them; one a day for everybody."),
    ),
    "words": ("duo.cli.table.words:words", N_("Word lists: check your own, show those that ship.")),
    "daily": ("duo.cli.game.daily:daily", N_("The game and the puzzle of the day, each once, with a streak.")),
    "model": (
        "duo.cli.programs.model:model",
        N_("Word knowledge: list the models, ask them, import your own."),
    ),
    "lab": ("duo.cli.programs.lab:lab", N_("Self-play: let partners play by themselves, and count how it went.")),
    "completion": ("duo.cli.completion:completion", N_("Print the completion script for your shell.")),
}


class LazyCommandGroup(DuoGroup):
    """A group that renders its help from `COMMANDS`, so that `duo --help` imports no command."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name][0].split(":")
        command: click.Command = getattr(importlib.import_module(module), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section(_("Commands")):
            formatter.write_dl([(name, _(purpose)) for name, (_module, purpose) in COMMANDS.items()])


def _set_language(language: str) -> None:
    text.set_language(language)
    # click translates its own messages through the process-wide gettext domain and the variable LANGUAGE.
    os.environ["LANGUAGE"] = language
    gettext.bindtextdomain(text.GETTEXT_DOMAIN, str(text.LOCALE_DIR))
    gettext.textdomain(text.GETTEXT_DOMAIN)


def _set_model_dir(model_dir: str | None) -> None:
    if model_dir is not None:
        from duo.mind.model.manifest import MODEL_ENV_VARIABLE, read_manifest

        try:
            read_manifest(Path(model_dir))
        except Refusal as refusal:
            raise Failure(text.format_refusal(refusal)) from refusal
        os.environ[MODEL_ENV_VARIABLE] = model_dir


@click.command(
    cls=LazyCommandGroup,
    help=N_("Codenames Duo: play missions with a partner, get clues, make key cards and puzzles."),
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--ui",
    type=click.Choice(text.LANGUAGES),
    is_eager=True,
    expose_value=False,
    callback=lambda _context, _parameter, language: _set_language(language or text.preferred_language()),
    help=N_("Language of the interface (default: LANG decides)."),
)
@click.option(
    "--model",
    metavar="FOLDER",
    expose_value=False,
    callback=lambda _context, _parameter, model_dir: _set_model_dir(model_dir),
    help=N_("Use a model of your own, made with `duo model import`."),
)
@click.version_option(__version__, prog_name="duo", message="%(prog)s %(version)s")
def duo() -> None:
    pass


def main() -> None:
    """Run `duo` with the arguments of the process. Whatever the input is, the user never sees a traceback."""
    output.open_closed_streams()
    output.use_ascii_fallback()
    _set_language(text.preferred_language())
    for name, count in ONE_THREAD_ENVIRONMENT.items():
        os.environ.setdefault(name, count)
    try:
        try:
            duo()
        finally:
            output.flush_stdout()
    except BrokenPipeError:
        output.discard_unwritten_output()
        sys.exit(1)
    except OSError as error:  # standard output failed: a full disk or a closed stream
        output.discard_unwritten_output()
        # A command that failed before has shown its message.
        if not (isinstance(error.__context__, SystemExit) and error.__context__.code):
            Failure(describe_os_error(error)).show()
        sys.exit(1)
