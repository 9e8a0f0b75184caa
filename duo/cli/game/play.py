"""`duo play`: start or resume a mission at the terminal, and list unfinished missions."""

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from duo.cli import user_data
from duo.cli.commands import DuoCommand
from duo.cli.errors import Misuse
from duo.cli.game import deal_options
from duo.cli.game.deal_options import DealOptions
from duo.cli.options import json_option
from duo.cli.safe_output import echo
from duo.cli.terminal import output
from duo.core.game import Game
from duo.core.key import Seat
from duo.core.refusal import Refusal
from duo.table import missions
from duo.table.dealing import SeatHolder, seat_holders
from duo.table.missions import MissionSettings
from duo.table.store.game_store import GameStore, SavedGame, WaitingGame
from duo.text import N_, _, format_refusal, ngettext

if TYPE_CHECKING:
    from duo.cli.terminal.screen import Screen
    from duo.table.players import AIPlayer

# With any of these options a new game starts, and no unfinished one is offered.
_NEW_GAME_OPTION_NAMES = (
    *deal_options.DEAL_OPTION_NAMES,
    "seat",
    "first",
    "hot_seat",
    "style",
    "level",
    "practice",
    "learn",
)


@click.command(
    cls=DuoCommand,
    help=N_(
        "Play a mission with a partner at this terminal. Without options, resume your unfinished mission or start a "
        "standard one with nine tokens.\n\nExample: duo play --mission 9-5 --style bold"
    ),
)
@click.option("--seat", type=click.Choice([*Seat]), default=Seat.A, show_default=True, help=N_("Your seat."))
@click.option("--first", type=click.Choice([*Seat]), help=N_("The seat that gives the first clue (default: either)."))
@click.option("--hot-seat", is_flag=True, help=N_("Two people at one screen, which hides each key from the other."))
@deal_options.add_partner_options
@deal_options.add_deal_options
@click.option("--daily", is_flag=True, help=N_("Today's game (UTC date), the same for everybody."))
@click.option("--practice", is_flag=True, help=N_("Allow undo; the record counts how often."))
@click.option(
    "--learn/--no-learn",
    default=True,
    help=N_("Let your partner adapt to your pace, known from your finished missions."),
)
@click.option(
    "--guide/--no-guide", default=None, help=N_("Explain things as they come up; on by default in your first mission.")
)
@click.option("--new", is_flag=True, help=N_("Start a new mission even if one is unfinished."))
@click.option("--list", "listing", is_flag=True, help=N_("List the unfinished missions."))
@click.option(
    "--give-up", metavar="NUMBER", help=N_("Give up the mission with this number in the list; its record stays.")
)
@click.option("--delete", metavar="NUMBER", help=N_("Delete the mission with this number in the list."))
@json_option
@click.pass_context
def play(
    ctx: click.Context,
    seat: str,
    first: str | None,
    hot_seat: bool,
    style: str,
    level: str,
    dealing: DealOptions,
    daily: bool,
    practice: bool,
    learn: bool,
    guide: bool | None,
    new: bool,
    listing: bool,
    give_up: str | None,
    delete: str | None,
    as_json: bool,
) -> None:
    if listing or give_up or delete:
        from duo.cli.game.unfinished import manage_unfinished

        empty_message = _("No unfinished mission. Start one with `duo play`.")
        manage_unfinished(user_data.game_store(), give_up, delete, empty_message=empty_message, as_json=as_json)
        return
    if as_json:
        raise Misuse(_("--json works only with --list."))
    settings = MissionSettings(practice=practice, learning=learn)
    if daily:
        settings = replace(_daily_mission_settings(dealing, practice=practice), learning=learn)
        if _show_daily_if_finished(settings.daily):
            return
    fresh = (
        new
        or daily
        or any(ctx.get_parameter_source(name) is not ParameterSource.DEFAULT for name in _NEW_GAME_OPTION_NAMES)
    )
    seats = {Seat(seat): SeatHolder(), Seat(seat).other: SeatHolder() if hot_seat else SeatHolder(style, level)}
    play_new_game(dealing, seats, settings, guide=guide, first=Seat(first) if first else None, fresh=fresh)


def _daily_mission_settings(options: DealOptions, *, practice: bool) -> MissionSettings:
    """Return the settings of today's daily game. Raise `Misuse` if an option contradicts them."""
    try:
        return missions.daily_settings(
            options.lang, key=options.key or "", seed=options.seed, own_words=bool(options.source), practice=practice
        )
    except Refusal as refusal:
        raise Misuse(format_refusal(refusal)) from refusal


def _show_daily_if_finished(name: str) -> bool:
    """Show the streak and the share text of a daily game if it is finished. Return whether it is finished."""
    from duo.table.share import share_text

    games = [game for _id, game in user_data.game_store().all_games()]
    game = missions.finished_daily(games, name)
    if game is None:
        return False
    echo(_("Today's game has been played."))
    if days := missions.daily_streak(games, game.lang, date.fromisoformat(name.split(" ", maxsplit=1)[0])):
        echo(ngettext("{count} day in a row", "{count} days in a row", days))
    echo(_("To share:"))
    echo(share_text(game, unicode=output.supports_unicode()))
    return True


def play_new_game(
    options: DealOptions,
    seats: Mapping[Seat, SeatHolder],
    settings: MissionSettings,
    *,
    guide: bool | None = None,
    first: Seat | None = None,
    fresh: bool = True,
) -> None:
    """Deal a game and play it to its end.

    An unfinished daily game of the same day, or campaign game of the same city, is resumed instead.
    If `fresh` is false, the user may also choose another unfinished game to resume.
    """
    from duo.cli.terminal.screen import Screen, UserQuit

    screen = Screen(output.console())
    try:
        games = user_data.game_store()
        resumed = _resume_unfinished_game(screen, games, settings, ask=not fresh)
        if resumed:
            game, saved = resumed
        else:
            guide = next(games.all_games(), None) is None if guide is None else guide
            game = options.deal_game(seats, settings)
            if options.source == "-":
                output.reopen_terminal_input()
            saved = games.begin(game)
        with saved:
            again = _play_to_end(screen, game, saved, guided=bool(guide), first=first)
        if again:
            _play_another_mission(options, game)
    except (UserQuit, KeyboardInterrupt):
        screen.console.print()
        screen.console.print(_("Mission saved. Run `duo play` to continue."))


def _play_another_mission(options: DealOptions, game: Game) -> None:
    """Play another mission with the same options and partner, but new words and a new key card."""
    source = None if options.source == "-" else options.source
    final = game.final
    redeal = DealOptions(None, str(final.mission), None, None, game.lang, source, None, tuple(sorted(final.variants)))
    settings = replace(MissionSettings.from_game(game), first=None)
    play_new_game(redeal, seat_holders(game), settings, guide=False)


def _play_to_end(screen: "Screen", game: Game, saved: SavedGame, *, guided: bool, first: Seat | None) -> bool:
    """Play a saved game to its end, show the result and offer a review. Return whether to play again."""
    from functools import partial

    from duo.cli.terminal.client import TerminalClient
    from duo.cli.terminal.ending import show_game_end
    from duo.cli.terminal.screen import UserQuit
    from duo.table.advice import ModelAdvisor
    from duo.table.players import BackgroundPlayer
    from duo.table.session import HouseRules, Session
    from duo.table.unfound import unfound_counts_in_game

    partners = {
        seat: BackgroundPlayer(partial(_load_ai_partner, game, holder))
        for seat, holder in seat_holders(game).items()
        if not holder.is_person
    }
    # In a guided game the partner gives the first clue, so that beginners see one before giving one.
    rules = HouseRules.from_game(game)
    rules = replace(rules, first=first or rules.first, lead=next(iter(partners), None) if guided else None)
    session = Session(game, players=partners, rules=rules, keep=saved.save)
    screen.count_unfound, screen.first_giver = partial(unfound_counts_in_game, game), rules.first
    client = TerminalClient(screen, session, ModelAdvisor(game.lang), record_location=saved.location, guided=guided)
    if daily := game.header("Daily"):
        screen.title = _("daily game of {date}", date=daily.split(" ")[0])
    with screen.open_for_game(private=client.is_hot_seat):
        game = client.play()
    with contextlib.suppress(UserQuit, KeyboardInterrupt):
        show_game_end(screen, game, saved.location, _enter_in_campaign(game))
        if MissionSettings.from_game(game).is_repeatable:
            return screen.ask_yes_no(_("Play again?"), default=False)
    return False


def _load_ai_partner(game: Game, holder: SeatHolder) -> "AIPlayer":
    """Return the AI partner of a game. If the game allows learning, it is adapted to the user's finished games."""
    from duo.table.players import partner

    tally = missions.touch_tally_for_learning(game, (earlier for _id, earlier in user_data.game_store().all_games()))
    return partner(game.lang, holder.style, holder.level, tally)


def _enter_in_campaign(game: Game) -> list[str]:
    """Enter the result of a campaign game in its campaign.

    Return sentences about the new entry and the cities that it opens.
    """
    from duo.table.narration import describe_campaign_progress

    saved_games = (saved for _id, saved in user_data.game_store().all_games())
    return describe_campaign_progress(missions.enter_in_campaign(user_data.campaign_store(), game, saved_games))


def _resume_unfinished_game(
    screen: "Screen", games: GameStore, settings: MissionSettings, *, ask: bool
) -> tuple[Game, SavedGame] | None:
    """Resume an unfinished game, or return None.

    A daily game of the same day or a campaign game of the same city is resumed without a question.
    Otherwise, with `ask`, the user chooses from all unfinished games.
    """
    from duo.cli.game.unfinished import resume_chosen_entry
    from duo.cli.terminal.unfinished_menu import choose_unfinished

    def choose(entries: list[WaitingGame]) -> WaitingGame | None:
        same = next((entry for entry in entries if settings.is_same_mission(entry.game)), None)
        return choose_unfinished(screen, games, entries) if not same and ask and entries else same

    return resume_chosen_entry(screen, games, choose)
