"""Requests about a whole game: a record, a position in text form, or what one seat sees."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from annotated_types import Interval

from duo.core.game import Game
from duo.core.key import Seat
from duo.core.position import Position
from duo.core.public import PublicState
from duo.core.refusal import Refusal
from duo.core.view import View
from duo.engine.requests import MAX_REQUESTED_CLUES, BadField, Lang, LevelName, StyleName
from duo.table.view_parser import read_view
from duo.text import LANGUAGES

_GAME_FIELDS = ("record", "view", "position")


@dataclass(frozen=True, slots=True, kw_only=True)
class GameRequest:
    """A request that holds a whole game as a `record`, a `view` or a `position`.

    `seat` is required if a record or a position allows either seat to act.
    """

    record: str | None = None
    view: dict[str, Any] | None = None
    position: str | None = None
    seat: Seat | None = None
    lang: Lang | None = None
    level: LevelName = "expert"
    top: Annotated[int, Interval(ge=1, le=MAX_REQUESTED_CLUES)] = 5
    style: StyleName = "balanced"
    same: bool = False

    def __post_init__(self) -> None:
        if sum(value is not None for value in (self.record, self.view, self.position)) > 1:
            raise Refusal("a request has one of {fields}, not several", fields=", ".join(_GAME_FIELDS))


@dataclass(frozen=True, slots=True)
class GameQuery:
    """The view of the acting seat, and the language of the words, that a request is about."""

    view: View
    lang: str
    request: GameRequest


def is_about_a_game(request: Mapping[str, Any]) -> bool:
    return any(request.get(name) is not None for name in _GAME_FIELDS)


def resolve_game(request: GameRequest, action: str) -> GameQuery:
    """Return the view of the acting seat. `action` is `give` or `guess`; raises Refusal if the seat may not do it."""
    try:
        view, lang = _view_from_request(request) if request.view is not None else _view_from_position(request, action)
    except Refusal as refusal:
        raise BadField("{problem}", problem=refusal) from refusal
    if view.seat not in _acting_seats(view, action):
        raise Refusal("{seat} cannot do that now: the game is in the phase {phase}", seat=view.seat, phase=view.phase)
    return GameQuery(view, lang, request)


def _view_from_request(request: GameRequest) -> tuple[View, str]:
    view = read_view(request.view or {})
    if request.seat not in (None, view.seat):
        raise Refusal("the view is not that of {seat}", seat=request.seat)
    return view, request.lang or LANGUAGES[0]


def _view_from_position(request: GameRequest, action: str) -> tuple[View, str]:
    position, lang = _parse_position(request)
    if lang not in LANGUAGES:
        raise Refusal("lang: one of {options} is expected", options=", ".join(LANGUAGES))
    seats = _acting_seats(position, action)
    if request.seat is None and len(seats) > 1:
        raise Refusal("seat is missing: either seat may act")
    return position.view(request.seat or (seats[0] if seats else Seat.A)), lang


def _parse_position(request: GameRequest) -> tuple[Position, str]:
    if request.record is None:
        return Position.parse(request.position or ""), request.lang or LANGUAGES[0]
    game = Game.parse(request.record)
    return game.final, request.lang or game.lang


def _acting_seats(state: PublicState, action: str) -> tuple[Seat, ...]:
    return state.givers if action == "give" else state.guessers
