"""The people at a game: their names and presence, who plays each seat, and what onlookers may see."""

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duo.core.key import Seat
from duo.core.refusal import Refusal
from duo.core.word import printable
from duo.table.dealing import SeatHolder
from duo.web.app_state import app_state
from duo.web.forms import Form
from duo.web.games import OpenGame
from duo.web.pages.game import open_game
from duo.web.pages.game_values import people_template_values
from duo.web.rendering import is_htmx, render_page
from duo.web.seats import MAX_NAME_LENGTH
from duo.web.visitor import client_address, identify_visitor


def change_name(request: Request, form: Form) -> Response:
    opened, player = open_game(request), identify_visitor(request).player
    if player is None or not opened.can_invite:
        raise HTTPException(404)
    app_state(request).seats.assign_role(opened.id, player, opened.role, display_name_from_form(form))
    return RedirectResponse(f"/game/{opened.id}", 303)


def change_seat_holder(request: Request, form: Form) -> Response:
    """Hand the visitor's seat to the AI, take it back from the AI, or free the AI's seat for a person."""
    opened = open_shared_game(request)
    state, seat = app_state(request), Seat(opened.role.value)
    holder = SeatHolder()
    if form.flag("open"):
        seat = seat.other
    elif form.choice("by", ("duo", "person"), "person") == "duo":
        holder = SeatHolder("balanced", "expert")
    state.games.save(opened, opened.game.with_header(seat, str(holder)))
    state.ai_runner.request_ai_move(opened.id)
    return RedirectResponse(f"/game/{opened.id}", 303)


def set_onlooker_consent(request: Request, form: Form) -> Response:
    """Set whether the visitor's seat allows onlookers to see both sides of the key, with a delay of one turn."""
    opened = open_shared_game(request)
    app_state(request).seats.set_onlooker_consent(opened.id, Seat(opened.role.value), allowed=form.flag("allow"))
    return RedirectResponse(f"/game/{opened.id}", 303)


def show_people(request: Request, _form: Form) -> Response:
    """Send the list of people at a game, with which htmx refreshes the game page."""
    opened = open_game(request)
    if not is_htmx(request):
        return RedirectResponse(f"/game/{opened.id}", 303)
    return render_page(request, "who.html", **people_template_values(app_state(request), opened))


async def stream_events(request: Request) -> Response:
    """Open an event stream of a game's changes. A visitor without a role in the game gets status 404."""
    opened = await run_in_threadpool(open_game, request)
    streams = app_state(request).streams
    if request.method == "HEAD":
        return streams.head_response()
    return streams.open_stream(opened.id, identify_visitor(request).player, client_address(request))


def open_shared_game(request: Request) -> OpenGame:
    """Open the game of the URL. Raises Refusal unless the visitor has a seat and may invite others to the game."""
    opened = open_game(request)
    if opened.seat is None or not opened.can_invite:
        raise Refusal("You are an onlooker: only the two seats can make moves.")
    return opened


def display_name_from_form(form: Form) -> str:
    return printable(" ".join(form.text("name", max_length=200).split()))[:MAX_NAME_LENGTH]
