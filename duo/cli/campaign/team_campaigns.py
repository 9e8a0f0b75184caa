"""The --team option, and functions that load a team's campaign and report its status."""

from typing import Any

import click

from duo.cli import user_data
from duo.cli.errors import Failure, Misuse
from duo.cli.safe_output import echo
from duo.table.campaign.campaign import Campaign, CityState
from duo.table.campaign.campaign_store import LoadedCampaign
from duo.text import N_, _, format_refusal

team_option = click.option("--team", metavar="NAME", help=N_("Team of the campaign; optional if there is only one."))


def load_campaign(team: str | None) -> Campaign:
    """Load the campaign of a team. If `team` is None, load the only campaign that exists."""
    if team is None:
        teams = user_data.campaign_store().teams()
        if len(teams) > 1:
            raise Misuse(_("Which campaign? Add --team with one of: {teams}", teams=", ".join(teams)))
        if not teams:
            raise Failure(no_campaign_message())
        team = teams[0]
    return warn_if_damaged(user_data.campaign_store().load(team))


def no_campaign_message() -> str:
    return _("No campaign yet. Start one with `duo campaign new NAME`.")


def warn_if_damaged(loaded: LoadedCampaign) -> Campaign:
    """Return the loaded campaign. Print a warning on standard error if its file was damaged."""
    if loaded.damage:
        echo(f"duo: {format_refusal(loaded.damage)}", err=True)
    return loaded.campaign


def campaign_status_json(campaign: Campaign) -> dict[str, Any]:
    return {
        "team": campaign.team,
        "won": [city.name for city in campaign.cities_in_state(CityState.WON)],
        "open": [city.name for city in campaign.cities_in_state(CityState.OPEN)],
        "locked": [city.name for city in campaign.cities_in_state(CityState.LOCKED)],
        "wins": sum(entry.is_won for entry in campaign.games),
        "losses": sum(not entry.is_won for entry in campaign.games),
    }
