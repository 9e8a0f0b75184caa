"""People at a game: names, who plays a seat, onlookers, presence."""

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
from duo.web.pages.game_values import people_values
from duo.web.rendering import is_htmx, page
from duo.web.seats import MAX_NAME_LENGTH
from duo.web.visitor import client_address, visitor


def rename(request: Request, form: Form) -> Response:
    opened, player = open_game(request), visitor(request).player
    if player is None or not opened.can_invite:
        raise HTTPException(404)
    app_state(request).seats.assign_role(opened.id, player, opened.role, display_name(form))
    return RedirectResponse(f"/game/{opened.id}", 303)


def change_seat(request: Request, form: Form) -> Response:
    """Hand your seat to the AI partner, take it back, or free the partner's seat for a person."""
    opened = open_shared_game(request)
    state, seat = app_state(request), Seat(opened.role.value)
    holder = SeatHolder()
    if form.flag("open"):
        seat = seat.other
    elif form.choice("by", ("duo", "person"), "person") == "duo":
        holder = SeatHolder("balanced", "expert")
    state.games.save(opened, opened.game.with_header(seat, str(holder)))
    state.ai_runner.wake(opened.id)
    return RedirectResponse(f"/game/{opened.id}", 303)


def set_onlooker_consent(request: Request, form: Form) -> Response:
    """Set whether this seat allows onlookers to see both sides, one turn late."""
    opened = open_shared_game(request)
    app_state(request).seats.set_onlooker_consent(opened.id, Seat(opened.role.value), allowed=form.flag("allow"))
    return RedirectResponse(f"/game/{opened.id}", 303)


def show_people(request: Request, _form: Form) -> Response:
    """Refresh the list of people on a game page."""
    opened = open_game(request)
    if not is_htmx(request):
        return RedirectResponse(f"/game/{opened.id}", 303)
    return page(request, "who.html", **people_values(app_state(request), opened))


async def events(request: Request) -> Response:
    """Stream the changes of a game, for a visitor with a role in it."""
    opened = await run_in_threadpool(open_game, request)
    streams = app_state(request).streams
    if request.method == "HEAD":
        return streams.head()
    return streams.open(opened.id, visitor(request).player, client_address(request))


def open_shared_game(request: Request) -> OpenGame:
    """Open a game for a visitor with a seat, who may invite others to it."""
    opened = open_game(request)
    if opened.seat is None or not opened.can_invite:
        raise Refusal("You are an onlooker: only the two seats can make moves.")
    return opened


def display_name(form: Form) -> str:
    return printable(" ".join(form.text("name", max_length=200).split()))[:MAX_NAME_LENGTH]
