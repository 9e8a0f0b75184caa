"""The visitor of a request: the browser's secret, language and theme, from cookies."""

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
_SUBSCRIBER_PREFIX_BITS = 64  # of an IPv6 address; the subscriber chooses the rest


@dataclass(frozen=True, slots=True)
class Visitor:
    """`player` is the hash of the browser's secret, or None for a browser without one."""

    player: bytes | None
    lang: str
    theme: str


def new_secret() -> str:
    """A random secret of 128 bits, usable in a URL."""
    return secrets.token_urlsafe(16)


def hash_secret(secret: str) -> bytes:
    """The hash of a secret. The secret itself is never stored."""
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
    """The chosen language, or else the first supported one of the browser."""
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    for part in request.headers.get("accept-language", "")[:200].split(","):
        if (wanted := part.strip()[:2].lower()) in LANGUAGES:
            return wanted
    return "en"


def set_cookie(response: Response, request: HTTPConnection, name: str, value: str, *, path: str = "/") -> None:
    """Set a cookie that scripts cannot read and other sites cannot send."""
    secure = request.url.scheme == "https"
    response.set_cookie(name, value, max_age=_YEAR_SECONDS, path=path, httponly=True, samesite="lax", secure=secure)


def client_address(request: HTTPConnection) -> str:
    """The key for limits per client: an IPv4 address, or the /64 network of an IPv6 subscriber.

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
