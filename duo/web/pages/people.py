"""People at a game: invitation links, seats, presence, and the event stream of changes."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from io import BytesIO

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response, StreamingResponse

from duo.core.key import Seat
from duo.core.refusal import Refusal
from duo.core.word import printable
from duo.table.dealing import SeatHolder, seat_holders
from duo.table.store.database import Unavailable
from duo.text import N_
from duo.web.app_state import AppState, app_state, player_or_new, set_player_cookie
from duo.web.forms import Form
from duo.web.games import OpenGame
from duo.web.live.lanes import Busy, count_active
from duo.web.pages.game import open_game, presence_values
from duo.web.rendering import is_htmx, page
from duo.web.seats import MAX_NAME_LENGTH, Role
from duo.web.visitor import client_address, is_secret, visitor

MAX_STREAMS = 3_000
MAX_STREAMS_PER_CLIENT = 100  # a whole school may share one address
_HEARTBEAT_SECONDS = 20.0  # a silent stream then sends a comment and checks for missed changes
_RETRY_MS = 2000  # before a browser reconnects a broken stream


def invite(request: Request, form: Form) -> Response:
    """Create an invitation link for a seat or for onlookers, and show it with its QR code."""
    opened = _open_as_player(request)
    role = Role(form.choice("role", (Role.A, Role.B, Role.ONLOOKER), Role.ONLOOKER))
    if role.seat and not seat_holders(opened.game)[role.seat].is_person:
        raise Refusal("The AI partner holds that seat: free it first.")
    secret = app_state(request).seats.invite(opened.id, role)
    site = app_state(request).settings.public_url or f"{request.url.scheme}://{request.headers.get('host', '')}"
    address = f"{site}/join/{secret}"
    return page(
        request, "invite.html", address=address, qr=qr_code(address), role=role, game=opened.id, seat=opened.seat
    )


def join_page(request: Request, _form: Form) -> Response:
    """Show what an invitation offers. Only `join` accepts it, so that a link preview does no harm."""
    game, role = _find_invitation(request)
    held = app_state(request).seats.role(game, visitor(request).player)
    if held is role:
        return RedirectResponse(f"/game/{game}", 303)
    return page(request, "join.html", role=role, secret=request.path_params["secret"])


def join(request: Request, form: Form) -> Response:
    game, role = _find_invitation(request)
    player, fresh_secret = player_or_new(request)
    state = app_state(request)
    state.seats.assign_role(game, player, role, _display_name(form))
    return set_player_cookie(RedirectResponse(f"/game/{game}", 303), request, fresh_secret)


def rename(request: Request, form: Form) -> Response:
    opened, player = open_game(request), visitor(request).player
    if player is None or opened.is_file:
        raise HTTPException(404)
    app_state(request).seats.assign_role(opened.id, player, opened.role, _display_name(form))
    return RedirectResponse(f"/game/{opened.id}", 303)


def change_seat(request: Request, form: Form) -> Response:
    """Hand your seat to the AI partner, take it back, or free the partner's seat for a person."""
    opened = _open_as_player(request)
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
    opened = _open_as_player(request)
    app_state(request).seats.set_onlooker_consent(opened.id, Seat(opened.role.value), allowed=form.flag("allow"))
    return RedirectResponse(f"/game/{opened.id}", 303)


def show_people(request: Request, _form: Form) -> Response:
    """Refresh the list of people on a game page."""
    opened = open_game(request)
    if not is_htmx(request):
        return RedirectResponse(f"/game/{opened.id}", 303)
    holders = seat_holders(opened.game)
    return page(
        request,
        "who.html",
        game=opened.id,
        seat=opened.seat,
        is_file=opened.is_file,
        ai_seats={each: not holders[each].is_person for each in Seat},
        **presence_values(request, opened),
    )


async def events(request: Request) -> Response:
    """Stream version numbers as server-sent events. They reveal nothing of the game itself."""
    state = app_state(request)
    opened = await run_in_threadpool(open_game, request)
    client = client_address(request)
    if state.settings.is_public and state.streams_by_client[client] >= MAX_STREAMS_PER_CLIENT:
        raise Busy(429, N_("Too many pages are open from your address. Close some of them."))
    if state.streams_by_client.total() >= MAX_STREAMS:
        raise Busy(503, N_("Too many pages are open on this server. Try again in a few seconds."))
    return StreamingResponse(
        _event_stream(state, opened, visitor(request).player, client),
        media_type="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )


async def _event_stream(state: AppState, opened: OpenGame, player: bytes | None, client: str) -> AsyncIterator[str]:
    presence = (opened.id, player or b"")
    with count_active(state.present, presence), count_active(state.streams_by_client, client):
        state.metrics.count_streams(1)
        try:
            if state.present[presence] == 1 and player and not opened.is_file:
                with contextlib.suppress(Unavailable):
                    await asyncio.to_thread(state.seats.mark_arrived, *presence)
            with state.changes.subscribe(opened.id) as changed:
                async for message in _stream_changes(state, opened.id, changed):
                    yield message
        finally:
            state.metrics.count_streams(-1)


async def _stream_changes(state: AppState, game: str, changed: asyncio.Event) -> AsyncIterator[str]:
    """Send an event when the version changes, or when only the people have changed."""
    shown_version = shown_people = None
    yield f"retry: {_RETRY_MS}\n\n"
    while not state.stopping:
        changed.clear()
        try:
            version, people = await asyncio.to_thread(state.games.version_and_people, game)
        except Unavailable:
            await asyncio.sleep(_RETRY_MS / 1000)
            yield ": the games cannot be reached just now\n\n"
            continue
        if not version:
            return
        if version != shown_version:
            yield f"event: version\ndata: {version}\n\n"
        elif people != shown_people:
            yield "event: people\ndata: \n\n"
        shown_version, shown_people = version, people
        try:
            async with asyncio.timeout(_HEARTBEAT_SECONDS):
                await changed.wait()
        except TimeoutError:
            yield ": still here\n\n"
    # The server stops: spread the reconnections to other processes over time.
    yield f"retry: {random.randrange(200, _RETRY_MS)}\n\n"


def qr_code(text: str) -> Markup:
    """The text as an inline SVG."""
    import segno

    out = BytesIO()
    segno.make_qr(text, error="m").save(
        out, kind="svg", xmldecl=False, svgclass="qr", lineclass=None, border=2, omitsize=True
    )
    return Markup(out.getvalue().decode())  # noqa: S704 - the library draws only squares


def _find_invitation(request: Request) -> tuple[str, Role]:
    secret = request.path_params["secret"]
    found = app_state(request).seats.find_invitation(secret) if is_secret(secret) else None
    if found is None:
        raise HTTPException(404)
    return found


def _open_as_player(request: Request) -> OpenGame:
    opened = open_game(request)
    if opened.seat is None or opened.is_file:
        raise Refusal("You are an onlooker: only the two seats can make moves.")
    return opened


def _display_name(form: Form) -> str:
    return printable(" ".join(form.text("name", max_length=200).split()))[:MAX_NAME_LENGTH]
