"""Checks the host, origin, size and rate of every request, and adds security headers to every response."""

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
from duo.web.visitor import client_address, visitor_language

SECURITY_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Our own forms get an Origin header; other sites never see our URLs, which contain secrets.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}
MAX_BODY_BYTES = 1 << 17
MAX_UPLOAD_BYTES = 1 << 22
UPLOAD_PATHS = frozenset({"/keys/check", "/records", "/puzzles/pack"})
# Machines request these by any host name and at any rate.
PROBE_PATHS = frozenset({"/healthz", "/readyz", "/metrics"})
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
# Token bucket per client: its size and its refill rate.
_MAX_BURST_REQUESTS, _REQUESTS_PER_SECOND = 120, 20.0
_MAX_TRACKED_CLIENTS = 10_000


class RequestRefused(Exception):
    """A request is rejected before it reaches a page. `template` is the message, `status` the HTTP status."""

    def __init__(self, status: int, template: str) -> None:
        super().__init__(template)
        self.status = status
        self.template = template


class SecurityMiddleware:
    """Checks host, origin, size and rate of every request and adds `SECURITY_HEADERS` to every response."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._rate_limiter = RateLimiter(_MAX_BURST_REQUESTS, _REQUESTS_PER_SECOND)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request = Request(scope, receive)
        with in_language(visitor_language(request)):
            send_with_headers = _add_security_headers(send)
            try:
                self._check_request(request)
            except RequestRefused as refusal:
                response = problem_page(request, refusal.status, [_(refusal.template)])
                if refusal.status == 429:
                    response.headers["Retry-After"] = "2"
                await response(scope, receive, send_with_headers)
                return
            max_bytes = MAX_UPLOAD_BYTES if request.url.path in UPLOAD_PATHS else MAX_BODY_BYTES
            await self._app(scope, _limit_body(receive, max_bytes), send_with_headers)

    def _check_request(self, request: Request) -> None:
        if request.url.path in PROBE_PATHS:
            return
        # Prevents DNS rebinding: an attacker's host name that resolves to this machine.
        if not self._settings.is_public and not is_loopback(_requested_host(request)):
            raise RequestRefused(421, N_("This server answers only for this machine."))
        if self._settings.public_url and _requested_host(request) != urlsplit(self._settings.public_url).hostname:
            raise RequestRefused(421, N_("This server does not answer under that host name."))
        if request.method not in _SAFE_METHODS and not _is_same_origin(request):
            raise RequestRefused(403, N_("This form was sent from another site. Open the page here and send it again."))
        if self._settings.is_public and not self._rate_limiter.allow_request(client_address(request)):
            raise RequestRefused(429, N_("Too many requests at once. Wait a moment and try again."))


class RateLimiter:
    """Limits the requests of each client with a token bucket.

    A bucket holds at most `burst` tokens and gains `rate` tokens per second. Only the clients seen last are remembered.
    """

    def __init__(self, burst: float, rate: float, clock: Callable[[], float] = time.monotonic) -> None:
        self._burst, self._rate, self._clock = burst, rate, clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow_request(self, client: str, cost: float = 1.0) -> bool:
        """Take `cost` tokens from the client's bucket. Returns False, and takes none, if it has too few."""
        now = self._clock()
        tokens, last_time = self._buckets.pop(client, (self._burst, now))
        tokens = min(self._burst, tokens + (now - last_time) * self._rate)
        allowed = tokens >= cost
        self._buckets[client] = (tokens - cost if allowed else tokens, now)
        while len(self._buckets) > _MAX_TRACKED_CLIENTS:
            self._buckets.popitem(last=False)
        return allowed


def _is_same_origin(request: Request) -> bool:
    """Whether a form was sent from a page of this site.

    Also true for a request without cookies and without headers on its origin: it comes from a program, not a browser.
    """
    origin = request.headers.get("origin")
    if origin is not None:
        return origin.partition("://")[2] == request.headers.get("host")
    site = request.headers.get("sec-fetch-site")
    return site in ("same-origin", "none") if site else "cookie" not in request.headers


def _requested_host(request: Request) -> str:
    """The host name in the Host header of a request, or an empty text if the header is malformed."""
    try:
        return urlsplit(f"//{request.headers.get('host', '')}").hostname or ""
    except ValueError:
        return ""


def _limit_body(receive: Receive, max_bytes: int) -> Receive:
    """Wrap `receive` so that a body of more than `max_bytes` raises BodyTooLarge."""
    received = 0

    async def receive_limited() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > max_bytes:
            raise BodyTooLarge
        return message

    return receive_limited


class BodyTooLarge(Exception):
    """The request body exceeds the limit of its path."""


def _add_security_headers(send: Send) -> Send:
    """Wrap `send` so that every response gets `SECURITY_HEADERS`."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message["headers"])
            for name, value in SECURITY_HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("Cache-Control", "no-store")
            message["headers"] = headers.raw
        await send(message)

    return send_with_headers
