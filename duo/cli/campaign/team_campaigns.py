"""Whose campaign a command means, and what is told of it."""

from typing import Any

import click

from duo.cli import shell, user_data
from duo.table.campaign.campaign import Campaign, CityState
from duo.table.campaign.campaign_store import LoadedCampaign
from duo.text import N_, _, format_refusal

team_option = click.option("--team", metavar="NAME", help=N_("Whose campaign; not needed while there is only one."))


def load_campaign(team: str | None) -> Campaign:
    if team is None:
        known = user_data.campaigns().teams()
        if len(known) > 1:
            raise shell.Misuse(_("Which campaign? Add --team with one of: {teams}", teams=", ".join(known)))
        if not known:
            raise shell.Failure(no_campaign_message())
        team = known[0]
    return warn_of_damage(user_data.campaigns().load(team))


def no_campaign_message() -> str:
    return _("There is no campaign yet: duo campaign new begins one.")


def warn_of_damage(loaded: LoadedCampaign) -> Campaign:
    if loaded.damage:
        shell.echo(f"duo: {format_refusal(loaded.damage)}", err=True)
    return loaded.campaign


def status_json(loaded: Campaign) -> dict[str, Any]:
    return {
        "team": loaded.team,
        "won": [city.name for city in loaded.cities_in_state(CityState.WON)],
        "open": [city.name for city in loaded.cities_in_state(CityState.OPEN)],
        "locked": [city.name for city in loaded.cities_in_state(CityState.LOCKED)],
        "wins": sum(played.is_won for played in loaded.games),
        "losses": sum(not played.is_won for played in loaded.games),
    }
