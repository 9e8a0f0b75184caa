"""`duo campaign print`: print the mission map as a pad, on which a team ticks off the cities it has won."""

from pathlib import Path

import click

from duo.cli import user_data
from duo.cli.cards import printing
from duo.cli.commands import DuoCommand
from duo.cli.errors import Misuse
from duo.cli.option_types import OutputPath
from duo.cli.options import json_option
from duo.files.reading import read_text
from duo.paper.mission_pad import CityMark, PadCity, mission_pad_pages
from duo.paper.size import Size
from duo.table.campaign.campaign import Campaign
from duo.table.campaign.mission_map import MAX_MAP_BYTES, MissionMap, shipped_map
from duo.text import N_, _, current_language


@click.command(
    "print",
    cls=DuoCommand,
    help=N_(
        "Print the mission map as a pad: empty, to tick off with a pen, or with what a team has won.\n\n"
        "Examples: duo campaign print --out pad.pdf; duo campaign print --team Ann+Bob --format svg --out pad.svg"
    ),
)
@click.option("--team", metavar="NAME", help=N_("Show how far this team has come."))
@click.option("--map", "map_file", metavar="FILE", help=N_("Your own map; see duo campaign template."))
@click.option(
    "--format", "kind", type=click.Choice(["pdf", "svg"]), default="pdf", show_default=True, help=N_("Kind of file.")
)
@click.option("--out", type=OutputPath(), required=True, help=N_("The file to write."))
@printing.page_size_option
@click.option(
    "--margin",
    type=printing.parse_millimetres,
    metavar="MM",
    default="10",
    show_default=True,
    help=N_("Margin of the paper (pdf, svg)."),
)
@json_option
def print_map(
    team: str | None, map_file: str | None, kind: str, out: str, page: Size, margin: float, as_json: bool
) -> None:
    if team and map_file:
        raise Misuse(_("A team has its own map: give --team or --map, not both."))
    printing.refuse_wrong_extension(Path(out), kind)
    printing.require_print_packages()
    from duo.paper import pdf

    campaign = user_data.campaign_store().load(team).campaign if team else None
    mission_map = campaign.map if campaign else _load_map(map_file)
    title = campaign.team if campaign else _("Mission map")
    pages = printing.build_or_raise_misuse(
        lambda: list(
            mission_pad_pages(
                title, _build_pad_cities(mission_map, campaign), _road_city_names(mission_map), page, margin
            )
        )
    )
    if kind == "svg":
        files = printing.write_pages_as_svg(pages, Path(out), title)
    else:
        files = [printing.write_file(Path(out), pdf.document(pages, title))]
    printing.print_written_files(
        files, {"format": kind, "cities": len(mission_map.cities), "team": team}, as_json=as_json
    )


def _load_map(source: str | None) -> MissionMap:
    return MissionMap.parse(read_text(source, MAX_MAP_BYTES)) if source else shipped_map()


def _build_pad_cities(mission_map: MissionMap, campaign: Campaign | None) -> list[PadCity]:
    return [
        PadCity(
            city.name_in(current_language()),
            city.numbers,
            city.at,
            CityMark(campaign.state(city).value) if campaign else None,
            f"{campaign.wins(city)}:{campaign.losses(city)}"
            if campaign and _has_been_played(campaign, city.name)
            else "",
        )
        for city in mission_map.cities
    ]


def _has_been_played(campaign: Campaign, city: str) -> bool:
    return any(entry.city == city for entry in campaign.games)


def _road_city_names(mission_map: MissionMap) -> list[tuple[str, str]]:
    """Return the names of the two cities of each road."""
    names = {city.name: city.name_in(current_language()) for city in mission_map.cities}
    return sorted(
        (names[city], names[neighbour])
        for city, neighbours in mission_map.roads.items()
        for neighbour in neighbours
        if city < neighbour
    )
