"""The Starlette application: routes, middleware and error pages."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

from anyio import to_thread
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.convertors import Convertor, register_url_convertor
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

from duo.core.refusal import Refusal
from duo.table.store.game_store import NotSaved, OutdatedGame
from duo.text import N_, _
from duo.web.app_state import AppState
from duo.web.forms import PageFunction, make_endpoint
from duo.web.live.lanes import RETRY_AFTER_SECONDS, TooManyRequests
from duo.web.pages import (
    campaign,
    ending,
    engine,
    game,
    home,
    invitations,
    keys,
    people,
    preferences,
    puzzles,
    real_table,
    rules,
    score,
)
from duo.web.rendering import STATIC_FOLDER, problem_page, refusal_sentences
from duo.web.server import health
from duo.web.server.health import RequestObserver
from duo.web.server.security import BodyTooLarge, SecurityMiddleware
from duo.web.settings import Settings


class _NumberConvertor(Convertor[int]):
    """A number of at most nine digits in a URL. Starlette's own convertor accepts more digits than `int` can parse."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", _NumberConvertor())

# Path, method and page function, which makes the response from the request and its form.
PAGES: tuple[tuple[str, str, PageFunction], ...] = (
    ("/", "GET", home.show_home),
    ("/games", "POST", home.begin_game_from_form),
    ("/game/{game}", "GET", game.show_game),
    ("/game/{game}/clue", "POST", game.give_clue),
    ("/game/{game}/touch", "POST", game.touch_word),
    ("/game/{game}/stop", "POST", game.stop_guessing),
    ("/game/{game}/pass", "POST", game.defer_to_partner),
    ("/game/{game}/undo", "POST", game.undo_move),
    ("/game/{game}/ruling", "POST", game.check_clue),
    ("/game/{game}/hint", "POST", game.show_hint),
    ("/game/{game}/why", "POST", game.explain_touch),
    ("/game/{game}/give-up", "POST", home.give_up_mission),
    ("/game/{game}/people", "GET", people.show_people),
    ("/game/{game}/invite", "POST", invitations.create_invitation),
    ("/game/{game}/name", "POST", people.change_name),
    ("/game/{game}/seat", "POST", people.change_seat_holder),
    ("/game/{game}/onlookers", "POST", people.set_onlooker_consent),
    ("/game/{game}/record", "GET", ending.download_record),
    ("/game/{game}/review", "GET", ending.show_review),
    ("/game/{game}/replay", "GET", ending.show_replay),
    ("/records", "POST", ending.upload_record),
    ("/join/{secret}", "GET", invitations.show_invitation),
    ("/join/{secret}", "POST", invitations.accept_invitation),
    ("/map", "GET", campaign.show_map),
    ("/map/teams", "POST", campaign.create_team),
    ("/map/play", "POST", campaign.play_city),
    ("/map/enter", "POST", campaign.enter_result),
    ("/map/undo", "POST", campaign.undo_last_entry),
    ("/puzzles", "GET", puzzles.show_puzzle_list),
    ("/puzzles/pack", "POST", puzzles.upload_pack),
    ("/puzzles/daily", "GET", puzzles.show_or_judge_puzzle),
    ("/puzzles/daily/{lang}", "GET", puzzles.show_or_judge_puzzle),
    ("/puzzles/daily/{lang}", "POST", puzzles.show_or_judge_puzzle),
    ("/puzzles/pack/{number:number}", "GET", puzzles.show_or_judge_puzzle),
    ("/puzzles/pack/{number:number}", "POST", puzzles.show_or_judge_puzzle),
    ("/puzzles/{lang}/{kind}/{grade:number}/{number:number}", "GET", puzzles.show_or_judge_puzzle),
    ("/puzzles/{lang}/{kind}/{grade:number}/{number:number}", "POST", puzzles.show_or_judge_puzzle),
    ("/table", "GET", real_table.show_real_table),
    ("/table/words", "POST", real_table.enter_words),
    ("/table/complete", "POST", real_table.suggest_completions),
    ("/table/lay", "POST", real_table.set_up_table),
    ("/table/happened", "POST", real_table.record_event),
    ("/table/hint", "POST", real_table.show_advice),
    ("/table/check", "POST", real_table.check_clue),
    ("/table/clear", "POST", real_table.clear_table),
    ("/help", "GET", rules.show_rules),
    ("/preferences", "POST", preferences.change_preferences),
    ("/score", "GET", score.show_score),
    ("/keys", "GET", keys.show_key_cards),
    ("/keys/face.svg", "GET", keys.send_card_face_svg),
    ("/keys/page.svg", "GET", keys.send_page_svg),
    ("/keys/deck", "GET", keys.download_deck),
    ("/keys/check", "POST", keys.check_deck),
)
_MAX_REQUEST_THREADS = 16  # each needs memory of its own, and only one computes at a time
# Expensive pages run in a lane, one at a time: the quick lane is for less than a second, the slow lane for several.
_QUICK_LANE_PAGES = frozenset({game.show_hint, game.explain_touch, real_table.show_advice})
_SLOW_LANE_PAGES = frozenset(
    {
        ending.show_review,
        puzzles.show_or_judge_puzzle,
        puzzles.upload_pack,
        keys.show_key_cards,
        keys.send_page_svg,
        keys.download_deck,
        keys.check_deck,
    }
)
_STATUS_MESSAGES = {
    400: N_("The request could not be understood."),
    404: N_("There is no such page."),
    405: N_("This page does not accept that kind of request."),
}


def create_app(settings: Settings) -> Starlette:
    state = AppState.create(settings)
    lanes = dict.fromkeys(_QUICK_LANE_PAGES, state.lanes.quick) | dict.fromkeys(_SLOW_LANE_PAGES, state.lanes.slow)
    routes: list[Any] = [
        Route(path, make_endpoint(page, lanes.get(page)), methods=[method]) for path, method, page in PAGES
    ]
    routes += [
        Route("/game/{game}/events", people.stream_events),
        Route("/engine", engine.answer_engine_request, methods=["POST"]),
        Route("/healthz", health.healthz),
        Route("/readyz", health.readyz),
        Route("/metrics", health.metrics_text),
        Mount("/static", _StaticAssets(directory=STATIC_FOLDER)),
    ]

    patterns: dict[object, str] = {route.endpoint: route.path for route in routes if isinstance(route, Route)}

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = _MAX_REQUEST_THREADS
        async with state.lifespan():
            yield

    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(RequestObserver, metrics=state.metrics, patterns=patterns),
            Middleware(SecurityMiddleware, settings=settings),
            Middleware(GZipMiddleware, minimum_size=800),
        ],
        exception_handlers=_EXCEPTION_HANDLERS,
        lifespan=lifespan,
    )
    app.state.app_state = state
    return app


class _StaticAssets(StaticFiles):
    """Serves static files. Browsers may cache a URL with a hash of the content for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if scope["query_string"].startswith(b"v="):
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


async def _handle_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)  # noqa: S101 - as it is registered
    return problem_page(request, 400, refusal_sentences(error))


async def _handle_outdated_game(request: Request, error: Exception) -> Response:
    assert isinstance(error, OutdatedGame)  # noqa: S101 - as it is registered
    return await run_in_threadpool(game.outdated_response, request, error)


async def _handle_not_saved(request: Request, error: Exception) -> Response:
    assert isinstance(error, NotSaved)  # noqa: S101 - as it is registered
    response = problem_page(request, 503, refusal_sentences(error))
    response.headers["Retry-After"] = "2"
    return response


async def _handle_too_many_requests(request: Request, error: Exception) -> Response:
    assert isinstance(error, TooManyRequests)  # noqa: S101 - as it is registered
    response = problem_page(request, error.status, [_(error.template)])
    response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


async def _handle_http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return problem_page(request, status, [_(_STATUS_MESSAGES.get(status, _STATUS_MESSAGES[400]))])


async def _handle_body_too_large(request: Request, _error: Exception) -> Response:
    return problem_page(request, 413, [_("What you sent is too large for this page.")])


async def _handle_server_error(request: Request, _error: Exception) -> Response:
    return problem_page(request, 500, [_("Something went wrong on the server. Nothing that was saved is lost.")])


_EXCEPTION_HANDLERS: dict[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
    OutdatedGame: _handle_outdated_game,
    NotSaved: _handle_not_saved,
    TooManyRequests: _handle_too_many_requests,
    Refusal: _handle_refusal,
    HTTPException: _handle_http_error,
    BodyTooLarge: _handle_body_too_large,
    500: _handle_server_error,
}
