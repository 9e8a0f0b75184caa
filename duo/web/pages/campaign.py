"""The campaign page: the mission map of a team, missions to play in its cities, and results entered by hand."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duo.core.game import Game
from duo.core.public import Outcome
from duo.core.refusal import Refusal
from duo.core.scoring import SCORED_TOKENS, score_from_figures
from duo.files.store import user_data_dir
from duo.puzzle.daily import parse_date
from duo.table.campaign.campaign import LOST_RESULT, Campaign, CampaignEntry
from duo.table.campaign.campaign_store import CampaignFolder, CampaignStore
from duo.table.campaign.mission_map import City, shipped_map
from duo.table.dealing import today
from duo.table.missions import city_settings, enter_in_campaign
from duo.table.narration import describe_campaign_progress
from duo.table.share import RESULT_LABELS
from duo.text import _, current_language, format_refusal
from duo.web.app_state import app_state, find_or_create_player, set_player_cookie
from duo.web.campaign_store import BrowserCampaigns
from duo.web.forms import Form
from duo.web.pages.home import begin_game
from duo.web.rendering import render_page
from duo.web.visitor import identify_visitor

# In units of the drawing.
_COLUMN_WIDTH, _ROW_HEIGHT, _MARGIN = 30, 22, 14
_MAX_TEAMS = 30


@dataclass(frozen=True, slots=True)
class MapCity:
    """A city of the map as it is drawn: its position, its state in the campaign, and its wins and losses."""

    city: City
    name: str
    x: int
    y: int
    state: str
    wins: int
    losses: int


def show_map(request: Request, form: Form) -> Response:
    """Show the mission map of the team in the query, or of the first team. Without any team the map has no results."""
    campaigns = campaigns_for_player(request, identify_visitor(request).player)
    teams = campaigns.teams()
    team = form.text("team") or (teams[0] if teams else "")
    campaign, damage = Campaign(_("Team"), shipped_map()), None
    if team:
        loaded_campaign = campaigns.load(team)
        campaign, damage = loaded_campaign.campaign, loaded_campaign.damage
    cities = list(_map_cities(campaign))
    by_name = {each.city.name: each for each in cities}
    roads = [
        (each, by_name[other], {each.state, by_name[other].state} == {"won"})
        for each in cities
        for other in sorted(campaign.map.roads[each.city.name])
        if other > each.city.name
    ]
    return render_page(
        request,
        "campaign.html",
        team=team,
        teams=teams,
        places=cities,
        roads=roads,
        today=today(),
        width=_MARGIN + max(city.x for city in cities),
        height=_MARGIN + max(city.y for city in cities),
        log=[(entry, by_name[entry.city].name, _format_result(entry)) for entry in reversed(campaign.games)],
        damage=format_refusal(damage) if damage else "",
        city=form.text("city"),
        scored=SCORED_TOKENS,
    )


def create_team(request: Request, form: Form) -> Response:
    player, fresh_secret = find_or_create_player(request)
    campaigns = campaigns_for_player(request, player)
    if len(campaigns.teams()) >= _MAX_TEAMS:
        raise Refusal("There are {count} campaigns already.", count=_MAX_TEAMS)
    team = campaigns.create(form.text("team", _("Team")) or _("Team"), shipped_map()).team
    return set_player_cookie(_redirect_to_map(team), request, fresh_secret)


def play_city(request: Request, form: Form) -> Response:
    """Start a game for a city of the team's map."""
    campaign = campaigns_for_player(request, identify_visitor(request).player).load(form.text("team")).campaign
    city, settings = city_settings(campaign, form.text("city"))
    return begin_game(request, form, settings, str(city.mission))


def enter_result(request: Request, form: Form) -> Response:
    """Enter the result of a mission played at a real table."""
    campaigns = campaigns_for_player(request, identify_visitor(request).player)
    campaign = campaigns.load(form.text("team")).campaign
    city = campaign.map.city(form.text("city"))
    result = form.choice("result", (Outcome.WON, LOST_RESULT), LOST_RESULT)
    date = str(parse_date(form.text("date"))) if form.text("date") else today()
    points = None
    tokens, checks = form.number("tokens", None, 0, 9), form.number("checks", None, 0, 9)
    if result == Outcome.WON and city.tokens == SCORED_TOKENS and tokens is not None and checks is not None:
        points = score_from_figures(tokens, checks, sudden_death=form.flag("sudden"))
    campaigns.enter(campaign.team, CampaignEntry(city.name, result, date, points))
    return _redirect_to_map(campaign.team)


def undo_last_entry(request: Request, form: Form) -> Response:
    return _redirect_to_map(
        campaigns_for_player(request, identify_visitor(request).player).remove(form.text("team"))[1].campaign.team
    )


def campaigns_for_player(request: Request, player: bytes | None) -> CampaignStore:
    """The campaigns of the machine's user or, on a public server, those of the browser `player`."""
    state = app_state(request)
    return (
        BrowserCampaigns(state.notes, player)
        if state.settings.is_public
        else CampaignFolder(user_data_dir() / "campaigns")
    )


def enter_finished_mission(request: Request, game: Game) -> list[str]:
    """Enter a finished mission in its team's campaign.

    Returns sentences on the entry and on the cities that it opens. The list is empty if the visitor has no such team.
    """
    campaigns = campaigns_for_player(request, identify_visitor(request).player)
    if game.header("Team") not in campaigns.teams():  # the partner of a guest has the campaign, or it was renamed
        return []
    return describe_campaign_progress(enter_in_campaign(campaigns, game))


def _map_cities(campaign: Campaign) -> Iterator[MapCity]:
    """All cities of a campaign's map. Cities without a position of their own are drawn in rows of six."""
    for number, city in enumerate(campaign.map.cities):
        column, row = city.at or (number % 6, number // 6)
        yield MapCity(
            city,
            city.name_in(current_language()),
            _MARGIN + column * _COLUMN_WIDTH,
            _MARGIN + row * _ROW_HEIGHT,
            campaign.state(city).value,
            campaign.wins(city),
            campaign.losses(city),
        )


def _format_result(entry: CampaignEntry) -> str:
    return _("lost") if entry.result == LOST_RESULT else _(RESULT_LABELS[entry.result])


def _redirect_to_map(team: str) -> Response:
    return RedirectResponse(f"/map?team={quote(team)}", 303)
