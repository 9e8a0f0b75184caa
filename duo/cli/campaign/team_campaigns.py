"""The --team option, and loading and status of a team's campaign."""

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
    """Load the campaign of this team, or the only campaign if `team` is None."""
    if team is None:
        teams = user_data.campaigns().teams()
        if len(teams) > 1:
            raise Misuse(_("Which campaign? Add --team with one of: {teams}", teams=", ".join(teams)))
        if not teams:
            raise Failure(no_campaign_message())
        team = teams[0]
    return warn_of_damage(user_data.campaigns().load(team))


def no_campaign_message() -> str:
    return _("No campaign yet. Start one with `duo campaign new NAME`.")


def warn_of_damage(loaded: LoadedCampaign) -> Campaign:
    """Warn on standard error if the file was damaged. Return the campaign."""
    if loaded.damage:
        echo(f"duo: {format_refusal(loaded.damage)}", err=True)
    return loaded.campaign


def status_json(campaign: Campaign) -> dict[str, Any]:
    return {
        "team": campaign.team,
        "won": [city.name for city in campaign.cities_in_state(CityState.WON)],
        "open": [city.name for city in campaign.cities_in_state(CityState.OPEN)],
        "locked": [city.name for city in campaign.cities_in_state(CityState.LOCKED)],
        "wins": sum(entry.is_won for entry in campaign.games),
        "losses": sum(not entry.is_won for entry in campaign.games),
    }
