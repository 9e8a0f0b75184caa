"""The application: which page answers which address."""

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
from duo.table.store.database_store import Outdated
from duo.table.store.folder import NotSaved
from duo.text import N_, _
from duo.web.app_state import Services
from duo.web.forms import Endpoint, handled
from duo.web.live.lanes import RETRY_AFTER, Busy
from duo.web.pages import (
    campaign,
    ending,
    engine,
    game,
    home,
    keys,
    people,
    preferences,
    puzzles,
    real_table,
    rules,
    score,
)
from duo.web.rendering import STATIC, problem, told
from duo.web.server import health
from duo.web.server.health import Observed
from duo.web.server.security import Guard, TooLarge
from duo.web.settings import Settings


class _Number(Convertor[int]):
    """A number in an address; Starlette's own takes thousands of digits, with which Python does not reckon."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("number", _Number())

# Address, method, page. A page is a plain function of the request and its form.
PAGES: tuple[tuple[str, str, Endpoint], ...] = (
    ("/", "GET", home.show),
    ("/games", "POST", home.begin),
    ("/game/{game}", "GET", game.show),
    ("/game/{game}/clue", "POST", game.give),
    ("/game/{game}/touch", "POST", game.touch),
    ("/game/{game}/stop", "POST", game.stop),
    ("/game/{game}/pass", "POST", game.defer),
    ("/game/{game}/undo", "POST", game.undo),
    ("/game/{game}/ruling", "POST", game.rule),
    ("/game/{game}/hint", "POST", game.hint),
    ("/game/{game}/why", "POST", game.why),
    ("/game/{game}/give-up", "POST", home.give_up),
    ("/game/{game}/people", "GET", people.people),
    ("/game/{game}/invite", "POST", people.invite),
    ("/game/{game}/name", "POST", people.rename),
    ("/game/{game}/seat", "POST", people.change_seat),
    ("/game/{game}/onlookers", "POST", people.let_look),
    ("/game/{game}/record", "GET", ending.record),
    ("/game/{game}/review", "GET", ending.looked_back),
    ("/game/{game}/replay", "GET", ending.replay),
    ("/records", "POST", ending.bring),
    ("/join/{secret}", "GET", people.join_page),
    ("/join/{secret}", "POST", people.join),
    ("/map", "GET", campaign.show),
    ("/map/teams", "POST", campaign.new_team),
    ("/map/play", "POST", campaign.play),
    ("/map/enter", "POST", campaign.enter),
    ("/map/undo", "POST", campaign.take_back),
    ("/puzzles", "GET", puzzles.show),
    ("/puzzles/pack", "POST", puzzles.bring_pack),
    ("/puzzles/daily", "GET", puzzles.solve),
    ("/puzzles/daily/{lang}", "GET", puzzles.solve),
    ("/puzzles/daily/{lang}", "POST", puzzles.solve),
    ("/puzzles/pack/{number:number}", "GET", puzzles.solve),
    ("/puzzles/pack/{number:number}", "POST", puzzles.solve),
    ("/puzzles/{lang}/{kind}/{grade:number}/{number:number}", "GET", puzzles.solve),
    ("/puzzles/{lang}/{kind}/{grade:number}/{number:number}", "POST", puzzles.solve),
    ("/table", "GET", real_table.show),
    ("/table/words", "POST", real_table.words),
    ("/table/complete", "POST", real_table.complete),
    ("/table/lay", "POST", real_table.lay),
    ("/table/happened", "POST", real_table.happened),
    ("/table/hint", "POST", real_table.advise),
    ("/table/check", "POST", real_table.judge),
    ("/table/clear", "POST", real_table.clear),
    ("/help", "GET", rules.show),
    ("/preferences", "POST", preferences.change),
    ("/score", "GET", score.show),
    ("/keys", "GET", keys.show),
    ("/keys/face.svg", "GET", keys.face_picture),
    ("/keys/page.svg", "GET", keys.page_picture),
    ("/keys/deck", "GET", keys.download),
    ("/keys/check", "POST", keys.check),
)
_THREADS = 16  # that answer requests; each has memory of its own, and only one computes at a time
# Pages that wait their turn, as they take a part of a second or many.
_THOUGHTS = frozenset({game.hint, game.why, real_table.advise})
_MADE = frozenset({
    ending.looked_back, puzzles.solve, puzzles.bring_pack, keys.show, keys.page_picture, keys.download, keys.check,
})  # fmt: skip
_SENTENCES = {
    400: N_("The request could not be understood."),
    404: N_("There is no such page."),
    405: N_("This address does not take that."),
}


def create_app(settings: Settings) -> Starlette:
    at = Services.start(settings)
    lanes = dict.fromkeys(_THOUGHTS, at.lanes.thoughts) | dict.fromkeys(_MADE, at.lanes.made)
    routes: list[Any] = [Route(path, handled(page, lanes.get(page)), methods=[method]) for path, method, page in PAGES]
    routes += [
        Route("/game/{game}/events", people.events),
        Route("/engine", engine.answer, methods=["POST"]),
        Route("/healthz", health.lives),
        Route("/readyz", health.ready),
        Route("/metrics", health.figures),
        Mount("/static", _Assets(directory=STATIC)),
    ]

    patterns: dict[object, str] = {route.endpoint: route.path for route in routes if isinstance(route, Route)}

    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        to_thread.current_default_thread_limiter().total_tokens = _THREADS
        async with at.running():
            yield

    app = Starlette(
        routes=routes,
        middleware=[
            Middleware(Observed, metrics=at.metrics, patterns=patterns),
            Middleware(Guard, settings=settings),
            Middleware(GZipMiddleware, minimum_size=800),
        ],
        exception_handlers=_HANDLERS,
        lifespan=lifespan,
    )
    app.state.services = at
    return app


class _Assets(StaticFiles):
    """Files that ship; an address that carries its content's hash may be kept for ever."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if scope["query_string"].startswith(b"v="):
            response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)  # noqa: S101 - as it is registered
    return problem(request, 400, told(error))


async def _outdated(request: Request, error: Exception) -> Response:
    assert isinstance(error, Outdated)  # noqa: S101 - as it is registered
    return await run_in_threadpool(game.outdated, request, error)


async def _not_saved(request: Request, error: Exception) -> Response:
    assert isinstance(error, NotSaved)  # noqa: S101 - as it is registered
    answer = problem(request, 503, told(error))
    answer.headers["Retry-After"] = "2"
    return answer


async def _busy(request: Request, error: Exception) -> Response:
    assert isinstance(error, Busy)  # noqa: S101 - as it is registered
    answer = problem(request, error.status, [_(error.template)])
    answer.headers["Retry-After"] = str(RETRY_AFTER)
    return answer


async def _not_found(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return problem(request, status, [_(_SENTENCES.get(status, _SENTENCES[400]))])


async def _too_large(request: Request, _error: Exception) -> Response:
    return problem(request, 413, [_("That is more than this page takes.")])


async def _failed(request: Request, _error: Exception) -> Response:
    return problem(request, 500, [_("Something went wrong on the server. Nothing that was saved is lost.")])


_HANDLERS: dict[Any, Callable[[Request, Exception], Awaitable[Response]]] = {
    Outdated: _outdated,
    NotSaved: _not_saved,
    Busy: _busy,
    Refusal: _refused,
    HTTPException: _not_found,
    TooLarge: _too_large,
    500: _failed,
}
