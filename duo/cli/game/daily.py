"""`duo daily`: play the game or the puzzle of the day, or show whether each is done today."""

import datetime as dt
from typing import Any

import click

from duo import text
from duo.cli import user_data
from duo.cli.commands import DuoCommand
from duo.cli.errors import Misuse
from duo.cli.options import json_option, lang_option
from duo.cli.safe_output import echo, print_json
from duo.table import dealing, missions
from duo.text import N_, _, ngettext

_GAME_CHOICE, _PUZZLE_CHOICE = "game", "puzzle"


@click.command(
    cls=DuoCommand,
    help=N_(
        "The game and the puzzle of the day: the same for everybody (UTC date), each once. Without a name, show "
        "today's status of both.\n\nExample: duo daily game"
    ),
)
@click.argument("what", required=False, type=click.Choice([_GAME_CHOICE, _PUZZLE_CHOICE]))
@lang_option
@json_option
@click.pass_context
def daily(ctx: click.Context, what: str | None, lang: str, as_json: bool) -> None:
    if what and as_json:
        raise Misuse(_("--json shows today's status; use it without game or puzzle."))
    if what == _GAME_CHOICE:
        from duo.cli.game.play import play

        ctx.invoke(play, daily=True, lang=lang)
    elif what == _PUZZLE_CHOICE:
        from duo.cli.puzzle.solve import solve_daily_puzzle

        solve_daily_puzzle(_today_utc(), lang)
    else:
        _show_daily_status(lang, as_json=as_json)


def _show_daily_status(lang: str, *, as_json: bool) -> None:
    from duo.puzzle.daily import Diary, diary_path
    from duo.table.share import RESULT_LABELS
    from duo.words.wordlist import shipped_wordlist

    today, games = _today_utc(), [game for _id, game in user_data.game_store().all_games()]
    name, diary = dealing.daily_name(shipped_wordlist(lang)), Diary.load(diary_path(lang))
    played, effort = missions.finished_daily(games, name), diary.days.get(str(today))
    outcome = played.final.outcome() if played else None
    status: dict[str, Any] = {
        "date": str(today),
        "lang": lang,
        "game": {"result": outcome, "streak": missions.daily_streak(games, lang, today)},
        "puzzle": {"solved": effort.solved if effort else None, "streak": diary.streak(today)},
    }
    if as_json:
        print_json(status)
        return
    pending = _("not done yet")
    puzzle_result = pending if effort is None else _("solved") if effort.solved else _("not solved")
    echo(_("Daily of {date}", date=text.format_date(today)))
    echo(
        _format_status_line(
            _("Game"), _(RESULT_LABELS[outcome]) if outcome else pending, status["game"]["streak"], "duo daily game"
        )
    )
    echo(_format_status_line(_("Puzzle"), puzzle_result, status["puzzle"]["streak"], "duo daily puzzle"))


def _format_status_line(name: str, result: str, streak: int, command: str) -> str:
    days = f", {ngettext('{count} day in a row', '{count} days in a row', streak)}" if streak else ""
    sentence = _("{name}: {result}", name=name, result=f"{result}{days}")
    return f"  {sentence}  ({command})"


def _today_utc() -> dt.date:
    return dt.date.fromisoformat(dealing.today())
