"""`duo campaign`: start, show, play and export campaigns. The commands that change a campaign are in `edit`."""

import json
from pathlib import Path

import click

from duo import __version__
from duo.cli import user_data
from duo.cli.campaign import edit, team_campaigns
from duo.cli.campaign.mission_pad import print_map
from duo.cli.commands import DuoGroup
from duo.cli.errors import Failure
from duo.cli.game import deal_options
from duo.cli.game.deal_options import DealOptions
from duo.cli.option_types import OutputPath
from duo.cli.options import json_option, lang_option, seed_option, words_option
from duo.cli.safe_output import echo, print_json
from duo.cli.terminal import output
from duo.core.key import Seat
from duo.files import store
from duo.files.reading import parse_text
from duo.table.campaign.campaign import LOST_RESULT, Campaign, CityState
from duo.table.campaign.mission_map import MAP_TEMPLATE, MAX_MAP_BYTES, MissionMap, shipped_map
from duo.table.dealing import SeatHolder
from duo.table.missions import city_settings
from duo.table.share import RESULT_LABELS
from duo.text import N_, _, current_language, format_date, ngettext


@click.group(cls=DuoGroup, help=N_("Campaigns: the mission map, what is won, what is open."))
def campaign() -> None:
    pass


for command in edit.EDIT_COMMANDS:
    campaign.add_command(command)
campaign.add_command(print_map)


@campaign.command(
    help=N_("Begin a campaign for a team, on our map or on one of your own.\n\nExample: duo campaign new Ann+Bob")
)
@click.argument("name", metavar="[TEAM]", required=False)
@team_campaigns.team_option
@click.option("--map", "map_file", metavar="FILE", help=N_("Your own map; see duo campaign template."))
@json_option
def new(name: str | None, team: str | None, map_file: str | None, as_json: bool) -> None:
    created = user_data.campaign_store().create(
        name or team or _("Team"), _load_map(map_file) if map_file else shipped_map()
    )
    if as_json:
        print_json(team_campaigns.campaign_status_json(created))
        return
    start = created.map.start
    echo(
        _(
            "{team} can begin in {city}: mission {mission}.",
            team=created.team,
            city=start.name_in(current_language()),
            mission=start.numbers,
        )
    )


@campaign.command(
    name="map", help=N_("Draw the map: what is won, open and locked.\n\nExample: duo campaign map --team Ann+Bob")
)
@team_campaigns.team_option
@json_option
def draw_map(team: str | None, as_json: bool) -> None:
    if team is None and not user_data.campaign_store().teams():
        echo(team_campaigns.no_campaign_message(), err=True)
        loaded = Campaign(_("Team"), shipped_map())
    else:
        loaded = team_campaigns.load_campaign(team)
    if as_json:
        cities = [
            {
                **value,
                "state": loaded.state(city),
                "wins": loaded.wins(city),
                "losses": loaded.losses(city),
                "linked": sorted(loaded.map.roads[city.name]),
            }
            for city, value in zip(loaded.map.cities, loaded.map.to_json(), strict=True)
        ]
        print_json({"team": loaded.team, "cities": cities})
        return
    from duo.cli.terminal.mission_map import ASCII_MAP_SYMBOLS, UNICODE_MAP_SYMBOLS, mission_map_lines

    out = output.console()
    for line in mission_map_lines(
        loaded, out.width, UNICODE_MAP_SYMBOLS if output.supports_unicode() else ASCII_MAP_SYMBOLS
    ):
        out.print(line, soft_wrap=True)


@campaign.command(help=N_("Show how far a team has come and which cities are open.\n\nExample: duo campaign status"))
@team_campaigns.team_option
@json_option
def status(team: str | None, as_json: bool) -> None:
    loaded = team_campaigns.load_campaign(team)
    figures = team_campaigns.campaign_status_json(loaded)
    if as_json:
        print_json(figures)
        return
    cities = ngettext(
        "{count} of {all} cities won", "{count} of {all} cities won", len(figures["won"]), all=len(loaded.map.cities)
    )
    won = ngettext("{count} mission won", "{count} missions won", figures["wins"])
    lost = ngettext("{count} lost", "{count} lost", figures["losses"])
    echo(_("{team}: {far}.", team=loaded.team, far=f"{cities}, {won}, {lost}"))
    if open_cities := loaded.cities_in_state(CityState.OPEN):
        echo(_("Open:"))
        for city in open_cities:
            echo(f"  {city.name_in(current_language())} {city.numbers}")
    else:
        echo(_("Every city of the map is won!"))


@campaign.command(help=N_("List the missions played, in order.\n\nExample: duo campaign log --team Ann+Bob"))
@team_campaigns.team_option
@json_option
def log(team: str | None, as_json: bool) -> None:
    loaded = team_campaigns.load_campaign(team)
    if as_json:
        print_json({"team": loaded.team, "games": loaded.to_json()["games"]})
        return
    if not loaded.games:
        echo(_("No mission has been played yet."))
    for number, entry in enumerate(loaded.games, start=1):
        city = loaded.map.city(entry.city)
        result = _("lost") if entry.result == LOST_RESULT else _(RESULT_LABELS[entry.result])
        points = "" if entry.score is None else f", {ngettext('{count} point', '{count} points', entry.score)}"
        mission = f"{city.name_in(current_language())} {city.numbers}"
        note = f" ({entry.note})" if entry.note else ""
        sentence = _("{city}: {result}", city=mission, result=f"{result}{points}{note}")
        echo(f"{number:3}  {format_date(entry.date)}  {sentence}")


@campaign.command(
    name="play",
    help=N_(
        "Play a city of the map with a partner; the result is entered automatically, "
        "even if you leave and continue later with duo play.\n\nExample: duo campaign play Prague"
    ),
)
@click.argument("city")
@team_campaigns.team_option
@deal_options.add_partner_options
@lang_option
@words_option
@seed_option
def play_city(
    city: str, team: str | None, style: str, level: str, lang: str, source: str | None, seed: int | None
) -> None:
    from duo.cli.game.play import play_new_game

    loaded = team_campaigns.load_campaign(team)
    place, settings = city_settings(loaded, city)
    options = DealOptions(None, str(place.mission), None, None, lang, source, seed, ())
    play_new_game(options, {Seat.A: SeatHolder(), Seat.B: SeatHolder(style, level)}, settings)


@campaign.command(
    help=N_("Write a campaign as one JSON file, with its map and records.\n\nExample: duo campaign export --out c.json")
)
@team_campaigns.team_option
@click.option("--out", type=OutputPath(path_type=Path), help=N_("The file to write (default: standard output)."))
@json_option
def export(team: str | None, out: Path | None, as_json: bool) -> None:
    value = {**team_campaigns.load_campaign(team).to_json(), "duo": __version__}
    if out is not None:
        store.write_atomically(out, json.dumps(value, ensure_ascii=False, indent=1) + "\n")
    if out is None or as_json:
        print_json(value)


@campaign.command(
    help=N_(
        "Write an empty map to fill in with the cities of your own pad.\n\nExample: duo campaign template --out my.toml"
    )
)
@click.option("--out", type=OutputPath(path_type=Path), help=N_("The file to write (default: standard output)."))
def template(out: Path | None) -> None:
    if out is None:
        echo(MAP_TEMPLATE, nl=False)
    elif out.exists():
        raise Failure(_("{file} already exists and is not overwritten.", file=out))
    else:
        store.write_atomically(out, MAP_TEMPLATE)


def _load_map(source: str) -> MissionMap:
    return parse_text(source, MAX_MAP_BYTES, MissionMap.parse)
