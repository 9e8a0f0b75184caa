"""The visitor who sent a request. Cookies hold the browser's secret, language and theme."""

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
_COOKIE_LIFETIME_SECONDS = 365 * 24 * 3600
_IPV6_SUBSCRIBER_PREFIX_BITS = 64  # of an IPv6 address; the subscriber chooses the rest


@dataclass(frozen=True, slots=True)
class Visitor:
    """The browser that sent a request.

    `player` is the hash of the browser's secret, or None if the browser has no secret. `theme` is empty by default.
    """

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


def identify_visitor(request: HTTPConnection) -> Visitor:
    secret = request.cookies.get(PLAYER_COOKIE, "")
    theme = request.cookies.get(THEME_COOKIE, "")
    return Visitor(
        hash_secret(secret) if is_secret(secret) else None, visitor_language(request), theme if theme in THEMES else ""
    )


def visitor_language(request: HTTPConnection) -> str:
    """The language that the visitor chose, or else the first language of the browser that the site supports."""
    chosen = request.cookies.get(LANGUAGE_COOKIE)
    if chosen in LANGUAGES:
        return str(chosen)
    for part in request.headers.get("accept-language", "")[:200].split(","):
        if (wanted := part.strip()[:2].lower()) in LANGUAGES:
            return wanted
    return "en"


def set_cookie(response: Response, request: HTTPConnection, name: str, value: str, *, path: str = "/") -> None:
    """Set a cookie. Scripts cannot read it, and forms of other sites are sent without it."""
    secure = request.url.scheme == "https"
    response.set_cookie(
        name, value, max_age=_COOKIE_LIFETIME_SECONDS, path=path, httponly=True, samesite="lax", secure=secure
    )


def client_address(request: HTTPConnection) -> str:
    """The address under which the requests of a client are counted for limits.

    This is an IPv4 address, or the /64 network of an IPv6 address, because a subscriber has that whole network. Behind
    a trusted proxy it is the address that the proxy reports.
    """
    host = request.client.host if request.client else ""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host
    if isinstance(address, ipaddress.IPv4Address):
        return host
    return str(address.ipv4_mapped or ipaddress.ip_network((address, _IPV6_SUBSCRIBER_PREFIX_BITS), strict=False))
