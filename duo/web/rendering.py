"""Renders templates as HTML responses. Values are escaped by default."""

import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Match

from duo import text
from duo.core.refusal import Refusal
from duo.core.word import printable
from duo.text.conventions import find_conventions
from duo.web.visitor import identify_visitor
from duo.words.language import find_language

_WEB_DIR = Path(__file__).parent
STATIC_FOLDER = _WEB_DIR / "static"


@cache
def _template_environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(_WEB_DIR / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.globals.update(
        _=text._,
        ngettext=text.ngettext,
        decimal=text.format_decimal,
        date=text.format_date,
        spoken=text.current_language,
        static=static_url,
        language_names=[(lang, find_language(lang).NAME) for lang in text.LANGUAGES],
        percent=format_percent,
    )
    environment.filters["printable"] = printable
    return environment


def format_percent(share: float) -> str:
    return text._("{number}%", number=round(100 * share))


@cache
def static_url(name: str) -> str:
    """The URL of a static file, with a hash of its content so that browsers can cache it for ever."""
    digest = hashlib.sha256((STATIC_FOLDER / name).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?v={digest}"


def render_template(name: str, **values: Any) -> str:
    return _template_environment().get_template(name).render(**values)


def render_page(
    request: Request, name: str, status: int = 200, headers: Mapping[str, str] | None = None, **values: Any
) -> HTMLResponse:
    """Render a template as a response.

    The template gets `values`, the visitor and the paths that every page needs. For a request by htmx it renders only a
    part of the page.
    """
    current_visitor = identify_visitor(request)
    body = render_template(
        name,
        visitor=current_visitor,
        here=request.url.path,
        back=_return_path(request),
        is_htmx=is_htmx(request),
        **values,
    )
    if spaces := find_conventions(current_visitor.lang).NO_BREAK_SPACES:
        body = spaces.sub("\N{NO-BREAK SPACE}", body)
    return HTMLResponse(body, status, {"Content-Language": current_visitor.lang, **(headers or {})})


def _return_path(request: Request) -> str:
    """The path to which the language and theme buttons return.

    For a GET request this is the page itself. For a sent form it is the page that contains the form.
    """
    path = request.url.path
    if request.method in ("GET", "HEAD"):
        return f"{path}?{request.url.query}" if request.url.query else path
    as_get = {**request.scope, "method": "GET"}
    known = any(route.matches(as_get)[0] is Match.FULL for route in request.app.routes)
    return path if known else path.rpartition("/")[0] or "/"


def is_htmx(request: Request) -> bool:
    """Whether the script htmx sent the request. It inserts the response into the current page."""
    return request.headers.get("hx-request") == "true"


def problem_page(request: Request, status: int, sentences: list[str]) -> HTMLResponse:
    """An error response with these sentences: a whole page, or for htmx a notice to insert into the current page."""
    name = "notice.html" if is_htmx(request) else "problem.html"
    return render_page(request, name, status, problems=sentences)


def refusal_sentences(refusal: Refusal) -> list[str]:
    """The problems that a refusal reports, at most 20, as one sentence each in the visitor's language."""
    return [text.format_refusal(each) for each in refusal.all_problems()][:20]
