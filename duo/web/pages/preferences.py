"""The preferences of a visitor: language and theme, stored in cookies."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duo.text import LANGUAGES
from duo.web.forms import Form
from duo.web.visitor import LANGUAGE_COOKIE, THEME_COOKIE, THEMES, set_cookie


def change_preferences(request: Request, form: Form) -> Response:
    """Store the chosen language or theme in a cookie, and redirect to the page with the form."""
    back = form.text("back", "/")
    # Prevents open redirects: //other.example is another site.
    path = back if back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable() else "/"
    response = RedirectResponse(path, 303)
    if lang := form.text("lang"):
        set_cookie(response, request, LANGUAGE_COOKIE, form.choice("lang", LANGUAGES, lang))
    if theme := form.text("theme"):
        set_cookie(response, request, THEME_COOKIE, form.choice("theme", ("auto", *THEMES), theme))
    return response
