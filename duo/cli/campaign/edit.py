"""Commands that change campaigns: enter, undo, remove, rename, delete and import."""

import re
import sys
from datetime import UTC, datetime
from pathlib import Path

import click

from duo import text
from duo.cli import user_data
from duo.cli.campaign import team_campaigns
from duo.cli.commands import DuoCommand
from duo.cli.errors import Misuse
from duo.cli.game.record_files import read_record
from duo.cli.option_types import IntRange
from duo.cli.options import json_option
from duo.cli.safe_output import echo, print_json
from duo.cli.terminal.confirm import ask_confirmation
from duo.core.public import Outcome
from duo.core.refusal import Refusal
from duo.files.reading import parse_text
from duo.puzzle.daily import parse_date
from duo.table import narration
from duo.table.campaign.campaign import LOST_RESULT, MAX_NOTE_LENGTH, Campaign, CampaignEntry
from duo.table.campaign.campaign_store import MAX_CAMPAIGN_BYTES
from duo.table.campaign.mission_map import City
from duo.text import N_, _, current_language

_LETTERS_ONLY_PATTERN = re.compile(r"[^\W\d_]+")


@click.command(
    cls=DuoCommand,
    help=N_(
        "Enter a mission that was played: a record, or the words won or lost for a game at a real table, with its day, "
        "its points and a note if you like.\n\nExample: duo campaign enter Cairo game.duo\n\n"
        "Example: duo campaign enter Prague won --score 8 --note 'with Ann'"
    ),
)
@click.argument("city")
@click.argument("result", metavar="FILE|won|lost")
@click.option("--date", "day", metavar="YYYY-MM-DD", help=N_("When it was played (default: today)."))
@click.option("--score", type=IntRange(-1, 30), help=N_("The points of a game at a real table."))
@click.option("--note", default="", help=N_("Anything worth remembering."))
@team_campaigns.team_option
@json_option
def enter(
    city: str, result: str, day: str | None, score: int | None, note: str, team: str | None, as_json: bool
) -> None:
    before = team_campaigns.load_campaign(team)
    mission_city = before.map.city(city)
    entry = _parse_entry(mission_city, result, _parse_date_or_now(day), score, note.strip())
    after = team_campaigns.warn_if_damaged(user_data.campaign_store().enter(before.team, entry))
    opened = after.newly_open_cities(before)
    if as_json:
        print_json({**team_campaigns.campaign_status_json(after), "opened": [city.name for city in opened]})
        return
    echo(_("Entered: {city}.", city=mission_city.name_in(current_language())))
    for sentence in narration.describe_open_cities(opened):
        echo(sentence)


def _parse_entry(city: City, result: str, date: str, score: int | None, note: str) -> CampaignEntry:
    if len(note) > MAX_NOTE_LENGTH:
        raise Misuse(_("A note has at most {most} characters.", most=MAX_NOTE_LENGTH))
    if result in (Outcome.WON, LOST_RESULT):
        if score is not None and result == LOST_RESULT:
            raise Misuse(_("Only a mission that was won has points."))
        return CampaignEntry(city.name, result, date, score, note=note)
    if score is not None:
        raise Misuse(_("A record already has its score; --score is only for games at a real table."))
    if _LETTERS_ONLY_PATTERN.fullmatch(result) and not Path(result).exists():
        raise Misuse(_("{result} cannot be entered: type won, lost, or the file of a record.", result=result))
    entry = CampaignEntry.from_game(city, read_record(result), date)
    return CampaignEntry(entry.city, entry.result, entry.date, entry.score, entry.record, note)


def _parse_date_or_now(typed: str | None) -> str:
    if typed is None:
        return f"{datetime.now(UTC):%Y-%m-%dT%H:%M:%SZ}"
    return parse_date(typed).isoformat()


@click.command(cls=DuoCommand, help=N_("Remove the last entry.\n\nExample: duo campaign undo --team Ann+Bob"))
@team_campaigns.team_option
@json_option
def undo(team: str | None, as_json: bool) -> None:
    _remove_entry(team, None, as_json=as_json)


@click.command(
    cls=DuoCommand,
    help=N_("Remove an entry by its number in duo campaign log.\n\nExample: duo campaign remove 3"),
)
@click.argument("number", type=IntRange(min=1))
@team_campaigns.team_option
@json_option
def remove(number: int, team: str | None, as_json: bool) -> None:
    _remove_entry(team, number, as_json=as_json)


def _remove_entry(team: str | None, number: int | None, *, as_json: bool) -> None:
    loaded = team_campaigns.load_campaign(team)
    if not loaded.games:
        raise Refusal("No mission has been entered yet")
    removed, after = user_data.campaign_store().remove(loaded.team, number)
    if as_json:
        print_json({**team_campaigns.campaign_status_json(after.campaign), "removed": removed.to_json()})
        return
    echo(
        _(
            "Removed: {city}, {date}.",
            city=loaded.map.city(removed.city).name_in(current_language()),
            date=text.format_date(removed.date),
        )
    )


@click.command(
    cls=DuoCommand,
    help=N_("Give a team another name.\n\nExample: duo campaign rename Ann+Bob+Léa --team Ann+Bob"),
)
@click.argument("name")
@team_campaigns.team_option
@json_option
def rename(name: str, team: str | None, as_json: bool) -> None:
    before = team_campaigns.load_campaign(team)
    after = team_campaigns.warn_if_damaged(user_data.campaign_store().rename(before.team, name))
    if as_json:
        print_json(team_campaigns.campaign_status_json(after))
        return
    echo(_("{old} is now called {new}.", old=before.team, new=after.team))


@click.command(
    cls=DuoCommand, help=N_("Delete a campaign; its file is kept.\n\nExample: duo campaign delete --team Ann+Bob")
)
@team_campaigns.team_option
@click.option("--yes", is_flag=True, help=N_("Do not ask."))
@json_option
def delete(team: str | None, yes: bool, as_json: bool) -> None:
    loaded = team_campaigns.load_campaign(team)
    if not yes:
        if not sys.stdin.isatty():
            raise Misuse(_("Add --yes to delete the campaign of {team}.", team=loaded.team))
        if not ask_confirmation(_("Delete the campaign of {team}?", team=loaded.team)):
            raise click.Abort
    backup = user_data.campaign_store().delete(loaded.team)
    if as_json:
        print_json({"team": loaded.team, "kept": str(backup)})
        return
    echo(_("The campaign of {team} is deleted. Its file is kept as {file}", team=loaded.team, file=backup))


@click.command(
    "import",
    cls=DuoCommand,
    help=N_("Import a campaign that duo campaign export wrote.\n\nExample: duo campaign import c.json"),
)
@click.argument("file")
@click.option("--team", metavar="NAME", help=N_("Another name for the team."))
@json_option
def import_campaign(file: str, team: str | None, as_json: bool) -> None:
    imported = parse_text(file, MAX_CAMPAIGN_BYTES, Campaign.parse)
    if team:
        imported = Campaign(team, imported.map, imported.games, imported.removed)
    user_data.campaign_store().add_campaign(imported)
    if as_json:
        print_json(team_campaigns.campaign_status_json(imported))
        return
    echo(_("Imported the campaign of {team}. Run `duo campaign status` to see its progress.", team=imported.team))


EDIT_COMMANDS = (enter, undo, remove, rename, delete, import_campaign)
