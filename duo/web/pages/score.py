"""The score page: the score of a game at a real table."""

from starlette.requests import Request
from starlette.responses import Response

from duo.core.refusal import Refusal
from duo.core.scoring import MAX_TOKENS_LEFT, SCORED_TOKENS, score_from_figures
from duo.table.scorecard import describe_rating
from duo.web.forms import Form
from duo.web.rendering import refusal_sentences, render_page


def show_score(request: Request, form: Form) -> Response:
    tokens = form.number("tokens", None, 0, 99)
    checks = form.number("checks", None, 0, 99)
    sudden = form.flag("sudden")
    points, problems = None, []
    if tokens is not None and checks is not None:
        try:
            points = score_from_figures(tokens, checks, sudden_death=sudden)
        except Refusal as refusal:
            problems = refusal_sentences(refusal)
    return render_page(
        request,
        "score.html",
        tokens=tokens,
        checks=checks,
        sudden=sudden,
        points=points,
        problems=problems,
        meaning="" if points is None else describe_rating(points),
        most_tokens=MAX_TOKENS_LEFT,
        most_checks=SCORED_TOKENS,
    )
