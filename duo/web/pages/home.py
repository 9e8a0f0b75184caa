"""The home page: start a mission or continue an unfinished one."""

from dataclasses import dataclass, replace
from datetime import datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.public import Phase, Variant
from duo.core.refusal import Refusal
from duo.mind.skill import LEVELS, STYLES
from duo.table.campaign.mission_map import format_mission, shipped_map
from duo.table.dealing import SeatHolder, choose_mission
from duo.table.missions import MissionSettings, daily_settings, deal_mission
from duo.text import LANGUAGES, current_language
from duo.web.app_state import app_state, find_or_create_player, set_player_cookie
from duo.web.forms import Form
from duo.web.rendering import render_page
from duo.web.seats import Role
from duo.web.visitor import identify_visitor
from duo.words import wordlist
from duo.words.wordlist import WordList

MAX_WAITING_MISSIONS = 60
_MAX_WORD_LIST_LENGTH = 100_000
_EITHER_SEAT = "either"  # may give the first clue


@dataclass(frozen=True, slots=True)
class WaitingMission:
    """An entry in the list of unfinished missions. `found` is the number of found agents, `turn` that of the turn."""

    id: str
    mission: str
    lang: str
    found: int
    turn: int
    is_sudden: bool
    is_yours: bool
    team: str
    saved_at: datetime | None = None


def show_home(request: Request, _form: Form) -> Response:
    state, player = app_state(request), identify_visitor(request).player
    waiting = [
        _build_waiting_mission(game_id, game, role.seat)
        for game_id, role, game in state.games.unfinished_browser_games(player)
    ]
    files = [
        _build_waiting_mission(mission.id, mission.game, None, mission.left_at)
        for mission in state.games.unfinished_terminal_games()
    ]
    return render_page(
        request,
        "home.html",
        waiting=waiting,
        files=files,
        languages=LANGUAGES,
        levels=tuple(LEVELS),
        styles=tuple(STYLES),
        cities=[(city.name, format_mission(city.mission, current_language())) for city in shipped_map().cities],
        variants=[variant.value for variant in Variant],
        is_public=state.settings.is_public,
    )


def begin_game_from_form(request: Request, form: Form) -> Response:
    return begin_game(request, form)


def begin_game(
    request: Request, form: Form, settings: MissionSettings | None = None, mission: str | None = None
) -> Response:
    """Start a game and redirect to it. The visitor's browser gets seat A.

    `settings` and `mission` are taken from the form by default. If the visitor already has an unfinished game of the
    same day or city, or the finished game of that day, the redirect leads to that game.
    """
    state = app_state(request)
    player, fresh_secret = find_or_create_player(request)
    settings = settings or _settings_from_form(form)
    if same := state.games.find_game_of_same_mission(player, settings):
        return RedirectResponse(f"/game/{same}", 303)
    if len(state.games.unfinished_browser_games(player)) >= MAX_WAITING_MISSIONS:
        raise Refusal(
            "{count} of your missions wait already. Finish or give up some of them first.", count=MAX_WAITING_MISSIONS
        )
    game = _deal_from_form(form, settings, mission or form.text("mission"))
    stored = state.games.begin(game, player, Role.A)
    state.ai_runner.request_ai_move(stored.id)
    return set_player_cookie(RedirectResponse(f"/game/{stored.id}", 303), request, fresh_secret)


def give_up_mission(request: Request, _form: Form) -> Response:
    """Give up the mission of the URL. Its record stays stored. Raises Refusal for a visitor without a seat."""
    state = app_state(request)
    opened = state.games.open(request.path_params["game"], identify_visitor(request).player)
    opened.require_seat()
    state.games.give_up(opened)
    return RedirectResponse("/", 303)


def _settings_from_form(form: Form) -> MissionSettings:
    practice = form.flag("practice")
    if not form.flag("daily"):
        return MissionSettings(practice=practice)
    return daily_settings(
        _chosen_language(form),
        key=form.text("key"),
        seed=form.number("seed", None, 0, 1 << 63),
        own_words=bool(_own_words_text(form)),
        practice=practice,
    )


def _deal_from_form(form: Form, settings: MissionSettings, mission: str) -> Game:
    """Deal the game that a form describes. Fields left empty are chosen at random or have default values."""
    partner = SeatHolder(form.choice("style", tuple(STYLES), "balanced"), form.choice("level", tuple(LEVELS), "expert"))
    with_person = form.choice("with", ("duo", "person"), "duo") == "person"
    first = form.choice("first", (_EITHER_SEAT, *Seat), _EITHER_SEAT if with_person else Seat.B)
    return deal_mission(
        _word_list_from_form(form),
        {Seat.A: SeatHolder(), Seat.B: SeatHolder() if with_person else partner},
        replace(settings, first=None if first == _EITHER_SEAT else Seat(first)),
        mission=choose_mission(mission or None, None, None),
        variants=form.texts("variants"),
        key=form.text("key"),
        seed=form.number("seed", None, 0, 1 << 63),
    )


def _word_list_from_form(form: Form) -> WordList:
    lang, own_words = _chosen_language(form), _own_words_text(form)
    return wordlist.parse_wordlist(own_words, lang) if own_words else wordlist.shipped_wordlist(lang)


def _chosen_language(form: Form) -> str:
    return form.choice("lang", LANGUAGES, current_language())


def _own_words_text(form: Form) -> str:
    return form.text("words", max_length=_MAX_WORD_LIST_LENGTH)


def _build_waiting_mission(
    game_id: str, game: Game, seat: Seat | None, saved_at: datetime | None = None
) -> WaitingMission:
    final = game.final
    return WaitingMission(
        id=game_id,
        mission=format_mission(final.mission, current_language()),
        lang=game.lang,
        found=final.found,
        turn=len(final.clues) + (final.phase is Phase.CLUE),
        is_sudden=final.phase is Phase.SUDDEN_DEATH,
        is_yours=seat is not None and final.to_act in (seat, None),
        team=game.header("Team"),
        saved_at=saved_at,
    )
