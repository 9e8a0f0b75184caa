"""The rules page, with help on the site."""

from starlette.requests import Request
from starlette.responses import Response

from duo.table.rulebook import rulebook_paragraphs
from duo.web.forms import Form
from duo.web.rendering import render_page


def show_rules(request: Request, _form: Form) -> Response:
    return render_page(request, "rules.html", rules=rulebook_paragraphs())
