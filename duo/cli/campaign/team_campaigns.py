"""Whose campaign a command means, and what is told of it."""

from typing import Any

import click

from duo.cli import shell, user_data
from duo.table.campaign.campaign import Campaign, State
from duo.table.campaign.campaign_store import Loaded
from duo.text import N_, _, tell

team_option = click.option("--team", metavar="NAME", help=N_("Whose campaign; not needed while there is only one."))


def load(team: str | None) -> Campaign:
    if team is None:
        known = user_data.campaigns().teams()
        if len(known) > 1:
            raise shell.Misuse(_("Which campaign? Add --team with one of: {teams}", teams=", ".join(known)))
        if not known:
            raise shell.Failure(no_campaign())
        team = known[0]
    return warned(user_data.campaigns().load(team))


def no_campaign() -> str:
    return _("There is no campaign yet: duo campaign new begins one.")


def warned(loaded: Loaded) -> Campaign:
    if loaded.damage:
        shell.echo(f"duo: {tell(loaded.damage)}", err=True)
    return loaded.campaign


def status(loaded: Campaign) -> dict[str, Any]:
    return {
        "team": loaded.team,
        "won": [city.name for city in loaded.with_state(State.WON)],
        "open": [city.name for city in loaded.with_state(State.OPEN)],
        "locked": [city.name for city in loaded.with_state(State.LOCKED)],
        "wins": sum(played.won for played in loaded.games),
        "losses": sum(not played.won for played in loaded.games),
    }
