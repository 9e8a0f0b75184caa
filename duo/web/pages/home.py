"""The home page: start a mission or continue an unfinished one."""

from dataclasses import dataclass
from datetime import datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duo.core.game import Game
from duo.core.key import KeyCard, Seat
from duo.core.public import Phase, Variant
from duo.core.refusal import Refusal
from duo.mind.skill import LEVELS, STYLES
from duo.table import dealing
from duo.table.campaign.mission_map import format_mission, shipped_map
from duo.table.dealing import SeatHolder
from duo.text import LANGUAGES, current_language
from duo.web.app_state import app_state, player_or_new, set_player_cookie
from duo.web.forms import Form
from duo.web.rendering import page
from duo.web.seats import Role
from duo.web.visitor import visitor
from duo.words import wordlist
from duo.words.wordlist import WordList

MAX_WAITING_MISSIONS = 60
_MAX_WORDS_LENGTH = 100_000


@dataclass(frozen=True, slots=True)
class WaitingMission:
    """An entry in the list of unfinished missions."""

    id: str
    mission: str
    lang: str
    found: int
    turn: int
    is_sudden: bool
    is_yours: bool
    team: str
    saved_at: datetime | None = None


def show(request: Request, _form: Form) -> Response:
    state, player = app_state(request), visitor(request).player
    waiting = [_waiting_mission(game_id, game, role.seat) for game_id, role, game in state.games.waiting_games(player)]
    files = [
        _waiting_mission(mission.id, mission.game, None, mission.left_at) for mission in state.games.waiting_files()
    ]
    return page(
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


def new_game(request: Request, form: Form) -> Response:
    return begin_game(request, form)


def begin_game(
    request: Request, form: Form, extra_headers: dict[str, str] | None = None, mission: str | None = None
) -> Response:
    """Start a game. The browser that asked for it gets seat A. A daily game under way is continued instead."""
    state = app_state(request)
    player, fresh_secret = player_or_new(request)
    if len(state.games.waiting_games(player)) >= MAX_WAITING_MISSIONS:
        raise Refusal(
            "{count} of your missions wait already. Finish or give up some of them first.", count=MAX_WAITING_MISSIONS
        )
    game = deal_from_form(form, extra_headers, mission)
    if daily := game.header("Daily"):
        for game_id, _role, other in state.games.waiting_games(player):
            if other.header("Daily") == daily:
                return RedirectResponse(f"/game/{game_id}", 303)
    stored = state.games.begin(game, player, Role.A)
    state.ai_runner.wake(stored.id)
    return set_player_cookie(RedirectResponse(f"/game/{stored.id}", 303), request, fresh_secret)


def give_up(request: Request, _form: Form) -> Response:
    """Give up a mission. Its record stays."""
    state = app_state(request)
    state.games.give_up(state.games.open(request.path_params["game"], visitor(request).player))
    return RedirectResponse("/", 303)


def deal_from_form(form: Form, extra_headers: dict[str, str] | None = None, mission: str | None = None) -> Game:
    """Deal the game that a form describes. Empty fields are chosen at random or by default."""
    words = _word_list(form)
    partner = SeatHolder(form.choice("style", tuple(STYLES), "balanced"), form.choice("level", tuple(LEVELS), "expert"))
    seats = {
        Seat.A: SeatHolder(),
        Seat.B: SeatHolder() if form.choice("with", ("duo", "person"), "duo") == "person" else partner,
    }
    headers = dealing.provenance_headers(words, seats) | (extra_headers or {})
    seed = form.number("seed", None, 0, 1 << 63)
    if form.flag("daily"):
        headers["Daily"] = dealing.daily_name(words)
        seed = dealing.seed_from_name(headers["Daily"])
    if form.flag("practice"):
        headers["Practice"] = "yes"
    if (first := form.choice("first", ("", *Seat), "B" if not seats[Seat.B].is_person else "")) and first in tuple(
        Seat
    ):
        headers["First"] = first
    return dealing.deal_game(
        words,
        dealing.random_seed() if seed is None else seed,
        key=KeyCard.parse_any(form.text("key")) if form.text("key") else None,
        mission=dealing.choose_mission(mission or form.text("mission") or None, None, None),
        variants=form.texts("variants"),
        seats=seats,
        extra_headers=headers,
    )


def _word_list(form: Form) -> WordList:
    lang = form.choice("lang", LANGUAGES, current_language())
    own_words = form.text("words", max_length=_MAX_WORDS_LENGTH)
    return wordlist.parse(own_words, lang) if own_words else wordlist.shipped_wordlist(lang)


def _waiting_mission(game_id: str, game: Game, seat: Seat | None, saved_at: datetime | None = None) -> WaitingMission:
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
