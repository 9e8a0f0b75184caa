"""Invitations: links with QR codes that grant a seat or let somebody look on."""

from io import BytesIO

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duo.core.refusal import Refusal
from duo.table.dealing import seat_holders
from duo.web.app_state import app_state, find_or_create_player, set_player_cookie
from duo.web.forms import Form
from duo.web.pages.people import display_name_from_form, open_shared_game
from duo.web.rendering import render_page
from duo.web.seats import Role
from duo.web.visitor import identify_visitor, is_secret


def create_invitation(request: Request, form: Form) -> Response:
    """Create an invitation link for a seat or for onlookers, and show it with its QR code."""
    opened = open_shared_game(request)
    role = Role(form.choice("role", (Role.A, Role.B, Role.ONLOOKER), Role.ONLOOKER))
    if role.seat and not seat_holders(opened.game)[role.seat].is_person:
        raise Refusal("The AI partner holds that seat: free it first.")
    secret = app_state(request).seats.create_invitation(opened.id, role)
    site = app_state(request).settings.public_url or f"{request.url.scheme}://{request.headers.get('host', '')}"
    address = f"{site}/join/{secret}"
    return render_page(
        request, "invite.html", address=address, qr=_qr_code_svg(address), role=role, game=opened.id, seat=opened.seat
    )


def show_invitation(request: Request, _form: Form) -> Response:
    """Show what an invitation offers.

    The visitor accepts it with a button, which calls `accept_invitation`. A program that fetches the link for a preview
    therefore does not accept it.
    """
    game, role = _find_invitation(request)
    held = app_state(request).seats.find_role(game, identify_visitor(request).player)
    if held is role:
        return RedirectResponse(f"/game/{game}", 303)
    return render_page(request, "join.html", role=role, secret=request.path_params["secret"])


def accept_invitation(request: Request, form: Form) -> Response:
    game, role = _find_invitation(request)
    player, fresh_secret = find_or_create_player(request)
    state = app_state(request)
    state.seats.assign_role(game, player, role, display_name_from_form(form))
    return set_player_cookie(RedirectResponse(f"/game/{game}", 303), request, fresh_secret)


def _qr_code_svg(text: str) -> Markup:
    """A QR code of the text, as an SVG element."""
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
