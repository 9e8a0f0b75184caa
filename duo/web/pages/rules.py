"""The rules page, with help on the site."""

from starlette.requests import Request
from starlette.responses import Response

from duo.table.rulebook import rules
from duo.web.forms import Form
from duo.web.rendering import page


def show(request: Request, _form: Form) -> Response:
    return page(request, "rules.html", rules=rules())
