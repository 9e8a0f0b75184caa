"""Invitations: links with QR codes that grant a seat or let somebody look on."""

from io import BytesIO

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duo.core.refusal import Refusal
from duo.table.dealing import seat_holders
from duo.web.app_state import app_state, player_or_new, set_player_cookie
from duo.web.forms import Form
from duo.web.pages.people import display_name, open_shared_game
from duo.web.rendering import page
from duo.web.seats import Role
from duo.web.visitor import is_secret, visitor


def invite(request: Request, form: Form) -> Response:
    """Create an invitation link for a seat or for onlookers, and show it with its QR code."""
    opened = open_shared_game(request)
    role = Role(form.choice("role", (Role.A, Role.B, Role.ONLOOKER), Role.ONLOOKER))
    if role.seat and not seat_holders(opened.game)[role.seat].is_person:
        raise Refusal("The AI partner holds that seat: free it first.")
    secret = app_state(request).seats.invite(opened.id, role)
    site = app_state(request).settings.public_url or f"{request.url.scheme}://{request.headers.get('host', '')}"
    address = f"{site}/join/{secret}"
    return page(
        request, "invite.html", address=address, qr=_qr_code(address), role=role, game=opened.id, seat=opened.seat
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
    state.seats.assign_role(game, player, role, display_name(form))
    return set_player_cookie(RedirectResponse(f"/game/{game}", 303), request, fresh_secret)


def _qr_code(text: str) -> Markup:
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
