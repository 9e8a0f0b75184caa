"""People at one game: links and their QR codes, seats taken and handed over, who is there, and news as it happens."""

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
from duo.web.app_state import Services, known_player, services, with_player
from duo.web.forms import Form
from duo.web.games import Open
from duo.web.live.lanes import Busy, counted
from duo.web.pages.game import at_table, opened_game
from duo.web.rendering import is_part, page
from duo.web.seats import LONGEST_NAME, Role
from duo.web.visitor import client_of, is_secret, visitor

MOST_STREAMS = 3_000
MOST_STREAMS_OF_ONE = 100  # client address: a school may have one for all
_STILL_THERE = 20.0  # seconds after which a silent stream says that it lives, and looks for what it may have missed
_AGAIN = 2000  # milliseconds after which a browser whose stream broke asks for another


def invite(request: Request, form: Form) -> Response:
    """A link that lets somebody take a seat or look on, with its QR code."""
    opened = _seated(request)
    role = Role(form.choice("role", (Role.A, Role.B, Role.ONLOOKER), Role.ONLOOKER))
    if role.seat and not seat_holders(opened.game)[role.seat].is_person:
        raise Refusal("The AI partner holds that seat: free it first.")
    secret = services(request).seats.invite(opened.id, role)
    site = services(request).settings.public_url or f"{request.url.scheme}://{request.headers.get('host', '')}"
    address = f"{site}/join/{secret}"
    return page(
        request, "invite.html", address=address, qr=qr_code(address), role=role, game=opened.id, seat=opened.seat
    )


def join_page(request: Request, _form: Form) -> Response:
    """What a link offers; opening it takes nothing yet, so that a preview of the link does no harm."""
    game, role = _invited(request)
    held = services(request).seats.role(game, visitor(request).player)
    if held is role:
        return RedirectResponse(f"/game/{game}", 303)
    return page(request, "join.html", role=role, secret=request.path_params["secret"])


def join(request: Request, form: Form) -> Response:
    game, role = _invited(request)
    player, fresh = known_player(request)
    at = services(request)
    at.seats.sit(game, player, role, _name(form))
    return with_player(RedirectResponse(f"/game/{game}", 303), request, fresh)


def rename(request: Request, form: Form) -> Response:
    opened, player = opened_game(request), visitor(request).player
    if player is None or opened.is_file:
        raise HTTPException(404)
    services(request).seats.sit(opened.id, player, opened.role, _name(form))
    return RedirectResponse(f"/game/{opened.id}", 303)


def change_seat(request: Request, form: Form) -> Response:
    """Hand one's seat to the AI partner, take it back, or free the partner's seat for a person."""
    opened = _seated(request)
    at, seat = services(request), Seat(opened.role.value)
    holder = SeatHolder()
    if form.flag("open"):
        seat = seat.other
    elif form.choice("by", ("duo", "person"), "person") == "duo":
        holder = SeatHolder("balanced", "expert")
    at.games.change(opened, opened.game.with_header(seat, str(holder)))
    at.thinker.wake(opened.id)
    return RedirectResponse(f"/game/{opened.id}", 303)


def let_look(request: Request, form: Form) -> Response:
    """Whether this seat lets onlookers see both sides, a turn late."""
    opened = _seated(request)
    services(request).seats.open_to_onlookers(opened.id, Seat(opened.role.value), allowed=form.flag("allow"))
    return RedirectResponse(f"/game/{opened.id}", 303)


def people(request: Request, _form: Form) -> Response:
    """Who is there, for the page that shows it already."""
    opened = opened_game(request)
    if not is_part(request):
        return RedirectResponse(f"/game/{opened.id}", 303)
    holds = seat_holders(opened.game)
    return page(
        request, "who.html", game=opened.id, seat=opened.seat, is_file=opened.is_file,
        houses={each: not holds[each].is_person for each in Seat}, **at_table(request, opened),
    )  # fmt: skip


async def events(request: Request) -> Response:
    """A stream of version numbers: nothing of the game itself, so nothing that a seat may not know."""
    at = services(request)
    opened = await run_in_threadpool(opened_game, request)
    client = client_of(request)
    if at.settings.is_public and at.listening[client] >= MOST_STREAMS_OF_ONE:
        raise Busy(429, N_("Too many pages from your address are listening for news. Close some of them."))
    if at.listening.total() >= MOST_STREAMS:
        raise Busy(503, N_("Too many pages are listening for news. Try again in a few seconds."))
    return StreamingResponse(
        _news(at, opened, visitor(request).player, client),
        media_type="text/event-stream",
        headers={"X-Accel-Buffering": "no"},
    )


async def _news(at: Services, opened: Open, player: bytes | None, client: str) -> AsyncIterator[str]:
    here = (opened.id, player or b"")
    with counted(at.present, here), counted(at.listening, client):
        at.metrics.streams(1)
        try:
            if at.present[here] == 1 and player and not opened.is_file:
                with contextlib.suppress(Unavailable):
                    await asyncio.to_thread(at.seats.arrived, *here)
            with at.changes.bell(opened.id) as bell:
                async for news in _told(at, opened.id, bell):
                    yield news
        finally:
            at.metrics.streams(-1)


async def _told(at: Services, game: str, bell: asyncio.Event) -> AsyncIterator[str]:
    """The version whenever it is another, and otherwise a word when people came or went."""
    shown = there = None
    yield f"retry: {_AGAIN}\n\n"
    while not at.stopping:
        bell.clear()
        try:
            version, people = await asyncio.to_thread(at.games.news, game)
        except Unavailable:
            await asyncio.sleep(_AGAIN / 1000)
            yield ": the games cannot be reached just now\n\n"
            continue
        if not version:
            return
        if version != shown:
            yield f"event: version\ndata: {version}\n\n"
        elif people != there:
            yield "event: people\ndata: \n\n"
        shown, there = version, people
        try:
            async with asyncio.timeout(_STILL_THERE):
                await bell.wait()
        except TimeoutError:
            yield ": still here\n\n"
    # Another process takes over; not everybody at the same moment.
    yield f"retry: {random.randrange(200, _AGAIN)}\n\n"


def qr_code(text: str) -> Markup:
    """The text as an SVG that stands in the page."""
    import segno

    out = BytesIO()
    segno.make_qr(text, error="m").save(
        out, kind="svg", xmldecl=False, svgclass="qr", lineclass=None, border=2, omitsize=True
    )
    return Markup(out.getvalue().decode())  # noqa: S704 - drawn by the library out of squares alone


def _invited(request: Request) -> tuple[str, Role]:
    secret = request.path_params["secret"]
    found = services(request).seats.invited(secret) if is_secret(secret) else None
    if found is None:
        raise HTTPException(404)
    return found


def _seated(request: Request) -> Open:
    opened = opened_game(request)
    if opened.seat is None or opened.is_file:
        raise Refusal("You look on: only the two seats make moves.")
    return opened


def _name(form: Form) -> str:
    return printable(" ".join(form.text("name", most=200).split()))[:LONGEST_NAME]
