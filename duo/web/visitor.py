"""Who is asking: the browser's own secret, its language and its theme, all from cookies."""

import hashlib
import ipaddress
import re
import secrets
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.responses import Response

from duo.text import LANGUAGES

PLAYER_COOKIE, LANGUAGE_COOKIE, THEME_COOKIE = "duo", "duo-lang", "duo-theme"
THEMES = ("light", "dark")
_SECRET_PATTERN = re.compile(r"[0-9A-Za-z_-]{22}")
_YEAR_SECONDS = 365 * 24 * 3600
_SUBSCRIBER_PREFIX_BITS = 64  # bits of an IPv6 address; the rest are the subscriber's to choose


@dataclass(frozen=True, slots=True)
class Visitor:
    """`player` is the hash by which the store knows the browser; None for one that was never given a seat."""

    player: bytes | None
    lang: str
    theme: str


def new_secret() -> str:
    """128 bits that nobody guesses, fit for an address."""
    return secrets.token_urlsafe(16)


def hash_secret(secret: str) -> bytes:
    """All that is kept of a secret."""
    return hashlib.sha256(secret.encode()).digest()


def is_secret(text: str) -> bool:
    return _SECRET_PATTERN.fullmatch(text) is not None


def visitor(request: HTTPConnection) -> Visitor:
    secret = request.cookies.get(PLAYER_COOKIE, "")
    theme = request.cookies.get(THEME_COOKIE, "")
    return Visitor(
        hash_secret(secret) if is_secret(secret) else None, language(request), theme if theme in THEMES else ""
    )


def language(request: HTTPConnection) -> str:
    """The language that was chosen, else the first of the browser's that there is."""
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    for part in request.headers.get("accept-language", "")[:200].split(","):
        if (wanted := part.strip()[:2].lower()) in LANGUAGES:
            return wanted
    return "en"


def set_cookie(response: Response, request: HTTPConnection, name: str, value: str, *, path: str = "/") -> None:
    """Set a cookie that no script can read and no other site sends."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=_YEAR_SECONDS, path=path, httponly=True, samesite="lax", secure=secure)


def client_address(request: HTTPConnection) -> str:
    """Where a request comes from, as far as limits go: an address, or the network that one subscriber has.

    Behind a trusted proxy this is the client that the proxy names.
    """
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    return str(address.ipv4_mapped or ipaddress.ip_network((address, _SUBSCRIBER_PREFIX_BITS), strict=False))
