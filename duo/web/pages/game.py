"""The game page: the table as a visitor may see it, and the moves of a seat."""

from dataclasses import replace

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duo.core.key import Seat
from duo.core.moves import Clue, Guess, Move, Stop
from duo.core.refusal import Refusal
from duo.table.advice import ModelAdvisor
from duo.table.dealing import seat_holders
from duo.table.session import ClueRefused
from duo.table.store.game_store import NotSaved, OutdatedGame
from duo.text import format_refusal
from duo.web.app_state import app_state
from duo.web.forms import Form
from duo.web.games import OpenGame
from duo.web.pages import ending
from duo.web.pages.game_values import game_template_values
from duo.web.rendering import is_htmx, problem_page, render_page
from duo.web.seats import Role
from duo.web.visitor import identify_visitor
from duo.words.language import with_ligatures


def show_game(request: Request, _form: Form) -> Response:
    """Show the table of an unfinished game, or the result of a finished one."""
    opened = open_game(request)
    if opened.is_over or opened.role is Role.READER:
        return ending.show_finished_game(request, opened)
    app_state(request).ai_runner.queue_if_ai_turn(opened, retry=not is_htmx(request))
    return render_page(request, "game.html", **game_template_values(app_state(request), opened))


def give_clue(request: Request, form: Form) -> Response:
    """Give a clue.

    If the clue breaks a rule, the page shows the rule and keeps the clue in its field. The visitor can change the clue,
    or give it as an invalid clue, which costs a token.
    """
    opened, seat = _open_game_for_move(request, form)
    view = opened.game.final.view(seat)
    count = form.number("count", 1, 0, 25)
    clue = Clue(
        seat,
        with_ligatures(form.text("word", max_length=60).upper(), opened.game.lang),
        1 if count is None else count,
        invalid=form.flag("invalid"),
        meant=tuple(view.words[place] for place in _meant_places_from_form(form)),
    )
    try:
        return _submit_move(request, opened, clue)
    except ClueRefused as refused:
        # htmx shows an error response as a notice. Status 200 puts the clue back into its field.
        status = 200 if is_htmx(request) else 422
        return render_page(
            request,
            "game.html",
            status,
            **game_template_values(app_state(request), opened, refused=format_refusal(refused), typed=clue),
        )


def touch_word(request: Request, form: Form) -> Response:
    opened, seat = _open_game_for_move(request, form)
    place = form.number("place", None, 0, 24)
    if place is None:
        raise Refusal("Choose a word first, then touch it.")
    return _submit_move(request, opened, Guess(seat, opened.game.final.words[place]))


def stop_guessing(request: Request, form: Form) -> Response:
    opened, seat = _open_game_for_move(request, form)
    return _submit_move(request, opened, Stop(seat))


def defer_to_partner(request: Request, form: Form) -> Response:
    """Let the partner act first when both seats may act."""
    opened, seat = _open_game_for_move(request, form)
    app_state(request).games.create_session(opened).defer(seat)
    app_state(request).ai_runner.request_ai_move(opened.id, deferring=seat)
    return _table_response(request, opened)


def undo_move(request: Request, form: Form) -> Response:
    opened, seat = _open_game_for_move(request, form)
    state = app_state(request)
    saver = state.games.make_saver(opened.stored)
    state.games.create_session(opened, saver).undo(seat)
    state.ai_runner.request_ai_move(opened.id)
    return _table_response(request, replace(opened, stored=saver.stored))


def check_clue(request: Request, form: Form) -> Response:
    """Show whether the clue that the visitor is typing is legal, and whether the AI partner knows it."""
    opened, seat = _open_game_as_player(request)
    word, count = form.text("word", max_length=60), form.number("count", 1, 0, 25)
    if not word:
        return render_page(request, "ruling.html", ruling=None, word="", unknown=False, problem="")
    lang = opened.game.lang
    word = with_ligatures(word.upper(), lang)
    meant = tuple(opened.game.final.words[place] for place in _meant_places_from_form(form))
    ruling, problem = None, ""
    try:
        clue = Clue(seat, word, 1 if count is None else count, meant=meant)
        ruling = app_state(request).games.create_session(opened).check(clue)
    except ClueRefused as refused:
        ruling = refused.ruling
    except Refusal as refusal:
        problem = format_refusal(refusal)
    with_ai = not seat_holders(opened.game)[seat.other].is_person
    unknown = bool(ruling and ruling.legal and with_ai and not ModelAdvisor(lang).is_known_to_partner(word))
    return render_page(request, "ruling.html", ruling=ruling, word=word, unknown=unknown, problem=problem)


def show_hint(request: Request, form: Form) -> Response:
    """Show a hint for the visitor's next move. A higher level, up to 3, tells more."""
    opened, seat = _open_game_as_player(request)
    if seat not in app_state(request).games.create_session(opened).acting_order:
        raise Refusal("It is not your turn: there is nothing to decide just now.")
    level = form.number("level", 1, 1, 3) or 1
    sentences = ModelAdvisor(opened.game.lang).hint(opened.game.final.view(seat), level)
    return render_page(
        request, "hint.html", sentences=sentences, next_level=min(3, level + 1), level=level, game=opened.id
    )


def explain_touch(request: Request, form: Form) -> Response:
    """Explain why the AI partner touched the word of the form, or its last touch if the field is empty."""
    opened, seat = _open_game_as_player(request)
    sentences = ModelAdvisor(opened.game.lang).explain_partner(opened.game, seat, form.text("word", max_length=60))
    return render_page(request, "hint.html", sentences=sentences, next_level=0, level=0, game=opened.id)


def open_game(request: Request) -> OpenGame:
    return app_state(request).games.open(request.path_params["game"], identify_visitor(request).player)


def _open_game_for_move(request: Request, form: Form) -> tuple[OpenGame, Seat]:
    """Open the game of the URL for a move of the visitor, and return it with the visitor's seat.

    Raises OutdatedGame if the form was sent from a page that shows an earlier version of the game.
    """
    opened, seat = _open_game_as_player(request)
    if form.number("version", opened.stored.version, 0, 1 << 60) != opened.stored.version:
        raise OutdatedGame("Not done: the game has changed in the meantime. Here is its current state.")
    return opened, seat


def _open_game_as_player(request: Request) -> tuple[OpenGame, Seat]:
    """Open the game of the URL, and return it with the visitor's seat.

    Raises Refusal if the visitor has no seat, or if the AI plays the visitor's seat at present.
    """
    opened = open_game(request)
    seat = opened.require_seat()
    if not seat_holders(opened.game)[seat].is_person:
        raise Refusal("The AI partner plays your seat: take it back first.")
    return opened, seat


def _submit_move(request: Request, opened: OpenGame, move: Move) -> Response:
    state = app_state(request)
    saver = state.games.make_saver(opened.stored)
    try:
        state.games.create_session(opened, saver).submit(move)
    except (ClueRefused, NotSaved):
        raise
    except Refusal as refusal:
        return _refusal_response(request, refusal)
    if saver.stored.ai_due:
        state.ai_runner.request_ai_move(opened.id)
    return _table_response(request, replace(opened, stored=saver.stored))


def _table_response(request: Request, opened: OpenGame) -> Response:
    """The response to a form of the game page, with the current table.

    htmx gets the table as a part of the page. Other browsers are redirected to the game page, so that a reload does not
    repeat a move.
    """
    if not is_htmx(request):
        return RedirectResponse(f"/game/{opened.id}", 303)
    if opened.is_over:
        return Response(status_code=204, headers={"HX-Redirect": f"/game/{opened.id}"})
    return render_page(request, "game.html", **game_template_values(app_state(request), opened))


def _refusal_response(request: Request, refusal: Refusal) -> Response:
    """The response to a refused move: the reason and, for htmx, the current table."""
    if not is_htmx(request):
        return problem_page(request, 400, [format_refusal(refusal)])
    return render_page(
        request,
        "game.html",
        **game_template_values(app_state(request), open_game(request), notice=format_refusal(refusal)),
    )


def outdated_response(request: Request, refusal: OutdatedGame) -> Response:
    """The response to a form sent from an outdated page: the current table with a notice that the game has changed."""
    now = open_game(request)
    if now.is_over or now.role is Role.READER:
        return _table_response(request, now)
    headers = {"HX-Retarget": "#table", "HX-Reswap": "outerHTML"}  # otherwise htmx shows an error response as a notice
    return render_page(
        request,
        "game.html",
        409,
        headers,
        **game_template_values(app_state(request), now, notice=format_refusal(refusal)),
    )


def _meant_places_from_form(form: Form) -> tuple[int, ...]:
    return tuple(int(text) for text in form.texts("meant")[:25] if text.isascii() and text.isdigit() and int(text) < 25)
