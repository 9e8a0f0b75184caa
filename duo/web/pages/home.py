"""The first page: begin a mission, or go on with one that waits."""

from dataclasses import dataclass
from datetime import datetime

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from duo.core.game import Game
from duo.core.key import KeyCard, Seat
from duo.core.public import Phase, Variant
from duo.core.refusal import Refusal
from duo.mind.skill import LEVELS, STYLES
from duo.table import dealing
from duo.table.campaign.mission_map import called, shipped
from duo.table.dealing import SeatHolder
from duo.text import LANGUAGES, spoken
from duo.web.app_state import known_player, services, with_player
from duo.web.forms import Form
from duo.web.rendering import page
from duo.web.seats import Role
from duo.web.visitor import visitor
from duo.words import wordlist
from duo.words.wordlist import WordList

MOST_WAITING = 60
_MOST_WORDS = 100_000


@dataclass(frozen=True, slots=True)
class Waits:
    """A mission on the list of those that wait."""

    id: str
    mission: str
    lang: str
    found: int
    turn: int
    is_sudden: bool
    is_yours: bool
    team: str
    left: datetime | None = None


def show(request: Request, _form: Form) -> Response:
    at, player = services(request), visitor(request).player
    waiting = [_waits(game_id, game, role.seat) for game_id, role, game in at.games.waiting(player)]
    files = [_waits(mission.id, mission.game, None, mission.left) for mission in at.games.waiting_files()]
    return page(
        request, "home.html", waiting=waiting, files=files, languages=LANGUAGES, levels=tuple(LEVELS),
        styles=tuple(STYLES), cities=[(city.name, called(city.mission, spoken())) for city in shipped().cities],
        variants=[variant.value for variant in Variant], is_public=at.settings.is_public,
    )  # fmt: skip


def begin(request: Request, form: Form) -> Response:
    return begin_game(request, form)


def begin_game(
    request: Request, form: Form, more: dict[str, str] | None = None, mission: str | None = None
) -> Response:
    """Lay a table; the browser that asked for it has seat A."""
    at = services(request)
    player, fresh = known_player(request)
    if len(at.games.waiting(player)) >= MOST_WAITING:
        raise Refusal("{count} of your missions wait already. Finish or give up some of them first.",
                      count=MOST_WAITING)  # fmt: skip
    game = laid(form, more, mission)
    if daily := game.header("Daily"):
        for game_id, _role, other in at.games.waiting(player):
            if other.header("Daily") == daily:
                return RedirectResponse(f"/game/{game_id}", 303)
    stored = at.games.begin(game, player, Role.A)
    at.thinker.wake(stored.id)
    return with_player(RedirectResponse(f"/game/{stored.id}", 303), request, fresh)


def give_up(request: Request, _form: Form) -> Response:
    """Let a mission wait no more; its record stays."""
    at = services(request)
    at.games.give_up(at.games.open(request.path_params["game"], visitor(request).player))
    return RedirectResponse("/", 303)


def laid(form: Form, more: dict[str, str] | None = None, mission: str | None = None) -> Game:
    """The table that a form asks for; what it leaves out is drawn."""
    words = _words(form)
    partner = SeatHolder(form.choice("style", tuple(STYLES), "balanced"), form.choice("level", tuple(LEVELS), "expert"))
    seats = {
        Seat.A: SeatHolder(),
        Seat.B: SeatHolder() if form.choice("with", ("duo", "person"), "duo") == "person" else partner,
    }
    headers = dealing.provenance(words, seats) | (more or {})
    seed = form.number("seed", None, 0, 1 << 63)
    if form.flag("daily"):
        headers["Daily"] = dealing.daily_name(words)
        seed = dealing.seed_of(headers["Daily"])
    if form.flag("practice"):
        headers["Practice"] = "yes"
    if (first := form.choice("first", ("", *Seat), "B" if not seats[Seat.B].is_person else "")) and first in tuple(
        Seat
    ):
        headers["First"] = first
    return dealing.lay(
        words,
        dealing.some_seed() if seed is None else seed,
        key=KeyCard.read(form.text("key")) if form.text("key") else None,
        mission=dealing.mission(mission or form.text("mission") or None, None, None),
        variants=form.texts("variants"),
        seats=seats,
        more=headers,
    )


def _words(form: Form) -> WordList:
    lang = form.choice("lang", LANGUAGES, spoken())
    own = form.text("words", most=_MOST_WORDS)
    return wordlist.parse(own, lang) if own else wordlist.shipped(lang)


def _waits(game_id: str, game: Game, seat: Seat | None, left: datetime | None = None) -> Waits:
    final = game.final
    return Waits(
        id=game_id, mission=called(final.mission, spoken()), lang=game.lang, found=final.found,
        turn=len(final.clues) + (final.phase is Phase.CLUE), is_sudden=final.phase is Phase.SUDDEN_DEATH,
        is_yours=seat is not None and final.to_act in (seat, None), team=game.header("Team"), left=left,
    )  # fmt: skip
