"""The campaign: a drawn map, cities to tap, and results of real tables entered and taken back."""

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
from duo.table.campaign.campaign import LOST, Campaign, CampaignEntry
from duo.table.campaign.campaign_store import CampaignFolder, Campaigns
from duo.table.campaign.mission_map import City, shipped_map
from duo.table.dealing import today
from duo.table.narration import describe_open_cities
from duo.table.share import RESULT_LABELS
from duo.text import _, current_language, format_refusal
from duo.web.app_state import app_state, player_or_new, set_player_cookie
from duo.web.campaign_store import CampaignNotes
from duo.web.forms import Form
from duo.web.pages.home import begin_game
from duo.web.rendering import page
from duo.web.visitor import visitor

# A column and a row of the map in the units of the drawing.
_COLUMN_WIDTH, _ROW_HEIGHT, _MARGIN = 30, 22, 14
_MAX_TEAMS = 30


@dataclass(frozen=True, slots=True)
class MapCity:
    """A city where it is drawn."""

    city: City
    name: str
    x: int
    y: int
    state: str
    wins: int
    losses: int


def show(request: Request, form: Form) -> Response:
    """The map of a team, or of nobody yet."""
    folder = campaigns_for(request, visitor(request).player)
    teams = folder.teams()
    chosen = form.text("team") or (teams[0] if teams else "")
    campaign, damage = Campaign(_("Team"), shipped_map()), None
    if chosen:
        loaded = folder.load(chosen)
        campaign, damage = loaded.campaign, loaded.damage
    places = list(_map_cities(campaign))
    at = {place.city.name: place for place in places}
    roads = [
        (at[place.city.name], at[other], {place.state, at[other].state} == {"won"})
        for place in places
        for other in sorted(campaign.map.roads[place.city.name])
        if other > place.city.name
    ]
    return page(
        request,
        "campaign.html",
        team=chosen,
        teams=teams,
        places=places,
        roads=roads,
        today=today(),
        width=_MARGIN + max(place.x for place in places),
        height=_MARGIN + max(place.y for place in places),
        log=[(played, at[played.city].name, _format_result(played)) for played in reversed(campaign.games)],
        damage=format_refusal(damage) if damage else "",
        city=form.text("city"),
        scored=SCORED_TOKENS,
    )


def new_team(request: Request, form: Form) -> Response:
    player, fresh = player_or_new(request)
    folder = campaigns_for(request, player)
    if len(folder.teams()) >= _MAX_TEAMS:
        raise Refusal("There are {count} campaigns already.", count=_MAX_TEAMS)
    team = folder.create(form.text("team", _("Team")) or _("Team"), shipped_map()).team
    return set_player_cookie(_redirect_to_map(team), request, fresh)


def play_city(request: Request, form: Form) -> Response:
    """A city of the map with the partner, for this team."""
    campaign = campaigns_for(request, visitor(request).player).load(form.text("team")).campaign
    city = campaign.map.city(form.text("city"))
    campaign.check_open(city)
    return begin_game(request, form, {"Team": campaign.team, "City": city.name}, str(city.mission))


def enter_result(request: Request, form: Form) -> Response:
    """A mission played at a real table: won or lost, on which day, and for nine tokens its score."""
    folder = campaigns_for(request, visitor(request).player)
    campaign = folder.load(form.text("team")).campaign
    city = campaign.map.city(form.text("city"))
    result = form.choice("result", (Outcome.WON, LOST), LOST)
    date = str(parse_date(form.text("date"))) if form.text("date") else today()
    points = None
    tokens, checks = form.number("tokens", None, 0, 9), form.number("checks", None, 0, 9)
    if result == Outcome.WON and city.tokens == SCORED_TOKENS and tokens is not None and checks is not None:
        points = score_from_figures(tokens, checks, sudden_death=form.flag("sudden"))
    folder.enter(campaign.team, CampaignEntry(city.name, result, date, points))
    return _redirect_to_map(campaign.team)


def undo_last_entry(request: Request, form: Form) -> Response:
    return _redirect_to_map(campaigns_for(request, visitor(request).player).remove(form.text("team"))[1].campaign.team)


def campaigns_for(request: Request, player: bytes | None) -> Campaigns:
    """The campaigns of this machine's user; where strangers are served, those of this browser."""
    at = app_state(request)
    return CampaignNotes(at.notes, player) if at.settings.is_public else CampaignFolder(user_data_dir() / "campaigns")


def enter_finished_mission(request: Request, game: Game) -> list[str]:
    """Enter a finished mission in the campaign of the team that played it, and say what that opens."""
    folder, team = campaigns_for(request, visitor(request).player), game.header("Team")
    if not team or team not in folder.teams():
        return []
    before, after = folder.enter_finished_games(team, [game], game.header("Date") or today())
    told = _("Added to the campaign of {team}: {city}.", team=team, city=game.header("City"))
    return [told, *describe_open_cities(after.campaign.newly_open_cities(before))]


def _map_cities(campaign: Campaign) -> Iterator[MapCity]:
    """Every city with its place; those of a map without places stand in rows of six."""
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


def _format_result(played: CampaignEntry) -> str:
    return _("lost") if played.result == LOST else _(RESULT_LABELS[played.result])


def _redirect_to_map(team: str) -> Response:
    return RedirectResponse(f"/map?team={quote(team)}", 303)
