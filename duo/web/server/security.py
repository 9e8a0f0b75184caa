"""What every request must be, and what every answer carries."""

import time
from collections import OrderedDict
from collections.abc import Callable
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from duo.text import N_, _, in_language
from duo.web.rendering import problem_page
from duo.web.settings import Settings, is_loopback
from duo.web.visitor import client_address, language

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # A form's origin is told to ourselves, and no address of ours to anybody else.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
MAX_BYTES = 1 << 17
MAX_UPLOAD_BYTES = 1 << 22
UPLOAD_PATHS = frozenset({"/keys/check", "/records", "/puzzles/pack"})
PROBE_PATHS = frozenset(
    {"/healthz", "/readyz", "/metrics"}
)  # asked by machines, by whatever name and as often as they like
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
# A visitor may hurry for a moment; beyond that, so many requests a second.
_BURST, _REQUESTS_PER_SECOND = 120, 20.0
_MAX_CLIENTS = 10_000


class RequestRefused(Exception):
    """A request that is turned away before any page sees it."""

    def __init__(self, status: int, template: str) -> None:
        super().__init__(template)
        self.status = status
        self.template = template


class SecurityMiddleware:
    """Checks host, origin, size and rate of every request; adds the headers to every answer."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._rates = RateLimiter(_BURST, _REQUESTS_PER_SECOND)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        with in_language(language(request)):
            guarded = _add_headers(send)
            try:
                self._check(request)
            except RequestRefused as refused:
                response = problem_page(request, refused.status, [_(refused.template)])
                if refused.status == 429:
                    response.headers["Retry-After"] = "2"
                await response(scope, receive, guarded)
                return
            most = MAX_UPLOAD_BYTES if request.url.path in UPLOAD_PATHS else MAX_BYTES
            await self._app(scope, _limit_body(receive, most), guarded)

    def _check(self, request: Request) -> None:
        if request.url.path in PROBE_PATHS:
            return
        # A name that an attacker's server points at this machine would make its pages ours.
        if not self._settings.is_public and not is_loopback(_host(request)):
            raise RequestRefused(421, N_("This server answers only for this machine."))
        if self._settings.public_url and _host(request) != urlsplit(self._settings.public_url).hostname:
            raise RequestRefused(421, N_("This server does not answer by that name."))
        if request.method not in _SAFE_METHODS and not _same_origin(request):
            raise RequestRefused(403, N_("This form was sent from another site. Open the page here and send it again."))
        if self._settings.is_public and not self._rates.allow(client_address(request)):
            raise RequestRefused(429, N_("Too many requests at once. Wait a moment and try again."))


class RateLimiter:
    """How much each client may still ask: a bucket that fills steadily."""

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, client: str, cost: float = 1.0) -> bool:
        now = self._clock()
        left, then = self._left.pop(client, (self._burst, now))
        left = min(self._burst, left + (now - then) * self._rate)
        allowed = left >= cost
        self._left[client] = (left - cost if allowed else left, now)
        while len(self._left) > _MAX_CLIENTS:
            self._left.popitem(last=False)
        return allowed


def _same_origin(request: Request) -> bool:
    """Whether a form comes from a page of ours; programs, which have no cookies to be misused, may omit all this."""
    origin = request.headers.get("origin")
    if origin is not None:
        return origin.partition("://")[2] == request.headers.get("host")
    site = request.headers.get("sec-fetch-site")
    return site in ("same-origin", "none") if site else "cookie" not in request.headers


def _host(request: Request) -> str:
    """The name by which this server was called."""
    try:
        return urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def _limit_body(receive: Receive, max_bytes: int) -> Receive:
    """The body up to so many bytes; what is longer ends there, and its form is refused."""
    seen = 0

    async def bounded() -> Message:
        nonlocal seen
        message = await receive()
        seen += len(message.get("body", b""))
        if seen > max_bytes:
            raise BodyTooLarge
        return message

    return bounded


class BodyTooLarge(Exception):
    """More bytes than any form of ours has."""


def _add_headers(send: Send) -> Send:
    async def guarded(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message["headers"])
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
            message["headers"] = headers.raw
        await send(message)

    return guarded
