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
from duo.web.forms import Endpoint, make_endpoint
from duo.web.live.lanes import RETRY_AFTER_SECONDS, Busy
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
from duo.web.rendering import STATIC, problem_page, refusal_sentences
from duo.web.server import health
from duo.web.server.health import RequestObserver
from duo.web.server.security import BodyTooLarge, SecurityMiddleware
from duo.web.settings import Settings


class _NumberConvertor(Convertor[int]):
    """A number in a URL of at most nine digits. Starlette's own convertor accepts more digits than `int` parses."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", _NumberConvertor())

# Path, method, page. A page is a plain function of the request and its form.
PAGES: tuple[tuple[str, str, Endpoint], ...] = (
    ("/", "GET", home.show),
    ("/games", "POST", home.new_game),
    ("/game/{game}", "GET", game.show),
    ("/game/{game}/clue", "POST", game.give_clue),
    ("/game/{game}/touch", "POST", game.touch),
    ("/game/{game}/stop", "POST", game.stop),
    ("/game/{game}/pass", "POST", game.defer),
    ("/game/{game}/undo", "POST", game.undo),
    ("/game/{game}/ruling", "POST", game.check_clue),
    ("/game/{game}/hint", "POST", game.hint),
    ("/game/{game}/why", "POST", game.explain_touch),
    ("/game/{game}/give-up", "POST", home.give_up),
    ("/game/{game}/people", "GET", people.show_people),
    ("/game/{game}/invite", "POST", invitations.invite),
    ("/game/{game}/name", "POST", people.rename),
    ("/game/{game}/seat", "POST", people.change_seat),
    ("/game/{game}/onlookers", "POST", people.set_onlooker_consent),
    ("/game/{game}/record", "GET", ending.download_record),
    ("/game/{game}/review", "GET", ending.show_review),
    ("/game/{game}/replay", "GET", ending.show_replay),
    ("/records", "POST", ending.upload_record),
    ("/join/{secret}", "GET", invitations.join_page),
    ("/join/{secret}", "POST", invitations.join),
    ("/map", "GET", campaign.show),
    ("/map/teams", "POST", campaign.new_team),
    ("/map/play", "POST", campaign.play_city),
    ("/map/enter", "POST", campaign.enter_result),
    ("/map/undo", "POST", campaign.undo_last_entry),
    ("/puzzles", "GET", puzzles.show),
    ("/puzzles/pack", "POST", puzzles.upload_pack),
    ("/puzzles/daily", "GET", puzzles.solve),
    ("/puzzles/daily/{lang}", "GET", puzzles.solve),
    ("/puzzles/daily/{lang}", "POST", puzzles.solve),
    ("/puzzles/pack/{number:number}", "GET", puzzles.solve),
    ("/puzzles/pack/{number:number}", "POST", puzzles.solve),
    ("/puzzles/{lang}/{kind}/{grade:number}/{number:number}", "GET", puzzles.solve),
    ("/puzzles/{lang}/{kind}/{grade:number}/{number:number}", "POST", puzzles.solve),
    ("/table", "GET", real_table.show),
    ("/table/words", "POST", real_table.enter_words),
    ("/table/complete", "POST", real_table.complete_word),
    ("/table/lay", "POST", real_table.lay_table),
    ("/table/happened", "POST", real_table.record_event),
    ("/table/hint", "POST", real_table.advise),
    ("/table/check", "POST", real_table.check_clue),
    ("/table/clear", "POST", real_table.clear_table),
    ("/help", "GET", rules.show),
    ("/preferences", "POST", preferences.change),
    ("/score", "GET", score.show),
    ("/keys", "GET", keys.show),
    ("/keys/face.svg", "GET", keys.face_picture),
    ("/keys/page.svg", "GET", keys.page_picture),
    ("/keys/deck", "GET", keys.download),
    ("/keys/check", "POST", keys.check),
)
_REQUEST_THREADS = 16  # each needs memory of its own, and only one computes at a time
# Expensive pages, which run in a lane: less than a second, or several seconds.
_QUICK_PAGES = frozenset({game.hint, game.explain_touch, real_table.advise})
_SLOW_PAGES = frozenset(
    {
        ending.show_review,
        puzzles.solve,
        puzzles.upload_pack,
        keys.show,
        keys.page_picture,
        keys.download,
        keys.check,
    }
)
_STATUS_MESSAGES = {
    400: N_("The request could not be understood."),
    404: N_("There is no such page."),
    405: N_("This page does not accept that kind of request."),
}


def create_app(settings: Settings) -> Starlette:
    state = AppState.start(settings)
    lanes = dict.fromkeys(_QUICK_PAGES, state.lanes.quick) | dict.fromkeys(_SLOW_PAGES, state.lanes.slow)
    routes: list[Any] = [
        Route(path, make_endpoint(page, lanes.get(page)), methods=[method]) for path, method, page in PAGES
    ]
    routes += [
        Route("/game/{game}/events", people.events),
        Route("/engine", engine.answer, methods=["POST"]),
        Route("/healthz", health.healthz),
        Route("/readyz", health.readyz),
        Route("/metrics", health.metrics_text),
        Mount("/static", _StaticAssets(directory=STATIC)),
    ]

    patterns: dict[object, str] = {route.endpoint: route.path for route in routes if isinstance(route, Route)}

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = _REQUEST_THREADS
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
    """Static files. A URL with a content hash is cached for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if scope["query_string"].startswith(b"v="):
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


async def _handle_refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)  # noqa: S101 - as it is registered
    return problem_page(request, 400, refusal_sentences(error))


async def _handle_outdated(request: Request, error: Exception) -> Response:
    assert isinstance(error, OutdatedGame)  # noqa: S101 - as it is registered
    return await run_in_threadpool(game.outdated_response, request, error)


async def _handle_not_saved(request: Request, error: Exception) -> Response:
    assert isinstance(error, NotSaved)  # noqa: S101 - as it is registered
    response = problem_page(request, 503, refusal_sentences(error))
    response.headers["Retry-After"] = "2"
    return response


async def _handle_busy(request: Request, error: Exception) -> Response:
    assert isinstance(error, Busy)  # noqa: S101 - as it is registered
    response = problem_page(request, error.status, [_(error.template)])
    response.headers["Retry-After"] = str(RETRY_AFTER_SECONDS)
    return response


async def _handle_http_error(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return problem_page(request, status, [_(_STATUS_MESSAGES.get(status, _STATUS_MESSAGES[400]))])


async def _handle_too_large(request: Request, _error: Exception) -> Response:
    return problem_page(request, 413, [_("What you sent is too large for this page.")])


async def _handle_server_error(request: Request, _error: Exception) -> Response:
    return problem_page(request, 500, [_("Something went wrong on the server. Nothing that was saved is lost.")])


_EXCEPTION_HANDLERS: dict[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
    OutdatedGame: _handle_outdated,
    NotSaved: _handle_not_saved,
    Busy: _handle_busy,
    Refusal: _handle_refusal,
    HTTPException: _handle_http_error,
    BodyTooLarge: _handle_too_large,
    500: _handle_server_error,
}
