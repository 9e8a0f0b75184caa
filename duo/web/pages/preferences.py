"""Language and theme, stored in cookies."""

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duo.text import LANGUAGES
from duo.web.forms import Form
from duo.web.visitor import LANGUAGE_COOKIE, THEME_COOKIE, THEMES, set_cookie


def change(request: Request, form: Form) -> Response:
    """Store the choice and return to the page where it was made."""
    back = form.text("back", "/")
    # Prevents open redirects: //other.example is another site.
    path = back if back.startswith("/") and not back.startswith(("//", "/\\")) and back.isprintable() else "/"
    response = RedirectResponse(path, 303)
    if lang := form.text("lang"):
        set_cookie(response, request, LANGUAGE_COOKIE, form.choice("lang", LANGUAGES, lang))
    if theme := form.text("theme"):
        set_cookie(response, request, THEME_COOKIE, form.choice("theme", ("auto", *THEMES), theme))
    return response
