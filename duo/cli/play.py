"""`duo play`: a mission at this terminal, begun or gone on with."""

from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from duo.cli import dealing, shell
from duo.cli.dealing import Dealing
from duo.core.game import Game
from duo.core.key import Seat
from duo.table import saves
from duo.table.saves import SavedGame
from duo.table.setting import Sitter, sitters
from duo.text import mark, say, tell

if TYPE_CHECKING:
    from pathlib import Path

    from duo.cli.screen import Screen

# Whoever names one of these wants a new game, and is not asked about an old one.
_NEW_GAME = (*dealing.NAMES, "seat", "first", "hot_seat", "style", "level", "practice")


@click.command(
    cls=shell.Command,
    help=mark(
        "Play a mission with a partner at this terminal. Without options it goes on with the mission you left, or "
        "begins a standard one of nine tokens.\n\nExample: duo play --mission 9-5 --partner bold"
    ),
)
@click.option("--seat", type=click.Choice([*Seat]), default=Seat.A, show_default=True, help=mark("Your seat."))
@click.option("--first", type=click.Choice([*Seat]), help=mark("The seat that gives the first clue; else either may."))
@click.option("--hot-seat", is_flag=True, help=mark("Two people at one screen, which hides each key from the other."))
@dealing.partner_options
@dealing.options
@click.option("--practice", is_flag=True, help=mark("Allow undo; the record tells how often."))
@click.option("--guide/--no-guide", default=None, help=mark("Explain things as they first happen; on the first time."))
@click.option("--new", is_flag=True, help=mark("Begin a new mission even if one waits."))
@click.pass_context
def play(
    ctx: click.Context,
    seat: str,
    first: str | None,
    hot_seat: bool,
    style: str,
    level: str,
    dealing: Dealing,
    practice: bool,
    guide: bool | None,
    new: bool,
) -> None:
    from duo.cli.screen import Leave, Screen

    screen = Screen(shell.console())
    chosen = new or any(ctx.get_parameter_source(name) is not ParameterSource.DEFAULT for name in _NEW_GAME)
    try:
        waiting = None if chosen else _waiting_game(screen)
        if waiting:
            game, saved = waiting
        else:
            guide = saves.none_yet() if guide is None else guide
            partner = Sitter() if hot_seat else Sitter(style, level)
            seats = {Seat(seat): Sitter(), Seat(seat).other: partner}
            game = dealing.lay(seats, {"Practice": "yes"} if practice else {})
            saved = saves.begin(game)
        with saved:
            play_on(screen, game, saved, guided=bool(guide), first=Seat(first) if first else None)
    except Leave:
        screen.console.print()
        screen.console.print(say("The mission is saved. duo play goes on from here."))


def play_on(screen: "Screen", game: Game, saved: SavedGame, *, guided: bool = False, first: Seat | None = None) -> None:
    """Play a saved game to its end, show the end, and offer the review."""
    from functools import partial

    from duo.cli.ending import show_end
    from duo.cli.table import Table
    from duo.table.advice import HouseAdvisor
    from duo.table.partner import partner

    partners = {
        seat: partial(partner, game.lang, sitter.style, sitter.level)
        for seat, sitter in sitters(game).items()
        if not sitter.is_person
    }
    table = Table(screen, game, saved, partners, HouseAdvisor(game.lang), guided=guided, first=first)
    with screen.open(private=table.is_hot_seat):
        game = table.play()
    show_end(screen, game, saved.path)


def _waiting_game(screen: "Screen") -> tuple[Game, SavedGame] | None:
    """The game that the person wants to go on with, if there is one."""
    waiting, broken = saves.unfinished()
    for save in broken:
        screen.console.print(
            say("A saved game could not be read and was put aside as {file}: {reason}",
                file=save.path, reason=tell(save.reason))
        )  # fmt: skip
    for path, game in waiting[:1]:
        if screen.choose(_question(path, game)) and (saved := saves.resume(path)):
            return game, saved
    return None


def _question(path: "Path", game: Game) -> str:
    return say(
        "Your mission {mission} of {date} waits, with {found} of 15 agents found. Go on?",
        mission=game.final.mission, date=path.stem[:10], found=game.final.found,
    )  # fmt: skip
